"""The chapters themselves: they load, and what they print is true."""

import re
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

from app.content import load
from figures.registry import FIGURES

FOLDER = Path(__file__).parents[2] / "content" / "en"
TEXT = (FOLDER / "newton-euler.md").read_text(encoding="utf-8")
LENGTHS, MASSES = (1.0, 0.8, 0.5), (2.0, 1.6, 1.0)
ROUNDING = 1e-12  # relative; a few dozen operations in double precision on numbers of order 1


@pytest.fixture(scope="module")
def rnea():
    """The algorithm as the chapter prints it."""
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    scope = {}
    exec(code, scope)
    return scope["rnea"]


def test_the_book_loads():
    """Catches any mistake that the loader knows, in the text that is served."""
    book = load(FOLDER, FIGURES)
    assert [figure.name for chapter in book.chapters for figure in chapter.figures] == list(FIGURES)


def arm():
    """The planar arm for Pinocchio: joints about z, rods along x, gravity along -y."""
    model = pin.Model()
    model.gravity.linear = np.array([0, -9.81, 0])
    end = 0.0
    for number, (length, mass) in enumerate(zip(LENGTHS, MASSES, strict=True)):
        place = pin.SE3(np.eye(3), np.array([end, 0, 0]))
        joint = model.addJoint(number, pin.JointModelRZ(), place, f"joint {number + 1}")
        about_com = np.diag([0, 1, 1]) * mass * length**2 / 12
        rod = pin.Inertia(mass, np.array([length / 2, 0, 0]), about_com)
        model.appendBodyToJoint(joint, rod, pin.SE3.Identity())
        end = length
    return model


@pytest.mark.parametrize("seed", range(20))
def test_the_printed_algorithm_agrees_with_pinocchio(rnea, seed):
    """Catches a wrong sign, index or inertia in the code that readers will copy, tip force included."""
    rng = np.random.default_rng(seed)
    q, v, a = rng.normal(size=(3, 3))
    force = rng.normal(size=2)
    model = arm()
    data = model.createData()
    tip = model.addFrame(pin.Frame("tip", 3, pin.SE3(np.eye(3), np.array([LENGTHS[-1], 0, 0])), pin.OP_FRAME))
    jacobian = pin.computeFrameJacobian(model, model.createData(), q, tip, pin.LOCAL_WORLD_ALIGNED)[:2]
    expected = pin.rnea(model, data, q, v, a) + jacobian.T @ force
    found = rnea(q, v, a, LENGTHS, MASSES, tip_force=complex(*force))
    assert found == pytest.approx(expected, rel=ROUNDING, abs=ROUNDING * np.abs(expected).max())


def test_the_worked_numbers_are_those_of_the_algorithm(rnea):
    """Catches a torque in the three checks that was worked out wrong, or not corrected with the arm."""
    held_level = rnea((0,) * 3, (0,) * 3, (0,) * 3, LENGTHS, MASSES)
    assert f"={held_level[2]:.2f}\\unit{{N\\,m}}" in TEXT
    assert f"={held_level[0]:.1f}\\unit{{N\\,m}}" in TEXT
    assert rnea([0.7], [3.0], [0.0], [1.0], [2.0], g=0) == pytest.approx([0], abs=ROUNDING)
    assert rnea([0.7], [0.0], [1.0], [1.0], [2.0], g=0) == pytest.approx([2.0 / 3], rel=ROUNDING)
