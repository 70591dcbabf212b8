"""Finite motion from a vector and back: exponential, logarithm, and how both respond to a small change.

A rotation exp3(w) is a turn by |w| about w; a placement exp6(V) is where a body is after it has moved
with the constant spatial velocity V = (w, u), body axes, for one unit of time.  Small changes are taken in
the axes of the moved body: E ⊕ ξ = E exp(ξ).  So jexp is the *right* Jacobian,
exp(V + δ) ≈ exp(V) exp(jexp(V) δ), and jlog(V) is its inverse, log(exp(V) exp(ξ)) ≈ V + jlog(V) ξ.

Every Jacobian here is a polynomial 1 + a w× + b w×w×, where a and b are functions of s = |w|².  A spatial
vector is a 3-vector of dual numbers w + ε u, ε² = 0.  So the matrix for V has the one for w on its diagonal
and its derivative along u below.

A ValueError names an argument that has another shape, or an entry that is not a finite number.

Featherstone 2008, section 2.8; Solà, Deray and Atchuthan 2018, A micro Lie theory; Selig 2005, section 4.5.
"""

from typing import NamedTuple

import numpy as np

from . import quaternion
from .checks import as_number
from .spatial import blocks, motion_transform, skew
from .stumpff import stumpff

FULL_TURN = 1e-15  # of c_2 = (1 − cos θ)/θ²: within 2e-7 rad of a full turn there is nothing left but rounding


class Pose(NamedTuple):
    """Where a frame B is in A: T_AB = Pose(R_AB, p_AB).  T_AB @ T_BC is T_AC, T_AB.inverse() is T_BA."""

    R: np.ndarray  # maps B coordinates to A, (..., 3, 3)
    p: np.ndarray  # origin of B in A, m, (..., 3)

    def __matmul__(self, other):
        # p_AC = p_AB + R_AB p_BC
        return Pose(self.R @ other.R, self.p + np.matvec(self.R, other.p))

    def inverse(self):
        """T_BA of T_AB: R_BA = R_ABᵀ, p_BA = −R_BA p_AB."""
        R_BA = self.R.swapaxes(-1, -2)
        return Pose(R_BA, -np.matvec(R_BA, self.p))


def adjoint(T_AB):
    """The transform of motion vectors from B to A, for a frame B placed in A.

    X_AB = [[R_AB, 0], [p_AB× R_AB, R_AB]], the inverse of motion_transform(R_AB, p_AB) = X_BA

    T_AB: a `Pose`.  Returns (..., 6, 6).
    Featherstone 2008, equation 2.24.
    """
    return motion_transform(*as_pose("T_AB", T_AB).inverse())


def as_pose(name, T):
    """A `Pose` of what has a rotation R (..., 3, 3) and a place p (..., 3), or a ValueError that names it."""
    try:
        R, p = T
    except (TypeError, ValueError) as other:
        raise ValueError(f"{name} must be a Pose, a rotation and a place, got {type(T).__name__}") from other
    return Pose(as_number(f"{name} R", R, (3, 3)), as_number(f"{name} p", p, (3,)))


def exp3(w):
    """The rotation by |w| about w: R = 1 + c_1 w× + c_2 w×w×, with c_1 = sin θ/θ, c_2 = (1 − cos θ)/θ².

    w: (..., 3), rad; any length.  Returns (..., 3, 3).
    Rodrigues 1840.
    """
    w = as_number("w", w, (3,))
    c = _squared(w)
    return _polynomial(w, c[1], c[2])


def log3(R):
    """The shortest w with exp3(w) = R.

    R: (..., 3, 3).  Returns (..., 3), rad, shorter than π; smooth at zero.
    A ValueError when R is no rotation, and within 1e-9 rad of a half turn, where there are two; up to there
    the error is rounding.
    """
    return quaternion.logarithm(quaternion.of_rotation(R))


def jexp3(w):
    """How exp3 responds: exp3(w + δ) ≈ exp3(w) exp3(jexp3(w) δ);  1 − c_2 w× + c_3 w×w×.

    w: (..., 3), rad.  Returns (..., 3, 3), singular for |w| = 2π.
    Its value at −w is the left Jacobian, which carries u to p in exp6.
    """
    w = as_number("w", w, (3,))
    c = _squared(w)
    return _polynomial(w, -c[2], c[3])


