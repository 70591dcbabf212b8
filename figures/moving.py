"""Figures that move by themselves: time, too, is a function of the state.

`advance` takes the state some steps on and says on the way what the picture showed: samples, each a state
and the parts of a frame that change.  The browser plays them at the display's rate and asks for more in
time; whoever asks from the same state gets the same samples, from a cache.
"""

from figures.live import LiveFigure, action
from figures.state import Count, Real

MOST_STEPS = 32  # a request must not hold up the others: some ten milliseconds
SECONDS = Real(0.1, bounds=(0, 1), unit="s", step=0.1, doc="how far, of the time in the figure")
SAMPLES = Count(6, bounds=(1, 60), doc="how many pictures on the way")


class MovingFigure(LiveFigure):
    """A figure with a `time`.  A subclass has `move(seconds, count)`, and may end itself in `over`."""

    samples = ()

    def move(self, seconds, count):
        """Change the state to `seconds` later, at most MOST_STEPS steps, and return `count` samples."""
        raise NotImplementedError

    @action(cached=True, seconds=SECONDS, samples=SAMPLES)
    def advance(self, seconds, samples):
        """Let time go on."""
        self.samples = self.move(seconds, samples)

    @action()
    def again(self):
        """Back to time zero, at the pose that was set."""
        raise NotImplementedError
