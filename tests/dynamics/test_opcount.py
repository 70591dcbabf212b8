"""Operation counts: by hand, by running, and in closed form."""

import numpy as np
import pytest

from dynamics import planar
from dynamics.opcount import ALGORITHMS, POLYNOMIALS, PUBLISHED, Tally, closed_form, count, counted, rods


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("n", range(1, 9))
def test_the_closed_form_is_what_running_counts(algorithm, n):
    """Catches a polynomial that no longer belongs to the code."""
    assert closed_form(POLYNOMIALS[algorithm], n) == count(algorithm, n)


def test_one_link_by_hand():
    """Catches a rule that is not applied.  Multiplications of `planar.rnea` for one link, line by line:

    r, r_com 2 + 2;  ω² 1;  (α ẑ× − ω²) r 4, and r_com 4;  m a_c 2;  I α 1;  two crosses 4 + 4.
    """
    mul, _, fun = count("rnea", 1)
    assert (mul, fun) == (2 + 2 + 1 + 4 + 4 + 2 + 1 + 4 + 4, 2)


def test_counting_changes_no_number():
    """Catches a counted operation that is not the one that runs."""
    rng = np.random.default_rng(5)
    state = rng.normal(size=(3, 4))
    for call in ALGORITHMS.values():
        watched = call(rods(4), *(counted(x, Tally()) for x in state))
        np.testing.assert_array_equal(np.asarray(watched), call(rods(4), *state))


@pytest.mark.parametrize("n", [1, 2, 5, 9])
def test_solving_by_elimination_costs_what_is_noted(n):
    """Catches a wrong count inside numpy's solver, which cannot be watched: the textbook's loops."""
    mul = add = 0
    for k in range(n):
        for _ in range(k + 1, n):
            mul += 1 + (n - k - 1) + 1  # the factor, its row, its right-hand side
            add += (n - k - 1) + 1
        mul += (n - k - 1) + 1          # substitution back: the terms and the pivot
        add += n - k - 1
    tally = Tally()
    tally.solve(n)
    assert (tally.mul, tally.add) == (mul, add)


def test_published_counts_for_six_joints():
    """Catches a mistyped coefficient: 852 and 738 against 67,143 and 51,548."""
    assert closed_form(PUBLISHED["rnea"], 6)[:2] == (852, 738)
    assert closed_form(PUBLISHED["lagrange"], 6)[:2] == (67143, 51548)


@pytest.mark.parametrize("operation", [np.sqrt, np.linalg.norm, lambda x: np.cross(x, x)])
def test_what_has_no_rule_is_refused(operation):
    """Catches an operation that would be left out in silence."""
    with pytest.raises(TypeError, match="there is no rule to count"):
        operation(counted(np.ones(3), Tally()))


def test_an_uncounted_run_is_left_alone():
    """Catches a tally that lives on in the chain."""
    count("rnea", 3)
    assert type(planar.rnea(rods(3), *np.ones((3, 3))).tau) is np.ndarray
