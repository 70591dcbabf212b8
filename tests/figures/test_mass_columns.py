"""The three questions give the mass matrix, and gravity has no part in it."""

import math
import random

import numpy as np
import pytest

from dynamics.planar import lagrange, three_link
from figures.mass_columns import ENTRIES, TORQUES, MassColumns
from figures.registry import answer

SEED = 20261130
ROUNDING = 1e-12  # kg m²: differences of torques below 60 N m, in doubles
ALL = (True, True, True)


def ask(state, **more):
    return answer({"figure": "mass-columns", "seq": 1, "state": state, **more})


def poses(count=50):
    rng = random.Random(SEED)
    return [tuple(rng.uniform(-math.pi, math.pi) for _ in range(3)) for _ in range(count)]


def matrix(readouts):
    return np.array([[readouts[f"M_{i}{j}"] for j in (1, 2, 3)] for i in (1, 2, 3)])


@pytest.mark.parametrize("gravity", [True, False])
def test_the_columns_are_the_mass_matrix_whatever_pulls(gravity):
    """Catches gravity left in, or a question to the wrong joint: against the energies’ M in 50 seeded poses."""
    for q in poses():
        shown = MassColumns(q=q, gravity=gravity, found=ALL).frame().readouts
        M = lagrange(three_link(), q, (0, 0, 0), (0, 0, 0)).M
        assert matrix(shown) == pytest.approx(M, abs=ROUNDING)
        assert shown["asymmetry"] < ROUNDING
        assert shown["smallest"] == pytest.approx(np.linalg.eigvalsh(M)[0], abs=ROUNDING)


def test_gravity_changes_the_torques_and_not_the_column():
    """Catches a raw torque that is none: less gravity's share it is the column."""
    heavy, light = (MassColumns(gravity=gravity, joint=2).frame().readouts for gravity in (True, False))
    for k in (1, 2, 3):
        assert heavy[f"raw_{k}"] - heavy[f"gravity_{k}"] == pytest.approx(heavy[f"column_{k}"], abs=ROUNDING)
        assert light[f"raw_{k}"] == light[f"column_{k}"] == pytest.approx(heavy[f"column_{k}"], abs=ROUNDING)
        assert heavy[f"raw_{k}"] != pytest.approx(light[f"raw_{k}"], abs=1e-3)


def test_the_arrows_are_the_accelerations_of_a_level_arm_by_hand():
    """Catches gravity in the arrows, a wrong scale, an arrow on a link that rests: a = α × distance."""
    layers = ask(MassColumns(q=(0, 0, 0), joint=2).state)["layers"]["acceleration"]
    assert layers["text"] == ["a₂", "a₃"]
    up = [y1 - y0 for y0, y1 in zip(layers["y0"], layers["y1"], strict=True)]
    assert up == pytest.approx([0.5 * 0.4, 0.5 * 1.05])  # the centres are 0.4 and 1.05 m from joint 2
    assert layers["x1"] == pytest.approx(layers["x0"])


def test_the_matrix_fills_column_by_column():
    """Catches an entry that is shown before it has been asked for, or forgotten with the next question."""
    reply = ask(MassColumns().state)
    assert not any(key.startswith("M_") for key in reply["readouts"])
    known = set()
    for joint in (3, 1, 2):
        reply = ask(reply["state"], action="find", args={"joint": joint})
        known |= {f"M_{i}{joint}" for i in (1, 2, 3)}
        assert {key for key in reply["readouts"] if key.startswith("M_")} == known
        assert ("smallest" in reply["readouts"]) == reply["tasks"]["all-three-columns"] == (joint == 2)
        assert reply["layers"]["entries"]["end"] == [reply["readouts"][f"M_{i}{joint}"] for i in (1, 2, 3)]
    assert not ask(reply["state"], action="restart")["tasks"]["all-three-columns"]


def test_every_bar_stays_in_its_plot():
    """Catches a range that is too narrow: the stretched arm, level, and 50 seeded poses."""
    for q in [(0, 0, 0), (math.pi, 0, 0), *poses()]:
        for joint in (1, 2, 3):
            for gravity in (True, False):
                reply = ask(MassColumns(q=q, joint=joint, gravity=gravity).state)
                raw, entries = reply["layers"]["rest"]["end"], reply["layers"]["entries"]["end"]
                low, high = reply["ranges"]["raw.x"]
                assert low < min(raw)
                assert max(raw) < high
                assert ENTRIES[0] < min(entries)
                assert max(entries) < ENTRIES[1]
    assert reply["ranges"]["raw.x"] == ENTRIES != TORQUES


def test_the_sum_stands_beyond_both_bars():
    """Catches a number on top of a bar, where the second bar lies back over the first: folded, τ₁ and τ₂."""
    layers = ask(MassColumns(q=(0, 3.1, 0.1), joint=2).state)["layers"]
    assert [text != "" for text in layers["gravity-torque"]["text"]] == [True, True, True]
    assert layers["gravity-torque"]["align"] == ["left", "right", "right"]
    assert layers["rest"]["text"] == ["", "", ""]


@pytest.mark.parametrize(("q", "found", "done"), [
    ((0, math.pi, 0), ALL, True),                    # M₁₂ = −0.225 kg m², the forearm folded back
    ((0, math.pi, 0), (True, True, False), False),   # the eigenvalue is not known yet
    ((0, 2.5, 0.3), ALL, False),                     # folded, and all entries positive
    ((0, 0, 0), ALL, False),
])
def test_negative_coupling(q, found, done):
    """Catches a task that asks for numbers which the reader cannot see, or takes a diagonal entry."""
    assert ask(MassColumns(q=q, found=found).state)["tasks"]["negative-coupling"] is done
