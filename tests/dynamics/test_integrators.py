"""Motion over time: published pendulums, orders of convergence, energy, and runs cut into chunks."""

import numpy as np
import pytest

from dynamics import builders
from dynamics.configuration import difference, integrate, neutral, random_configuration
from dynamics.forward import forward_dynamics
from dynamics.integrators import energy, rk4, semi_implicit_euler, simulate
from dynamics.joints import Free, Prismatic, Revolute, Spherical
from dynamics.model import Body, Model

SEED = 77
ROUNDING = 1e-12  # relative: a few hundred roundings
PENDULUM = Model((Body("bob", Revolute((0, -1, 0)), mass=1, com=(0, 0, -1)),))
PERIOD = 2 * np.pi / np.sqrt(9.81) * 1.1803405990161  # s, released at 90°: 2K(½)/π times that of small swings


def test_the_published_errors_of_a_pendulum():
    """Catches a wrong stage or weight of RK4: after one period from 90°, and of which order they are."""
    returns, drifts = [], []
    for steps in (50, 100, 200, 400):
        run = simulate(PENDULUM, [np.pi / 2], [0.0], step=PERIOD / steps, count=steps)
        total = energy(PENDULUM, run.q, run.v).total
        returns.append(abs(run.q[-1, 0] - np.pi / 2) + abs(run.v[-1, 0]))
        drifts.append(total[-1] - total[0])
    np.testing.assert_allclose(returns, [3.687e-05, 2.54e-06, 1.659e-07, 1.0587e-08], rtol=2e-4)
    np.testing.assert_allclose(drifts, [-4.114e-05, -1.293e-06, -4.046e-08, -1.265e-09], rtol=2e-4)
    orders = np.log2(np.array([returns, drifts])[:, :-1] / np.array([returns, drifts])[:, 1:])
    np.testing.assert_allclose(orders[:, -1], [4, 5], atol=0.05)


def energy_conserving_pendulum():
    """A hinge, a slider on a spring, a ball, a hinge: rods of 1000 kg/m³, a test case of MuJoCo's."""
    def capsule(name, joint, parent, place, along, radius, length, middle):
        cylinder, ball = 1000 * np.pi * radius**2 * length, 1000 * np.pi * radius**3 * 4 / 3
        axial = (cylinder / 2 + ball * 2 / 5) * radius**2
        across = (cylinder * (length**2 / 12 + radius**2 / 4)
                  + ball * (radius**2 * 2 / 5 + length**2 / 4 + radius * length * 3 / 8))
        along = np.array(along)
        return Body(name, joint, parent, p_PJ=place, mass=cylinder + ball, com=middle * along,
                    inertia=np.diag(np.where(along == 1, axial, across)))

    side, length = 0.04, 0.1
    mass = 1000 * side**2 * length
    return Model((
        capsule("arm", Revolute((0, 1, 0)), "world", (0.15, 0, 0), (1, 0, 0), 0.02, 0.1, 0.05),
        capsule("slider", Prismatic((1, 0, 0)), "arm", (0.1, 0, 0), (1, 0, 0), 0.015, 0.2, 0),
        Body("box", Spherical(), "slider", p_PJ=(0.1, 0, 0), mass=mass, com=(0, 0.05, 0),
             inertia=mass / 12 * np.diag((side**2 + length**2, 2 * side**2, side**2 + length**2))),
        capsule("hand", Revolute((1, 0, 0)), "box", (0, 0.1, 0), (0, 1, 0), 0.02, 0.1, 0.05)))


def spring(t, q, v):
    """200 N/m on the slider of that pendulum."""
    return np.concatenate((0 * q[..., :1], -200 * q[..., 1:2], 0 * q[..., :4]), -1)


@pytest.mark.parametrize(("method", "published", "bound"), [
    (semi_implicit_euler, 1.0962585, 5e-8),  # MuJoCo's Euler is this method: every digit given
    (rk4, 0.0, 5e-5),  # its RK4 steps quaternions otherwise and drifts by -1e-5: the same size is asked for
])
def test_the_published_energies_of_a_pendulum_on_a_spring(method, published, bound):
    """Catches a wrong step of a rotation: the energy after 499 steps of 2 ms; without error it is 0."""
    model = energy_conserving_pendulum()
    run = simulate(model, neutral(model), np.zeros(6), step=0.002, count=499, tau=spring, method=method)
    total = energy(model, run.q[-1], run.v[-1]).total + 100 * run.q[-1, 1] ** 2
    assert abs(total - published) < bound


def test_halving_the_step_of_rk4_on_rotations():
    """Catches a step that forgets jlog: the error of a tumbling tree falls by 16, that of Euler by 2."""
    rng = np.random.default_rng(SEED)
    model = builders.random_tree(rng, 3, floating=True)
    q, v = random_configuration(model, rng), rng.normal(size=model.nv)
    for method, steps, ratio in ((rk4, 8, 16), (semi_implicit_euler, 128, 2)):
        fine = simulate(model, q, v, step=0.4 / 128, count=128)
        errors = []
        for n in (steps, 2 * steps):
            run = simulate(model, q, v, step=0.4 / n, count=n, method=method)
            errors.append(np.abs(difference(model, fine.q[-1], run.q[-1])).max())
        assert 0.85 * ratio < errors[0] / errors[1] < 1.15 * ratio


