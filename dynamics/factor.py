"""Mass matrices taken apart, so that M x = b is solved by substitution: L Lᵀ, and Lᵀ D L along a tree.

Every function works along leading batch axes, and only adds, multiplies, divides and takes roots, so
that complex-step differentiation passes through.
"""

from dataclasses import dataclass

import numpy as np

from .checks import as_number, common_batch

SINGULAR = 1e-14  # of the diagonal: a pivot so small is what rounding left of a zero


def check_pivot(pivot, diagonal, name):
    """A ValueError with the body's name when elimination has left nothing of its inertia."""
    if (pivot.real <= SINGULAR * diagonal.real).any():
        raise ValueError(f"{name}: its joint moves no inertia of its own, the mass matrix is singular")


def rate_names(model):
    """The name of the body that each rate moves, nv of them."""
    return [body.name for body in model.bodies for _ in range(body.joint.nv)]


def rate_parents(model):
    """For each rate the next one on the way to the world, −1 where there is none; (nv,) integers.

    A joint of several rates counts as a row of them.
    Featherstone 2008, section 6.5 (the expanded parent array).
    """
    parents, last = [], {-1: -1}  # last rate at or before each body
    for i, (own, p) in enumerate(zip(model.v_of, model.parent, strict=True)):
        last[i] = last[p]
        for k in range(own.start, own.stop):
            parents.append(last[i])
            last[i] = k
    return np.array(parents, int)


def cholesky(M, *, names=None):
    """The lower triangle L with M = L Lᵀ.

    L_kk = √(M_kk − Σ L_kj²),   L_ik = (M_ik − Σ_{j<k} L_ij L_kj) / L_kk

    M: (..., n, n), symmetric, positive definite; its lower triangle is read.
    names: n words for the error, or None.
    Returns (..., n, n).  A ValueError names the row whose pivot is not positive.
    Golub and Van Loan 2013, section 4.2.
    """
    M, names = _square("M", M, names)
    L = np.zeros_like(M)
    for k, name in enumerate(names):
        rest = M[..., k:, k] - np.matvec(L[..., k:, :k], L[..., k, :k])
        check_pivot(rest[..., 0], M[..., k, k], name)
        L[..., k:, k] = rest / np.sqrt(rest[..., :1])
    return L


def solve_cholesky(L, b):
    """Two triangular solves: L y = b from the top, then Lᵀ x = y from the bottom.

    L: (..., n, n) of `cholesky`.  b: (..., n).  Returns y and x, each (..., n).
    A ValueError names the argument that is wrong.
    """
    L, _ = _square("L", L)
    b = as_number("b", b, L.shape[-1:])
    common_batch(L=L.shape[:-2], b=b.shape[:-1])
    y = np.zeros(np.broadcast_shapes(L.shape[:-1], b.shape), np.result_type(L, b))
    x = np.zeros_like(y)
    n = L.shape[-1]
    for k in range(n):
        y[..., k] = (b[..., k] - (L[..., k, :k] * y[..., :k]).sum(-1)) / L[..., k, k]
    for k in reversed(range(n)):
        x[..., k] = (y[..., k] - (L[..., k + 1:, k] * x[..., k + 1:]).sum(-1)) / L[..., k, k]
    return y, x


@dataclass(frozen=True, eq=False)
class Ltdl:
    """M = Lᵀ D L, where L has an entry only where one rate carries the other."""

    L: np.ndarray       # unit lower triangle, (..., nv, nv)
    D: np.ndarray       # diagonal, (..., nv)
    parent: np.ndarray  # of each rate, (nv,)


def ltdl(M, parent, *, names=None):
    """The factors M = Lᵀ D L by the parent array, from the leaves inwards, so that no zero fills in.

    for k from the last to the first, and each ancestor i of k:
        L_ki = M_ki / M_kk,   M_ij −= L_ki M_kj for each ancestor j

    The cost is that of `elimination.eliminate` for this order.

    M: (..., nv, nv), zero where neither rate carries the other.  parent: (nv,) of `rate_parents`.
    names: nv words for the error, or None.  Returns `Ltdl`.
    A ValueError names the row whose pivot is not positive, or says that the parents do not come first.
    Featherstone 2008, table 6.3.
    """
    M, names = _square("M", M, names)
    ancestors = _ancestors(parent, len(names))
    left, L = M.copy(), np.zeros_like(M) + np.eye(len(names))
    for k in reversed(range(len(names))):
        above, pivot = ancestors[k], left[..., k, k]
        check_pivot(pivot, M[..., k, k], names[k])
        row = left[..., k, above]
        L[..., k, above] = row / pivot[..., None]
        left[..., above[:, None], above] -= L[..., k, above][..., :, None] * row[..., None, :]
    return Ltdl(L, np.diagonal(left, axis1=-2, axis2=-1), np.array(parent))


def solve_ltdl(factors, b):
    """x with Lᵀ D L x = b: from the leaves inwards, through the diagonal, and outwards again.

    factors: of `ltdl`.  b: (..., nv).  Returns (..., nv).  A ValueError names what is wrong with b.
    Featherstone 2008, table 6.5.
    """
    L, D = factors.L, factors.D
    b = as_number("b", b, D.shape[-1:])
    common_batch(D=D.shape[:-1], b=b.shape[:-1])
    x = np.zeros(np.broadcast_shapes(D.shape, b.shape), np.result_type(L, b)) + b
    ancestors = _ancestors(factors.parent, L.shape[-1])
    # Lᵀ y = b: what k knows, its ancestors need not carry
    for k in reversed(range(len(ancestors))):
        x[..., ancestors[k]] -= L[..., k, ancestors[k]] * x[..., k, None]
    x = x / D
    # L x = D⁻¹ y
    for k, above in enumerate(ancestors):
        x[..., k] -= (L[..., k, above] * x[..., above]).sum(-1)
    return x


def _ancestors(parent, n):
    """For each rate the indices of those that carry it, nearest first."""
    parent = np.asarray(parent)
    if parent.shape != (n,) or not ((parent >= -1) & (parent < np.arange(n))).all():
        raise ValueError(f"the parent array must have {n} entries, each −1 or an earlier index")
    ancestors = []
    for p in parent.tolist():
        ancestors.append(np.array([p, *ancestors[p]] if p >= 0 else [], int))
    return ancestors


def _square(name, M, words=None):
    """M as a square array, and a word for each of its rows."""
    M = as_number(name, M, ())
    n = M.shape[-1] if M.ndim else 0
    return as_number(name, M, (n, n)), words or [f"row {k}" for k in range(n)]
