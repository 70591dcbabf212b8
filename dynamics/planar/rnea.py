"""Recursive Newton–Euler in the plane: motion goes out from the base, force comes back from the tip.

A planar vector is a complex number x + i y in world axes.  Then `1j*r` is ẑ × r, and the product
`imag(conj(a)*b)` is the scalar a × b.  This is the one place of the package where a complex number
is not available for complex-step differentiation, so q, v and a must be real here; the spatial form
`dynamics.rnea` is open to it.

A recursion that only adds, x_{i+1} = x_i + d_i, is a running sum, and numpy knows it as one: the two
passes below are the running sums `outward` and `inward`.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..checks import as_number, as_real
from .chain import Chain


def cross(a, b):
    """a × b = a_x b_y − a_y b_x, a scalar."""
    return (a.conj() * b).imag


def outward(start, steps):
    """x_1 = start, x_{i+1} = x_i + steps_i: from (..., n) steps to (..., n+1) values, base first."""
    x = np.empty_like(steps, shape=(*steps.shape[:-1], steps.shape[-1] + 1))
    x[..., 0] = 0
    np.add.accumulate(steps, -1, out=x[..., 1:])
    return x + start


def inward(steps, end):
    """x_{n+1} = end, x_i = x_{i+1} + steps_i: the same sum, taken from the tip."""
    return outward(end, steps[..., ::-1])[..., ::-1]


@dataclass(frozen=True, eq=False)
class Passes:
    """All that the two passes find; a field has the leading axes of what it depends on.

    Shapes (..., n) count the links, shapes (..., n+1) the joints and the tip (entry n).  Vectors are
    complex, x + i y, in world axes.  Accelerations carry the gravity trick: with gravity on, each is
    the true one plus g upwards; call with gravity=0 for the motion alone.
    """

    chain: Chain
    w: np.ndarray            # ω_i of link i, rad/s, (..., n)
    alpha: np.ndarray        # α_i of link i, rad/s², (..., n)
    r: np.ndarray            # from joint i to joint i+1, m, complex (..., n)
    r_com: np.ndarray        # from joint i to the centre of mass, m, complex (..., n)
    a_joint: np.ndarray      # acceleration of joint i and of the tip, m/s², complex (..., n+1)
    a_com: np.ndarray        # acceleration of the centre of mass, m/s², complex (..., n)
    f: np.ndarray            # force on link i at joint i; f_{n+1} is the tip force, N, complex (..., n+1)
    mu: np.ndarray           # moment on link i at joint i; μ_{n+1} = 0, N m, real (..., n+1)

    @property
    def inherited(self):
        """The part of a_com that link i only takes over: a_i, of its joint; m/s², complex (..., n)."""
        return self.a_joint[..., :-1]

    @cached_property
    def euler(self):
        """The part of a_com that comes from turning faster, α_i ẑ × r_com; m/s², complex (..., n)."""
        return 1j * self.alpha * self.r_com

    @cached_property
    def centripetal(self):
        """The part of a_com that comes from turning at all, −ω_i² r_com; m/s², complex (..., n)."""
        return -self.w**2 * self.r_com

    @property
    def tau(self):
        """The torque of each motor, τ_i = μ_i, N m, real (..., n)."""
        return self.mu[..., :-1]

    @cached_property
    def p(self):
        """Positions of the joints and the tip, p_{i+1} = p_i + r_i, m, complex (..., n+1)."""
        return outward(0, self.r)

    @cached_property
    def p_com(self):
        """Positions of the centres of mass, m, complex (..., n)."""
        return self.p[..., :-1] + self.r_com

    @cached_property
    def v_joint(self):
        """Velocities of the joints and the tip, v_{i+1} = v_i + ω_i ẑ × r_i, m/s, complex (..., n+1)."""
        return outward(0, 1j * self.w * self.r)

    @cached_property
    def v_com(self):
        """Velocities of the centres of mass, v_i + ω_i ẑ × r_com, m/s, complex (..., n)."""
        return self.v_joint[..., :-1] + 1j * self.w * self.r_com


def rnea(chain, q, v, a, *, gravity=9.81, tip_force=0j):
    """The joint torques for a wanted motion, with everything that is found on the way, as `Passes`.

    outward:  a_{i+1} = a_i + α_i ẑ×r_i − ω_i² r_i
    inward:   f_i = f_{i+1} + m_i a_ci,   μ_i = μ_{i+1} + I_i α_i + r_ci × f_i + (r_i − r_ci) × f_{i+1}

    q, v, a: (..., n), joint angles, rates and accelerations; rad, rad/s, rad/s².
    gravity: scalar or (...), m/s², pulls towards −y; 0 switches it off.
    tip_force: complex scalar or (...), F_x + i F_y in N, exerted BY the gripper ON its surroundings.
    A ValueError names the argument that is complex, not finite or of the wrong shape.

    Luh, Walker and Paul 1980, in the planar form.
    """
    shape = (chain.n,)
    q, v, a = as_real("q", q, shape), as_real("v", v, shape), as_real("a", a, shape)
    gravity, tip_force = as_real("gravity", gravity, ()), as_number("tip_force", tip_force, ())
    return _two_passes(chain, q, v, a, gravity, tip_force)


def _two_passes(chain, q, v, a, gravity, tip_force):
    """`rnea` for arguments that have been checked: arrays of doubles that fit each other."""
    # ω_i = ω_{i−1} + v_i,  α_i = α_{i−1} + a_i
    w, alpha = np.add.accumulate(v, -1), np.add.accumulate(a, -1)
    along = np.exp(1j * np.add.accumulate(q, -1))
    r, r_com = chain.lengths * along, chain.com * along
    # a_{i+1} = a_i + α_i ẑ×r_i − ω_i² r_i.  The base accelerates upwards with g instead of the links
    # being pulled down, so f_i below needs no weight.
    turn = 1j * alpha - w * w  # turn · r = α ẑ×r − ω² r
    a_joint = outward(1j * gravity[..., None], turn * r)
    # a_ci = a_i + α_i ẑ×r_ci − ω_i² r_ci
    a_com = a_joint[..., :-1] + turn * r_com

    # f_i = f_{i+1} + m_i a_ci
    f = inward(chain.masses * a_com, tip_force[..., None])
    # μ_i = μ_{i+1} + I_i α_i + r_ci × f_i + (r_i − r_ci) × f_{i+1}
    mu = inward(chain.inertias * alpha + cross(r_com, f[..., :-1]) + cross(r - r_com, f[..., 1:]), 0)
    return Passes(chain, w, alpha, r, r_com, a_joint, a_com, f, mu)
