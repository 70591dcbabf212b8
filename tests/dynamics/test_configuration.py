"""Steps between configurations: identities, Pinocchio, central differences, and where a step is undefined."""

import numpy as np
import pinocchio as pin
import pytest

from dynamics import builders
from dynamics.configuration import (
    d_difference,
    d_integrate,
    difference,
    integrate,
    jlog,
    neutral,
    random_configuration,
)
from dynamics.joints import Free, Revolute, Spherical
from dynamics.model import Body, Model

from .close import assert_close
from .pinocchio_twin import Twin

SEED = 2718
ROUNDING = 1e-12  # a few dozen roundings of numbers up to 10; near π jlog doubles them
CENTRAL = 1e-8    # what a central difference with h = 1e-5 leaves: h² and 1e-16/h, times third derivatives

BALL = Model((Body("ball", Spherical(), mass=1, inertia=np.eye(3)),))


def trees(count):
    """Random mechanisms, every other one on a free base."""
    for i in range(count):
        rng = np.random.default_rng([SEED, i])
        model = builders.random_tree(rng, rng.integers(3, 9), floating=i % 2 == 1)
        if model.nv:
            yield rng, model


def short(rng, model, angle):
    """A random step in which no body turns by more than `angle`."""
    return rng.uniform(-1, 1, model.nv) * angle / np.sqrt(3)


def test_pinocchio_takes_the_same_steps():
    """Catches a step in the wrong axes or a swapped argument: 200 trees, all four functions."""
    for rng, model in trees(200):
        twin = Twin(model)
        P = np.array([twin.v(e) for e in np.eye(model.nv)])
        q0, q1, w = *random_configuration(model, rng, (2,)), rng.normal(size=model.nv)
        end = pin.integrate(twin.model, twin.q(q0), twin.v(w))
        # Its quaternions may be the negative of ours, which is the same turn.
        assert_close(pin.difference(twin.model, end, twin.q(integrate(model, q0, w))), np.zeros(model.nv))
        theirs = pin.difference(twin.model, twin.q(q0), twin.q(q1))
        assert_close(difference(model, q0, q1), twin.v(theirs))
        for ours, matrix in (*zip(d_integrate(model, w), pin.dIntegrate(twin.model, twin.q(q0), twin.v(w)),
                                  strict=True),
                             *zip(d_difference(model, q0, q1),
                                  pin.dDifference(twin.model, twin.q(q0), twin.q(q1)), strict=True)):
            assert_close(ours, P @ matrix @ P.T)


@pytest.mark.parametrize("angle", [0, 1e-12, 1e-6, 1e-3, 1, 3, np.pi - 1e-6])
def test_the_identities_of_a_step(angle):
    """Catches H0 taken for H1 and digits lost near 0 or π: (q ⊕ w) ⊖ q = w, H1 D1 = 1, H0 + H1 D0 = 0."""
    for rng, model in trees(20):
        q, w = random_configuration(model, rng), short(rng, model, angle)
        end = integrate(model, q, w)
        D0, D1 = d_integrate(model, w)
        H0, H1 = d_difference(model, q, end)
        np.testing.assert_allclose(difference(model, q, end), w, atol=ROUNDING)
        np.testing.assert_allclose(H1 @ D1 - np.eye(model.nv), 0, atol=ROUNDING)
        np.testing.assert_allclose(H0 + H1 @ D0, 0, atol=ROUNDING)
        np.testing.assert_allclose(jlog(model, w), H1, atol=ROUNDING)
        if angle == 0:
            for one in (D0, D1, -H0, H1):
                np.testing.assert_allclose(one, np.eye(model.nv), atol=1e-15)


def test_the_derivatives_are_slopes():
    """Catches derivatives about the wrong point: each column against a central difference on the manifold."""
    h = 1e-5
    for rng, model in trees(10):
        q, w = random_configuration(model, rng), short(rng, model, 2)
        x = h * np.stack((np.eye(model.nv), -np.eye(model.nv)))
        end, moved = integrate(model, q, w), integrate(model, q, x)
        for derivative, (ahead, behind) in zip((*d_integrate(model, w), *d_difference(model, q, end)), (
            difference(model, end, integrate(model, moved, w)),
            difference(model, end, integrate(model, q, w + x)),
            difference(model, moved, end),
            difference(model, q, integrate(model, end, x)),
        ), strict=True):
            np.testing.assert_allclose(derivative, (ahead - behind).T / (2 * h), atol=CENTRAL)


