"""Unit quaternions (w, x, y, z), scalar first: the coordinates of spherical and free joints.

A turn by θ about the unit axis n is (cos θ/2, n sin θ/2); its negative is the same turn.

A ValueError names an argument that has another shape, or an entry that is not a finite number.

Featherstone 2008, section 4.5.
"""

import numpy as np

from .checks import as_number, as_rotation
from .spatial import skew
from .stumpff import stumpff

# rad: a turn this close to a half turn has no logarithm, for rounding may decide whether it is +π n or −π n.
HALF_TURN = 1e-9
STRAIGHT = 1e-8  # below, arctan(x)/x is 1 − x²/3 to the last digit; x² here


def product(P, Q):
    """The turn P, then Q about the axes that P has turned: R(product(P, Q)) = R(P) R(Q).

    (w, e)(w', e') = (w w' − e·e', w e' + w' e + e × e')

    P, Q: (..., 4).  Returns (..., 4), of length |P| |Q|.
    """
    P, Q = as_number("P", P, (4,)), as_number("Q", Q, (4,))
    w, e, w_, e_ = P[..., :1], P[..., 1:], Q[..., :1], Q[..., 1:]
    return np.concatenate((w * w_ - (e * e_).sum(-1, keepdims=True),
                           w * e_ + w_ * e + np.matvec(skew(e), e_)), -1)


def conjugate(Q):
    """The turn back, (w, −e), for a unit quaternion.

    Q: (..., 4).  Returns (..., 4).
    """
    return as_number("Q", Q, (4,)) * [1, -1, -1, -1]


def exponential(w):
    """The turn by the angle |w| about the axis w/|w|: (cos θ/2, w sin(θ/2)/θ).

    w: (..., 3), rad; any length.  Returns (..., 4), of length 1.
    """
    w = as_number("w", w, (3,))
    c = stumpff((w * w).sum(-1) / 4)
    return np.concatenate((c[..., :1], c[..., 1:2] * w / 2), -1)


def logarithm(Q):
    """The shortest w with exponential(w) = ±Q: w = θ e/|e|, tan θ/4 = |e|/(1 + |w|).

    Q: (..., 4), of length 1.  Returns (..., 3), rad, shorter than π; smooth at zero.
    A ValueError when a turn is within `HALF_TURN` of π: there +π n and −π n are one turn, and the
    logarithm would jump.  As near to it as that, its derivatives are finite and its error is rounding.
    """
    Q = as_number("Q", Q, (4,))
    Q = np.where(Q[..., :1].real < 0, -Q, Q)
    if (half := Q[..., 0].real < HALF_TURN / 2).any():
        at = np.argwhere(half)[0].tolist()
        raise ValueError("a half turn has two logarithms, π n and −π n" + (f", see entry {at}" if at else ""))
    e, scale = Q[..., 1:], 1 + Q[..., :1]
    # θ/|e| = 4 arctan(x)/(x (1 + w)), x = |e|/(1 + w); the quarter of the angle keeps far from a pole.
    x2 = (e * e).sum(-1, keepdims=True) / scale**2
    straight = x2.real < STRAIGHT
    x = np.sqrt(np.where(straight, 1, x2))
    return 4 / scale * np.where(straight, 1 - x2 / 3, np.arctan(x) / x) * e


def of_rotation(R):
    """The quaternion with w ≥ 0 of a rotation.

    4 Q Qᵀ is linear in R; of its four rows, each a multiple of Q, the one of largest norm is taken.

    R: (..., 3, 3).  Returns (..., 4), of length 1.  A ValueError when R is no rotation.
    Shepperd 1978.
    """
    R = as_rotation("R", R)
    xx, yy, zz = R[..., 0, 0], R[..., 1, 1], R[..., 2, 2]
    wx, wy, wz = (R[..., i, j] - R[..., j, i] for i, j in ((2, 1), (0, 2), (1, 0)))
    xy, xz, yz = (R[..., i, j] + R[..., j, i] for i, j in ((0, 1), (0, 2), (1, 2)))
    QQ = np.stack((1 + xx + yy + zz, wx, wy, wz, wx, 1 + xx - yy - zz, xy, xz,
                   wy, xy, 1 - xx + yy - zz, yz, wz, xz, yz, 1 - xx - yy + zz), -1)
    QQ = QQ.reshape(*R.shape[:-2], 4, 4)
    largest = np.diagonal(QQ, axis1=-2, axis2=-1).real.argmax(-1)[..., None, None]
    row = np.take_along_axis(QQ, largest, -2)[..., 0, :]
    Q = row / (2 * np.sqrt(np.take_along_axis(row, largest[..., 0], -1)))
    return np.where(Q[..., :1].real < 0, -Q, Q)
