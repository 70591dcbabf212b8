"""A reader asks the recursion three questions and has the mass matrix of the arm, column by column.

One joint accelerates at 1 rad/s², nothing moves yet.  The torques of that, less those of the arm at
rest, are a column of M.  Gravity is in both, so it cancels.
"""

import cmath
import math

import numpy as np

from dynamics.planar import rnea
from figures.arm import ARM, JOINTS, LAYERS, SPAN, JointHandle, arm_rows
from figures.controls import Button, Toggle
from figures.live import Frame, LiveFigure, Readout, action
from figures.scene import Arcs, Arrows, Bars, View
from figures.state import Count, Switch, Switches, Vector
from figures.words import SUBSCRIPT, number

G = 9.81
METRE_PER_ACCELERATION = 0.5  # m of the picture for 1 m/s²
TURN, APART = 1.4, 0.35       # radians of arc for the joint's 1 rad/s², and from its head to the link
# The stretched arm has the largest entry, 8.1 kg m², and under gravity 60 N m in all; negative entries
# stay above −0.6 kg m².  Beyond the longest bar there is room for its number.
ENTRIES, TORQUES = (-2, 10), (-75, 75)
COUPLED = -0.1                # kg m², for the task
COLUMN = Count(1, bounds=(1, 3), doc="the joint that accelerates, which is the column of M")


