"""Checks of steps and derivatives: identities that tie them together, and the whole step differenced."""

from functools import partial

import numpy as np

from ..builders import floating_two_joint
from ..configuration import d_difference, d_integrate, difference, integrate, random_configuration
from ..control import linearize_step, motors, step
from ..derivatives import aba_derivatives, rnea_derivatives
from ..ik import pose_error_jacobian
from ..kinematics import Frame, frame_placement
from ..lie import Pose
from .registry import check
from .trees import ROUNDING, SOLVED, states

SHORT = 1.5            # rad: half a step, well within the half turn that a logarithm allows
CURVATURE = 1.0        # third derivatives against first ones: the left arm of the V
CANCELLATION = 1e-14   # what the difference of two nearly equal numbers loses: its right arm


@check("difference undoes integrate", ROUNDING)
def there_and_back(rng):
    for name, model, q, w, end in _steps(rng):
        yield name, difference(model, q, end), w


@check("H1 D1 = 1", ROUNDING)
def inverse_jacobians(rng):
    for name, model, q, w, end in _steps(rng):
        yield name, d_difference(model, q, end)[1] @ d_integrate(model, w)[1], np.eye(model.nv)


@check("H0 + H1 D0 = 0", ROUNDING)
def moved_start(rng):
    for name, model, q, w, end in _steps(rng):
        H0, H1 = d_difference(model, q, end)
        yield name, H0 + H1 @ d_integrate(model, w)[0], 0


@check("M F_q + G_q = 0, M F_v + G_v = 0, M F_tau = 1", SOLVED)
def implicit_derivatives(rng):
    for name, model, q, v, tau in states(rng):
        F = aba_derivatives(model, q, v, tau)
        G = rnea_derivatives(model, q, v, F.a)
        yield f"{name}, q", G.dtau_da @ F.da_dq, -G.dtau_dq
        yield f"{name}, v", G.dtau_da @ F.da_dv, -G.dtau_dv
        yield f"{name}, tau", G.dtau_da @ F.da_dtau, np.eye(model.nv)


@check("IK: de/dq = −jlog6(−e) J, by complex step", ROUNDING)
def ik_jacobian(rng):
    for name, model, q, w, _ in _steps(rng):
        frame = Frame("tool", model.bodies[-1].name, p_BF=rng.normal(size=3))
        target = frame_placement(model, integrate(model, q, w / model.nv), frame)
        _, J = pose_error_jacobian(model, q, frame, target)
        moved = integrate(model, q[:, None], 1e-30j * np.eye(model.nv))
        around = Pose(target.R[:, None], target.p[:, None])
        e, _ = pose_error_jacobian(model, moved, frame, around)
        yield name, e.imag.swapaxes(-1, -2) / 1e-30, J


def _whole_step(rng, eps):
    """A and B of one step of 10 ms against central differences of the whole step."""
    model, h = floating_two_joint(), 0.01
    S, nv = motors(model), model.nv
    q, v, u = random_configuration(model, rng), rng.normal(size=nv), rng.normal(size=S.shape[-1])
    end = linearize_step(model, q, v, u, h, actuators=S)
    one = np.eye(2 * nv + len(u))
    dq, dv, du = np.split(eps * np.stack((one, -one)), (nv, 2 * nv), -1)
    q_, v_ = step(model, integrate(model, q, dq), v + dv, u + du, h, actuators=S)
    ahead, behind = np.concatenate((difference(model, end.q, q_), v_ - end.v), -1)
    A, B = np.split((ahead - behind).T / (2 * eps), (2 * nv,), -1)
    yield "A, floating_two_joint", A, end.A
    yield "B, floating_two_joint", B, end.B


# The error falls as eps² and then grows as 1/eps: a V, whose two arms are the bound.
for _eps in 10.0 ** -np.arange(1, 10):
    _bound = CURVATURE * _eps**2 + CANCELLATION / _eps
    check(f"A, B = the whole step differenced, eps = {_eps:.0e}", _bound)(partial(_whole_step, eps=_eps))


def _steps(rng):
    """Each mechanism with configurations, steps in which no body turns by π, and where they end."""
    for name, model, q, v, _ in states(rng):
        w = SHORT * v / np.abs(v).max(-1, keepdims=True)
        yield name, model, q, w, integrate(model, q, w)
