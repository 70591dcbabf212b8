"""The still picture of a figure as SVG: for before it is alive, for paper, for no script.

It draws the same layers from the same columns as the live picture, in the colours of the page's palette.
"""

import cmath
from functools import singledispatch
from html import escape

from figures.bars_on_paper import WIDTH, Sheet, has_bars
from figures.scene import Arcs, Arrows, Bars, Curve, Curves, Dots, Labels, Rods, Trail

UNIT = 100  # of the drawing, for a metre
PIXEL = 0.9  # of the drawing, for a pixel of the live picture
BAR = 15     # pixels, the thickness of a bar
ANCHORS = {"left": "start", "center": "middle", "right": "end"}


def on_paper(cls):
    """The still picture of a figure's class, in the state that it has chosen for paper, with its bars."""
    figure = cls.from_state(cls().state | cls.on_paper)
    return still(figure) + "".join(bars(figure, view) for view in figure.views if has_bars(view))


def still(figure):
    """The first plot of a figure in its present state, as an `<svg>` element."""
    view, columns = figure.views[0], figure.frame().layers
    (left, right), (bottom, top) = view.x, view.y
    box = " ".join(f"{UNIT * n:.0f}" for n in (left, -top, right - left, top - bottom))
    drawn = "".join(draw(layer, row) for layer in view.layers for row in rows(columns[layer.name]))
    return f'<svg viewBox="{box}" aria-hidden="true" fill="none" stroke-linecap="round">{drawn}</svg>'


def bars(figure, view):
    """A plot of bars as an `<svg>` element; the style sheet shows it on paper alone."""
    frame = figure.frame()
    sheet = Sheet(view, frame.ranges)
    lines, texts = sheet.axes(figure.words, view)
    drawn = "".join(f'<path d="M{at(x, low)}L{at(x, high)}" style="stroke:var(--rule)"/>'
                    for x, low, high in lines)
    drawn += "".join(draw(layer, sheet.place(row)) for layer in view.layers
                     for row in rows(frame.layers[layer.name]))
    drawn += "".join(label(x, y, anchor, "muted", words) for x, y, anchor, words in texts)
    return (f'<svg viewBox="0 {-UNIT * sheet.height:.0f} {UNIT * WIDTH:.0f} {UNIT * sheet.height:.0f}" '
            f'class="bars" aria-hidden="true" fill="none">{drawn}</svg>')


def label(x, y, anchor, role, text):
    return (f'<text x="{UNIT * x:.1f}" y="{-UNIT * y:.1f}" class="label" '
            f'style="fill:var(--{role});text-anchor:{anchor}">{escape(text)}</text>')


def rows(columns):
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def at(x, y):
    return f"{UNIT * x:.1f} {-UNIT * y:.1f}"


def stroke(layer, width, dash="solid", fill=None):
    filled = f";fill:var(--{fill})" if fill else ""
    dashed = f' stroke-dasharray="{" ".join(str(PIXEL * d) for d in dash)}"' if dash != "solid" else ""
    return f'style="stroke:var(--{layer.role}){filled}" stroke-width="{PIXEL * width:.1f}"{dashed}'


@singledispatch
def draw(layer, row):
    """One row of a layer as SVG."""
    raise TypeError(f"no still picture of a {type(layer).__name__}")


@draw.register
def _(layer: Rods, row):
    return f'<path d="M{at(row["x0"], row["y0"])}L{at(row["x1"], row["y1"])}" {stroke(layer, layer.width)}/>'


@draw.register
def _(layer: Dots, row):
    x, y, r = UNIT * row["x"], -UNIT * row["y"], PIXEL * layer.size / 2
    if layer.marker == "cross":
        return f'<path d="M{x - r:.1f} {y:.1f}h{2 * r:.1f}m{-r:.1f} {-r:.1f}v{2 * r:.1f}" {stroke(layer, 2)}/>'
    if layer.marker == "diamond":
        corners = f"M{x:.1f} {y - r:.1f}l{r:.1f} {r:.1f}l{-r:.1f} {r:.1f}l{-r:.1f} {-r:.1f}Z"
        return f'<path d="{corners}" {stroke(layer, 2, fill=layer.fill)}/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" {stroke(layer, 2, fill=layer.fill)}/>'


@draw.register
def _(layer: Arrows, row):
    line = f"M{at(row['x0'], row['y0'])}L{at(row['x1'], row['y1'])}"
    return faded(row, f'<path d="{line}" {stroke(layer, layer.width, layer.dash)}/>' + head(layer, row)
                 + name(layer, row))


@draw.register
def _(layer: Arcs, row):
    points = "L".join(at(x, y) for x, y in zip(row["xs"], row["ys"], strict=True))
    return faded(row, f'<path d="M{points}" {stroke(layer, layer.width, layer.dash)}/>' + head(layer, row)
                 + name(layer, row))


@draw.register
def _(layer: Curves, row):
    points = "L".join(at(x, y) for x, y in zip(row["xs"], row["ys"], strict=True))
    return f'<path d="M{points}" {stroke(layer, layer.width, layer.dash)}/>' + name(layer, row)


@draw.register
def _(layer: Labels, row):
    return label(row["x"], row["y"], ANCHORS[layer.align], layer.role, row["text"])


@draw.register
def _(layer: Bars, row):
    bar = f'<path d="M{at(row["start"], row["y"])}L{at(row["end"], row["y"])}" {stroke(layer, BAR)}/>'
    beside = row["end"] + PIXEL * row["offset"] / UNIT
    return bar + label(beside, row["y"] - 0.05, ANCHORS[row["align"]], "ink", row["text"])


@draw.register
def _(layer: Curve | Trail, row):
    return ""  # it has no past yet


def faded(row, markup):
    return markup if row["alpha"] == 1 else f'<g opacity="{row["alpha"]}">{markup}</g>'


def head(layer, row):
    """A filled triangle at the tip."""
    tip = complex(row["x1"], row["y1"])
    back = cmath.rect(PIXEL * (5 + 2.5 * layer.width) / UNIT, cmath.phase(tip - complex(row["x0"], row["y0"])))
    corners = (tip, tip - back * (1 + 0.4j), tip - back * (1 - 0.4j))
    return f'<path d="M{"L".join(at(c.real, c.imag) for c in corners)}Z" style="fill:var(--{layer.role})"/>'


def name(layer, row):
    if not row["text"]:
        return ""
    return (f'<text x="{UNIT * row["tx"]:.1f}" y="{-UNIT * row["ty"]:.1f}" class="name" '
            f'style="fill:var(--{layer.role})">{escape(row["text"])}</text>')
