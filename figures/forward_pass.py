"""A reader walks the outward recursion along a three-link arm and sees each acceleration being added up.

At every reached link: the inherited acceleration, the Euler term and the centripetal term head to tail,
their sum at the centre of mass, its velocity, and ω as an arc.
"""

import cmath
import math

from dynamics.planar import rnea
from figures.arm import ARM, JOINTS, LAYERS, LENGTHS, SPAN, JointHandle, arm_rows, listed
from figures.controls import Button, Slider
from figures.live import Frame, Readout, action
from figures.scene import Arcs, Arrows, View, scale_for
from figures.state import Vector
from figures.walk import Walk
from figures.words import SUBSCRIPT, number

LONGEST = 3.2          # metres that the largest possible acceleration may take on the picture
VELOCITY_SCALE = 4.0   # m/s a metre of the picture
TURN_PER_OMEGA = 0.8   # radians of arc for each rad/s
ENOUGH = 0.5           # m/s², for the task


class ForwardPass(Walk):
    slug = "forward-pass"

    # ---- state
    q = Vector((-0.35, 1.15, 0.9), bounds=(-math.pi, math.pi), unit="rad", step=math.radians(5),
               doc="joint angles θ, each from the link before")
    v = Vector((1.0, 0.5, -1.0), bounds=(-3, 3), unit="rad/s", step=0.1, doc="joint rates θ̇")
    a = Vector((1.5, 1.0, 2.5), bounds=(-5, 5), unit="rad/s²", step=0.1, doc="joint accelerations θ̈")

    @action()
    def no_acceleration(self):
        self.a = (0.0, 0.0, 0.0)

    # ---- physics
    def motion(self):
        """Every intermediate of the recursion; without gravity, so that accelerations are those one sees."""
        return listed(rnea(ARM, self.q, self.v, self.a, gravity=0.0), "p", "p_com", "r", "w", "alpha",
                      "inherited", "euler", "centripetal", "a_com", "v_com")

    def scale(self):
        """m/s² a metre: room for the largest sum that these rates and accelerations allow in any pose."""
        w = alpha = largest = 0.0
        for i in range(3):
            w, alpha = w + self.v[i], alpha + self.a[i]
            largest += LENGTHS[i] * math.hypot(alpha, w * w)
        return scale_for(largest, LONGEST)

    # ---- picture
    views = (View("arm", SPAN, SPAN, (
        *LAYERS,
        Arcs("omega", "omega", "omega"),
        Arrows("velocity", "velocity", "velocity", width=1.5, head="vee"),
        Arrows("inherited", "inherited", "inherited"),
        Arrows("euler", "euler", "euler", head="vee"),
        Arrows("centripetal", "centripetal", "centripetal", head="open"),
        Arrows("acceleration", "acceleration", "acceleration", dash=(7, 4), width=3.5),
    )),)
    on_paper = {"step": 3}
    handles = {f"joint-{joint}": JointHandle(joint) for joint in JOINTS}
    controls = (Button("back"), Button("next", main=True), Button("restart"), Button("no_acceleration"),
                *(Slider("v", i) for i in range(3)), *(Slider("a", i) for i in range(3)))
    readouts = (
        Readout("scale", ("scale",), "m/s² per m", 0, in_python=False),
        Readout("omega", ("omega",), "rad/s", layer="omega"),
        Readout("alpha", ("alpha",), "rad/s²"),
        Readout("inherited", ("inherited_x", "inherited_y"), "m/s²", layer="inherited"),
        Readout("euler", ("euler_x", "euler_y"), "m/s²", layer="euler"),
        Readout("centripetal", ("centripetal_x", "centripetal_y"), "m/s²", layer="centripetal"),
        Readout("acceleration", ("acceleration_x", "acceleration_y"), "m/s²", layer="acceleration"),
        Readout("velocity", ("velocity_x", "velocity_y"), "m/s", layer="velocity"),
    )

    def frame(self):
        m = self.motion()
        scale = self.scale()
        return Frame(
            layers=self.filled(arm_rows(m.p, m.p_com, range(self.step)) | self.arrows(m, scale)),
            readouts=self.numbers(m, scale),
            tasks={
                "walk-to-tip": self.step == 3,
                "acceleration-without-acceleration": not any(self.a) and abs(m.a_com[2]) > ENOUGH,
            },
            handles={name: handle.show(self, m.p) for name, handle in self.handles.items()},
            says=self.says(m))

    def arrows(self, m, scale):
        """The arrows of all reached links.  Only the current one's are named, or names would hide the arm."""
        names = self.words["arrows"]
        rows = {key: [] for key in names}
        for i in range(self.step):

            def name(key, link=i):
                return names[key].format(link=SUBSCRIPT[link + 1]) if link == self.step - 1 else ""

            # The three terms stand head to tail on the centre of mass; their sum closes the figure.
            tail = m.p_com[i]
            middle = tail + 0.5 * m.a_com[i] / scale
            corner = tail + (m.inherited[i] + 0.5 * m.euler[i]) / scale
            for key in ("inherited", "euler", "centripetal"):
                term = getattr(m, key)[i] / scale
                rows[key].append((tail, term, name(key), middle))
                tail += term
            rows["acceleration"].append((m.p_com[i], m.a_com[i] / scale, name("acceleration"), corner))
            rows["velocity"].append((m.p_com[i], m.v_com[i] / VELOCITY_SCALE, name("velocity"), corner))
            rows["omega"].append((m.p[i], cmath.phase(m.r[i]), TURN_PER_OMEGA * m.w[i], name("omega")))
        return rows

    def numbers(self, m, scale):
        """The readout of the current link."""
        numbers = {"scale": scale}
        if self.step:
            i = self.step - 1
            numbers |= {"omega": m.w[i], "alpha": m.alpha[i]}
            vectors = {"inherited": m.inherited, "euler": m.euler, "centripetal": m.centripetal,
                       "acceleration": m.a_com, "velocity": m.v_com}
            for key, vector in vectors.items():
                numbers |= {f"{key}_x": vector[i].real, f"{key}_y": vector[i].imag}
        return numbers

    def says(self, m):
        words = self.words["says"]
        if not self.step:
            return words["start"]
        i = self.step - 1
        return words["link"].format(link=i + 1, omega=number(m.w[i]), alpha=number(m.alpha[i]),
                                    size=number(abs(m.a_com[i])))

    # ---- tasks
    tasks = ("walk-to-tip", "acceleration-without-acceleration")

    # ---- as Python
    def snippet(self):
        found = "" if not self.step else f"""
i = {self.step - 1}  # link {self.step}, counted from 0
numbers = {{"omega": arm.w[i], "alpha": arm.alpha[i]}}
vectors = {{"inherited": arm.inherited, "euler": arm.euler, "centripetal": arm.centripetal,
           "acceleration": arm.a_com, "velocity": arm.v_com}}
for name, vector in vectors.items():
    numbers[f"{{name}}_x"], numbers[f"{{name}}_y"] = vector[i].real, vector[i].imag
"""
        return f"""
from dynamics.planar import rnea, three_link

q = {list(self.q)}  # rad
v = {list(self.v)}  # rad/s
a = {list(self.a)}  # rad/s²
arm = rnea(three_link(), q, v, a, gravity=0)
{found or "numbers = {}  # no link is reached yet"}
"""
