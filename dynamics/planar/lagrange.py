"""Lagrange's equations of the planar arm, written on their own so that they can judge `rnea`.

No force and no acceleration of a link occurs here: only where the centres of mass are, how they move
with the joints, and derivatives of the energy.  Nothing is shared with the recursion.
Planar vectors are complex numbers, so the dot product a·b is real(conj(a) b).
"""

from dataclasses import dataclass

import numpy as np

from ..checks import as_number, as_real


@dataclass(frozen=True, eq=False)
class LagrangeTerms:
    """The terms of M(q) a + C(q, v) v + g(q) + J_tipᵀ F = τ; real arrays."""

    M: np.ndarray    # mass matrix, kg m², (..., n, n)
    dM: np.ndarray   # dM[..., l, i, j] = ∂M_ij/∂q_l, kg m²/rad, (..., n, n, n)
    C: np.ndarray    # Coriolis matrix by Christoffel symbols, kg m²/s, (..., n, n)
    g: np.ndarray    # gravity torque, N m, (..., n)
    Ma: np.ndarray   # M a, N m, (..., n)
    Cv: np.ndarray   # C v, N m, (..., n)
    tip: np.ndarray  # J_tipᵀ F, N m, (..., n)
    tau: np.ndarray  # their sum, N m, (..., n)


def jacobians(chain, q):
    """J_kj = ∂p_k/∂q_j for the centres of mass, then the tip; and H_lkj = ∂J_kj/∂q_l.

    q: (..., n), rad.  Returns J: complex (..., n+1, n), m, and H: complex (..., n, n+1, n), m/rad.
    """
    n = chain.n
    along = np.exp(1j * q.cumsum(-1))
    # Point k hangs on whole links before its own and on c_k of its own; the tip on all of them.
    reach = np.tril(np.broadcast_to(chain.lengths, (n + 1, n)), -1) + np.eye(n + 1, n) * chain.com
    # Turning joint j swings links j..k about it: ∂p_k/∂q_j = ẑ × Σ_{i≥j} reach_ki e_i
    swung = np.cumsum((reach * along[..., None, :])[..., ::-1], -1)[..., ::-1]
    # Both joints turn what lies beyond the outer one: ∂²p_k/∂q_l∂q_j = ẑ × ẑ × swung_k,max(l,j)
    outer = np.maximum.outer(np.arange(n), np.arange(n))
    return 1j * swung, -np.moveaxis(swung[..., outer], -2, -3)


def lagrange(chain, q, v, a, *, gravity=9.81, tip_force=0j):
    """The joint torques from the energies: τ = M a + C v + g + J_tipᵀ F, with every term.

    M = Σ_k m_k J_kᵀJ_k + I_k Jω_kᵀJω_k;   C_ij = ½ Σ_l (∂_l M_ij + ∂_j M_il − ∂_i M_jl) v_l;
    g = ∂V/∂q = Σ_k m_k J_kᵀ (0, g)

    Arguments and errors as for `dynamics.planar.rnea`; returns `LagrangeTerms`.
    Siciliano, Sciavicco, Villani and Oriolo 2009, section 7.1.
    """
    n = chain.n
    q, v, a = as_real("q", q, (n,)), as_real("v", v, (n,)), as_real("a", a, (n,))
    gravity, F = as_real("gravity", gravity, ()), as_number("tip_force", tip_force, ())
    J_all, H_all = jacobians(chain, q)
    J, H, J_tip = J_all[..., :n, :], H_all[..., :n, :], J_all[..., n, :]

    # ω_k = v_1 + ... + v_k, so Jω is a lower triangle of ones and the same in every pose.
    J_w = np.tri(n)
    mJ = chain.masses[:, None] * J
    # M_ij = Σ_k m_k J_ki·J_kj + I_k Jω_ki Jω_kj
    M = (J.conj().swapaxes(-1, -2) @ mJ).real + J_w.T @ (chain.inertias[:, None] * J_w)
    # ∂_l M_ij = Σ_k m_k (H_lki·J_kj + J_ki·H_lkj)
    half = (H.conj().swapaxes(-1, -2) @ mJ[..., None, :, :]).real
    dM = half + half.swapaxes(-1, -2)
    # C_ij = ½ Σ_l (∂_l M_ij + ∂_j M_il − ∂_i M_jl) v_l; with (∂M v)_ji = Σ_l ∂_j M_il v_l
    dM_v = (dM @ v[..., None, :, None])[..., 0]
    C = (np.einsum("...lij,...l->...ij", dM, v) + dM_v.swapaxes(-1, -2) - dM_v) / 2
    # g_i = Σ_k m_k g ∂y_k/∂q_i
    g = gravity[..., None] * mJ.imag.sum(-2)

    Ma, Cv = (M @ a[..., None])[..., 0], (C @ v[..., None])[..., 0]
    tip = (J_tip.conj() * F[..., None]).real
    return LagrangeTerms(M, dM, C, g, Ma, Cv, tip, Ma + Cv + g + tip)
