"""Derivatives of inverse and forward dynamics: against Pinocchio, a complex step and central differences."""

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from dynamics import builders
from dynamics.configuration import integrate, neutral, random_configuration
from dynamics.derivatives import aba_derivatives, rnea_derivatives
from dynamics.forward import forward_dynamics
from dynamics.joints import Free, Revolute
from dynamics.kinematics import body_jacobians, placements
from dynamics.model import Body, Model
from dynamics.rnea import rnea

from .close import assert_close
from .pinocchio_twin import Twin, depth_first, swap

SEED = 1729
EXACT = 1e-11     # of the largest number of a kind, for a complex step, which subtracts nothing
H = 1e-30         # the complex step: its square is below every rounding


def trees(count, **options):
    """Random mechanisms and states, every other one on a free base."""
    for i in range(count):
        rng = np.random.default_rng([SEED, i])
        model = depth_first(builders.random_tree(rng, rng.integers(3, 9), floating=i % 2 == 1, **options))
        if model.nv:
            yield rng, model, random_configuration(model, rng), *rng.normal(size=(2, model.nv))


def by_complex_step(model, f, q, v, a):
    """∂f/∂q, ∂f/∂v, ∂f/∂a of f(q, v, a), a column for each rate, by imaginary steps on the manifold."""
    x = 1j * H * np.eye(model.nv)
    values = f(integrate(model, q, x), v, a), f(q, v + x, a), f(q, v, a + x)
    return [y.imag.T / H for y in values]


def assert_pinocchio_agrees(rng, model, q, v, a):
    """All six matrices, with any gravity and forces on every body that Pinocchio has."""
    twin, g, f_ext = Twin(model), rng.normal(size=3) * 5, np.zeros((model.n, 6))
    P = np.array([twin.v(e) for e in np.eye(model.nv)])
    f_ext[twin.moving] = rng.normal(size=(len(twin.moving), 6))
    twin.model.gravity = pin.Motion(g, np.zeros(3))
    state = twin.model, twin.data, twin.q(q), twin.v(v), twin.v(a)
    forces = pin.StdVec_Force([pin.Force(swap(f)) for f in (np.zeros(6), *f_ext[twin.moving])])
    inverse = rnea_derivatives(model, q, v, a, gravity=g, f_ext=f_ext)
    forward = aba_derivatives(model, q, v, a, gravity=g, f_ext=f_ext)
    for ours, theirs in zip((inverse.dtau_dq, inverse.dtau_dv, inverse.dtau_da,
                             forward.da_dq, forward.da_dv, forward.da_dtau),
                            (*map(np.array, pin.computeRNEADerivatives(*state, forces)),  # views of its data
                             *map(np.array, pin.computeABADerivatives(*state, forces))), strict=True):
        assert_close(ours, P @ theirs.reshape(P.shape) @ P.T)


def test_pinocchio_has_the_same_derivatives():
    """Catches a missing term or a wrong frame for any joint: 200 trees with gravity, armature and forces."""
    for tree in trees(200, armature=0.1):
        assert_pinocchio_agrees(*tree)


def test_pinocchio_has_the_same_where_bodies_fly_off_each_other():
    """Catches a free joint that is only right at the root: in 30 trees two bodies in three are free."""
    for rng, model, *_ in trees(30, armature=0.1):
        model = Model(replace(body, joint=Free()) if i % 3 else body for i, body in enumerate(model.bodies))
        assert_pinocchio_agrees(rng, model, random_configuration(model, rng), *rng.normal(size=(2, model.nv)))


def test_a_complex_step_gives_the_same_to_rounding():
    """Catches a term that is small by chance: 40 trees, all six matrices, forces on all bodies."""
    for rng, model, q, v, a in trees(40, armature=0.1):
        f_ext = rng.normal(size=(model.n, 6))
        d = rnea_derivatives(model, q, v, a, f_ext=f_ext)
        slopes = by_complex_step(model, lambda *x, m=model, f=f_ext: rnea(m, *x, f_ext=f).tau, q, v, a)
        for ours, slope in zip((d.dtau_dq, d.dtau_dv, d.dtau_da), slopes, strict=True):
            assert_close(ours, slope, EXACT)
        d = aba_derivatives(model, q, v, a, f_ext=f_ext)
        slopes = by_complex_step(
            model, lambda *x, m=model, f=f_ext: forward_dynamics(m, *x, f_ext=f).a, q, v, a)
        for ours, slope in zip((d.da_dq, d.da_dv, d.da_dtau), slopes, strict=True):
            assert_close(ours, slope, EXACT)


