"""Factors and elimination: the book's numbers, no fill-in along a tree, and what is refused."""

import numpy as np
import pytest

from dynamics.builders import random_tree
from dynamics.configuration import random_configuration
from dynamics.crba import coupling, mass_matrix
from dynamics.elimination import eliminate
from dynamics.factor import cholesky, ltdl, rate_names, rate_parents, solve_cholesky, solve_ltdl
from dynamics.joints import Free, Revolute, Spherical
from dynamics.model import Body, Model

from .mujoco_twin import Twin

SEED = 20260805
ROUNDING = 1e-12  # the systems are of order one, at most 30 rows, and not ill-conditioned
STAR = 4 * np.eye(4)
STAR[0, 1:] = STAR[1:, 0] = 0.4


def trees(count):
    rng = np.random.default_rng(SEED)
    for _ in range(count):
        model = random_tree(rng, 8, floating=True)
        yield rng, model, mass_matrix(model, random_configuration(model, rng, (3,)))


def test_the_two_by_two_example():
    """Worked by hand: M = [[4, 1], [1, 2]], b = (1, 3) gives L = [[2, 0], [½, √7/2]] and a = (−1/7, 11/7)."""
    L = cholesky([[4.0, 1], [1, 2]])
    np.testing.assert_allclose(L, [[2, 0], [0.5, np.sqrt(7) / 2]], atol=ROUNDING)
    y, a = solve_cholesky(L, np.array([1.0, 3]))
    np.testing.assert_allclose(y, [0.5, 11 / (2 * np.sqrt(7))], atol=ROUNDING)
    np.testing.assert_allclose(a, [-1 / 7, 11 / 7], atol=ROUNDING)


def test_both_factors_multiply_back_and_solve():
    """Catches a wrong index in either factor or solve: batches of mass matrices of 20 trees."""
    for rng, model, M in trees(20):
        b = rng.normal(size=(3, model.nv))
        factors, L = ltdl(M, rate_parents(model)), cholesky(M)
        np.testing.assert_allclose(L @ L.swapaxes(-1, -2), M, atol=ROUNDING)
        np.testing.assert_allclose(factors.L.swapaxes(-1, -2) * factors.D[:, None] @ factors.L, M,
                                   atol=ROUNDING)
        x = np.linalg.solve(M, b[..., None])[..., 0]
        np.testing.assert_allclose(solve_cholesky(L, b)[1], x, atol=ROUNDING * 1e3)
        np.testing.assert_allclose(solve_ltdl(factors, b), x, atol=ROUNDING * 1e3)