def test_the_rate_of_the_energy_is_the_power_of_the_motors():
    """Catches a body or a rotor left out of the energy: dE/dt = v · τ on 20 trees, by an imaginary step."""
    for i in range(20):
        rng, h = np.random.default_rng([SEED, i]), 1e-30
        model = builders.random_tree(rng, 5, floating=i % 2 == 1, armature=0.2)
        if model.nv == 0:
            continue
        q, v, tau = random_configuration(model, rng), *rng.normal(size=(2, model.nv))
        a = forward_dynamics(model, q, v, tau).a
        rate = energy(model, integrate(model, q, 1j * h * v), v + 1j * h * a).total.imag / h
        assert abs(rate - v @ tau) < ROUNDING * np.abs(a).max() * 100


def test_a_thrown_body_flies_a_parabola():
    """Catches world and body axes confused: whatever the spin, the centre of mass flies u t + g t²/2."""
    body = Model((Body("stone", Free(), mass=2, inertia=np.diag((0.2, 0.3, 0.4))),))
    run = simulate(body, neutral(body), [3, -2, 1, 0.5, 0.2, 4], step=0.01, count=100)
    flight = np.outer(run.t, [0.5, 0.2, 4]) + np.outer(run.t**2 / 2, [0, 0, -9.81])
    np.testing.assert_allclose(run.q[:, 4:], flight, atol=1e-6)  # what RK4 leaves at h = 0.01


def test_a_force_law_is_asked_at_the_times_of_the_stages():
    """Catches a force taken at the start of each step: τ = cos t on 1 kg without gravity gives 1 − cos t."""
    cart = Model((Body("cart", Prismatic((1, 0, 0)), mass=1),))
    run = simulate(cart, [0.0], [0.0], step=0.1, count=30, tau=lambda t, q, v: np.cos(t) + 0 * v)
    np.testing.assert_allclose(run.q[:, 0], 1 - np.cos(run.t), atol=1e-6)  # h⁴ t


def test_a_run_in_chunks_is_one_run():
    """Catches a sample lost or doubled at a seam: two parts have the very numbers of the whole."""
    rng = np.random.default_rng(SEED)
    model = builders.random_tree(rng, 4, floating=True)
    q, v = random_configuration(model, rng, (2,)), rng.normal(size=(2, model.nv))
    whole = simulate(model, q, v, step=0.01, count=20)
    first = simulate(model, q, v, step=0.01, count=12)
    second = simulate(model, first.q[-1], first.v[-1], t=first.t[-1], step=0.01, count=8)
    np.testing.assert_array_equal(whole.q, np.concatenate((first.q, second.q[1:])))
    np.testing.assert_allclose(whole.t, np.concatenate((first.t, second.t[1:])))
    alone = simulate(model, q[1], v[1], step=0.01, count=20)
    np.testing.assert_allclose(whole.q[:, 1], alone.q, atol=ROUNDING)
    fan = simulate(model, q[1], v, step=0.01, count=20)
    np.testing.assert_allclose(fan.q[:, 1], alone.q, atol=ROUNDING)


@pytest.mark.parametrize(("call", "sentence"), [
    (lambda: rk4(PENDULUM, 0.0, [0.0], [0.0], -0.1), "h must be one positive number of seconds, got -0.1"),
    (lambda: rk4(PENDULUM, 0.0, [0.0], [0.0], None), "h must be an array of numbers, got None"),
    (lambda: energy(PENDULUM, np.zeros((2, 1)), np.zeros((3, 1))), r"do not fit together: q \(2,\), v \(3,\)"),
    (lambda: energy(PENDULUM, [0.0], np.zeros((2, 1)), gravity=np.zeros((3, 3))),
     r"do not fit together: v \(2,\), gravity \(3,\)"),
])
def test_a_bad_step_or_state_is_refused_in_one_sentence(call, sentence):
    """Catches a step of RK4 that its sister refuses, and numpy's own words about shapes."""
    with pytest.raises(ValueError, match=sentence):
        call()


@pytest.mark.parametrize(("change", "sentence"), [
    ({"step": -0.1}, "step must be one positive number of seconds, got -0.1"),
    ({"count": -1}, "count must be a whole number, not negative, got -1"),
    ({"count": 2.5}, "count must be a whole number, not negative, got 2.5"),
    ({"t": [0.0, 1.0]}, "t must be one number of seconds"),
    ({"v": [0.0, 0.0]}, r"v must have shape \(\.\.\., 1\)"),
    ({"tau": lambda t, q, v: None}, "tau must be an array of numbers, got None"),
    ({"tau": lambda t, q, v: np.zeros(3)}, r"tau must have shape \(\.\.\., 1\), got \(3,\)"),
])
def test_bad_input_is_refused_in_one_sentence(change, sentence):
    """Catches a run that ends before it begins."""
    with pytest.raises(ValueError, match=sentence):
        simulate(PENDULUM, **{"q": [0.0], "v": [0.0], "step": 0.1, "count": 2} | change)
