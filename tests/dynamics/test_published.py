"""Numbers that others have published, by the algorithms for trees."""

from itertools import pairwise

import numpy as np
import pytest

from dynamics import builders
from dynamics.aba import aba
from dynamics.crba import coupling, crba, mass_matrix
from dynamics.forward import forward_dynamics
from dynamics.joints import Fixed, Free, Revolute
from dynamics.kinematics import placements, point_motion
from dynamics.model import Body, Model
from dynamics.rnea import bias, gravity_torque, rnea

PRINTED = 1e-7    # Modern Robotics prints eight decimals of torques up to 75 N m
ROUNDING = 1e-11  # for values known exactly; accelerations here are below 40
DOWN = (0, -9.81, 0)
MODERN_G = (0, 0, -9.8)
Q, V, A = (0.1, 0.1, 0.1), np.array((0.1, 0.2, 0.3)), np.array((2, 1.5, 1))
# Its first screw axis is (1, 0, 1, 0, 1, 0), not of unit length; ours is, so our coordinate is √2 of its.
K = np.array((np.sqrt(2), 1, 1))


def modern_arm():
    """The example arm of Modern Robotics' dynamics functions, by unit hinges; its last body is the tip frame.

    There a link's frame lies at its centre of mass, M_{i−1,i} leads from one to the next, and the screw
    axes (w, −w × p) are given in space for the home position.
    """
    homes = [((0, 0, 0.089159), np.eye(3)), ((0.28, 0.13585, 0), ((0, 0, 1), (0, 1, 0), (-1, 0, 0))),
             ((0, -0.1197, 0.395), np.eye(3))]
    axes, points = ((1, 0, 1), (0, 1, 0), (0, 1, 0)), ((-0.5, 0, 0.5), (0, 0, 0.089), (0.425, 0, 0.089))
    masses = (3.7, 8.393, 2.275)
    moments = ((0.010267, 0.010267, 0.00666), (0.22689, 0.22689, 0.0151074), (0.0494433, 0.0494433, 0.004095))
    bodies, R_WP, p_WP, R, centre = [], np.eye(3), np.zeros(3), np.eye(3), np.zeros(3)
    for k, ((step, turn), w, p) in enumerate(zip(homes, axes, points, strict=True)):
        # M_{0,i} = M_{0,i−1} M_{i−1,i}
        centre, R = centre + R @ step, R @ turn
        hinge, parent = Revolute(R.T @ w / np.linalg.norm(w)), f"link {k - 1}" if k else "world"
        bodies.append(Body(f"link {k}", hinge, parent, R_PJ=R_WP.T @ R, p_PJ=R_WP.T @ (p - p_WP),
                           mass=masses[k], com=R.T @ (centre - p), inertia=np.diag(moments[k])))
        R_WP, p_WP = R, np.array(p)
    tip = centre + R @ (0, 0, 0.14225)
    return Model([*bodies, Body("tip", Fixed(), "link 2", p_PJ=R.T @ (tip - p_WP))])


def rbdl_chain(n):
    """RBDL's test chain: 1 kg at the far end of each link of 1 m, and 1 kg m² about it."""
    names = ["world", *(f"link {i}" for i in range(n))]
    return Model([Body(name, Revolute((0, 0, 1)), parent, p_PJ=(parent != "world", 0, 0), mass=1,
                       com=(1, 0, 0), inertia=np.eye(3)) for parent, name in pairwise(names)])


