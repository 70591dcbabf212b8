"""The picture of a figure: named layers, each one Bokeh ColumnDataSource, drawn once and then only fed.

A layer says what it looks like: its role in the palette, the term of the formula that it shows, its
dash and head.  A frame says what is in it: columns of numbers.  The browser feeds the columns to the
source of the same name, repaints by `tags=["ink:line_color=euler"]` when the theme changes, and
thickens the models tagged `term:euler` while the reader points at that term.
"""

import cmath
import math
from dataclasses import dataclass

from bokeh.core.properties import value
from bokeh.models import (
    Arrow,
    ColumnDataSource,
    FixedTicker,
    HBar,
    Line,
    MultiLine,
    NormalHead,
    OpenHead,
    Range1d,
    Scatter,
    Segment,
    Text,
    VeeHead,
)
from bokeh.plotting import figure

from figures.theme import ink

FONT = value("system-ui, sans-serif")  # a bare text would name a column
HEADS = {"normal": NormalHead, "vee": VeeHead, "open": OpenHead}
SHORTEST = 0.012  # metres on the picture: an arrow that would be shorter than its own line is wide
NAMED = 0.1       # metres: a name is longer than a shorter arrow
PALE = 0.25      # of an arrow that belongs to an earlier step


def painted(model, term=None, **roles):
    """Give a Bokeh model colours by role, in the light theme, and the tags to repaint it by."""
    for attribute, role in roles.items():
        setattr(model, attribute, ink(role))
    model.tags = [f"ink:{attribute}={role}" for attribute, role in roles.items()]
    if term:
        model.tags.append(f"term:{term}")
    return model


@dataclass(frozen=True)
class Layer:
    """What all layers have: a name, a role in the palette, and the term of a formula that it shows."""

    name: str
    role: str
    term: str | None = None

    columns = ()

    def source(self):
        return ColumnDataSource({column: [] for column in self.columns}, name=self.name)

    def draw(self, plot):
        """Add the layer's glyphs to a plot, empty."""
        raise NotImplementedError

    def rows(self, rows):
        """Columns from a sequence of rows."""
        return dict(zip(self.columns, map(list, zip(*rows, strict=True)), strict=True)) if rows else {
            column: [] for column in self.columns}

    def label(self, plot, source):
        """The short name beside an arrow, on a patch of paper: it may lie over a rod."""
        text = Text(x="tx", y="ty", text="text", text_font=FONT, text_font_size="14px",
                    text_font_style="bold", text_align="center", text_baseline="middle",
                    background_fill_alpha=0.75, padding=1, border_radius=3)
        plot.add_glyph(source, painted(text, text_color=self.role, background_fill_color="surface"))


@dataclass(frozen=True)
class Arrows(Layer):
    """Straight arrows, each with a short name beside its middle."""

    dash: str | tuple = "solid"
    head: str = "normal"
    width: float = 3

    columns = ("x0", "y0", "x1", "y1", "tx", "ty", "text", "alpha")

    def draw(self, plot):
        source = self.source()
        plot.add_layout(arrow(self, source, self.head, self.dash))
        self.label(plot, source)

    def data(self, *arrows):
        """Columns from `(tail, vector, text)`, complex metres on the picture; no arrow for a zero.

        The name lies beyond the tip; with a fourth entry, a point, beside the arrow on the side that looks
        away from it.  An arrow without a name is one that stays from an earlier step, and pale.
        """
        rows = []
        for tail, vector, text, *away in arrows:
            length = abs(vector)
            if length < SHORTEST:
                continue
            tip = tail + vector
            start, out = tip, vector / length
            if away:
                start, out = tail + 0.55 * vector, 1j * out
                if (out.conjugate() * (start - away[0])).real < 0:
                    out = -out
            # Words are wider than high: to the side they need more room.
            at = start + out * (0.13 + 0.045 * len(text) * abs(out.real))
            shown = text if length > NAMED else ""
            rows.append((tail.real, tail.imag, tip.real, tip.imag, at.real, at.imag, shown, alpha(text)))
        return self.rows(rows)


