"""MuJoCo's representation: everything about one point of the tree, in world axes.

A body's own frame C is replaced by a common one: the axes are the world's, the origin is the centre of
mass of the whole tree to which the body belongs.  Every vector is carried there once; after that the
recursions only add, and an inertia is ten numbers: the moments and products about the common point
(xx, yy, zz, xy, xz, yz), mass times the place of the centre of mass, and the mass.

With X_CB for motion from a body B to the common frame, and X_BC back:
motion  V̄ = X_CB V,   force  F̄ = X_BCᵀ F,   inertia  Ī = X_BCᵀ I X_BC.

MuJoCo 2012 (Todorov, Erez and Tassa), engine_core_smooth.c.
"""

from dataclasses import dataclass

import numpy as np

from .crba import coupling
from .kinematics import placements
from .rnea import GRAVITY
from .spatial import motion_transform, skew
from .tree import cross, over_states, product, states_first, states_last, times, transposed_times


@dataclass(frozen=True, eq=False)
class CommonFrame:
    """The state of a tree about its common point; 6-vectors [angular, linear] in world axes."""

    point: np.ndarray     # the common point of each body's tree, world, m, (..., n, 3)
    X_CB: np.ndarray      # motion from each body to the common frame, (..., n, 6, 6)
    X_BC: np.ndarray      # motion from the common frame to each body, (..., n, 6, 6)
    cinert: np.ndarray    # inertia of each body, (..., n, 10)
    cdof: np.ndarray      # motion for a unit of each rate, (..., nv, 6)
    cdof_dot: np.ndarray  # what the carrying body's velocity makes of it, V̄_p × cdof, (..., nv, 6)
    cvel: np.ndarray      # velocity of each body, rad/s and m/s, (..., n, 6)
    cacc: np.ndarray      # spatial acceleration, less gravity, rad/s² and m/s², (..., n, 6)
    crb: np.ndarray       # inertia of each body and all it carries, (..., n, 10)
    cfrc: np.ndarray      # force through each joint, N m and N, (..., n, 6)
    M: np.ndarray         # mass matrix with armature, (..., nv, nv)
    tau: np.ndarray       # joint forces, N m or N, (..., nv)


def inertia_matrix(ten):
    """The spatial inertia that ten numbers stand for: (..., 6, 6), for ten: (..., 10)."""
    moments = ten[..., [0, 3, 4, 3, 1, 5, 4, 5, 2]].reshape(*ten.shape[:-1], 3, 3)
    mc, m = skew(ten[..., 6:9]), ten[..., 9, None, None] * np.eye(3)
    return np.concatenate((np.concatenate((moments, mc), -1), np.concatenate((-mc, m), -1)), -2)


def ten_numbers(I):
    """The ten numbers of a spatial inertia: (..., 10), for I: (..., 6, 6)."""
    rows, columns = (0, 1, 2, 0, 0, 1, 2, 0, 1, 3), (0, 1, 2, 1, 2, 2, 4, 5, 3, 3)
    return I[..., rows, columns]


def common_frame(model, q, v, a, *, gravity=GRAVITY, f_ext=None):
    """Inverse dynamics and the mass matrix in the common frame, as `CommonFrame`.

    outward:  V̄_i = V̄_p + Σ cdof_k v_k,   Ā_i = Ā_p + Σ cdof_k a_k + (V̄_p × cdof_k) v_k,   Ā_world = −g
    inward:   F̄_i = Ī_i Ā_i + V̄_i ×* Ī_i V̄_i − f̄_ext_i + Σ_children F̄_c,   crb_i = Ī_i + Σ_children crb_c
              τ_k = cdof_k · F̄,   M_kl = cdof_k · crb_l cdof_l for each rate k that carries rate l

    Arguments and errors as for `rnea`; f_ext is in body coordinates.
    """
    return CommonFrame(*over_states(in_columns, model, q=q, v=v, a=a, gravity=gravity, f_ext=f_ext))


