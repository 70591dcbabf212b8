"""What the book marks as checked by others: their engines find its numbers, as closely as it says."""

import ast
from functools import cache

import numpy as np
import pytest

from app.content.checks import read_checks
from dynamics import planar
from figures.arm import ARM
from figures.forward_pass import ForwardPass
from tests.book import FOLDER, ROOT, load
from tests.content.others import ENGINES

SEED = 20260803
CHECKS = read_checks(FOLDER)
REST = np.zeros(3)
engine_of = cache(lambda name: ENGINES[name]())


def by_others(check):
    """The test runs for each engine that the check names, within the bound that it prints there."""
    return pytest.mark.parametrize(("engine", "bound"), CHECKS[check].by)


@by_others("level-arm")
def test_others_hold_the_level_arm(engine, bound):
    """Catches a printed torque that is only ours."""
    ours = planar.rnea(ARM, REST, REST, REST).tau
    assert abs(engine_of(engine).torques(REST, REST, REST)[0] - ours[0]) < bound


@by_others("example")
def test_others_find_the_torques_of_the_example(engine, bound):
    """Catches a printed example that is only ours."""
    state = [np.array(x) for x in (ForwardPass().q, ForwardPass().v, ForwardPass().a)]
    ours = planar.rnea(ARM, *state).tau
    assert np.abs(engine_of(engine).torques(*state) - ours).max() < bound


@by_others("arm-in-space")
def test_others_move_the_arm_in_space(engine, bound):
    """Catches a wrong sign or axis in any term, the force at the tip included: 300 random states."""
    rng = np.random.default_rng(SEED)
    q, v, a = rng.uniform(-3, 3, (3, 300, 3))
    force = rng.uniform(-20, 20, (300, 2))
    ours = planar.rnea(ARM, q, v, a, tip_force=force @ [1, 1j]).tau
    theirs = [engine_of(engine).torques(*state) for state in zip(q, v, a, force, strict=True)]
    assert np.abs(theirs - ours).max() < bound


@by_others("fall")
def test_others_let_the_arm_fall(engine, bound):
    """Catches accelerations that are only ours."""
    ours = planar.forward_dynamics(ARM, REST, REST, REST)
    assert np.abs(engine_of(engine).accelerations(REST, REST, REST) - ours).max() < bound


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_the_named_test_exists(check):
    """Catches a reader who is sent to a test that has been renamed or removed."""
    file, _, name = check.test.partition("::")
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert name in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


def test_every_check_stands_behind_a_number():
    """Catches a check that no reader can open."""
    assert {check.id for chapter in load().chapters for check in chapter.checks} == set(CHECKS)