def jlog3(w):
    """How log3 responds: log3(exp3(w) exp3(ξ)) ≈ w + jlog3(w) ξ.

    1 + w×/2 + k w×w×,   k = (1 − θ/2 cot θ/2)/θ²

    w: (..., 3), rad, |w| < 2π.  Returns (..., 3, 3), the inverse of jexp3(w).
    A ValueError at a full turn, where there is none.
    """
    w = as_number("w", w, (3,))
    c = _squared(w)
    return _polynomial(w, 0.5, _k(c))


def exp6(V):
    """The placement that is reached with the velocity V in one unit of time: R = exp3(w), p = jexp3(−w) u.

    V: (..., 6), [rad, m], body axes.  Returns the `Pose` of the moved body where it began.
    """
    V = as_number("V", V, (6,))
    w, u = V[..., :3], V[..., 3:]
    return Pose(exp3(w), np.matvec(jexp3(-w), u))


def log6(T):
    """The velocity that reaches a placement in one unit of time: w = log3(R), u = jlog3(−w) p.

    T: a `Pose`, of B in A.  Returns (..., 6), [rad, m]; the same in A and in B.
    A ValueError as for `log3`.
    """
    T = as_pose("T", T)
    w = log3(T.R)
    return np.concatenate((w, np.matvec(jlog3(-w), T.p)), -1)


def jexp6(V):
    """How exp6 responds: exp6(V + δ) ≈ exp6(V) exp6(jexp6(V) δ).

    V: (..., 6), [rad, m].  Returns (..., 6, 6), singular for |w| = 2π.
    """
    V = as_number("V", V, (6,))
    c = _squared(V[..., :3])
    # dc_n/ds = (n c_{n+2} − c_{n+1})/2
    return _dual_polynomial(V, -c[2], c[3], (c[3] - 2 * c[4]) / 2, (3 * c[5] - c[4]) / 2)


def jlog6(V):
    """How log6 responds: log6(E exp6(ξ)) ≈ V + jlog6(V) ξ, for V = log6(E); for the inverse of E take −V.

    V: (..., 6), [rad, m], |w| < 2π.  Returns (..., 6, 6), the inverse of jexp6(V).
    A ValueError at a full turn, where there is none.
    """
    V = as_number("V", V, (6,))
    c = _squared(V[..., :3])
    # k = −c_2'/c_2, so k' = k² − c_2''/c_2 with c_2'' = (8 c_6 − 5 c_5 + c_4)/4
    k = _k(c)
    return _dual_polynomial(V, 0.5, k, 0.0, k**2 - (8 * c[6] - 5 * c[5] + c[4]) / (4 * c[2]))


def _squared(w):
    """The Stumpff functions of |w|², the index n first, ready to multiply matrices."""
    return np.moveaxis(stumpff((w * w).sum(-1)), -1, 0)[..., None, None]


def _k(c):
    """k = (1 − θ/2 cot θ/2)/θ² = −c_2'/c_2, from the Stumpff functions; no 0/0 at zero and none at π.

    A ValueError after a full turn, where c_2 = 0: every axis leads to the same end, and jexp is singular.
    """
    if (c[2].real < FULL_TURN).any():
        raise ValueError("jlog is not defined after a full turn, |w| = 2π, where jexp is singular")
    return (c[3] - 2 * c[4]) / (2 * c[2])


def _polynomial(w, a, b):
    """1 + a w× + b w×w×."""
    K = skew(w)
    return np.eye(3) + a * K + b * (K @ K)


def _dual_polynomial(V, a, b, da, db):
    """1 + a w× + b w×w× for w + ε u: [[P, 0], [dP, P]], dP the derivative along u.  da, db: by s = |w|²."""
    w, u = V[..., :3], V[..., 3:]
    K, U = skew(w), skew(u)
    # ds = 2 w·u
    ds = 2 * (w * u).sum(-1)[..., None, None]
    P = np.eye(3) + a * K + b * (K @ K)
    dP = a * U + b * (K @ U + U @ K) + ds * (da * K + db * (K @ K))
    return blocks(P, np.zeros_like(P), dP, P)
