"""How joint forces and accelerations respond to a small change of motion: exact, without differences.

Everything is written in world axes, so that a joint that moves carries all beyond it along unchanged.
Let joint k turn by δ.  A quantity x of a body that it carries is carried along (s_k × x), and
changes besides only because the part before the joint keeps its own motion:

    δV = Ψ̇_k + s_k × V,   δA = Ψ̈_k + Ψ̇_k × V + s_k × A,
    Ψ̇_k = V_p × s_k,      Ψ̈_k = A_p × s_k + V_p × Ψ̇_k,   p the parent of the body that k moves.

With B = I A + V ×* I V the force that a body needs so changes by I Ψ̈ + D Ψ̇ + s_k ×* B, where
D x = V ×* I x − I (V × x) + x ×* I V.  The carried-along part never shows in a force along an axis that is
carried too.  What joint i feels is the sum over the bodies that both i and k carry: the subtree of whichever
is further out.

Carpentier and Mansard 2018; Singh, Russo and Wensing 2022, equations 29-36.
"""

from dataclasses import dataclass, replace

import numpy as np

from . import forward
from .kinematics import joint_columns, owners, paths, placements
from .lie import Pose
from .rnea import GRAVITY
from .spatial import blocks, cross_motion, motion_transform, skew
from .tree import over_states, states_first, states_last


@dataclass(frozen=True, eq=False)
class RneaDerivatives:
    """The derivatives of τ = RNEA(q, v, a, f_ext), each with the other arguments held."""

    dtau_dq: np.ndarray  # by a step of q, (..., nv, nv)
    dtau_dv: np.ndarray  # (..., nv, nv)
    dtau_da: np.ndarray  # the mass matrix M with the armature, (..., nv, nv)

    def with_force(self, J, df_dq, df_dv):
        """The same when the force follows the state, f_ext = f(q, v): less Σ_i J_iᵀ ∂f_i/∂q, likewise by v.

        J: (..., n, 6, nv), from `body_jacobians`; −J_iᵀ is ∂τ/∂f_i.
        df_dq, df_dv: (..., n, 6, nv), how the force on each body responds, in its axes at its origin.
        Returns `RneaDerivatives`.
        """
        return replace(self, dtau_dq=self.dtau_dq - force_in_joints(J, df_dq),
                       dtau_dv=self.dtau_dv - force_in_joints(J, df_dv))


@dataclass(frozen=True, eq=False)
class AbaDerivatives:
    """The acceleration a = FD(q, v, τ, f_ext) and its derivatives, each with the other arguments held."""

    a: np.ndarray        # (..., nv)
    da_dq: np.ndarray    # by a step of q, −M⁻¹ dτ/dq, (..., nv, nv)
    da_dv: np.ndarray    # −M⁻¹ dτ/dv, (..., nv, nv)
    da_dtau: np.ndarray  # M⁻¹, (..., nv, nv)

    def with_drive(self, dtau_dq, dtau_dv):
        """The same when the joint forces follow the state, τ(q, v): plus M⁻¹ ∂τ/∂q, likewise by v.

        dtau_dq, dtau_dv: (..., nv, nv), of a motor with friction, a controller, an actuator map S(q) u.
        Returns `AbaDerivatives`.
        """
        return replace(self, da_dq=self.da_dq + self.da_dtau @ dtau_dq, da_dv=self.da_dv + self.da_dtau @ dtau_dv)

    def with_force(self, J, df_dq, df_dv):
        """The same when the force follows the state: plus M⁻¹ Σ_i J_iᵀ ∂f_i/∂q, likewise by v.

        Arguments as for `RneaDerivatives.with_force`; M⁻¹ J_iᵀ is ∂a/∂f_i.  Returns `AbaDerivatives`.
        """
        return self.with_drive(force_in_joints(J, df_dq), force_in_joints(J, df_dv))


def rnea_derivatives(model, q, v, a, *, gravity=GRAVITY, f_ext=None):
    """How the joint forces of `rnea` respond to the motion and to external force.

    k on the path to i:     ∂τ_i/∂q_k = s_iᵀ (I_iᶜ Ψ̈_k + D_iᶜ Ψ̇_k)
    k beyond i:             ∂τ_i/∂q_k = s_iᵀ (I_kᶜ Ψ̈_k + D_kᶜ Ψ̇_k + s_k ×* F_k)
    either, by v and by a:  ∂τ_i/∂v_k = s_iᵀ (Iᶜ (Ψ̇_k + ṡ_k) + Dᶜ s_k),   ∂τ_i/∂a_k = s_iᵀ Iᶜ s_k
    on different branches:  0
    by the force on body j: ∂τ/∂f_j = −J_jᵀ, of `body_jacobians`; see `with_force`
    ᶜ sums over all that the outer of the two joints carries;   ṡ_k = V_k × s_k

    Arguments and errors as for `rnea`.  Returns `RneaDerivatives`; a step of q is (..., nv), body axes.
    The cost grows with the square of n, as the result does.
    Singh, Russo and Wensing 2022.
    """
    return RneaDerivatives(*over_states(in_columns, model, q=q, v=v, a=a, gravity=gravity, f_ext=f_ext))