def test_central_differences_show_their_v():
    """Catches a check that would pass anything: the error falls as h², then grows as rounding over h."""
    *_, (_, model, q, v, a) = trees(2)
    exact = rnea_derivatives(model, q, v, a).dtau_dq
    sizes = 10.0 ** -np.arange(1, 12)
    errors = []
    for h in sizes:
        x = h * np.stack((np.eye(model.nv), -np.eye(model.nv)))
        ahead, behind = rnea(model, integrate(model, q, x), v, a).tau
        errors.append(np.abs((ahead - behind).T / (2 * h) - exact).max())
    best = int(np.argmin(errors))
    assert 5e-7 < sizes[best] < 5e-4  # near the cube root of the rounding
    assert errors[best] < 1e-8
    assert 90 < errors[0] / errors[1] < 110
    assert 90 < errors[1] / errors[2] < 110
    assert errors[-1] > 1e4 * errors[best]


def test_forward_and_inverse_derivatives_solve_one_equation():
    """Catches derivatives taken at another acceleration: M F_q + G_q, M F_v + G_v and M F_τ − 1 vanish."""
    for _, model, q, v, tau in trees(40):
        F = aba_derivatives(model, q, v, tau)
        G = rnea_derivatives(model, q, v, F.a)
        for residual, scale in ((G.dtau_da @ F.da_dq + G.dtau_dq, G.dtau_dq),
                                (G.dtau_da @ F.da_dv + G.dtau_dv, G.dtau_dv),
                                (G.dtau_da @ F.da_dtau - np.eye(model.nv), np.eye(model.nv))):
            assert np.abs(residual).max() < EXACT * max(1, np.abs(scale).max())


def test_the_slope_by_a_force_is_the_transposed_jacobian():
    """Catches −J_iᵀ or M⁻¹ J_iᵀ with the wrong sign or axes: every entry of f_ext, fixed bodies too."""
    for rng, model, q, v, a in trees(20):
        f = rng.normal(size=(model.n, 6))
        x = f + 1j * H * np.eye(6 * model.n).reshape(-1, model.n, 6)
        J = body_jacobians(model, q).reshape(-1, model.nv)
        slope = rnea(model, q, v, a, f_ext=x).tau.imag / H
        assert_close(slope, -J, EXACT)
        slope = forward_dynamics(model, q, v, a, f_ext=x).a.imag / H
        assert_close(slope, J @ aba_derivatives(model, q, v, a, f_ext=f).da_dtau.T, EXACT)


def test_a_force_that_follows_the_state():
    """Catches a chain cut short: a spring to a fixed point and drag on every body, whole against parts."""
    stiffness, drag, r = 30.0, 4.0, np.array([0.1, -0.2, 0.3])
    for rng, model, q, v, a in trees(20):
        anchor = rng.normal(size=3)

        def force(q, v, model=model, anchor=anchor):
            """The pull of the spring at the point r of each body, and −drag V."""
            T, J = placements(model, q), body_jacobians(model, q)
            pull = np.matvec(T.R.swapaxes(-1, -2), stiffness * (anchor - T.p - np.matvec(T.R, r)))
            spring = np.concatenate((np.linalg.cross(r, pull), pull), -1)
            return spring - drag * np.matvec(J, v[..., None, :])

        x, f, J = 1j * H * np.eye(model.nv), force(q, v), body_jacobians(model, q)
        df_dq = np.moveaxis(force(integrate(model, q, x), v).imag / H, 0, -1)
        df_dv = np.moveaxis(force(q, v + x).imag / H, 0, -1)
        d = rnea_derivatives(model, q, v, a, f_ext=f).with_force(J, df_dq, df_dv)
        slopes = by_complex_step(
            model, lambda q, v, a, m=model, f=force: rnea(m, q, v, a, f_ext=f(q, v)).tau, q, v, a)
        assert_close(d.dtau_dq, slopes[0], EXACT)
        assert_close(d.dtau_dv, slopes[1], EXACT)
        d = aba_derivatives(model, q, v, a, f_ext=f).with_force(J, df_dq, df_dv)
        slopes = by_complex_step(
            model, lambda q, v, a, m=model, f=force: forward_dynamics(m, q, v, a, f_ext=f(q, v)).a, q, v, a)
        assert_close(d.da_dq, slopes[0], EXACT)
        assert_close(d.da_dv, slopes[1], EXACT)


