r"""The numbers that the chapters print, computed by the package when the pages are built, each by a name.

A text says {value}`level-arm`, a formula \value{level-arm}; so a number cannot disagree with the code.
"""

import numpy as np

from dynamics.planar import forward_dynamics, lagrange, mass_matrix, rnea, uniform_rods
from figures import backward_pass, forward_pass
from figures.arm import ARM
from figures.words import number

REST = np.zeros(3)


def values():
    """Name -> the number as it is printed."""
    return {**of_the_arm(), **of_the_tasks(), **of_the_level_arm(), **of_the_example(), **of_the_mass_matrix(),
            **of_the_fall()}


def row(name, numbers, digits=2):
    """`name-1`, `name-2`, ... for the numbers of the links."""
    return {f"{name}-{i}": number(x, digits) for i, x in enumerate(numbers, start=1)}


def of_the_arm():
    return {
        **row("length", ARM.lengths, 1), **row("mass", ARM.masses, 1),
        "density": number(ARM.masses[0] / ARM.lengths[0], 0),
        "inertia-3": number(ARM.inertias[2], 4),
        "gravity": number(backward_pass.G),
    }


def of_the_tasks():
    """How much is enough, as the figures have it."""
    return {
        "enough": number(forward_pass.ENOUGH, 1), "at-rest": number(backward_pass.AT_REST, 1),
        "balanced": number(backward_pass.BALANCED, 1), "push": number(backward_pass.PUSH, 0),
        "newton-per-metre": number(backward_pass.NEWTON_PER_METRE, 0),
    }


def of_the_level_arm():
    """The arm held level at rest, and what comes out when a lever is wrong."""
    held = rnea(ARM, REST, REST, REST)
    weights, levers = backward_pass.G * ARM.masses, held.p_com.real
    return {
        "level-rod": number(held.tau[2]), "level-arm": number(held.tau[0], 1), **row("lever", levers),
        "only-first": number(weights[0] * levers[0], 1),
        "own-levers": number(weights @ ARM.com, 1),
        "at-ends": number(weights @ held.p.real[1:], 1),
        "all-at-tip": number(weights.sum() * held.p.real[-1], 1),
    }


def of_the_example():
    """Both passes, and Lagrange's terms, in the state with which the first figure opens."""
    figure = forward_pass.ForwardPass()
    state = figure.q, figure.v, figure.a
    passes, terms = rnea(ARM, *state), lagrange(ARM, *state)
    return {
        **row("q", figure.q), **row("v", figure.v), **row("a", figure.a),
        **row("omega", passes.w), **row("alpha", passes.alpha),
        **row("ac-x", passes.a_com.real), **row("ac-y", passes.a_com.imag),
        **row("f-x", passes.f[:3].real), **row("f-y", passes.f[:3].imag), **row("tau", passes.tau),
        **row("inertial", terms.Ma), **row("velocity", terms.Cv), **row("weight", terms.g),
    }


def of_the_mass_matrix():
    """The coupling of the first two joints, stretched and folded; and what a mass matrix costs in calls."""
    six = uniform_rods((1.0, 0.8, 0.5) * 2, density=2.0)
    return {
        "stretched-coupling": number(mass_matrix(ARM, (0, 0, 0))[0, 1]),
        "folded-coupling": number(mass_matrix(ARM, (0, 3, 0))[0, 1]),
        "calls-without-gravity": str(mass_by_calls(six, np.ones(6), gravity=0)[1]),
        "calls-with-gravity": str(mass_by_calls(six, np.ones(6), gravity=backward_pass.G)[1]),
    }


def mass_by_calls(chain, q, gravity):
    """M column by column, as the chapter prints it, and how many calls of RNEA that took."""
    calls = 0

    def torques(a):
        nonlocal calls
        calls += 1
        return rnea(chain, q, np.zeros(chain.n), a, gravity=gravity).tau

    rest = torques(np.zeros(chain.n)) if gravity else 0
    # M e_j = RNEA(q, 0, e_j) − RNEA(q, 0, 0)
    return np.stack([torques(e) - rest for e in np.eye(chain.n)], axis=-1), calls


def of_the_fall():
    """How the arm sets off when it is let go, stretched out level."""
    return row("fall", forward_dynamics(ARM, REST, REST, REST), 1)
