"""The two-link arm as it is printed in textbooks, term by term."""

from typing import NamedTuple

import numpy as np

from ..checks import as_real


class TwoLinkTerms(NamedTuple):
    """M: (..., 2, 2), kg m²;  Cv, g and tau = M a + Cv + g: (..., 2), N m."""

    M: np.ndarray
    Cv: np.ndarray
    g: np.ndarray
    tau: np.ndarray


def two_link_closed_form(chain, q, v, a, *, gravity=9.81):
    """The torques of an arm with two links, from the formula that is worked out by hand.

    M_11 = I_1 + I_2 + m_1 c_1² + m_2 (l_1² + c_2² + 2 l_1 c_2 cos q_2)
    M_12 = I_2 + m_2 (c_2² + l_1 c_2 cos q_2),   M_22 = I_2 + m_2 c_2²
    Cv = h (−2 v_1 v_2 − v_2², v_1²) with h = m_2 l_1 c_2 sin q_2

    q, v, a: (..., 2); rad, rad/s, rad/s².  gravity: scalar or (...), m/s².  Returns `TwoLinkTerms`.
    A ValueError says when the chain has not two links.
    Spong, Hutchinson and Vidyasagar 2006, section 7.4.
    """
    if chain.n != 2:
        raise ValueError(f"the closed form is for two links, this chain has {chain.n}")
    (q1, q2), (v1, v2), (a1, a2) = (
        np.moveaxis(as_real(name, x, (2,)), -1, 0) for name, x in (("q", q), ("v", v), ("a", a)))
    gravity = as_real("gravity", gravity, ())
    (l1, _), (m1, m2), (c1, c2), (I1, I2) = chain.lengths, chain.masses, chain.com, chain.inertias

    coupling = m2 * l1 * c2 * np.cos(q2)
    M22 = I2 + m2 * c2**2 + 0 * q2
    M12 = M22 + coupling
    M11 = I1 + m1 * c1**2 + m2 * l1**2 + M22 + 2 * coupling
    h = m2 * l1 * c2 * np.sin(q2)
    Cv1, Cv2 = -h * (2 * v1 * v2 + v2**2), h * v1**2
    g2 = gravity * m2 * c2 * np.cos(q1 + q2)
    g1 = gravity * (m1 * c1 + m2 * l1) * np.cos(q1) + g2

    tau = M11 * a1 + M12 * a2 + Cv1 + g1, M12 * a1 + M22 * a2 + Cv2 + g2
    M = np.stack((np.stack((M11, M12), -1), np.stack((M12, M22), -1)), -2)
    return TwoLinkTerms(M, np.stack((Cv1, Cv2), -1), np.stack((g1, g2), -1), np.stack(tau, -1))
