"""Models as plain dictionaries of numbers, words and lists, ready for JSON, and back."""

from dataclasses import fields

from .joints import Fixed, Free, Prismatic, Revolute, Spherical
from .model import Body, Model

KINDS = {kind.__name__.lower(): kind for kind in (Fixed, Revolute, Prismatic, Spherical, Free)}
PLAIN = ("name", "parent", "R_PJ", "p_PJ", "mass", "com", "inertia", "armature")


def to_plain(model):
    """The model as a dictionary: {"bodies": [{"name": ..., "joint": {"kind": "free"}, "mass": ..., ...}]}.

    Every field of `Body` is there under its own name, arrays as lists, in SI units.
    """
    return {"bodies": [
        {**{name: _plain(getattr(body, name)) for name in PLAIN},
         "joint": {"kind": type(body.joint).__name__.lower(),
                   **({"axis": _plain(body.joint.axis)} if hasattr(body.joint, "axis") else {})}}
        for body in model.bodies]}


def from_plain(data):
    """The model of a dictionary that `to_plain` made, or that was written like it.

    A ValueError names the body and what is missing, unknown or impossible.
    """
    if not isinstance(data, dict) or not isinstance(data.get("bodies"), list) or len(data) > 1:
        raise ValueError('a model must be a dictionary {"bodies": [...]}')
    return Model([_body(k, entry) for k, entry in enumerate(data["bodies"], start=1)])


def _body(k, entry):
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
        raise ValueError(f"body {k}: it must be a dictionary with a name")
    name, known = entry["name"], {field.name for field in fields(Body)}
    if unknown := entry.keys() - known:
        raise ValueError(f"{name}: there is no field {min(map(str, unknown))!r}")
    joint = entry.get("joint")
    kind = KINDS.get(str(joint.get("kind"))) if isinstance(joint, dict) else None
    if kind is None:
        raise ValueError(f"{name}: its joint must be a dictionary whose kind is one of {', '.join(KINDS)}")
    wanted = ["axis"] if kind in (Revolute, Prismatic) else []
    if joint.keys() != {*wanted, "kind"}:
        raise ValueError(f"{name}: its joint has {' and '.join(['a kind', *wanted])}, and nothing else")
    try:
        made = kind(*(joint[key] for key in wanted))
    except ValueError as reason:
        raise ValueError(f"{name}: {reason}") from reason
    return Body(**{**entry, "joint": made})


def _plain(value):
    return value.tolist() if hasattr(value, "tolist") else value
