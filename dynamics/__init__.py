"""Rigid-body dynamics in numpy: pure functions of arrays, in the conventions of Featherstone's book.

`dynamics.planar` is the arm in the plane; the names and conventions are in `notation.md`.
"""

from . import planar

__all__ = ["planar"]
