"""The planar arm of the book in other people's engines: Pinocchio, MuJoCo, modern_robotics.

Rods along x, joints about z, gravity along -y.  Of a rod's inertia only the part about z matters here;
the other two are set equal to it, because MuJoCo refuses a body that is infinitely thin.
"""

import modern_robotics
import mujoco
import numpy as np
import pinocchio as pin

LENGTHS, MASSES = (1.0, 0.8, 0.5), (2.0, 1.6, 1.0)
INERTIAS = tuple(m * l**2 / 12 for l, m in zip(LENGTHS, MASSES, strict=True))
DOWN = np.array([0, -9.81, 0])


class Pinocchio:
    def __init__(self):
        self.model = pin.Model()
        self.model.gravity.linear = DOWN
        end = 0.0
        for number, (length, mass, inertia) in enumerate(zip(LENGTHS, MASSES, INERTIAS, strict=True)):
            place = pin.SE3(np.eye(3), np.array([end, 0, 0]))
            joint = self.model.addJoint(number, pin.JointModelRZ(), place, f"joint {number + 1}")
            rod = pin.Inertia(mass, np.array([length / 2, 0, 0]), inertia * np.eye(3))
            self.model.appendBodyToJoint(joint, rod, pin.SE3.Identity())
            end = length
        tip = pin.SE3(np.eye(3), np.array([end, 0, 0]))
        self.tip = self.model.addFrame(pin.Frame("tip", 3, tip, pin.OP_FRAME))
        self.data = self.model.createData()

    def torques(self, q, v, a, force=(0, 0)):
        J = pin.computeFrameJacobian(self.model, self.data, q, self.tip, pin.LOCAL_WORLD_ALIGNED)[:2]
        return pin.rnea(self.model, self.data, q, v, a) + J.T @ force

    def accelerations(self, q, v, tau):
        return pin.aba(self.model, self.data, q, v, tau)


class MuJoCo:
    def __init__(self):
        bodies, end = "", 0.0
        for length, mass, inertia in zip(LENGTHS, MASSES, INERTIAS, strict=True):
            bodies += (f'<body pos="{end} 0 0"><joint axis="0 0 1"/><inertial mass="{mass}" '
                       f'pos="{length / 2} 0 0" diaginertia="{inertia} {inertia} {inertia}"/>')
            end = length
        self.model = mujoco.MjModel.from_xml_string(
            f'<mujoco><compiler angle="radian"/><option gravity="0 -9.81 0"/><worldbody>{bodies}'
            f'<site name="tip" pos="{end} 0 0"/>{"</body>" * 3}</worldbody></mujoco>')
        self.data = mujoco.MjData(self.model)

    def torques(self, q, v, a, force=(0, 0)):
        self.data.qpos, self.data.qvel, self.data.qacc = q, v, a
        mujoco.mj_inverse(self.model, self.data)
        J = np.zeros((3, 3))
        mujoco.mj_jacSite(self.model, self.data, J, None, 0)
        return self.data.qfrc_inverse + J[:2].T @ force

    def accelerations(self, q, v, tau):
        self.data.qpos, self.data.qvel, self.data.qfrc_applied = q, v, tau
        mujoco.mj_forward(self.model, self.data)
        return self.data.qacc.copy()


class ModernRobotics:
    def __init__(self):
        centres = np.cumsum((0, *LENGTHS))[:3] + np.array(LENGTHS) / 2
        places = np.diff((0, *centres, sum(LENGTHS)))
        self.M = [pin.SE3(np.eye(3), np.array([x, 0, 0])).homogeneous for x in places]
        self.G = [np.diag((i, i, i, m, m, m)) for i, m in zip(INERTIAS, MASSES, strict=True)]
        # A screw about z through (x, 0): v = −ω × (x, 0, 0)
        self.S = np.array([(0, 0, 1, 0, -x, 0) for x in np.cumsum((0, *LENGTHS))[:3]]).T

    def torques(self, q, v, a, force=(0, 0)):
        # The wrench at the gripper, in the gripper's own axes, which are turned by the sum of the angles.
        x, y = np.array([[np.cos(t := sum(q)), np.sin(t)], [-np.sin(t), np.cos(t)]]) @ force
        return modern_robotics.InverseDynamics(q, v, a, DOWN, (0, 0, 0, x, y, 0), self.M, self.G, self.S)

    def accelerations(self, q, v, tau):
        return modern_robotics.ForwardDynamics(q, v, tau, DOWN, np.zeros(6), self.M, self.G, self.S)


ENGINES = {"Pinocchio": Pinocchio, "MuJoCo": MuJoCo, "modern_robotics": ModernRobotics}
