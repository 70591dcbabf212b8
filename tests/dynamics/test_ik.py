"""Inverse kinematics: published cases digit by digit, the error's Jacobian, and searches that must fail."""

import numpy as np
import pinocchio as pin
import pytest

from dynamics import builders
from dynamics.configuration import integrate, neutral, random_configuration
from dynamics.ik import damped_ik, pose_error, pose_error_jacobian
from dynamics.joints import Free, Revolute
from dynamics.kinematics import Frame, frame_placement
from dynamics.lie import Pose, adjoint, exp6
from dynamics.model import Body, Model
from dynamics.spatial import rotation

SEED = 5
RELATIVE = 1e-11  # to the largest number of the same kind, for a complex step, which subtracts nothing
TIP = Frame("tip", "link 3", p_BF=(0.5, 0, 0))


def test_the_published_case_of_modern_robotics():
    """Catches an error in the wrong axes: Newton–Raphson q + J⁺ e stops by its rule, at its own digits.

    Its arm, a hinge, a slider and a screw of pitch 0.1 m/rad, is given as T = M exp(B_1 q_1) exp(B_2 q_2)….
    """
    B = np.array([[0, 0, -1, 2, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 1, 0, 0, 0.1]])
    home = Pose(np.diag((-1.0, 1, -1)), np.array([0, 6.0, 2]))
    target = Pose(np.array([[0, 1.0, 0], [1, 0, 0], [0, 0, -1]]), np.array([-5, 4, 1.6858]))
    q = np.array([1.5, 2.5, 3])
    for _ in range(20):
        T, J = home, np.zeros((6, 0))
        for B_i, q_i in zip(B, q, strict=True):
            joint = exp6(B_i * q_i)
            T, J = T @ joint, np.column_stack((adjoint(joint.inverse()) @ J, B_i))
        e = pose_error(T, target)
        if np.linalg.norm(e[:3]) <= 0.01 and np.linalg.norm(e[3:]) <= 0.001:
            break
        q = q + np.linalg.pinv(J) @ e
    np.testing.assert_allclose(q, [1.57073819, 2.999667, 3.14153913], atol=5e-9)


def test_the_published_case_of_pinocchio():
    """Catches −Jlog6(E⁻¹) J of the wrong sign or side: its example, 89 steps of a tenth to these angles."""
    theirs = pin.buildSampleModelManipulator()
    axes = {"JointModelRX": (1, 0, 0), "JointModelRY": (0, 1, 0), "JointModelRZ": (0, 0, 1)}
    bodies = [Body(f"{i}", Revolute(axes[joint.shortname()]), f"{i - 1}" if i > 1 else "world",
                   p_PJ=theirs.jointPlacements[i].translation, mass=1, inertia=np.eye(3))
              for i, joint in enumerate(theirs.joints) if i]
    found = damped_ik(Model(bodies), np.zeros(6), Frame("hand", "6"), Pose(np.eye(3), np.array([1.0, 0, 1])),
                      damping=1e-6, fraction=0.1)
    np.testing.assert_allclose(found.steps[0].e, [0, 0, 0, 1, 0, -1], atol=1e-12)
    near = [i for i, step in enumerate(found.steps) if np.linalg.norm(step.e) < 1e-4]
    assert near[0] == 89
    np.testing.assert_allclose(
        found.steps[89].q,
        [0, -6.28327720411614, 0, 14.13724425130638, 0, -7.85396328511612], atol=5e-13)


def test_the_jacobian_of_the_error_is_its_slope():
    """Catches jlog6(e) for jlog6(−e): every column by an imaginary step, 20 trees, far from the target."""
    for i in range(20):
        rng = np.random.default_rng([SEED, i])
        model = builders.random_tree(rng, 6, floating=True, branching=False)
        frame = Frame("hand", "body 5", rotation(np.array([0.6, 0, 0.8]), 0.7), rng.normal(size=3))
        q = random_configuration(model, rng)
        target = frame_placement(model, integrate(model, q, 0.4 * rng.normal(size=model.nv)), frame)
        _, J = pose_error_jacobian(model, q, frame, target)
        x = 1e-30j * np.eye(model.nv)
        e, _ = pose_error_jacobian(model, integrate(model, q, x), frame, target)
        np.testing.assert_allclose(J, e.imag.T / 1e-30, atol=RELATIVE * max(1, np.abs(J).max()))


