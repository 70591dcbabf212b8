"""Recursive Newton–Euler for trees: motion goes out from the world, force comes back from the leaves.

Featherstone 2008, section 5.3.
"""

from dataclasses import dataclass

import numpy as np

from .tree import (
    cross,
    inward,
    joint_force,
    joint_motion,
    outward,
    over_states,
    times,
    transforms,
    transposed_times,
)

GRAVITY = (0.0, 0.0, -9.81)  # m/s², world axes


@dataclass(frozen=True, eq=False)
class RneaPasses:
    """All that the two passes find; 6-vectors [angular, linear] at each body's origin, in its axes."""

    V: np.ndarray    # velocity of each body, rad/s and m/s, (..., n, 6)
    A: np.ndarray    # spatial acceleration, less gravity, rad/s² and m/s², (..., n, 6)
    B: np.ndarray    # force that the body itself needs, N m and N, (..., n, 6)
    F: np.ndarray    # force through its joint, for the body and all it carries, (..., n, 6)
    tau: np.ndarray  # what the motors must do, N m or N, (..., nv)


def rnea(model, q, v, a, *, gravity=GRAVITY, f_ext=None):
    """The joint forces for a wanted motion, with everything that is found on the way, as `RneaPasses`.

    outward:  V_i = X_i V_p + S_i v_i,   A_i = X_i A_p + S_i a_i + V_i × S_i v_i,   A_world = −g
              B_i = I_i A_i + V_i ×* I_i V_i − f_ext_i
    inward:   F_i = B_i + Σ_children X_cᵀ F_c,   τ_i = S_iᵀ F_i + armature_i a_i

    q: (..., nq).  v, a: (..., nv), rates and accelerations; for a free base v is not dq/dt.
    gravity: (..., 3), world axes, m/s².
    f_ext: (..., n, 6) or None, the force of the surroundings on each body, [moment about its origin,
    force], in its axes, N m and N.
    A ValueError names the argument, or the body, that is wrong.

    Luh, Walker and Paul 1980; Featherstone 2008, table 5.1.
    """
    return RneaPasses(*over_states(in_columns, model, q=q, v=v, a=a, gravity=gravity, f_ext=f_ext))


def in_columns(model, q, v, a, gravity, f_ext=0):
    """V, A, B, F and tau of `rnea`, a state a column (see `tree`)."""
    X, I = transforms(model, q), model.I
    # The world accelerates upwards instead of the bodies being pulled down.
    still, lift = np.concatenate((0 * gravity, 0 * gravity)), np.concatenate((0 * gravity, -gravity))
    Sv = joint_motion(model, v)
    # V_i = X_i V_p + S_i v_i
    V = outward(model, X, Sv, still)
    V_cross = cross(V)
    # A_i = X_i A_p + S_i a_i + V_i × S_i v_i
    A = outward(model, X, joint_motion(model, a) + times(V_cross, Sv), lift)
    # B_i = I_i A_i + V_i ×* I_i V_i − f_ext_i, where V ×* = −(V ×)ᵀ
    B = I @ A - transposed_times(V_cross, I @ V) - f_ext
    # F_i = B_i + Σ_children X_cᵀ F_c
    F = inward(model, X, B)
    # τ_i = S_iᵀ F_i + armature_i a_i
    return V, A, B, F, joint_force(model, F) + model.armature[:, None] * a


def bias(model, q, v, *, gravity=GRAVITY, f_ext=None):
    """The joint forces that no acceleration needs, c in τ = M a + c: RNEA(q, v, 0).

    Arguments and errors as for `rnea`.  Returns (..., nv), N m or N.
    Featherstone 2008, equation 6.2.
    """
    return rnea(model, q, v, np.zeros(model.nv), gravity=gravity, f_ext=f_ext).tau


def gravity_torque(model, q, *, gravity=GRAVITY):
    """The joint forces that hold the mechanism at rest: RNEA(q, 0, 0).

    Arguments and errors as for `rnea`.  Returns (..., nv), N m or N.
    """
    return bias(model, q, np.zeros(model.nv), gravity=gravity)
