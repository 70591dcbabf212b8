"""Planar RNEA in one call for many states, beside Pinocchio called once a state."""

import numpy as np
import pinocchio as pin

from dynamics.builders import three_link
from dynamics.planar import rnea
from figures.arm import ARM
from tests.bench.report import cpu, row
from tests.dynamics.pinocchio_twin import Twin

STATES = 10_000
SEED = 7
GRAVITY = 9.81
SAME = 1e-9  # N m, of torques below 1e3: rounding; two engines that disagree must not be timed
CALLS = 20   # of the batch in one timing


def rows():
    rng = np.random.default_rng(SEED)
    q, v, a = rng.uniform(-3, 3, (3, STATES, ARM.n))
    twin = Twin(three_link())
    model, data = twin.model, twin.data
    model.gravity = pin.Motion(np.array((0, -GRAVITY, 0)), np.zeros(3))

    def batch():
        return rnea(ARM, q, v, a, gravity=GRAVITY).tau

    def loop():
        return [pin.rnea(model, data, *state) for state in zip(q, v, a, strict=True)]

    def loop_of_copies():
        return np.array([pin.rnea(model, data, *state).copy() for state in zip(q, v, a, strict=True)])

    np.testing.assert_allclose(batch(), loop_of_copies(), rtol=0, atol=SAME)
    ours = cpu(batch, times=CALLS) / STATES
    peer = cpu(loop, times=1, repeat=5) / STATES
    return [row("planar RNEA, 10,000 states in one call, µs a state | Pinocchio in a loop",
                1e6 * ours, 1e6 * peer, at_least=2, gain=True)]
