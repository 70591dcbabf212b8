"""What the surroundings do to a mechanism: forces given in the world, brought to the bodies they act on."""

import numpy as np

from .checks import as_number, common_batch
from .kinematics import placements


def world_force(model, q, body, point, force, *, couple=(0.0, 0.0, 0.0)):
    """The `f_ext` of a force at a point of one body, and a couple, both given in world axes.

    f_B = R_BW f,   t_B = point × f_B + R_BW couple,   f_ext of the body = (t_B, f_B), of all others zero

    q: (..., nq).  body: its name.  point: (..., 3), body axes, from the body's origin, m.
    force: (..., 3), world axes, N.  couple: (..., 3), world axes, N m.
    Returns (..., n, 6), to be added to others and handed to `rnea`, `aba` and their kin.
    A ValueError names the argument that is wrong, or the body that there is not.
    Featherstone 2008, section 2.5.
    """
    i, R_WB = model.index(body), placements(model, q).R
    point, force, couple = (as_number(name, x, (3,)) for name, x in
                            (("point", point), ("force", force), ("couple", couple)))
    common_batch(q=R_WB.shape[:-3], point=point.shape[:-1], force=force.shape[:-1], couple=couple.shape[:-1])
    # R_BW f = fᵀ R_WB
    f = np.vecmat(force, R_WB[..., i, :, :])
    t = np.linalg.cross(point, f) + np.vecmat(couple, R_WB[..., i, :, :])
    wrench = np.concatenate(np.broadcast_arrays(t, f), -1)
    return wrench[..., None, :] * (np.arange(model.n) == i)[:, None]