def in_columns(model, q, v, a, gravity, f_ext=0):
    """The fields of `CommonFrame`, a state a column (see `tree`)."""
    R_WB, p_WB = placements(model, states_first(q))
    point, R_BC = _tree_centres(model, R_WB, p_WB), R_WB.swapaxes(-1, -2)
    X_CB = states_last(motion_transform(R_BC, np.matvec(R_BC, point - p_WB)))
    X_BC = states_last(motion_transform(R_WB, p_WB - point))
    I = product(X_BC.swapaxes(1, 2), product(model.I[..., None], X_BC))
    cdof = np.concatenate([np.einsum("rcs,cd->drs", X, body.joint.S)
                           for X, body in zip(X_CB, model.bodies, strict=True)])
    links = list(enumerate(zip(model.v_of, model.parent, strict=True)))

    lift = np.concatenate((0 * gravity, -gravity))
    # The world is the last entry, so that parent −1 finds it.
    cvel, cacc, cdof_dot = *(np.repeat(x[None], model.n + 1, 0) for x in (0 * lift, lift)), 0 * cdof
    for i, (own, p) in links:
        # V̄_i = V̄_p + Σ cdof_k v_k,   Ā_i = Ā_p + Σ cdof_k a_k + (V̄_p × cdof_k) v_k
        cdof_dot[own] = times(cross(cvel[p]), cdof[own])
        cvel[i] = cvel[p] + _sum(cdof[own], v[own])
        cacc[i] = cacc[p] + _sum(cdof[own], a[own]) + _sum(cdof_dot[own], v[own])
    cvel, cacc = cvel[:-1], cacc[:-1]

    # F̄_i = Ī_i Ā_i + V̄_i ×* Ī_i V̄_i − f̄_ext_i
    cfrc = times(I, cacc) - transposed_times(cross(cvel), times(I, cvel))
    cfrc -= transposed_times(X_BC, f_ext + 0 * cvel)
    crb = I.copy()
    for i, (_, p) in reversed(links):
        if p >= 0:
            # F̄_p += F̄_i,  crb_p += crb_i
            cfrc[p] += cfrc[i]
            crb[p] += crb[i]
    # τ_k = cdof_k · F̄,   M_kl = cdof_k · crb_l cdof_l
    owner = np.repeat(np.arange(model.n), [body.joint.nv for body in model.bodies])
    momentum = times(crb[owner], cdof)
    tau = np.einsum("krs,krs->ks", cdof, cfrc[owner]) + model.armature[:, None] * a
    M = np.einsum("krs,lrs->kls", cdof, momentum)
    # k carries l when it comes first; the other half is the mirror image.
    M = np.where(np.tri(model.nv).T[..., None] > 0, M, M.swapaxes(0, 1)) * coupling(model)[..., None]
    M += np.diag(model.armature)[..., None]
    ten = states_last(ten_numbers(states_first(I))), states_last(ten_numbers(states_first(crb)))
    return (states_last(point), X_CB, X_BC, ten[0], cdof, cdof_dot, cvel, cacc, ten[1], cfrc, M, tau)


def _sum(cdof, rates):
    """Σ cdof_k rates_k: (6, N), for cdof (k, 6, N) and rates (k, N)."""
    return np.einsum("krs,ks->rs", cdof, rates)


def _tree_centres(model, R_WB, p_WB):
    """For each body the centre of mass of its tree, in the world: (N, n, 3)."""
    mass, root = np.array([body.mass for body in model.bodies]), []
    for i, p in enumerate(model.parent):
        root.append(i if p < 0 else root[p])
    same_tree = np.equal.outer(root, root)
    # A tree of rotors alone has no centre of mass; its root's origin does as well.
    weight = np.where(same_tree @ mass > 0, mass, np.arange(model.n) == root)
    share = same_tree * weight
    com = p_WB + np.matvec(R_WB, [body.com for body in model.bodies])
    return share / share.sum(-1, keepdims=True) @ com
