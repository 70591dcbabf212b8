"""One step and its linear model: the whole step differenced on the manifold, not the dynamics alone."""

from functools import partial

import numpy as np
import pytest

from dynamics import builders
from dynamics.builders import floating_two_joint
from dynamics.configuration import difference, integrate, neutral, random_configuration
from dynamics.control import defect, linearize_defect, linearize_step, motors, step
from dynamics.derivatives import force_in_joints
from dynamics.joints import Fixed, Free
from dynamics.kinematics import body_jacobians
from dynamics.model import Body, Model

from . import close

SEED = 404
H = 1e-30         # the complex step
assert_close = partial(close.assert_close, relative=1e-11)  # a complex step subtracts nothing


def states(count):
    """Mechanisms with a state, motor commands and another state nearby."""
    for i in range(count):
        rng = np.random.default_rng([SEED, i])
        model = builders.random_tree(rng, 5, floating=True, armature=0.1) if i else floating_two_joint()
        q, v = random_configuration(model, rng), rng.normal(size=model.nv)
        u = rng.normal(size=model.nv - 6)
        yield model, q, v, u, integrate(model, q, 0.3 * rng.normal(size=model.nv)), rng.normal(size=model.nv)


def moved(model, q, v, x):
    """The state (q ⊕ δq, v + δv) for x = (δq, δv)."""
    return integrate(model, q, x[..., :model.nv]), v + x[..., model.nv:]


def test_the_sizes_of_a_floating_base_with_two_joints():
    """Catches a quaternion counted as a direction, and motors on a free base: nq 9, nv 8, A 16×16, B 16×2."""
    model = floating_two_joint()
    S = motors(model)
    end = linearize_step(model, neutral(model), np.zeros(8), np.zeros(2), 0.01, actuators=S)
    assert (model.nq, model.nv, S.shape) == (9, 8, (8, 2))
    assert (end.A.shape, end.B.shape) == ((16, 16), (16, 2))
    np.testing.assert_array_equal(S, np.eye(8)[:, 6:])


@pytest.mark.parametrize("h", [1e-4, 0.01, 0.2])
def test_a_and_b_are_the_slopes_of_the_whole_step(h):
    """Catches D0 left out, h² for h, and 1 + h F_q: every column by an imaginary step through it all."""
    for model, q, v, u, *_ in states(8):
        S, nv = motors(model), model.nv
        end = linearize_step(model, q, v, u, h, actuators=S)

        def run(q, v, u, model=model, end=end, S=S):
            q, v = step(model, q, v, u, h, actuators=S)
            return np.concatenate((difference(model, end.q, q), v - end.v), -1).imag.T / H

        assert_close(run(*moved(model, q, v, 1j * H * np.eye(2 * nv)), u), end.A)
        assert_close(run(q, v, u + 1j * H * np.eye(len(u))), end.B)
        for ours, theirs in zip((end.q, end.v), step(model, q, v, u, h, actuators=S), strict=True):
            assert_close(ours, theirs)


def test_central_differences_of_the_step_show_their_v():
    """Catches a check that would pass anything: the error of A falls as eps², then grows as 1/eps."""
    model, q, v, u, *_ = next(states(1))
    end = linearize_step(model, q, v, u, 0.05, actuators=motors(model))
    sizes, errors = 10.0 ** -np.arange(1, 11), []
    for eps in sizes:
        x = eps * np.stack((np.eye(16), -np.eye(16)))
        q_, v_ = step(model, *moved(model, q, v, x), u, 0.05, actuators=motors(model))
        z = np.concatenate((difference(model, end.q, q_), v_ - end.v), -1)
        errors.append(np.abs((z[0] - z[1]).T / (2 * eps) - end.A).max())
    best = int(np.argmin(errors))
    assert 5e-7 < sizes[best] < 5e-4  # near the cube root of the rounding
    assert errors[best] < 1e-8
    assert 80 < errors[0] / errors[1] < 120
    assert errors[-1] > 1e3 * errors[best]


def test_the_gap_of_multiple_shooting_and_its_slopes():
    """Catches H0 and H1 left out far from closed gaps: all four derivatives by an imaginary step."""
    h = 0.05
    for model, q, v, u, q_next, v_next in states(8):
        S, nv = motors(model), model.nv
        gap = linearize_defect(model, q, v, u, q_next, v_next, h, actuators=S)
        x, y = 1j * H * np.eye(2 * nv), 1j * H * np.eye(len(u))
        assert_close(defect(model, q, v, u, q_next, v_next, h, actuators=S), gap.d)
        for ours, d in (
            (gap.by_state, defect(model, *moved(model, q, v, x), u, q_next, v_next, h, actuators=S)),
            (gap.by_u, defect(model, q, v, u + y, q_next, v_next, h, actuators=S)),
            (gap.by_next, defect(model, q, v, u, *moved(model, q_next, v_next, x), h, actuators=S)),
        ):
            assert_close(d.imag.T / H, ours)


def test_a_closed_gap_has_the_linear_model_of_the_step():
    """Catches a sign between the two: at a motion the gap is zero, by_state is A, by_next is −1."""
    for model, q, v, u, *_ in states(3):
        end = linearize_step(model, q, v, u, 0.01, actuators=motors(model))
        gap = linearize_defect(model, q, v, u, end.q, end.v, 0.01, actuators=motors(model))
        assert_close(gap.d, np.zeros(2 * model.nv))
        assert_close(gap.by_state, end.A)
        assert_close(gap.by_u, end.B)
        assert_close(gap.by_next, -np.eye(2 * model.nv))


