"""The same mechanism for MuJoCo, and its coordinates turned into ours.

A free body's place is in the world there and its linear part in world axes, so v' = T v with T = R_WB on
that part, and a' = T a + Ṫ v.
"""

import mujoco
import numpy as np

from dynamics.joints import Fixed, Free, Prismatic, Revolute, Spherical
from dynamics.kinematics import placements
from dynamics.model import WORLD
from dynamics.spatial import skew

KIND = {Revolute: "hinge", Prismatic: "slide", Spherical: "ball", Free: "free"}


class Twin:
    """A MuJoCo model with the bodies of ours, in its depth-first order; `bodies` and `rates` lead to ours."""

    def __init__(self, model):
        self.ours, self.bodies = model, []
        xml = "".join(self._body(i) for i, p in enumerate(model.parent) if p < 0)
        self.model = mujoco.MjModel.from_xml_string(
            '<mujoco><compiler inertiafromgeom="false" angle="radian"/><option><flag contact="disable"/>'
            f"</option><worldbody>{xml}</worldbody></mujoco>")
        self.data = mujoco.MjData(self.model)
        self.rates = [k for i in self.bodies for k in self._rates(i)]

    def _rates(self, i):
        own = self.ours.v_of[i]
        free = isinstance(self.ours.bodies[i].joint, Free)
        return [own.start + k for k in ((3, 4, 5, 0, 1, 2) if free else range(own.stop - own.start))]

    def _body(self, i):
        self.bodies.append(i)
        body, I = self.ours.bodies[i], self.ours.bodies[i].inertia
        joint = ""
        if not isinstance(body.joint, Fixed):
            axis = f' axis="{numbers(body.joint.axis)}"' if hasattr(body.joint, "axis") else ""
            joint = f'<joint type="{KIND[type(body.joint)]}"{axis} armature="{body.armature!r}"/>'
        inertia = ""
        if body.mass:
            inertia = (f'<inertial pos="{numbers(body.com)}" mass="{body.mass!r}" fullinertia="'
                       f'{numbers([I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]])}"/>')
        children = "".join(self._body(c) for c, p in enumerate(self.ours.parent) if p == i)
        quaternion = np.zeros(4)
        mujoco.mju_mat2Quat(quaternion, body.R_PJ.flatten())
        place = f'pos="{numbers(body.p_PJ)}" quat="{numbers(quaternion)}"'
        return f"<body {place}>{joint}{inertia}{children}</body>"

    def set(self, q, v, a, gravity, f_ext):
        """Puts MuJoCo into our state with our acceleration and surroundings; all its fields follow."""
        world = placements(self.ours, q)
        q_there = []
        for i in self.bodies:
            here = q[self.ours.q_of[i]]
            if isinstance(self.ours.bodies[i].joint, Free):
                assert self.ours.bodies[i].parent == WORLD
                quaternion = np.zeros(4)
                mujoco.mju_mat2Quat(quaternion, world.R[i].flatten())
                here = [*world.p[i], *quaternion]
            q_there += list(here)
        self.T = np.eye(self.ours.nv)[self.rates]
        T_dot = np.zeros_like(self.T)
        for i in self.bodies:
            if isinstance(self.ours.bodies[i].joint, Free):
                at, own = self.rates.index(self.ours.v_of[i].start + 3), self.ours.v_of[i]
                self.T[at:at + 3, own.start + 3:own.stop] = world.R[i]
                T_dot[at:at + 3, own.start + 3:own.stop] = world.R[i] @ skew(v[own][:3])
        self.turning = T_dot @ v
        self.model.opt.gravity = gravity
        self.data.qpos, self.data.qvel = q_there, self.T @ v
        for k, i in enumerate(self.bodies, start=1):
            force = np.concatenate((world.R[i] @ f_ext[i, 3:], world.R[i] @ f_ext[i, :3]))
            # MuJoCo takes the force at the centre of mass.
            force[3:] -= np.cross(world.R[i] @ self.ours.bodies[i].com, force[:3])
            self.data.xfrc_applied[k] = force
        mujoco.mj_forward(self.model, self.data)
        self.data.qacc = self.T @ a + self.turning
        mujoco.mj_rnePostConstraint(self.model, self.data)
        return self

    def mass_matrix(self):
        """M in our rates: Tᵀ M' T."""
        return self.T.T @ self.full_mass_matrix() @ self.T

    def full_mass_matrix(self):
        """M' in MuJoCo's rates."""
        M = np.zeros((self.ours.nv, self.ours.nv))
        mujoco.mj_fullM(self.model, self.data, M)
        return M

    def acceleration(self, tau):
        """Our acceleration for our joint forces, with the surroundings that were set."""
        self.data.qfrc_applied = np.linalg.solve(self.T.T, tau)
        mujoco.mj_forward(self.model, self.data)
        return np.linalg.solve(self.T, self.data.qacc - self.turning)


def numbers(values):
    return " ".join(repr(float(x)) for x in values)
