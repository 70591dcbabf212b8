"""Rigid-body dynamics in numpy: pure functions of arrays, in the conventions of Featherstone's book.

The arm in the plane    planar, opcount
A mechanism             model, joints, builders, urdf, plain, configuration
Its motion              kinematics, ik, integrators, control
Its forces              rnea, crba, aba, forward, derivatives, surroundings, common_frame
Matrices taken apart    factor, elimination
Vectors and turns       spatial, lie, quaternion, stumpff
Beneath and beside      tree, checks, verify

A module is loaded when it is first asked for, `dynamics.rnea.rnea(...)`.  Names and conventions are in
`notation.md`.
"""

from importlib import import_module

__all__ = [
    "aba", "builders", "checks", "common_frame", "configuration", "control", "crba", "derivatives", "elimination",
    "factor", "forward", "ik", "integrators", "joints", "kinematics", "lie", "model", "opcount", "plain", "planar",
    "quaternion", "rnea", "spatial", "stumpff", "surroundings", "tree", "urdf", "verify",
]


def __getattr__(name):
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"there is no module {name!r} in dynamics")


def __dir__():
    return __all__
