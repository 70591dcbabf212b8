"""Dynamics of trees, one state and many in a call: beside Pinocchio, modern_robotics and Robotics Toolbox.

The peers are called from Python, once a state, as a reader would call them.
"""

import importlib.util

import modern_robotics
import numpy as np
import pinocchio as pin

from dynamics.aba import aba
from dynamics.configuration import random_configuration
from dynamics.crba import mass_matrix
from dynamics.derivatives import aba_derivatives, rnea_derivatives
from dynamics.forward import forward_dynamics
from dynamics.joints import Free, Revolute
from dynamics.model import Body, Model
from dynamics.rnea import rnea
from tests.bench.report import cpu, row
from tests.dynamics.pinocchio_twin import Twin

SEED = 11
SAME = 1e-8   # relative: two engines that disagree must not be timed
BATCHES = (1, 100, 10_000)
ROD = {"mass": 2.0, "com": (0, 0.01, 0.15), "inertia": np.diag((0.02, 0.02, 0.005))}
DOWN = np.array((0, 0, -9.81))


def limb(name, parent, at, axes):
    """A row of hinges from a point of the parent, one rod of 0.3 m each."""
    bodies = []
    for k, axis in enumerate(axes, start=1):
        bodies.append(Body(f"{name} {k}", Revolute(axis), parent, p_PJ=at, **ROD))
        parent, at = f"{name} {k}", (0, 0, 0.3)
    return bodies


def arm(n=7):
    """An arm whose hinges turn about z and y by turns."""
    return Model(limb("link", "world", (0, 0, 0.1), np.resize(((0, 0, 1), (0, 1, 0)), (n, 3))))


def humanoid():
    """A free pelvis, legs and arms of six hinges each, waist and neck of three: 30 hinges, 36 rates."""
    three, six = np.eye(3), np.eye(3)[[0, 1, 2, 1, 1, 0]]
    return Model([Body("pelvis", Free(), **ROD),
                  *limb("left leg", "pelvis", (0, 0.1, 0), six),
                  *limb("right leg", "pelvis", (0, -0.1, 0), six),
                  *limb("waist", "pelvis", (0, 0, 0.1), three),
                  *limb("left arm", "waist 3", (0, 0.2, 0.4), six),
                  *limb("neck", "waist 3", (0, 0, 0.5), three),
                  *limb("right arm", "waist 3", (0, -0.2, 0.4), six)])


# Ours for a batch, Pinocchio's for one state, and what the ratio must not exceed for the longest batch.
ALGORITHMS = {
    "RNEA": (lambda model, q, v, x: rnea(model, q, v, x).tau,
             lambda twin, q, v, x: pin.rnea(twin.model, twin.data, q, v, x), 3),
    "CRBA": (lambda model, q, v, x: mass_matrix(model, q),
             lambda twin, q, v, x: pin.crba(twin.model, twin.data, q), None),
    "ABA": (lambda model, q, v, x: aba(model, q, v, x).a,
            lambda twin, q, v, x: pin.aba(twin.model, twin.data, q, v, x), None),
    "RNEA derivatives": (lambda model, q, v, x: rnea_derivatives(model, q, v, x).dtau_dq,
                         lambda twin, q, v, x: pin.computeRNEADerivatives(twin.model, twin.data, q, v, x)[0],
                         None),
    "ABA derivatives": (lambda model, q, v, x: aba_derivatives(model, q, v, x).da_dq,
                        lambda twin, q, v, x: pin.computeABADerivatives(twin.model, twin.data, q, v, x)[0],
                        None),
}


def rows():
    """The rows of the bench."""
    return [*beside_pinocchio("7-joint arm", arm()), *beside_pinocchio("30-joint humanoid", humanoid()),
            *beside_modern_robotics(), *beside_the_toolbox(), *growth()]


def states(model, count):
    """Random q, v, x of a model: (count, ...)."""
    rng = np.random.default_rng(SEED)
    return random_configuration(model, rng, (count,)), *rng.normal(size=(2, count, model.nv))


