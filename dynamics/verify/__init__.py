"""The verification report: identities that have to hold, run on named and random mechanisms.

`python -m dynamics.verify` prints every residual beside its bound and fails when one is too large.
A check is one function in this folder that yields its cases; `registry` says how.
"""

from . import calculus, trees
from .registry import CHECKS, Row, check, run

__all__ = ["CHECKS", "Row", "calculus", "check", "run", "trees"]
