"""The mass matrix by composite bodies, and by unit accelerations.

Lock all joints but one: what that joint carries moves as one rigid body.  Its inertia is the sum of the
parts, and the force that a unit acceleration of the joint needs is brought back towards the world, where
each joint on the way feels its share: one entry of the mass matrix.

Featherstone 2008, section 6.2.
"""

from dataclasses import dataclass

import numpy as np

from .rnea import rnea
from .tree import carried, over_states, product, repeated, transforms


@dataclass(frozen=True, eq=False)
class CompositeBodies:
    """The mass matrix and what it is made of; 6-vectors [angular, linear] at each body's origin, its axes."""

    C: np.ndarray  # I_i^C, inertia of body i and all it carries, locked together, (..., n, 6, 6)
    H: np.ndarray  # force through joint i for a unit of acceleration j that it carries, (..., n, 6, nv)
    M: np.ndarray  # mass matrix with armature, kg m², kg m and kg, (..., nv, nv)


def crba(model, q):
    """The mass matrix by composite inertias, with the force of every column on its way, as `CompositeBodies`.

    C_i = I_i + Σ_children X_cᵀ C_c X_c
    H_i = C_i S_i for the rates of joint i, and X_cᵀ H_c for those of every child c
    M_ij = S_iᵀ H_ij for each rate j that body i carries; M = Mᵀ, and armature on the diagonal

    q: (..., nq).  Errors as for `rnea`.
    Walker and Orin 1982, method 3; Featherstone 2008, table 6.2.
    """
    return CompositeBodies(*over_states(_with_all_columns, model, q=q))


def mass_matrix(model, q):
    """The mass matrix alone, M of `crba`, so that a long batch keeps nothing else: T = ½ vᵀ M v.

    q: (..., nq).  Returns (..., nv, nv).  Errors as for `rnea`.
    """
    return over_states(lambda model, q: in_columns(model, q)[2:], model, q=q)[0]


def mass_by_rnea(model, q):
    """The mass matrix by unit accelerations: M e_j = RNEA(q, 0, e_j), without gravity.

    q: (..., nq).  Returns (..., nv, nv).  Errors as for `rnea`.
    Walker and Orin 1982, method 1.
    """
    q = model.check_q(q)
    # State j of the added axis lets only rate j accelerate; its torques are column j of M.
    columns = rnea(model, q[..., None, :], np.zeros(model.nv), np.eye(model.nv), gravity=np.zeros(3)).tau
    return columns.swapaxes(-1, -2)


def coupling(model):
    """Which entries of the mass matrix the tree leaves room for: (nv, nv), True or False.

    M_ij is zero in every pose when neither joint carries the other.  An entry that is zero where this
    says True is so by chance of the pose, or of the masses.
    Featherstone 2008, section 6.4.
    """
    pattern = np.zeros((model.nv, model.nv), bool)
    for own, carried_rates in zip(model.v_of, rates_carried(model), strict=True):
        pattern[own, carried_rates] = True
    return pattern | pattern.T


def rates_carried(model):
    """For each body, the indices of the rates that move it against its parent, or a body that it carries."""
    rates = [list(range(own.start, own.stop)) for own in model.v_of]
    for i, p in reversed(list(enumerate(model.parent))):
        if p >= 0:
            rates[p] += rates[i]
    return rates


def in_columns(model, q):
    """C, H and M of `crba`, a state a column (see `tree`); H_i only for the rates that i carries, a list."""
    X, C, carried_by = transforms(model, q), repeated(model.I, q), rates_carried(model)
    H = [[] for _ in model.bodies]
    M = np.zeros((model.nv, model.nv, q.shape[-1]), q.dtype)
    for i, (own, js, p) in reversed(list(enumerate(zip(model.v_of, carried_by, model.parent, strict=True)))):
        S = model.bodies[i].joint.S
        # H_i = C_i S_i, and X_cᵀ H_c of each child
        H[i] = np.concatenate((np.einsum("rcs,cd->rds", C[i], S), *H[i]), 1)
        # M_ij = S_iᵀ H_ij, and its mirror image
        row = np.einsum("rd,rjs->djs", S, H[i])
        M[own, js], M[js, own] = row, row.swapaxes(0, 1)
        if p >= 0:
            # C_p += X_iᵀ C_i X_i
            C[p] += carried(X[i], C[i])
            H[p].append(product(X[i].swapaxes(0, 1), H[i]))
    return C, H, M + np.diag(model.armature)[..., None]


def _with_all_columns(model, q):
    """C, H and M of `crba`, where H_i has a column for every rate: zero when body i does not carry it."""
    C, H, M = in_columns(model, q)
    whole = np.zeros((model.n, 6, model.nv, q.shape[-1]), q.dtype)
    for i, js in enumerate(rates_carried(model)):
        whole[i][:, js] = H[i]
    return C, whole, M