def test_a_batch_is_its_states_one_by_one():
    """Catches a mixed axis in A, B or the gap, for 3 × 2 states in one call."""
    model, q, v, u, q_next, v_next = next(states(1))
    rng, S = np.random.default_rng(SEED), motors(model)
    v, u = v + rng.normal(size=(3, 1, 8)), u + rng.normal(size=(2, 2))
    end = linearize_step(model, q, v, u, 0.01, actuators=S)
    gap = linearize_defect(model, q, v, u, q_next, v_next, 0.01, actuators=S)
    for i, j in np.ndindex(3, 2):
        alone = linearize_step(model, q, v[i, 0], u[j], 0.01, actuators=S)
        assert_close(end.A[i, j], alone.A)
        assert_close(end.B[i, j], alone.B)
        alone = linearize_defect(model, q, v[i, 0], u[j], q_next, v_next, 0.01, actuators=S)
        assert_close(gap.d[i, j], alone.d)
        assert_close(gap.by_state[i, j], alone.by_state)


def test_what_follows_the_state_is_part_of_the_slopes():
    """Catches S(q) and f_ext(q, v) taken for constants: motors geared by cos q, and drag on every body."""
    h, drag = 0.05, 3.0
    model, q, v, u, q_next, v_next = next(states(1))

    def gears(q):
        return np.cos(q[..., None, 7:]) * motors(model)

    def resistance(q, v):
        return -drag * np.matvec(body_jacobians(model, q), v[..., None, :])

    def run(function, x, u, *args):
        q_, v_ = moved(model, q, v, x)
        return function(model, q_, v_, u, *args, h, actuators=gears(q_), f_ext=resistance(q_, v_))

    x, y, J = 1j * H * np.eye(16), 1j * H * np.eye(2), body_jacobians(model, q)
    df_dq = np.moveaxis(resistance(*moved(model, q, v, x[:8])).imag / H, 0, -1)
    held = {"actuators": gears(q), "f_ext": resistance(q, v)}
    follows = {"drive_dq": np.diag([*np.zeros(6), *(-np.sin(q[7:]) * u)]) + force_in_joints(J, df_dq),
               "drive_dv": force_in_joints(J, -drag * J)}
    end = linearize_step(model, q, v, u, h, **held, **follows)
    gap = linearize_defect(model, q, v, u, q_next, v_next, h, **held, **follows)
    for dx, du, of_step, of_gap in ((x, 0, end.A, gap.by_state), (0 * x[0], y, end.B, gap.by_u)):
        q_, v_ = run(step, dx, u + du)
        assert_close(np.concatenate((difference(model, end.q, q_), v_ - end.v), -1).imag.T / H, of_step)
        assert_close(run(defect, dx, u + du, q_next, v_next).imag.T / H, of_gap)


@pytest.mark.parametrize(("change", "sentence"), [
    ({"h": 0.0}, "h must be one positive number of seconds, got 0"),
    ({"h": [0.1, 0.2]}, "h must be one positive number of seconds"),
    ({"u": np.zeros(8)}, r"u must have shape \(\.\.\., 2\), got \(8,\)"),
    ({"actuators": np.eye(6)}, r"actuators must have shape \(\.\.\., 8, nu\), got \(6, 6\)"),
    ({"v": [np.nan] * 8}, r"v\[0\] must be finite"),
    ({"q": np.ones(9)}, "base: its quaternion must have length 1, got 2"),
])
def test_bad_input_is_refused_in_one_sentence(change, sentence):
    """Catches a step back in time and commands for motors that are not there."""
    model = floating_two_joint()
    given = {"q": neutral(model), "v": np.zeros(8), "u": np.zeros(2), "h": 0.1, "actuators": motors(model)}
    for function in (step, linearize_step):
        with pytest.raises(ValueError, match=sentence):
            function(model, **given | change)


@pytest.mark.parametrize("function", [defect, linearize_defect])
@pytest.mark.parametrize(("q_next", "v_next", "sentence"), [
    (np.eye(9)[[0, 0]], np.zeros((3, 8)), r"do not fit together: q_next \(2,\), v_next \(3,\)"),
    (2 * np.eye(9)[0], np.zeros(8), "base: its quaternion must have length 1, got 2"),
    (np.eye(9)[0] + np.nan, np.zeros(8), r"q_next\[0\] must be finite"),
    (np.eye(9)[0], None, "v_next must be an array of numbers, got None"),
])
def test_a_bad_next_state_is_named(function, q_next, v_next, sentence):
    """Catches an error about q0 and q1, which the caller never wrote."""
    model = floating_two_joint()
    with pytest.raises(ValueError, match=sentence):
        function(model, neutral(model), np.zeros(8), np.zeros(8), q_next, v_next, 0.1)


def test_a_drive_of_another_size_is_refused():
    """Catches derivatives by the coordinates of q, of which there are more than steps."""
    model = floating_two_joint()
    with pytest.raises(ValueError, match=r"drive_dq must have shape \(\.\.\., 8, 8\), got \(8, 9\)"):
        linearize_step(model, neutral(model), np.zeros(8), np.zeros(8), 0.1, drive_dq=np.zeros((8, 9)))


def test_nothing_drives_a_free_base_and_nothing_a_fixed_body():
    """Catches a column too many: one motor for each rate of the other joints."""
    model = Model((Body("base", Free(), mass=1, inertia=np.eye(3)), Body("plate", Fixed(), "base")))
    assert motors(model).shape == (6, 0)