class MassColumns(LiveFigure):
    slug = "mass-columns"

    # ---- state
    q = Vector((0.5, 0.6, 0.5), bounds=(-math.pi, math.pi), unit="rad", step=math.radians(5),
               doc="joint angles θ, each from the link before")
    gravity = Switch(True, doc="gravity on")
    joint = Count(0, bounds=(0, 3), doc="the joint that accelerates; 0 before the first question")
    found = Switches((False, False, False), doc="the columns of M that have been asked for")

    @action(joint=COLUMN)
    def find(self, joint):
        self.joint = joint
        self.found = tuple(self.found[i] or i == joint - 1 for i in range(3))

    @action()
    def restart(self):
        self.joint, self.found = 0, (False, False, False)

    # ---- physics
    def questions(self):
        """Four calls of the recursion as one batch: the arm at rest, then joint 1, 2, 3 alone accelerating."""
        return rnea(ARM, self.q, (0, 0, 0), np.eye(4, 3, -1), gravity=G * self.gravity)

    # ---- picture
    views = (
        View("arm", SPAN, SPAN, (
            *LAYERS,
            Arcs("unit-acceleration", "unit-acceleration", "unit-acceleration", radius=0.3),
            Arrows("acceleration", "acceleration", "acceleration"),
        )),
        View("raw", TORQUES, (3.5, 0.5), metric=False, height=7.5, layers=(
            Bars("gravity-torque", "gravity-torque", "gravity-torque"),
            Bars("rest", "inertia", "inertia"),
        )),
        View("column", ENTRIES, (3.5, 0.5), metric=False, height=7.5,
             layers=(Bars("entries", "inertia", "inertia"),)),
    )
    on_paper = {"joint": 1, "found": [True, True, True]}
    handles = {f"joint-{joint}": JointHandle(joint) for joint in JOINTS}
    controls = (*(Button("find", {"joint": j}, main=True) for j in JOINTS), Button("restart"), Toggle("gravity"))
    readouts = (
        Readout("raw", tuple(f"raw_{j}" for j in JOINTS), "N·m", 1),
        Readout("gravity-torque", tuple(f"gravity_{j}" for j in JOINTS), "N·m", 1, layer="gravity-torque"),
        Readout("column", tuple(f"column_{j}" for j in JOINTS), "kg·m²", layer="entries"),
        *(Readout(f"row_{i}", tuple(f"M_{i}{j}" for j in JOINTS), "kg·m²") for i in JOINTS),
        Readout("asymmetry", ("asymmetry",), "kg·m²"),
        Readout("smallest", ("smallest",), "kg·m²", 3),
    )

    def frame(self):
        passes = self.questions()
        rest, tau = passes.tau[0], passes.tau
        # M e_j = RNEA(q, 0, e_j) − RNEA(q, 0, 0); the batch has the answers as rows.
        M = (tau[1:] - rest).T
        smallest = float(np.linalg.eigvalsh(M)[0])
        complete = all(self.found)
        return Frame(
            layers=self.filled(self.arm(passes) | self.bars(rest.tolist(), M.tolist())),
            readouts=self.asked(rest.tolist(), M.tolist()) | (
                {"asymmetry": float(np.abs(M - M.T).max()), "smallest": smallest} if complete else {}),
            tasks={
                "all-three-columns": complete,
                # The numbers that the task speaks of are shown once the matrix is complete.
                "negative-coupling": complete and smallest > 0
                    and bool(min(M[0, 1], M[0, 2], M[1, 2]) < COUPLED),
            },
            handles={name: handle.show(self, passes.p.tolist()) for name, handle in self.handles.items()},
            ranges={"raw.x": TORQUES if self.gravity else ENTRIES},
            says=self.says(M))

    def arm(self, passes):
        """The arm, the joint that accelerates, and how that makes the centres of mass accelerate."""
        p, p_com = passes.p.tolist(), passes.p_com.tolist()
        rows = arm_rows(p, p_com, range(self.joint - 1, 3) if self.joint else ())
        if not self.joint:
            return rows
        names, i = self.words["arrows"], self.joint - 1
        # The trick puts g into every acceleration, moving or not; less the arm at rest, they are true ones.
        a_com = (passes.a_com[self.joint] - passes.a_com[0]).tolist()
        return rows | {
            # The centres accelerate to the left of the link, so the arc comes from its right.
            "unit-acceleration": [(p[i], cmath.phase(p[i + 1] - p[i]) - TURN - APART, TURN,
                                   names["unit-acceleration"].format(joint=SUBSCRIPT[self.joint]))],
            "acceleration": [(p_com[k], METRE_PER_ACCELERATION * a_com[k],
                              names["acceleration"].format(link=SUBSCRIPT[k + 1])) for k in range(i, 3)],
        }

    def bars(self, rest, M):
        """The torques as asked for, gravity's share first; and the column alone."""
        if not self.joint:
            return {}
        rows = {"gravity-torque": [], "rest": [], "entries": []}
        for k, share in enumerate(rest):
            entry = M[k][self.joint - 1]
            total = number(share + entry, 1)
            # The sum stands beyond both bars, also when the second lies back over the first.
            beyond = abs(share) > abs(share + entry)
            rows["gravity-torque"].append((k + 1, share, total if beyond else ""))
            rows["rest"].append((k + 1, entry, "" if beyond else total, share))
            rows["entries"].append((k + 1, entry, number(entry)))
        return rows

    def asked(self, rest, M):
        """The readout of the last question, and of the columns that have been asked for."""
        numbers = {f"M_{i + 1}{j + 1}": M[i][j] for i in range(3) for j in range(3) if self.found[j]}
        if self.joint:
            for k in range(3):
                entry = M[k][self.joint - 1]
                numbers |= {f"raw_{k + 1}": rest[k] + entry, f"gravity_{k + 1}": rest[k], f"column_{k + 1}": entry}
        return numbers

    def says(self, M):
        words = self.words["says"]
        if not self.joint:
            return words["start"]
        text = words["column"].format(joint=self.joint, entries=", ".join(
            number(x) for x in M[:, self.joint - 1].tolist()))
        missing = [str(j) for j in JOINTS if not self.found[j - 1]]
        more = words["missing"].format(columns=", ".join(missing)) if missing else words["complete"]
        return f"{text} {more}"

    # ---- tasks
    tasks = ("all-three-columns", "negative-coupling")

    # ---- as Python
    def snippet(self):
        asked = "" if not self.joint else f"""
j = {self.joint - 1}  # the joint that accelerates, counted from 0
for k in range(3):
    numbers |= {{f"raw_{{k + 1}}": rest[k] + M[k, j], f"gravity_{{k + 1}}": rest[k], f"column_{{k + 1}}": M[k, j]}}
"""
        complete = "" if not all(self.found) else """
numbers |= {"asymmetry": abs(M - M.T).max(), "smallest": np.linalg.eigvalsh(M)[0]}
"""
        return f"""
import numpy as np
from dynamics.planar import rnea, three_link

q = {list(self.q)}  # rad
g = {G if self.gravity else 0.0}  # m/s²
arm, still = three_link(), np.zeros(3)
rest = rnea(arm, q, still, still, gravity=g).tau
columns = [rnea(arm, q, still, one, gravity=g).tau - rest for one in np.eye(3)]
M = np.stack(columns, axis=1)
found = {[j for j in range(3) if self.found[j]]}  # the columns that have been asked for, counted from 0
numbers = {{f"M_{{i + 1}}{{j + 1}}": M[i, j] for i in range(3) for j in found}}
{asked}{complete}
"""
