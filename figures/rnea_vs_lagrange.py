"""A reader moves an arm as he likes and sees two roads lead to one torque.

Lagrange's terms M q̈, C q̇ and g lie head to tail along newton metres, a group of lanes for each joint;
the torque of the recursion is a diamond that lands where they end.  The two share no code.
"""

import math
import random

import numpy as np

from dynamics.planar import lagrange, rnea, three_link, two_link, two_link_closed_form
from figures.arm import JOINTS, LAYERS, SPAN, JointHandle, arm_rows, largest_load, listed
from figures.controls import Button, Slider, Toggle
from figures.live import Frame, LiveFigure, Readout, action
from figures.scene import Bars, Dots, Rods, View, scale_for
from figures.state import Count, Switch, Vector
from figures.words import number

G = 9.81
CHAINS = {2: two_link(), 3: three_link()}
TERMS = ("inertia", "coriolis", "gravity-torque")
SEEDS = 9999
WANTED = 5          # random states, for the task
AGREEING = 1e-10    # N m, for the task: torques are of order 100, rounding leaves 1e-13 of them
WORTH_A_MOTOR = 0.3  # N m, for the task


def lane(joint, term):
    """The row of a term of a joint, both from 0: three lanes a joint, and one free between joints."""
    return 4 * joint + term + 1


