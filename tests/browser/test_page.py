"""The page around the figures: links, lost lines, terms, themes, no script, nothing off the origin."""

import base64
import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from figures.registry import FIGURES
from figures.theme import ink
from tests.browser.figure import Figure
from tests.figures.test_python import run as run_program
from tests.site import ROOT

FORWARD, BACKWARD = FIGURES["forward-pass"](), FIGURES["backward-pass"]()
CHAPTER = "/en/newton-euler/"
PAGES = ["/", CHAPTER, *(f"/en/figures/{slug}/" for slug in FIGURES)]


def fragment(slug, state, version=1):
    text = base64.urlsafe_b64encode(json.dumps(state).encode()).decode().rstrip("=")
    return f"#{slug}={version}.{text}"


def awake(page):
    """All figures of a page, alive."""
    figures = [Figure(page, name) for name in page.locator("live-figure").evaluate_all(
        "figures => figures.map(figure => figure.getAttribute('name'))")]
    for figure in figures:
        figure.wake()
    return figures


# ---- the script interface that lecturers and tests rely on


def test_the_contract_of_the_element(open_figure):
    """Catches a change of the promised interface: ready, state, readouts, tasks, set, act, reset."""
    figure = open_figure("backward-pass")
    seen = figure.root.evaluate("""async (el) => {
        await el.ready;
        const before = { state: el.state, tasks: el.tasks };
        await el.set({ gravity: false });
        const weightless = el.readouts.tau_1;
        await el.act("next");
        const after = el.state;
        el.state.step = 99;
        const refused = await el.set({ q: [1, 2] }).catch((error) => error.message);
        const kept = el.state;
        await el.reset();
        return { before, weightless, after, refused, kept, reset: el.state };
    }""")
    assert seen["before"]["state"] == BACKWARD.state == seen["reset"]
    assert abs(seen["weightless"]) < 1e-12
    assert seen["after"] == BACKWARD.state | {"gravity": False, "step": 1} == seen["kept"]
    assert seen["refused"].startswith("q must be a list of 3 numbers of radians, got [1, 2]")
    expect(figure.root.locator('[data-readout="tau_1"]')).to_have_text(f'{figure.readouts["tau_1"]:.2f}')


# ---- links


