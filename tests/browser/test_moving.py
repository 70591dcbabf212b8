"""The falling arm by hand: release, pause, step, scrub back, and what a change on the way does."""

import pytest
from playwright.sync_api import expect

SLUG = "energy-drift"


@pytest.fixture
def figure(open_figure):
    return open_figure(SLUG)


def play_until(figure, seconds):
    figure.button("Release" if figure.state["time"] == 0 else "Go on").click()
    figure.wait("(figure, seconds) => figure.state.time >= seconds", seconds)


def pause(figure):
    figure.button("Pause").click()
    figure.settle()


def test_release_runs_and_pause_holds(figure):
    """Catches a figure that does not start, does not stop, or whose numbers are not those of its state."""
    play_until(figure, 0.5)
    pause(figure)
    held = figure.state
    assert held["time"] >= 0.5
    assert figure.readouts["time"] == pytest.approx(held["time"])
    expect(figure.root.locator(".says")).to_contain_text("seconds the total energy is")
    expect(figure.handle("Joint 1")).to_be_hidden()
    play_until(figure, held["time"] + 0.2)


def test_step_goes_one_step(figure):
    """Catches a step of another length than Δt."""
    figure.button("Step").click()
    figure.wait("figure => figure.state.time > 0")
    figure.settle()
    assert figure.state["time"] == pytest.approx(0.005)


def test_scrubbing_back_shows_the_past_and_goes_on_from_there(figure):
    """Catches a past that is not the one that was, and a future that is kept though it is not true any more."""
    play_until(figure, 0.8)
    pause(figure)
    scrub = figure.root.get_by_role("slider", name="Time shown")
    scrub.fill("0.3")
    figure.wait("figure => figure.state.time <= 0.3")
    early = figure.state
    assert early["time"] == pytest.approx(0.3, abs=0.02)
    figure.slider("Δt").press("ArrowRight")
    figure.settle()
    changed = figure.state
    assert changed == early | {"dt": 5.5}
    assert float(scrub.get_attribute("max")) == pytest.approx(early["time"], abs=0.02)
    play_until(figure, 0.6)


def test_a_redo_of_nothing_keeps_the_motion(figure):
    """Catches a key that cuts off what lies ahead of the time shown."""
    play_until(figure, 0.6)
    pause(figure)
    figure.root.get_by_role("slider", name="Time shown").fill("0.3")
    kept = figure.root.evaluate("figure => figure.shell.player.samples.length")
    figure.page.keyboard.press("Control+Shift+z")
    figure.settle()
    assert figure.root.evaluate("figure => figure.shell.player.samples.length") == kept


def test_the_sentence_does_not_speak_of_another_time(figure):
    """Catches "the arm is held still" under an arm that falls."""
    says = figure.root.locator(".says")
    play_until(figure, 0.3)
    expect(says).to_have_text("In motion. Pause, and a sentence says how it stands.")
    pause(figure)
    expect(says).to_contain_text("After 0.")


def test_restart_and_undo(figure):
    """Catches a restart that forgets the pose, an undo that does not know of the release."""
    figure.drag("Joint 1", 0.5, 0.9)
    start = figure.state
    play_until(figure, 0.3)
    figure.button("Restart").click()
    figure.wait("figure => figure.state.time === 0")
    figure.settle()
    assert figure.state == start
    expect(figure.handle("Joint 1")).to_be_visible()
    play_until(figure, 0.3)
    pause(figure)
    figure.button("Undo").click()
    figure.wait("figure => figure.state.time === 0")


def test_the_past_of_the_curves_grows_as_it_comes(figure):
    """Catches curves that show the present point only."""
    play_until(figure, 0.6)
    pause(figure)
    drawn = figure.root.evaluate("figure => figure.picture.sources.get('E').data")
    assert len(drawn["x"]) > 20
    assert list(drawn["x"]) == sorted(drawn["x"])


def test_semi_implicit_euler_beside_it(figure):
    """Catches a switch that is not bound to its action: it takes both motions back to the start."""
    play_until(figure, 0.2)
    pause(figure)
    figure.checkbox("Semi-implicit Euler beside it").check()
    figure.wait("figure => figure.state.beside && figure.state.time === 0")
    play_until(figure, 0.5)
    pause(figure)
    assert figure.readouts["other_drift"] > figure.readouts["drift"]


def test_tasks_by_real_input(open_figure):
    """Catches a task that a reader cannot do: three seconds at full speed, then a step that is too long."""
    figure = open_figure(SLUG, "/en/newton-euler/")
    figure.root.get_by_label("Speed").select_option("4")
    figure.button("Release").click()
    figure.expect_done("three-seconds")
    figure.button("Restart").click()
    figure.wait("figure => figure.state.time === 0")
    figure.slider("Δt").press("End")
    figure.settle()
    figure.button("Release").click()
    figure.expect_done("one-percent-drift")
    assert figure.readouts["drift"] > 1


def scrub_to(figure, seconds):
    scrub = figure.root.get_by_role("slider", name="Time shown")
    scrub.fill(str(seconds))
    figure.settle()
    return scrub


def test_scrubbing_while_it_falls_keeps_the_past(figure):
    """Catches the answer to the pause throwing away what was, and the time that the reader chose with it."""
    play_until(figure, 0.8)
    scrub = scrub_to(figure, 0.4)
    assert figure.state["time"] == pytest.approx(0.4, abs=0.02)
    assert float(scrub.get_attribute("max")) >= 0.8
    expect(figure.root.locator(".says")).to_contain_text("After 0.40 seconds")
    scrub_to(figure, 0.7)
    assert figure.state["time"] == pytest.approx(0.7, abs=0.02)


def test_a_change_while_it_falls_keeps_the_past(figure):
    """Catches curves that begin anew when a slider is moved during the fall."""
    play_until(figure, 0.5)
    figure.slider("Friction").press("ArrowRight")
    figure.wait("figure => figure.state.friction > 0")
    pause(figure)
    assert figure.root.evaluate("figure => figure.shell.player.samples[0].time") == 0


@pytest.mark.parametrize("button", ["Reset", "Undo"])
def test_going_back_to_the_start_ends_the_fall(figure, button):
    """Catches a figure that falls on from the pose that it was taken back to."""
    play_until(figure, 0.3)
    figure.button(button).click()
    expect(figure.button("Release")).to_be_visible()
    assert figure.state["time"] == 0
