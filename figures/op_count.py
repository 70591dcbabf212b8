"""A reader pulls a line along the number of joints and sees what each way to the torques costs.

Four lines of multiplications and additions against n: ① the recursion, ② M by n recursions, ③ ② and
the solve, ④ the terms of Lagrange's equations in full.  The counts are of this package's own code.
"""

import math
from functools import cache
from itertools import pairwise

from dynamics.opcount import POLYNOMIALS, PUBLISHED, closed_form
from figures.controls import Number, Toggle
from figures.live import Frame, LiveFigure, Readout
from figures.scene import Curves, Dots, Labels, Rods, View
from figures.state import Count, Switch, Vector
from figures.words import SUPERSCRIPT, number

ALGORITHMS = ("rnea", "mass_matrix", "forward_dynamics", "lagrange")
MOST = 40            # joints
SLOPE = 20, 40       # joints, between which the slopes are measured
NEAR = 0.05          # of the ratio, for the task
THIRTY = 30
# The sheet, in its own units: the corners of the graph; around it, room for the numbers at the axes.
SHEET_X, SHEET_Y = (0, 6), (0, 4.6)
LEFT, RIGHT, BOTTOM, TOP = 0.85, 5.6, 0.65, 4.15
LOWEST, HIGHEST = 1, 8.3    # powers of ten, of the logarithmic scale
LIFT = {"forward_dynamics": 0.09, "mass_matrix": -0.09}  # of the signs of two lines that end close together
TALLEST = 160_000           # operations, of the linear scale: ④ leaves it at once
# Multiplications and additions; the entry at n − 1 is for n joints.
COUNTS, IN_SPACE = ({name: tuple(sum(closed_form(polynomials, n)[:2]) for n in range(1, MOST + 1))
                     for name, polynomials in table.items()} for table in (POLYNOMIALS, PUBLISHED))


def across(n, log):
    """Where n joints lie on the sheet."""
    return LEFT + (RIGHT - LEFT) * (math.log(n, MOST) if log else n / MOST)


def joints(x, log):
    """The number of joints at a place on the sheet."""
    share = (x - LEFT) / (RIGHT - LEFT)
    n = MOST ** min(max(share, 0), 1) if log else MOST * share
    return min(max(round(n), 1), MOST)


def up(count, log):
    """How high a count lies on the sheet."""
    share = (math.log10(count) - LOWEST) / (HIGHEST - LOWEST) if log else count / TALLEST
    return BOTTOM + (TOP - BOTTOM) * share


@cache
def curve(counts, log):
    """The points of a line, up to where it leaves the graph."""
    points = [complex(across(n, log), up(count, log)) for n, count in enumerate(counts, 1)]
    for i, (a, b) in enumerate(pairwise(points)):
        if b.imag > TOP:
            return (*points[:i + 1], a + (b - a) * (TOP - a.imag) / (b.imag - a.imag))
    return tuple(points)


def scale(log):
    """The marks of both axes: where they lie, and their numbers."""
    numbers = (1, 2, 5, 10, 20, 40) if log else (10, 20, 30, 40)
    counts = [10**k for k in range(LOWEST, int(HIGHEST) + 1)] if log else range(0, TALLEST, 50_000)
    return ([(across(n, log), f"{n}") for n in numbers],
            [(up(c, log), f"10{SUPERSCRIPT[len(str(c)) - 1]}" if log else f"{c // 1000}") for c in counts])


class LineHandle:
    """The grip at the foot of the line at n."""

    def drag(self, figure, point):
        figure.n = joints(point.real, figure.log)

    def nudge(self, figure, presses):
        by = presses.real + presses.imag
        figure.n = min(max(figure.n + int(math.copysign(math.ceil(abs(by)), by)), 1), MOST)

    def limit(self, figure, high):
        figure.n = MOST if high else 1

    def show(self, figure):
        return {"x": across(figure.n, figure.log), "y": BOTTOM, "role": "accent",
                "now": figure.n, "min": 1, "max": MOST,
                "text": figure.words["handles"]["n-value"].format(n=figure.n)}


