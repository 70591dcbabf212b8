"""Bad input to the planar arm: one sentence that names the thing and the reason."""

import numpy as np
import pytest

from dynamics import planar

ARM = planar.three_link()
OK = np.zeros(3)


@pytest.mark.parametrize(("call", "sentence"), [
    (lambda: planar.rnea(ARM, [0, np.nan, 0], OK, OK), r"q\[1\] must be finite, got nan"),
    (lambda: planar.rnea(ARM, OK, [[0, 0, 0], [0, 0, np.inf]], OK), r"v\[1, 2\] must be finite, got inf"),
    (lambda: planar.rnea(ARM, OK, OK, [0, 0]), r"a must have shape \(\.\.\., 3\), got \(2,\)"),
    (lambda: planar.rnea(ARM, 0.5, OK, OK), r"q must have shape \(\.\.\., 3\), got \(\)"),
    (lambda: planar.rnea(ARM, OK + 1e-20j, OK, OK), "q must be real, got complex"),
    (lambda: planar.rnea(ARM, ["a", "b", "c"], OK, OK), "q must be an array of numbers, got str"),
    (lambda: planar.rnea(ARM, [[0, 0], [0]], OK, OK), "q must be an array of numbers, got rows of different"),
    (lambda: planar.rnea(ARM, OK, OK, OK, tip_force=np.nan), "tip_force must be finite"),
    (lambda: planar.rnea(ARM, OK, OK, OK, gravity=1j), "gravity must be real"),
    (lambda: planar.lagrange(ARM, OK, OK, [0, 0]), r"a must have shape"),
    (lambda: planar.forward_dynamics(ARM, OK, OK, [None] * 3), "tau must be an array of numbers, got object"),
    (lambda: planar.energy(ARM, OK, [0, 0, np.nan]), r"v\[2\] must be finite"),
    (lambda: planar.tip_jacobian(ARM, [0]), "q must have shape"),
    (lambda: planar.two_link_closed_form(ARM, OK, OK, OK), "for two links, this chain has 3"),
    (lambda: planar.Chain([], [], [], []), "a chain needs at least one link"),
    (lambda: planar.Chain([1, 0], [1, 1], [0, 0], [1, 1]), "link 2 must have a positive length, got 0.0 m"),
    (lambda: planar.Chain([1, 1], [1, -2], [0, 0], [1, 1]), "link 2 must have a positive mass, got -2.0 kg"),
    (lambda: planar.Chain([1], [1], [0], [-1]), "link 1 cannot have a negative inertia"),
    (lambda: planar.Chain([1, 1], [1], [0, 0], [1, 1]), r"masses must have shape"),
    (lambda: planar.Chain([1], [1], [np.nan], [1]), r"com\[0\] must be finite"),
])
def test_bad_input_is_refused_in_one_sentence(call, sentence):
    """Catches an input that slips through and comes back as NaN, or as an error from deep inside."""
    with pytest.raises(ValueError, match=sentence):
        call()


def test_a_singular_mass_matrix_is_refused():
    """Catches a division by zero: a point mass on its own joint has no inertia about it."""
    arm = planar.Chain([1, 1], [1, 1], [0.5, 0], [1, 0])
    with pytest.raises(ValueError, match="the mass matrix is singular"):
        planar.forward_dynamics(arm, [0, 0], [0, 0], [1, 1])


def test_a_chain_cannot_be_changed():
    """Catches an arm that one figure bends for all the others."""
    with pytest.raises(ValueError, match="read-only"):
        ARM.masses[0] = 5
    lengths = np.array([1.0])
    arm = planar.Chain(lengths, [1], [0.5], [1])
    lengths[0] = 9
    assert arm.lengths[0] == 1
