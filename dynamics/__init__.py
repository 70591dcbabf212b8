"""Rigid-body dynamics in numpy: pure functions of arrays, in the conventions of Featherstone's book.

`dynamics.planar` is the arm in the plane, complete in itself.  The rest is for trees in space: `spatial`
vectors, `joints`, the `model` of a mechanism, `builders` of the book's mechanisms, `configuration`, and
one module an algorithm.  Names and conventions are in `notation.md`.
"""

from . import builders, configuration, joints, model, planar, rnea, spatial

__all__ = ["builders", "configuration", "joints", "model", "planar", "rnea", "spatial"]