def test_a_complex_step_passes_through():
    """Catches a norm or a buffer that drops the imaginary part: D1 by an imaginary step."""
    rng = np.random.default_rng(SEED)
    model = builders.random_tree(rng, 6, floating=True)
    q, w, x = random_configuration(model, rng), short(rng, model, 2), rng.normal(size=model.nv)
    end = integrate(model, q, w)
    slope = difference(model, end, integrate(model, q, w + 1e-30j * x)).imag / 1e-30
    np.testing.assert_allclose(slope, d_integrate(model, w)[1] @ x, atol=ROUNDING)


def test_a_batch_is_its_states_one_by_one():
    """Catches a mixed axis; a step and a configuration may bring leading axes of their own."""
    rng = np.random.default_rng(SEED)
    model = builders.random_tree(rng, 7, floating=True)
    q, w = random_configuration(model, rng, (4, 1)), rng.normal(size=(3, model.nv))
    end = integrate(model, q, w)
    assert end.shape == (4, 3, model.nq)
    H0, _ = d_difference(model, q, end)
    for i, j in np.ndindex(4, 3):
        np.testing.assert_allclose(end[i, j], integrate(model, q[i, 0], w[j]), atol=ROUNDING)
        np.testing.assert_allclose(H0[i, j], d_difference(model, q[i, 0], end[i, j])[0], atol=ROUNDING)


def test_an_angle_counts_its_turns_and_a_rotation_does_not():
    """Catches an angle folded into ±π, and a rotation that goes the long way round."""
    hinge = Model((Body("hinge", Revolute((0, 0, 1)), mass=1, com=(1, 0, 0)),))
    assert difference(hinge, [0.0], [7.0]) == [7.0]
    end = integrate(BALL, neutral(BALL), [0, 0, 7.0])
    np.testing.assert_allclose(difference(BALL, neutral(BALL), end), [0, 0, 7 - 2 * np.pi])
    np.testing.assert_allclose(difference(BALL, neutral(BALL), -end), [0, 0, 7 - 2 * np.pi])


def test_a_step_from_a_quaternion_stays_one():
    """Catches a drift of the length: after 10,000 steps it is 1 within the tolerance for input, unscaled."""
    rng = np.random.default_rng(SEED)
    q = random_configuration(BALL, rng)
    for w in rng.normal(size=(10_000, 3)) * 0.1:
        q = integrate(BALL, q, w)
    assert abs(np.linalg.norm(q) - 1) < ROUNDING


@pytest.mark.parametrize(("call", "sentence"), [
    (lambda: integrate(BALL, [1.0, 1, 0, 0], np.zeros(3)),
     "ball: its quaternion must have length 1, got 1.41421356"),
    (lambda: difference(BALL, [1.0, 0, 0, 0], [0.9, 0, 0, 0]),
     "ball: its quaternion must have length 1, got 0.9"),
    (lambda: integrate(BALL, neutral(BALL), np.zeros(4)), r"w must have shape \(\.\.\., 3\), got \(4,\)"),
    (lambda: integrate(BALL, neutral(BALL), [0, np.nan, 0]), r"w\[1\] must be finite, got nan"),
    (lambda: d_integrate(BALL, [0, np.inf, 0]), r"w\[1\] must be finite, got inf"),
    (lambda: integrate(BALL, [neutral(BALL)] * 2, np.zeros((3, 3))),
     r"leading axes do not fit together: q \(2,\), w \(3,\)$"),
    (lambda: difference(BALL, [neutral(BALL)] * 2, [neutral(BALL)] * 3),
     r"^the leading axes do not fit together: q0 \(2,\), q1 \(3,\)$"),
    (lambda: difference(BALL, neutral(BALL), [1.0, 0, 0, np.nan]), r"q1\[3\] must be finite, got nan"),
    (lambda: jlog(BALL, [0, 0, 2 * np.pi]), "ball: jlog is not defined after a full turn"),
    (lambda: difference(BALL, neutral(BALL), [0.0, 0, 1, 0]), "ball: a half turn has two logarithms"),
    (lambda: d_difference(BALL, [1.0, 0, 0, 0], [2e-10, 0, 1, 0]), "ball: a half turn has two logarithms"),
    (lambda: difference(Model((Body("drone", Free(), mass=1, inertia=np.eye(3)),)),
                        [1.0, 0, 0, 0, 0, 0, 0], [[1.0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0]]),
     r"drone: a half turn has two logarithms, .*, see entry \[1\]"),
])
def test_a_step_that_cannot_be_is_refused(call, sentence):
    """Catches a quaternion scaled in silence and a direction that rounding has chosen."""
    with pytest.raises(ValueError, match=sentence):
        call()
