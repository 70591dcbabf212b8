"""The pages as HTML text: complete, linked, small, and from this server alone."""

import gzip
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from app import pages
from app.library import Library
from figures.registry import FIGURES
from figures.still import on_paper
from figures.theme import css
from tests.book import load

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "app" / "static"
BROWSER = ROOT / "figures" / "browser"
CHAPTER = "/en/newton-euler/"
WIRE_LIMIT = 60_000  # bytes of HTML, CSS and own scripts, compressed, before any figure is alive
VOID = {"meta", "link", "input", "br", "hr", "img", "path", "circle", "rect"}


@pytest.fixture(scope="module")
def book():
    return load()


@pytest.fixture(scope="module")
def site(book):
    return pages.render(book)


class Page(HTMLParser):
    """The elements of a page as (tag, attributes); `open` must be empty at the end."""

    def __init__(self, html):
        super().__init__()
        self.elements, self.open = [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}> closes something else"

    def values(self, attribute):
        return [attrs[attribute] for _, attrs in self.elements if attribute in attrs]


def static_file(address):
    """The file behind an address such as `/static/book.css`."""
    name = address.removeprefix("/static/")
    return BROWSER / name.removeprefix("figures/") if name.startswith("figures/") else STATIC / name


def with_imports(module):
    """A browser module and all that it imports, each once."""
    found, waiting = [], [module]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.append(path)
            imports = re.findall(r"""from ["'](\./[^"']+)["']""", path.read_text(encoding="utf-8"))
            waiting += [(path.parent / name).resolve() for name in imports]
    return found


def test_every_page_is_there(site):
    """Catches a page that the book promises and does not draw."""
    assert set(site) == {"/", "/en/", "/en/newton-euler/", *(f"/en/figures/{slug}/" for slug in FIGURES)}
    assert site["/"] == site["/en/"]


def test_pages_are_well_formed_and_have_no_double_ids(site):
    """Catches a tag that is left open by a template or a directive, and an id that is used twice."""
    for path, html in site.items():
        page = Page(html)
        assert page.open == [], path
        ids = page.values("id")
        assert len(ids) == len(set(ids)), path


def test_every_link_leads_somewhere(site):
    """Catches a link to a page or a place that does not exist."""
    for path, html in site.items():
        for href in Page(html).values("href"):
            if href.startswith(("/static/", "https://")):
                continue
            target, _, place = href.partition("#")
            assert (target or path) in site, f"{path} links to {href}"
            if place:
                assert f'id="{place}"' in site[target or path], f"{path} links to {href}"


def test_static_files_that_pages_name_exist(site):
    """Catches a renamed font, script or style sheet."""
    named = set(re.findall(r'"(/static/[^"]+)"', "".join(site.values())))
    fonts = re.findall(r"url\((fonts/[^)]+)\)", (STATIC / "book.css").read_text(encoding="utf-8"))
    assert len(fonts) == 4
    resources = Library().resources
    for address in {*named, *(f"/static/{font}" for font in fonts)}:
        assert address.removeprefix("/static/") in resources, address


def test_no_page_needs_an_inline_script_or_another_server(site, book):
    """Catches what the content security policy would block, and a request off the origin."""
    for html in (*site.values(), pages.not_found(book)):
        for tag, attrs in Page(html).elements:
            assert not [name for name in attrs if name.startswith("on")]
            if tag == "script":
                assert attrs["type"] == "module"
                assert attrs["src"].startswith("/static/")
            for name in ("src", "srcset", "data"):
                assert attrs.get(name, "/").startswith("/")
            if tag == "link":
                assert attrs["href"].startswith("/")


def test_a_figure_stands_as_its_script_expects_it(site):
    """Catches a change of the element, the task list or the words that show without any script."""
    page = Page(site[CHAPTER])
    figures = [attrs for tag, attrs in page.elements if tag == "live-figure"]
    assert [(f["name"], f["lang"], f["data-status"]) for f in figures] == [
        (slug, "en", "still") for slug in FIGURES]
    assert page.values("data-task") == [task for facts in FIGURES.values() for task in facts.tasks]
    assert set(page.values("data-done")) == {"false"}
    assert site[CHAPTER].count('<p class="alt">') == len(FIGURES)


def test_a_still_is_a_picture_with_the_alt_text_as_its_name(book):
    """Catches a still that is drawn beside the alt text, or that a screen reader cannot name."""
    html = pages.render(book, stills={"forward-pass": "<svg><path/></svg>"})[CHAPTER]
    assert '<div class="still" role="img" aria-label="A planar arm of three rods' in html
    assert "<svg><path/></svg></div>" in html
    assert html.count('<p class="alt">') == len(FIGURES) - 1


def test_every_term_is_reachable_from_the_chapter(site):
    """Catches an arrow that the text never names."""
    named = set(Page(site[CHAPTER]).values("data-term"))
    assert named == {term for facts in FIGURES.values() for term in facts.terms}


def test_a_figure_alone_leads_back_to_its_place_and_has_its_tasks(site):
    """Catches a lecture page from which nobody finds the explanation."""
    html = site["/en/figures/backward-pass/"]
    assert '<a href="/en/newton-euler/#fig-backward">Read it' in html
    assert Page(html).values("data-task") == list(FIGURES["backward-pass"].tasks)


def test_the_contents_count_all_that_can_be_done(site):
    """Catches a task or a question that no progress counts, or one that is counted and cannot be done."""
    chapter, contents = Page(site[CHAPTER]), Page(site["/"])
    tasks, questions, predictions = (items.split() for items in contents.values("data-items"))
    assert tasks == [f"{slug}/{task}" for slug, facts in FIGURES.items() for task in facts.tasks]
    asked = {attrs["id"]: attrs["data-ask"] for _, attrs in chapter.elements if "data-ask" in attrs}
    assert asked == dict.fromkeys(questions, "question") | dict.fromkeys(predictions, "prediction")
    assert (len(questions), len(predictions)) == (5, 3)


def test_every_answer_is_explained(site):
    """Catches a choice without its explanation, and a question with two right answers or none."""
    for form in re.findall(r"<form.*?</form>", site[CHAPTER], re.DOTALL):
        page = Page(form)
        assert page.values("data-right").count("true") == 1
        choices = [attrs["value"] for tag, attrs in page.elements if attrs.get("type") == "radio"]
        if choices:
            assert page.values("data-answer") == choices


def test_an_unknown_address_gets_the_contents(book):
    """Catches a dead end."""
    html = pages.not_found(book)
    assert "There is no page here" in html
    assert 'href="/en/newton-euler/"' in html


def test_front_matter_is_escaped(book):
    """Catches a title that is taken for HTML."""
    html = pages.render(replace(book, title="Force < mass & more"))["/"]
    assert "<h1>Force &lt; mass &amp; more</h1>" in html


def test_a_chapter_is_light(book):
    """Catches a page that grows heavy: what must arrive, compressed, before any figure is alive."""
    html = pages.render(book, stills={name: on_paper(figure) for name, figure in FIGURES.items()})[CHAPTER]
    sheets = [static_file(address) for address in re.findall(r'rel="stylesheet" href="(/static/[^"]+)"', html)
              if address != "/static/palette.css"]
    scripts = {module for address in re.findall(r'type="module" src="([^"]+)"', html)
               for module in with_imports(static_file(address))}
    assert len(scripts) > 3
    files = [path.read_text(encoding="utf-8") for path in (*sheets, *scripts)]
    assert sum(len(gzip.compress(text.encode(), 6)) for text in (html, css(), *files)) < WIRE_LIMIT
