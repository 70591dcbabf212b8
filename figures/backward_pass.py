"""A reader frees one link after the other, from the tip to the base, and sees what each joint must give.

At the current link the free-body diagram: the force of the inner joint, the reaction of the outer one,
the weight, their sum m·a, and the moments as arcs.  The torques that are found grow as bars.
"""

import cmath
import math

import numpy as np

from dynamics.planar import rnea, tip_jacobian
from figures.arm import (
    ARM,
    JOINTS,
    LAYERS,
    LENGTHS,
    MASSES,
    SPAN,
    JointHandle,
    arm_rows,
    largest_load,
    listed,
)
from figures.controls import Button, Slider, Toggle
from figures.live import Frame, Readout, action
from figures.scene import Arcs, Arrows, Bars, View, scale_for
from figures.state import Switch, Vector
from figures.walk import Walk
from figures.words import SUBSCRIPT, number

G = 9.81
NEWTON_PER_METRE = 10.0  # of the tip force's handle
MOST_FORCE = 25.0        # N, each component of the tip force
LONGEST = 2.4            # metres that the largest possible joint force may take on the picture
TURN = 12.0              # radians of arc for the whole torque axis: most moments are far smaller
AT_REST = 0.3            # N m, for the task: this close to zero an upright arm counts as balanced
BALANCED = 0.4           # N m, for the task
PUSH = 1.0               # N, for the task


class ForceHandle:
    """The grip at the head of the tip force."""

    def drag(self, figure, point):
        force = NEWTON_PER_METRE * (point - figure.tip())
        self._set(figure, force)

    def nudge(self, figure, presses):
        self._set(figure, complex(*figure.tip_force) + figure.parameters()["tip_force"].step * presses)

    def limit(self, figure, high):
        """Home lets go; End pushes straight away from the base with all there is."""
        tip = figure.tip()
        self._set(figure, MOST_FORCE * tip / abs(tip) if high and tip else 0j)

    def _set(self, figure, force):
        figure.tip_force = figure.parameters()["tip_force"].clip((force.real, force.imag))

    def show(self, figure, p):
        force = complex(*figure.tip_force)
        at = p[3] + force / NEWTON_PER_METRE
        return {"x": at.real, "y": at.imag, "role": "tip-force",
                "now": abs(force), "min": 0, "max": MOST_FORCE * math.sqrt(2),
                "text": figure.words["handles"]["tip-force-value"].format(
                    x=number(force.real, 1), y=number(force.imag, 1))}


