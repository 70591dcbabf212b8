"""What a reader can change: parameters that know their unit and bounds, and refuse in one sentence.

Each kind of parameter has `read(value, name)`, which returns the value in its Python form or raises a
`Refusal`.  The same `read` guards all doors: the constructor, an assignment, the socket, a link.
"""

import math

import numpy as np
import param

from figures.words import words


class Refusal(ValueError):
    """Something that a figure does not accept.  Its text is a sentence of the catalogue."""

    def __init__(self, key, **fields):
        self.key, self.fields = key, fields
        super().__init__(self.sentence("en"))

    def sentence(self, lang):
        fields = {k: shown(v) if k == "value" else v for k, v in self.fields.items()}
        if "unit" in fields:
            fields["unit"] = words(lang)["units"][fields["unit"]]
        return words(lang)["refusals"][self.key].format(**fields)


def shown(value):
    """A refused value, short enough to be read: never more than a line of a hostile message."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "infinity" if value > 0 else "-infinity"
    if isinstance(value, (list, tuple)) and len(value) > 8:
        return f"a list of {len(value)}"
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer of thousands of digits, a list inside itself
        return "something too long to print"
    return text if len(text) <= 60 else text[:57] + "…"


class StateParameter(param.Parameter):
    """A parameter that belongs to a figure's state."""

    __slots__ = ()

    def __init__(self, default, *, doc):
        super().__init__(default, doc=doc)

    def _validate(self, val):
        super()._validate(val)
        self.read(val, self.name or "default")

    def read(self, value, name):
        raise NotImplementedError

    def plain(self, value):
        """The value as JSON has it."""
        return value


class Switch(StateParameter):
    """On or off."""

    __slots__ = ()

    def read(self, value, name):
        if not isinstance(value, bool):
            raise Refusal("not-a-switch", name=name, value=value)
        return value


class Switches(StateParameter):
    """A fixed number of switches."""

    __slots__ = ()

    def __init__(self, default, *, doc):
        super().__init__(tuple(default), doc=doc)

    def read(self, value, name):
        length = len(self.default)
        if (not isinstance(value, (list, tuple)) or len(value) != length
                or not all(isinstance(x, bool) for x in value)):
            raise Refusal("not-switches", name=name, length=length, value=value)
        return tuple(value)

    def plain(self, value):
        return list(value)


class Count(StateParameter):
    """A whole number between two bounds, both allowed."""

    __slots__ = ("bounds",)

    def __init__(self, default, *, bounds, doc):
        self.bounds = bounds
        super().__init__(default, doc=doc)

    def read(self, value, name):
        low, high = self.bounds
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise Refusal("not-a-count", name=name, low=low, high=high, value=value)
        return value


def read_number(x, name, bounds, unit):
    """A finite number between two bounds, as a float."""
    low, high = bounds
    if isinstance(x, bool) or not isinstance(x, (int, float)) or x != x or x in (math.inf, -math.inf):
        raise Refusal("not-a-number", name=name, unit=unit, value=x)
    if not low <= x <= high:
        raise Refusal("out-of-bounds", name=name, unit=unit, value=x, low=f"{low:.4g}", high=f"{high:.4g}")
    return float(x)


class Real(StateParameter):
    """A finite number between two bounds, with a unit.  `step` is what one press of an arrow key adds."""

    __slots__ = ("bounds", "step", "unit")

    def __init__(self, default, *, bounds, unit, step, doc):
        self.bounds, self.unit, self.step = bounds, unit, step
        super().__init__(default, doc=doc)

    def read(self, value, name):
        return read_number(value, name, self.bounds, self.unit)

    def clip(self, value):
        """The nearest allowed value."""
        low, high = self.bounds
        return min(max(value, low), high)


class Vector(StateParameter):
    """A fixed number of finite numbers, each between two bounds, all of one unit.

    `step` is what one press of an arrow key adds.
    """

    __slots__ = ("bounds", "step", "unit")

    def __init__(self, default, *, bounds, unit, step, doc):
        self.bounds, self.unit, self.step = bounds, unit, step
        super().__init__(tuple(default), doc=doc)

    def read(self, value, name):
        length = len(self.default)
        if isinstance(value, np.ndarray):  # a notebook's
            value = value.tolist()
        if not isinstance(value, (list, tuple)) or len(value) != length:
            raise Refusal("not-a-vector", name=name, length=length, unit=self.unit, value=value)
        return tuple(read_number(x, f"{name}[{i}]", self.bounds, self.unit) for i, x in enumerate(value))

    def plain(self, value):
        return list(value)

    def clip(self, value):
        """The nearest allowed value."""
        low, high = self.bounds
        return tuple(min(max(x, low), high) for x in value)


class Word(StateParameter):
    """A short text: the id of something."""

    __slots__ = ()

    def read(self, value, name):
        if not isinstance(value, str):
            raise Refusal("not-a-word", name=name, value=value)
        return value
