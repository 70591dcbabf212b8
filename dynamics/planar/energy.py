"""The energy of the planar arm, from the motion of its links and not from the mass matrix."""

from typing import NamedTuple

import numpy as np

from .rnea import rnea


class Energy(NamedTuple):
    """Kinetic T and potential V, each (...), J; V is 0 at the height of the base."""

    T: np.ndarray
    V: np.ndarray

    @property
    def total(self):
        """E = T + V, (...), J."""
        return self.T + self.V


def energy(chain, q, v, *, gravity=9.81):
    """T = Σ ½ m_i |v_ci|² + ½ I_i ω_i²  and  V = Σ m_i g y_ci.

    q, v: (..., n); rad, rad/s.  gravity: scalar or (...), m/s², pulls towards −y.
    Returns `Energy(T, V)`, each (...), J.  Errors as for `rnea`.
    """
    links = rnea(chain, q, v, np.zeros(chain.n), gravity=gravity)
    v2 = (links.v_com.conj() * links.v_com).real
    T = (chain.masses * v2 + chain.inertias * links.w**2).sum(-1) / 2
    V = gravity * (chain.masses * links.p_com.imag).sum(-1)
    return Energy(T, V)
