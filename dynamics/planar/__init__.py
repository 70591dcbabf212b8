"""The planar arm: small enough to see through, and complete."""

from .chain import Chain, three_link, two_link, uniform_rods
from .rnea import Passes, rnea

__all__ = ["Chain", "Passes", "rnea", "three_link", "two_link", "uniform_rods"]
