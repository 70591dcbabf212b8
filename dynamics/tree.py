"""All bodies of a tree at once: the steps from which the algorithms are put together.

Inside the algorithms a state is a column.  q is (nq, N), a vector of every body (n, 6, N), a matrix of
every body (n, 6, 6, N): the N states of a batch lie last and side by side, so that one call of numpy
works on a long row of them, and a constant matrix acts from the left as it is printed, `I @ V`.
`over_states` turns what a caller hands in into columns, and the results back.
"""

import math

import numpy as np

from .checks import as_number, common_batch
from .spatial import cross_motion

BLOCK = 256  # states at a time, so that what an algorithm keeps of them still lies in the processor's cache
_CROSS = cross_motion(np.eye(6)).reshape(6, 36).T  # V× is linear in V


def over_states(algorithm, model, **given):
    """The results of an algorithm for a batch of states of any shape.

    algorithm: called as algorithm(model, **columns), returns a tuple of arrays with the states last.
    given: arrays by the name of the algorithm's argument, leading axes a batch; f_ext may be None.
    Returns the same tuple, with the batch first.
    A ValueError names the argument that is wrong, or the batches that do not fit together.
    """
    columns, batch = _columns(model, given)
    count = math.prod(batch)

    def on_block(k):
        return algorithm(model, **{name: x[..., k:k + BLOCK] for name, x in columns.items()})

    results = first = on_block(0)
    if count > BLOCK:
        results = [np.empty((*x.shape[:-1], count), x.dtype) for x in first]
        for k in range(0, count, BLOCK):
            for whole, part in zip(results, on_block(k) if k else first, strict=True):
                whole[..., k:k + BLOCK] = part
    return tuple(states_first(x).reshape(*batch, *x.shape[:-1]) for x in results)


def _columns(model, given):
    """The given arrays, checked, each with every state as a column; and the shape of their common batch."""
    cores = {"q": (model.nq,), "gravity": (3,), "f_ext": (model.n, 6)}
    checked = {}
    for name, value in given.items():
        if name != "f_ext" or value is not None:
            core = cores.setdefault(name, (model.nv,))
            checked[name] = model.check_q(value) if name == "q" else as_number(name, value, core)
    batch = common_batch(**{name: x.shape[:x.ndim - len(cores[name])] for name, x in checked.items()})
    count, dtype = math.prod(batch), np.result_type(*checked.values())
    for name, x in checked.items():
        whole = batch + cores[name]
        x = x if x.shape == whole else np.broadcast_to(x, whole)  # to broadcast costs more than to ask
        checked[name] = states_last(x.reshape(count, *cores[name]).astype(dtype, copy=False))
    return checked, batch


def states_last(x):
    """(N, ...) to (..., N)."""
    return x.transpose(*range(1, x.ndim), 0)


def states_first(x):
    """(..., N) to (N, ...)."""
    return x.transpose(-1, *range(x.ndim - 1))


def transforms(model, q):
    """X_i, motion from the parent of each body to the body: n times (6, 6, N), for q (nq, N)."""
    X = [None] * model.n
    for group in model.groups:
        of_group = group.pieces @ group.weights(q[group.q_at])
        for i, X_i in zip(group.bodies, of_group.reshape(len(of_group), 6, 6, q.shape[-1]), strict=True):
            X[i] = X_i
    return X


def joint_motion(model, v):
    """S_i v_i, what each joint adds to its parent's motion: (n, 6, N), for v (nv, N)."""
    Sv = np.empty((model.n, 6, v.shape[-1]), v.dtype)
    for group in model.groups:
        Sv[group.bodies] = group.S @ v[group.v_at]
    return Sv


def joint_force(model, F):
    """S_iᵀ F_i, the part of each force that the motor feels: (nv, N), for F (n, 6, N)."""
    tau = np.empty((model.nv, F.shape[-1]), F.dtype)
    for group in model.groups:
        tau[group.v_at] = group.S.swapaxes(-1, -2) @ F[group.bodies]
    return tau


def cross(V):
    """V_i ×, for motions; its negative transpose is V_i ×*, for forces: (..., 6, 6, N), for V (..., 6, N)."""
    return (_CROSS @ V).reshape(*V.shape[:-2], 6, 6, V.shape[-1])


def times(X, V):
    """X V, state by state: (..., r, N), for X (..., r, c, N) and V (..., c, N)."""
    return np.einsum("...rcs,...cs->...rs", X, V)


def transposed_times(X, F):
    """Xᵀ F, state by state: (..., c, N), for X (..., r, c, N) and F (..., r, N)."""
    return np.einsum("...rcs,...rs->...cs", X, F)


def outward(model, X, steps, world):
    """x_i = X_i x_p + steps_i, parents first: (n, 6, N), for steps (n, 6, N) and the world's x (6, N)."""
    # The world is the last entry, so that parent −1 finds it.
    x = np.concatenate((steps, world[None]))
    for i, p in enumerate(model.parent):
        x[i] += times(X[i], x[p])
    return x[:-1]


def inward(model, X, steps):
    """x_i = steps_i + Σ_children X_cᵀ x_c, leaves first: (n, 6, N), for steps (n, 6, N)."""
    x = np.concatenate((steps, 0 * steps[:1]))
    for i in reversed(range(model.n)):
        x[model.parent[i]] += transposed_times(X[i], x[i])
    return x[:-1]


def product(A, B):
    """A B, state by state: (..., r, c, N), for A (..., r, k, N) and B (..., k, c, N)."""
    return np.matmul(A, B, axes=[(-3, -2)] * 3)


def carried(X, I):
    """Xᵀ I X, an inertia as the parent feels it: (6, 6, N)."""
    return product(X.swapaxes(0, 1), product(I, X))


def repeated(I, like):
    """A constant of the model in every state, to be worked on: (*I.shape, N), as many and as `like`."""
    return np.repeat(I[..., None], like.shape[-1], -1).astype(like.dtype, copy=False)