def test_modern_robotics_inverse_dynamics():
    """NxRLab/ModernRobotics, core.py: InverseDynamics, MassMatrix and the terms of τ, one by one."""
    arm, q, v, a = modern_arm(), K * Q, K * V, K * A
    # There the tip pushes its surroundings with Ftip; here the surroundings push the tip.
    f_ext = np.zeros((4, 6))
    f_ext[3] = -1
    tau = rnea(arm, q, v, a, gravity=MODERN_G, f_ext=f_ext).tau
    np.testing.assert_allclose(K * tau, [74.69616155, -33.06766016, -3.23057314], atol=PRINTED)
    M = [[22.543338, -0.307146754, -0.00718426391], [-0.307146754, 1.96850717, 0.432157368],
         [-0.00718426391, 0.432157368, 0.191630858]]
    np.testing.assert_allclose(K[:, None] * mass_matrix(arm, q) * K, M, atol=PRINTED)
    velocity_terms = bias(arm, q, v, gravity=np.zeros(3))
    np.testing.assert_allclose(K * velocity_terms, [0.26453118, -0.05505157, -0.00689132], atol=PRINTED)
    weight = gravity_torque(arm, q, gravity=MODERN_G)
    np.testing.assert_allclose(K * weight, [28.40331262, -37.64094817, -5.4415892], atol=PRINTED)
    still = np.zeros(3)
    tip = rnea(arm, q, still, still, gravity=MODERN_G, f_ext=f_ext).tau - weight
    np.testing.assert_allclose(K * tip, [1.40954608, 1.85771497, 1.392409], atol=PRINTED)


@pytest.mark.parametrize("method", [aba, forward_dynamics])
def test_modern_robotics_forward_dynamics(method):
    """NxRLab/ModernRobotics, core.py: ForwardDynamics."""
    f_ext = np.zeros((4, 6))
    f_ext[3] = -1
    a = method(modern_arm(), K * Q, K * V, np.array((0.5, 0.6, 0.7)) / K, gravity=MODERN_G, f_ext=f_ext).a
    np.testing.assert_allclose(a / K, [-0.97392907, 25.58466784, -32.91499212], atol=PRINTED)


@pytest.mark.parametrize("method", [aba, forward_dynamics])
@pytest.mark.parametrize(("model", "a"), [
    (rbdl_chain(1), [-4.905]),
    # What lies along the axis does not matter: 9.81 · 1.5 / (3 + 1.5² + 1²)
    (Model([Body("body", Revolute((0, 0, 1)), mass=1, com=(1.5, 1, 1), inertia=np.diag((1, 2, 3)))]),
     [-2.3544]),
    (rbdl_chain(2), 9.81 * np.array((-3, 2)) / 5),
    (rbdl_chain(3), 9.81 * np.array((-8, 5, 2)) / 13),
], ids=["one body", "one body off its axis", "two links", "three links"])
def test_rbdl_bodies_that_are_let_go(method, model, a):
    """rbdl/rbdl, tests/DynamicsTests.cc: q = v = τ = 0."""
    still = np.zeros(model.nv)
    np.testing.assert_allclose(method(model, still, still, still, gravity=DOWN).a, a, atol=ROUNDING)


def test_rbdl_mass_matrix_of_three_links():
    """The same chain: M and the gravity torque are whole numbers of kg m² and of g."""
    np.testing.assert_allclose(mass_matrix(rbdl_chain(3), np.zeros(3)), [[17, 10, 4], [10, 7, 3], [4, 3, 2]],
                               atol=ROUNDING)
    np.testing.assert_allclose(gravity_torque(rbdl_chain(3), np.zeros(3), gravity=DOWN), [58.86, 29.43, 9.81],
                               atol=ROUNDING)


@pytest.mark.parametrize("method", [aba, forward_dynamics])
def test_rbdl_three_hinges_with_massless_bodies_between(method):
    """rbdl/rbdl, tests/DynamicsTests.cc, after Featherstone's spatial_v1: turned by 1 rad about the first."""
    z, y, x = np.eye(3)[::-1]
    model = Model([Body("yaw", Revolute(z)), Body("pitch", Revolute(y), "yaw"),
                   Body("roll", Revolute(x), "pitch", mass=1, com=(0, 0.5, 0), inertia=np.eye(3))])
    a = method(model, (1, 0, 0), np.zeros(3), np.zeros(3), gravity=DOWN).a
    np.testing.assert_allclose(a, [3.301932144386186, 0, 0], atol=ROUNDING)
    np.testing.assert_allclose(a[0], 9.81 * 0.5 * np.sin(1) / 1.25, atol=ROUNDING)


