"""The planar arm in time: the order of the integrators, what they conserve, and where they give up."""

import numpy as np
import pytest

from dynamics.planar import rk4_step, semi_implicit_step, simulate, three_link, uniform_rods

ARM = three_link()
START = np.array([0.6, -0.4, 0.9])
ROD = uniform_rods([1.0], 2.0)
# Released at 90°: T/T₀ = 2 K(sin² 45°)/π of the small period, T₀ = 2π √(I/(m g l/2)) of a rod about its end.
PERIOD = 1.1803405990161 * 2 * np.pi * np.sqrt(2 / 3 / 9.81)
ORDER_BAND = 0.25  # of a measured order: the next term of the error is not yet nothing


def drift(step, method, seconds=0.4):
    run = simulate(ARM, START, np.zeros(3), step=step, count=round(seconds / step), method=method)
    E = run.T + run.V
    return np.abs(E - E[0]).max()


@pytest.mark.parametrize(("method", "order"), [(rk4_step, 4), (semi_implicit_step, 1)])
def test_halving_the_step_divides_the_drift_by_its_order(method, order):
    """Catches a wrong weight in the method: RK4's largest energy error falls by 16, semi-implicit Euler's by 2."""
    measured = np.log2(drift(0.008, method) / drift(0.004, method))
    assert abs(measured - order) < ORDER_BAND


def test_a_rod_swings_with_the_period_of_the_books():
    """Catches a wrong inertia or lever: released at 90°, a pendulum takes 1.1803405990161 of its small period."""
    run = simulate(ROD, [0.0], [0.0], step=PERIOD / 1600, count=400)
    assert run.q[-1, 0] == pytest.approx(-np.pi / 2, abs=1e-8)


def test_over_a_whole_swing_the_energy_error_is_of_order_5():
    """Catches a method of lower order: after a period the h⁴ part has cancelled, and halving divides by 32."""

    def error(count):
        run = simulate(ROD, [0.0], [0.0], step=PERIOD / count, count=count)
        return abs(run.T[-1] + run.V[-1])  # released level with the base, E₀ = 0

    assert abs(np.log2(error(200) / error(400)) - 5) < ORDER_BAND


def test_friction_only_takes():
    """Catches friction of the wrong sign: with it the energy never grows."""
    run = simulate(ARM, START, np.zeros(3), step=0.002, count=500, friction=0.3)
    assert (np.diff(run.T + run.V) < 0).all()


def test_a_batch_is_its_runs():
    """Catches steps that are mixed up between the runs of a batch with different steps."""
    steps = np.array([0.004, 0.002])
    both = simulate(ARM, np.array([START, START]), np.zeros((2, 3)), step=steps, count=50)
    for i, step in enumerate(steps):
        alone = simulate(ARM, START, np.zeros(3), step=step, count=50)
        assert np.array_equal(both.q[:, i], alone.q)
        assert np.array_equal(both.t[:, i], alone.t)


def test_a_run_that_blows_up_ends_and_is_finite():
    """Catches NaN and overflow in what a figure would show."""
    run = simulate(ARM, START, np.array([40.0, -60.0, 80.0]), step=0.5, count=200)
    assert len(run.q) < 201
    assert np.isfinite(run.T).all()


@pytest.mark.parametrize(("change", "sentence"), [
    ({"step": 0.0}, "step must be a positive number of seconds, got 0.0"),
    ({"step": [0.1, -0.1]}, "step must be a positive number of seconds, got -0.1"),
    ({"step": np.nan}, "step must be finite"),
    ({"count": -1}, "count must be a whole number"),
    ({"count": 2.5}, "count must be a whole number"),
    ({"friction": -0.1}, "friction must not be negative"),
], ids=str)
def test_a_run_that_makes_no_sense_is_refused(change, sentence):
    """Catches a run backwards in time, or with joints that drive themselves."""
    with pytest.raises(ValueError, match=sentence):
        simulate(ARM, START, np.zeros(3), **({"step": 0.01, "count": 3} | change))