def arrow(layer, source, head, dash):
    """Bokeh's arrow along x0, y0 – x1, y1 of a source, in the layer's colour and width."""
    # An open head has no area to fill.
    inks = {"line_color": layer.role} | ({} if head == "open" else {"fill_color": layer.role})
    end = HEADS[head](size=5 + 2.5 * layer.width, line_width=min(layer.width, 2), line_alpha="alpha")
    if head != "open":
        end.fill_alpha = "alpha"
    return painted(Arrow(end=painted(end, **inks), source=source, x_start="x0", y_start="y0", x_end="x1",
                         y_end="y1", line_width=layer.width, line_dash=dash, line_alpha="alpha"),
                   layer.term, line_color=layer.role)


def alpha(text):
    return 1.0 if text else PALE


@dataclass(frozen=True)
class Arcs(Layer):
    """Curved arrows about a point: turning, or a moment.  Counter-clockwise is positive."""

    radius: float = 0.22
    width: float = 2.5
    dash: str | tuple = "solid"

    columns = ("xs", "ys", "x0", "y0", "x1", "y1", "tx", "ty", "text", "alpha")
    FEWEST, MOST = 0.15, 5.2  # radians swept: below this nothing is drawn, above it the arc would close

    def draw(self, plot):
        source = self.source()
        line = MultiLine(xs="xs", ys="ys", line_width=self.width, line_dash=self.dash, line_alpha="alpha")
        plot.add_glyph(source, painted(line, self.term, line_color=self.role))
        plot.add_layout(arrow(self, source, "vee", "solid"))
        self.label(plot, source)

    def data(self, *arcs):
        """Columns from `(centre, start, sweep, text)`: radians; the sign of the sweep is the sense."""
        rows = []
        for centre, start, sweep, text in arcs:
            if abs(sweep) < self.FEWEST:
                continue
            sweep = max(-self.MOST, min(self.MOST, sweep))
            count = 4 + int(6 * abs(sweep))
            points = [centre + cmath.rect(self.radius, start + sweep * k / count) for k in range(count + 1)]
            before, tip = points[-2], points[-1]
            beside = centre + cmath.rect(self.radius + 0.13, start + 0.5 * sweep)
            rows.append(([p.real for p in points], [p.imag for p in points],
                         before.real, before.imag, tip.real, tip.imag, beside.real, beside.imag,
                         text, alpha(text)))
        return self.rows(rows)


@dataclass(frozen=True)
class Rods(Layer):
    """Bodies: thick lines with round ends."""

    width: float = 14

    columns = ("x0", "y0", "x1", "y1")

    def draw(self, plot):
        rod = Segment(x0="x0", y0="y0", x1="x1", y1="y1", line_width=self.width, line_cap="round")
        plot.add_glyph(self.source(), painted(rod, self.term, line_color=self.role))

    def data(self, *rods):
        """Columns from `(start, end)`, complex metres."""
        return self.rows([(a.real, a.imag, b.real, b.imag) for a, b in rods])


@dataclass(frozen=True)
class Dots(Layer):
    """Marks: a joint, a centre of mass."""

    marker: str = "circle"
    size: float = 9
    fill: str = "paper"

    columns = ("x", "y")

    def draw(self, plot):
        dot = Scatter(x="x", y="y", marker=self.marker, size=self.size, line_width=2)
        plot.add_glyph(self.source(), painted(dot, self.term, line_color=self.role, fill_color=self.fill))

    def data(self, *points):
        return self.rows([(p.real, p.imag) for p in points])


