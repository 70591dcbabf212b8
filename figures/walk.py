"""Figures that walk a recursion along the arm, one link at each press of Next."""

from figures.live import LiveFigure, action
from figures.state import Count


class Walk(LiveFigure):
    """A figure with a `step`: how many links its recursion has done, of three."""

    step = Count(0, bounds=(0, 3), doc="how many links the recursion has done")

    @action()
    def next(self):
        self.step = min(self.step + 1, 3)

    @action()
    def back(self):
        self.step = max(self.step - 1, 0)

    @action()
    def restart(self):
        self.step = 0
