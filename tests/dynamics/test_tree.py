"""What the algorithms for trees share: transforms of all joints at once, and batches cut into blocks."""

import tracemalloc

import numpy as np
import pytest

from dynamics import tree
from dynamics.builders import random_tree, three_link
from dynamics.configuration import random_configuration
from dynamics.derivatives import aba_derivatives
from dynamics.joints import Fixed, Free, Prismatic, Revolute, Spherical
from dynamics.rnea import rnea
from dynamics.spatial import motion_transform, quaternion_rotation, rotation

SEED = 20260803
ROUNDING = 1e-13  # entries are of order one


def placement(joint, q):
    """R_JB and p_JB of a joint, from what it is and not from its transform; q: (nq,)."""
    match joint:
        case Fixed():
            return np.eye(3), np.zeros(3)
        case Revolute():
            return rotation(joint.axis, q[0]), np.zeros(3)
        case Prismatic():
            return np.eye(3), q * joint.axis
        case Spherical():
            return quaternion_rotation(q), np.zeros(3)
        case Free():
            return quaternion_rotation(q[:4]), q[4:]


def test_transforms_are_those_of_the_placements():
    """Catches a wrong piece or weight of any joint: the weighted sums against R and p of each body."""
    rng = np.random.default_rng(SEED)
    for _ in range(10):
        model = random_tree(rng, 8, floating=True)
        q = random_configuration(model, rng, (2, 3))
        X = model.transforms(q)
        for at in np.ndindex(2, 3):
            for i, (body, part) in enumerate(zip(model.bodies, model.q_of, strict=True)):
                R_JB, p_JB = placement(body.joint, q[at][part])
                placed = motion_transform(body.R_PJ @ R_JB, body.p_PJ + body.R_PJ @ p_JB)
                np.testing.assert_allclose(X[i][at], placed, atol=100 * ROUNDING)


def test_a_batch_longer_than_a_block_is_stitched_in_order(monkeypatch):
    """Catches a block that is lost, doubled or put elsewhere."""
    rng = np.random.default_rng(SEED)
    q, v, a = rng.normal(size=(3, 2, 5, 3))
    whole = rnea(three_link(), q, v, a)
    monkeypatch.setattr(tree, "BLOCK", 3)
    cut = rnea(three_link(), q, v, a)
    np.testing.assert_allclose(cut.tau, whole.tau, atol=ROUNDING)
    np.testing.assert_allclose(cut.F, whole.F, atol=ROUNDING)


def test_an_empty_batch_gives_an_empty_result():
    """Catches a reshape that has to guess when there is nothing to count."""
    passes = rnea(three_link(), np.zeros((0, 3)), np.zeros(3), np.zeros(3))
    assert passes.tau.shape == (0, 3)
    assert passes.V.shape == (0, 3, 6)


def test_batches_that_do_not_fit_are_named():
    """Catches numpy's own words about shapes, which say nothing of q and v."""
    with pytest.raises(ValueError, match=r"leading axes do not fit together: q \(2,\), v \(3,\)$"):
        rnea(three_link(), np.zeros((2, 3)), np.zeros((3, 3)), np.zeros(3))


@pytest.mark.parametrize("algorithm", [rnea, aba_derivatives])
def test_a_longer_batch_needs_room_for_its_results_alone(algorithm):
    """Catches an algorithm that works on a batch as a whole: 10,000 states of a humanoid then take gigabytes."""
    def peak(count):
        state = np.ones((3, count, 3))
        tracemalloc.start()
        results = algorithm(three_link(), *state)
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size, sum(x.nbytes for x in vars(results).values())

    (short, of_short), (long, of_long) = peak(2_000), peak(4_000)
    assert long - short < 1.5 * (of_long - of_short)  # the results, and whatever else grows
