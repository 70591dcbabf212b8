"""The line of the operation counts by mouse, finger and keys, and a number that is typed."""

import pytest
from playwright.sync_api import expect

from figures.op_count import across, up

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
LINE = "Number of joints"


@pytest.mark.parametrize("log", [True, False])
def test_the_line_follows_the_mouse(open_figure, log):
    """Catches a line that is off its scale after the axes have changed."""
    figure = open_figure("op-count")
    figure.checkbox("Logarithmic axes").set_checked(log)
    figure.settle()
    figure.drag(LINE, across(23, log), up(1000, log))
    assert figure.state["n"] == 23


def test_the_line_follows_a_finger_and_keys(open_figure):
    """Catches a handle that scrolls the page, or cannot be set to each number of joints by keys."""
    figure = open_figure("op-count", **PHONE)
    figure.touch_drag(LINE, across(12, True), 1)
    assert figure.state["n"] == 12
    figure.handle(LINE).focus()
    for key, n in (("ArrowRight", 13), ("Shift+ArrowLeft", 12), ("End", 40), ("Home", 1)):
        figure.page.keyboard.press(key)
        figure.settle()
        assert figure.state["n"] == n
        expect(figure.handle(LINE)).to_have_attribute("aria-valuetext", f"{n} joints")


def test_thirty_joints(open_figure):
    """Catches a number that is not read when it is typed, or an answer that the readout gives away."""
    figure = open_figure("op-count", "/en/newton-euler/")
    figure.drag(LINE, across(30, True), 1)
    answer = figure.root.locator('[data-readout="ratio_4"]')
    expect(answer).to_have_text("–")
    ratio = figure.readouts["lagrange"] / figure.readouts["rnea"]
    box = figure.root.get_by_role("textbox")
    box.fill("17")
    box.press("Enter")
    expect(figure.root.locator(".says")).to_contain_text("more than 5 % off")
    box.fill(f"{1.03 * ratio:.0f}")
    box.press("Enter")
    figure.expect_done("thirty-joints")
    expect(answer).to_have_text(f"{ratio:.1f}")


def test_an_empty_number_is_refused_in_a_sentence(open_figure):
    """Catches a box that breaks the figure when it is cleared."""
    figure = open_figure("op-count")
    box = figure.root.get_by_role("textbox")
    box.fill("")
    box.press("Enter")
    expect(figure.root.get_by_role("status")).to_contain_text("guess[0] must be a finite number of times")
