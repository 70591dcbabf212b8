"""Where the bodies are and how they move: placements, frames on bodies, Jacobians, velocity, acceleration.

W is the world, B a body's own frame, F a frame that is fixed on a body.
"""

from dataclasses import dataclass

import numpy as np

from .checks import Rebuilt, as_number, as_real, as_rotation, frozen
from .lie import Pose, adjoint
from .rnea import rnea
from .spatial import motion_transform, unskew

WEIGHTLESS = (0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Frame(Rebuilt):
    """A frame that is fixed on a body, such as a tool; a ValueError says why there can be none like it."""

    name: str
    body: str
    R_BF: np.ndarray = ((1, 0, 0), (0, 1, 0), (0, 0, 1))  # maps F coordinates to B
    p_BF: np.ndarray = (0, 0, 0)                          # origin of F in B, m

    def __post_init__(self):
        for name, shape in (("R_BF", (3, 3)), ("p_BF", (3,))):
            value = as_real(f"{self.name}: {name}", getattr(self, name), shape)
            if value.shape != shape:
                raise ValueError(f"{self.name}: {name} must have shape {shape}, got {value.shape}")
            object.__setattr__(self, name, frozen(np.array(value)))
        as_rotation(f"{self.name}: R_BF", self.R_BF)

    @property
    def T_BF(self):
        """The placement of the frame in its body."""
        return Pose(self.R_BF, self.p_BF)


def placements(model, q):
    """The placement of every body in the world: T_WB = T_WP T_PB, from parent to child.

    q: (..., nq).  Returns a `Pose` of R_WB (..., n, 3, 3) and p_WB (..., n, 3), m.
    A ValueError names the entry of q, or the body and its quaternion, that is wrong.
    """
    # X_BP = [[R_BP, 0], [−R_BP p_PB×, R_BP]]
    X = model.transforms(model.check_q(q))
    R_PB = X[..., :3, :3].swapaxes(-1, -2)
    p_PB = unskew(-R_PB @ X[..., 3:, :3])
    T = [*map(Pose, R_PB, p_PB), Pose(np.eye(3), np.zeros(3))]  # the world is last: parent -1 finds it
    for i, p in enumerate(model.parent):
        T[i] = T[p] @ T[i]
    return Pose(np.stack([T_WB.R for T_WB in T[:-1]], -3), np.stack([T_WB.p for T_WB in T[:-1]], -2))


def paths(model):
    """Which rates move which bodies: entry (i, k) is 1 when joint k is on the path from the world to body i.

    Sums along the paths go outward, V = paths @ (s v); sums over subtrees go inward, F = pathsᵀ @ B.

    Returns (n, nv) of zeros and ones.
    """
    on_path = np.zeros((model.n + 1, model.nv))
    for i, p in enumerate(model.parent):
        on_path[i] = on_path[p]
        on_path[i, model.v_of[i]] = 1
    return on_path[:-1]


def owners(model):
    """The index of the body that each rate moves first, (nv,)."""
    return np.repeat(np.arange(model.n), [body.joint.nv for body in model.bodies])


def joint_columns(model, T_WB):
    """The joint subspaces in world axes: s_k = X_WB S_k, one 6-vector a rate.

    T_WB: the `Pose` of `placements`, its origin wherever the moments are to be taken.
    Returns (..., nv, 6), the motion for each unit rate of all that the joint carries.
    """
    S = np.concatenate([body.joint.S.T for body in model.bodies])
    owner = owners(model)
    return np.matvec(adjoint(Pose(T_WB.R[..., owner, :, :], T_WB.p[..., owner, :])), S)


def body_jacobians(model, q):
    """The Jacobian of every body: V_i = J_i v, in body axes at the body's origin.

    J_i = X_iW (s_k for the joints on the path to i, else 0)

    q: (..., nq).  Returns (..., n, 6, nv), rad/rad and m/rad (or 1/m and 1 for a shift).
    Errors as for `placements`.
    """
    T_WB = placements(model, q)
    s = joint_columns(model, T_WB).swapaxes(-1, -2)
    return motion_transform(*T_WB) @ (s[..., None, :, :] * paths(model)[:, None, :])


def frame_placement(model, q, frame):
    """Where a frame is in the world: T_WF = T_WB T_BF.

    q: (..., nq).  frame: a `Frame`.  Returns a `Pose` of R_WF (..., 3, 3) and p_WF (..., 3), m.
    A ValueError as for `placements`, or when the model has no such body.
    """
    i, T_WB = model.index(frame.body), placements(model, q)
    return Pose(T_WB.R[..., i, :, :], T_WB.p[..., i, :]) @ frame.T_BF


def frame_jacobian(model, q, frame):
    """The Jacobian of a frame: V_F = J v, [angular, linear], in the frame's axes at its origin: X_FB J_B.

    q: (..., nq).  frame: a `Frame`.  Returns (..., 6, nv).
    Errors as for `frame_placement`.
    """
    i = model.index(frame.body)
    return motion_transform(*frame.T_BF) @ body_jacobians(model, q)[..., i, :, :]


def frame_motion(model, q, v, a, frame):
    """The spatial velocity and acceleration of a frame, without gravity: V_F = X_FB V_B, A_F = X_FB A_B.

    q: (..., nq).  v, a: (..., nv).  frame: a `Frame`.
    Returns V_F and A_F, (..., 6), [angular, linear], in the frame's axes at its origin.
    A ValueError names the argument, or the body, that is wrong.
    """
    i, X_FB = model.index(frame.body), motion_transform(*frame.T_BF)
    passes = rnea(model, q, v, a, gravity=WEIGHTLESS)
    return np.matvec(X_FB, passes.V[..., i, :]), np.matvec(X_FB, passes.A[..., i, :])


def point_motion(V, A, r):
    """The ordinary velocity and acceleration of a point that is fixed on a moving body.

    velocity = u + ω × r,   acceleration = u̇ + ω × u + α × r + ω × (ω × r)

    The linear part u̇ of a spatial acceleration is the rate of the components of u.  An observer in the body's
    axes misses that these turn, ω × u.

    V, A: (..., 6), spatial velocity and acceleration (without gravity) at the origin, body axes.
    r: (..., 3), the point in body axes, m.
    Returns two (..., 3), m/s and m/s², of the point against the world, in body axes.
    Featherstone 2008, section 2.11.
    """
    V, A, r = as_number("V", V, (6,)), as_number("A", A, (6,)), as_number("r", r, (3,))
    w, u, alpha, u_dot = V[..., :3], V[..., 3:], A[..., :3], A[..., 3:]
    velocity = u + np.linalg.cross(w, r)
    # u̇ + α × r + ω × (u + ω × r)
    return velocity, u_dot + np.linalg.cross(alpha, r) + np.linalg.cross(w, velocity)