def in_columns(model, q, v, a, gravity, f_ext=None):
    """The three derivatives of `rnea_derivatives`, a state a column outside (see `tree`), a row inside."""
    q, v, a, g = q.T, v.T, a.T, gravity.T
    path, owner = paths(model), owners(model)
    # World axes at the point where the first body is now: far from the world's origin no digits are lost.
    T = placements(model, q)
    T = Pose(T.R, T.p - T.p[..., :1, :])
    X_BW, s = motion_transform(*T), joint_columns(model, T)

    # V_i = Σ s_k v_k and A_i = −g + Σ (s_k a_k + ṡ_k v_k), ṡ_k = V_k × s_k, along the path to i
    V = path @ (s * v[..., None])
    s_dot = _cross(V[..., owner, :], s)
    up = np.concatenate((0 * g, -g), -1)[..., None, :]
    A = up + path @ (s * a[..., None] + s_dot * v[..., None])
    # Ψ̇_k = V_p × s_k,   Ψ̈_k = A_p × s_k + V_p × Ψ̇_k
    V_p, A_p = (_before(model, owner, x, world) for x, world in ((V, 0 * up), (A, up)))
    psi = _cross(V_p, s)
    psi2 = _cross(A_p, s) + _cross(V_p, psi)

    I = X_BW.swapaxes(-1, -2) @ model.I @ X_BW
    f = 0 if f_ext is None else np.matvec(X_BW.swapaxes(-1, -2), states_first(f_ext))
    D, B = _needs(I, V, A, f)
    I, D, F = _carried(path, I), _carried(path, D), path.T @ B
    Is, sD = np.matvec(I, s), np.matvec(D.swapaxes(-1, -2), s)
    within, beyond = path[owner] == 1, path[owner].T == 1

    def couple(x, y, moved=0):
        """s_iᵀ (Iᶜ x_k + Dᶜ y_k), the sum taken over what the outer of the two joints carries."""
        inner = Is @ x.swapaxes(-1, -2) + sD @ y.swapaxes(-1, -2)
        outer = s @ (np.matvec(I, x) + np.matvec(D, y) + moved).swapaxes(-1, -2)
        return np.where(within, inner, np.where(beyond, outer, 0))

    # s_k ×* F_k = (F_k ×̄*) s_k
    dtau_dq = couple(psi2, psi, np.matvec(_cross_of(F), s))
    dtau_dv = couple(psi + s_dot, s)
    M = couple(s, 0 * s) + np.diag(model.armature)
    return states_last(dtau_dq), states_last(dtau_dv), states_last(M)


def aba_derivatives(model, q, v, tau, *, gravity=GRAVITY, f_ext=None):
    """How the accelerations respond to the motion and to the joint forces.

    RNEA(q, v, a) = τ holds for every state, so M da + dτ/dq dq + dτ/dv dv = dτ, at that same a:
    da/dq = −M⁻¹ dτ/dq,   da/dv = −M⁻¹ dτ/dv,   da/dτ = M⁻¹, all three from one factor of M.

    q: (..., nq).  v, tau: (..., nv).  gravity, f_ext and errors as for `rnea`.
    Returns `AbaDerivatives`; a step of q is (..., nv), body axes.
    Carpentier and Mansard 2018, section IV.
    """
    return AbaDerivatives(*over_states(_aba_in_columns, model, q=q, v=v, tau=tau, gravity=gravity, f_ext=f_ext))


def _aba_in_columns(model, q, v, tau, **forces):
    """a and the three derivatives of `aba_derivatives`, a state a column (see `tree`)."""
    *_, L, _, a = forward.in_columns(model, q, v, tau, **forces)
    dtau_dq, dtau_dv, M = map(states_first, in_columns(model, q, v, a, **forces))
    L, one = states_first(L), np.broadcast_to(np.eye(model.nv), M.shape)
    # L y = columns, then Lᵀ x = y, with the factor that found a
    y = np.linalg.solve(L, np.concatenate((-dtau_dq, -dtau_dv, one), -1))
    x = np.linalg.solve(L.swapaxes(-1, -2), y)
    return a, *map(states_last, np.split(x, 3, -1))


def force_in_joints(J, f):
    """What forces on the bodies, or their derivatives, are worth in the joints: Σ_i J_iᵀ f_i.

    J: (..., n, 6, nv), from `body_jacobians`.  f: (..., n, 6, m), body axes.  Returns (..., nv, m).
    """
    return (J.swapaxes(-1, -2) @ f).sum(-3)


def _before(model, owner, x, world):
    """The vectors of the bodies' parents, one for each rate; `world` is the one of parent -1."""
    x = np.concatenate((x, np.broadcast_to(world, x[..., :1, :].shape)), -2)
    return x[..., np.asarray(model.parent)[owner], :]


def _needs(I, V, A, f):
    """The force that each body needs, B = I A + V ×* I V − f, and D = V ×* I − I V × + (I V) ×̄*, by V."""
    momentum, V_cross = np.matvec(I, V), cross_motion(V)
    V_force = -V_cross.swapaxes(-1, -2)
    D = V_force @ I - I @ V_cross + _cross_of(momentum)
    return D, np.matvec(I, A) + np.matvec(V_force, momentum) - f


def _carried(path, x):
    """The sums of the bodies' matrices (..., n, 6, 6) over all that each joint carries, (..., nv, 6, 6)."""
    return (path.T @ x.reshape(*x.shape[:-2], 36)).reshape(*x.shape[:-3], path.shape[-1], 6, 6)


def _cross(V, W):
    """V × W of motion vectors."""
    return np.matvec(cross_motion(V), W)


def _cross_of(F):
    """The matrix F ×̄* of x ↦ x ×* F: [[−t×, −f×], [−f×, 0]]."""
    t, f = skew(F[..., :3]), skew(F[..., 3:])
    return blocks(-t, -f, -f, 0 * f)
