"""Exponentials and logarithms: against their definitions and Pinocchio, near zero, near a half turn."""

import numpy as np
import pinocchio as pin
import pytest

from dynamics import lie, quaternion
from dynamics.spatial import cross_motion, quaternion_rotation, skew
from dynamics.stumpff import stumpff

from .pinocchio_twin import swap

SEED = 11
ROUNDING = 2e-14   # the entries are of order one; a dozen roundings
RELATIVE = 1e-10   # to the largest number of the same kind
ANGLES = (0, 1e-300, 1e-12, 1e-8, 1e-4, 1e-3, 0.05, 0.5, 1.9999, 2.0, 2.0001, 3, np.pi - 1e-4, np.pi - 1e-8)


@pytest.fixture(params=ANGLES, ids="{:.6g} rad".format)
def V(request):
    """Twenty spatial vectors with one angle, about random axes."""
    rng = np.random.default_rng(SEED)
    w = rng.normal(size=(20, 3))
    w *= request.param / np.linalg.norm(w, axis=-1, keepdims=True)
    return np.concatenate((w, rng.normal(size=(20, 3))), -1)


def series(X, coefficient):
    """Σ_k coefficient(k) X^k, the definition of a function of a matrix."""
    total, power = 0, np.broadcast_to(np.eye(X.shape[-1]), X.shape)
    for k in range(60):
        total = total + coefficient(k) * power
        power = power @ X / (k + 1)
    return total


def test_exponentials_are_their_series(V):
    """Catches a wrong coefficient or sign: exp is Σ X^k/k!, its Jacobian Σ (−X)^k/(k+1)!."""
    w, u = V[..., :3], V[..., 3:]
    T = lie.exp6(V)
    twist = np.zeros((20, 4, 4))
    twist[:, :3, :3], twist[:, :3, 3] = skew(w), u
    whole = series(twist, lambda k: 1)
    np.testing.assert_allclose(T.R, whole[:, :3, :3], atol=ROUNDING)
    np.testing.assert_allclose(T.p, whole[:, :3, 3], atol=ROUNDING)
    np.testing.assert_allclose(quaternion_rotation(quaternion.exponential(w)), T.R, atol=ROUNDING)
    np.testing.assert_allclose(lie.jexp3(w), series(-skew(w), lambda k: 1 / (k + 1)), atol=ROUNDING)
    jexp6 = series(-cross_motion(V), lambda k: 1 / (k + 1))
    np.testing.assert_allclose(lie.jexp6(V), jexp6, atol=10 * ROUNDING)


def test_logarithms_undo_exponentials(V):
    """Catches digits lost near zero or a half turn: log(exp V) = V and jlog jexp = 1 up to π − 1e-8."""
    np.testing.assert_allclose(lie.log3(lie.exp3(V[..., :3])), V[..., :3], rtol=ROUNDING, atol=ROUNDING)
    np.testing.assert_allclose(lie.log6(lie.exp6(V)), V, rtol=ROUNDING, atol=ROUNDING)
    np.testing.assert_allclose(lie.jlog3(V[..., :3]) @ lie.jexp3(V[..., :3]) - np.eye(3), 0, atol=ROUNDING)
    np.testing.assert_allclose(lie.jlog6(V) @ lie.jexp6(V) - np.eye(6), 0, atol=10 * ROUNDING)


def test_pinocchio_has_the_same():
    """Catches a left Jacobian where a right one is meant: exp6, log6, Jexp6, Jlog6 of 200 motions.

    Between 0.2 and 3 rad: nearer to zero Pinocchio divides a difference of nearly equal numbers by θ⁴.
    """
    rng = np.random.default_rng(SEED)
    order = np.ix_([3, 4, 5, 0, 1, 2], [3, 4, 5, 0, 1, 2])
    for _ in range(200):
        x = rng.normal(size=6)
        x[:3] *= rng.uniform(0.2, 3) / np.linalg.norm(x[:3])
        T, M = lie.exp6(x), pin.exp6(pin.Motion(swap(x)))
        np.testing.assert_allclose(T.R, M.rotation, atol=RELATIVE)
        np.testing.assert_allclose(T.p, M.translation, atol=RELATIVE)
        np.testing.assert_allclose(lie.log6(T), swap(pin.log6(M).vector), atol=RELATIVE)
        np.testing.assert_allclose(lie.jlog6(x)[order], pin.Jlog6(M), atol=RELATIVE)
        np.testing.assert_allclose(lie.jexp6(x)[order], pin.Jexp6(pin.Motion(swap(x))), atol=RELATIVE)


def test_the_published_logarithm_of_a_placement():
    """Modern Robotics, MatrixLog6: a quarter turn about x and 3 m along z."""
    T = lie.Pose(np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]]), np.array([0, 0, 3.0]))
    np.testing.assert_allclose(lie.log6(T), [1.57079633, 0, 0, 0, 2.35619449, 2.35619449], atol=5e-9)


def test_stumpff_functions_are_smooth_where_series_and_recurrence_meet():
    """Catches too few terms: c_n = 1/n! − s c_{n+2} for every n, on both sides of s = 4."""
    s = np.linspace(0, 60, 2001)
    c = stumpff(s)
    np.testing.assert_allclose(c[:, 0], np.cos(np.sqrt(s)), atol=ROUNDING)
    for n, factorial in enumerate((1, 1, 2, 6, 24)):
        np.testing.assert_allclose(c[:, n], 1 / factorial - s * c[:, n + 2], atol=ROUNDING)
    h = 1e-20
    slope = stumpff(s + 1j * h).imag / h
    for n in range(5):
        np.testing.assert_allclose(slope[:, n], (n * c[:, n + 2] - c[:, n + 1]) / 2, atol=ROUNDING)


