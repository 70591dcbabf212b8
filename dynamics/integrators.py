"""Motion over time: steps that never leave the set of configurations, runs in chunks, and energy.

The force law is a function tau(t, q, v) of the time and the state; it returns (..., nv), N m or N.
"""

from typing import NamedTuple

import numpy as np

from . import control
from .checks import as_count, as_number, as_positive, as_real, common_batch
from .configuration import integrate, jlog
from .forward import forward_dynamics
from .kinematics import body_jacobians, placements
from .rnea import GRAVITY


class Motion(NamedTuple):
    """A run, its start included; the next chunk begins at the last entry."""

    t: np.ndarray  # (count + 1,), s
    q: np.ndarray  # (count + 1, ..., nq)
    v: np.ndarray  # (count + 1, ..., nv)


class Energy(NamedTuple):
    """The energy of a mechanism, J, each (...)."""

    kinetic: np.ndarray
    potential: np.ndarray  # zero for masses at the height of the world's origin

    @property
    def total(self):
        """Kinetic and potential energy, constant when no motor and no external force acts."""
        return self.kinetic + self.potential


def unpowered(t, q, v):
    """The force law of a mechanism without motors: τ = 0."""
    return 0 * v


def semi_implicit_euler(model, t, q, v, h, tau=unpowered, *, gravity=GRAVITY, f_ext=None):
    """One step of first order that keeps the energy of oscillations bounded: v⁺ = v + h a, q⁺ = q ⊕ h v⁺.

    t: s.  q: (..., nq).  v: (..., nv).  h: s, positive.  tau: the force law.  gravity, f_ext: as for `rnea`.
    Returns q and v at t + h.  A ValueError names the argument, or the body, that is wrong.
    """
    return control.step(model, q, v, tau(t, q, v), h, gravity=gravity, f_ext=f_ext)


def rk4(model, t, q, v, h, tau=unpowered, *, gravity=GRAVITY, f_ext=None):
    """One step of fourth order, in the coordinates q ⊕ w of the step's start.

    dw/dt = jlog(w) v,   dv/dt = FD(q ⊕ w, v, τ);   k_1 … k_4 at 0, h/2, h/2, h, weights 1, 2, 2, 1 sixths

    Arguments, results and errors as for `semi_implicit_euler`.
    Runge 1895, Kutta 1901; Munthe-Kaas 1998 for the manifold.
    """
    h, v = as_positive("h", h, "seconds"), as_number("v", v, (model.nv,))
    dw, dv, sum_w, sum_v = 0 * v, 0 * v, 0, 0
    for ahead, weight in ((0, 1), (h / 2, 2), (h / 2, 2), (h, 1)):
        w, v_k = ahead * dw, v + ahead * dv
        q_k = integrate(model, q, w)
        dw = np.matvec(jlog(model, w), v_k)
        dv = forward_dynamics(model, q_k, v_k, tau(t + ahead, q_k, v_k), gravity=gravity, f_ext=f_ext).a
        sum_w, sum_v = sum_w + weight * dw, sum_v + weight * dv
    return integrate(model, q, h / 6 * sum_w), v + h / 6 * sum_v


def simulate(model, q, v, *, step, count, t=0.0, tau=unpowered, method=rk4, gravity=GRAVITY, f_ext=None):
    """A run of equal steps; a run from its end goes on as if there had been no stop.

    q: (..., nq).  v: (..., nv).  step: s.  count: how many steps.  t: s, when the run begins.
    tau: the force law.  method: `rk4`, `semi_implicit_euler` or alike.  gravity, f_ext: as for `rnea`.
    Returns a `Motion`.  A ValueError names the argument, or the body, that is wrong.
    """
    step = as_positive("step", step, "seconds")
    if (t := as_real("t", t, ())).shape != ():
        raise ValueError(f"t must be one number of seconds, got {t}")
    times = t + step * np.arange(as_count("count", count) + 1)
    states = [(model.check_q(q), as_number("v", v, (model.nv,)))]
    for now in times[:-1]:
        states.append(method(model, now, *states[-1], step, tau, gravity=gravity, f_ext=f_ext))
    # The start may have fewer leading axes than what it leads to, when only v or a force has a batch.
    return Motion(times, *(np.stack(np.broadcast_arrays(*x)) for x in zip(*states, strict=True)))


def energy(model, q, v, *, gravity=GRAVITY):
    """The energy of a state: T = Σ ½ V_iᵀ I_i V_i + ½ armature v², U = −Σ m_i g · c_i.

    q: (..., nq).  v: (..., nv).  gravity: (..., 3), m/s², world axes.  Returns an `Energy`, J.
    A ValueError names the argument, or the body, that is wrong.
    """
    q, v, g = model.check_q(q), as_number("v", v, (model.nv,)), as_number("gravity", gravity, (3,))
    common_batch(q=q.shape[:-1], v=v.shape[:-1], gravity=g.shape[:-1])
    V = np.matvec(body_jacobians(model, q), v[..., None, :])
    T_WB = placements(model, q)
    mass = np.array([body.mass for body in model.bodies])
    com = T_WB.p + np.matvec(T_WB.R, np.array([body.com for body in model.bodies]))
    kinetic = (V * np.matvec(model.I, V)).sum((-1, -2)) / 2 + (model.armature * v * v).sum(-1) / 2
    return Energy(kinetic, -(g * np.matvec(com.swapaxes(-1, -2), mass)).sum(-1))
