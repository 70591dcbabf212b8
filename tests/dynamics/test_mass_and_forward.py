"""The mass matrix and forward dynamics of trees: in three ways each, and against Pinocchio."""

import numpy as np
import pytest

from dynamics import builders
from dynamics.aba import aba
from dynamics.configuration import random_configuration
from dynamics.crba import coupling, crba, mass_by_rnea, mass_matrix, rates_carried
from dynamics.forward import forward_dynamics
from dynamics.joints import Revolute, Spherical
from dynamics.model import Body, Model
from dynamics.rnea import bias, rnea

from .close import assert_close
from .pinocchio_twin import Twin, depth_first

SEED = 20260804
PRINTED = 1e-9    # the numbers taken over are printed with nine decimals
KINDS = [(floating, branching) for floating in (False, True) for branching in (False, True)]


def mechanisms(count, floating, branching, armature=0.1):
    rng = np.random.default_rng([SEED, floating, branching])
    while count:
        model = builders.random_tree(rng, rng.integers(3, 9), floating=floating, branching=branching,
                                     armature=armature)
        if model.nv:
            count -= 1
            yield rng, model


@pytest.mark.parametrize(("floating", "branching"), KINDS)
def test_pinocchio_agrees_on_random_mechanisms(floating, branching):
    """Catches a wrong term or order in M, c, a by either algorithm, and A: 50 trees of each kind."""
    for rng, model in mechanisms(50, floating, branching):
        model = depth_first(model)
        twin, q = Twin(model), random_configuration(model, rng)
        v, tau = rng.normal(size=(2, model.nv))
        g, f_ext = rng.normal(size=3) * 5, np.zeros((model.n, 6))
        f_ext[twin.moving] = rng.normal(size=(len(twin.moving), 6))
        M, c, a = twin.mass_bias_acceleration(q, v, tau, g, f_ext)
        ours = forward_dynamics(model, q, v, tau, gravity=g, f_ext=f_ext)
        assert_close(ours.M, M)
        assert_close(ours.c, c)
        assert_close(ours.a, a)
        assert_close(ours.residual, np.zeros(model.nv))
        articulated = aba(model, q, v, tau, gravity=g, f_ext=f_ext)
        assert_close(articulated.a, a)
        # RNEA after ABA is the identity, and finds the same motion of every body.
        passes = rnea(model, q, v, articulated.a, gravity=g, f_ext=f_ext)
        assert_close(passes.tau, tau)
        assert_close(articulated.A, passes.A)
        assert_close(articulated.V, passes.V)
        # What the articulated inertia promises: F = IA A + pA.
        assert_close(np.matvec(articulated.IA, articulated.A) + articulated.pA, passes.F)


@pytest.mark.parametrize(("floating", "branching"), KINDS)
def test_the_mass_matrix_by_composite_bodies_by_unit_accelerations_and_by_energy(floating, branching):
    """Catches an inertia carried to the wrong frame: H, M and ½ vᵀMv = Σ ½ VᵀIV, and the structural zeros."""
    for rng, model in mechanisms(10, floating, branching):
        q, v = random_configuration(model, rng, (2, 3)), rng.normal(size=(2, 3, model.nv))
        ours = crba(model, q)
        assert_close(ours.M, mass_by_rnea(model, q))
        assert_close(mass_matrix(model, q), ours.M)
        V = rnea(model, q, v, 0 * v).V
        body_energy = np.einsum("...nr,nrc,...nc->...", V, model.I, V) + (model.armature * v**2).sum(-1)
        assert_close(np.einsum("...i,...ij,...j->...", v, ours.M, v), body_energy)
        # Column j of H is the force that passes each joint when rate j alone accelerates.
        for j, e in enumerate(np.eye(model.nv)):
            F = rnea(model, q, np.zeros(model.nv), e, gravity=np.zeros(3)).F
            carriers = [i for i, rates in enumerate(rates_carried(model)) if j in rates]
            assert_close(ours.H[..., j][..., carriers, :], F[..., carriers, :])
        np.testing.assert_array_equal(ours.M[..., ~coupling(model)], 0)
        assert np.linalg.eigvalsh(ours.M).min() > 0


def test_structural_zeros_are_told_from_zeros_by_chance():
    """Catches a pattern read off the numbers: M_12 = J + m (l²/4 + l²/2 cos q_2) has a zero, but couples."""
    chance = np.arccos(-2 * (101 / 1200 + 1 / 4))
    rods = builders.two_link()
    assert abs(mass_matrix(rods, [0.3, chance])[0, 1]) < 1e-15
    assert coupling(rods).all()
    two_hinges = Model([Body(name, Revolute((0, 0, 1)), mass=1, com=(1, 0, 0)) for name in "ab"])
    np.testing.assert_array_equal(coupling(two_hinges), np.eye(2))


