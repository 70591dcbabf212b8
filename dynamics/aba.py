"""Forward dynamics without a mass matrix: the articulated-body algorithm.

An articulated body is a body with all that hangs on it, joints free.  Seen from its joint it still
answers a force with an acceleration, F = IA A + pA; so from the leaves inwards each body takes up its
children, and from the world outwards each joint then knows its acceleration.

Featherstone 2008, chapter 7.
"""

from dataclasses import dataclass

import numpy as np

from .factor import check_pivot, cholesky
from .rnea import GRAVITY
from .tree import (
    carried,
    cross,
    joint_motion,
    outward,
    over_states,
    product,
    repeated,
    states_first,
    states_last,
    times,
    transforms,
    transposed_times,
)


@dataclass(frozen=True, eq=False)
class AbaPasses:
    """What the three passes find; 6-vectors [angular, linear] at each body's origin, in its axes."""

    V: np.ndarray   # velocity of each body, rad/s and m/s, (..., n, 6)
    IA: np.ndarray  # articulated inertia, (..., n, 6, 6)
    pA: np.ndarray  # force that holds the articulated body at A = 0, (..., n, 6)
    A: np.ndarray   # spatial acceleration, less gravity, rad/s² and m/s², (..., n, 6)
    a: np.ndarray   # joint accelerations, rad/s² or m/s², (..., nv)


def aba(model, q, v, tau, *, gravity=GRAVITY, f_ext=None):
    """The joint accelerations that joint forces cause, at a cost linear in n, as `AbaPasses`.

    outward:  V_i = X_i V_p + S_i v_i,   c_i = V_i × S_i v_i
    inward:   IA_i = I_i + Σ X_cᵀ Ia_c X_c,   pA_i = V_i ×* I_i V_i − f_ext_i + Σ X_cᵀ pa_c
              U_i = IA_i S_i,   D_i = S_iᵀ U_i + armature_i,   u_i = τ_i − S_iᵀ pA_i
              Ia_i = IA_i − U_i D_i⁻¹ U_iᵀ,   pa_i = pA_i + Ia_i c_i + U_i D_i⁻¹ u_i
    outward:  a_i = D_i⁻¹ (u_i − U_iᵀ A'_i) with A'_i = X_i A_p + c_i,   A_i = A'_i + S_i a_i

    q: (..., nq).  v, tau: (..., nv).  gravity and f_ext as for `rnea`.
    A ValueError names a bad argument, or the body whose joint moves no inertia.
    Featherstone 2008, table 7.1.
    """
    return AbaPasses(*over_states(in_columns, model, q=q, v=v, tau=tau, gravity=gravity, f_ext=f_ext))


def in_columns(model, q, v, tau, gravity, f_ext=0):
    """V, IA, pA, A and a of `aba`, a state a column (see `tree`)."""
    X, lift = transforms(model, q), np.concatenate((0 * gravity, -gravity))
    Sv = joint_motion(model, v)
    V = outward(model, X, Sv, 0 * lift)
    V_cross = cross(V)
    c = times(V_cross, Sv)
    IA, pA = repeated(model.I, q), -transposed_times(V_cross, model.I @ V) - f_ext

    on_joint = [None] * model.n
    for i, body in reversed(list(enumerate(model.bodies))):
        S, p = body.joint.S, model.parent[i]
        # U = IA S,  D = Sᵀ U + armature,  u = τ − Sᵀ pA
        U = np.einsum("rcs,cd->rds", IA[i], S)
        D = np.einsum("rd,res->des", S, U) + body.armature * np.eye(body.joint.nv)[..., None]
        D_inv = _inverse(D, np.einsum("rrs->s", IA[i]), body.name)
        DU, Du = product(D_inv, U.swapaxes(0, 1)), times(D_inv, tau[model.v_of[i]] - S.T @ pA[i])
        on_joint[i] = DU, Du
        if p >= 0:
            # Ia = IA − U D⁻¹ Uᵀ,  pa = pA + Ia c + U D⁻¹ u;  IA_p += Xᵀ Ia X,  pA_p += Xᵀ pa
            Ia = IA[i] - product(U, DU)
            # Rounding must not leave it lopsided, for that grows from ball to ball, inwards.
            Ia = (Ia + Ia.swapaxes(0, 1)) / 2
            IA[p] += carried(X[i], Ia)
            pA[p] += transposed_times(X[i], pA[i] + times(Ia, c[i]) + times(U, Du))

    # The world is the last entry, so that parent −1 finds it.
    A, a = np.concatenate((0 * V, lift[None])), np.empty_like(v)
    for i, (p, own, (DU, Du)) in enumerate(zip(model.parent, model.v_of, on_joint, strict=True)):
        # A' = X A_p + c,  a = D⁻¹ u − D⁻¹ Uᵀ A',  A = A' + S a
        A[i] = times(X[i], A[p]) + c[i]
        a[own] = Du - times(DU, A[i])
        A[i] += model.bodies[i].joint.S @ a[own]
    return V, IA, pA, A[:-1], a


def _inverse(D, inertia, name):
    """D⁻¹, (d, d, N), or a ValueError with the body's name; inertia: (N,), the size that D is measured by."""
    if len(D) == 1:
        check_pivot(D[0, 0], inertia, name)
        return 1 / D
    cholesky(states_first(D), names=[name] * len(D))  # for its sentence when D is singular
    return states_last(np.linalg.inv(states_first(D)))
