"""A plot of bars on paper: the same layers as the live plot, on a sheet measured like the arm's picture.

On the screen this plot is drawn when the figure wakes; paper has only this.
"""

from figures.scene import Bars
from figures.words import number

WIDTH, LEFT = 5.2, 0.9  # metres of the sheet, as wide as the arm's; at its left the names of the rows
ROW, FOOT = 0.22, 0.6   # metres for a row, and for the numbers and the name of the axis
SIDES = {"x": ("x", "x0", "x1", "xs", "tx", "start", "end"), "y": ("y", "y0", "y1", "ys", "ty")}


def has_bars(view):
    return any(isinstance(layer, Bars) for layer in view.layers)


class Sheet:
    """Where the numbers of a plot lie on paper, x to the right and y up, in metres."""

    def __init__(self, view, ranges):
        self.x = ranges.get(f"{view.name}.x", view.x)
        self.y = view.y
        self.height = FOOT + ROW * abs(self.y[1] - self.y[0])

    def across(self, x):
        low, high = self.x
        return LEFT + (x - low) / (high - low) * (WIDTH - LEFT - 0.5)

    def up(self, y):
        low, high = self.y
        return FOOT + (y - low) / (high - low) * (self.height - FOOT)

    def place(self, row):
        """A row of a layer, its numbers in metres of the sheet."""
        for columns, to in ((SIDES["x"], self.across), (SIDES["y"], self.up)):
            row = row | {column: [to(n) for n in row[column]] if isinstance(row[column], list) else to(row[column])
                         for column in columns if column in row}
        return row

    def axes(self, words, view):
        """The zero line, the numbers of the axis and the names of the rows: lines and texts, in metres."""
        low, high = self.x
        label, _ = words["axes"][view.name]
        lines = [(self.across(x), FOOT, self.height) for x in (low, 0, high)]
        texts = [(self.across(x), FOOT - 0.17, "middle", number(x, 0)) for x in (low, 0, high)]
        texts.append(((LEFT + WIDTH) / 2, 0.12, "middle", label))
        texts += [(LEFT - 0.1, self.up(k), "end", name) for k, name in enumerate(words["rows"][view.name], 1)]
        return lines, texts
