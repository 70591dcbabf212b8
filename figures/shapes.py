"""Layers without heads: rods, marks, bars, lines, words, and what a motion leaves behind."""

from dataclasses import dataclass

from bokeh.models import HBar, Line, MultiLine, Scatter, Segment, Text

from figures.layers import FONT, Layer, painted


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

    head = "none"  # of the legend
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
