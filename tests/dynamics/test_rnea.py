"""Inverse dynamics of trees: against the plane, against Pinocchio, and against energy."""

import numpy as np
import pytest

from dynamics import builders, planar
from dynamics.configuration import random_configuration
from dynamics.rnea import bias, gravity_torque, rnea
from dynamics.spatial import rotation

from .close import assert_close
from .pinocchio_twin import Twin

SEED = 20260802
PLANE = 1e-12     # N m; the bound that the two forms of one algorithm have to keep
PRINTED = 1e-9    # the numbers taken over are printed with nine decimals
DOWN = (0, -9.81, 0)  # m/s², in the plane of the planar arm


def test_the_planar_arm_in_space_needs_the_same_torques():
    """Catches a sign, a frame or a force at the wrong point in either form: 300 states with a tip force."""
    chain, model = planar.three_link(), builders.three_link()
    rng = np.random.default_rng(SEED)
    q, v, a = rng.uniform(-3, 3, (3, 300, 3))
    F = rng.uniform(-20, 20, (300, 2)) @ [1, 1j]
    # The surroundings push back at the tip with −F, which the last link feels in its own axes.
    push = -F * np.exp(-1j * q.sum(-1))
    f_ext = np.zeros((300, 3, 6))
    f_ext[:, 2, 3], f_ext[:, 2, 4] = push.real, push.imag
    f_ext[:, 2, 2] = chain.lengths[2] * push.imag
    flat = planar.rnea(chain, q, v, a, tip_force=F)
    space = rnea(model, q, v, a, gravity=DOWN, f_ext=f_ext)
    np.testing.assert_allclose(space.tau, flat.tau, atol=PLANE)
    np.testing.assert_allclose(space.F[..., 2], flat.mu[:, :3], atol=PLANE)
    np.testing.assert_allclose(space.V[..., 2], flat.w, atol=PLANE)


def test_the_two_rods_body_by_body():
    """Every spatial vector of a worked example, as Pinocchio 4.1.0 gives it, [angular, linear]."""
    rods, q, v, a = builders.two_link(), (np.pi / 6, np.pi / 3), (1, -0.5), (0.4, -0.2)
    passes = rnea(rods, q, v, a)
    np.testing.assert_allclose(passes.tau, [13.337759526, 5.504846035], atol=PRINTED)
    np.testing.assert_allclose(passes.V, [[0, -1, 0, 0, 0, 0],
                                          [0, -0.5, 0, 0.5, 0, -0.866025404]], atol=PRINTED)
    np.testing.assert_allclose(passes.A, [[0, -0.4, 0, 4.905, 0, 8.495709211],
                                          [0, -0.2, 0, 10.443012702, 0, -0.096410162]], atol=PRINTED)
    np.testing.assert_allclose(passes.F, [[0, -13.337759526, 0, 10.351746825, 0, 18.640520963],
                                          [0, -5.504846035, 0, 10.976025404, 0, 0.278589838]], atol=PRINTED)
    np.testing.assert_allclose(bias(rods, q, v), [12.587259526, 5.338012702], atol=PRINTED)
    np.testing.assert_allclose(gravity_torque(rods, q), [12.2625, 4.905], atol=PRINTED)


@pytest.mark.parametrize("floating", [False, True], ids=["fixed base", "free base"])
@pytest.mark.parametrize("branching", [False, True], ids=["chain", "tree"])
def test_pinocchio_agrees_on_random_mechanisms(floating, branching):
    """Catches a wrong term, order or frame for any joint: V, A, F and tau with external forces."""
    rng = np.random.default_rng([SEED, floating, branching])
    for _ in range(50):
        model = builders.random_tree(rng, rng.integers(3, 9), floating=floating, branching=branching,
                                     armature=0.1)
        if model.nv == 0:
            continue
        twin = Twin(model)
        q = random_configuration(model, rng)
        v, a = rng.normal(size=(2, model.nv))
        g = rng.normal(size=3) * 5
        f_ext = np.zeros((model.n, 6))
        f_ext[twin.moving] = rng.normal(size=(len(twin.moving), 6))
        ours = rnea(model, q, v, a, gravity=g, f_ext=f_ext)
        V, A, F, tau = twin.rnea(q, v, a, g, f_ext)
        assert_close(ours.V[twin.moving], V)
        assert_close(ours.A[twin.moving], A)
        assert_close(ours.F[twin.moving], F)
        assert_close(ours.tau, tau)


def test_a_batch_is_its_states_one_by_one():
    """Catches a sum over the wrong axis; every argument may bring its own leading axes."""
    rng = np.random.default_rng(SEED)
    model = builders.random_tree(rng, 6, floating=True)
    q = random_configuration(model, rng, (4, 1))
    v, a = rng.normal(size=(3, model.nv)), rng.normal(size=model.nv)
    g, f_ext = rng.normal(size=(4, 1, 3)), rng.normal(size=(3, model.n, 6))
    together = rnea(model, q, v, a, gravity=g, f_ext=f_ext)
    for i, j in np.ndindex(4, 3):
        alone = rnea(model, q[i, 0], v[j], a, gravity=g[i, 0], f_ext=f_ext[j])
        for ours, one in ((together.tau, alone.tau), (together.V, alone.V), (together.F, alone.F)):
            assert_close(ours[i, j], one)


def test_a_complex_step_passes_through():
    """Catches a buffer or a norm that drops the imaginary part: dtau/dq against central differences."""
    rng = np.random.default_rng(SEED)
    model = builders.two_link(second_axis=(1, 0, 0))
    q, v, a = rng.normal(size=(3, 2))
    for e in np.eye(2):
        exact = rnea(model, q + 1e-30j * e, v, a).tau.imag / 1e-30
        h = 1e-5
        slope = (rnea(model, q + h * e, v, a).tau - rnea(model, q - h * e, v, a).tau) / (2 * h)
        np.testing.assert_allclose(exact, slope, atol=100 * h**2)


def test_gravity_works_by_the_height_of_the_masses():
    """Catches a base acceleration of the wrong sign: the torque at rest is the slope of the potential."""
    rng = np.random.default_rng(SEED)
    model = builders.two_link(second_axis=(1, 0, 0))
    q, h = rng.normal(size=2), 1e-5

    def potential(q):
        R_1 = rotation(np.array([0, -1.0, 0]), q[0])
        R_2 = R_1 @ rotation(np.array([1.0, 0, 0]), q[1])
        return 9.81 * (R_1 @ [0, 0, -0.5] + R_1 @ [0, 0, -1] + R_2 @ [0, 0, -0.5])[2]

    slope = [(potential(q + h * e) - potential(q - h * e)) / (2 * h) for e in np.eye(2)]
    np.testing.assert_allclose(gravity_torque(model, q), slope, atol=100 * h**2)