def test_the_worked_example():
    """Numbers of another engine (Pinocchio 4.1.0) for two rods at q = (30°, 60°)."""
    rods, q = builders.two_link(), (np.pi / 6, np.pi / 3)
    np.testing.assert_allclose(crba(rods, q).M, [[2.168333333, 0.584166667], [0.584166667, 0.334166667]],
                               atol=PRINTED)
    tau = (13.337759526, 5.504846035)
    np.testing.assert_allclose(forward_dynamics(rods, q, (1, -0.5), tau).a, [0.4, -0.2], atol=10 * PRINTED)
    np.testing.assert_allclose(aba(rods, q, (1, -0.5), tau).a, [0.4, -0.2], atol=10 * PRINTED)


def test_a_complex_step_passes_through_forward_dynamics():
    """Catches a conjugate, a norm or a real buffer: da/dτ = M⁻¹ from the imaginary part, by both ways."""
    rng = np.random.default_rng(SEED)
    model = builders.random_tree(rng, 6, floating=True)
    q, (v, tau) = random_configuration(model, rng), rng.normal(size=(2, model.nv))
    inverse = np.linalg.inv(mass_matrix(model, q))
    for j, e in enumerate(np.eye(model.nv)):
        step = 1e-30j * e
        assert_close(forward_dynamics(model, q, v, tau + step).a.imag / 1e-30, inverse[:, j])
        assert_close(aba(model, q, v, tau + step).a.imag / 1e-30, inverse[:, j])


def test_a_batch_is_its_states_one_by_one():
    """Catches a sum over the wrong axis; every argument may bring its own leading axes."""
    rng = np.random.default_rng(SEED)
    model = builders.random_tree(rng, 6, floating=True)
    q, v, tau = random_configuration(model, rng, (4, 1)), rng.normal(size=(3, model.nv)), np.ones(model.nv)
    f_ext = rng.normal(size=(3, model.n, 6))
    both = [method(model, q, v, tau, f_ext=f_ext).a for method in (aba, forward_dynamics)]
    for i, j in np.ndindex(4, 3):
        alone = aba(model, q[i, 0], v[j], tau, f_ext=f_ext[j]).a
        for together in both:
            assert_close(together[i, j], alone)


def test_a_hundred_joints_lose_no_digits_on_the_way():
    """Catches articulated inertias that rounding makes lopsided, until one is even taken for singular."""
    rng = np.random.default_rng(SEED)
    bodies = []
    for i in range(100):
        joint = Spherical() if i % 4 else Revolute((0, 0, 1))
        bodies.append(Body(f"{i}", joint, f"{i - 1}" if i else "world", p_PJ=rng.uniform(-0.2, 0.2, 3), mass=1,
                           com=rng.uniform(-0.1, 0.1, 3), inertia=0.05 * np.eye(3)))
    model = Model(bodies)
    q, (v, tau) = random_configuration(model, rng), rng.normal(size=(2, model.nv))
    assert_close(aba(model, q, v, tau).a, forward_dynamics(model, q, v, tau).a)


@pytest.mark.parametrize("method", [aba, forward_dynamics])
def test_a_joint_that_moves_no_inertia_is_named(method):
    """Catches a division by zero: a point mass on the axis of its own hinge."""
    model = Model((Body("arm", Revolute((0, 0, 1)), mass=1, com=(1, 0, 0)),
                   Body("bead", Revolute((1, 0, 0)), "arm", p_PJ=(1, 0, 0), mass=1)))
    with pytest.raises(ValueError, match="bead: its joint moves no inertia of its own"):
        method(model, np.zeros(2), np.zeros(2), np.ones(2))


def test_the_bias_is_what_remains_at_zero_acceleration():
    """Catches a bias that forgets the surroundings: c − Jᵀf by linearity in f_ext."""
    rng = np.random.default_rng(SEED)
    model = builders.random_tree(rng, 5, floating=True)
    q, v, f = random_configuration(model, rng), rng.normal(size=model.nv), rng.normal(size=(model.n, 6))
    push = bias(model, q, v, f_ext=f) - bias(model, q, v)
    at_rest = rnea(model, q, 0 * v, 0 * v, gravity=np.zeros(3), f_ext=f).tau
    assert_close(push, at_rest)
