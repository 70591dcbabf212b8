"""A printed chapter: stills for figures, everything open, light colours, addresses where links were."""

import pytest
from playwright.sync_api import expect

from tests.browser.figure import Figure

CHAPTER = "/en/newton-euler/"


@pytest.fixture
def printed(open_page):
    """The chapter as paper gets it, from a dark screen on which one figure is alive and one is still."""
    page = open_page(CHAPTER, color_scheme="light", script="localStorage.setItem('theme', 'dark')")
    Figure(page, "forward-pass").wake()
    page.emulate_media(media="print")
    return page


def test_every_figure_is_printed_as_its_still(printed):
    """Catches a canvas that prints blank or in the dark, and a still that waking has thrown away."""
    assert printed.locator("live-figure[data-status=live]").count() >= 1
    for figure in printed.locator("figure").all():
        still = figure.locator(".still[role=img]")
        expect(still).to_be_visible()
        assert still.locator("svg").first.bounding_box()["height"] > 200
        expect(figure.locator("canvas, .panel, .handles").first).to_be_hidden()
        expect(figure.locator("figcaption strong").first).to_be_visible()


def test_a_still_on_paper_shows_what_the_caption_speaks_of(printed):
    """Catches a printed arm without a single arrow, as the figure shows it before the first step."""
    for name in ("forward-pass", "backward-pass"):
        arrows = printed.locator(f"live-figure[name={name}] .still path[d$=Z]")
        assert arrows.count() > 3


def test_bars_are_printed_and_not_shown_on_the_screen(printed):
    """Catches bars that only the live figure has, or that stand twice on the screen."""
    bars = printed.locator(".still .bars")
    assert bars.count() >= 1
    for plot in bars.all():
        expect(plot).to_be_visible()
    printed.emulate_media(media="screen")
    expect(printed.locator(".still .bars:visible")).to_have_count(0)


def test_a_figures_address_is_printed(printed):
    """Catches a printed figure that nobody finds again."""
    address = "getComputedStyle(document.querySelector('#fig-forward a.address'), '::after').content"
    assert printed.evaluate(address).endswith('/en/figures/forward-pass/"')
    assert printed.evaluate(address).startswith('"http://')


def test_every_answer_is_open_on_paper(printed):
    """Catches an explanation that stays folded, answered or not."""
    for part in printed.locator("details, .why").all():
        assert part.bounding_box()["height"] > 30
    expect(printed.locator(".why:visible")).to_have_count(printed.locator(".why").count())
    expect(printed.locator("details.aside p").first).to_be_visible()
    expect(printed.get_by_text("Commit to it").first).to_be_hidden()
    expect(printed.locator("#check-example")).to_be_visible()


def test_paper_is_light(printed):
    """Catches light grey letters on white paper, from a reader who reads in the dark."""
    assert printed.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--paper')") == "#fdfcf9"
    assert printed.evaluate("getComputedStyle(document.body).color") == "rgb(29, 33, 39)"
