"""Joints: how a body may move against its parent.

A joint knows the number of its coordinates `nq` and of its rates `nv`, its subspace `S` (6, nv), whose
columns are the motion of the body for a unit rate, in body axes at the body's origin, and its placement
for given coordinates.  S is constant in the body for every joint here.
Where there is a quaternion (w, x, y, z), it comes first in q, and `nq` is `nv + 1`.
"""

from dataclasses import dataclass, field

import numpy as np

from .checks import as_real, frozen
from .spatial import quaternion_rotation, rotation

_ONE, _ZERO, _S = np.eye(3), np.zeros(3), np.eye(6)
UNIT = 1e-9  # how far the length of an axis or quaternion may be from 1: typed to nine decimals or better


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

    def placement(self, q):
        """R_JB (3, 3) and p_JB (3,): the body's frame B stays at the joint's frame J."""
        return _ONE, _ZERO


@dataclass(frozen=True, eq=False)
class Revolute:
    """One turn about a unit axis through the body's origin; q in rad, v in rad/s."""

    axis: np.ndarray
    S: np.ndarray = field(init=False, repr=False)
    nq = nv = 1

    def __post_init__(self):
        object.__setattr__(self, "axis", _unit(self.axis))
        object.__setattr__(self, "S", frozen(np.append(self.axis, _ZERO)[:, None]))

    def placement(self, q):
        """R_JB (..., 3, 3) and p_JB (3,) for q (..., 1)."""
        return rotation(self.axis, q[..., 0]), _ZERO


@dataclass(frozen=True, eq=False)
class Prismatic:
    """One shift along a unit axis; q in m, v in m/s."""

    axis: np.ndarray
    S: np.ndarray = field(init=False, repr=False)
    nq = nv = 1

    def __post_init__(self):
        object.__setattr__(self, "axis", _unit(self.axis))
        object.__setattr__(self, "S", frozen(np.append(_ZERO, self.axis)[:, None]))

    def placement(self, q):
        """R_JB (3, 3) and p_JB (..., 3) for q (..., 1)."""
        return _ONE, q * self.axis


@dataclass(frozen=True, eq=False)
class Spherical:
    """Any turn about the body's origin; q = (w, x, y, z) of unit length, v = ω in body axes, rad/s."""

    nq, nv = 4, 3
    S = frozen(_S[:, :3])

    def placement(self, q):
        """R_JB (..., 3, 3) and p_JB (3,) for q (..., 4)."""
        return quaternion_rotation(q), _ZERO


@dataclass(frozen=True, eq=False)
class Free:
    """Any motion; q = (w, x, y, z, position in joint axes), v = (ω, u) in body axes, rad/s and m/s."""

    nq, nv = 7, 6
    S = frozen(_S)

    def placement(self, q):
        """R_JB (..., 3, 3) and p_JB (..., 3) for q (..., 7)."""
        return quaternion_rotation(q[..., :4]), q[..., 4:]
