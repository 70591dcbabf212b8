"""Forces of the surroundings: brought to the body, held by the joints, and taken off the motors."""

import numpy as np
import pytest

from dynamics.builders import random_tree, two_link
from dynamics.configuration import random_configuration
from dynamics.kinematics import body_jacobians, placements
from dynamics.rnea import bias, rnea
from dynamics.spatial import skew
from dynamics.surroundings import world_force

SEED = 20260807
ROUNDING = 1e-10  # N m: the torques are below 1e3
WEIGHTLESS = np.zeros(3)


@pytest.fixture
def rng():
    return np.random.default_rng(SEED)


def test_a_pull_at_the_tip_of_a_hanging_rod():
    """By hand: 3 N to +x at the tip swings both joints forwards, so they hold −6 and −3 N m against it."""
    f_ext = world_force(two_link(), np.zeros(2), "rod 2", (0, 0, -1), (3, 0, 0))
    tau = rnea(two_link(), *np.zeros((3, 2)), gravity=WEIGHTLESS, f_ext=f_ext).tau
    np.testing.assert_allclose(tau, [-6, -3], atol=ROUNDING)


def test_what_the_joints_hold_is_minus_the_transposed_jacobian_times_the_force(rng):
    """Catches a force in the wrong axes or at the wrong point: τ = −Jᵀf at rest, c − Jᵀf in motion."""
    for _ in range(20):
        model = random_tree(rng, 6, floating=True)
        q, v = random_configuration(model, rng, (3,)), rng.normal(size=(3, model.nv))
        i = rng.integers(model.n)
        r, force, couple = rng.normal(size=(3, 3))
        f_ext = world_force(model, q, f"body {i}", r, force, couple=couple)
        # The point moves with u + ω × r; in the world the couple works on ω.
        J, R = body_jacobians(model, q)[..., i, :, :], placements(model, q).R[..., i, :, :]
        J_turn, J_shift = R @ J[..., :3, :], R @ (J[..., 3:, :] - skew(r) @ J[..., :3, :])
        held = np.vecmat(couple, J_turn) + np.vecmat(force, J_shift)
        still = np.zeros(model.nv)
        np.testing.assert_allclose(rnea(model, q, still, still, gravity=WEIGHTLESS, f_ext=f_ext).tau, -held,
                                   atol=ROUNDING)
        np.testing.assert_allclose(bias(model, q, v, f_ext=f_ext), bias(model, q, v) - held, atol=ROUNDING)


def test_bad_input_is_refused_in_one_sentence():
    """Catches a force on a body that is not there, and a force that is none."""
    with pytest.raises(ValueError, match="there is no body 'hand'; there are rod 1, rod 2"):
        world_force(two_link(), np.zeros(2), "hand", (0, 0, 0), (1, 0, 0))
    with pytest.raises(ValueError, match=r"force\[0\] must be finite, got nan"):
        world_force(two_link(), np.zeros(2), "rod 1", (0, 0, 0), (np.nan, 0, 0))
    with pytest.raises(ValueError, match=r"leading axes do not fit together: point \(2,\), force \(3,\)"):
        world_force(two_link(), np.zeros(2), "rod 1", np.zeros((2, 3)), np.zeros((3, 3)))
    with pytest.raises(ValueError, match=r"q must have shape \(\.\.\., 2\)"):
        world_force(two_link(), np.zeros(3), "rod 1", (0, 0, 0), (1, 0, 0))
