"""Spatial vectors: each matrix against the vectors and products that define it."""

import numpy as np
import pytest

from dynamics import spatial

SEED = 7
ROUNDING = 1e-13  # the entries are of order one


@pytest.fixture
def rng():
    return np.random.default_rng(SEED)


def test_cross_products_are_those_of_vectors(rng):
    """Catches a transposed skew matrix and swapped blocks: V×W and V×*F part by part."""
    (w, u, x, y) = rng.normal(size=(4, 10, 3))
    V, W = np.concatenate((w, u), -1), np.concatenate((x, y), -1)
    cross = np.linalg.cross
    motion = np.concatenate((cross(w, x), cross(u, x) + cross(w, y)), -1)
    force = np.concatenate((cross(w, x) + cross(u, y), cross(w, y)), -1)
    np.testing.assert_allclose(np.matvec(spatial.skew(w), x), cross(w, x), atol=ROUNDING)
    np.testing.assert_allclose(np.matvec(spatial.cross_motion(V), W), motion, atol=ROUNDING)
    np.testing.assert_allclose(np.matvec(spatial.cross_force(V), W), force, atol=ROUNDING)


def test_a_transform_moves_the_reference_point_and_the_axes(rng):
    """Catches B's placement in A taken for A's in B: u_B = R_BA (u_A + ω × p_AB), and power is kept."""
    R, p = spatial.rotation(np.array([0.6, 0, 0.8]), rng.normal(size=10)), rng.normal(size=(10, 3))
    V, F = rng.normal(size=(2, 10, 6))
    X = spatial.motion_transform(R, p)
    there = np.matvec(X, V)
    u = V[:, 3:] + np.linalg.cross(V[:, :3], p)
    np.testing.assert_allclose(np.matvec(R, there[:, :3]), V[:, :3], atol=ROUNDING)
    np.testing.assert_allclose(np.matvec(R, there[:, 3:]), u, atol=ROUNDING)
    back = np.matvec(X.swapaxes(-1, -2), F)
    np.testing.assert_allclose((F * there).sum(-1), (back * V).sum(-1), atol=10 * ROUNDING)


def test_rotations(rng):
    """Catches a rotation that turns the wrong way, and a quaternion read scalar last."""
    turned = spatial.rotation(np.array([0, 0, 1.0]), np.pi / 2) @ [1, 0, 0]
    np.testing.assert_allclose(turned, [0, 1, 0], atol=ROUNDING)
    axis, angle = np.array([2, -1, 2]) / 3, rng.uniform(-7, 7, 20)
    quaternion = np.concatenate((np.cos(angle / 2)[:, None], np.sin(angle / 2)[:, None] * axis), -1)
    R = spatial.rotation(axis, angle)
    np.testing.assert_allclose(spatial.quaternion_rotation(quaternion), R, atol=ROUNDING)
    np.testing.assert_allclose(R @ R.swapaxes(-1, -2), np.broadcast_to(np.eye(3), R.shape), atol=ROUNDING)


def test_the_spatial_inertia_gives_momentum_and_energy(rng):
    """Catches a parallel-axis term of the wrong sign: p = m v_c, ½ VᵀIV = ½ m v_c² + ½ ωᵀI_cω."""
    m, c, Ic = 1.7, rng.normal(size=3), np.diag((0.3, 0.4, 0.5))
    V = rng.normal(size=6)
    v_c = V[3:] + np.cross(V[:3], c)
    momentum = spatial.spatial_inertia(m, c, Ic) @ V
    np.testing.assert_allclose(momentum[3:], m * v_c, atol=ROUNDING)
    np.testing.assert_allclose(momentum[:3], Ic @ V[:3] + np.cross(c, m * v_c), atol=ROUNDING)
    assert V @ momentum == pytest.approx(m * v_c @ v_c + V[:3] @ Ic @ V[:3], rel=ROUNDING)


@pytest.mark.parametrize(("call", "sentence"), [
    (lambda: spatial.skew([1, 2]), r"r must have shape \(\.\.\., 3\), got \(2,\)"),
    (lambda: spatial.cross_motion(np.zeros(3)), r"V must have shape \(\.\.\., 6\), got \(3,\)"),
    (lambda: spatial.motion_transform(np.eye(4), np.zeros(3)), r"R_AB must have shape"),
    (lambda: spatial.rotation((0, 0, 1), np.nan), "angle must be finite"),
    (lambda: spatial.quaternion_rotation([1, 0, 0]), r"quaternion must have shape"),
    (lambda: spatial.spatial_inertia(1, (0, 0, 0), np.ones(3)), r"inertia must have shape"),
])
def test_bad_input_is_refused_in_one_sentence(call, sentence):
    """Catches a vector of another size, which numpy would tell in words of its own or not at all."""
    with pytest.raises(ValueError, match=sentence):
        call()


def test_lists_are_arrays_and_a_complex_step_passes_through():
    """Catches a function that asks a list for its shape, and an inertia that drops the imaginary part."""
    V = [1, 2, 3, 4, 5, 6]
    np.testing.assert_array_equal(spatial.cross_force(V), spatial.cross_force(np.array(V, float)))
    np.testing.assert_array_equal(spatial.unskew(spatial.skew(V[:3]).tolist()), V[:3])
    np.testing.assert_array_equal(spatial.motion_transform(np.eye(3).tolist(), V[3:])[3:, :3],
                                  -spatial.skew(V[3:]))
    np.testing.assert_array_equal(spatial.quaternion_rotation([1, 0, 0, 0]), np.eye(3))
    by_mass = spatial.spatial_inertia(1 + 1e-30j, V[:3], np.eye(3).tolist()).imag / 1e-30
    np.testing.assert_allclose(by_mass, spatial.spatial_inertia(1, V[:3], np.zeros((3, 3))))
