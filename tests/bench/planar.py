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
CALLS = 20   # in one timing


def rows():
    rng = np.random.default_rng(SEED)
    q, v, a = rng.uniform(-3, 3, (3, STATES, ARM.n))
    twin = Twin(three_link())
    model, data = twin.model, twin.data
    model.gravity = pin.Motion(np.array((0, -GRAVITY, 0)), np.zeros(3))

    def batch():
        return rnea(ARM, q, v, a, gravity=GRAVITY).tau

    def loop():
        tau = np.empty((STATES, ARM.n))
        for i in range(STATES):
            tau[i] = pin.rnea(model, data, q[i], v[i], a[i])
        return tau

    np.testing.assert_allclose(batch(), loop(), rtol=0, atol=SAME)
    ours, peer = cpu(batch, loop, times=CALLS)
    return [row("planar RNEA, 10,000 states in one call, µs a state | Pinocchio in a loop",
                1e6 * ours / STATES, 1e6 * peer / STATES, at_least=2, gain=True)]
