"""Placements, frames, Jacobians and accelerations: against Pinocchio, against slopes, against the plane."""

import numpy as np
import pinocchio as pin
import pytest

from dynamics import builders, planar
from dynamics.configuration import integrate, neutral, random_configuration
from dynamics.joints import Prismatic, Revolute
from dynamics.kinematics import (
    Frame,
    body_jacobians,
    frame_jacobian,
    frame_motion,
    frame_placement,
    placements,
    point_motion,
)
from dynamics.lie import log6
from dynamics.model import Body, Model
from dynamics.rnea import rnea
from dynamics.spatial import rotation

from .close import assert_close
from .pinocchio_twin import Twin, swap

SEED = 31
ROUNDING = 1e-12  # a few dozen roundings of numbers up to 10
CENTRAL = 1e-8    # what a central difference with h = 1e-5 leaves
TILTED = rotation(np.array([0.6, 0, 0.8]), 0.7)


def test_pinocchio_sees_the_same_frames():
    """Catches a frame on the wrong side of its body: place, Jacobian, velocity, acceleration; 200 trees."""
    for i in range(200):
        rng = np.random.default_rng([SEED, i])
        model = builders.random_tree(rng, rng.integers(3, 9), floating=i % 2 == 1)
        twin = Twin(model)
        if not twin.moving:
            continue
        on = len(twin.moving) // 2
        frame = Frame("tool", model.bodies[twin.moving[on]].name, TILTED, rng.normal(size=3))
        there = pin.SE3(np.array(frame.R_BF), np.array(frame.p_BF))
        at = twin.model.addFrame(pin.Frame("tool", on + 1, 0, there, pin.FrameType.OP_FRAME))
        twin.data = twin.model.createData()
        q, v, a = random_configuration(model, rng), *rng.normal(size=(2, model.nv))
        pin.forwardKinematics(twin.model, twin.data, twin.q(q), twin.v(v), twin.v(a))
        J = pin.computeFrameJacobian(twin.model, twin.data, twin.q(q), at).reshape(6, model.nv)
        pin.updateFramePlacements(twin.model, twin.data)
        T, (V, A) = frame_placement(model, q, frame), frame_motion(model, q, v, a, frame)
        assert_close(T.R, twin.data.oMf[at].rotation)
        assert_close(T.p, twin.data.oMf[at].translation)
        assert_close(frame_jacobian(model, q, frame) @ v, swap(J @ twin.v(v)))
        assert_close(V, swap(pin.getFrameVelocity(twin.model, twin.data, at).vector))
        assert_close(A, swap(pin.getFrameAcceleration(twin.model, twin.data, at).vector))
        classical = pin.getFrameClassicalAcceleration(twin.model, twin.data, at)
        assert_close(point_motion(V, A, np.zeros(3))[1], classical.linear)


def test_a_jacobian_is_the_slope_of_its_placement():
    """Catches a column in the wrong axes: log6(T(q)⁻¹ T(q ⊕ h e))/h for every body and rate; batches too."""
    rng, h = np.random.default_rng(SEED), 1e-5
    model = builders.random_tree(rng, 7, floating=True)
    q = random_configuration(model, rng)
    x = h * np.stack((np.eye(model.nv), -np.eye(model.nv)))
    ahead, behind = log6(placements(model, q).inverse() @ placements(model, integrate(model, q, x)))
    slope = np.moveaxis((ahead - behind) / (2 * h), 0, -1)
    np.testing.assert_allclose(body_jacobians(model, q), slope, atol=CENTRAL)


def test_jacobians_and_the_outward_pass_agree():
    """Catches an unmasked column: V = J v is the V of the recursion, for a batch of states."""
    rng = np.random.default_rng(SEED)
    model = builders.random_tree(rng, 8, floating=True)
    q, v = random_configuration(model, rng, (5,)), rng.normal(size=(5, model.nv))
    V = np.matvec(body_jacobians(model, q), v[:, None])
    np.testing.assert_allclose(V, rnea(model, q, v, np.zeros(model.nv)).V, atol=ROUNDING)


def test_the_tip_of_the_planar_arm():
    """Catches a point at the wrong end: place, velocity and acceleration as the planar form has them."""
    chain, model = planar.three_link(), builders.three_link()
    q, v, a = np.random.default_rng(SEED).normal(size=(3, 3))
    flat, tip = planar.rnea(chain, q, v, a, gravity=0), Frame("tip", "link 3", p_BF=(0.5, 0, 0))
    T = frame_placement(model, q, tip)
    V, A = frame_motion(model, q, v, a, tip)
    velocity, acceleration = (T.R @ x for x in point_motion(V, A, np.zeros(3)))
    for space, plane in ((T.p, flat.p[-1]), (velocity, flat.v_joint[-1]), (acceleration, flat.a_joint[-1])):
        np.testing.assert_allclose(space, [plane.real, plane.imag, 0], atol=ROUNDING)


def test_a_slider_on_a_turntable_feels_twice_omega_u():
    """Catches a missing half of the Coriolis acceleration: 2 Ω u across, −Ω² x along, for steady rates."""
    omega, u, x = 3.0, 0.5, 0.8
    model = Model((Body("table", Revolute((0, 0, 1)), mass=1, inertia=np.eye(3)),
                   Body("slider", Prismatic((1, 0, 0)), "table", mass=1)))
    V, A = frame_motion(model, [0, x], [omega, u], [0, 0], Frame("on it", "slider"))
    velocity, acceleration = point_motion(V, A, np.zeros(3))
    np.testing.assert_allclose(velocity, [u, omega * x, 0])
    np.testing.assert_allclose(acceleration, [-omega**2 * x, 2 * omega * u, 0])


@pytest.mark.parametrize(("call", "sentence"), [
    (lambda m: Frame("tool", "rod 2", R_BF=2 * np.eye(3)), "tool: R_BF must be a rotation"),
    (lambda m: Frame("tool", "rod 2", p_BF=(0, 0)), r"tool: p_BF must have shape"),
    (lambda m: Frame("tool", "rod 2", p_BF=(0, 0, np.nan)), r"tool: p_BF\[2\] must be finite"),
    (lambda m: frame_jacobian(m, neutral(m), Frame("tool", "hand")), "there is no body 'hand'"),
    (lambda m: placements(m, [0, np.nan]), r"q\[1\] must be finite"),
])
def test_a_frame_that_cannot_be_is_refused(call, sentence):
    """Catches a tool that hangs on nothing."""
    with pytest.raises(ValueError, match=sentence):
        call(builders.two_link())
