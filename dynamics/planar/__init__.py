"""The planar arm: small enough to see through, and complete."""

from .chain import Chain, three_link, two_link, uniform_rods
from .closed_form import TwoLinkTerms, two_link_closed_form
from .energy import Energy, energy
from .forward import forward_dynamics, mass_matrix
from .jacobian import tip_jacobian
from .lagrange import LagrangeTerms, lagrange
from .rnea import Passes, rnea
from .simulate import Motion, rk4_step, semi_implicit_step, simulate

__all__ = [
    "Chain", "Energy", "LagrangeTerms", "Motion", "Passes", "TwoLinkTerms", "energy", "forward_dynamics",
    "lagrange", "mass_matrix", "rk4_step", "rnea", "semi_implicit_step", "simulate", "three_link", "tip_jacobian",
    "two_link", "two_link_closed_form", "uniform_rods",
]