class OpCount(LiveFigure):
    slug = "op-count"

    # ---- state
    n = Count(6, bounds=(1, MOST), doc="joints of the arm")
    log = Switch(True, doc="both axes logarithmic, not linear")
    guess = Vector((0.0,), bounds=(0, 1e9), unit="×", step=1, doc="the reader's ratio of ④ to ①; 0 is none")

    # ---- physics
    def counts(self):
        return [COUNTS[name][self.n - 1] for name in ALGORITHMS]

    def guessed(self, ratio):
        return abs(self.guess[0] / ratio - 1) <= NEAR

    # ---- picture
    views = (View("counts", SHEET_X, SHEET_Y, grid=False, layers=(
        Rods("grid", "rule", width=1),
        Labels("joints", "muted"),
        Labels("operations", "muted", align="right"),
        Labels("title", "muted", align="left"),
        Curves("published-rnea", "muted", "rnea", dash=(1, 4), width=1.5),
        Curves("published-lagrange", "muted", "lagrange", dash=(1, 4), width=1.5),
        Curves("rnea", "rnea", "rnea"),
        Curves("mass_matrix", "mass-matrix", "mass-matrix", dash=(9, 4)),
        Curves("forward_dynamics", "forward-dynamics", "forward-dynamics", dash=(3, 3)),
        Curves("lagrange", "lagrange", "lagrange", width=3.5),
        Rods("line", "accent", width=1.5),
        Dots("here", "ink", size=8),
    )),)
    handles = {"n": LineHandle()}
    controls = (Toggle("log"), Number("guess", 0))
    readouts = (
        Readout("n", ("n",), "joints", 0),
        *(Readout(name, (name,), "ops", 0, layer=name) for name in ALGORITHMS),
        *(Readout(f"published-{name}", (f"published_{name}",), "ops", 0, layer=f"published-{name}")
          for name in PUBLISHED),
        Readout("ratios", ("ratio_2", "ratio_3", "ratio_4"), "×", 1),
        Readout("slopes", ("slope_1", "slope_2", "slope_3", "slope_4"), "", 1),
    )

    def frame(self):
        counts = self.counts()
        ratio = counts[3] / counts[0]
        return Frame(
            layers=self.filled(self.sheet() | self.curves() | {
                "line": [(complex(across(self.n, self.log), BOTTOM), complex(across(self.n, self.log), TOP))],
                "here": [complex(across(self.n, self.log), y) for y in (up(c, self.log) for c in counts)
                         if y <= TOP],
            }),
            readouts=self.numbers(counts),
            tasks={"thirty-joints": self.n == THIRTY and self.guessed(ratio)},
            handles={"n": self.handles["n"].show(self)},
            says=self.says(counts, ratio))

    def sheet(self):
        """The scales of the graph, drawn as everything else: so they can change with a switch."""
        names, (columns, lines) = self.words["axes"], scale(self.log)
        return {
            "grid": [(complex(x, BOTTOM), complex(x, TOP)) for x, _ in columns]
                + [(complex(LEFT, y), complex(RIGHT, y)) for y, _ in lines],
            "joints": [*((complex(x, BOTTOM - 0.27), text) for x, text in columns),
                       (complex((LEFT + RIGHT) / 2, 0.12), names["joints"])],
            "operations": [(complex(LEFT - 0.08, y), text) for y, text in lines],
            "title": [(complex(0.1, (TOP + SHEET_Y[1]) / 2), names["operations" if self.log else "thousands"])],
        }

    def curves(self):
        """The lines of this package's code, and of the published counts, each with its sign at its end."""
        signs = self.words["arrows"]
        lines = {**COUNTS, **{f"published-{name}": counts for name, counts in IN_SPACE.items()}}
        return {name: [(curve(counts, self.log), signs[name], LIFT.get(name, 0))]
                for name, counts in lines.items()}

    def numbers(self, counts):
        """The readout.  The ratio that the reader is asked for appears once it has been found."""
        ratios = {f"ratio_{k + 1}": counts[k] / counts[0] for k in (1, 2, 3)}
        if not self.guessed(ratios["ratio_4"]):
            del ratios["ratio_4"]
        low, high = SLOPE
        return {
            "n": self.n, **dict(zip(ALGORITHMS, counts, strict=True)), **ratios,
            **{f"published_{name}": IN_SPACE[name][self.n - 1] for name in PUBLISHED},
            # On logarithmic axes the slope of n^k is k.
            **{f"slope_{k + 1}": math.log(COUNTS[name][high - 1] / COUNTS[name][low - 1], high / low)
               for k, name in enumerate(ALGORITHMS)},
        }

    def says(self, counts, ratio):
        words = self.words["says"]
        state = words["counts"].format(n=self.n, rnea=number(counts[0], 0),
                                       lagrange=number(counts[3], 0))
        if self.guessed(ratio):
            return f"{state} {words['found'].format(ratio=number(ratio, 0))}"
        return f"{state} {words['off' if self.guess[0] else 'ask']}"

    # ---- tasks
    tasks = ("thirty-joints",)

    # ---- as Python
    def snippet(self):
        counts = self.counts()
        shown = 4 if self.guessed(counts[3] / counts[0]) else 3
        return f"""
import math
from dynamics.opcount import POLYNOMIALS, PUBLISHED, closed_form

def operations(polynomials, n):
    return sum(closed_form(polynomials, n)[:2])  # multiplications and additions

n = {self.n}
names = {list(ALGORITHMS)}
counts = [operations(POLYNOMIALS[name], n) for name in names]
numbers = {{"n": n, **dict(zip(names, counts))}}
numbers |= {{f"published_{{name}}": operations(PUBLISHED[name], n) for name in PUBLISHED}}
numbers |= {{f"ratio_{{k + 1}}": counts[k] / counts[0] for k in range(1, {shown})}}
low, high = {SLOPE}
for k, name in enumerate(names):
    growth = operations(POLYNOMIALS[name], high) / operations(POLYNOMIALS[name], low)
    numbers[f"slope_{{k + 1}}"] = math.log(growth, high / low)
"""