class RneaVsLagrange(LiveFigure):
    slug = "rnea-vs-lagrange"

    # ---- state
    q = Vector((0.9, -1.5, 0.3), bounds=(-math.pi, math.pi), unit="rad", step=math.radians(5),
               doc="joint angles θ, each from the link before")
    v = Vector((-2.2, 2.0, -1.6), bounds=(-3, 3), unit="rad/s", step=0.1, doc="joint rates θ̇")
    a = Vector((3.0, 3.0, -3.0), bounds=(-5, 5), unit="rad/s²", step=0.1, doc="joint accelerations θ̈")
    gravity = Switch(True, doc="gravity on")
    two_links = Switch(False, doc="an arm of the first two links; the third entries of q, v, a then rest")
    seed = Count(0, bounds=(0, SEEDS), doc="of the last random state; 0 before the first")
    agreed = Count(0, bounds=(0, WANTED), doc="random states in a row on which both sides agreed")

    @action()
    def random_state(self):
        """The same seed gives the same state to every reader."""
        self.seed = self.seed % SEEDS + 1
        rng = random.Random(self.seed)
        for name in ("q", "v", "a"):
            low, high = self.parameters()[name].bounds
            setattr(self, name, tuple(round(rng.uniform(low, high), 1) for _ in JOINTS))
        both = self.compare()
        self.agreed = min(self.agreed + 1, WANTED) if both.difference < AGREEING else 0

    @action()
    def no_acceleration(self):
        self.a = (0.0, 0.0, 0.0)

    # ---- physics
    @property
    def n(self):
        return 2 if self.two_links else 3

    def compare(self):
        """Both sides of the equation, and how far they lie apart."""
        return Both(CHAINS[self.n], self.q[:self.n], self.v[:self.n], self.a[:self.n], G * self.gravity)

    # ---- picture
    views = (
        View("arm", SPAN, SPAN, LAYERS),
        View("torques", (-1, 1), (11.8, 0.2), metric=False, height=17, layers=(
            Rods("zero", "rule", width=1.5),
            Rods("carried", "muted", width=1.2),
            *(Bars(term, term, term, height=0.7, gap=13) for term in TERMS),
            Dots("torque", "torque", "torque", marker="diamond", size=15, fill="torque"),
        )),
    )
    handles = {f"joint-{joint}": JointHandle(joint) for joint in JOINTS}
    controls = (Button("random_state", main=True), Button("no_acceleration"),
                Toggle("gravity"), Toggle("two_links"),
                *(Slider("v", i) for i in range(3)), *(Slider("a", i) for i in range(3)))
    readouts = (
        *(Readout(term, tuple(f"{term}_{j}" for j in JOINTS), "N·m", 1, layer=term) for term in TERMS),
        Readout("torque", tuple(f"torque_{j}" for j in JOINTS), "N·m", 1, layer="torque"),
        Readout("norm", ("norm",), "N·m"),
        Readout("difference", ("difference",), "N·m"),
        Readout("closed_form", ("closed_form",), "N·m"),
        Readout("agreed", ("agreed",), f"/ {WANTED}", 0, in_python=False),
    )

    def frame(self):
        n, both = self.n, self.compare()
        m = listed(both.passes, "p", "p_com", "tau")
        terms = [term.tolist() for term in both.terms]
        _, torque = largest_load(self.v[:n], self.a[:n], G * self.gravity)
        span = scale_for(torque, 0.95)
        return Frame(
            layers=self.filled(arm_rows(m.p, m.p_com, range(n)) | self.sums(terms, m.tau)),
            readouts=self.numbers(terms, m.tau, both),
            tasks={
                "five-random-states": self.agreed == WANTED,
                "torque-from-velocity-alone": not self.gravity and not any(self.a[:n])
                    and both.norm > WORTH_A_MOTOR,
            },
            handles={f"joint-{j}": self.handles[f"joint-{j}"].show(self, m.p) for j in JOINTS[:n]},
            ranges={"torques.x": (-span, span)},
            idle=("v.2", "a.2") if self.two_links else (),
            says=self.says(terms, m.tau, both))

    def sums(self, terms, tau):
        """For each joint the three terms head to tail, one lane lower each, and the recursion's torque."""
        rows = {"zero": [(0.4j, 11.6j)], "carried": [], "torque": [], **{name: [] for name in TERMS}}
        for i, torque in enumerate(tau):
            end = 0.0
            for k, (name, term) in enumerate(zip(TERMS, terms, strict=True)):
                if k:  # a thin line takes the end of a term down to the next one's beginning
                    rows["carried"].append((complex(end, lane(i, k - 1)), complex(end, lane(i, k))))
                text = number(torque, 1) if k == 2 else ""  # the sum stands beside the last of its terms
                rows[name].append((lane(i, k), term[i], text, end))
                end += term[i]
            rows["torque"].append(complex(torque, lane(i, 2)))
        return rows

    def numbers(self, terms, tau, both):
        """The readout; a link that is not there has no numbers."""
        columns = {**dict(zip(TERMS, terms, strict=True)), "torque": tau}
        numbers = {f"{name}_{i + 1}": x for name, column in columns.items() for i, x in enumerate(column)}
        numbers |= {"norm": both.norm, "difference": both.difference, "agreed": self.agreed}
        if self.two_links:
            numbers["closed_form"] = both.closed_form()
        return numbers

    def says(self, terms, tau, both):
        inertia, coriolis, gravity = (number(term[0], 1) for term in terms)
        return self.words["says"]["sum"].format(
            inertia=inertia, coriolis=coriolis, gravity=gravity, tau=number(tau[0], 1),
            agreement=self.words["says"]["agree" if both.difference < AGREEING else "differ"])

    # ---- tasks
    tasks = ("five-random-states", "torque-from-velocity-alone")

    # ---- as Python
    def snippet(self):
        n = self.n
        by_hand = "" if not self.two_links else """
by_hand = two_link_closed_form(chain, q, v, a, gravity=g)
numbers["closed_form"] = abs(tau - by_hand.tau).max()
"""
        return f"""
from dynamics.planar import lagrange, rnea, {"two_link, two_link_closed_form" if self.two_links else "three_link"}

q = {list(self.q[:n])}  # rad
v = {list(self.v[:n])}  # rad/s
a = {list(self.a[:n])}  # rad/s²
g = {G if self.gravity else 0.0}  # m/s²
chain = {"two_link" if self.two_links else "three_link"}()
tau = rnea(chain, q, v, a, gravity=g).tau
terms = lagrange(chain, q, v, a, gravity=g)
numbers = {{"norm": (tau @ tau) ** 0.5, "difference": abs(tau - terms.tau).max()}}
for name, term in {{"inertia": terms.Ma, "coriolis": terms.Cv, "gravity-torque": terms.g, "torque": tau}}.items():
    numbers |= {{f"{{name}}_{{i + 1}}": term[i] for i in range({n})}}
{by_hand}
"""


class Both:
    """One motion of a chain, asked of the recursion and of Lagrange's equations."""

    def __init__(self, chain, *motion_and_gravity):
        self.chain = chain
        *self.motion, self.gravity = motion_and_gravity
        self.passes = rnea(chain, *self.motion, gravity=self.gravity)
        energies = lagrange(chain, *self.motion, gravity=self.gravity)
        self.terms = energies.Ma, energies.Cv, energies.g
        self.difference = float(np.abs(self.passes.tau - energies.tau).max())
        self.norm = math.hypot(*self.passes.tau)

    def closed_form(self):
        """How far the formula worked out by hand lies from the recursion; for two links, N m."""
        by_hand = two_link_closed_form(self.chain, *self.motion, gravity=self.gravity)
        return float(np.abs(self.passes.tau - by_hand.tau).max())