def test_reachable_targets_are_reached():
    """Catches a step that does not descend: 30 floating arms, targets up to a radian a joint away."""
    for i in range(30):
        rng = np.random.default_rng([SEED, i])
        model = builders.random_tree(rng, 6, floating=True, branching=False)
        frame, q = Frame("hand", "body 5", p_BF=(0.1, 0.2, 0.3)), random_configuration(model, rng)
        target = frame_placement(model, integrate(model, q, rng.uniform(-1, 1, model.nv)), frame)
        found = damped_ik(model, q, frame, target)
        assert found.outcome == "converged"
        there = frame_placement(model, found.q, frame)
        np.testing.assert_allclose(there.R, target.R, atol=1e-7)
        np.testing.assert_allclose(there.p, target.p, atol=1e-7)
        sizes = [np.linalg.norm(step.e) for step in found.steps]
        assert (np.diff(sizes) < 0).all()


def test_a_target_out_of_reach_is_not_taken_for_reached():
    """Catches a stop that calls itself an answer: at 3 m, an arm of 2.3 m has no descent or no steps left."""
    model = builders.three_link()
    target = Pose(np.eye(3), np.array([3.0, 0, 0]))
    found = damped_ik(model, [0.3, -0.5, 0.4], TIP, target, max_steps=500)
    assert found.outcome == "no descent"
    _, J = pose_error_jacobian(model, found.q, TIP, target)
    assert np.abs(J.T @ found.steps[-1].e).max() < 1e-5  # a minimum of |e|²: the slope is level
    assert np.linalg.norm(found.steps[-1].e) > 0.5
    assert damped_ik(model, [0.3, -0.5, 0.4], TIP, target, max_steps=2).outcome == "out of steps"
    assert len(damped_ik(model, [0.3, -0.5, 0.4], TIP, target, max_steps=2).steps) == 3


def test_the_start_may_be_the_answer():
    """Catches a division by nothing: at the target there is one step, the start."""
    model, q = builders.three_link(), np.array([0.3, -0.5, 0.4])
    found = damped_ik(model, q, TIP, frame_placement(model, q, TIP))
    assert (found.outcome, len(found.steps)) == ("converged", 1)


@pytest.mark.parametrize(("change", "sentence"), [
    ({"q": [0, np.nan, 0]}, r"q\[1\] must be finite"),
    ({"q": np.zeros((2, 3))}, "from one configuration to one target, got a batch"),
    ({"target": (np.eye(3), np.zeros((2, 3)))}, "from one configuration to one target, got a batch"),
    ({"frame": Frame("tip", "hand")}, "there is no body 'hand'"),
    ({"target": (np.eye(3), np.array([np.inf, 0, 0]))}, r"target p\[0\] must be finite"),
    ({"target": (2 * np.eye(3), np.zeros(3))}, "target R must be a rotation"),
    ({"target": (np.diag((-1.0, -1, 1)), np.zeros(3))}, "a half turn has two logarithms"),
    ({"target": None}, "target must be a Pose, a rotation and a place, got NoneType"),
    ({"length": 0.0}, "length must be one positive number of metres, got 0"),
    ({"angle": -1.0}, "angle must be one positive number of radians, got -1"),
    ({"max_steps": 1.5}, "max_steps must be a whole number, not negative, got 1.5"),
    ({"damping": 0.0}, "damping must be one positive number"),
])
def test_bad_input_is_refused_in_one_sentence(change, sentence):
    """Catches a search without an end, and one for a target that is no placement."""
    with pytest.raises(ValueError, match=sentence):
        damped_ik(builders.three_link(), **{"q": np.zeros(3), "frame": TIP,
                                            "target": Pose(np.eye(3), np.array([2.0, 0, 0]))} | change)


def test_a_target_very_far_away_is_no_singular_matrix():
    """Catches J Jᵀ + λ² 1 in which the damping drowns: a million kilometres away is a place like any other."""
    model, far = builders.floating_two_joint(), Pose(np.eye(3), np.array([1e9, 1e9, 1e9]))
    found = damped_ik(model, neutral(model), Frame("hip", "base"), far)
    assert found.outcome == "converged"
    np.testing.assert_allclose(found.q[4:7], far.p, rtol=1e-15)


def test_the_steps_are_the_result_s_own():
    """Catches a first step that is the caller's array, and changes with it."""
    model, q = builders.three_link(), np.array([0.3, -0.5, 0.4])
    found = damped_ik(model, q, TIP, frame_placement(model, q, TIP))
    assert not np.shares_memory(found.q, q)


def test_a_free_base_goes_to_any_place():
    """Catches a base left out of the columns: a body alone reaches its target in a few steps."""
    model = Model((Body("drone", Free(), mass=1, inertia=np.eye(3)),))
    target = Pose(rotation(np.array([0.6, 0, 0.8]), 3.0), np.array([1.0, -2, 3]))
    found = damped_ik(model, neutral(model), Frame("centre", "drone"), target)
    assert found.outcome == "converged"
    np.testing.assert_allclose(found.q[4:], [1, -2, 3], atol=1e-7)
