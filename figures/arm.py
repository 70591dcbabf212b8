"""The planar arm that many figures draw, of three links or its first two, and the handle that turns a joint."""

import cmath
import math
from itertools import pairwise
from types import SimpleNamespace

from dynamics.planar import three_link
from figures.scene import Dots, Rods
from figures.words import number

ARM = three_link()
JOINTS = (1, 2, 3)
LENGTHS, MASSES, INERTIAS = ARM.lengths.tolist(), ARM.masses.tolist(), ARM.inertias.tolist()
SPAN = (-2.6, 2.6)  # metres: the whole arm, its arrows and their names

# Links that the recursion has not reached are pale.
LAYERS = (
    Rods("ground", "rule", width=22),
    Rods("links", "link"),
    Rods("links-reached", "link-reached"),
    Dots("joints", "ink"),
    Dots("centres", "ink", marker="cross", size=8),
)


def arm_rows(p, p_com, reached):
    """Rows of LAYERS for n+1 joint points p, n centres, complex, and the links reached (indices)."""
    rods = list(pairwise(p))
    return {
        "ground": [(-0.16 - 0.1j, 0.16 - 0.1j)],
        "links": [rod for i, rod in enumerate(rods) if i not in reached],
        "links-reached": [rods[i] for i in reached],
        "joints": p[:-1],
        "centres": p_com,
    }


def listed(passes, *names):
    """Fields of a recursion as lists: one number at a time, Python's own are quicker than numpy's."""
    return SimpleNamespace(**{name: getattr(passes, name).tolist() for name in names})


def largest_load(v, a, gravity, tip_force=0.0):
    """The largest joint force and torque that any pose allows at these rates, N and N m.

    v, a: rad/s, rad/s², as many as the arm has links; gravity: m/s²; tip_force: N.  Every vector of the
    recursion is replaced by its length, so the scale of a picture that rests on it survives a drag.
    """
    w = alpha = reach = 0.0
    acceleration, force, torque = gravity, tip_force, tip_force * sum(LENGTHS[:len(v)])
    for length, mass, inertia, rate, change in zip(LENGTHS, MASSES, INERTIAS, v, a, strict=False):
        w, alpha = w + rate, alpha + change
        own = length * math.hypot(alpha, w * w)
        force += mass * (acceleration + 0.5 * own)
        torque += inertia * abs(alpha) + mass * (acceleration + 0.5 * own) * (reach + 0.5 * length)
        acceleration += own
        reach += length
    return force, torque


def wrapped(angle):
    """The same direction in [−π, π)."""
    return (angle + math.pi) % (2 * math.pi) - math.pi


class JointHandle:
    """A grip on link i that turns joint i and carries the outer links along."""

    def __init__(self, joint, grip=1.0):
        self.joint, self.grip = joint, grip

    def _turn(self, figure, angle):
        q = list(figure.q)
        q[self.joint - 1] = wrapped(angle)
        figure.q = figure.parameters()["q"].clip(q)

    def drag(self, figure, point):
        i = self.joint - 1
        inner = sum(figure.q[:i])
        start = sum(cmath.rect(LENGTHS[k], sum(figure.q[:k + 1])) for k in range(i))
        if abs(point - start) > 1e-6:  # on the joint itself a direction means nothing
            self._turn(figure, cmath.phase(point - start) - inner)

    def nudge(self, figure, presses):
        step = figure.parameters()["q"].step
        self._turn(figure, figure.q[self.joint - 1] + step * (presses.real + presses.imag))

    def limit(self, figure, high):
        low, top = figure.parameters()["q"].bounds
        q = list(figure.q)
        q[self.joint - 1] = top if high else low
        figure.q = tuple(q)

    def show(self, figure, p):
        """Where it lies and what a screen reader says of it."""
        at = p[self.joint - 1] + self.grip * (p[self.joint] - p[self.joint - 1])
        degrees = math.degrees(figure.q[self.joint - 1])
        return {"x": at.real, "y": at.imag, "role": "accent",
                "now": degrees, "min": -180, "max": 180,
                "text": figure.words["handles"]["joint-value"].format(degrees=number(degrees, 0))}
