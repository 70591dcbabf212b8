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


def slider_on_turntable():
    """A turntable about the vertical, and a slider along its x axis: the place to meet Coriolis."""
    return Model((Body("turntable", Revolute((0, 0, 1)), mass=2.0, inertia=np.diag((0.25, 0.25, 0.5))),
                  Body("slider", Prismatic((1, 0, 0)), "turntable", mass=0.5,
                       inertia=np.diag((1e-3, 1e-3, 1e-3)))))


def branching():
    """A trunk with two arms of two hanging rods each: the smallest tree with zeros across its branches."""
    rod = {"joint": Revolute((0, -1, 0)), "mass": 1.0, "com": (0, 0, -0.5),
           "inertia": np.diag((0.1, 0.1, 0.01))}
    bodies = [Body("trunk", **rod)]
    for side, across in (("left", -0.2), ("right", 0.2)):
        bodies += [Body(f"{side} upper", parent="trunk", p_PJ=(0, across, -1), **rod),
                   Body(f"{side} lower", parent=f"{side} upper", p_PJ=(0, 0, -1), **rod)]
    return Model(bodies)


def star(leaves=3):
    """A hub that turns about the vertical, and leaves around it, each on its own hinge.

    Every leaf couples with the hub, and no leaf with another.
    """
    hinge = Revolute((0, 0, 1))
    bodies = [Body("hub", hinge, mass=3.0, inertia=np.diag((0.2, 0.2, 0.4)))]
    for k, angle in enumerate(2 * np.pi * np.arange(leaves) / leaves, start=1):
        rim = (0.5 * np.cos(angle), 0.5 * np.sin(angle), 0)
        bodies.append(Body(f"leaf {k}", hinge, "hub", p_PJ=rim, mass=0.5, com=(0.3, 0, 0),
                           inertia=np.diag((0.001, 0.015, 0.015))))
    return Model(bodies)


def floating_two_joint():
    """A free base with two legs on hinges across it: nq = 9, nv = 8, of which two rates have a motor."""
    leg = {"parent": "base", "mass": 0.8, "com": (0, 0, -0.2), "inertia": np.diag((0.012, 0.012, 0.001))}
    return Model((Body("base", Free(), mass=5.0, com=(0.02, 0, 0.05), inertia=np.diag((0.08, 0.12, 0.15))),
                  Body("left leg", Revolute((0, 1, 0)), p_PJ=(0, 0.15, -0.05), **leg),
                  Body("right leg", Revolute((0, 1, 0)), p_PJ=(0, -0.15, -0.05), **leg)))


def random_tree(rng, n, *, floating=False, branching=True, armature=0.0):
    """A random mechanism of n bodies with joints of every kind.

    rng: a numpy Generator.  n: a positive integer.  floating: whether the first body is free.
    branching: a tree or a chain.  armature: of every joint, kg m² or kg.  Returns a `Model`.
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
