"""What the figures share about the arm."""

import random

import numpy as np
import pytest

from dynamics.planar import rnea, three_link, two_link
from figures.arm import largest_load

SEED = 20261130


@pytest.mark.parametrize("chain", [three_link(), two_link()], ids=["three links", "two links"])
def test_no_pose_exceeds_the_largest_load(chain):
    """Catches a picture whose bars leave the plot: 200 seeded motions in 100 poses each, and the arm stretched."""
    rng = random.Random(SEED)
    for _ in range(200):
        v, a = ([rng.uniform(-bound, bound) for _ in range(chain.n)] for bound in (3, 5))
        gravity = rng.choice((0.0, 9.81))
        q = np.array([[rng.uniform(-np.pi, np.pi) for _ in range(chain.n)] for _ in range(100)])
        q[0] = 0
        passes = rnea(chain, q, v, a, gravity=gravity)
        force, torque = largest_load(v, a, gravity)
        assert np.abs(passes.f).max() <= force * (1 + 1e-12)
        assert np.abs(passes.mu).max() <= torque * (1 + 1e-12)
