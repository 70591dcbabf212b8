"""Gaussian elimination of a symmetric matrix in any order, with the zeros that it fills in, step by step.

Eliminating k subtracts A_ik A_kj / A_kk from what is left: it couples every two neighbours of k.  Along
a tree, leaves first, those are coupled already; the root first couples branches that had nothing to do
with each other, and every such entry has to be stored and eliminated from then on.

Golub and Van Loan 2013, section 4.2.  Featherstone 2008, section 6.4.
"""

from dataclasses import dataclass

import numpy as np

from .checks import as_number, as_real
from .factor import check_pivot

ROUNDING = 1e-12  # of the largest entry: how far from symmetric a computed mass matrix may be


@dataclass(frozen=True, eq=False)
class Step:
    """One step: rows that are left are counted as in the whole matrix."""

    pivot: int                     # the row that is eliminated
    neighbours: tuple              # the rows left that it is coupled with
    fill: tuple                    # pairs (i, j), i < j, that this step couples for the first time
    left: np.ndarray               # the matrix after the step, eliminated rows and columns zero, (n, n)

    @property
    def divisions(self):
        """One for each factor A_ik / A_kk."""
        return len(self.neighbours)

    @property
    def products(self):
        """Multiplications, and as many subtractions: one for each entry of the updated lower triangle."""
        return len(self.neighbours) * (len(self.neighbours) + 1) // 2


@dataclass(frozen=True, eq=False)
class Elimination:
    """All steps of an elimination, in its order."""

    steps: tuple

    @property
    def fill(self):
        """Every pair that was filled in, in the order in which it happened."""
        return tuple(pair for step in self.steps for pair in step.fill)

    @property
    def divisions(self):
        """Divisions in all."""
        return sum(step.divisions for step in self.steps)

    @property
    def products(self):
        """Multiplications in all, and as many subtractions."""
        return sum(step.products for step in self.steps)


def eliminate(A, order):
    """Eliminates the rows of a symmetric matrix in a given order.

    A_ij −= A_ik A_kj / A_kk for all neighbours i, j of the eliminated k

    A: (n, n), numbers with a positive definite matrix, or True and False for its pattern alone.
    order: a permutation of 0 … n−1.  Returns `Elimination`; with a pattern, `left` is a pattern too.
    A ValueError says that A is not symmetric, that the order is none, or which pivot is not positive.
    """
    A = np.asarray(A)
    n = A.shape[-1] if A.ndim else 0
    symbolic = A.dtype == bool
    left = np.array(A if symbolic else as_number("A", A, (n, n)))
    if left.shape != (n, n) or n == 0 or not np.allclose(left, left.T, rtol=0, atol=ROUNDING * left.max()):
        raise ValueError("A must be one symmetric matrix")
    order = as_real("the order", order, ())
    if order.shape != (n,) or set(order.tolist()) != set(range(n)):
        raise ValueError(f"the order must name each row from 0 to {n - 1} once, got {order.tolist()}")
    pattern, diagonal, remaining, steps = left != 0, left.diagonal().copy(), set(range(n)), []
    for k in order.astype(int).tolist():
        remaining.remove(k)
        near = np.array([i for i in sorted(remaining) if pattern[i, k]], int)
        fill = tuple((i, j) for i in near.tolist() for j in near.tolist() if i < j and not pattern[i, j])
        block = np.ix_(near, near)
        if symbolic:
            left[block] = True
        else:
            check_pivot(left[k, k], diagonal[k], f"row {k}")
            # A_ij −= A_ik A_kj / A_kk
            left[block] -= np.outer(left[near, k] / left[k, k], left[k, near])
        pattern[block] = True
        left[k] = left[:, k] = 0
        steps.append(Step(k, tuple(near.tolist()), fill, left.copy()))
    return Elimination(tuple(steps))
