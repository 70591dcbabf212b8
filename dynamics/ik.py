"""Inverse kinematics: the configuration that brings a frame to a target, with every step on the way kept.

F is the frame on the mechanism, D the target, W the world.  The error is the motion that leads from the
frame to the target in one unit of time, in F axes at F's origin:

    E = T_WF⁻¹ T_WD,   e = log6(E)
"""

from dataclasses import dataclass

import numpy as np

from .checks import as_count, as_positive, as_rotation
from .configuration import integrate
from .kinematics import frame_jacobian, frame_placement
from .lie import as_pose, jlog6, log6

CONVERGED, NO_DESCENT, OUT_OF_STEPS = "converged", "no descent", "out of steps"
ENOUGH = 1e-4   # of the descent that the slope promises, a step must bring this part
GROWTH = 2.0    # of the damping after a step that was too long, and its fall after one that was not
HALVINGS = 20   # a millionth of the full step that brings no descent means that there is none


@dataclass(frozen=True, eq=False)
class IkStep:
    """One configuration on the way."""

    q: np.ndarray     # (nq,)
    e: np.ndarray     # the error, from the frame to the target, in F axes at F's origin, [rad, m], (6,)
    fraction: float   # of the full step that led here; 0 at the start


@dataclass(frozen=True, eq=False)
class IkResult:
    """How the search ended, and all its steps.

    "converged": the errors are below what was asked.  "no descent": they are not, and no part of the step
    makes them smaller, so the target is out of reach or a minimum of another kind is.  "out of steps".
    """

    outcome: str
    steps: tuple[IkStep, ...]  # the start first

    @property
    def q(self):
        """The last configuration, which is an answer only when the search has converged; (nq,)."""
        return self.steps[-1].q


def pose_error(T_WF, T_WD):
    """The motion from a frame to its target, e = log6(T_WF⁻¹ T_WD).

    T_WF, T_WD: `Pose`s.  Returns (..., 6), [rad, m], in F axes at F's origin.
    A ValueError when one is no `Pose`, and within 1e-9 rad of a half turn, from where two ways lead to the target.
    """
    return log6(as_pose("T_WF", T_WF).inverse() @ as_pose("T_WD", T_WD))


def pose_error_jacobian(model, q, frame, target):
    """The error and how it responds to a step of q: ∂e/∂q = −jlog6(−e) J.

    F moves by J δq, so E becomes exp6(−J δq) E.  The change enters from the left: it is jlog6 of E⁻¹.

    q: (..., nq).  frame: a `Frame`.  target: the `Pose` T_WD.
    Returns e (..., 6) and its Jacobian (..., 6, nv), both in F axes at F's origin.
    A ValueError as for `frame_placement` and `pose_error`.
    """
    e = pose_error(frame_placement(model, q, frame), target)
    return e, -jlog6(-e) @ frame_jacobian(model, q, frame)


def damped_ik(model, q, frame, target, *, angle=1e-8, distance=1e-8, length=1.0, damping=1e-3,
              fraction=1.0, max_steps=100):
    """The configuration that brings a frame to a target, by damped least squares with backtracking.

    δq minimises |e + J δq|² + λ² |δq|²,   q ← q ⊕ α δq,   α halved until |e|² falls as its slope promises

    q: (nq,), where to begin.  frame: a `Frame`.  target: the `Pose` T_WD.
    angle, distance: rad and m, the errors that count as none.  length: m, weighs as much as 1 rad.
    damping: λ, the least; it grows where a step must be halved, for there J is nearly singular.
    fraction: the first α.  max_steps: how many steps.  Limits of joints are not known here.
    Returns an `IkResult`.
    A ValueError names what is wrong with an argument, or says that a half turn leads to the target.
    Levenberg 1944; Wampler 1986; Nocedal and Wright 2006, section 3.1.
    """
    target = as_pose("target", target)
    as_rotation("target R", target.R)
    within = np.array((as_positive("angle", angle, "radians"), as_positive("distance", distance, "metres")))
    weight = np.repeat((1, 1 / as_positive("length", length, "metres")), 3)
    damping, fraction = as_positive("damping", damping), as_positive("fraction", fraction)
    if (q := model.check_q(q).copy()).ndim != 1 or target.p.ndim != 1 or target.R.ndim != 2:
        raise ValueError("a search goes from one configuration to one target, got a batch")

    steps, lam, alpha, max_steps = [], damping, 0.0, as_count("max_steps", max_steps)
    while True:
        e, J = pose_error_jacobian(model, q, frame, target)
        steps.append(IkStep(q, e, alpha))
        if (np.linalg.norm(e.reshape(2, 3), axis=-1) <= within).all():
            return IkResult(CONVERGED, tuple(steps))
        if len(steps) > max_steps:
            return IkResult(OUT_OF_STEPS, tuple(steps))
        e, J = weight * e, weight[:, None] * J
        # The least squares of [J; λ 1] δq = [−e; 0] is −Jᵀ (J Jᵀ + λ² 1)⁻¹ e, without the square of J.
        dq = np.linalg.lstsq(np.concatenate((J, lam * np.eye(model.nv))), np.append(-e, np.zeros(model.nv)))[0]
        # d|e|²/dα = 2 eᵀ J δq, which is negative
        slope = 2 * e @ J @ dq
        for alpha in fraction * 0.5 ** np.arange(HALVINGS + 1):
            q = integrate(model, steps[-1].q, alpha * dq)
            new = weight * pose_error(frame_placement(model, q, frame), target)
            if new @ new < e @ e + ENOUGH * alpha * slope:
                break
        else:
            return IkResult(NO_DESCENT, tuple(steps))
        lam = max(damping, lam / GROWTH) if alpha == fraction else lam * GROWTH