def test_the_script_of_the_readme_runs(open_figure):
    """Catches an example that is refused by the first figure that a reader tries it on."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"`([^`]+)`", readme.split("**By a script of the page.**")[1].split("\n\n")[0])
    figure = open_figure("forward-pass")
    figure.page.evaluate(f"async () => {{ {'; '.join(lines)} }}")
    assert len(lines) > 6


def test_a_link_brings_back_the_state(open_page, open_figure):
    """Catches a link that forgets: copied in one page, opened in another, also in the chapter."""
    figure = open_figure("forward-pass")
    figure.drag("Joint 1", -0.5, 0.9)
    figure.button("Next").click()
    figure.wait("figure => figure.state.step === 1")
    figure.button("Copy link").click()
    expect(figure.root.locator(".message")).to_have_text("Link copied")
    link = re.search(r"#.*", figure.page.url)[0]
    for path in ("/en/figures/forward-pass/", CHAPTER):
        page = open_page(path + link)
        again = Figure(page, "forward-pass")
        again.wake()
        assert again.state == figure.state
        expect(again.root).to_be_in_viewport()


@pytest.mark.parametrize(("link", "reason"), [
    ("#forward-pass=1.%%%", "it is damaged"),
    ("#forward-pass=", "it is damaged"),
    ("#forward-pass=1." + "A" * 20_000, "it is damaged"),
    ("#forward-pass=9.e30", "it is of another version"),
    (fragment("forward-pass", {"q": [0, 0, 0]}), "the state lacks step"),
    (fragment("forward-pass", FORWARD.state | {"step": 7}), "step must be a whole number from 0 to 3"),
    (fragment("forward-pass", [1, 2]), "it is damaged"),
    (fragment("forward-pass", FORWARD.state | {"__proto__": {"x": 1}}), "the state has no"),
], ids=["percent", "empty", "long", "version", "missing", "bounds", "list", "proto"])
def test_a_broken_link_says_so_and_shows_the_default(open_page, link, reason):
    """Catches a link that leaves an empty figure, or a half-read state."""
    page = open_page("/en/figures/forward-pass/" + link)
    figure = Figure(page, "forward-pass")
    figure.wake()
    expect(figure.root.locator(".message")).to_contain_text("cannot be read")
    expect(figure.root.locator(".message")).to_contain_text(reason)
    assert figure.state == FORWARD.state
    figure.button("Next").click()
    figure.wait("figure => figure.state.step === 1")


def test_copy_as_python_shows_the_program_of_this_state(open_figure):
    """Catches a program of another state: it must print the torque that the readout shows."""
    figure = open_figure("backward-pass", permissions=["clipboard-read", "clipboard-write"])
    figure.drag("Joint 1", 0.2, 1)
    figure.button("Copy as Python").click()
    expect(figure.root.locator(".message")).to_have_text("Python copied")
    text = figure.page.evaluate("navigator.clipboard.readText()")
    assert text == figure.root.locator(".program").inner_text().rstrip() + "\n"
    assert run_program(text)["tau_1"] == pytest.approx(figure.readouts["tau_1"], rel=1e-9)


# ---- a lost line


def test_a_reader_loses_nothing_when_the_server_goes_and_comes_back(open_figure, own_server, complaints):
    """Catches a frozen figure: killed server, a visible word, a drag meanwhile, and the same state after."""
    figure = open_figure("forward-pass", server=own_server)
    figure.drag("Joint 2", 0.8, 1.2)
    before = figure.state
    own_server.kill()
    expect(figure.root).to_have_attribute("data-status", "offline")
    expect(figure.root.locator(".message")).to_have_text("Offline, trying again")
    figure.page.mouse.move(*figure.centre("Joint 1"))
    figure.page.mouse.down()
    figure.page.mouse.move(*figure.pixels(-0.2, 1), steps=12)
    figure.page.mouse.up()
    assert figure.state == before
    own_server.start()
    expect(figure.root).to_have_attribute("data-status", "live", timeout=15_000)
    figure.settle()
    expect(figure.root.locator(".message")).to_have_text("")
    after = figure.state
    assert after["q"][1:] == before["q"][1:]
    assert after["q"][0] != before["q"][0]
    figure.button("Next").click()
    figure.wait("figure => figure.state.step === 1")
    # The browser reports the refused connections; nothing else may have gone wrong.
    assert all("ERR_CONNECTION_REFUSED" in text or "WebSocket" in text for text in complaints), complaints
    complaints.clear()


def test_a_figure_that_cannot_be_drawn_says_so(open_page, complaints):
    """Catches an empty box: without Bokeh the still picture stays, with a sentence."""
    page = open_page("/")
    page.route("**/bokeh.min.js", lambda route: route.abort())
    page.goto(page.url + "en/figures/forward-pass/")
    figure = page.locator("live-figure")
    expect(figure).to_have_attribute("data-status", "error")
    expect(figure.get_by_text("could not be drawn")).to_be_visible()
    expect(figure.get_by_role("img")).to_be_visible()
    assert all("bokeh" in text.lower() or "ERR_FAILED" in text for text in complaints), complaints
    complaints.clear()


# ---- terms


def emphasised(figure):
    return figure.root.get_attribute("data-emphasis")


def test_a_term_of_a_formula_thickens_its_arrow(open_page):
    """Catches a term that is bound to nothing, in either direction; by pointer, by key and by tap."""
    page = open_page()
    forward, backward, *_ = awake(page)
    symbol = page.locator('math [data-term="euler"], [data-term="euler"]').first
    symbol.hover()
    assert emphasised(forward) == "euler"
    assert emphasised(backward) is None
    width = """(figure) => figure.picture.terms.filter(({ term }) => term === "euler")
        .map(({ model, width }) => (model.line_width.value ?? model.line_width) / width)"""
    assert all(ratio > 1.5 for ratio in forward.root.evaluate(width))
    page.mouse.move(1, 1)
    expect(forward.root).not_to_have_attribute("data-emphasis", "euler")
    assert all(ratio == 1 for ratio in forward.root.evaluate(width))

    forward.root.locator('dt[data-term="centripetal"]').focus()
    assert emphasised(forward) == "centripetal"
    marked = page.locator('.emphasised[data-term="centripetal"]')
    assert marked.count() == page.locator('[data-term="centripetal"]').count() > 1

    page.locator('[data-term="force"]').first.click()
    assert emphasised(backward) == "force"
    page.keyboard.press("Escape")
    assert emphasised(backward) is None


# ---- looks


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_picture_takes_the_colours_of_the_theme(open_figure, scheme):
    """Catches an arrow that keeps the colours of daylight at night."""
    figure = open_figure("forward-pass", color_scheme=scheme)
    colours = """(figure) => figure.picture.inks.filter(({ role }) => role === "euler")
        .map(({ model, attribute }) => model[attribute].value ?? model[attribute])"""
    assert set(figure.root.evaluate(colours)) == {ink("euler", scheme)}
    figure.page.evaluate("document.documentElement.dataset.theme = 'projector'")
    figure.wait(f"(figure) => new Set(({colours})(figure)).has('{ink('euler', 'projector')}')")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_serious(open_page, path, scheme, width):
    """Catches a name, a role or a contrast that keeps somebody out."""
    page = open_page(path, viewport={"width": width, "height": 900}, color_scheme=scheme)
    awake(page)
    found = [f"{v['id']}: {v['help']} {[node['html'][:120] for node in v['nodes'][:3]]}"
             for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")]
    assert not found


@pytest.mark.parametrize("path", PAGES)
def test_the_page_reflows_at_320_pixels(open_page, path):
    """Catches a page that must be scrolled sideways on a small phone."""
    page = open_page(path, viewport={"width": 320, "height": 640})
    awake(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_figure_alone_fits_the_window(open_figure):
    """Catches a slide whose picture is cut off: the whole picture is in sight without scrolling."""
    for width, height in ((1280, 720), (1920, 1080), (390, 844)):
        figure = open_figure("backward-pass", viewport={"width": width, "height": height})
        box = figure.root.locator(".stage").first.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
        assert box["width"] == pytest.approx(box["height"], abs=2)


@pytest.mark.parametrize("slug", FIGURES)
def test_on_a_slide_the_picture_and_its_sentence_are_seen_together(open_figure, slug):
    """Catches a graph or a sentence below the edge of the projector's picture."""
    figure = open_figure(slug, viewport={"width": 1280, "height": 720})
    for width, height, theme in ((1280, 720, "light"), (1920, 1080, "projector")):
        figure.page.set_viewport_size({"width": width, "height": height})
        figure.page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        box = figure.root.locator(".says").bounding_box()
        assert box["y"] + box["height"] <= height


