"""A reader lets the arm go and watches its energy: what drifts is the integrator, not the physics.

Above the falling arm with the trace of its tip, below kinetic, potential and total energy against time.
Forward dynamics comes from RNEA alone: the bias from one call, M by unit accelerations, a solve.
"""

import math
from itertools import pairwise

import numpy as np

from dynamics.planar import energy, rk4_step, rnea, semi_implicit_step, simulate
from figures.arm import ARM, JOINTS, LAYERS, LENGTHS, MASSES, SPAN, JointHandle, arm_rows, wrapped
from figures.controls import Button, Slider, Toggle
from figures.live import Frame, Readout, action
from figures.moving import MOST_STEPS, MovingFigure
from figures.scene import Curve, Rods, Trail, View
from figures.state import Real, Switch, Vector
from figures.words import number

G = 9.81
LAST = 60.0         # s: then the figure stops by itself
WINDOW = 10.0       # s, of the time axis
LEAST_ENERGY = 1.0  # J: of an arm released level with its base E₀ is nothing to compare with
MOST_DRIFT = 1e12
ORDER_STEPS = 10    # of Δt, for the runs that measure the order
ROUNDING = 1e-14    # a drift below it is no error of the method
THREE_SECONDS, ONE_PERCENT = 3.0, 0.01
REST = (0.0, 0.0, 0.0)
HIGHEST = sum(m * G * (sum(LENGTHS[:i]) + 0.5 * LENGTHS[i]) for i, m in enumerate(MASSES))  # J, upright


def angles(doc):
    return Vector((1.2, -0.6, 0.9), bounds=(-math.pi, math.pi), unit="rad", step=math.radians(5), doc=doc)


def rates(doc):
    return Vector(REST, bounds=(-1e3, 1e3), unit="rad/s", step=0.1, doc=doc)


def worst(doc):
    return Real(0.0, bounds=(0, MOST_DRIFT), unit="1", step=0.01, doc=doc)


class StartHandle(JointHandle):
    """Turns a joint of the pose that the arm is released from; once it falls there is nothing to hold."""

    def _turn(self, figure, angle):
        self._set(figure, super()._turn, angle)

    def limit(self, figure, high):
        self._set(figure, super().limit, high)

    @staticmethod
    def _set(figure, change, value):
        if figure.time == 0:
            change(figure, value)
            figure.start = figure.other_q = figure.q


def pose(q):
    """Joint points and centres of mass of many poses (..., 3), complex lists."""
    m = rnea(ARM, q, REST, REST, gravity=0.0)
    return m.p.tolist(), m.p_com.tolist()


