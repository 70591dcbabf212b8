"""The planar arm: hand-worked numbers, and three derivations that have to agree."""

import numpy as np
import pytest

from dynamics import planar
from dynamics.planar import Chain, lagrange, rnea, three_link, two_link

SEED = 20260801
ROUNDING = 1e-12   # N m; torques here are below 1e3, so this is a few rounding errors
PRINTED = 1e-9     # the numbers taken over are printed with nine decimals
G = 9.81


def states(count, n=3, seed=SEED):
    """Random q, v, a, each (count, n), and tip forces (count,)."""
    rng = np.random.default_rng(seed)
    q, v, a = rng.uniform(-3, 3, (3, count, n))
    force = rng.uniform(-20, 20, (2, count))
    return q, v, a, force[0] + 1j * force[1]


def uprights():
    """Two rods of 1 m and 1 kg with a square section of 0.1 m: J = m (l² + b²)/12 = 101/1200."""
    return Chain((1, 1), (1, 1), (0.5, 0.5), (101 / 1200, 101 / 1200))


def rbdl_chain(n):
    """The test chain of RBDL: 1 kg at the far end of each link of 1 m, and 1 kg m² about it."""
    return Chain(np.ones(n), np.ones(n), np.ones(n), np.ones(n))


def test_a_level_rod_at_rest_costs_half_its_weight_times_its_length():
    """Catches a gravity of the wrong sign or counted twice: τ = +m g l/2."""
    rod = planar.uniform_rods([0.7], density=3.0)
    assert rnea(rod, [0], [0], [0]).tau == pytest.approx([3.0 * 0.7 * G * 0.7 / 2], rel=ROUNDING)


def test_a_rod_turning_steadily_in_space_is_pulled_and_not_turned():
    """Catches a centripetal term of the wrong sign: f = −m ω² r_c along the rod, τ = 0."""
    rod = planar.uniform_rods([2.0], density=1.0)
    passes = rnea(rod, [0], [3.0], [0], gravity=0)
    np.testing.assert_allclose(passes.f[0], -2.0 * 9.0 * 1.0, atol=ROUNDING)
    np.testing.assert_allclose(passes.tau, 0, atol=ROUNDING)


def test_a_rod_about_its_end_has_a_third_of_m_l_squared():
    """Catches the inertia about the joint taken for that about the centre of mass, or added twice."""
    rod = planar.uniform_rods([1.5], density=2.0)
    assert planar.mass_matrix(rod, [0.4])[0, 0] == pytest.approx(3.0 * 1.5**2 / 3, rel=ROUNDING)


def test_the_upright_arm_needs_no_torque_and_the_base_bears_the_weight():
    """Catches a moment arm measured from the wrong end."""
    passes = rnea(three_link(), [np.pi / 2, 0, 0], np.zeros(3), np.zeros(3))
    np.testing.assert_allclose(passes.tau, 0, atol=ROUNDING)
    np.testing.assert_allclose(passes.f, [4.6j * G, 2.6j * G, 1.0j * G, 0], atol=ROUNDING)


def test_two_rods_held_level():
    """Statics by hand, g = 10: 5 N m for the outer rod; 5 + 5 + 10 N · 1 m for both."""
    tau = rnea(uprights(), [0, 0], [0, 0], [0, 0], gravity=10).tau
    np.testing.assert_allclose(tau, [20, 5], atol=ROUNDING)


def test_two_rods_in_motion():
    """Every vector worked out by hand for v = (1, 2), a = (2, 1), g = 10.

    ω = (1, 3), α = (2, 3): a_O2 = −1 + 2i, a_C1 = half of it, a_C2 = a_O2 + 1.5i − 4.5.
    """
    still = rnea(uprights(), [0, 0], [1, 2], [2, 1], gravity=0)
    np.testing.assert_allclose(still.a_joint[1], -1 + 2j, atol=ROUNDING)
    np.testing.assert_allclose(still.a_com, [-0.5 + 1j, -5.5 + 3.5j], atol=ROUNDING)
    moving = rnea(uprights(), [0, 0], [1, 2], [2, 1], gravity=10)
    np.testing.assert_allclose(moving.f, [-6 + 24.5j, -5.5 + 13.5j, 0], atol=ROUNDING)
    # τ_2 = 3J + 0.5·13.5;  τ_1 = τ_2 + 2J + 0.5·11 + 1·13.5
    np.testing.assert_allclose(moving.tau, [7.0025 + 2 * 101 / 1200 + 19, 7.0025], atol=ROUNDING)


