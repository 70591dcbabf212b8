"""Forward dynamics as a system of equations: M a = τ − c, solved by the Cholesky factor of M."""

from dataclasses import dataclass

import numpy as np

from . import crba, rnea
from .factor import cholesky, rate_names, solve_cholesky
from .tree import over_states, states_first, states_last


@dataclass(frozen=True, eq=False)
class ForwardDynamics:
    """The equations and the steps of their solution; M and L are (..., nv, nv), the others (..., nv)."""

    M: np.ndarray    # mass matrix
    c: np.ndarray    # bias, the joint forces that no acceleration needs
    tau: np.ndarray  # the joint forces given
    L: np.ndarray    # M = L Lᵀ
    y: np.ndarray    # L y = τ − c
    a: np.ndarray    # Lᵀ a = y, the joint accelerations, rad/s² or m/s²

    @property
    def residual(self):
        """M a + c − τ, which is rounding error: (..., nv), N m or N."""
        return np.matvec(self.M, self.a) + self.c - self.tau


def forward_dynamics(model, q, v, tau, *, gravity=rnea.GRAVITY, f_ext=None):
    """The joint accelerations that joint forces cause, with the factor of M, as `ForwardDynamics`.

    M = L Lᵀ,   L y = τ − c,   Lᵀ a = y

    q: (..., nq).  v, tau: (..., nv).  gravity and f_ext as for `rnea`.
    A ValueError names a bad argument, or the body whose joint moves no inertia of its own.
    Featherstone 2008, section 6.1.
    """
    return ForwardDynamics(*over_states(in_columns, model, q=q, v=v, tau=tau, gravity=gravity, f_ext=f_ext))


def in_columns(model, q, v, tau, **forces):
    """M, c, tau, L, y and a of `forward_dynamics`, a state a column (see `tree`)."""
    M = crba.in_columns(model, q)[-1]
    c = rnea.in_columns(model, q, v, 0 * v, **forces)[-1]
    L = cholesky(states_first(M), names=rate_names(model))
    y, a = solve_cholesky(L, states_first(tau - c))
    # A copy, for tau may be the caller's own array.
    return M, c, tau.copy(), *map(states_last, (L, y, a))
