"""Checks of what a caller hands in: each raises one sentence that names the thing and the reason."""

from dataclasses import fields

import numpy as np

# How far a length may be from 1, of an axis, a quaternion or a rotation's row: typed to nine decimals or better.
UNIT = 1e-9
# A check that squares what it is handed: 1e200 becomes infinite without a warning, and is refused like that.
large_is_infinite = np.errstate(over="ignore", invalid="ignore")


def as_real(name, value, shape):
    """`value` as a float64 array whose last axes are `shape`; its leading axes are free (a batch).

    A ValueError says which entry is wrong: not a number, not real, not finite, or of another shape.
    """
    value = as_number(name, value, shape)
    if value.dtype.kind == "c":
        raise ValueError(f"{name} must be real, got complex numbers")
    return value


def as_number(name, value, shape):
    """Like `as_real`, but complex numbers pass, and with them the complex step of differentiation.

    Shorter floats and integers become 64-bit floats.  An array of a subclass stays one, so that `opcount` can
    watch what is done with it.
    """
    given = value
    try:
        value = np.asanyarray(value)
    except ValueError as ragged:
        raise ValueError(f"{name} must be an array of numbers, got rows of different lengths") from ragged
    if value.dtype.kind not in "iufc":
        got = "None" if given is None else value.dtype.name
        raise ValueError(f"{name} must be an array of numbers, got {got}")
    value = value.astype(np.result_type(value.dtype, float), copy=False)
    if value.shape[value.ndim - len(shape):] != shape:
        wanted = "".join(f", {n}" for n in shape)
        raise ValueError(f"{name} must have shape (...{wanted}), got {value.shape}")
    if not np.isfinite(value).all():
        at = tuple(int(i) for i in np.argwhere(~np.isfinite(value))[0])
        where = f"{name}[{', '.join(map(str, at))}]" if at else name
        raise ValueError(f"{where} must be finite, got {value[at]}")
    return value


def common_batch(**batches):
    """The shape to which all these batch shapes broadcast, or a ValueError that tells those that do not fit."""
    try:
        return np.broadcast_shapes(*batches.values())
    except ValueError as mismatch:
        shapes = ", ".join(f"{name} {shape}" for name, shape in batches.items() if shape)
        raise ValueError(f"the leading axes do not fit together: {shapes}") from mismatch


def as_positive(name, value, unit=""):
    """`value` as one positive float64, or a ValueError that names the unit it counts."""
    number = as_real(name, value, ())
    if number.shape != () or number <= 0:
        raise ValueError(f"{name} must be one positive number{unit and ' of '}{unit}, got {value}")
    return number[()]


def as_count(name, value):
    """`value` as a whole number from 0, or a ValueError."""
    if not isinstance(value, (int, np.integer)) or value < 0:
        raise ValueError(f"{name} must be a whole number, not negative, got {value}")
    return value


@large_is_infinite
def as_rotation(name, value):
    """`value` as rotations (..., 3, 3), or a ValueError when it is none to nine decimals."""
    R = as_number(name, value, (3, 3))
    if (abs(R.swapaxes(-1, -2) @ R - np.eye(3)) > UNIT).any() or (np.linalg.det(R.real) < 0).any():
        raise ValueError(f"{name} must be a rotation")
    return R


def frozen(array):
    """The same array, which nobody can change any more."""
    array.flags.writeable = False
    return array


class Rebuilt:
    """A frozen dataclass whose copies are built anew, and so are checked: numpy's own copies can be changed."""

    def __reduce__(self):
        return type(self), tuple(getattr(self, field.name) for field in fields(self) if field.init)
