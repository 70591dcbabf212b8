"""The two sides meet in the picture, and the tasks mean what the chapter says."""

import random

import pytest

from dynamics.planar import rnea, three_link, two_link, two_link_closed_form
from figures.registry import answer
from figures.rnea_vs_lagrange import RneaVsLagrange
from tests.figures.states import random_state

SEED = 20261130
ROUNDING = 1e-11  # N m: sums of a few hundred, in doubles
SLUG = "rnea-vs-lagrange"


def ask(state, **more):
    return answer({"figure": SLUG, "seq": 1, "state": state, **more})


@pytest.mark.parametrize("two_links", [False, True])
def test_the_terms_lie_head_to_tail_and_the_diamond_on_their_end(two_links):
    """Catches a term of the wrong sign or joint, a gap between bars, a diamond elsewhere; 50 seeded states."""
    rng = random.Random(SEED)
    for _ in range(50):
        layers = ask(random_state(rng, SLUG) | {"two_links": two_links})["layers"]
        inertia, coriolis, gravity = (layers[name] for name in ("inertia", "coriolis", "gravity-torque"))
        assert inertia["start"] == [0] * (2 if two_links else 3)
        assert coriolis["start"] == inertia["end"]
        assert gravity["start"] == coriolis["end"]
        assert layers["torque"]["x"] == pytest.approx(gravity["end"], abs=ROUNDING)
        assert layers["torque"]["y"] == gravity["y"]


def test_the_readout_is_the_recursion_and_with_two_links_the_closed_form():
    """Catches a readout of another chain: two links are the first two, and their third numbers are none."""
    figure = RneaVsLagrange()
    tau = rnea(three_link(), figure.q, figure.v, figure.a).tau
    shown = figure.frame().readouts
    assert [shown[f"torque_{j}"] for j in (1, 2, 3)] == tau.tolist()
    assert "closed_form" not in shown
    figure.two_links = True
    shown = figure.frame().readouts
    motion = figure.q[:2], figure.v[:2], figure.a[:2]
    assert [shown[f"torque_{j}"] for j in (1, 2)] == rnea(two_link(), *motion).tau.tolist()
    assert two_link_closed_form(two_link(), *motion).tau == pytest.approx(
        [shown["torque_1"], shown["torque_2"]], abs=ROUNDING)
    assert shown["closed_form"] < ROUNDING
    assert "torque_3" not in shown


def test_two_links_have_two_handles_and_leave_two_sliders_idle():
    """Catches a grip in the air, or a slider that seems to work and does nothing."""
    reply = ask(RneaVsLagrange(two_links=True).state)
    assert set(reply["handles"]) == {"joint-1", "joint-2"}
    assert reply["idle"] == ("v.2", "a.2")
    assert ask(RneaVsLagrange().state)["idle"] == ()


@pytest.mark.parametrize("gravity", [True, False])
def test_no_drag_leaves_the_plot_or_rescales_it(gravity):
    """Catches a range that follows the pose, or bars that are cut off."""
    rng = random.Random(SEED)
    state = RneaVsLagrange(gravity=gravity).state
    seen = set()
    for _ in range(200):
        reply = ask(state | {"q": [rng.uniform(-3, 3) for _ in range(3)]})
        low, high = reply["ranges"]["torques.x"]
        seen.add((low, high))
        ends = [x for name in ("inertia", "coriolis", "gravity-torque") for x in reply["layers"][name]["end"]]
        assert low < min(ends)
        assert max(ends) < high
    assert len(seen) == 1


def test_five_random_states():
    """Catches states that differ from reader to reader, a count that runs on, a task done too early."""
    state, seen, again = RneaVsLagrange().state, [], []
    for _ in range(6):
        reply = ask(state, action="random_state")
        state = reply["state"]
        seen.append((reply["readouts"]["agreed"], reply["tasks"]["five-random-states"]))
        again.append(state["q"])
    assert seen == [(1, False), (2, False), (3, False), (4, False), (5, True), (5, True)]
    assert len({tuple(q) for q in again}) == 6
    other = ask(RneaVsLagrange(q=(0, 0, 0), gravity=False, seed=2).state, action="random_state")
    assert other["state"]["q"] == again[2]


def test_a_disagreement_starts_the_count_again(monkeypatch):
    """Catches a count of presses instead of agreements: one side is given another arm."""
    state = ask(RneaVsLagrange(agreed=4).state, action="random_state")["state"]
    assert state["agreed"] == 5
    monkeypatch.setattr("figures.rnea_vs_lagrange.rnea", lambda chain, q, v, a, gravity: rnea(
        chain, q, v, [1.001 * x for x in a], gravity=gravity))
    reply = ask(RneaVsLagrange(agreed=4).state, action="random_state")
    assert reply["state"]["agreed"] == 0
    assert "do not agree" in reply["says"]


def test_the_seeds_run_round():
    """Catches a seed that leaves its bounds after the last."""
    assert ask(RneaVsLagrange(seed=9999).state, action="random_state")["state"]["seed"] == 1


@pytest.mark.parametrize(("change", "done"), [
    ({}, True), ({"gravity": True}, False), ({"a": [0, 0.1, 0]}, False), ({"v": [0, 0, 0]}, False),
    ({"v": [3, 0, 0], "q": [0, 0, 0]}, False),  # a stretched arm that turns as one body pulls, and twists not
    ({"two_links": True, "a": [0, 0, 2]}, True),  # the third joint is not there
], ids=str)
def test_torque_from_velocity_alone(change, done):
    """Catches a task that gravity or an acceleration can do."""
    state = RneaVsLagrange(gravity=False, a=(0, 0, 0)).state | change
    assert ask(state)["tasks"]["torque-from-velocity-alone"] is done
