"""The list of checks, and what a check is."""

from typing import NamedTuple

import numpy as np

CHECKS = []


class Row(NamedTuple):
    """One line of the report."""

    check: str
    case: str        # the mechanism, or the step of a sweep
    residual: float  # largest difference, relative to the largest number compared where that is above 1
    bound: float

    @property
    def ok(self):
        """Whether the residual keeps its bound; one that is not a number does not."""
        return bool(self.residual <= self.bound)


def check(name, bound):
    """Registers a check: a function of a numpy Generator that yields (case, found, expected) again and again.

    name: what the report calls it.  bound: the largest residual allowed.  found and expected: arrays.
    """
    def register(function):
        CHECKS.append((name, bound, function))
        return function
    return register


def run(seed, checks=None):
    """The rows of the report, each check with a Generator of its own made of the seed.

    seed: an integer.  checks: the entries of `CHECKS` to run, or all.  Returns a list of `Row`.
    """
    return [Row(name, case, _residual(found, expected), bound)
            for name, bound, function in (CHECKS if checks is None else checks)
            for case, found, expected in function(np.random.default_rng(seed))]


def _residual(found, expected):
    difference = np.abs(np.asarray(found) - expected)
    return float(difference.max(initial=0) / np.abs(expected).max(initial=1))
