"""Models and states that cannot be: one sentence that names the body and the reason."""

import copy
import pickle

import numpy as np
import pytest

from dynamics import planar
from dynamics.builders import three_link, two_link
from dynamics.configuration import neutral, random_configuration
from dynamics.joints import Fixed, Free, Prismatic, Revolute, Spherical
from dynamics.kinematics import Frame
from dynamics.model import Body, Model
from dynamics.rnea import rnea

Z = Revolute((0, 0, 1))
ARM = three_link()
OK = np.zeros(3)


def ball(name="ball", joint=Z, parent="world", **changes):
    return Body(name, joint, parent, **{"mass": 1.0, "inertia": np.eye(3), **changes})


@pytest.mark.parametrize(("call", "sentence"), [
    (lambda: ball(mass=-1), "ball: the mass must be positive, got -1.0 kg"),
    (lambda: ball(mass=1e200, com=(1e100, 0, 0)), "ball: mass, com and inertia are too large"),
    (lambda: ball(inertia=1e308 * np.eye(3)), "ball: mass, com and inertia are too large"),
    (lambda: ball(R_PJ=1e200 * np.eye(3)), "ball: R_PJ must be a rotation"),
    (lambda: Revolute((1e200, 0, 0)), "the axis must be one vector of length 1, got .*, length inf"),
    (lambda: rnea(Model((ball(joint=Spherical()),)), [1e200, 1, 0, 0], OK, OK),
     "ball: its quaternion must have length 1, got inf"),
    (lambda: ball(mass=np.nan), "ball: mass must be finite"),
    (lambda: ball(mass=0), "ball: a body without mass cannot have an inertia"),
    (lambda: ball(inertia=np.diag((1, 1, 3))), r"ball: no principal moment .*\(triangle inequality\)"),
    (lambda: ball(inertia=np.diag((1, 1, -0.1))), "ball: the inertia must not be negative"),
    (lambda: ball(inertia=[[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]), "ball: the inertia must be symmetric"),
    (lambda: ball(inertia=np.ones(3)), r"ball: inertia must have shape \(\.\.\., 3, 3\), got \(3,\)"),
    (lambda: ball(com=np.zeros((2, 3))), r"ball: com must have shape \(3,\), got \(2, 3\)"),
    (lambda: ball(R_PJ=2 * np.eye(3)), "ball: R_PJ must be a rotation"),
    (lambda: ball(R_PJ=np.diag((1, 1, -1))), "ball: R_PJ must be a rotation"),
    (lambda: ball(armature=-0.1), "ball: the armature cannot be negative"),
    (lambda: Revolute((0, 0, 2)), r"the axis must be one vector of length 1, got .*, length 2"),
    (lambda: Prismatic((0, np.nan, 1)), r"the axis\[1\] must be finite"),
    (lambda: ball(joint=Revolute), r"ball: its joint must be Fixed\(\), Revolute\(axis\), …, got <class"),
    (lambda: ball(joint="hinge"), "ball: its joint must be .*, got 'hinge'"),
    (lambda: ball(name=3), "a body must have a name, got 3"),
    (lambda: ball(name=""), "a body must have a name, got ''"),
    (lambda: ball(parent=["world"]), r"ball: its parent must be a name, got \['world'\]"),
    (lambda: Model(ball()), "a model is made of a row of bodies, got Body"),
    (lambda: Model("ab"), "a model is made of bodies, got str"),
    (lambda: Model(()), "a model needs at least one body"),
    (lambda: Model((ball("hand", parent="arm"), ball("arm"))), "hand: its parent 'arm' comes after it"),
    (lambda: Model((ball("hand", parent="arm"),)), "hand: its parent 'arm' is not in the model"),
    (lambda: Model((ball("arm"), ball("arm"))), "arm: there is another body with this name"),
    (lambda: Model((ball("loop", parent="loop"),)), "loop: its parent 'loop' comes after it"),
    (lambda: Model((ball(), Body("leaf", Z, "ball"))), "leaf: its joint moves no mass"),
    (lambda: rnea(ARM, [0, np.inf, 0], OK, OK), r"q\[1\] must be finite, got inf"),
    (lambda: rnea(ARM, OK, np.zeros(2), OK), r"v must have shape \(\.\.\., 3\), got \(2,\)"),
    (lambda: rnea(ARM, OK, OK, OK, gravity=9.81), r"gravity must have shape \(\.\.\., 3\)"),
    (lambda: rnea(ARM, OK, OK, OK, f_ext=np.zeros(6)), r"f_ext must have shape \(\.\.\., 3, 6\)"),
    (lambda: rnea(Model((ball(joint=Spherical()),)), [1, 1, 0, 0], OK, OK),
     "ball: its quaternion must have length 1, got 1.41421356"),
    (lambda: ARM.index("elbow"), "there is no body 'elbow'; there are link 1, link 2, link 3"),
])
def test_bad_input_is_refused_in_one_sentence(call, sentence):
    """Catches a mechanism that nobody can build, and a state that comes back as NaN."""
    with pytest.raises(ValueError, match=sentence):
        call()


def test_a_frame_without_mass_may_carry_mass_or_be_fixed():
    """Catches a check that is too strict: two hinges at one point, and a tool frame, are ordinary."""
    model = Model((Body("fork", Z), ball("ball", Revolute((1, 0, 0)), "fork"), Body("tool", Fixed(), "ball")))
    assert (model.n, model.nq, model.nv, model.parent) == (3, 2, 2, (-1, 0, 1))
    assert Model((Body("rotor", Z, armature=0.1),)).nv == 1


def test_a_free_base_with_two_joints_counts_its_coordinates():
    """Catches a quaternion counted as three: nq = 9, nv = 8."""
    model = Model((ball("base", Free()), ball("left", Z, "base"), ball("right", Z, "base")))
    assert (model.nq, model.nv) == (9, 8)
    np.testing.assert_allclose(neutral(model), [1, 0, 0, 0, 0, 0, 0, 0, 0])
    model.check_q(random_configuration(model, np.random.default_rng(3), (5, 2)))


def test_a_model_cannot_be_changed():
    """Catches a mechanism that one figure alters for all the others."""
    with pytest.raises(ValueError, match="read-only"):
        two_link().I[0, 0, 0] = 5
    with pytest.raises(ValueError, match="read-only"):
        two_link().bodies[0].com[0] = 5
    with pytest.raises(ValueError, match="read-only"):
        two_link().groups[0].S[0, 0, 0] = 5


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_a_copy_can_no_more_be_changed_than_the_original(copied):
    """Catches arrays that come back writable from a pickle or a deep copy, and a copy that moves otherwise."""
    model, frame, chain = two_link(), Frame("tip", "rod 2"), planar.two_link()
    again = copied(model)
    for thing in (again, again.bodies[0], again.bodies[0].joint, copied(frame), copied(chain)):
        assert not any(x.flags.writeable for x in vars(thing).values() if isinstance(x, np.ndarray))
    np.testing.assert_array_equal(rnea(again, *np.ones((3, 2))).tau, rnea(model, *np.ones((3, 2))).tau)
