"""Motion of the planar arm over time, by two integrators with a fixed step."""

from dataclasses import dataclass

import numpy as np

from ..checks import as_count, as_real
from .energy import energy
from .forward import _accelerations

FASTEST = 1e3  # rad/s: no arm that falls a few metres turns like this; only a step that is too long does


@dataclass(frozen=True, eq=False)
class Motion:
    """States at the steps of a run, the given one first.  Shapes lead with the step, 0…count."""

    t: np.ndarray  # time since the given state, s, (count+1, ...)
    q: np.ndarray  # joint angles, rad, (count+1, ..., n)
    v: np.ndarray  # joint rates, rad/s, (count+1, ..., n)
    T: np.ndarray  # kinetic energy, J, (count+1, ...)
    V: np.ndarray  # potential energy, J, zero at the base's height, (count+1, ...)


def rk4_step(acceleration, q, v, h):
    """One step of the classical Runge–Kutta method for q' = v, v' = acceleration(q, v).

    q, v: (..., n); h: s, scalar or (..., 1).  Returns the next q and v.
    Kutta 1901.
    """
    v1, a1 = v, acceleration(q, v)
    v2 = v + 0.5 * h * a1
    a2 = acceleration(q + 0.5 * h * v1, v2)
    v3 = v + 0.5 * h * a2
    a3 = acceleration(q + 0.5 * h * v2, v3)
    v4 = v + h * a3
    a4 = acceleration(q + h * v3, v4)
    return q + h / 6 * (v1 + 2 * v2 + 2 * v3 + v4), v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)


def semi_implicit_step(acceleration, q, v, h):
    """One step of the semi-implicit Euler method: v⁺ = v + h a(q, v), then q⁺ = q + h v⁺.

    q, v: (..., n); h: s, scalar or (..., 1).  Returns the next q and v.
    """
    v = v + h * acceleration(q, v)
    return q + h * v, v


def simulate(chain, q, v, *, step, count, friction=0.0, gravity=9.81, method=rk4_step):
    """Let the arm move by itself: motors off, viscous friction τ = −b v in each joint.

    q, v: (..., n), rad and rad/s, the state to begin with.
    step: s, scalar or (...); count: how many steps; friction: N m s/rad; method: a step function as above.
    Returns the `Motion`.  A run that blows up, beyond FASTEST in any joint, ends there: it has fewer steps.
    A ValueError names an argument of the wrong shape or sign.
    """
    q, v = as_real("q", q, (chain.n,)), as_real("v", v, (chain.n,))
    step, count, friction = as_real("step", step, ()), as_count("count", count), as_real("friction", friction, ())
    if (step <= 0).any():
        raise ValueError(f"step must be a positive number of seconds, got {step.min()}")
    if (friction < 0).any():
        raise ValueError(f"friction must not be negative, it would drive the joints, got {friction.min()}")
    h = step[..., None]
    Q, V = np.empty((2, count + 1, *q.shape))
    Q[0], V[0] = q, v

    gravity, no_force = as_real("gravity", gravity, ()), np.zeros((), complex)
    drag = -friction[..., None]

    def acceleration(q, v):
        return _accelerations(chain, q, v, drag * v, gravity, no_force)

    # A run that blows up may overflow on its way: it is noticed after the step.
    with np.errstate(over="ignore", invalid="ignore"):
        for k in range(count):
            Q[k + 1], V[k + 1] = method(acceleration, Q[k], V[k], h)
            if not (np.abs(V[k + 1]) < FASTEST).all():  # NaN is not less than anything either
                Q, V = Q[:k + 1], V[:k + 1]
                break
    found = energy(chain, Q, V, gravity=gravity)
    return Motion(np.multiply.outer(np.arange(len(Q)), step), Q, V, found.T, found.V)