def test_a_batch_is_its_states_one_by_one():
    """Catches a sum over the wrong axis; gravity and forces may bring leading axes of their own."""
    rng = np.random.default_rng(SEED)
    model = builders.random_tree(rng, 6, floating=True)
    q, v, tau = random_configuration(model, rng, (4, 1)), *rng.normal(size=(2, 3, model.nv))
    g, f_ext = rng.normal(size=(4, 1, 3)), rng.normal(size=(3, model.n, 6))
    G = rnea_derivatives(model, q, v, tau, gravity=g, f_ext=f_ext)
    F = aba_derivatives(model, q, v, tau, gravity=g, f_ext=f_ext)
    for i, j in np.ndindex(4, 3):
        alone = rnea_derivatives(model, q[i, 0], v[j], tau[j], gravity=g[i, 0], f_ext=f_ext[j])
        for name in ("dtau_dq", "dtau_dv", "dtau_da"):
            assert_close(getattr(G, name)[i, j], getattr(alone, name), EXACT)
        alone = aba_derivatives(model, q[i, 0], v[j], tau[j], gravity=g[i, 0], f_ext=f_ext[j])
        for name in ("a", "da_dq", "da_dv", "da_dtau"):
            assert_close(getattr(F, name)[i, j], getattr(alone, name), EXACT)


def test_branches_do_not_feel_each_other():
    """Catches a mask that lets a branch through: on a fixed base their blocks are exact zeros."""
    rng = np.random.default_rng(SEED)
    one = builders.three_link().bodies
    other = (replace(b, name=f"other {b.name}", parent=f"other {b.parent}" if i else "world")
             for i, b in enumerate(one))
    twice = Model((*one, *other))
    d = rnea_derivatives(twice, *rng.normal(size=(3, 6)))
    for matrix in (d.dtau_dq, d.dtau_dv, d.dtau_da):
        assert not matrix[:3, 3:].any()
        assert not matrix[3:, :3].any()


def test_a_base_far_away_loses_no_digits():
    """Catches moments about the world's origin: 100 km away the derivatives are those at home."""
    *_, (_, model, q, v, a) = trees(2)
    assert isinstance(model.bodies[0].joint, Free)
    away = q.copy()
    away[4:7] += 1e5
    for name in ("dtau_dq", "dtau_dv", "dtau_da"):
        here, there = (getattr(rnea_derivatives(model, x, v, a), name) for x in (q, away))
        assert_close(there, here, 1e5 * np.finfo(float).eps * 10)


@pytest.mark.parametrize(("call", "sentence"), [
    (lambda m, q, x: rnea_derivatives(m, q, x[:-1], x), r"v must have shape \(\.\.\., 7\)"),
    (lambda m, q, x: rnea_derivatives(m, q, x, x * np.nan), r"a\[0\] must be finite"),
    (lambda m, q, x: rnea_derivatives(m, 2 * q, x, x), "base: its quaternion must have length 1, got 2"),
    (lambda m, q, x: aba_derivatives(m, q, x, x[:-1]), r"tau must have shape \(\.\.\., 7\)"),
    (lambda m, q, x: aba_derivatives(m, q, x, x, f_ext=np.zeros(6)), r"f_ext must have shape"),
])
def test_bad_input_is_refused_in_one_sentence(call, sentence):
    """Catches a derivative that comes back as NaN."""
    model = Model((Body("base", Free(), mass=1, inertia=np.eye(3)),
                   Body("arm", Revolute((0, 0, 1)), "base", mass=1, com=(1, 0, 0))))
    with pytest.raises(ValueError, match=sentence):
        call(model, neutral(model), np.zeros(7))
