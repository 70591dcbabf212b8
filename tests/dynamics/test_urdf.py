"""URDF texts and plain dictionaries: read as Pinocchio reads them, and refused in one sentence."""

import json
import time

import numpy as np
import pinocchio as pin
import pytest

from dynamics.builders import random_tree
from dynamics.crba import mass_matrix
from dynamics.joints import Free
from dynamics.plain import from_plain, to_plain
from dynamics.rnea import rnea
from dynamics.urdf import LIMIT, read_urdf

SEED = 20260808
RELATIVE = 1e-12  # both read the same decimals; only rounding is left
SOLID = """<inertial><origin xyz="0.1 -0.2 0.3" rpy="0.3 0.2 0.1"/><mass value="2"/>
  <inertia ixx="0.3" iyy="0.4" izz="0.5" ixy="0.01" ixz="-0.02" iyz="0.03"/></inertial>"""


def link(name, inside=SOLID):
    return f'<link name="{name}">{inside}</link>'


def joint(name, kind, parent, child, inside=""):
    return (f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
            f'{inside}</joint>')


def robot(*parts):
    return f'<?xml version="1.0"?><robot name="r">{"".join(parts)}</robot>'


def two(*joints):
    """A robot with the links a and b."""
    return robot(link("a"), link("b"), *joints)


def hinge(inside):
    return two(joint("j", "revolute", "a", "b", inside))


PLACE = '<origin xyz="0.1 0.2 0.3" rpy="0.4 -0.5 0.6"/>'
LIMITS = '<limit effort="1" velocity="1" lower="-1" upper="1"/>'
# Children in the order of the alphabet, as Pinocchio sorts them.
TREE = robot(
    link("base"), link("arm"), link("hand"), link("leg"), link("tool"),
    joint("a", "revolute", "base", "arm", f'{PLACE}{LIMITS}<axis xyz="0 0.6 0.8"/>'),
    joint("b", "prismatic", "arm", "hand", f'{PLACE}{LIMITS}<axis xyz="0 3 4"/>'),
    joint("c", "fixed", "hand", "tool", PLACE),
    joint("d", "revolute", "base", "leg", LIMITS))


def test_a_tree_is_read_as_pinocchio_reads_it():
    """Catches angles in another order, inertia in the wrong axes, and an axis that is not made unit."""
    ours, theirs = read_urdf(TREE), pin.buildModelFromXML(TREE)
    data = theirs.createData()
    assert [body.name for body in ours.bodies] == ["base", "arm", "hand", "tool", "leg"]
    rng = np.random.default_rng(SEED)
    for q, v, a in rng.normal(size=(10, 3, 3)):
        np.testing.assert_allclose(rnea(ours, q, v, a).tau, pin.rnea(theirs, data, q, v, a), rtol=RELATIVE,
                                   atol=RELATIVE)


def test_a_floating_root_and_a_continuous_joint():
    """Catches a base that stays fixed, and a hinge whose axis is not x when none is given."""
    text = robot(link("base"), link("wheel"), joint("spin", "continuous", "base", "wheel"))
    model = read_urdf(text.encode(), floating=True)
    assert isinstance(model.bodies[0].joint, Free)
    np.testing.assert_array_equal(model.bodies[1].joint.axis, [1, 0, 0])


def test_a_root_called_world_is_the_world():
    """Catches a second world that the first hangs on."""
    model = read_urdf(robot(link("world", ""), link("arm"), joint("hinge", "revolute", "world", "arm")))
    assert [(body.name, body.parent) for body in model.bodies] == [("arm", "world")]