@pytest.mark.parametrize("method", [aba, forward_dynamics])
def test_rbdl_floating_base_with_one_hinge(method):
    """rbdl/rbdl, tests/FloatingBaseTests.cc: 1 N m in the hinge, and free fall."""
    solid = {"mass": 1, "com": (1, 0, 0), "inertia": np.eye(3)}
    model = Model([Body("base", Free(), **solid),
                   Body("child", Revolute((0, 0, 1)), "base", p_PJ=(2, 0, 0), **solid)])
    q, still = np.eye(8)[0], np.zeros(7)
    pushed = method(model, q, still, np.eye(7)[6], gravity=DOWN).a
    np.testing.assert_allclose(pushed, [0, 0, -1, 0, -8.81, 0, 2], atol=ROUNDING)
    falling = method(model, q, still, still, gravity=DOWN).a
    np.testing.assert_allclose(falling, [0, 0, 0, 0, -9.81, 0, 0], atol=ROUNDING)


def test_a_slider_on_a_turntable_feels_twice_omega_times_u():
    """Coriolis: half of 2 Ω u comes from the velocity product, half from the turning of the body's axes."""
    model, Omega, u, out = builders.slider_on_turntable(), 3.0, 0.7, 0.4
    passes = rnea(model, (0, out), (Omega, u), np.zeros(2), gravity=np.zeros(3))
    np.testing.assert_allclose(passes.A[1, 3:], [0, Omega * u, 0], atol=ROUNDING)
    _, acceleration = point_motion(passes.V[1], passes.A[1], np.zeros(3))
    np.testing.assert_allclose(acceleration, [-Omega**2 * out, 2 * Omega * u, 0], atol=ROUNDING)
    # The turntable's motor feeds the growing moment of inertia, τ = 2 m r u Ω; the slider's holds it in.
    np.testing.assert_allclose(passes.tau, [2 * 0.5 * out * u * Omega, -0.5 * Omega**2 * out], atol=ROUNDING)


def test_two_rods_in_motion_point_by_point():
    """The worked example of two level rods, g = 10: ordinary accelerations from the spatial ones, and τ."""
    rods, q, v, a = builders.two_link(), (np.pi / 2, 0), (1, 2), (2, 1)
    passes = rnea(rods, q, v, a, gravity=np.zeros(3))
    R = placements(rods, q).R
    points = {"O2": (1, (0, 0, 0)), "C1": (0, (0, 0, -0.5)), "C2": (1, (0, 0, -0.5))}
    found = {name: R[i] @ point_motion(passes.V[i], passes.A[i], np.array(r, float))[1]
             for name, (i, r) in points.items()}
    np.testing.assert_allclose(found["O2"], [-1, 0, 2], atol=ROUNDING)
    np.testing.assert_allclose(found["C1"], [-0.5, 0, 1], atol=ROUNDING)
    np.testing.assert_allclose(found["C2"], [-5.5, 0, 3.5], atol=ROUNDING)
    heavy = rnea(rods, q, v, a, gravity=(0, 0, -10))
    np.testing.assert_allclose(heavy.tau, [26.170833333333334, 7.0025], atol=ROUNDING)
    np.testing.assert_allclose(np.matvec(R, heavy.B[:, 3:]), [[-0.5, 0, 11], [-5.5, 0, 13.5]], atol=ROUNDING)
    np.testing.assert_allclose(gravity_torque(rods, q, gravity=(0, 0, -10)), [20, 5], atol=ROUNDING)


def test_the_book_s_trees():
    """Catches a builder whose tree is not the one that the text describes."""
    branching, star, floating = builders.branching(), builders.star(), builders.floating_two_joint()
    assert branching.parent == (-1, 0, 1, 0, 3)
    np.testing.assert_array_equal(coupling(branching)[1:3, 3:], False)
    assert star.parent == (-1, 0, 0, 0)
    np.testing.assert_array_equal(coupling(star)[1:, 1:], np.eye(3))
    assert (floating.nq, floating.nv, floating.nq + floating.nv, 2 * floating.nv) == (9, 8, 17, 16)
    assert crba(floating, np.eye(9)[0]).C[0, 5, 5] == pytest.approx(6.6)