class EnergyDrift(MovingFigure):
    slug = "energy-drift"

    # ---- state
    start = angles("joint angles at time zero")
    q, v, drift = angles("θ now, by RK4"), rates("θ̇ now"), worst("largest |E − E₀|/|E₀| so far")
    other_q, other_v, other_drift = (angles("θ now, by semi-implicit Euler"), rates("its θ̇"), worst("its drift"))
    time = Real(0.0, bounds=(0, LAST + 2), unit="s", step=0.1, doc="since the release")
    dt = Real(5.0, bounds=(0.5, 50), unit="ms", step=0.5, doc="step Δt of the integrator")
    friction = Real(0.0, bounds=(0, 1), unit="N·m·s", step=0.01, doc="viscous friction b of each joint")
    beside = Switch(False, doc="semi-implicit Euler beside RK4")
    damped = Switch(False, doc="friction has acted, so E is not conserved any more")
    blown = Switch(False, doc="the step was too long and the motion blew up")
    order = Vector((0.0, 0.0), bounds=(-50, 50), unit="1", step=1,
                   doc="measured order of the drift, from Δt to Δt/2 and on to Δt/4; 0 where it is not measured")

    @action()
    def again(self):
        self.q = self.other_q = self.start
        self.v = self.other_v = REST
        self.time = self.drift = self.other_drift = 0.0
        self.damped = self.blown = False

    @action(on=Switch(False, doc="with or without"))
    def compare(self, on):
        """Both motions must begin together."""
        self.beside = on
        self.again()

    # ---- physics
    @property
    def over(self):
        return self.blown or self.time >= LAST

    def first_energy(self):
        """E₀: the arm is released at rest."""
        return float(energy(ARM, self.start, REST).V)

    def motions(self):
        """The names of q, v and drift in the state, and the method, of each motion on the picture."""
        yield ("q", "v", "drift"), rk4_step
        if self.beside:
            yield ("other_q", "other_v", "other_drift"), semi_implicit_step

    def move(self, seconds, count):
        if self.over:
            return []
        h, begin = self.dt / 1000, self.time
        steps = min(max(1, round(seconds / h)), MOST_STEPS)
        runs = [simulate(ARM, getattr(self, q), getattr(self, v), step=h, count=steps, friction=self.friction,
                         method=method) for (q, v, _), method in self.motions()]
        done = min(len(run.q) for run in runs) - 1
        self.damped = self.damped or self.friction > 0
        drifts = [self.drifts(run, getattr(self, name))
                  for run, ((_, _, name), _) in zip(runs, self.motions(), strict=True)]
        # Pictures come at even times; each carries the state of the last step before it, to go on from.
        exact = [done * k / count for k in range(1, count + 1)] if done else []
        shown = [between(run, exact, h) for run in runs]
        parts = [self.parts(runs, drifts, k, begin + k * h) for k in range(done + 1)]
        now = self.state
        samples = [self.sample(begin + at * h, [pictures[k] for pictures in shown], now | parts[int(at)])
                   for k, at in enumerate(exact)]
        self.param.update(**parts[done])
        self.blown = done < steps
        return samples

    def drifts(self, run, before):
        """max |E − E₀|/|E₀| up to each step of a run, from what it was before."""
        E0 = self.first_energy()
        off = np.abs(run.T + run.V - E0) / max(abs(E0), LEAST_ENERGY)
        return np.minimum(np.maximum.accumulate(np.maximum(off, before)), MOST_DRIFT).tolist()

    def parts(self, runs, drifts, k, time):
        """What step k of the runs changes in the state."""
        parts = {"time": round(time, 9)}
        for run, drift, ((q, v, worst), _) in zip(runs, drifts, self.motions(), strict=True):
            parts |= {q: [wrapped(x) for x in run.q[k].tolist()], v: run.v[k].tolist(), worst: drift[k]}
        return parts

    @action(cached=True)
    def measure_order(self):
        """Runs with Δt, Δt/2 and Δt/4 over the same short time: how often does halving halve the drift?"""
        h = self.dt / 1000
        worst = [self.drifts(simulate(ARM, self.start, REST, step=h / n, count=ORDER_STEPS * n), 0.0)[-1]
                 for n in (1, 2, 4)]
        self.order = tuple(math.log2(a / b) if min(a, b) > ROUNDING else 0.0 for a, b in pairwise(worst))

    # ---- picture
    views = (
        View("arm", SPAN, SPAN, (
            *LAYERS,
            Rods("other-links", "other", width=4),
            Trail("other-trail", "other", size=3),
            Trail("trail", "total"),
        )),
        View("energies", (0, WINDOW), (-1.1 * HIGHEST, 2.2 * HIGHEST), (
            Curve("T", "kinetic", dash=(7, 3)),
            Curve("V", "potential", dash=(2, 3)),
            Curve("other-E", "other", width=2),
            Curve("E", "total", width=3.5),
        ), metric=False),
    )
    handles = {f"joint-{joint}": StartHandle(joint) for joint in JOINTS}
    controls = (Slider("dt", step=0.5), Slider("friction", step=0.01), Toggle("beside", action="compare"),
                Button("measure_order"))
    readouts = (
        Readout("time", ("time",), "s"),
        Readout("T", ("T",), "J", layer="T"),
        Readout("V", ("V",), "J", layer="V"),
        Readout("E", ("E",), "J", layer="E"),
        Readout("drift", ("drift",), "%", 4, in_python=False),
        Readout("other_drift", ("other_drift",), "%", 4, layer="other-E", in_python=False),
        Readout("order", ("order_1", "order_2"), "", 1, in_python=False),
    )

    def sample(self, time, pictures, state):
        """The parts of a frame that move, for the eye at a time between two steps; the state is a step's."""
        (p, p_com, T, V), *other = pictures
        rows = arm_rows(p, p_com, range(3)) | {
            "trail": [p[3]], "T": [(time, T)], "V": [(time, V)], "E": [(time, T + V)]}
        for q, _, other_T, other_V in other:
            rows |= {"other-links": [(q[i], q[i + 1]) for i in range(3)],
                     "other-trail": [q[3]], "other-E": [(time, other_T + other_V)]}
        return {"time": time, "state": state, "layers": self.filled(rows),
                "readouts": self.numbers(time, T, V, state), "ranges": window(time), "tasks": self.done(state)}

    def frame(self):
        pictures = [(*pose(getattr(self, q)), *map(float, energy(ARM, getattr(self, q), getattr(self, v))))
                    for (q, v, _), _ in self.motions()]
        now = self.sample(self.time, pictures, self.state)
        return Frame(layers=now["layers"], readouts=now["readouts"], tasks=now["tasks"], ranges=now["ranges"],
                     handles={} if self.time else {
                         name: handle.show(self, pictures[0][0]) for name, handle in self.handles.items()},
                     says=self.says(now["readouts"]), samples=self.samples)

    def numbers(self, time, T, V, state):
        numbers = {"time": time, "T": T, "V": V, "E": T + V}
        if not self.damped:  # with friction E is meant to fall
            numbers["drift"] = 100 * state["drift"]
            if self.beside:
                numbers["other_drift"] = 100 * state["other_drift"]
        numbers |= {f"order_{k}": order for k, order in enumerate(self.order, 1) if order}
        return numbers

    def says(self, numbers):
        key = ("blown" if self.blown else "over" if self.over else "start" if not self.time
               else "damped" if self.damped else "moving")
        return self.words["says"][key].format(
            time=number(self.time), dt=number(self.dt, 1), energy=number(numbers["E"]),
            first=number(self.first_energy()), drift=number(100 * self.drift, 4))

    # ---- tasks
    tasks = ("three-seconds", "one-percent-drift")

    def done(self, state):
        return {"three-seconds": state["time"] >= THREE_SECONDS and not self.damped,
                "one-percent-drift": state["drift"] > ONE_PERCENT and not self.damped}

    # ---- as Python
    def snippet(self):
        return f"""
from dynamics.planar import energy, simulate, three_link

arm = three_link()
q = {list(self.q)}  # rad
v = {list(self.v)}  # rad/s
now = energy(arm, q, v)
numbers = {{"time": {self.time}, "T": now.T, "V": now.V, "E": now.T + now.V}}

# The run itself, from the release: a fifth of a second of it, and its drift so far.
run = simulate(arm, {list(self.start)}, [0, 0, 0], step={self.dt / 1000}, count={round(200 / self.dt)},
               friction={self.friction})
E = run.T + run.V
drift = abs(E - E[0]).max() / max(abs(E[0]), {LEAST_ENERGY})
"""


def window(time):
    """The time axis: still for WINDOW seconds, then it goes along."""
    end = max(WINDOW, time)
    return {"energies.x": (end - WINDOW, end)}


def between(run, exact, h):
    """Joint points, centres, T and V of a run at times `exact`, in steps, that lie between its steps."""
    if not exact:
        return []
    k = np.minimum(np.array(exact, int), len(run.q) - 2)
    s = (np.array(exact) - k)[:, None]
    # Hermite's cubic: the curve through both poses with both rates.
    q = ((1 + 2 * s) * (1 - s)**2 * run.q[k] + s * (1 - s)**2 * h * run.v[k]
         + s**2 * (3 - 2 * s) * run.q[k + 1] + s**2 * (s - 1) * h * run.v[k + 1])
    steps = np.arange(len(run.T))
    return list(zip(*pose(q), np.interp(exact, steps, run.T).tolist(), np.interp(exact, steps, run.V).tolist(),
                    strict=True))
