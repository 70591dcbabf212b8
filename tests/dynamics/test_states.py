"""What every algorithm for trees does with the states it is handed: none, all kinds of arrays, no joint at all."""

import numpy as np
import pytest

from dynamics import builders
from dynamics.aba import aba
from dynamics.common_frame import common_frame
from dynamics.configuration import random_configuration
from dynamics.control import linearize_step
from dynamics.derivatives import aba_derivatives, rnea_derivatives
from dynamics.forward import forward_dynamics
from dynamics.integrators import energy
from dynamics.joints import Fixed
from dynamics.kinematics import body_jacobians
from dynamics.model import Body, Model
from dynamics.rnea import rnea

SEED = 20260809
ALGORITHMS = (rnea, aba, forward_dynamics, rnea_derivatives, aba_derivatives, common_frame)
MODEL = builders.floating_two_joint()


def states(shape=()):
    rng = np.random.default_rng(SEED)
    return random_configuration(MODEL, rng, shape), *rng.normal(size=(2, *shape, MODEL.nv))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("at", range(4))
def test_nothing_is_not_a_state(algorithm, at):
    """Catches None that falls through to Python's own words about missing arguments."""
    given = [*states(), (0, 0, -9.81)]
    given[at] = None
    with pytest.raises(ValueError, match=r"^(q|v|a|tau|gravity) must be an array of numbers, got None$"):
        algorithm(MODEL, *given[:3], gravity=given[3])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_numbers_of_every_kind_give_doubles(algorithm):
    """Catches results in the seven digits of a short float: lists, whole numbers and float32 alike."""
    q, v, x = np.eye(9)[0], np.arange(8), np.ones(8)
    whole = vars(algorithm(MODEL, q, v, x, gravity=(0, 0, -10)))
    for cast in (list, np.int16, np.float32):
        for name, field in vars(algorithm(MODEL, *map(cast, (q, v, x)), gravity=cast((0, 0, -10)))).items():
            assert field.dtype == np.float64
            np.testing.assert_array_equal(field, whole[name])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_view_is_read_and_never_written_or_kept(algorithm):
    """Catches a buffer taken for one in order, an argument overwritten, and a result that is the argument."""
    given = [x[::-1, ::-2] for x in states((4, 6))]
    for x in given:
        x.flags.writeable = False
    of_copies = vars(algorithm(MODEL, *(x.copy() for x in given)))
    for name, field in vars(algorithm(MODEL, *given)).items():
        np.testing.assert_array_equal(field, of_copies[name])
    one = states()
    for field in vars(algorithm(MODEL, *one)).values():
        assert not any(np.shares_memory(field, x) for x in one)
        assert field.flags.writeable


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_no_states_and_no_joints(algorithm):
    """Catches a size that has to be guessed: an empty batch, and a mechanism that cannot move."""
    _, v, x = states()
    for field in vars(algorithm(MODEL, np.zeros((0, 9)), v, x)).values():
        assert field.shape[0] == 0
    beam = Model((Body("beam", Fixed(), mass=2, com=(1, 0, 0)), Body("hook", Fixed(), "beam")))
    none = np.zeros((4, 0))
    for field in vars(algorithm(beam, none, none, none)).values():
        assert field.shape[0] == 4


def test_what_cannot_move_has_an_energy_and_an_empty_linear_model():
    """Catches the same where there is no algorithm over states: Jacobians, energy, a step."""
    beam, none = Model((Body("beam", Fixed(), mass=2, com=(0, 0, 1)),)), np.zeros(0)
    assert body_jacobians(beam, none).shape == (1, 6, 0)
    assert energy(beam, none, none).total == pytest.approx(2 * 9.81)
    assert linearize_step(beam, none, none, none, 0.1).A.shape == (0, 0)
