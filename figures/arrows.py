"""Layers of arrows: straight ones for vectors, arcs for turning and for moments."""

import cmath
from dataclasses import dataclass

from bokeh.models import Arrow, MultiLine, NormalHead, OpenHead, VeeHead

from figures.layers import Layer, painted

HEADS = {"normal": NormalHead, "vee": VeeHead, "open": OpenHead}
SHORTEST = 0.012  # metres on the picture: an arrow that would be shorter than its own line is wide
NAMED = 0.1       # metres: a name is longer than a shorter arrow
PALE = 0.25       # of an arrow that belongs to an earlier step


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
            shown = text if text and length > NAMED else None
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
                         text or None, alpha(text)))
        return self.rows(rows)
