"""The graph shows the counts where they belong, and the task means what the chapter says."""

import pytest

from dynamics.opcount import count
from figures.op_count import ALGORITHMS, BOTTOM, LEFT, RIGHT, TOP, OpCount, across, joints
from figures.registry import answer

SCALES = pytest.mark.parametrize("log", [True, False])


def ask(state, **more):
    return answer({"figure": "op-count", "seq": 1, "state": state, **more})


@pytest.mark.parametrize("n", [1, 4, 8])
def test_the_readout_is_what_running_the_code_counts(n):
    """Catches a line with another algorithm's name, or a count for another number of joints."""
    shown = ask(OpCount(n=n).state)["readouts"]
    for name in ALGORITHMS:
        mul, add, _ = count(name, n)
        assert shown[name] == mul + add


def test_the_published_counts_of_six_joints():
    """Catches a mistyped source: Hollerbach 1980 as Corke prints it, 852 + 738 and 67,143 + 51,548."""
    shown = ask(OpCount(n=6).state)["readouts"]
    assert shown["published_rnea"] == 852 + 738
    assert shown["published_lagrange"] == 67143 + 51548


def test_the_slopes_are_the_orders():
    """Catches a slope of another base: n, n², between n² and n³, n⁴, as far as 40 joints show it."""
    shown = ask(OpCount().state)["readouts"]
    assert shown["slope_1"] == pytest.approx(1, abs=0.05)
    assert shown["slope_2"] == pytest.approx(2, abs=0.05)
    assert 2 < shown["slope_3"] < 3
    assert shown["slope_4"] == pytest.approx(4, abs=0.1)


@SCALES
def test_the_line_goes_where_it_is_pulled(log):
    """Catches a scale that differs from its inverse, or a line beyond the ends."""
    for n in range(1, 41):
        state = ask(OpCount(log=log).state, action="drag",
                    args={"handle": "n", "to": [across(n, log), 0.3]})["state"]
        assert state["n"] == n
        assert ask(state)["handles"]["n"]["x"] == across(n, log)
    assert (joints(-5, log), joints(50, log)) == (1, 40)


@SCALES
def test_every_line_stays_on_the_graph(log):
    """Catches a line over the numbers of the axes: one that leaves ends at the upper edge."""
    layers = ask(OpCount(log=log).state)["layers"]
    for name in (*ALGORITHMS, "published-rnea", "published-lagrange"):
        (xs,), (ys,) = layers[name]["xs"], layers[name]["ys"]
        assert min(xs) >= LEFT
        assert max(xs) <= RIGHT + 1e-9
        assert min(ys) >= BOTTOM
        assert max(ys) <= TOP + 1e-9
        assert max(xs) == pytest.approx(RIGHT) or max(ys) == pytest.approx(TOP)
    assert log == (max(layers["lagrange"]["ys"][0]) < TOP)


def test_on_logarithmic_axes_a_power_is_straight():
    """Catches axes that are half logarithmic: ① far out climbs a decade for each decade."""
    (xs,), (ys,) = (ask(OpCount().state)["layers"]["rnea"][key] for key in ("xs", "ys"))
    rise = (ys[39] - ys[19]) / (TOP - BOTTOM) * (8.3 - 1)
    run = (xs[39] - xs[19]) / (RIGHT - LEFT) * 1.6021  # log10 of 40
    assert rise / run == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize(("n", "factor", "done"), [
    (30, 1, True), (30, 1.049, True), (30, 0.951, True), (30, 1.06, False), (30, 0.94, False), (29, 1, False),
    (30, 0, False),
])
def test_thirty_joints(n, factor, done):
    """Catches a task that accepts another arm or a guess that is too far off, or gives the answer away."""
    ratio = sum(count("lagrange", n)[:2]) / sum(count("rnea", n)[:2])
    reply = ask(OpCount(n=n, guess=(factor * ratio,)).state)
    assert reply["tasks"]["thirty-joints"] is done
    assert ("ratio_4" in reply["readouts"]) == (abs(factor - 1) < 0.05)