def test_a_complex_step_passes_through(V):
    """Catches a real buffer or a conjugate: the slopes of exp6 and log6 are their Jacobians."""
    step, h = np.random.default_rng(SEED).normal(size=6), 1e-30
    slope = lie.log6(lie.exp6(V).inverse() @ lie.exp6(V + 1j * h * step)).imag / h
    np.testing.assert_allclose(slope, np.matvec(lie.jexp6(V), step), atol=10 * ROUNDING)
    back = lie.log6(lie.exp6(V) @ lie.exp6(1j * h * step)).imag / h
    np.testing.assert_allclose(back, np.matvec(lie.jlog6(V), step), atol=10 * ROUNDING)


def test_an_adjoint_carries_motion_from_body_to_world(V):
    """Catches R and p of the wrong frame: Ad of a product is the product, Ad of the inverse the inverse."""
    T, U = lie.exp6(V), lie.exp6(V[::-1])
    np.testing.assert_allclose(lie.adjoint(T @ U), lie.adjoint(T) @ lie.adjoint(U), atol=ROUNDING)
    np.testing.assert_allclose(lie.adjoint(T) @ lie.adjoint(T.inverse()) - np.eye(6), 0, atol=ROUNDING)
    # The screw of a motion is the same before and after it.
    np.testing.assert_allclose(np.matvec(lie.adjoint(T), V), V, atol=ROUNDING)


def test_a_quaternion_and_its_negative_are_one_turn():
    """Catches the long way round: 200 random turns, both signs, give one logarithm shorter than π."""
    Q = np.random.default_rng(SEED).normal(size=(200, 4))
    Q /= np.linalg.norm(Q, axis=-1, keepdims=True)
    w = quaternion.logarithm(Q)
    np.testing.assert_allclose(quaternion.logarithm(-Q), w)
    assert (np.linalg.norm(w, axis=-1) < np.pi).all()
    np.testing.assert_allclose(quaternion.of_rotation(quaternion_rotation(Q)), np.where(Q[:, :1] < 0, -Q, Q),
                               atol=ROUNDING)


def test_a_half_turn_has_no_logarithm():
    """Catches a logarithm that rounding chooses: within 1e-9 rad of π an error names the entry."""
    for angle in (np.pi, np.pi - 4e-10, np.pi + 4e-10):
        with pytest.raises(ValueError, match="a half turn has two logarithms, π n and −π n"):
            lie.log3(lie.exp3(np.array([0.6, 0, 0.8]) * angle))
    with pytest.raises(ValueError, match=r"see entry \[2\]"):
        lie.log3(lie.exp3(np.array([[0, 0, 1.0], [0, 1, 0], [np.pi, 0, 0]])))
    with pytest.raises(ValueError, match="jlog is not defined after a full turn"):
        lie.jlog6(np.array([2 * np.pi, 0, 0, 1, 2, 3]))
    # Just beyond, the shorter way is the other one.
    np.testing.assert_allclose(lie.log3(lie.exp3(np.array([0, 0, np.pi + 1e-6]))), [0, 0, 1e-6 - np.pi])


@pytest.mark.parametrize(("call", "sentence"), [
    (lambda: lie.exp3(np.zeros(4)), r"w must have shape \(\.\.\., 3\), got \(4,\)"),
    (lambda: lie.exp6([0, 0, 0]), r"V must have shape \(\.\.\., 6\), got \(3,\)"),
    (lambda: lie.jexp3([0, np.nan, 0]), r"w\[1\] must be finite"),
    (lambda: lie.jlog6(None), "V must be an array of numbers, got None"),
    (lambda: lie.log3(2 * np.eye(3)), "R must be a rotation"),
    (lambda: lie.log3(np.diag((1, 1, -1))), "R must be a rotation"),
    (lambda: lie.log6(np.eye(4)), "T must be a Pose, a rotation and a place, got ndarray"),
    (lambda: lie.log6((np.eye(3), [0, 0])), r"T p must have shape"),
    (lambda: lie.adjoint(None), "T_AB must be a Pose, a rotation and a place, got NoneType"),
    (lambda: quaternion.product([1, 0, 0, 0], [1, 0, 0]), r"Q must have shape \(\.\.\., 4\)"),
    (lambda: quaternion.of_rotation(np.zeros((3, 3))), "R must be a rotation"),
])
def test_bad_input_is_refused_in_one_sentence(call, sentence):
    """Catches the logarithm of a matrix that turns nothing, and an error from deep inside numpy."""
    with pytest.raises(ValueError, match=sentence):
        call()


def test_lists_are_arrays():
    """Catches a function that asks a list for its shape."""
    T = lie.exp6([0, 0, 1, 0, 0, 2])
    np.testing.assert_array_equal(lie.log6([x.tolist() for x in T]), lie.log6(T))
    np.testing.assert_array_equal(lie.exp3([0, 0, 1]), T.R)
    np.testing.assert_array_equal(lie.adjoint([x.tolist() for x in T]), lie.adjoint(T))
    Q = quaternion.exponential([0, 0, 1])
    np.testing.assert_array_equal(quaternion.logarithm(Q.tolist()), quaternion.logarithm(Q))
    np.testing.assert_array_equal(quaternion.product(Q.tolist(), quaternion.conjugate(Q.tolist())),
                                  quaternion.product(Q, quaternion.conjugate(Q)))