def test_two_rods_in_a_bent_pose():
    """Numbers of another engine (Pinocchio 4.1.0) for q = (30°, 60°) measured from hanging."""
    q, v, a = (np.pi / 6 - np.pi / 2, np.pi / 3), (1, -0.5), (0.4, -0.2)
    zero = np.zeros(2)
    np.testing.assert_allclose(rnea(uprights(), q, v, a).tau, [13.337759526, 5.504846035], atol=PRINTED)
    np.testing.assert_allclose(rnea(uprights(), q, v, zero).tau, [12.587259526, 5.338012702], atol=PRINTED)
    np.testing.assert_allclose(rnea(uprights(), q, zero, zero).tau, [12.2625, 4.905], atol=PRINTED)
    np.testing.assert_allclose(planar.mass_matrix(uprights(), q),
                               [[2.168333333, 0.584166667], [0.584166667, 0.334166667]], atol=PRINTED)


def test_chains_let_go_fall_as_published():
    """RBDL's tests/DynamicsTests.cc: q = v = τ = 0; the fractions of g are exact."""
    two = planar.forward_dynamics(rbdl_chain(2), np.zeros(2), np.zeros(2), np.zeros(2))
    three = planar.forward_dynamics(rbdl_chain(3), np.zeros(3), np.zeros(3), np.zeros(3))
    np.testing.assert_allclose(two, G * np.array([-3, 2]) / 5, atol=ROUNDING)
    np.testing.assert_allclose(three, G * np.array([-8, 5, 2]) / 13, atol=ROUNDING)
    np.testing.assert_allclose(planar.mass_matrix(rbdl_chain(3), np.zeros(3)),
                               [[17, 10, 4], [10, 7, 3], [4, 3, 2]], atol=ROUNDING)


@pytest.mark.parametrize("chain", [two_link(), three_link(), planar.uniform_rods([1, 0.8, 0.5, 1, 0.8], 2.0)],
                         ids=lambda chain: f"{chain.n} links")
def test_newton_and_lagrange_agree(chain):
    """Catches a wrong term in either: forces link by link against derivatives of the energy."""
    q, v, a, force = states(300, chain.n)
    newton, energies = (method(chain, q, v, a, tip_force=force).tau for method in (rnea, lagrange))
    np.testing.assert_allclose(newton, energies, atol=ROUNDING, rtol=ROUNDING)


def test_the_closed_form_of_two_links_agrees_term_by_term():
    """Catches a Coriolis or gravity term that only cancels in the sum."""
    q, v, a, _ = states(300, 2)
    printed, ours = planar.two_link_closed_form(two_link(), q, v, a), lagrange(two_link(), q, v, a)
    for closed, term in zip(printed, (ours.M, ours.Cv, ours.g, ours.tau), strict=True):
        np.testing.assert_allclose(closed, term, atol=ROUNDING)


def test_the_mass_matrix_is_the_same_by_unit_accelerations_by_jacobians_and_by_energy():
    """Catches a column stored as a row, gravity left in M, and an inertia that T does not have."""
    q, v, a, _ = states(100)
    M = planar.mass_matrix(three_link(), q)
    np.testing.assert_allclose(M, lagrange(three_link(), q, v, a).M, atol=ROUNDING)
    np.testing.assert_allclose(M, M.swapaxes(-1, -2), atol=ROUNDING)
    assert (np.linalg.eigvalsh(M) > 0).all()
    kinetic = np.einsum("bi,bij,bj->b", v, M, v) / 2
    np.testing.assert_allclose(planar.energy(three_link(), q, v).T, kinetic, atol=ROUNDING, rtol=ROUNDING)


def test_the_derivatives_of_the_mass_matrix_are_exact():
    """Catches a wrong second derivative of the positions: dM against differences of M, O(h²) = 1e-8."""
    q, v, a, _ = states(50)
    arm, h = three_link(), 1e-4
    for j, e in enumerate(np.eye(3)):
        slope = (planar.mass_matrix(arm, q + h * e) - planar.mass_matrix(arm, q - h * e)) / (2 * h)
        np.testing.assert_allclose(lagrange(arm, q, v, a).dM[:, j], slope, atol=20 * h**2)


