"""The mechanisms of the book, and random ones for its tests."""

import numpy as np

from . import planar
from .joints import Fixed, Free, Prismatic, Revolute, Spherical
from .model import WORLD, Body, Model
from .spatial import quaternion_rotation


def planar_arm(chain):
    """A planar `Chain` as a spatial arm in the plane z = 0: thin rods along x, axes along z.

    Call the algorithms with gravity along −y to compare with `dynamics.planar`.
    """
    bodies, parent, reach = [], WORLD, 0.0
    for i, (length, mass, com, inertia) in enumerate(
            zip(chain.lengths, chain.masses, chain.com, chain.inertias, strict=True), start=1):
        name = f"link {i}"
        bodies.append(Body(name, Revolute((0, 0, 1)), parent, p_PJ=(reach, 0, 0), mass=mass, com=(com, 0, 0),
                           inertia=np.diag((0, inertia, inertia))))
        parent, reach = name, length
    return Model(bodies)


def three_link():
    """The planar arm of the book as a spatial one: rods of 1.0, 0.8 and 0.5 m with 2 kg/m."""
    return planar_arm(planar.three_link())


def two_link(second_axis=(0, -1, 0)):
    """Two hanging rods of 1 m and 1 kg with a square section of 0.1 m, the origin at the upper end.

    second_axis: (3,), the axis of the second joint; the first is (0, −1, 0), which swings to +x.
    """
    across, along = 101 / 1200, 0.1**2 / 6  # m (l² + b²)/12 and m (b² + b²)/12, kg m²
    rod = {"mass": 1.0, "com": (0, 0, -0.5), "inertia": np.diag((across, across, along))}
    return Model((Body("rod 1", Revolute((0, -1, 0)), **rod),
                  Body("rod 2", Revolute(second_axis), "rod 1", p_PJ=(0, 0, -1), **rod)))


def random_tree(rng, n, *, floating=False, branching=True, armature=0.0):
    """A random mechanism of n bodies with joints of every kind.

    rng: a numpy Generator.  floating: whether the first body is free.  branching: a tree or a chain.
    """
    bodies = []
    for i in range(n):
        kinds = (Free,) if floating and i == 0 else (Revolute, Revolute, Prismatic, Spherical, Fixed)
        kind = kinds[rng.integers(len(kinds))]
        joint = kind(_direction(rng, 3)) if kind in (Revolute, Prismatic) else kind()
        above = rng.integers(i) if branching and i else i - 1
        # The second moments of any cloud of points are positive, which makes its inertia possible.
        moments = np.cov(rng.normal(size=(3, 8)) * 0.2)
        bodies.append(Body(f"body {i}", joint, f"body {above}" if i else WORLD,
                           R_PJ=quaternion_rotation(_direction(rng, 4)), p_PJ=rng.uniform(-0.5, 0.5, 3),
                           mass=rng.uniform(0.5, 2), com=rng.uniform(-0.3, 0.3, 3),
                           inertia=np.trace(moments) * np.eye(3) - moments, armature=armature))
    return Model(bodies)


def _direction(rng, n):
    x = rng.normal(size=n)
    return x / np.linalg.norm(x)
