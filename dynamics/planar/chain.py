"""A planar arm: links in a row, joined by hinges whose axes leave the plane towards the reader.

The arm lies along x when all joint angles are zero; x points right, y up, angles turn anticlockwise.
Joint i turns link i against link i-1, so the absolute angle of link i is q_1 + ... + q_i.
"""

from dataclasses import dataclass, fields

import numpy as np

from ..checks import Rebuilt, as_real, frozen


@dataclass(frozen=True, eq=False)
class Chain(Rebuilt):
    """The links of a planar arm, from base to tip; every field has shape (n,) and cannot be changed.

    A ValueError names the first link that no arm can have.
    """

    lengths: np.ndarray   # l_i, from joint i to joint i+1, m
    masses: np.ndarray    # m_i, kg
    com: np.ndarray       # c_i, from joint i to the centre of mass, along the link, m
    inertias: np.ndarray  # I_i, about the centre of mass (not about the joint), kg m²

    def __post_init__(self):
        n = np.size(self.lengths)
        if n == 0:
            raise ValueError("a chain needs at least one link")
        for field in fields(self):
            value = as_real(field.name, np.atleast_1d(getattr(self, field.name)), (n,))
            if value.ndim != 1:
                raise ValueError(f"{field.name} must have shape ({n},), got {value.shape}")
            object.__setattr__(self, field.name, frozen(np.array(value, float)))
        for i in range(n):
            if self.lengths[i] <= 0:
                raise ValueError(f"link {i + 1} must have a positive length, got {self.lengths[i]} m")
            if self.masses[i] <= 0:
                raise ValueError(f"link {i + 1} must have a positive mass, got {self.masses[i]} kg")
            if self.inertias[i] < 0:
                raise ValueError(f"link {i + 1} cannot have a negative inertia, got {self.inertias[i]} kg m²")

    @property
    def n(self):
        """The number of links, which is the number of joints."""
        return len(self.lengths)


def uniform_rods(lengths, density):
    """A chain of thin uniform rods: m = density·l, the centre of mass in the middle, I = m l²/12.

    lengths: (n,), m.  density: mass per length, kg/m.
    """
    lengths = as_real("lengths", lengths, np.shape(lengths))
    masses = density * lengths
    return Chain(lengths, masses, lengths / 2, masses * lengths**2 / 12)


def three_link():
    """The arm of the book: rods of 1.0, 0.8 and 0.5 m with 2 kg/m."""
    return uniform_rods((1.0, 0.8, 0.5), density=2.0)


def two_link():
    """The first two rods of the arm of the book, for the closed form that fits on a line."""
    return uniform_rods((1.0, 0.8), density=2.0)
