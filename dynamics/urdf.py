"""Models from URDF, the robot description of ROS: links, joints and inertia; all else in it is passed over.

The text comes from elsewhere, so it is read with care: no document type and so no entities, no more than
`LIMIT` bytes, and nothing is fetched.  What a `Model` cannot be is refused, never guessed at: planar
joints, joints that mimic others, several roots, loops.

wiki.ros.org/urdf/XML
"""

import math
from xml.etree.ElementTree import TreeBuilder
from xml.parsers import expat

import numpy as np

from .joints import Fixed, Free, Prismatic, Revolute
from .model import WORLD, Body, Model
from .spatial import rotation

LIMIT = 2_000_000  # bytes; the description of a humanoid has a tenth of this
HINGES = {"revolute": Revolute, "continuous": Revolute, "prismatic": Prismatic}
OTHERS = {"fixed": Fixed, "floating": Free}


def read_urdf(text, *, floating=False):
    """The model that a URDF text describes.

    text: str or bytes.  floating: whether the root link is free in the world, or fixed to it.
    Returns a `Model` whose bodies have the names of the links, each frame at its joint, every branch
    numbered through.  A ValueError names the link or joint, and why there can be no model of it.
    """
    robot = _parse(text)
    links, joints = _by_name(robot, "link"), _by_name(robot, "joint")
    above, below = {}, {name: [] for name in links}
    for name, joint in joints.items():
        parent, child = (_end(joint, end, name, links) for end in ("parent", "child"))
        if child in above:
            raise ValueError(f"{child}: two joints lead to it, {above[child].get('name')} and {name}")
        above[child] = joint
        below[parent].append(child)
    roots = [name for name in links if name not in above]
    if len(roots) > 1:
        raise ValueError(f"{roots[1]}: no joint leads to it, but the root is {roots[0]} already")
    # From the root along every branch; a link that is never reached hangs in a loop.
    order, waiting = [], roots
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(below[order[-1]])
    reached = set(order)
    if lost := [name for name in links if name not in reached]:
        raise ValueError(f"{lost[0]}: its joints form a loop")
    bodies = [_body(name, links[name], above.get(name), floating) for name in order]
    return Model([body for body in bodies if body])


def _parse(text):
    """The root element of the text, which must be <robot>."""
    if not isinstance(text, str | bytes):
        raise ValueError(f"the URDF must be text, got {type(text).__name__}")
    data = text.encode(errors="replace") if isinstance(text, str) else text
    if len(data) > LIMIT:
        raise ValueError(f"the URDF must not have more than {LIMIT} bytes, got {len(data)}")
    builder, parser = TreeBuilder(), expat.ParserCreate("utf-8" if isinstance(text, str) else None)
    parser.StartElementHandler, parser.EndElementHandler = builder.start, builder.end
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError) as malformed:
        raise ValueError(f"the URDF is not well-formed XML: {malformed}") from malformed
    robot = builder.close()
    if robot.tag != "robot":
        raise ValueError(f"the URDF must be a <robot>, got <{robot.tag}>")
    return robot


def _refuse_doctype(name, *_):
    raise ValueError(f"the URDF must not have a document type (<!DOCTYPE {name}>), nor entities")


def _by_name(robot, tag):
    """The links or joints of the robot by their names."""
    found = {}
    for element in robot.findall(tag):
        name = element.get("name")
        if not name:
            raise ValueError(f"{tag} {len(found) + 1} must have a name")
        if name in found:
            raise ValueError(f"{name}: there is another {tag} with this name")
        found[name] = element
    if tag == "link" and not found:
        raise ValueError("the robot must have a link")
    return found


def _end(joint, end, name, links):
    """The link at the parent's or the child's end of a joint."""
    element = joint.find(end)
    link = None if element is None else element.get("link")
    if link not in links:
        raise ValueError(f"{name}: its {end} must be a link of the robot, got {link!r}")
    return link


def _body(name, link, joint, floating):
    """The body of a link with the joint above it; none for a root that is itself the world."""
    mass, com, inertia = _inertial(name, link)
    if joint is not None:
        R, p = _origin(joint.get("name"), joint)
        return Body(name, _kind(joint), joint.find("parent").get("link"), R, p, mass, com, inertia)
    if name != WORLD:
        return Body(name, Free() if floating else Fixed(), mass=mass, com=com, inertia=inertia)
    if floating or mass:
        raise ValueError(f"{name}: a root with this name must be without mass and fixed")
    return None


def _kind(joint):
    """The joint of a <joint>."""
    name, kind = joint.get("name"), joint.get("type")
    if joint.find("mimic") is not None:
        raise ValueError(f"{name}: a joint that mimics another is not supported")
    if kind in OTHERS:
        return OTHERS[kind]()
    if kind not in HINGES:
        raise ValueError(f"{name}: the type must be one of {', '.join((*HINGES, *OTHERS))}, got {kind!r}")
    axis = _numbers(name, joint, "axis xyz", "1 0 0")
    length = np.linalg.norm(axis)
    if length == 0:
        raise ValueError(f"{name}: the axis must not be zero")
    return HINGES[kind](axis / length)


def _origin(name, element):
    """R and p of the <origin> of a joint or an <inertial>: R = R_z(yaw) R_y(pitch) R_x(roll)."""
    roll, pitch, yaw = _numbers(name, element, "origin rpy", "0 0 0")
    x, y, z = np.eye(3)
    R = rotation(z, yaw) @ rotation(y, pitch) @ rotation(x, roll)
    return R, _numbers(name, element, "origin xyz", "0 0 0")


def _inertial(name, link):
    """Mass, centre of mass and inertia about it, in the axes of the link; zeros when there is none."""
    inertial = link.find("inertial")
    if inertial is None:
        return 0.0, np.zeros(3), np.zeros((3, 3))
    (mass,), (R, com) = _numbers(name, inertial, "mass value", None, 1), _origin(name, inertial)
    xx, xy, xz, yy, yz, zz = (_numbers(name, inertial, f"inertia i{ij}", None, 1)[0]
                              for ij in ("xx", "xy", "xz", "yy", "yz", "zz"))
    return mass, com, R @ [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]] @ R.T


def _numbers(name, element, place, default, count=3):
    """The numbers at "tag attribute" below an element, (count,); a default of None: they must be there."""
    tag, attribute = place.split()
    found = element.find(tag)
    text = default if found is None else found.get(attribute, default)
    try:
        values = [float(word) for word in text.split()]
    except (AttributeError, ValueError):
        values = []
    if len(values) != count or not all(map(math.isfinite, values)):
        wanted = "a finite number" if count == 1 else f"{count} finite numbers"
        raise ValueError(f"{name}: {place} must be {wanted}, got {text!r}")
    return np.array(values)
