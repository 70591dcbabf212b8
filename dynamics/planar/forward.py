"""The mass matrix and forward dynamics of the planar arm, made of calls of `rnea` alone.

τ = M(q) a + c(q, v) is affine in a, so a few calls give back M and c: Walker and Orin 1982.
"""

from functools import cache

import numpy as np

from ..checks import as_number, as_real
from .rnea import _two_passes, rnea


def mass_matrix(chain, q):
    """The mass matrix by unit accelerations: M e_j = RNEA(q, 0, e_j), without gravity.

    q: (..., n), rad.  Returns (..., n, n), kg m².
    Walker and Orin 1982, method 1.
    """
    q = as_real("q", q, (chain.n,))
    # Row j of the batch lets only joint j accelerate; its torques are column j of M.
    columns = rnea(chain, q[..., None, :], np.zeros(chain.n), np.eye(chain.n), gravity=0).tau
    return columns.swapaxes(-1, -2)


@cache
def _questions(n):
    """What the rows of the batch ask: which one moves, (n+1,), and the accelerations of each, (n+1, n)."""
    return np.eye(n + 1)[0], np.eye(n + 1, n, k=-1)


def forward_dynamics(chain, q, v, tau, *, gravity=9.81, tip_force=0j):
    """The joint accelerations that torques cause: solve M(q) a = τ − c(q, v).

    q, v, tau: (..., n); rad, rad/s, N m.  gravity and tip_force as for `rnea`.
    Returns a: (..., n), rad/s².
    A ValueError names a bad argument, or says that M is singular (links of no inertia in line).
    Walker and Orin 1982.
    """
    shape = (chain.n,)
    q, v, tau = as_real("q", q, shape), as_real("v", v, shape), as_real("tau", tau, shape)
    gravity, tip_force = as_real("gravity", gravity, ()), as_number("tip_force", tip_force, ())
    try:
        return _accelerations(chain, q, v, tau, gravity, tip_force)
    except np.linalg.LinAlgError as singular:
        raise ValueError("the mass matrix is singular: some joint moves no inertia") from singular


def _accelerations(chain, q, v, tau, gravity, tip_force):
    """`forward_dynamics` for arguments that have been checked."""
    # One batch of n+1 rows: row 0 moves with v under gravity and gives c; row j, at rest and
    # without gravity, lets joint j accelerate and gives column j of M.
    first, columns = _questions(chain.n)
    rows = _two_passes(chain, q[..., None, :], v[..., None, :] * first[:, None], columns,
                      gravity[..., None] * first, tip_force[..., None] * first).tau
    c, M = rows[..., 0, :], rows[..., 1:, :].swapaxes(-1, -2)
    return np.linalg.solve(M, (tau - c)[..., None])[..., 0]