@dataclass(frozen=True)
class Bars(Layer):
    """Horizontal bars, one a row of the plot, with the number at its end."""

    height: float = 0.56
    gap: int = 6  # pixels from the bar's end to its number

    marker = "bar"  # of the legend
    columns = ("y", "start", "end", "text", "align", "offset")

    def draw(self, plot):
        source = self.source()
        bar = HBar(y="y", left="start", right="end", height=self.height)
        plot.add_glyph(source, painted(bar, self.term, fill_color=self.role, line_color=self.role))
        text = Text(x="end", y="y", text="text", text_align="align", x_offset="offset", text_font=FONT,
                    text_font_size="14px", text_baseline="middle")
        plot.add_glyph(source, painted(text, text_color="ink"))

    def data(self, *bars):
        """Columns from `(row, length, text)`, from zero, or with a fourth entry from there: a term of a sum
        begins where the one before ended.  The number stands beyond the bar's end."""
        return self.rows([(y, sum(start), sum(start) + length, text,
                           *(("left", self.gap) if length >= 0 else ("right", -self.gap)))
                          for y, length, text, *start in bars])


@dataclass(frozen=True)
class Curves(Layer):
    """Lines through points, each with a short name beyond its end."""

    dash: str | tuple = "solid"
    width: float = 2.5

    head = "none"  # of the legend
    columns = ("xs", "ys", "tx", "ty", "text")

    def draw(self, plot):
        source = self.source()
        line = MultiLine(xs="xs", ys="ys", line_width=self.width, line_dash=self.dash, line_join="round")
        plot.add_glyph(source, painted(line, self.term, line_color=self.role))
        self.label(plot, source)

    def data(self, *curves):
        """Columns from `(points, text)`, complex; a third entry lifts the name, where two ends are close."""
        return self.rows([([p.real for p in points], [p.imag for p in points],
                           points[-1].real + 0.17, points[-1].imag + sum(lift), text)
                          for points, text, *lift in curves])


@dataclass(frozen=True)
class Labels(Layer):
    """Short texts at points: the numbers of a scale."""

    align: str = "center"

    columns = ("x", "y", "text")

    def draw(self, plot):
        text = Text(x="x", y="y", text="text", text_align=self.align, text_baseline="middle", text_font=FONT,
                    text_font_size="13px")
        plot.add_glyph(self.source(), painted(text, text_color=self.role))

    def data(self, *labels):
        """Columns from `(point, text)`, complex."""
        return self.rows([(p.real, p.imag, text) for p, text in labels])


@dataclass(frozen=True)
class Curve(Layer):
    """A line through points; in a figure that moves, the browser keeps the points that have been."""

    dash: str | tuple = "solid"
    width: float = 2.5
    keep: int = 100_000  # points

    columns = ("x", "y")

    def draw(self, plot):
        line = Line(x="x", y="y", line_width=self.width, line_dash=self.dash)
        plot.add_glyph(self.source(), painted(line, self.term, line_color=self.role))

    def data(self, *points):
        """Columns from `(x, y)` in the units of the plot."""
        return self.rows(points)


@dataclass(frozen=True)
class Trail(Layer):
    """Points that have been, fading with age; the browser keeps them and says how pale each is."""

    size: float = 4
    keep: int = 90  # points

    columns = ("x", "y", "alpha")

    def draw(self, plot):
        dot = Scatter(x="x", y="y", size=self.size, line_color=None, fill_alpha="alpha")
        plot.add_glyph(self.source(), painted(dot, self.term, fill_color=self.role))

    def data(self, *points):
        return self.rows([(p.real, p.imag, 1.0) for p in points])


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
                      background_fill_alpha=0, border_fill_alpha=0, outline_line_color=None)
        for axis, grid in zip((plot.xaxis[0], plot.yaxis[0]), (plot.xgrid[0], plot.ygrid[0]), strict=True):
            painted(grid, grid_line_color="rule")
            painted(axis, axis_label_text_color="muted", major_label_text_color="muted",
                    axis_line_color="rule", major_tick_line_color="rule")
            axis.minor_tick_line_color = None
            axis.major_label_text_font_size = axis.axis_label_text_font_size = "13px"
            axis.major_label_text_font = axis.axis_label_text_font = FONT["value"]
            axis.axis_label_text_font_style = "normal"
        if self.metric:
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
