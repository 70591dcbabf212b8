"""Questions and predictions as a reader meets them: by mouse, finger and keys, with and without a script."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.figure import Figure

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


class Ask:
    """The page object of a question or a prediction."""

    def __init__(self, page, name):
        self.page, self.form = page, page.locator(f"form#{name}")
        self.form.scroll_into_view_if_needed()

    def choice(self, words):
        return self.form.locator(".choice").filter(has_text=words)

    @property
    def commit(self):
        return self.form.get_by_role("button")

    @property
    def scale(self):
        return self.form.get_by_role("slider")

    def expect_said(self, word, *reasons):
        """The verdict, and exactly these explanations, by a few words of each."""
        expect(self.form.locator(".commit [role=status]")).to_have_text(word, use_inner_text=True)
        shown = self.form.locator(".why:visible")
        expect(shown).to_have_count(len(reasons))
        for reason in reasons:
            expect(shown.filter(has_text=reason)).to_have_count(1)


def stored(page):
    return json.loads(page.evaluate("localStorage.getItem('progress') ?? '{}'"))


@pytest.mark.parametrize("how", ["mouse", "finger", "keys"])
def test_a_question_may_be_tried_until_it_is_right(open_page, how):
    """Catches an explanation of another answer, an answer that is given away, a question done by guessing."""
    page = open_page(**(PHONE if how == "finger" else {}))
    ask = Ask(page, "ask-steady-rod")
    expect(ask.form.get_by_text("The answers, explained")).to_be_hidden()

    def answer(number, words):
        if how == "keys":
            ask.form.get_by_role("radio").nth(0).focus()
            for _ in range(number):
                page.keyboard.press("ArrowDown")
            if number == 0:
                page.keyboard.press("Space")
            page.keyboard.press("Enter")
        elif how == "finger":
            ask.choice(words).tap()
            ask.commit.tap()
        else:
            ask.choice(words).click()
            ask.commit.click()

    answer(0, "A")
    ask.expect_said("Not this one.", "That is the force")
    assert "ask-steady-rod" not in stored(page)["done"]
    answer(3, "None")
    ask.expect_said("Right.", "That is the force", "That is the angular momentum", "That is the kinetic energy",
                    "In a chain of several links")
    assert "ask-steady-rod" in stored(page)["done"]


def test_a_question_without_an_answer_is_not_answered(open_page):
    """Catches a button that opens the explanations for nothing."""
    page = open_page()
    ask = Ask(page, "ask-level-rod")
    ask.commit.click()
    expect(ask.form.locator(".why:visible")).to_have_count(0)
    assert page.evaluate("document.activeElement.type") == "radio"


def test_a_prediction_is_made_once_and_the_figure_shows_the_answer(open_page):
    """Catches a prediction that can be taken back, and a figure that shows something else."""
    page = open_page()
    ask = Ask(page, "guess-steady-turn")
    ask.choice("Outward").click()
    ask.commit.click()
    ask.expect_said("Not so.", "something must pull you in", "runs around a circle")
    expect(ask.commit).to_be_disabled()
    expect(ask.form.get_by_role("radio").first).to_be_disabled()
    ask.form.get_by_role("link", name="See it in Figure 1").click()
    figure = Figure(page, "forward-pass")
    figure.wake()
    figure.wait("figure => figure.state.step === 3 && figure.state.v[0] === 1.5")
    assert figure.state["a"] == [0, 0, 0]
    expect(figure.root).to_be_in_viewport()


def test_a_right_prediction_is_told_so(open_page):
    """Catches a verdict that is always the same."""
    ask = Ask(open_page(), "guess-coupling")
    ask.choice("Clockwise, against joint 1").click()
    ask.commit.click()
    ask.expect_said("Right.", "outweighs the moment")


def test_an_estimate_is_dragged_on_its_scale_and_kept(open_page):
    """Catches a number that is not said, a wrong stretch, and a prediction that a reload forgets."""
    page = open_page()
    ask = Ask(page, "guess-level-arm")
    box = ask.scale.bounding_box()
    page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.6 * box["width"], box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    guess = ask.scale.input_value()
    assert 66 <= int(guess) <= 78  # six tenths of a scale to 120, as exactly as a slider is hit
    expect(ask.form.locator("output")).to_have_text(f"{guess} N·m")
    expect(ask.scale).to_have_attribute("aria-valuetext", f"{guess} N·m")
    ask.commit.click()
    ask.expect_said("Not so.", "at the far end of its rod", "each on the lever from joint 1")
    expect(ask.form.get_by_text("51.9")).to_be_visible()
    page.reload()
    ask = Ask(page, "guess-level-arm")
    ask.expect_said("Not so.", "at the far end of its rod", "each on the lever from joint 1")
    assert ask.scale.input_value() == guess
    expect(ask.scale).to_be_disabled()


@pytest.mark.parametrize("how", ["finger", "keys"])
def test_an_estimate_by_finger_and_by_keys(open_page, how):
    """Catches a scale that only a mouse can move."""
    page = open_page(**(PHONE if how == "finger" else {}))
    ask = Ask(page, "guess-level-arm")
    if how == "finger":
        box = ask.scale.bounding_box()
        page.touchscreen.tap(box["x"] + 0.43 * box["width"], box["y"] + box["height"] / 2)
        ask.commit.tap()
    else:
        ask.scale.focus()
        page.keyboard.press("End")
        for _ in range(68):
            page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
    ask.expect_said("Right.", "each on the lever from joint 1")


def test_a_choice_survives_scrolling(open_page):
    """Catches an answer that is chosen and not yet given being wiped when the place is stored."""
    page = open_page(reduced_motion="reduce")
    ask = Ask(page, "ask-calls")
    ask.choice("7").click()
    page.get_by_role("navigation", name="In this chapter").get_by_role("link", name="Sources").click()
    page.wait_for_function("() => JSON.parse(localStorage.getItem('progress')).place.endsWith('#sec-sources')")
    expect(ask.form.get_by_role("radio").nth(2)).to_be_checked()


def test_without_a_script_the_answers_are_folded(open_page):
    """Catches a button that does nothing, and an explanation that only a script would open."""
    page = open_page(java_script_enabled=False)
    for name in ("guess-level-arm", "ask-level-rod"):
        form = page.locator(f"form#{name}")
        expect(form.locator(".commit")).to_be_hidden()
        expect(form.locator(".why").first).to_be_hidden()
        form.locator("summary").click()
        expect(form.locator(".why").first).to_be_visible()
        expect(form.locator(".why").last).to_be_visible()


@pytest.mark.parametrize("key", ["mouse", "Enter"])
def test_a_mark_opens_who_has_checked(open_page, key):
    """Catches a mark that opens nothing, or that a key cannot open and close."""
    page = open_page()
    mark = page.get_by_role("button", name="Checked by others").first
    note = page.locator("#check-example")
    expect(note).to_be_hidden()
    if key == "mouse":
        mark.click()
    else:
        mark.focus()
        page.keyboard.press(key)
    for engine in ("Pinocchio", "MuJoCo", "modern_robotics"):
        expect(note.get_by_text(engine)).to_be_visible()
    expect(note).to_contain_text("tests/content/test_checked.py")
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")])
def test_answered_questions_fit_and_pass_axe(open_page, width, scheme):
    """Catches contrast, names and widths of what appears only with an answer."""
    page = open_page(viewport={"width": width, "height": 844}, color_scheme=scheme)
    page.evaluate("""() => {
        for (const form of document.querySelectorAll("form[data-ask]")) {
            form.elements.answer.value = form.querySelector("input[type=range]") ? "20" : "0";
            form.requestSubmit();
        }
        document.getElementById("check-fall").showPopover();
    }""")
    expect(page.locator("form .answers:visible")).to_have_count(8)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    found = Axe().run(page, context={"include": [["form"], [".misconception"], [".check"]]}).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] != "minor"] == []
