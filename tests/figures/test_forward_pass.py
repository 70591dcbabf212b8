"""The forward pass shows what the recursion finds, and its tasks mean what the chapter says."""

import cmath
import math

import pytest

from dynamics.planar import rnea, three_link
from figures.forward_pass import ForwardPass
from figures.registry import answer

DRAWN = 1e-12  # metres: arrows are sums of a few numbers of order one


def ask(state, **more):
    return answer({"figure": "forward-pass", "seq": 1, "state": state, **more})


def arrows(layer):
    return [(complex(a, b), complex(c, d))
            for a, b, c, d in zip(layer["x0"], layer["y0"], layer["x1"], layer["y1"], strict=True)]


def test_next_walks_from_base_to_tip_and_stops_there():
    """Catches a step that skips a link or runs past the tip; back and restart undo it."""
    state = ForwardPass().state
    seen = []
    for _ in range(4):
        reply = ask(state, action="next")
        state = reply["state"]
        sums = reply["layers"]["acceleration"]["x0"]
        seen.append((state["step"], len(sums), reply["tasks"]["walk-to-tip"]))
    assert seen == [(1, 1, False), (2, 2, False), (3, 3, True), (3, 3, True)]
    assert ask(state, action="back")["state"]["step"] == 2
    assert ask(state, action="restart")["state"]["step"] == 0


def test_the_three_terms_head_to_tail_end_on_the_sum():
    """Catches a term of the wrong sign or scale: the chain must close on the dashed arrow at every link."""
    layers = ask(ForwardPass(step=3).state)["layers"]
    ends = {key: arrows(layers[key]) for key in ("inherited", "euler", "centripetal", "acceleration")}
    # The base does not accelerate, so link 1 inherits nothing and has no grey arrow.
    assert len(ends["inherited"]) == 2
    for i in range(3):
        (start, euler), (turn, tip) = ends["euler"][i], ends["centripetal"][i]
        assert abs(euler - turn) < DRAWN
        assert abs(tip - ends["acceleration"][i][1]) < DRAWN
        assert abs(start - (ends["inherited"][i - 1][1] if i else ends["acceleration"][0][0])) < DRAWN


def test_the_readout_is_the_recursion():
    """Catches a readout of another link or frame: compared with rnea for the current link."""
    figure = ForwardPass(step=2)
    m = rnea(three_link(), figure.q, figure.v, figure.a, gravity=0.0)
    shown = figure.frame().readouts
    assert shown["omega"] == m.w[1]
    assert complex(shown["acceleration_x"], shown["acceleration_y"]) == m.a_com[1]
    assert complex(shown["velocity_x"], shown["velocity_y"]) == m.v_com[1]


def test_a_turning_rod_alone_by_hand():
    """Catches a wrong formula at its simplest: one joint turns at 2 rad/s, its centre half a metre out."""
    figure = ForwardPass(q=(0, 0, 0), v=(2, 0, 0), a=(3, 0, 0), step=1)
    shown = figure.frame().readouts
    assert shown["centripetal_x"] == pytest.approx(-2.0)  # −ω² r = −4 · 0.5
    assert shown["euler_y"] == pytest.approx(1.5)         # α r = 3 · 0.5
    assert shown["velocity_y"] == pytest.approx(1.0)      # ω r = 2 · 0.5


def test_acceleration_without_acceleration():
    """Catches a task that can be had without its insight: θ̈ = 0 is needed, and so is turning."""
    task = "acceleration-without-acceleration"
    state = ForwardPass().state
    assert not ask(state)["tasks"][task]
    assert ask(state, action="no_acceleration")["tasks"][task]
    still = state | {"v": [0, 0, 0]}
    assert not ask(still, action="no_acceleration")["tasks"][task]


@pytest.mark.parametrize("joint", [1, 2, 3])
def test_a_dragged_handle_goes_where_the_pointer_points(joint):
    """Catches a drag that turns the wrong joint or measures from the wrong link."""
    state = ForwardPass().state
    target = [-0.4, 1.7]
    reply = ask(state, action="drag", args={"handle": f"joint-{joint}", "to": target})
    changed = [i for i in range(3) if reply["state"]["q"][i] != state["q"][i]]
    assert changed == [joint - 1]
    rods = reply["layers"]["links"]
    start = complex(rods["x0"][joint - 1], rods["y0"][joint - 1])
    grip = reply["handles"][f"joint-{joint}"]
    wanted = cmath.phase(complex(*target) - start)
    assert cmath.phase(complex(grip["x"], grip["y"]) - start) == pytest.approx(wanted)


def test_a_drag_onto_the_joint_itself_changes_nothing():
    """Catches a division by zero, or an arm that jumps when the pointer crosses its joint."""
    state = ForwardPass().state
    assert ask(state, action="drag", args={"handle": "joint-1", "to": [0, 0]})["state"] == state


def test_keys_turn_a_joint_by_steps_and_to_its_ends():
    """Catches a wrong step, a fine step that is none, and ends that are not the bounds."""
    state = ForwardPass().state
    nudge = {"handle": "joint-2", "by": [1, 0], "fine": False}
    assert ask(state, action="nudge", args=nudge)["state"]["q"][1] - state["q"][1] == pytest.approx(
        math.radians(5))
    fine = ask(state, action="nudge", args=nudge | {"fine": True})["state"]["q"][1]
    assert fine - state["q"][1] == pytest.approx(math.radians(1))
    for high, end in ((True, math.pi), (False, -math.pi)):
        assert ask(state, action="limit", args={"handle": "joint-2", "high": high})["state"]["q"][1] == end


def test_a_drag_never_rescales():
    """Catches arrows whose scale jumps while a joint is dragged: it may depend on the sliders alone."""
    state = ForwardPass(step=3).state
    scales = {ask(state, action="drag", args={"handle": f"joint-{j}", "to": [math.cos(t), math.sin(t)]})
              ["readouts"]["scale"] for j in (1, 2, 3) for t in range(6)}
    assert len(scales) == 1
