"""The functions behind every exponential of a rotation, smooth at zero where sin θ/θ is 0/0.

c_0 = cos θ, c_1 = sin θ/θ, c_2 = (1 − cos θ)/θ², c_3 = (θ − sin θ)/θ³, ... are entire functions of
s = θ².  Near zero their series is summed; elsewhere each follows from the one two before it.

Stumpff 1959, Himmelsmechanik I, chapter 5.
"""

from math import factorial

import numpy as np

COUNT = 7   # c_0 to c_6: the second derivative of c_2 needs that many
NEAR = 4.0  # below, the series; above, division by s makes no rounding error larger
TERMS = 13  # the first term left out is 4^13/26! = 2e-19

_SERIES = np.array([[(-1) ** k / factorial(2 * k + n) for n in range(COUNT)] for k in range(TERMS)])


def stumpff(s):
    """The functions c_0 to c_6 of a squared angle.

    c_n(s) = Σ_k (−s)^k / (2k + n)!,   c_n = 1/n! − s c_{n+2},   dc_n/ds = (n c_{n+2} − c_{n+1})/2

    s: (...), rad², its real part not negative.  Returns (..., 7), the last axis is n.
    """
    s = np.asarray(s)[..., None]
    near = s.real < NEAR
    series = np.where(near, s, 0) ** np.arange(TERMS) @ _SERIES
    if near.all():
        return series
    s = np.where(near, NEAR, s)
    c = [np.cos(np.sqrt(s)), np.sin(np.sqrt(s)) / np.sqrt(s)]
    for n in range(COUNT - 2):
        # c_{n+2} = (1/n! − c_n)/s
        c.append((1 / factorial(n) - c[n]) / s)
    return np.where(near, series, np.concatenate(c, -1))
