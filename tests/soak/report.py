"""What a row of the soak says: what was tried, what was measured, what was promised, and whether it held."""

import math
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Measure:
    """One number beside its bounds; without any it only tells the number.

    timed: the bound supposes two free processors.
    """

    what: str
    value: float
    at_most: float | None = None
    at_least: float | None = None
    timed: bool = False

    @property
    def held(self):
        return ((self.at_most is None or self.value <= self.at_most)
                and (self.at_least is None or self.value >= self.at_least))

    def text(self):
        bounds = [f"{sign} {bound:g}" for sign, bound in (("≤", self.at_most), ("≥", self.at_least))
                  if bound is not None]
        bound = f" ({'' if self.held else 'NOT '}{', '.join(bounds)})" if bounds else ""
        return f"{self.what} {self.value:.4g}{bound}"


@dataclass(frozen=True)
class Row:
    """A test of the table."""

    name: str
    measures: tuple

    @property
    def held(self):
        return all(measure.held for measure in self.measures)

    @property
    def right(self):
        """Did all hold that does not depend on how busy the machine is?"""
        return all(measure.held or measure.timed for measure in self.measures)

    def plus(self, measure):
        return Row(self.name, (*self.measures, measure))

    def text(self):
        return f"{'held' if self.held else 'FAILED':7} {self.name}: " + "; ".join(m.text() for m in self.measures)

    def json(self):
        return {"name": self.name, "held": self.held, "measures": [asdict(m) for m in self.measures]}


def p95(values):
    return sorted(values)[math.ceil(0.95 * len(values)) - 1]