def test_along_the_tree_nothing_fills_in():
    """Catches an order or an ancestor list that couples branches: L has no entry where M can have none.

    Featherstone 2008, section 6.5, has the costs.
    """
    for _, model, M in trees(20):
        L = ltdl(M, rate_parents(model)).L
        np.testing.assert_array_equal(L[:, ~coupling(model)], 0)
        inwards = range(model.nv)[::-1]
        steps = eliminate(coupling(model), inwards)
        assert steps.fill == eliminate(M[0], inwards).fill == ()
        # Then an elimination costs what the factors do: a rate with d others on its way to the world takes d
        # divisions and d (d + 1)/2 products.
        depth = []
        for p in rate_parents(model):
            depth.append(depth[p] + 1 if p >= 0 else 0)
        assert steps.divisions == sum(depth)
        assert steps.products == sum(d * (d + 1) // 2 for d in depth)


def test_the_tree_of_the_published_sparsity_test():
    """MuJoCo's inertia.xml: a free body, a ball and a tree of five hinges; 14 rates, 38 entries to store.

    Of these, 32 are not zero in MuJoCo's rates: the linear rates of the free body do not couple with each
    other, nor those of a ball about its centre.  Both are chance, not structure.
    """
    solid = {"mass": 1.0, "com": (0.1, 0.2, 0.3), "inertia": np.eye(3)}
    hinge = Revolute((0, 1, 0))
    model = Model((Body("box", Free(), **solid), Body("ball", Spherical(), mass=1.0, inertia=np.eye(3)),
                   Body("trunk", hinge, **solid), Body("left", hinge, "trunk", **solid),
                   Body("right", hinge, "trunk", **solid), Body("twig 1", hinge, "right", **solid),
                   Body("twig 2", hinge, "right", **solid)))
    parent = rate_parents(model)
    assert parent.tolist() == [-1, 0, 1, 2, 3, 4, -1, 6, 7, -1, 9, 9, 11, 11]
    assert np.tril(coupling(model)).sum() == 38
    q, still = random_configuration(model, np.random.default_rng(SEED)), np.zeros(model.nv)
    M = mass_matrix(model, q)
    twin = Twin(model).set(q, still, still, np.zeros(3), np.zeros((model.n, 6)))
    assert (abs(np.tril(twin.full_mass_matrix())) > ROUNDING).sum() == 32
    factors = ltdl(M, parent)
    np.testing.assert_allclose(factors.L.T * factors.D @ factors.L, M, atol=ROUNDING)


def test_a_star_fills_in_when_its_middle_goes_first():
    """The book's star, root 4, coupling 0.4: the first fill is 0 − 0.4·0.4/4 = −0.04; leaves first, none."""
    root_first = eliminate(STAR, [0, 1, 2, 3])
    first = root_first.steps[0]
    assert first.neighbours == (1, 2, 3)
    assert first.fill == ((1, 2), (1, 3), (2, 3)) == root_first.fill
    assert first.left[1, 2] == pytest.approx(-0.04, rel=ROUNDING)
    leaves_first = eliminate(STAR, [3, 2, 1, 0])
    assert leaves_first.fill == ()
    # n leaves: n divisions and n products, against n(n+1)/2 and (n³ + 3n² + 2n)/6 for a full matrix of n+1
    assert (leaves_first.divisions, leaves_first.products) == (3, 3)
    assert (root_first.divisions, root_first.products) == (6, 10)


def test_the_pattern_alone_tells_the_same_story():
    """Catches a symbolic step that differs from the numeric one: fill, neighbours and counts."""
    rng = np.random.default_rng(SEED)
    for _, model, M in trees(10):
        order = rng.permutation(model.nv).tolist()
        numbers, pattern = eliminate(M[0], order), eliminate(M[0] != 0, order)
        assert numbers.fill == pattern.fill
        assert (numbers.products, numbers.divisions) == (pattern.products, pattern.divisions)
        for number, mark in zip(numbers.steps, pattern.steps, strict=True):
            assert not number.left[~mark.left].any()


def test_elimination_leaves_the_schur_complement():
    """Catches an update with the wrong factor: after k steps the rest is M_rr − M_rk M_kk⁻¹ M_kr."""
    rng = np.random.default_rng(SEED)
    A = rng.normal(size=(6, 9))
    A = A @ A.T
    order = rng.permutation(6)
    gone, rest = order[:3], order[3:]
    left = eliminate(A, order.tolist()).steps[2].left
    schur = A[np.ix_(rest, rest)] - A[np.ix_(rest, gone)] @ np.linalg.solve(A[np.ix_(gone, gone)],
                                                                            A[np.ix_(gone, rest)])
    np.testing.assert_allclose(left[np.ix_(rest, rest)], schur, atol=1e3 * ROUNDING)


@pytest.mark.parametrize(("call", "sentence"), [
    (lambda: cholesky([[1.0, 1], [1, 1]]), "row 1: its joint moves no inertia of its own"),
    (lambda: cholesky([[1.0, 0], [0, 0]], names=["arm", "leaf"]), "leaf: its joint moves no inertia"),
    (lambda: ltdl([[1.0, 1], [1, 1]], [-1, 0], names=["arm", "leaf"]), "arm: its joint moves no inertia"),
    (lambda: ltdl(np.eye(2), [-1, 1]), "the parent array must have 2 entries, each −1 or an earlier index"),
    (lambda: ltdl(np.eye(2), [-1]), "the parent array must have 2 entries"),
    (lambda: cholesky([[1.0, np.nan], [0, 1]]), r"M\[0, 1\] must be finite"),
    (lambda: cholesky(np.ones((2, 3))), r"M must have shape \(\.\.\., 3, 3\), got \(2, 3\)"),
    (lambda: cholesky(1.0), "M must have shape"),
    (lambda: cholesky([[1, 2], [3]]), "M must be an array of numbers, got rows of different lengths"),
    (lambda: solve_cholesky([[1, 0], [0, 1]], [1, 2, 3]), r"b must have shape \(\.\.\., 2\), got \(3,\)"),
    (lambda: solve_cholesky([np.eye(2)] * 2, np.ones((3, 2))), r"do not fit together: L \(2,\), b \(3,\)"),
    (lambda: solve_ltdl(ltdl(np.eye(2), [-1, 0]), [1, np.nan]), r"b\[1\] must be finite"),
    (lambda: eliminate(STAR, None), "the order must be an array of numbers, got None"),
    (lambda: eliminate(STAR, [0, 1, 2, 2.5]), "the order must name each row from 0 to 3 once"),
    (lambda: eliminate(STAR, [0, 1, 2]), "the order must name each row from 0 to 3 once"),
    (lambda: eliminate([[1.0, 2], [3, 1]], [0, 1]), "A must be one symmetric matrix"),
    (lambda: eliminate(np.ones((2, 2)), [0, 1]), "row 1: its joint moves no inertia"),
])
def test_bad_input_is_refused_in_one_sentence(call, sentence):
    """Catches a square root of nothing, and a factor of a matrix that is none."""
    with pytest.raises(ValueError, match=sentence):
        call()


def test_every_rate_has_its_body_s_name():
    """Catches an error that names the wrong body behind a joint of several rates."""
    model = Model((Body("base", Free(), mass=1, inertia=np.eye(3)), Body("arm", Revolute((0, 0, 1)), "base",
                                                                         mass=1, com=(1, 0, 0))))
    assert rate_names(model) == ["base"] * 6 + ["arm"]
