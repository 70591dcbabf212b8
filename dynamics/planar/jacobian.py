"""How the tip of the planar arm moves with its joints."""

import numpy as np

from ..checks import as_real
from .rnea import inward


def tip_jacobian(chain, q):
    """The tip's velocity for a unit rate of each joint: J_j = ẑ × (p_tip − p_j), so v_tip = Σ J_j v_j.

    q: (..., n), rad.  Returns complex (..., n), m, in world axes.
    A tip force F on the surroundings costs the torques JᵀF, here `(J.conj() * F).real`.
    A ValueError says when q is not real, not finite or of the wrong shape.
    """
    q = as_real("q", q, (chain.n,))
    # p_tip − p_j = Σ_{i≥j} r_i
    return 1j * inward(chain.lengths * np.exp(1j * q.cumsum(-1)), 0)[..., :-1]
