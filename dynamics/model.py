"""A mechanism: a tree of bodies, each hung on its parent by a joint.  Checked once, then never changed."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from . import tree
from .checks import UNIT, Rebuilt, as_number, as_real, as_rotation, frozen, large_is_infinite
from .joints import Joint
from .spatial import motion_transform, spatial_inertia

WORLD = "world"
ROUNDING = 1e-9  # of the trace: how far the rounding of a printed inertia may carry it past its limits


@dataclass(frozen=True, eq=False)
class Body(Rebuilt):
    """One body: what it hangs on and how, and its inertia.

    The joint's frame J stands still in the parent P; the body's frame B moves against J by the joint and
    lies on J when the joint is neutral.  A body without mass is a frame: it carries others, or is fixed.
    A ValueError names the body and why there can be none like it.
    """

    name: str
    joint: Joint
    parent: str = WORLD
    R_PJ: np.ndarray = ((1, 0, 0), (0, 1, 0), (0, 0, 1))     # maps J coordinates to P
    p_PJ: np.ndarray = (0, 0, 0)                             # origin of J in P, m
    mass: float = 0.0                                        # kg
    com: np.ndarray = (0, 0, 0)                              # centre of mass in B, m
    inertia: np.ndarray = ((0, 0, 0), (0, 0, 0), (0, 0, 0))  # about the centre of mass, B axes, kg m²
    armature: float = 0.0  # inertia of the motors' rotors, felt by each rate of the joint, kg m² or kg

    def __post_init__(self):
        if not isinstance(self.name, str) or not self.name:
            raise ValueError(f"a body must have a name, got {self.name!r}")
        if not isinstance(self.joint, Joint):
            raise ValueError(f"{self.name}: its joint must be Fixed(), Revolute(axis), …, got {self.joint!r}")
        if not isinstance(self.parent, str):
            raise ValueError(f"{self.name}: its parent must be a name, got {self.parent!r}")
        for name, shape in (("R_PJ", (3, 3)), ("p_PJ", (3,)), ("mass", ()), ("com", (3,)),
                            ("inertia", (3, 3)), ("armature", ())):
            value = as_real(f"{self.name}: {name}", getattr(self, name), shape)
            if value.shape != shape:
                raise ValueError(f"{self.name}: {name} must have shape {shape}, got {value.shape}")
            object.__setattr__(self, name, frozen(np.array(value)) if shape else value.item())
        as_rotation(f"{self.name}: R_PJ", self.R_PJ)
        if reason := self._impossible():
            raise ValueError(f"{self.name}: {reason}")

    @large_is_infinite
    def _impossible(self):
        """Why there is no such body, or None."""
        I = self.inertia
        if not np.isfinite(spatial_inertia(self.mass, self.com, I).sum()):
            return "mass, com and inertia are too large to be worked with"
        if self.mass < 0:
            return f"the mass must be positive, got {self.mass} kg"
        if self.armature < 0:
            return f"the armature cannot be negative, got {self.armature}"
        if self.mass == 0 and I.any():
            return "a body without mass cannot have an inertia"
        slack = ROUNDING * abs(np.trace(I))
        if abs(I - I.T).max() > slack:
            return "the inertia must be symmetric"
        moments = np.linalg.eigvalsh(I)
        if moments[0] < -slack:
            return f"the inertia must not be negative about any axis, got principal moments {moments}"
        if moments[2] > moments[0] + moments[1] + slack:
            return ("no principal moment can be larger than the sum of the other two (triangle inequality), "
                    f"got {moments}")
        return None


@dataclass(frozen=True, eq=False)
class Model(Rebuilt):
    """A tree of bodies, every parent before its children; -1 is the world.

    A ValueError names the body whose place in the tree is impossible.
    """

    bodies: tuple[Body, ...]
    parent: tuple[int, ...] = field(init=False, repr=False)   # index of each body's parent
    q_of: tuple[slice, ...] = field(init=False, repr=False)   # where each joint's coordinates lie in q
    v_of: tuple[slice, ...] = field(init=False, repr=False)   # where its rates lie in v, a and tau
    I: np.ndarray = field(init=False, repr=False)             # spatial inertias, (n, 6, 6)
    armature: np.ndarray = field(init=False, repr=False)      # rotor inertia felt by each rate, (nv,)
    groups: tuple["Group", ...] = field(init=False, repr=False)

    def __post_init__(self):
        bodies = _in_a_row(self.bodies)
        q_end, v_end = (np.cumsum([0, *(getattr(b.joint, n) for b in bodies)]).tolist() for n in ("nq", "nv"))
        for name, value in {
            "bodies": bodies,
            "parent": _parents(bodies),
            "q_of": tuple(map(slice, q_end, q_end[1:])),
            "v_of": tuple(map(slice, v_end, v_end[1:])),
            "I": frozen(np.array([spatial_inertia(b.mass, b.com, b.inertia) for b in bodies])),
            "armature": frozen(np.repeat([b.armature for b in bodies], [b.joint.nv for b in bodies])),
            "groups": tuple(Group(bodies, kind, q_end, v_end) for kind in {type(b.joint): 0 for b in bodies}),
        }.items():
            object.__setattr__(self, name, value)
        self._check_that_every_joint_moves_mass()

    def _check_that_every_joint_moves_mass(self):
        carried = [body.mass for body in self.bodies]
        for i, body in reversed(list(enumerate(self.bodies))):
            if body.joint.nv and carried[i] == body.armature == 0:
                raise ValueError(f"{body.name}: its joint moves no mass, the mass matrix would be singular")
            if self.parent[i] >= 0:
                carried[self.parent[i]] += carried[i]

    @property
    def n(self):
        """The number of bodies."""
        return len(self.bodies)

    @property
    def nq(self):
        """The number of coordinates in q."""
        return self.q_of[-1].stop

    @property
    def nv(self):
        """The number of rates in v, of accelerations in a and of forces in tau."""
        return self.v_of[-1].stop

    def index(self, name):
        """The index of a body by its name; a ValueError lists the names there are."""
        for i, body in enumerate(self.bodies):
            if body.name == name:
                return i
        raise ValueError(f"there is no body {name!r}; there are {', '.join(b.name for b in self.bodies)}")

    @large_is_infinite
    def check_q(self, q, name="q"):
        """q as an array (..., nq), or a ValueError that names the entry, or the body and its quaternion."""
        q = as_number(name, q, (self.nq,))
        for body, part in zip(self.bodies, self.q_of, strict=True):
            if body.joint.nq > body.joint.nv:
                lengths = np.linalg.norm(q[..., part][..., :4].real, axis=-1)
                if (wrong := abs(lengths - 1) > UNIT).any():
                    raise ValueError(f"{body.name}: its quaternion must have length 1, "
                                     f"got {lengths[wrong].flat[0]:.9g}")
        return q

    def transforms(self, q):
        """X[i] maps motion vectors from the parent of body i to body i; (n, ..., 6, 6).

        q: (..., nq), as `check_q` returns it.
        """
        X = np.stack(tree.transforms(self, q.reshape(math.prod(q.shape[:-1]), self.nq).T))
        return np.moveaxis(X, -1, 1).reshape(self.n, *q.shape[:-1], 6, 6)


class Group:
    """The bodies of a model whose joints are of one kind, side by side: k of them."""

    def __init__(self, bodies, kind, q_start, v_start):
        at = [i for i, body in enumerate(bodies) if type(body.joint) is kind]
        self.bodies = frozen(np.array(at))                                       # their indices, (k,)
        self.q_at = frozen(np.array(q_start)[at][:, None] + np.arange(kind.nq))  # their entries of q, (k, nq)
        self.v_at = frozen(np.array(v_start)[at][:, None] + np.arange(kind.nv))  # and of v, (k, nv)
        self.S = frozen(np.array([bodies[i].joint.S for i in at]))               # their subspaces, (k, 6, nv)
        # X_i = Σ weights_k(q) pieces_k X_JP, flattened so that it is one product, (k, 36, m)
        self.pieces = frozen(np.array([
            (bodies[i].joint.pieces @ motion_transform(bodies[i].R_PJ, bodies[i].p_PJ)).reshape(-1, 36).T
            for i in at]))
        self.weights = kind.weights


def _in_a_row(bodies):
    """The bodies as a tuple, or a ValueError when there are none, or other things among them."""
    if not isinstance(bodies, Iterable):
        raise ValueError(f"a model is made of a row of bodies, got {type(bodies).__name__}")
    if not (bodies := tuple(bodies)):
        raise ValueError("a model needs at least one body")
    for body in bodies:
        if not isinstance(body, Body):
            raise ValueError(f"a model is made of bodies, got {type(body).__name__}")
    return bodies


def _parents(bodies):
    """The index of each body's parent, or a ValueError that names the body that has none before it."""
    seen = {WORLD: -1}
    parent = []
    for i, body in enumerate(bodies):
        if body.name in seen:
            raise ValueError(f"{body.name}: there is another body with this name")
        if body.parent not in seen:
            where = "comes after it" if body.parent in {b.name for b in bodies} else "is not in the model"
            raise ValueError(f"{body.name}: its parent {body.parent!r} {where}")
        parent.append(seen[body.parent])
        seen[body.name] = i
    return tuple(parent)
