"""How near two numbers must be that were found in two ways."""

import numpy as np

RELATIVE = 1e-10  # to the largest number of the same kind: what another engine's own rounding leaves


def assert_close(ours, theirs, relative=RELATIVE):
    """Differences below 1 count as they are: of a column that ought to vanish only rounding is left."""
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=relative * max(1, np.abs(theirs).max()))
