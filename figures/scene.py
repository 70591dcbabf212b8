"""The picture of a figure: plots of named layers, drawn once and then only fed."""

import math
from dataclasses import dataclass

from bokeh.models import FixedTicker, Range1d
from bokeh.plotting import figure

from figures.arrows import Arcs, Arrows
from figures.layers import FONT, painted
from figures.shapes import Bars, Curve, Curves, Dots, Labels, Rods, Trail

__all__ = ["Arcs", "Arrows", "Bars", "Curve", "Curves", "Dots", "Labels", "Rods", "Trail", "View", "scale_for"]


@dataclass(frozen=True)
class View:
    """One plot of a figure: its name, its fixed ranges, its layers from back to front."""

    name: str
    x: tuple
    y: tuple
    layers: tuple
    metric: bool = True  # lengths are shown: one metre is as long across as up
    height: float = 11   # rem, of a view that is not metric
    grid: bool = True    # squares of half a metre, in a metric view

    def plot(self, words):
        """A new Bokeh plot with every layer, empty.  A Bokeh model belongs to one document."""
        plot = figure(name=self.name, tools="", toolbar_location=None, sizing_mode="stretch_both",
                      x_range=Range1d(*self.x, name=f"{self.name}.x"), y_range=Range1d(*self.y), min_border=0,
                      background_fill_alpha=0, border_fill_alpha=0, outline_line_color=None, title=None)
        for axis, grid in zip((plot.xaxis[0], plot.yaxis[0]), (plot.xgrid[0], plot.ygrid[0]), strict=True):
            painted(grid, grid_line_color="rule")
            painted(axis, axis_label_text_color="muted", major_label_text_color="muted",
                    axis_line_color="rule", major_tick_line_color="rule")
            axis.minor_tick_line_color = None
            axis.major_label_text_font_size = axis.axis_label_text_font_size = "13px"
            axis.major_label_text_font = axis.axis_label_text_font = FONT["value"]
            axis.axis_label_text_font_style = "normal"
        if self.metric:
            plot.tags = ["metric"]
            plot.axis.visible = False
            metres = [k / 2 for k in range(-20, 21)]
            plot.grid.ticker = FixedTicker(ticks=metres)
            plot.grid.grid_line_alpha = 0.6
            plot.grid.visible = self.grid
        else:
            plot.xaxis.axis_label, plot.yaxis.axis_label = words["axes"][self.name]
            plot.min_border_left, plot.min_border_right = 48, 18  # graphs in line, the last tick's number whole
            rows = words.get("rows", {}).get(self.name)
            if rows:  # the y axis has names, not numbers
                plot.yaxis.ticker = FixedTicker(ticks=list(range(1, len(rows) + 1)))
                plot.yaxis.major_label_overrides = {k + 1: text for k, text in enumerate(rows)}
                plot.yaxis.major_tick_out = plot.yaxis.major_tick_in = 0
                plot.ygrid.visible = False
        for layer in self.layers:
            layer.draw(plot)
        return plot


def scale_for(largest, room):
    """How much one metre of the picture stands for: the least round number that fits `room` metres.

    `largest` must come from what the sliders set, not from the pose: then a drag never rescales.
    """
    if largest <= 0:
        return 1.0
    need = largest / room
    power = 10.0 ** math.floor(math.log10(need) + 1e-12)
    return next(power * k for k in (1, 1.2, 1.5, 2, 3, 4, 5, 7.5, 10) if power * k >= need * (1 - 1e-12))
