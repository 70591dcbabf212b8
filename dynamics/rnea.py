"""Recursive Newton–Euler for trees: motion goes out from the world, force comes back from the leaves.

Featherstone 2008, section 5.3.
"""

from dataclasses import dataclass

import numpy as np

from .checks import as_number
from .spatial import cross_motion

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
    q, v, a = model.check_q(q), as_number("v", v, (model.nv,)), as_number("a", a, (model.nv,))
    g = as_number("gravity", gravity, (3,))
    f_ext = as_number("f_ext", np.zeros((model.n, 6)) if f_ext is None else f_ext, (model.n, 6))
    batch = np.broadcast_shapes(*(x.shape[:-1] for x in (q, v, a, g)), f_ext.shape[:-2])

    X, I, S, parent = model.transforms(q), model.I, [b.joint.S for b in model.bodies], model.parent
    # The world is the last entry, so that parent -1 finds it.  It accelerates upwards in place of gravity.
    world = np.zeros((*batch, 6))
    V = [*[None] * model.n, world]
    A = [*[None] * model.n, world + np.concatenate((0 * g, -g), -1)]
    B = [*[None] * model.n, world]
    for i, p in enumerate(parent):
        Sv = np.matvec(S[i], v[..., model.v_of[i]])
        # V_i = X_i V_p + S_i v_i
        V[i] = np.matvec(X[i], V[p]) + Sv
        V_cross = cross_motion(V[i])
        # A_i = X_i A_p + S_i a_i + V_i × S_i v_i
        A[i] = np.matvec(X[i], A[p]) + np.matvec(S[i], a[..., model.v_of[i]]) + np.matvec(V_cross, Sv)
        # B_i = I_i A_i + V_i ×* I_i V_i − f_ext_i, where V ×* = −(V ×)ᵀ
        momentum = np.matvec(I[i], V[i])
        B[i] = np.matvec(I[i], A[i]) - np.matvec(V_cross.swapaxes(-1, -2), momentum) - f_ext[..., i, :]

    F = list(B)
    tau = [None] * model.n
    for i in reversed(range(model.n)):
        # τ_i = S_iᵀ F_i, and the parent bears F_i too: F_p += X_iᵀ F_i
        tau[i] = np.matvec(S[i].T, F[i])
        F[parent[i]] = F[parent[i]] + np.matvec(X[i].swapaxes(-1, -2), F[i])
    V, A, B, F = (np.stack(x[:-1], -2) for x in (V, A, B, F))
    return RneaPasses(V, A, B, F, np.concatenate(tau, -1) + model.armature * a)


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