def test_the_text_of_a_picture_grows_with_the_page(open_figure):
    """Catches names that nobody reads from the last row, and names on a phone that cover each other."""
    figure = open_figure("forward-pass")
    size = """parseFloat([...figure.picture.roots[0].references()]
        .find(({ type }) => type === "LabelSet").text_font_size.value)"""
    for width, theme, expected in ((390, "light", "=== 11"), (1280, "light", "=== 14"),
                                   (1280, "projector", "> 15"), (1920, "projector", "> 17")):
        figure.page.set_viewport_size({"width": width, "height": 1080})
        figure.page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        figure.wait(f"figure => {size} {expected}")


def test_without_script_the_page_still_teaches(context, server):
    """Catches a page that is empty until a script has run: text, formulas, picture, caption and tasks."""
    page = context(java_script_enabled=False).new_page()
    page.goto(server.url + CHAPTER)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for slug in FIGURES:
        figure = page.locator(f'live-figure[name="{slug}"]')
        expect(figure).to_have_attribute("data-status", "still")
        expect(figure.get_by_role("img")).to_be_visible()
        assert len(figure.get_by_role("img").get_attribute("aria-label")) > 40
        assert page.locator(f'[data-figure="{slug}"] [data-task]').count() == len(FIGURES[slug].tasks)
    assert page.locator("math").count() > 20
    page.close()


def test_waking_moves_nothing_above_the_fold(open_page):
    """Catches a picture that jumps when the figure wakes."""
    page = open_page("/en/figures/forward-pass/", script="""
        window.shift = 0;
        new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) window.shift += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
    """)
    awake(page)
    assert page.evaluate("window.shift") < 0.1  # what the web's own measure calls good
