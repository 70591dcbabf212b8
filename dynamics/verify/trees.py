"""Checks of inverse and forward dynamics: each algorithm against another that shares little with it."""

import numpy as np

from .. import builders, planar
from ..aba import aba
from ..common_frame import common_frame
from ..configuration import random_configuration
from ..crba import coupling, crba, mass_by_rnea, mass_matrix
from ..factor import ltdl, rate_parents, solve_ltdl
from ..forward import forward_dynamics
from ..kinematics import body_jacobians
from ..rnea import bias, rnea
from .registry import check

ROUNDING = 1e-12  # of the largest number: some hundred operations of double precision
SOLVED = 1e-9     # the same after solving with M, whose condition number reaches a thousand and more
STATES = 10       # of each mechanism
DOWN = (0.0, -9.81, 0.0)


def mechanisms(rng):
    """The mechanisms of the book by name, and random trees with every kind of joint."""
    for name in ("two_link", "three_link", "slider_on_turntable", "branching", "star", "floating_two_joint"):
        yield name, getattr(builders, name)()
    for k in range(5):
        yield f"random tree {k}", builders.random_tree(rng, 8, floating=bool(k % 2), armature=0.1)


def states(rng):
    """Each mechanism with random states q, v, x; x stands for accelerations or joint forces."""
    for name, model in mechanisms(rng):
        v, x = rng.normal(size=(2, STATES, model.nv))
        yield name, model, random_configuration(model, rng, (STATES,)), v, x


@check("RNEA and M of two links = closed form", ROUNDING)
def two_links(rng):
    chain = planar.two_link()
    model, (q, v, a) = builders.planar_arm(chain), rng.uniform(-3, 3, (3, STATES, 2))
    printed = planar.two_link_closed_form(chain, q, v, a)
    yield "tau by RNEA", rnea(model, q, v, a, gravity=DOWN).tau, printed.tau
    yield "M by CRBA", mass_matrix(model, q), printed.M
    yield "tau in the plane", planar.rnea(chain, q, v, a).tau, printed.tau


@check("RNEA of three links = Lagrange", ROUNDING)
def three_links(rng):
    chain, (q, v, a) = planar.three_link(), rng.uniform(-3, 3, (3, STATES, 3))
    terms = planar.lagrange(chain, q, v, a)
    yield "tau in space", rnea(builders.planar_arm(chain), q, v, a, gravity=DOWN).tau, terms.tau
    yield "tau in the plane", planar.rnea(chain, q, v, a).tau, terms.tau


@check("M by composite bodies = M by unit accelerations", ROUNDING)
def mass_two_ways(rng):
    for name, model, q, _, _ in states(rng):
        yield name, mass_matrix(model, q), mass_by_rnea(model, q)


@check("M is zero across branches", 0)
def zeros_across_branches(rng):
    for name, model, q, _, _ in states(rng):
        yield name, mass_matrix(model, q)[:, ~coupling(model)], 0


@check("vᵀ M v = Σ Vᵀ I V + armature", ROUNDING)
def kinetic_energy(rng):
    for name, model, q, v, _ in states(rng):
        V = rnea(model, q, v, 0 * v).V
        bodies = np.einsum("snr,nrc,snc->s", V, model.I, V) + (model.armature * v**2).sum(-1)
        yield name, np.einsum("si,sij,sj->s", v, mass_matrix(model, q), v), bodies


@check("RNEA = M a + c", ROUNDING)
def equation_of_motion(rng):
    for name, model, q, v, a in states(rng):
        yield name, rnea(model, q, v, a).tau, np.matvec(mass_matrix(model, q), a) + bias(model, q, v)


@check("RNEA(ABA(tau)) = tau", SOLVED)
def inverse_after_forward(rng):
    for name, model, q, v, tau in states(rng):
        yield name, rnea(model, q, v, aba(model, q, v, tau).a).tau, tau


@check("M a + c − tau = 0 by Cholesky", SOLVED)
def residual_of_forward(rng):
    for name, model, q, v, tau in states(rng):
        yield name, forward_dynamics(model, q, v, tau).residual, 0


@check("ABA = Cholesky", SOLVED)
def forward_two_ways(rng):
    for name, model, q, v, tau in states(rng):
        yield name, aba(model, q, v, tau).a, forward_dynamics(model, q, v, tau).a


@check("Lᵀ D L = M, without fill-in", ROUNDING)
def factor_along_the_tree(rng):
    for name, model, q, _, b in states(rng):
        M = mass_matrix(model, q)
        factors = ltdl(M, rate_parents(model))
        L, D = factors.L, factors.D
        yield name, L.swapaxes(-1, -2) * D[:, None] @ L, M
        yield f"{name}, zeros of L", L[:, ~coupling(model)], 0
        yield f"{name}, solved", np.matvec(M, solve_ltdl(factors, b)), b


@check("common frame = body frames", ROUNDING)
def two_frames(rng):
    for name, model, q, v, a in states(rng):
        common, body, composite = common_frame(model, q, v, a), rnea(model, q, v, a), crba(model, q)
        yield f"{name}, velocity", common.cvel, np.matvec(common.X_CB, body.V)
        yield f"{name}, force", common.cfrc, np.vecmat(body.F, common.X_BC)
        yield f"{name}, M", common.M, composite.M


@check("held forces = −Σ Jᵀ f", ROUNDING)
def statics(rng):
    for name, model, q, _, _ in states(rng):
        f_ext, still = rng.normal(size=(STATES, model.n, 6)), np.zeros(model.nv)
        held = rnea(model, q, still, still, gravity=np.zeros(3), f_ext=f_ext).tau
        yield name, held, -np.einsum("snrj,snr->sj", body_jacobians(model, q), f_ext)
