"""Configurations of a model: where its joints can be."""

import numpy as np


def neutral(model):
    """The configuration in which every body lies on its joint's frame: zeros, and quaternions (1, 0, 0, 0).

    Returns (nq,).
    """
    q = np.zeros(model.nq)
    for body, part in zip(model.bodies, model.q_of, strict=True):
        if body.joint.nq > body.joint.nv:
            q[part.start] = 1
    return q


def random_configuration(model, rng, shape=()):
    """Configurations at random: angles, shifts and positions in ±π, quaternions evenly over all rotations.

    rng: a numpy Generator.  shape: leading axes.  Returns (*shape, nq).
    """
    q = rng.uniform(-np.pi, np.pi, (*shape, model.nq))
    for body, part in zip(model.bodies, model.q_of, strict=True):
        if body.joint.nq > body.joint.nv:
            # The normal distribution has no preferred direction.
            x = rng.normal(size=(*shape, 4))
            q[..., part.start:part.start + 4] = x / np.linalg.norm(x, axis=-1, keepdims=True)
    return q
