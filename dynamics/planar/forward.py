"""The mass matrix and forward dynamics of the planar arm, made of calls of `rnea` alone.

τ = M(q) a + c(q, v) is affine in a, so a few calls give back M and c: Walker and Orin 1982.
"""

import numpy as np

from ..checks import as_real
from .rnea import rnea


def mass_matrix(chain, q):
    """The mass matrix by unit accelerations: M e_j = RNEA(q, 0, e_j), without gravity.

    q: (..., n), rad.  Returns (..., n, n), kg m².
    Walker and Orin 1982, method 1.
    """
    q = as_real("q", q, (chain.n,))
    # Row j of the batch lets only joint j accelerate; its torques are column j of M.
    columns = rnea(chain, q[..., None, :], np.zeros(chain.n), np.eye(chain.n), gravity=0).tau
    return columns.swapaxes(-1, -2)


def forward_dynamics(chain, q, v, tau, *, gravity=9.81, tip_force=0j):
    """The joint accelerations that torques cause: solve M(q) a = τ − c(q, v).

    q, v, tau: (..., n); rad, rad/s, N m.  gravity and tip_force as for `rnea`.
    Returns a: (..., n), rad/s².
    A ValueError names a bad argument, or says that M is singular (links of no inertia in line).
    Walker and Orin 1982.
    """
    n = chain.n
    q, v, tau = as_real("q", q, (n,)), as_real("v", v, (n,)), as_real("tau", tau, (n,))
    # One batch of n+1 rows: row 0 moves with v under gravity and gives c; row j, at rest and
    # without gravity, lets joint j accelerate and gives column j of M.
    first = np.eye(n + 1)[0]
    rows = rnea(chain, q[..., None, :], v[..., None, :] * first[:, None], np.eye(n + 1, n, k=-1),
                gravity=np.asarray(gravity)[..., None] * first,
                tip_force=np.asarray(tip_force)[..., None] * first).tau
    c, M = rows[..., 0, :], rows[..., 1:, :].swapaxes(-1, -2)
    try:
        return np.linalg.solve(M, (tau - c)[..., None])[..., 0]
    except np.linalg.LinAlgError as singular:
        raise ValueError("the mass matrix is singular: some joint moves no inertia") from singular