def beside_pinocchio(name, model):
    """Each algorithm for each length of batch in one call; Pinocchio in a loop over the states."""
    twin = Twin(model)
    for algorithm, (ours, peer, target) in ALGORITHMS.items():
        for count in BATCHES:
            state = states(model, count)
            theirs = [(twin.q(q), twin.v(v), twin.v(x)) for q, v, x in zip(*state, strict=True)]
            if count == 1:
                assert_same(ours(model, *state)[0], peer(twin, *theirs[0]))
                state = [x[0] for x in state]
            yield timed(f"{algorithm}, {name}", "Pinocchio", count, lambda s=state, f=ours: f(model, *s),
                        lambda s=theirs, f=peer: [f(twin, *x) for x in s],
                        at_most=target if count == BATCHES[-1] else None)


def assert_same(ours, theirs):
    """The two agree, but for the order of a free body's rates and the half of M that Pinocchio leaves out."""
    if theirs.ndim == 2:
        ours, theirs = ours.trace(), theirs.trace()
    np.testing.assert_allclose(np.linalg.norm(ours), np.linalg.norm(theirs), rtol=SAME)


def timed(what, whose, count, ours, peer, **target):
    """A row in microseconds a state, for calls that work through `count` states."""
    times = max(1, 40 // count)
    ours, peer = (1e6 * seconds / count for seconds in cpu(ours, peer, times=times, repeat=5))
    return row(f"{what}, {count:,} state{'s' * (count > 1)}, µs a state | {whose}", ours, peer, **target)


def screws(model):
    """The arm for modern_robotics: link frames at the centres of mass, inertias, and screws in space."""
    joint, frames, inertias, axes = np.zeros(3), [np.zeros(3)], [], []
    for body in model.bodies:
        joint = joint + body.p_PJ
        frames.append(joint + body.com)
        axes.append(np.append(body.joint.axis, np.cross(joint, body.joint.axis)))
        inertias.append(np.diag((*np.diag(body.inertia), *[body.mass] * 3)))
    steps = np.tile(np.eye(4), (model.n + 1, 1, 1))
    steps[:-1, :3, 3] = np.diff(frames, axis=0)
    return list(steps), np.array(inertias), np.array(axes).T


def beside_modern_robotics():
    """One state of the arm: the same three questions to modern_robotics."""
    model = arm()
    state = [x[0] for x in states(model, 1)]
    loads, links = (DOWN, np.zeros(6)), screws(model)
    for what, ours, peer, target in (
            ("RNEA", lambda: rnea(model, *state).tau,
             lambda: modern_robotics.InverseDynamics(*state, *loads, *links), 5),
            ("mass matrix", lambda: mass_matrix(model, state[0]),
             lambda: modern_robotics.MassMatrix(state[0], *links), None),
            ("forward dynamics", lambda: forward_dynamics(model, *state).a,
             lambda: modern_robotics.ForwardDynamics(*state, *loads, *links), None)):
        np.testing.assert_allclose(ours(), peer(), rtol=SAME)
        yield timed(f"{what}, 7-joint arm", "modern_robotics", 1, ours, peer, at_least=target, gain=True)


def beside_the_toolbox():
    """RNEA beside the compiled one of the Robotics Toolbox on its own seven joints, when it is installed."""
    if importlib.util.find_spec("roboticstoolbox") is None:
        return
    from roboticstoolbox.models.DH import Panda
    model, panda = arm(), Panda()
    for count in (1, BATCHES[-1]):
        state = states(model, count)
        theirs = list(zip(*state, strict=True))
        yield timed("RNEA, 7-joint arm", "Robotics Toolbox", count,
                    lambda s=theirs[0] if count == 1 else state: rnea(model, *s),
                    lambda s=theirs: [panda.rne(*x) for x in s])


def growth():
    """Four times the states, and four times the joints: 4 when the cost is linear, 16 when quadratic."""
    def cost(model, count, algorithm=rnea):
        state = states(model, count)
        return 1e3 * cpu(lambda: algorithm(model, *state), times=1, repeat=9)[0]

    yield row("RNEA, 40,000 states, ms | 10,000", cost(arm(), 40_000), cost(arm(), 10_000), at_most=6)
    yield row("RNEA, 40 joints, 1,000 states, ms | 10", cost(arm(40), 1000), cost(arm(10), 1000), at_most=6)
    yield row("RNEA derivatives, 40 joints, 256 states, ms | 10", cost(arm(40), 256, rnea_derivatives),
              cost(arm(10), 256, rnea_derivatives), at_most=16)
