"""The pages in a real browser, served from memory under the site's content security policy."""

import mimetypes
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from app import pages
from figures.registry import FIGURES
from figures.theme import css
from tests import chromium
from tests.book import load

ROOT = Path(__file__).parents[2]
ORIGIN = "http://book.test"
POLICY = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
CHAPTER = "/en/newton-euler/"


@pytest.fixture(scope="module")
def site():
    return pages.render(load())


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser, site):
    """visit(path, **context options) opens a page; whatever the console reports fails the test."""
    contexts, complaints = [], []

    def answer(route):
        path = urlsplit(route.request.url).path
        headers = {"Content-Security-Policy": POLICY}
        if not route.request.url.startswith(ORIGIN):
            complaints.append(f"request off the origin: {route.request.url}")
        if path in site:
            return route.fulfill(body=site[path], content_type="text/html", headers=headers)
        if path == "/static/palette.css":
            return route.fulfill(body=css(), content_type="text/css")
        if path.endswith("/live-figure.js"):   # a figure that never comes alive
            return route.fulfill(body="", content_type="text/javascript")
        mime = mimetypes.guess_type(path)[0]
        if path.startswith("/static/figures/"):
            return route.fulfill(path=ROOT / "figures" / "browser" / Path(path).name, content_type=mime)
        return route.fulfill(path=ROOT / "app" / path.lstrip("/"), content_type=mime)

    def visit(path, **options):
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.route("**/*", answer)
        page.goto(ORIGIN + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("path", ["/", CHAPTER, "/en/figures/forward-pass/"])
def test_a_page_never_scrolls_sideways(visit, path, width):
    """Catches a formula, table or word that pushes the page wider than the window."""
    page = visit(path, viewport={"width": width, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", CHAPTER, "/en/figures/forward-pass/"])
def test_axe_finds_nothing_that_matters(visit, path, scheme):
    """Catches a missing name, landmark or contrast, in either theme."""
    page = visit(path, color_scheme=scheme, reduced_motion="reduce", viewport={"width": 390, "height": 844})
    found = Axe().run(page).response["violations"]
    # Minor: a formula with terms is a group, not `math`, or its terms could not take the focus.
    assert [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] != "minor"] == []


def test_a_wide_formula_scrolls_in_its_own_box_by_keyboard(visit):
    """Catches a formula whose right end cannot be seen on a phone without a finger."""
    page = visit(CHAPTER, viewport={"width": 320, "height": 700})
    box = page.locator("#eq-inward")
    expect(box).to_have_attribute("tabindex", "0")
    box.focus()
    page.keyboard.press("ArrowRight")
    expect(box).not_to_have_js_property("scrollLeft", 0)


def test_the_formulas_wear_the_served_font(visit):
    """Catches a font that does not load, is not a maths font, or lacks a bold letter."""
    page = visit(CHAPTER)
    assert page.evaluate("""async () => {
        const faces = await document.fonts.load('20px "STIX Two Math"', '𝐫');
        return faces.length === 1 && faces[0].status === 'loaded';
    }""")


def test_the_contents_follow_the_reader(visit):
    """Catches a table of contents that marks the wrong section, or several."""
    page = visit(CHAPTER, viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    current = page.locator(".toc [aria-current]")
    expect(current).to_have_count(0)
    page.get_by_role("navigation", name="In this chapter").get_by_role("link", name="gravity trick").click()
    expect(current).to_have_count(1)
    expect(current).to_contain_text("The gravity trick")
    page.keyboard.press("Home")
    expect(current).to_have_count(0)


def test_the_theme_is_chosen_and_kept(visit):
    """Catches a switch that does nothing, or a choice that the next page forgets."""
    page = visit("/", color_scheme="light")
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.get_by_label("Theme").select_option("Dark")
    dark = page.evaluate(background)
    assert dark != light
    page.goto(ORIGIN + CHAPTER)
    expect(page.get_by_label("Theme")).to_have_value("dark")
    assert page.evaluate(background) == dark
    page.get_by_label("Theme").select_option("System")
    assert page.evaluate(background) == light


def test_a_done_task_says_so_without_colour(visit):
    """Catches a mark that depends on colour alone, or on more than the attribute that a figure sets."""
    page = visit(CHAPTER)
    task = page.locator("[data-task=walk-to-tip]")
    mark = "getComputedStyle(document.querySelector('[data-task=walk-to-tip]'), '::before').content"
    expect(task.get_by_text("Open:")).to_be_attached()
    before = page.evaluate(mark)
    page.evaluate("document.querySelector('[data-task=walk-to-tip]').dataset.done = 'true'")
    assert page.evaluate(mark) != before
    snapshot = task.aria_snapshot()
    assert "Done:" in snapshot
    assert "Open:" not in snapshot


def test_the_first_tab_stop_skips_to_the_text(visit):
    """Catches a keyboard reader who has to pass the whole table of contents on every page."""
    page = visit(CHAPTER)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the text")).to_be_focused()
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#main"


def test_the_text_needs_no_script(visit):
    """Catches prose, alt text or tasks that only a script would bring."""
    page = visit(CHAPTER, java_script_enabled=False)
    expect(page.get_by_role("heading", name="The gravity trick")).to_be_visible()
    expect(page.get_by_text("A planar arm of three rods")).to_be_visible()
    expect(page.locator("[data-task]")).to_have_count(sum(len(figure.tasks) for figure in FIGURES.values()))
    expect(page.locator("math").first).to_be_visible()
