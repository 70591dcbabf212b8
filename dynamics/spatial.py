"""Spatial vectors: motion and force of a rigid body as 6-vectors, [angular, linear].

A motion vector V = (ω, u) holds the angular velocity and the velocity of the body's own origin; a force
vector F = (t, f) holds the moment about that origin and the force; both in body axes.  A matrix acts on
a vector of the last axis, `np.matvec(X, V)`; all leading axes are a batch.  Every function here is a
polynomial or an entire function of its arguments, so complex-step differentiation passes through.
A ValueError names an argument that has another shape, or an entry that is not a finite number.

Featherstone 2008, chapter 2.
"""

import numpy as np

from .checks import as_number

# ẑ × and its sisters, flattened: skew(r) = Σ r_k skew(e_k), linear in r.
_SKEW = np.array([[0, 0, 0, 0, 0, -1, 0, 1, 0],
                  [0, 0, 1, 0, 0, 0, -1, 0, 0],
                  [0, -1, 0, 1, 0, 0, 0, 0, 0]], float)


def skew(r):
    """The matrix of the cross product, skew(r) x = r × x.

    r: (..., 3).  Returns (..., 3, 3).
    """
    r = as_number("r", r, (3,))
    return (r @ _SKEW).reshape(*r.shape[:-1], 3, 3)


def unskew(K):
    """The vector of a cross product's matrix, skew(unskew(K)) = K.

    K: (..., 3, 3), skew-symmetric.  Returns (..., 3).
    """
    K = as_number("K", K, (3, 3))
    return np.stack((K[..., 2, 1], K[..., 0, 2], K[..., 1, 0]), -1)


def blocks(top_left, top_right, bottom_left, bottom_right):
    """One matrix from four: [[top_left, top_right], [bottom_left, bottom_right]], of one batch.

    Each: (..., m, n), such as 3 by 3 for vectors of six.  Returns (..., 2 m, 2 n).
    """
    return np.concatenate((np.concatenate((top_left, top_right), -1),
                           np.concatenate((bottom_left, bottom_right), -1)), -2)


def cross_motion(V):
    """The matrix of V ×, the rate of change of a motion vector that is carried along with V.

    V× = [[ω×, 0], [u×, ω×]]

    V: (..., 6).  Returns (..., 6, 6), maps motion to motion.
    Featherstone 2008, equation 2.31.
    """
    V = as_number("V", V, (6,))
    w, u = skew(V[..., :3]), skew(V[..., 3:])
    return blocks(w, np.zeros_like(w), u, w)


def cross_force(V):
    """The matrix of V ×*, the rate of change of a force vector that is carried along with V.

    V×* = [[ω×, u×], [0, ω×]] = −(V×)ᵀ

    V: (..., 6).  Returns (..., 6, 6), maps force to force.
    Featherstone 2008, equation 2.32.
    """
    return -cross_motion(V).swapaxes(-1, -2)


def motion_transform(R_AB, p_AB):
    """The transform of motion vectors from A to B, for a frame B placed in A.

    X_BA = [[R_BA, 0], [−R_BA p_AB×, R_BA]];  its transpose maps force vectors from B back to A.

    R_AB: (..., 3, 3), maps B coordinates to A.  p_AB: (..., 3), origin of B in A, m.
    Returns X_BA: (..., 6, 6).
    Featherstone 2008, equation 2.24.
    """
    R_BA = as_number("R_AB", R_AB, (3, 3)).swapaxes(-1, -2)
    moved = -R_BA @ skew(p_AB)
    R_BA = np.broadcast_to(R_BA, moved.shape)
    return blocks(R_BA, np.zeros_like(moved), moved, R_BA)


def rotation(axis, angle):
    """The rotation about a unit axis: R = 1 + sin θ n× + (1 − cos θ) n×n×.

    axis: (3,) or (..., 3), of unit length.  angle: (...), rad.  Returns (..., 3, 3).
    Rodrigues 1840.
    """
    K = skew(as_number("axis", axis, (3,)))
    angle = as_number("angle", angle, ())[..., None, None]
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * (K @ K)


def quaternion_rotation(quaternion):
    """The rotation of a unit quaternion (w, x, y, z), scalar first: R = 1 + 2 w e× + 2 e×e×, e = (x, y, z).

    quaternion: (..., 4), of unit length.  Returns (..., 3, 3).
    Featherstone 2008, section 4.5.
    """
    quaternion = as_number("quaternion", quaternion, (4,))
    K = skew(quaternion[..., 1:])
    return np.eye(3) + 2 * quaternion[..., :1, None] * K + 2 * K @ K


def spatial_inertia(mass, com, inertia):
    """The inertia of a body about its own origin; I V is its momentum, ½ VᵀI V its kinetic energy.

    I = [[I_c + m c× c×ᵀ, m c×], [m c×ᵀ, m 1]]

    mass: (...), kg.  com: (..., 3), centre of mass, body axes, m.
    inertia: (..., 3, 3), about the centre of mass, body axes, kg m².
    Returns (..., 6, 6), maps motion to force.
    Featherstone 2008, equation 2.63.
    """
    c, inertia = skew(as_number("com", com, (3,))), as_number("inertia", inertia, (3, 3))
    m = as_number("mass", mass, ())[..., None, None]
    return blocks(inertia + m * c @ c.swapaxes(-1, -2), m * c, -m * c, m * np.eye(3) + 0 * c)
