"""The falling arm: its motion is the simulation's, its drift is measured, and it never shows nonsense."""

import json
import math

import numpy as np
import pytest

from dynamics.planar import energy, simulate, three_link
from figures.energy_drift import EnergyDrift
from figures.moving import MOST_STEPS
from figures.registry import answer, kept

ARM = three_link()
CHUNK = {"seconds": 0.15, "samples": 9}
WRAPPING = 1e-9  # rad: angles are wrapped and states rounded through JSON between two requests


def ask(state, action=None, **args):
    request = {"figure": "energy-drift", "seq": 1, "state": state}
    return answer(request | ({"action": action, "args": args} if action else {}))


def run(state, seconds):
    reply = None
    while state["time"] < seconds - 1e-9:
        reply = ask(state, "advance", **CHUNK)
        state = reply["state"]
    return reply


def test_pieces_are_the_whole_run():
    """Catches a step lost or doubled between two requests: two seconds in pieces against one simulation."""
    reply = run(EnergyDrift().state, 2.1)
    whole = simulate(ARM, EnergyDrift().start, [0, 0, 0], step=0.005, count=round(reply["state"]["time"] / 0.005))
    off = np.array(reply["state"]["q"]) - whole.q[-1]
    assert np.abs((off + np.pi) % (2 * np.pi) - np.pi).max() < WRAPPING
    E = whole.T + whole.V
    assert reply["readouts"]["drift"] == pytest.approx(100 * np.abs(E - E[0]).max() / abs(E[0]), rel=1e-6)


def test_samples_come_at_even_times_and_go_on_from_their_state():
    """Catches a picture that is ahead of its state by more than a step, and gaps between requests."""
    first = ask(EnergyDrift(dt=20.0).state, "advance", **CHUNK)
    second = ask(first["state"], "advance", **CHUNK)
    times = [sample["time"] for sample in first["samples"] + second["samples"]]
    # 0.15 s are 8 steps of 20 ms: 0.16 s.
    assert np.diff([0, *times]) == pytest.approx(0.16 / 9)
    for sample in first["samples"]:
        assert 0 <= sample["time"] - sample["state"]["time"] < 0.02 + 1e-9
        ask(sample["state"])


def test_a_request_is_never_long():
    """Catches a request that holds up the others: at the shortest step it covers less time, not more steps."""
    reply = ask(EnergyDrift(dt=0.5).state, "advance", seconds=1.0, samples=60)
    assert reply["state"]["time"] == pytest.approx(MOST_STEPS * 0.0005)


def test_the_same_question_is_answered_from_the_cache():
    """Catches a cache that forgets, or that mixes up two states."""
    kept.cache_clear()
    state = EnergyDrift().state
    first = [json.dumps(ask(state, "advance", **CHUNK)) for _ in range(2)]
    assert first[0] == first[1]
    assert kept.cache_info().hits == 1
    assert json.dumps(ask(state | {"dt": 10.0}, "advance", **CHUNK)) != first[0]


def test_energy_is_that_of_the_state():
    """Catches T and V of another motion: compared with the package's energy, which sums over the links."""
    reply = run(EnergyDrift().state, 0.5)
    found = energy(ARM, reply["state"]["q"], reply["state"]["v"])
    assert reply["readouts"]["T"] == pytest.approx(float(found.T))
    assert reply["readouts"]["V"] == pytest.approx(float(found.V))


def test_friction_takes_and_hides_the_drift():
    """Catches a drift that is shown where energy is meant to fall."""
    reply = run(EnergyDrift(friction=0.5).state, 1.0)
    assert reply["readouts"]["E"] < EnergyDrift().first_energy()
    assert "drift" not in reply["readouts"]
    assert ask(reply["state"] | {"friction": 0.0}, "advance", **CHUNK)["state"]["damped"]
    assert not ask(reply["state"], "again")["state"]["damped"]


def test_three_seconds_and_one_percent():
    """Catches tasks that friction, or standing still, would do too."""
    reply = run(EnergyDrift().state, 3.0)
    assert reply["tasks"] == {"three-seconds": True, "one-percent-drift": False}
    assert not run(EnergyDrift(friction=0.1).state, 3.0)["tasks"]["three-seconds"]
    assert run(EnergyDrift(dt=50.0).state, 3.0)["tasks"]["one-percent-drift"]


def test_a_motion_that_blows_up_says_so_and_stops():
    """Catches NaN on the page: a state that is far too fast for its step ends, in a sentence, finite."""
    state = EnergyDrift(dt=50.0, time=1.0, v=(300.0, -500.0, 400.0)).state
    for _ in range(20):
        reply = ask(state, "advance", **CHUNK)
        json.dumps(reply, allow_nan=False)
        state = reply["state"]
    assert state["blown"]
    assert "too long" in reply["says"]
    assert reply["samples"] == []
    assert ask(state, "again")["state"] == EnergyDrift(dt=50.0).state


def test_a_minute_is_the_end():
    """Catches a figure that runs for ever in a forgotten window."""
    reply = ask(EnergyDrift(time=60.0).state, "advance", **CHUNK)
    assert reply["samples"] == []
    assert "minute" in reply["says"]


def test_the_measured_order_is_four():
    """Catches a wrong comparison: RK4's largest energy error falls by 2⁴ when the step is halved."""
    shown = ask(EnergyDrift(dt=10.0).state, "measure_order")["readouts"]
    assert shown["order_1"] == pytest.approx(4, abs=0.1)
    assert shown["order_2"] == pytest.approx(4, abs=0.1)


def test_semi_implicit_euler_runs_beside_from_the_same_pose():
    """Catches two motions that begin apart: the switch takes both back to the start."""
    moved = run(EnergyDrift().state, 0.5)["state"]
    both = ask(moved, "compare", on=True)["state"]
    assert both["time"] == 0
    assert both["other_q"] == both["q"] == both["start"]
    reply = run(both, 1.0)
    assert reply["readouts"]["other_drift"] > 10 * reply["readouts"]["drift"]
    assert reply["layers"]["other-links"]["x0"]
    # The numbers are RK4's still, as they are alone.
    assert reply["readouts"]["E"] == run(EnergyDrift().state, 1.0)["readouts"]["E"]


def test_the_pose_is_set_only_before_the_release():
    """Catches an arm that is grabbed while it falls: then there is no handle, and a drag changes nothing."""
    state = EnergyDrift().state
    dragged = ask(state, "drag", handle="joint-1", to=[0, 1])["state"]
    assert dragged["start"] == dragged["q"] == dragged["other_q"]
    assert dragged["q"][0] == pytest.approx(math.pi / 2)
    moving = run(state, 0.3)
    assert moving["handles"] == {}
    assert ask(moving["state"], "drag", handle="joint-1", to=[0, 1])["state"] == moving["state"]
    assert ask(moving["state"], "limit", handle="joint-1", high=True)["state"] == moving["state"]
