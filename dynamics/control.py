"""One step of time and how its end responds to its start: what a controller or an optimiser asks for.

The velocity moves first, and the configuration moves with the new one:

    a = FD(q, v, S u),   v⁺ = v + h a,   q⁺ = q ⊕ h v⁺

A small change of a state is (δq, δv), 2 nv numbers: δq a step of q in body axes, δv a difference of rates.
A quaternion has four coordinates and no fourth direction to be changed in.
"""

from typing import NamedTuple

import numpy as np

from .checks import as_number, as_positive, common_batch
from .configuration import d_difference, d_integrate, difference, integrate
from .derivatives import aba_derivatives
from .forward import forward_dynamics
from .joints import Free
from .rnea import GRAVITY
from .spatial import blocks


class LinearStep(NamedTuple):
    """A step and its response: (δq⁺, δv⁺) = A (δq, δv) + B δu, about the step's own end."""

    q: np.ndarray  # q⁺, (..., nq)
    v: np.ndarray  # v⁺, (..., nv)
    A: np.ndarray  # (..., 2 nv, 2 nv)
    B: np.ndarray  # (..., 2 nv, nu)


class LinearDefect(NamedTuple):
    """The gap d between a step's end and the next state, and its response to all that it depends on."""

    d: np.ndarray         # [q⁺ ⊖ q_next, v⁺ − v_next], (..., 2 nv)
    by_state: np.ndarray  # by (δq, δv) at the start, (..., 2 nv, 2 nv)
    by_u: np.ndarray      # (..., 2 nv, nu)
    by_next: np.ndarray   # by (δq, δv) of the next state, (..., 2 nv, 2 nv)


def motors(model):
    """The actuator map with one motor for every rate, except those of free joints, which nothing drives.

    τ = S u.  Returns S (nv, nu) of zeros and ones.
    """
    driven = [not isinstance(body.joint, Free) for body in model.bodies for _ in range(body.joint.nv)]
    return np.eye(model.nv)[:, driven]


def step(model, q, v, u, h, *, actuators=None, gravity=GRAVITY, f_ext=None):
    """The state after a time h: v⁺ = v + h a, q⁺ = q ⊕ h v⁺ (semi-implicit Euler).

    q: (..., nq).  v: (..., nv).  u: (..., nu), N m or N.  h: s, positive.
    actuators: S (nv, nu) in τ = S u, such as `motors`; None drives every rate, u = τ.
    gravity, f_ext: as for `rnea`, held over the step.
    Returns q⁺ (..., nq) and v⁺ (..., nv).
    A ValueError names the argument, or the body, that is wrong.
    """
    h, v = as_positive("h", h, "seconds"), as_number("v", v, (model.nv,))
    tau = np.matvec(*_drive(model, u, actuators))
    v = v + h * forward_dynamics(model, q, v, tau, gravity=gravity, f_ext=f_ext).a
    return integrate(model, q, h * v), v


def linearize_step(model, q, v, u, h, *, actuators=None, gravity=GRAVITY, f_ext=None,
                   drive_dq=None, drive_dv=None):
    """A step and how its end responds to its start and to the motors.

    δv⁺ = h F_q δq + (1 + h F_v) δv + h F_u δu,   δq⁺ = D0 δq + h D1 δv⁺
    with F = ∂a, F_u = F_τ S, and D0, D1 of the step h v⁺

    drive_dq, drive_dv: (..., nv, nv), how what drives the joints follows the state itself: ∂(S u)/∂q and
    Σ J_iᵀ ∂f_i/∂q of the surroundings, by a step of q, and likewise by v; None when S, u and f_ext are held.
    Other arguments and errors as for `step`.  Returns a `LinearStep`.
    """
    h, v = as_positive("h", h, "seconds"), as_number("v", v, (model.nv,))
    S, u = _drive(model, u, actuators)
    F = aba_derivatives(model, q, v, np.matvec(S, u), gravity=gravity, f_ext=f_ext)
    F = F.with_drive(*(_square(model, name, x) for name, x in (("drive_dq", drive_dq), ("drive_dv", drive_dv))))
    v = v + h * F.a
    D0, D1 = d_integrate(model, h * v)
    one, zero = np.eye(model.nv), np.zeros_like(F.da_dq)
    by_state = np.concatenate((h * F.da_dq, one + h * F.da_dv), -1)
    by_u = h * F.da_dtau @ S
    A = np.concatenate((np.concatenate((D0, zero), -1) + h * D1 @ by_state, by_state), -2)
    B = np.concatenate((h * D1 @ by_u, by_u), -2)
    return LinearStep(integrate(model, q, h * v), v, A, B)


def defect(model, q, v, u, q_next, v_next, h, **options):
    """The gap that multiple shooting closes, d = [q⁺ ⊖ q_next, v⁺ − v_next]; zero along a motion.

    q, v, u, h, options: as for `step`.  q_next: (..., nq).  v_next: (..., nv).  Returns (..., 2 nv).
    A ValueError as for `step` and `difference`.
    """
    q, v = step(model, q, v, u, h, **options)
    return _gap(model, q, v, q_next, v_next)


def linearize_defect(model, q, v, u, q_next, v_next, h, **options):
    """The gap and its response to both states and to the motors.

    by the start: diag(H1, 1) A,   by u: diag(H1, 1) B,   by the next state: diag(H0, −1)
    with H0, H1 of the difference q⁺ ⊖ q_next; H1 is 1 only where the gap is closed

    options: as for `linearize_step`.  Other arguments and errors as for `defect`.  Returns a `LinearDefect`.
    """
    end = linearize_step(model, q, v, u, h, **options)
    d = _gap(model, end.q, end.v, q_next, v_next)
    H0, H1 = d_difference(model, q_next, end.q)
    one = np.eye(model.nv)
    carry = _diagonal(H1, one)
    return LinearDefect(d, carry @ end.A, carry @ end.B, _diagonal(H0, -one))


def _gap(model, q, v, q_next, v_next):
    """[q ⊖ q_next, v − v_next]."""
    q_next, v_next = model.check_q(q_next, "q_next"), as_number("v_next", v_next, (model.nv,))
    common_batch(step=q.shape[:-1], q_next=q_next.shape[:-1], v_next=v_next.shape[:-1])
    dq, dv = difference(model, q_next, q), v - v_next
    return np.concatenate(np.broadcast_arrays(dq, dv), -1)


def _diagonal(P, Q):
    """[[P, 0], [0, Q]]."""
    zero = np.zeros_like(P)
    return blocks(P, zero, zero, np.broadcast_to(Q, P.shape))


def _square(model, name, x):
    """x as (..., nv, nv), zeros for None."""
    return as_number(name, np.zeros((model.nv, model.nv)) if x is None else x, (model.nv, model.nv))


def _drive(model, u, actuators):
    """S and u, checked against each other."""
    S = np.eye(model.nv) if actuators is None else as_number("actuators", actuators, ())
    if S.ndim < 2 or S.shape[-2] != model.nv:
        raise ValueError(f"actuators must have shape (..., {model.nv}, nu), got {S.shape}")
    return S, as_number("u", u, (S.shape[-1],))