def test_the_coriolis_matrix_is_the_one_of_christoffel():
    """Catches a C that gives the right C v by another split: dM/dt − 2C must be antisymmetric."""
    q, v, a, _ = states(50)
    terms = lagrange(three_link(), q, v, a)
    N = np.einsum("blij,bl->bij", terms.dM, v) - 2 * terms.C
    np.testing.assert_allclose(N, -N.swapaxes(-1, -2), atol=ROUNDING)


def test_the_motors_pay_for_every_joule():
    """Catches torques that do not belong to the motion: dE/dt = τ·v − F·v_tip, differences along the path."""
    q, v, a, force = states(100)
    arm, h = three_link(), 1e-4
    later = planar.energy(arm, q + h * v + h**2 * a / 2, v + h * a).total
    before = planar.energy(arm, q - h * v + h**2 * a / 2, v - h * a).total
    passes = rnea(arm, q, v, a, tip_force=force)
    power = (passes.tau * v).sum(-1) - (force.conj() * passes.v_joint[:, -1]).real
    # E changes at about ω³ ~ (9 rad/s)³ per s³, so the third derivative leaves some 1e4 h².
    np.testing.assert_allclose((later - before) / (2 * h), power, atol=1e5 * h**2)


def test_forward_dynamics_undoes_inverse_dynamics():
    """Catches a bias that misses the tip force or the gravity that the torques contain."""
    q, v, a, force = states(200)
    tau = rnea(three_link(), q, v, a, gravity=3.7, tip_force=force).tau
    back = planar.forward_dynamics(three_link(), q, v, tau, gravity=3.7, tip_force=force)
    # M of this arm has a condition number below 1e3, which stretches the rounding of τ.
    np.testing.assert_allclose(back, a, atol=1e3 * ROUNDING)


def test_a_tip_force_costs_its_jacobian_transposed_in_any_motion():
    """Catches a force on the gripper taken for one by the gripper; the tip moves as its Jacobian says."""
    q, v, a, force = states(100)
    J = planar.tip_jacobian(three_link(), q)
    pushing, free = rnea(three_link(), q, v, a, tip_force=force), rnea(three_link(), q, v, a)
    np.testing.assert_allclose(pushing.tau - free.tau, (J.conj() * force[:, None]).real, atol=ROUNDING)
    np.testing.assert_allclose((J * v).sum(-1), free.v_joint[:, -1], atol=ROUNDING)


def test_the_velocities_are_the_rates_of_the_positions_and_the_accelerations_of_the_velocities():
    """Catches a wrong velocity arrow, which no torque depends on."""
    q, v, a, _ = states(50)
    arm, h = three_link(), 1e-5

    def at(t):
        return rnea(arm, q + t * v + t**2 * a / 2, v + t * a, a, gravity=0)

    now, before, later = at(0), at(-h), at(h)
    for position, velocity, acceleration in (("p", "v_joint", "a_joint"), ("p_com", "v_com", "a_com")):
        for value, rate in ((position, velocity), (velocity, acceleration)):
            slope = (getattr(later, value) - getattr(before, value)) / (2 * h)
            # error h²/6 times a third derivative below 9³ 1/s³, and rounding 1e-15/h
            np.testing.assert_allclose(slope, getattr(now, rate), atol=1e4 * h**2)
    np.testing.assert_allclose(now.inherited + now.euler + now.centripetal, now.a_com, atol=ROUNDING)


def test_a_batch_is_its_states_one_by_one():
    """Catches a sum over the wrong axis; leading axes broadcast as numpy's do."""
    q, v, a, force = (x.reshape(2, 3, *x.shape[1:]) for x in states(6))
    together = rnea(three_link(), q, v, a, gravity=[1.0, 2.0, 3.0], tip_force=force)
    for i in np.ndindex(2, 3):
        alone = rnea(three_link(), q[i], v[i], a[i], gravity=1.0 + i[1], tip_force=force[i])
        np.testing.assert_allclose(together.tau[i], alone.tau, atol=ROUNDING)
        np.testing.assert_allclose(together.p_com[i], alone.p_com, atol=ROUNDING)
    np.testing.assert_allclose(rnea(three_link(), q[0, 0], v[0, 0], a, gravity=0).tau[1, 2],
                               rnea(three_link(), q[0, 0], v[0, 0], a[1, 2], gravity=0).tau, atol=ROUNDING)
