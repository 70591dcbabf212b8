"""Joints: how a body may move against its parent.

A joint knows the number of its coordinates `nq` and of its rates `nv`, its subspace `S` (6, nv), whose
columns are the motion of the body for a unit rate, in body axes at the body's origin, and the transform
for given coordinates.  S is constant in the body for every joint here.
Where there is a quaternion (w, x, y, z), it comes first in q, and `nq` is `nv + 1`.

That transform, of motion from the joint's frame J to the body's frame B, is a weighted sum of constant
matrices, X_BJ = Σ weights_k(q) pieces_k, so that a batch of transforms is one product of matrices.
`weights` takes the coordinates of k joints of one kind in N states, (k, nq, N), and returns (k, m, N);
`pieces` are the (m, 6, 6) matrices of one joint, made of S×, the cross-product matrix of a column of S.
"""

from dataclasses import dataclass, field

import numpy as np

from .checks import UNIT, Rebuilt, as_real, frozen, large_is_infinite
from .spatial import cross_motion

_S = np.eye(6)


@large_is_infinite
def _unit(axis):
    """The axis as a read-only array, or a ValueError when it is not of unit length."""
    axis = as_real("the axis", axis, (3,))
    length = np.linalg.norm(axis)
    if axis.shape != (3,) or abs(length - 1) > UNIT:
        raise ValueError(f"the axis must be one vector of length 1, got {axis.tolist()}, length {length:.6g}")
    return frozen(axis / length)


@dataclass(frozen=True, eq=False)
class Fixed:
    """No motion; it still hands on motion, inertia and force."""

    nq = nv = 0
    S = frozen(np.zeros((6, 0)))

    @property
    def pieces(self):
        """X_BJ = 1."""
        return _S[None]

    @staticmethod
    def weights(q):
        """The factors of `pieces`."""
        return np.ones((len(q), 1, q.shape[-1]))


@dataclass(frozen=True, eq=False)
class _Along(Rebuilt):
    """One rate about or along an axis of length 1 in body axes; a ValueError says when it is not."""

    axis: np.ndarray
    S: np.ndarray = field(init=False, repr=False)
    nq = nv = 1

    def __post_init__(self):
        object.__setattr__(self, "axis", _unit(self.axis))
        object.__setattr__(self, "S", frozen(self.part @ self.axis[:, None]))


class Revolute(_Along):
    """One turn about a unit axis through the body's origin; q in rad, v in rad/s."""

    part = _S[:, :3]  # of a motion: where the axis stands in S

    @property
    def pieces(self):
        """X_BJ = exp(−q S×) = 1 − sin q S× + (1 − cos q) S×S×."""
        S_cross = cross_motion(self.S[:, 0])
        return np.stack((_S, S_cross, S_cross @ S_cross))

    @staticmethod
    def weights(q):
        """The factors of `pieces`."""
        return np.concatenate((np.ones_like(q), -np.sin(q), 1 - np.cos(q)), 1)


class Prismatic(_Along):
    """One shift along a unit axis; q in m, v in m/s."""

    part = _S[:, 3:]

    @property
    def pieces(self):
        """X_BJ = exp(−q S×) = 1 − q S×, as S×S× = 0."""
        return np.stack((_S, cross_motion(self.S[:, 0])))

    @staticmethod
    def weights(q):
        """The factors of `pieces`."""
        return np.concatenate((np.ones_like(q), -q), 1)


@dataclass(frozen=True, eq=False)
class Spherical:
    """Any turn about the body's origin; q = (w, x, y, z) of unit length, v = ω in body axes, rad/s."""

    nq, nv = 4, 3
    S = frozen(_S[:, :3].copy())

    @property
    def pieces(self):
        """X_BJ = 1 − 2 w E + 2 E E with E = x S_1× + y S_2× + z S_3×."""
        E = cross_motion(self.S.T)
        return np.concatenate((_S[None], E, (E[:, None] @ E).reshape(9, 6, 6)))

    @staticmethod
    def weights(q):
        """The factors of `pieces`."""
        w, e = q[:, :1], q[:, 1:]
        squares = (e[:, :, None] * e[:, None]).reshape(len(q), 9, -1)
        return np.concatenate((np.ones_like(w), -2 * w * e, 2 * squares), 1)


@dataclass(frozen=True, eq=False)
class Free:
    """Any motion; q = (w, x, y, z, position in joint axes), v = (ω, u) in body axes, rad/s and m/s."""

    nq, nv = 7, 6
    S = frozen(_S)

    @property
    def pieces(self):
        """X_BJ = (that of a ball) (1 − P) with P = p_1 S_4× + p_2 S_5× + p_3 S_6×."""
        shifts = np.concatenate((_S[None], cross_motion(self.S.T[3:])))
        return (Spherical().pieces[:, None] @ shifts).reshape(-1, 6, 6)

    @staticmethod
    def weights(q):
        """The factors of `pieces`."""
        turns, shift = Spherical.weights(q[:, :4]), q[:, 4:]
        shifts = np.concatenate((np.ones_like(shift[:, :1]), -shift), 1)
        return (turns[:, :, None] * shifts[:, None]).reshape(len(q), 52, -1)


Joint = Fixed | Revolute | Prismatic | Spherical | Free