@pytest.mark.parametrize(("text", "sentence"), [
    (None, "the URDF must be text, got NoneType"),
    ("", "the URDF is not well-formed XML: no element found"),
    ("<robot><link", "the URDF is not well-formed XML"),
    (b"\xff\xfe\x00", "the URDF is not well-formed XML"),
    (b'<?xml version="1.0" encoding="no-such"?><robot/>', "the URDF is not well-formed XML"),
    ("<sdf/>", "the URDF must be a <robot>, got <sdf>"),
    ('<!DOCTYPE robot [<!ENTITY a "x">]><robot/>', r"must not have a document type \(<!DOCTYPE robot>\)"),
    ('<!DOCTYPE robot SYSTEM "http://example.invalid/r.dtd"><robot/>', "must not have a document type"),
    ("<robot>" + " " * LIMIT + "</robot>", "the URDF must not have more than 2000000 bytes"),
    (robot(), "the robot must have a link"),
    (robot(link("")), "link 1 must have a name"),
    (robot(link("a"), link("a")), "a: there is another link with this name"),
    (two(), "b: no joint leads to it, but the root is a already"),
    (two(joint("j", "fixed", "a", "c")), "j: its child must be a link of the robot, got 'c'"),
    (two('<joint name="j" type="fixed"><child link="a"/></joint>'), "j: its parent must be a link .* None"),
    (two(joint("j", "fixed", "a", "b"), joint("k", "fixed", "a", "b")), "b: two joints lead to it, j and k"),
    (robot(link("a"), joint("j", "fixed", "a", "a")), "a: its joints form a loop"),
    (two(link("root"), joint("j", "fixed", "a", "b"), joint("k", "fixed", "b", "a")),
     "a: its joints form a loop"),
    (two(joint("j", "planar", "a", "b")), "j: the type must be one of .*, got 'planar'"),
    (hinge('<mimic joint="k"/>'), "j: a joint that mimics another is not supported"),
    (hinge('<axis xyz="0 0 0"/>'), "j: the axis must not be zero"),
    (hinge('<axis xyz="0 1"/>'), "j: axis xyz must be 3 finite numbers, got '0 1'"),
    (hinge('<origin rpy="0 nan 0"/>'), "j: origin rpy must be 3 finite numbers"),
    (robot(link("a", "<inertial/>")), "a: mass value must be a finite number, got None"),
    (robot(link("a", '<inertial><mass value="heavy"/></inertial>')), "a: mass value .* got 'heavy'"),
    (robot(link("a", SOLID.replace('"2"', '"-2"'))), "a: the mass must be positive"),
    (robot(link("a", SOLID.replace('"0.5"', '"5"'))), r"a: no principal moment .*\(triangle inequality\)"),
    (robot(link("a"), link("b", ""), joint("j", "revolute", "a", "b")), "b: its joint moves no mass"),
    (robot(link("world")), "world: a root with this name must be without mass and fixed"),
])
def test_a_bad_urdf_is_refused_in_one_sentence(text, sentence):
    """Catches a robot that is half built, an entity that is expanded, and an error from deep inside."""
    with pytest.raises(ValueError, match=sentence):
        read_urdf(text)


def test_a_huge_urdf_does_not_hold_anyone_up():
    """Catches a search that is quadratic in the links: a row of 2,000, and tags nested 100,000 deep."""
    start = time.process_time()
    row = robot(*(link(f"l{i}", "") for i in range(2000)),
                *(joint(f"j{i}", "fixed", f"l{i}", f"l{i + 1}") for i in range(1999)))
    assert read_urdf(row).n == 2000
    with pytest.raises(ValueError, match="the URDF must be a <robot>"):
        read_urdf("<a>" * 100_000 + "</a>" * 100_000)
    assert time.process_time() - start < 5  # s, an order more than it takes


def test_a_model_survives_json():
    """Catches a field that is lost or rounded on the way out or back."""
    rng = np.random.default_rng(SEED)
    for _ in range(10):
        model = random_tree(rng, 7, floating=True, armature=0.2)
        back = from_plain(json.loads(json.dumps(to_plain(model))))
        assert [(b.name, b.parent, type(b.joint)) for b in back.bodies] == [
            (b.name, b.parent, type(b.joint)) for b in model.bodies]
        q = np.concatenate([np.eye(b.joint.nq)[0] if b.joint.nq > b.joint.nv else rng.normal(size=b.joint.nq)
                            for b in model.bodies])
        np.testing.assert_array_equal(mass_matrix(back, q), mass_matrix(model, q))


HINGE = {"kind": "revolute", "axis": [0, 0, 1]}


def arm(**changes):
    return {"bodies": [{"name": "arm", "joint": HINGE, "mass": 1, "com": [1, 0, 0], **changes}]}


@pytest.mark.parametrize(("data", "sentence"), [
    ([], "a model must be a dictionary"),
    ({"bodies": [], "extra": 1}, "a model must be a dictionary"),
    ({"bodies": []}, "a model needs at least one body"),
    ({"bodies": [3]}, "body 1: it must be a dictionary with a name"),
    (arm(name=3), "body 1: it must be a dictionary with a name"),
    (arm(parent=[]), "arm: its parent must be a name"),
    (arm(weight=3), "arm: there is no field 'weight'"),
    (arm(joint="hinge"), "arm: its joint must be a dictionary whose kind is one of fixed, revolute"),
    (arm(joint={"kind": []}), "arm: its joint must be a dictionary whose kind is one of"),
    (arm(joint={"kind": "revolute"}), "arm: its joint has a kind and axis, and nothing else"),
    (arm(joint={"kind": "free", "axis": [0, 0, 1]}), "arm: its joint has a kind, and nothing else"),
    (arm(joint={**HINGE, "axis": [0, 0, 2]}), "arm: the axis must be one vector of length 1"),
    (arm(mass="1"), "arm: mass must be an array of numbers, got str"),
    ({"bodies": arm()["bodies"] * 2}, "arm: there is another body with this name"),
])
def test_a_bad_dictionary_is_refused_in_one_sentence(data, sentence):
    """Catches a typing error that would become another mechanism."""
    with pytest.raises(ValueError, match=sentence):
        from_plain(data)
