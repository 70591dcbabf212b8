"""Configurations of a model: where its joints can be, and the steps between them.

Angles and shifts add like numbers.  Rotations and placements do not; a step from one is a motion in body
axes, and has as many entries as the joint has rates: q ⊕ w is where the joints are after they have moved
with the constant rates w for one unit of time.  So a step w is (..., nv) for every joint, and so is every
derivative by q in this package.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from . import lie, quaternion
from .checks import as_number, common_batch
from .joints import Free, Spherical
from .spatial import motion_transform, quaternion_rotation


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


def integrate(model, q, w):
    """q ⊕ w, where the joints are after moving with the rates w for one unit of time.

    numbers: q + w.   quaternions: Q exp(w).   free joints, w = (ω, u): Q exp(ω), p + R jexp3(−ω) u.

    q: (..., nq).  w: (..., nv), rad and m, body axes; any length.  Returns (..., nq).
    A ValueError names the entry that is wrong, or the body and the length of its quaternion; a quaternion
    that is not of unit length is never scaled.
    """
    q, w = model.check_q(q), as_number("w", w, (model.nv,))
    common_batch(q=q.shape[:-1], w=w.shape[:-1])
    return np.concatenate([_kind(body).plus(q[..., at], w[..., along])
                           for body, at, along in zip(model.bodies, model.q_of, model.v_of, strict=True)], -1)


def difference(model, q0, q1):
    """q1 ⊖ q0, the shortest step from q0 to q1: integrate(q0, difference(q0, q1)) is at q1.

    numbers: q1 − q0, so an angle counts whole turns.   quaternions: log(Q0⁻¹ Q1), shorter than π.

    q0, q1: (..., nq).  Returns (..., nv), rad and m, in body axes.
    A ValueError as for `integrate`, and when a body has turned by π within 1e-9 rad: two steps lead there.
    """
    q0, q1 = model.check_q(q0, "q0"), model.check_q(q1, "q1")
    common_batch(q0=q0.shape[:-1], q1=q1.shape[:-1])
    return np.concatenate([_of_body(body, _kind(body).minus, q1[..., at], q0[..., at])
                           for body, at in zip(model.bodies, model.q_of, strict=True)], -1)


def d_integrate(model, w):
    """How the end of a step responds: (q ⊕ η) ⊕ w ≈ (q ⊕ w) ⊕ D0 η and q ⊕ (w + δ) ≈ (q ⊕ w) ⊕ D1 δ.

    D0 = Ad(exp(−w)),   D1 = jexp(w), joint by joint; the place q itself does not matter.

    w: (..., nv), the step, rad and m.  Returns D0 and D1, (..., nv, nv); both are 1 for w = 0.
    D1 is singular when a body turns by 2π.
    """
    return _blocks(model, w, "back"), _blocks(model, w, "jexp")


def d_difference(model, q0, q1):
    """How a difference responds: (q1 ⊖ (q0 ⊕ η)) ≈ w + H0 η and ((q1 ⊕ ξ) ⊖ q0) ≈ w + H1 ξ, w = q1 ⊖ q0.

    H1 = jlog(w),   H0 = −jlog(w) Ad(exp(−w)), joint by joint, so H1 D1 = 1 and H0 + H1 D0 = 0.

    q0, q1: (..., nq).  Returns H0 and H1, (..., nv, nv); −1 and 1 for equal q.
    A ValueError as for `difference`.
    """
    w = difference(model, q0, q1)
    H1 = jlog(model, w)
    return -H1 @ _blocks(model, w, "back"), H1


def jlog(model, w):
    """How fast a step grows: while q = q0 ⊕ w moves with the rates v, dw/dt = jlog(w) v.

    w: (..., nv), rad and m.  Returns (..., nv, nv), the inverse of D1.
    A ValueError names a body that has turned by 2π, for which there is none.
    """
    return _blocks(model, w, "jlog")


@dataclass(frozen=True)
class _Kind:
    """What one kind of coordinates does: the step forth and back, and three square matrices of a step w."""

    plus: Callable  # (q, w) -> q ⊕ w
    minus: Callable  # (q1, q0) -> q1 ⊖ q0
    back: Callable  # Ad(exp(−w)): from the axes before the step to those after it
    jexp: Callable
    jlog: Callable


def _turn(Q, w):
    return quaternion.product(Q, quaternion.exponential(w))


def _turned(Q1, Q0):
    return quaternion.logarithm(quaternion.product(quaternion.conjugate(Q0), Q1))


def _move(q, w):
    # p + R jexp3(−ω) u
    p = np.matvec(quaternion_rotation(q[..., :4]), lie.exp6(w).p)
    return np.concatenate((_turn(q[..., :4], w[..., :3]), q[..., 4:] + p), -1)


def _moved(q1, q0):
    # E = T_0⁻¹ T_1,  w = log6(E), with the turn from the quaternions, which keep the last digits
    turn = _turned(q1[..., :4], q0[..., :4])
    p = np.matvec(quaternion_rotation(quaternion.conjugate(q0[..., :4])), q1[..., 4:] - q0[..., 4:])
    return np.concatenate((turn, np.matvec(lie.jlog3(-turn), p)), -1)


def _one(w):
    return np.eye(w.shape[-1])


_NUMBERS = _Kind(np.add, np.subtract, _one, _one, _one)
_TURNS = _Kind(_turn, _turned, lambda w: lie.exp3(-w), lie.jexp3, lie.jlog3)
_MOVES = _Kind(_move, _moved, lambda w: motion_transform(*lie.exp6(w)), lie.jexp6, lie.jlog6)


def _kind(body):
    return {Spherical: _TURNS, Free: _MOVES}.get(type(body.joint), _NUMBERS)


def _of_body(body, function, *args):
    """What the function gives; its ValueError, a turn without a logarithm, with the name of the body."""
    try:
        return function(*args)
    except ValueError as undefined:
        raise ValueError(f"{body.name}: {undefined}") from None


def _blocks(model, w, matrix):
    """The block-diagonal matrix (..., nv, nv) of one of the three matrices of each joint's part of w."""
    w = as_number("w", w, (model.nv,))
    whole = np.zeros((*w.shape, model.nv), w.dtype)
    for body, part in zip(model.bodies, model.v_of, strict=True):
        whole[..., part, part] = _of_body(body, getattr(_kind(body), matrix), w[..., part])
    return whole