class BackwardPass(Walk):
    slug = "backward-pass"

    # ---- state
    q = Vector((0.9, -0.7, -0.6), bounds=(-math.pi, math.pi), unit="rad", step=math.radians(5),
               doc="joint angles θ, each from the link before")
    v = Vector((0.0, 0.0, 0.0), bounds=(-3, 3), unit="rad/s", step=0.1, doc="joint rates θ̇")
    a = Vector((0.0, 0.0, 0.0), bounds=(-5, 5), unit="rad/s²", step=0.1, doc="joint accelerations θ̈")
    tip_force = Vector((0.0, 0.0), bounds=(-MOST_FORCE, MOST_FORCE), unit="N", step=0.5,
                       doc="force that the gripper exerts on its surroundings, x and y")
    gravity = Switch(True, doc="gravity on")
    show_all = Switch(False, doc="the force at every joint, not of the current link alone")

    @action()
    def rest(self):
        self.v = self.a = (0.0, 0.0, 0.0)

    # ---- physics
    def passes(self):
        """The recursion with the tip force and, in the same call, without it."""
        force = complex(*self.tip_force)
        return rnea(ARM, self.q, self.v, self.a, gravity=G * self.gravity, tip_force=np.array([force, 0j]))

    def residual(self, tau):
        """max |RNEA(F) − RNEA(0) − JᵀF|: the torques are linear in the tip force, whatever the motion."""
        statics = (tip_jacobian(ARM, self.q).conj() * complex(*self.tip_force)).real
        return float(np.abs(tau[0] - tau[1] - statics).max())

    def tip(self):
        """Where the gripper is."""
        return sum(cmath.rect(LENGTHS[i], sum(self.q[:i + 1])) for i in range(3))

    # ---- picture
    views = (
        View("arm", SPAN, SPAN, (
            *LAYERS,
            Arrows("gravity", "gravity", "gravity"),
            Arrows("mass-times-acceleration", "mass-times-acceleration", "mass-times-acceleration",
                   dash=(7, 4), head="vee"),
            *(Arrows(f"force-{j}", f"joint-{j}", "force") for j in JOINTS),
            *(Arrows(f"reaction-{j}", f"joint-{j}", "force", dash=(2, 3), head="open") for j in (2, 3)),
            Arrows("reaction-4", "tip-force", "tip-force", dash=(2, 3), head="open"),
            Arrows("tip-force", "tip-force", "tip-force", head="vee", width=4),
            Arcs("moment", "moment", "moment"),
            Arcs("counter-moment", "moment", "moment", radius=0.3, dash=(2, 3)),
        )),
        View("torques", (-1, 1), (3.5, 0.5), metric=False,
             layers=tuple(Bars(f"tau-{j}", f"joint-{j}") for j in JOINTS)),
    )
    on_paper = {"step": 3}
    # The tip belongs to the force, so joint 3 is gripped further in.
    handles = {"joint-1": JointHandle(1), "joint-2": JointHandle(2), "joint-3": JointHandle(3, grip=0.6),
               "tip-force": ForceHandle()}
    controls = (Button("back"), Button("next", main=True), Button("restart"), Button("rest"),
                Toggle("gravity"), Toggle("show_all"),
                *(Slider("v", i) for i in range(3)), *(Slider("a", i) for i in range(3)))
    readouts = (
        Readout("scale", ("scale",), "N per m", 0, in_python=False),
        Readout("force", ("force_x", "force_y"), "N", layer="force-3"),
        Readout("moment", ("moment",), "N·m", layer="moment"),
        Readout("gravity", ("gravity_x", "gravity_y"), "N", layer="gravity"),
        Readout("mass-times-acceleration", ("ma_x", "ma_y"), "N", layer="mass-times-acceleration"),
        Readout("tip-force", ("tip_force_x", "tip_force_y"), "N", 1, layer="tip-force"),
        *(Readout(f"tau_{j}", (f"tau_{j}",), "N·m") for j in JOINTS),
        Readout("residual", ("residual",), "N·m"),
    )

    def frame(self):
        passes = self.passes()
        m = listed(passes, "p", "p_com", "r", "a_com", "f", "mu", "tau")
        f, mu, tau = m.f[0], m.mu[0], m.tau[0]
        force_scale, torque = largest_load(self.v, self.a, G * self.gravity, MOST_FORCE)
        scale = scale_for(force_scale, LONGEST)
        span = scale_for(torque, 0.9)  # beyond the longest bar there is room for its number
        weight = [-1j * mass * G * self.gravity for mass in MASSES]
        # With the trick a_com is the true acceleration less gravity, so m·a is what f and weight add up to.
        ma = [mass * a + w for mass, a, w in zip(MASSES, m.a_com, weight, strict=True)]
        reached = range(3 - self.step, 3)
        rows = arm_rows(m.p, m.p_com, reached) | self.free_body(m, f, mu, weight, ma, scale, span)
        rows |= {f"tau-{i + 1}": [(i + 1, tau[i], number(tau[i], 1))] for i in reached}
        return Frame(
            layers=self.filled(rows),
            readouts=self.numbers(f, mu, tau, weight, ma, scale) | {"residual": self.residual(passes.tau)},
            tasks=self.done(tau),
            handles={name: handle.show(self, m.p) for name, handle in self.handles.items()},
            ranges={"torques.x": (-span, span)},
            says=self.says(f, tau))

    def free_body(self, m, f, mu, weight, ma, scale, span):
        """The diagram of the current link, and all joint forces when they are asked for."""
        names = self.words["arrows"]
        current = 3 - self.step  # 3 when no link is free yet

        def name(key, i):
            return names[key].format(link=SUBSCRIPT[i + 1])

        def arc(key, joint, moment):
            return [(m.p[joint], cmath.phase(m.r[current]), moment * TURN / span, name(key, joint))]

        # The arrow is as long as all the others are for their force; a pale one leads on to its handle.
        push = complex(*self.tip_force)
        head, handle = (m.p[3] + push / per_metre for per_metre in (scale, NEWTON_PER_METRE))
        rows = {"tip-force": [(m.p[3], head - m.p[3], names["tip-force"]), (head, handle - head, "")]}
        for i in range(3):
            if self.show_all or i == current:
                rows[f"force-{i + 1}"] = [(m.p[i], f[i] / scale, name("force", i))]
        if self.step:
            i = current
            back = name("reaction", i + 1) if i < 2 else names["tip-reaction"]
            rows |= {
                f"reaction-{i + 2}": [(m.p[i + 1], -f[i + 1] / scale, back)],
                "gravity": [(m.p_com[i], weight[i] / scale, name("gravity", i))],
                "mass-times-acceleration": [(m.p_com[i], ma[i] / scale, name("mass-times-acceleration", i))],
                "moment": arc("moment", i, mu[i]),
            }
            if i < 2:  # the gripper exerts a force and no moment
                rows["counter-moment"] = arc("counter-moment", i + 1, -mu[i + 1])
        return rows

    def numbers(self, f, mu, tau, weight, ma, scale):
        """The readout: the current link's forces, and the torques that are found."""
        numbers = {"scale": scale, "tip_force_x": self.tip_force[0], "tip_force_y": self.tip_force[1]}
        if self.step:
            i = 3 - self.step
            for key, vector in (("force", f[i]), ("gravity", weight[i]), ("ma", ma[i])):
                numbers |= {f"{key}_x": vector.real, f"{key}_y": vector.imag}
            numbers["moment"] = mu[i]
        return numbers | {f"tau_{j}": tau[j - 1] for j in JOINTS}

    def says(self, f, tau):
        words = self.words["says"]
        if not self.step:
            return words["start"]
        i = 3 - self.step
        return words["link"].format(link=i + 1, sub=SUBSCRIPT[i + 1], force=number(abs(f[i]), 1),
                                    tau=number(tau[i], 1))

    # ---- tasks
    tasks = ("walk-to-base", "upright-at-rest", "push-away-tau-1")

    def done(self, tau):
        at_rest = not any(self.v) and not any(self.a)
        upright = all(p > 0 for p in (cmath.rect(1, sum(self.q[:k])).imag for k in JOINTS))
        return {
            "walk-to-base": self.step == 3,
            "upright-at-rest": at_rest and upright and self.gravity and not any(self.tip_force)
                and max(map(abs, tau)) < AT_REST,
            "push-away-tau-1": abs(tau[0]) < BALANCED and math.hypot(*self.tip_force) >= PUSH,
        }

    # ---- as Python
    def snippet(self):
        found = "" if not self.step else f"""
i = {3 - self.step}  # link {4 - self.step}, counted from 0
weight = -1j * chain.masses[i] * g
ma = chain.masses[i] * loaded.a_com[i] + weight  # a_com carries the gravity trick
for name, vector in {{"force": loaded.f[i], "gravity": weight, "ma": ma}}.items():
    numbers[f"{{name}}_x"], numbers[f"{{name}}_y"] = vector.real, vector.imag
numbers["moment"] = loaded.mu[i]
"""
        return f"""
from dynamics.planar import rnea, three_link, tip_jacobian

q = {list(self.q)}  # rad
v = {list(self.v)}  # rad/s
a = {list(self.a)}  # rad/s²
F = complex({self.tip_force[0]}, {self.tip_force[1]})  # N, of the gripper on its surroundings
g = {G if self.gravity else 0.0}  # m/s²
chain = three_link()
loaded, free = (rnea(chain, q, v, a, gravity=g, tip_force=force) for force in (F, 0))
residual = loaded.tau - free.tau - (tip_jacobian(chain, q).conj() * F).real
numbers = {{"tip_force_x": F.real, "tip_force_y": F.imag, "residual": abs(residual).max()}}
numbers |= {{f"tau_{{j + 1}}": loaded.tau[j] for j in range(3)}}
{found}
"""
