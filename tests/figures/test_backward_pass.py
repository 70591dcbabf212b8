"""The backward pass draws free bodies that balance, and its tasks mean what the chapter says."""

import math
import random

import pytest

from dynamics.planar import rnea, three_link
from figures.backward_pass import NEWTON_PER_METRE, BackwardPass
from figures.registry import answer

SEED = 20261130
ROUNDING = 1e-11  # N and N m: sums of a few hundred, in doubles
UPRIGHT = [math.pi / 2, 0.0, 0.0]


def ask(state, **more):
    return answer({"figure": "backward-pass", "seq": 1, "state": state, **more})


def arrow(layer):
    """The one arrow of a layer as a vector."""
    (x0,), (y0,), (x1,), (y1,) = layer["x0"], layer["y0"], layer["x1"], layer["y1"]
    return complex(x1 - x0, y1 - y0)


def moving(rng):
    def three(bound):
        return [rng.uniform(-bound, bound) for _ in range(3)]

    return BackwardPass(q=three(3), v=three(3), a=three(5),
                        tip_force=(rng.uniform(-25, 25), rng.uniform(-25, 25)), gravity=rng.random() < 0.5)


@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_forces_on_a_free_link_add_up_to_m_a(step):
    """Catches a reaction of the wrong sign, a weight that is drawn twice, an m·a that carries gravity."""
    figure = BackwardPass(q=(0.4, 0.5, -0.3), v=(1, -2, 1), a=(1, 2, -1), tip_force=(12, -9), step=step)
    layers = figure.frame().layers
    link = 4 - step
    total = sum(arrow(layers[name]) for name in (f"force-{link}", f"reaction-{link + 1}", "gravity"))
    assert abs(total - arrow(layers["mass-times-acceleration"])) < ROUNDING


def test_the_tip_force_costs_its_jacobian_in_every_motion():
    """Catches a torque that is not linear in the tip force; 50 seeded states of motion."""
    rng = random.Random(SEED)
    assert all(moving(rng).frame().readouts["residual"] < ROUNDING for _ in range(50))


def test_torques_are_those_of_the_recursion_and_appear_one_by_one():
    """Catches bars in the wrong row, or shown before their joint has been reached."""
    figure = BackwardPass(v=(1, 0.5, -1), tip_force=(5, 5))
    tau = rnea(three_link(), figure.q, figure.v, figure.a, tip_force=5 + 5j).tau
    for step in range(4):
        figure.step = step
        frame = figure.frame()
        assert [frame.readouts[f"tau_{j}"] for j in (1, 2, 3)] == tau.tolist()
        shown = [j for j in (1, 2, 3) if frame.layers[f"tau-{j}"]["end"]]
        assert shown == list(range(4 - step, 4))
        for j in shown:
            assert frame.layers[f"tau-{j}"]["end"] == [tau[j - 1]]


def test_a_horizontal_arm_at_rest_by_hand():
    """Catches a lever arm or a mass: Σ m g x, with the masses 2, 1.6, 1 kg at 0.5, 1.4, 2.05 m."""
    shown = BackwardPass(q=(0, 0, 0)).frame().readouts
    assert shown["tau_1"] == pytest.approx(9.81 * (2 * 0.5 + 1.6 * 1.4 + 1 * 2.05))
    assert shown["tau_3"] == pytest.approx(9.81 * 1 * 0.25)


def test_walk_to_base():
    """Catches a walk in the wrong direction: link 3 is freed first."""
    state = BackwardPass().state
    reply = ask(state, action="next")
    assert reply["layers"]["force-3"]["text"] == ["f₃"]
    for _ in range(2):
        reply = ask(reply["state"], action="next")
    assert reply["layers"]["force-1"]["text"] == ["f₁"]
    assert reply["tasks"]["walk-to-base"]


@pytest.mark.parametrize(("change", "done"), [
    ({}, True), ({"gravity": False}, False), ({"v": [0, 0.1, 0]}, False), ({"tip_force": [0.1, 0]}, False),
    ({"q": [-math.pi / 2, 0, 0]}, False), ({"q": [math.pi / 2 - 0.1, 0, 0]}, False),
    ({"q": [math.pi / 2 + 0.001, 0, 0]}, True),
], ids=str)
def test_upright_at_rest(change, done):
    """Catches a task that hanging, floating or moving arms fulfil too."""
    state = BackwardPass().state | {"q": UPRIGHT} | change
    assert ask(state)["tasks"]["upright-at-rest"] is done


def test_push_away_tau_1():
    """Catches a task that is had by no push at all: |τ₁| < 0.4 N m and ‖F‖ ≥ 1 N, solved here by hand."""
    q1 = math.pi / 2 - 0.2
    figure = BackwardPass(q=(q1, 0, 0))
    weight_torque = figure.frame().readouts["tau_1"]
    # A horizontal push at height y costs −F_x y about the base, so this one carries the weight's torque.
    push = weight_torque / (2.3 * math.sin(q1))
    state = figure.state | {"tip_force": [push, 0.0]}
    assert push >= 1
    assert ask(state)["tasks"]["push-away-tau-1"]
    assert not ask(state | {"tip_force": [0, 0]})["tasks"]["push-away-tau-1"]
    assert not ask(state | {"q": UPRIGHT, "tip_force": [0.5, 0]})["tasks"]["push-away-tau-1"]


def test_the_tip_force_follows_its_handle():
    """Catches the wrong scale: one metre of drag is ten newtons."""
    state = BackwardPass().state
    at = ask(state)["handles"]["tip-force"]
    to = [at["x"] + 0.7, at["y"] - 0.4]
    reply = ask(state, action="drag", args={"handle": "tip-force", "to": to})
    assert reply["state"]["tip_force"] == pytest.approx([0.7 * NEWTON_PER_METRE, -0.4 * NEWTON_PER_METRE])
    handle = reply["handles"]["tip-force"]
    assert [handle["x"], handle["y"]] == pytest.approx(to)
    assert ask(reply["state"], action="limit",
               args={"handle": "tip-force", "high": False})["state"]["tip_force"] == [0.0, 0.0]


def test_show_every_joint_force():
    """Catches a switch that shows nothing, or hides the current link's diagram."""
    state = BackwardPass(step=1).state
    shown = {j for j in (1, 2, 3) if ask(state)["layers"][f"force-{j}"]["x0"]}
    everything = {j for j in (1, 2, 3) if ask(state | {"show_all": True})["layers"][f"force-{j}"]["x0"]}
    assert (shown, everything) == ({3}, {1, 2, 3})
