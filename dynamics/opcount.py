"""How much arithmetic the planar algorithms take: counted by running this package's own code.

A `Counted` array is an ordinary array of numbers that notes each operation done with it, and hands the
note on to every result.  What does not depend on the state, such as products of lengths and masses, is
made of ordinary arrays and costs nothing.  The rules:

real · real is 1 multiplication, real · complex 2, complex · complex 4 and 2 additions;
a factor 1j, a conjugate or a sign only moves parts about, and is free;  exp(iθ) is 2 functions, sin and cos.

An operation without a rule is a TypeError, so nothing is left out in silence.
"""

from dataclasses import dataclass
from fractions import Fraction as F
from math import prod
from typing import NamedTuple

import numpy as np

from . import planar

FREE = {np.negative, np.conjugate, np.isfinite, np.logical_and}
MOVES = {np.shape, np.cumsum, np.moveaxis, np.empty_like}


class Operations(NamedTuple):
    """Multiplications and divisions, additions and subtractions, functions (sin and cos)."""

    mul: int
    add: int
    fun: int


@dataclass
class Tally:
    """The operations so far."""

    mul: int = 0
    add: int = 0
    fun: int = 0

    def products(self, count, factors):
        """Counts so many products of numbers of the factors' types."""
        if not any(np.ndim(x) == 0 and x == 1j for x in factors):
            kinds = sum(np.iscomplexobj(x) for x in factors)
            self.mul += count * (1, 2, 4)[kinds]
            self.add += count * (0, 0, 2)[kinds]

    def sums(self, count, terms):
        """Counts so many sums of numbers of the terms' types."""
        self.add += count * (2 if all(np.iscomplexobj(x) for x in terms) else 1)

    def ufunc(self, ufunc, method, inputs, result):
        """Counts one call of an elementwise function, of a running sum, or of a product of matrices."""
        if ufunc is np.matmul:
            self.contraction(inputs, result, inputs[0].shape[-1])
        elif ufunc is np.add and method in ("reduce", "accumulate"):
            self.sums(inputs[0].size - (result.size if method == "reduce" else result[..., 0].size), inputs)
        elif ufunc is np.multiply:
            self.products(result.size, inputs)
        elif ufunc in (np.add, np.subtract):
            self.sums(result.size, inputs)
        elif ufunc is np.divide:
            self.mul += result.size
        elif ufunc is np.exp:
            self.fun += 2 * result.size
        elif ufunc not in FREE:
            raise TypeError(f"there is no rule to count {ufunc.__name__}")

    def contraction(self, factors, result, length):
        """Counts sums of products: so many terms for each entry of the result."""
        self.products(result.size * length, factors)
        self.sums(result.size * (length - 1), [result, result])

    def solve(self, n):
        """Counts the elimination of n unknowns in n equations, and the substitution back."""
        self.mul += (n**3 - n) // 3 + n**2
        self.add += (2 * n**3 - 3 * n**2 + n) // 6 + n**2 - n


class Counted(np.ndarray):
    """An array that counts the operations done with it, and with all that comes of it, in its `tally`."""

    tally = None

    def __array_finalize__(self, source):
        self.tally = getattr(source, "tally", None)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        inputs, tally = _plain(inputs)
        if out:
            options["out"] = tuple(np.asarray(x) for x in out)
        result = getattr(ufunc, method)(*inputs, **options)
        tally.ufunc(ufunc, method, inputs, result)
        return counted(result, tally)

    def __array_function__(self, function, types, args, options):
        if function in MOVES:
            return super().__array_function__(function, types, args, options)
        inputs, tally = _plain(args)
        result = function(*inputs, **options)
        if function is np.linalg.solve:
            tally.solve(len(result))
        elif function is np.einsum:
            tally.contraction(inputs[1:], result, _summed_over(*inputs))
        else:
            raise TypeError(f"there is no rule to count {function.__name__}")
        return counted(result, tally)


def _plain(inputs):
    """The inputs as ordinary arrays, and the tally that one of them carries."""
    tally = next(x.tally for x in inputs if isinstance(x, Counted))
    return [np.asarray(x) if isinstance(x, Counted) else x for x in inputs], tally


def counted(result, tally):
    """The result as an array that counts on."""
    result = np.asarray(result).view(Counted)
    result.tally = tally
    return result


def _summed_over(subscripts, *operands):
    """How many terms each entry of an einsum adds: the letters that are not in the result."""
    *letters, kept = subscripts.replace("...", "").replace("->", ",").split(",")
    sizes = {name: size for names, x in zip(letters, operands, strict=True)
             for name, size in zip(names, x.shape[-len(names):], strict=True)}
    return prod(size for name, size in sizes.items() if name not in kept)


def rods(n):
    """A chain of n rods that repeats the three links of the book."""
    return planar.uniform_rods([(1.0, 0.8, 0.5)[i % 3] for i in range(n)], density=2.0)


# What is counted: a name, and the call for a chain in the state q, v with the acceleration or torque x.
ALGORITHMS = {
    "rnea": lambda chain, q, v, x: planar.rnea(chain, q, v, x).tau,
    "mass_matrix": lambda chain, q, v, x: planar.mass_matrix(chain, q),
    "forward_dynamics": planar.forward_dynamics,
    "lagrange": lambda chain, q, v, x: planar.lagrange(chain, q, v, x).tau,
}


def count(algorithm, n):
    """The operations of an algorithm for a chain of n links, counted while it runs.

    algorithm: a name in `ALGORITHMS`.  Returns `Operations`.
    """
    tally = Tally()
    state = (counted(x, tally) for x in np.ones((3, n)))
    ALGORITHMS[algorithm](rods(n), *state)
    return Operations(tally.mul, tally.add, tally.fun)


# The same counts in closed form: coefficients of 1, n, n², ... for multiplications, additions, functions.
POLYNOMIALS = {
    "rnea": ((0, 24), (-3, 28), (0, 2)),
    "mass_matrix": ((0, 4, 18), (-1, 3, 22), (0, 2)),
    "forward_dynamics": ((0, F(71, 3), 21, F(1, 3)), (-2, F(157, 6), F(49, 2), F(1, 3)), (0, 2)),
    "lagrange": ((0, 7, 7, 6, 4), (-3, 3, 4, 5, 4), (0, 2)),
}
# Arms in space, as others have counted them by hand: Hollerbach 1980, quoted by Corke 2017, table 1.
# For six joints the table prints 66,271 multiplications of Lagrange's form; its polynomial gives 67,143.
PUBLISHED = {
    "rnea": ((-48, 150), (-48, 131), ()),
    "lagrange": ((-128, F(160, 3), F(685, 4), F(1037, 12), F(65, 2)),
                 (-96, F(127, 3), F(259, 2), F(199, 3), 25), ()),
}


def closed_form(polynomials, n):
    """The operations for n joints by three polynomials, an entry of `POLYNOMIALS` or `PUBLISHED`.

    n: a positive integer.  Returns `Operations`.
    """
    return Operations(*(round(sum(c * n**k for k, c in enumerate(row))) for row in polynomials))
