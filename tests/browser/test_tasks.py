"""Each task is done by a script of real input, as a student would do it, and ticked on the page."""

import math

import pytest
from playwright.sync_api import expect

CHAPTER = "/en/newton-euler/"


def next_(figure, times):
    for _ in range(times):
        step = figure.state["step"]
        figure.button("Next").click()
        figure.wait("(figure, step) => figure.state.step === step", step + 1)


def test_walk_to_tip(open_figure):
    """Catches a tick that comes too early, or not at all."""
    figure = open_figure("forward-pass", CHAPTER)
    next_(figure, 2)
    expect(figure.task("walk-to-tip")).to_have_attribute("data-done", "false")
    next_(figure, 1)
    figure.expect_done("walk-to-tip")
    expect(figure.task("walk-to-tip")).to_contain_text("Done:")


def test_acceleration_without_acceleration(open_figure):
    """Catches a button that is not bound."""
    figure = open_figure("forward-pass", CHAPTER)
    figure.button("All θ̈ = 0").click()
    figure.expect_done("acceleration-without-acceleration")
    assert figure.state["a"] == [0, 0, 0]


def test_walk_to_base(open_figure):
    """Catches torques that do not appear as they are found."""
    figure = open_figure("backward-pass", CHAPTER)
    next_(figure, 3)
    figure.expect_done("walk-to-base")


def test_upright_at_rest(open_figure):
    """Catches an arm that cannot be stood upright by hand: two drags, and the keys for the last degree."""
    figure = open_figure("backward-pass", CHAPTER)
    figure.button("At rest").click()
    figure.drag("Joint 1", 0, 1)
    figure.drag("Joint 2", 0, 1.8)
    figure.drag("Joint 3", 0, 2.3)
    for joint in (1, 2, 3):
        handle = figure.handle(f"Joint {joint}")
        handle.focus()
        target = math.pi / 2 if joint == 1 else 0
        for _ in range(8):
            off = figure.state["q"][joint - 1] - target
            if abs(off) < math.radians(0.5):
                break
            figure.page.keyboard.press("Shift+ArrowLeft" if off > 0 else "Shift+ArrowRight")
            figure.settle()
    figure.expect_done("upright-at-rest")


def test_push_away_tau_1(open_figure):
    """Catches a force that cannot be set finely enough: drag it out, then trim it by keys."""
    figure = open_figure("backward-pass", CHAPTER)
    figure.button("At rest").click()
    figure.drag("Joint 1", 0.25, 1)
    figure.drag("Joint 2", 0.35, 1.8)
    tip = complex(*figure.root.evaluate("figure => { const h = figure.shell.talk.reply.handles['tip-force'];"
                                        " return [h.x, h.y] }"))
    # Pushing the world to the right costs −F_x y about the base.
    push = figure.readouts["tau_1"] / tip.imag
    assert push > 1
    figure.drag("Tip force", tip.real + push / 10, tip.imag)
    figure.handle("Tip force").focus()
    for _ in range(30):
        tau = figure.readouts["tau_1"]
        if abs(tau) < 0.2:
            break
        figure.page.keyboard.press("Shift+ArrowRight" if tau > 0 else "Shift+ArrowLeft")
        figure.settle()
    figure.expect_done("push-away-tau-1")


def test_five_random_states(open_figure):
    """Catches a tick that comes before the fifth press, or a seed that does not reach the state."""
    figure = open_figure("rnea-vs-lagrange", CHAPTER)
    for count in range(1, 6):
        expect(figure.task("five-random-states")).to_have_attribute("data-done", "false")
        figure.button("Random state").click()
        figure.wait("(figure, count) => figure.state.seed === count", count)
        assert figure.readouts["difference"] < 1e-10
    figure.expect_done("five-random-states")


def test_torque_from_velocity_alone(open_figure):
    """Catches controls from which the task cannot be done: a switch, a button, and a slider by keys."""
    figure = open_figure("rnea-vs-lagrange", CHAPTER)
    for joint in "₁₂₃":
        figure.slider(f"θ̇{joint}").press("Home")
    figure.slider("θ̇₁").press("End")
    figure.checkbox("Gravity").uncheck()
    figure.button("All θ̈ = 0").click()
    figure.expect_done("torque-from-velocity-alone")
    assert figure.state["a"] == [0, 0, 0]
    assert figure.readouts["norm"] > 0.3


def test_all_three_columns(open_figure):
    """Catches a button that asks for another column, and unknown entries that look like numbers."""
    figure = open_figure("mass-columns", CHAPTER)
    entry = figure.root.locator('[data-readout="M_12"]')
    figure.button("Column 3").click()
    figure.button("Column 1").click()
    figure.wait("figure => figure.state.joint === 1")
    expect(entry).to_have_text("–")
    figure.button("Column 2").click()
    figure.expect_done("all-three-columns")
    expect(entry).to_have_text(f"{figure.readouts['M_12']:.2f}")


def test_negative_coupling(open_figure):
    """Catches an arm that cannot be folded back by hand."""
    figure = open_figure("mass-columns", CHAPTER)
    for joint in (1, 2, 3):
        figure.button(f"Column {joint}").click()
    figure.drag("Joint 1", 1, 0)
    figure.drag("Joint 2", 0.1, 0.05)
    figure.drag("Joint 3", -0.4, 0.05)
    figure.expect_done("negative-coupling")
    assert min(figure.readouts[key] for key in ("M_12", "M_13", "M_23")) < -0.1
    assert figure.readouts["smallest"] > 0


@pytest.mark.parametrize("slug", ["forward-pass", "backward-pass"])
def test_a_tick_stays_when_the_reader_goes_on(open_figure, slug):
    """Catches a done task that is taken back by Start over; what the figure says now is in `tasks`."""
    figure = open_figure(slug, CHAPTER)
    next_(figure, 3)
    task = "walk-to-tip" if slug == "forward-pass" else "walk-to-base"
    figure.expect_done(task)
    figure.button("Start over").click()
    figure.wait("figure => figure.state.step === 0")
    assert figure.tasks[task] is False
    figure.expect_done(task)
