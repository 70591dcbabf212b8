"""The common frame: against MuJoCo's own fields, and against the body form of the same algorithms."""

import numpy as np
import pytest

from dynamics import builders
from dynamics.common_frame import common_frame, inertia_matrix, ten_numbers
from dynamics.configuration import random_configuration
from dynamics.crba import crba
from dynamics.forward import forward_dynamics
from dynamics.joints import Free
from dynamics.rnea import rnea

from .close import assert_close
from .mujoco_twin import Twin

SEED = 20260806
KINDS = [(floating, branching) for floating in (False, True) for branching in (False, True)]


def states(count, floating, branching, armature):
    rng = np.random.default_rng([SEED, floating, branching])
    while count:
        model = builders.random_tree(rng, rng.integers(3, 9), floating=floating, branching=branching,
                                     armature=armature)
        if model.nv:
            count -= 1
            yield (model, random_configuration(model, rng), *rng.normal(size=(2, model.nv)),
                   rng.normal(size=3) * 5, rng.normal(size=(model.n, 6)))


@pytest.mark.parametrize(("floating", "branching"), KINDS)
def test_the_fields_are_mujoco_s(floating, branching):
    """Catches another point, axes or order in any field, and a wrong M, c or a: 50 trees of each kind."""
    for model, q, v, a, g, f_ext in states(50, floating, branching, armature=0.0):
        ours, twin = common_frame(model, q, v, a, gravity=g, f_ext=f_ext), Twin(model)
        data, bodies = twin.set(q, v, a, g, f_ext).data, twin.bodies
        for name, field in (("cinert", "cinert"), ("crb", "crb"), ("cvel", "cvel"), ("cacc", "cacc"),
                            ("cfrc", "cfrc_int")):
            assert_close(getattr(ours, name)[bodies], getattr(data, field)[1:])
        assert_close(ours.point[bodies], data.subtree_com[twin.model.body_rootid[1:]])
        # A rate of ours is a combination of MuJoCo's: of one alone, but for the linear part of a free body.
        assert_close(ours.cdof, twin.T.T @ data.cdof)
        # There a free body's own turning is counted in cdof_dot, as its linear rates stay in world axes.
        bound = [not isinstance(body.joint, Free) for body in model.bodies for _ in range(body.joint.nv)]
        assert_close(ours.cdof_dot[bound], (twin.T.T @ data.cdof_dot)[bound])
        assert_close(ours.M, twin.mass_matrix())
        assert_close(twin.acceleration(ours.tau), a)
        assert_close(forward_dynamics(model, q, v, ours.tau, gravity=g, f_ext=f_ext).a, a)


@pytest.mark.parametrize(("floating", "branching"), KINDS)
def test_the_common_frame_is_the_body_form_carried_over(floating, branching):
    """Catches a transform that loses power or energy: every field against X_CB, X_BC and the body's own."""
    for model, q, v, a, g, f_ext in states(10, floating, branching, armature=0.1):
        common = common_frame(model, q, v, a, gravity=g, f_ext=f_ext)
        body, composite = rnea(model, q, v, a, gravity=g, f_ext=f_ext), crba(model, q)
        X_CB, X_BC = common.X_CB, common.X_BC
        assert_close(X_CB @ X_BC, np.broadcast_to(np.eye(6), X_CB.shape))
        assert_close(common.cvel, np.matvec(X_CB, body.V))
        assert_close(common.cacc, np.matvec(X_CB, body.A))
        assert_close(common.cfrc, np.vecmat(body.F, X_BC))
        assert_close(inertia_matrix(common.crb), X_BC.swapaxes(-1, -2) @ composite.C @ X_BC)
        assert_close(common.M, composite.M)
        assert_close(common.tau, body.tau)
        # Power and energy do not depend on the frame.
        assert_close((common.cfrc * common.cvel).sum(-1), (body.F * body.V).sum(-1))


def test_ten_numbers_are_an_inertia():
    """Catches two products of inertia swapped on the way there or back."""
    rng = np.random.default_rng(SEED)
    I = builders.random_tree(rng, 5).I
    np.testing.assert_array_equal(inertia_matrix(ten_numbers(I)), (I + I.swapaxes(-1, -2)) / 2)
    np.testing.assert_array_equal(ten_numbers(inertia_matrix(np.arange(10.0))), np.arange(10.0))


def test_a_hinge_on_the_world_has_no_cdof_dot_though_its_cdof_changes():
    """Catches cdof_dot taken for the rate of cdof: the common point moves, the axis does not."""
    rod, q, v = builders.two_link(), np.array([0.2, 0.4]), np.array([1.0, 0.5])
    now, later = (common_frame(rod, q + t * v, v, 0 * v) for t in (0.0, 1e-6))
    np.testing.assert_array_equal(now.cdof_dot[0], 0)
    assert abs(later.cdof[0] - now.cdof[0]).max() > 1e-7


def test_a_batch_is_its_states_one_by_one():
    """Catches a sum over the wrong axis, and a point of another tree."""
    rng = np.random.default_rng(SEED)
    model = builders.random_tree(rng, 6, floating=True)
    q, v = random_configuration(model, rng, (2, 1)), rng.normal(size=(3, model.nv))
    together = common_frame(model, q, v, 0 * v)
    for i, j in np.ndindex(2, 3):
        alone = common_frame(model, q[i, 0], v[j], 0 * v[j])
        for name, field in vars(alone).items():
            assert_close(getattr(together, name)[i, j], field)
