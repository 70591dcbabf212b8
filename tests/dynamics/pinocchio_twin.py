"""The same mechanism for Pinocchio, and its linear-first vectors turned into ours.

A fixed body has no joint in Pinocchio: its inertia is merged into the body that carries it.
"""

import numpy as np
import pinocchio as pin

from dynamics.joints import Fixed, Free, Prismatic, Revolute, Spherical
from dynamics.model import Model

WORLD = (0, pin.SE3.Identity())


def joint_of(joint):
    match joint:
        case Revolute():
            return pin.JointModelRevoluteUnaligned(joint.axis)
        case Prismatic():
            return pin.JointModelPrismaticUnaligned(joint.axis)
        case Spherical():
            return pin.JointModelSpherical()
        case Free():
            return pin.JointModelFreeFlyer()


class Twin:
    """A Pinocchio model with the bodies of ours; `moving` lists ours that have a joint, in its order."""

    def __init__(self, model):
        self.ours, self.model, self.moving = model, pin.Model(), []
        hung = []  # for each body of ours: Pinocchio's joint, and where the body lies against it
        for i, (body, p) in enumerate(zip(model.bodies, model.parent, strict=True)):
            joint, at = WORLD if p < 0 else hung[p]
            at = at * pin.SE3(np.array(body.R_PJ), np.array(body.p_PJ))
            if not isinstance(body.joint, Fixed):
                joint = self.model.addJoint(joint, joint_of(body.joint), at, body.name)
                at = pin.SE3.Identity()
                self.moving.append(i)
            self.model.appendBodyToJoint(joint, pin.Inertia(body.mass, body.com, body.inertia), at)
            hung.append((joint, at))
        order = [self.model.joints[j + 1].idx_v for j in range(len(self.moving))]
        assert order == [model.v_of[i].start for i in self.moving], "the two number the joints alike"
        self.model.armature = np.array(model.armature)
        self.data = self.model.createData()

    def q(self, q):
        """Ours to Pinocchio's: position before quaternion, scalar last."""
        out = []
        for body, part in zip(self.ours.bodies, self.ours.q_of, strict=True):
            x = q[part]
            out += [x] if body.joint.nq == body.joint.nv else [x[4:], x[1:4], x[:1]]
        return np.concatenate(out)

    def v(self, v):
        """Ours to Pinocchio's, rates or forces: a free body's linear part first; also the way back."""
        out = v.copy()
        for body, part in zip(self.ours.bodies, self.ours.v_of, strict=True):
            if isinstance(body.joint, Free):
                out[part] = swap(v[part])
        return out

    def rnea(self, q, v, a, gravity, f_ext):
        """V, A, F of the moving bodies and tau, as ours; f_ext (n, 6) on all bodies, fixed ones unloaded."""
        forces = self._surroundings(gravity, f_ext)
        tau = pin.rnea(self.model, self.data, self.q(q), self.v(v), self.v(a), forces)
        vectors = (np.array([swap(x[j + 1].vector) for j in range(len(self.moving))])
                   for x in (self.data.v, self.data.a_gf, self.data.f))
        return *vectors, self.v(tau)

    def mass_bias_acceleration(self, q, v, tau, gravity, f_ext):
        """M, c and the acceleration that tau causes, as ours; f_ext as for `rnea`."""
        forces = self._surroundings(gravity, f_ext)
        q, v, tau = self.q(q), self.v(v), self.v(tau)
        order = self.v(np.arange(self.model.nv))
        M = pin.crba(self.model, self.data, q)
        M = np.triu(M) + np.triu(M, 1).T
        c = pin.rnea(self.model, self.data, q, v, 0 * v, forces)
        a = pin.aba(self.model, self.data, q, v, tau, forces)
        return M[np.ix_(order, order)], self.v(c), self.v(a)

    def _surroundings(self, gravity, f_ext):
        """Sets the gravity, and returns the forces on the moving bodies, linear part first."""
        self.model.gravity = pin.Motion(np.array(gravity), np.zeros(3))
        return pin.StdVec_Force([pin.Force(swap(f)) for f in (np.zeros(6), *f_ext[self.moving])])


def swap(x):
    """[angular, linear] <-> [linear, angular]."""
    return np.concatenate((x[3:], x[:3]))


def depth_first(model):
    """The same mechanism with each subtree's bodies in a row, which Pinocchio's derivatives rely on."""
    children = {i: [j for j, p in enumerate(model.parent) if p == i] for i in range(-1, model.n)}

    def visit(i):
        return [i, *(k for j in children[i] for k in visit(j))]

    return Model(model.bodies[i] for i in visit(-1)[1:])
