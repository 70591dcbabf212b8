"""The peer: the figure `forward-pass` as one would otherwise write it, an ordinary Panel session app.

The same plot with the same layers, all three links reached; the same widgets; the numbers as one pane.  A
joint is dragged by the plot's `Pan` events.  Each event is answered by one planar RNEA in numpy, and its
arrays become the data of the sources: the way of Bokeh's and Panel's own examples.
"""

import numpy as np
import panel as pn
from bokeh.events import Pan, PanEnd, PanStart
from bokeh.models import ColumnDataSource

from dynamics.planar import rnea
from figures.arm import ARM
from figures.forward_pass import TURN_PER_OMEGA, VELOCITY_SCALE, ForwardPass

GRIP = 0.25   # metres around the end of a link that take it
RADIUS = 0.22  # metres, of the arcs
PALE = np.array([0.25, 0.25, 1.0])  # the arrows of the last link stand out


def named(name):
    """Only the arrow of the last link has its name."""
    return [None, None, name]


def arrows(tail, vector, name):
    """Columns of three arrows, from complex tails and vectors in metres."""
    tip = tail + vector
    at = tip + 0.15 * vector / np.maximum(abs(vector), 1e-9)
    return {"x0": tail.real, "y0": tail.imag, "x1": tip.real, "y1": tip.imag,
            "tx": at.real, "ty": at.imag, "text": named(name), "alpha": PALE}


def arcs(centre, start, sweep, name):
    """Columns of three arcs of 16 points."""
    points = centre[:, None] + RADIUS * np.exp(1j * (start[:, None] + sweep[:, None] * np.linspace(0, 1, 16)))
    return {"xs": list(points.real), "ys": list(points.imag),
            "x0": points[:, -2].real, "y0": points[:, -2].imag, "x1": points[:, -1].real, "y1": points[:, -1].imag,
            "tx": points[:, 8].real, "ty": points[:, 8].imag, "text": named(name), "alpha": PALE}


def picture(m, scale):
    """The columns of every layer that moves, from the passes of RNEA."""
    inherited, euler, centripetal = (x / scale for x in (m.inherited, m.euler, m.centripetal))
    start, end = m.p[:-1], m.p[1:]
    return {
        "links-reached": {"x0": start.real, "y0": start.imag, "x1": end.real, "y1": end.imag},
        "joints": {"x": start.real, "y": start.imag},
        "centres": {"x": m.p_com.real, "y": m.p_com.imag},
        "inherited": arrows(m.p_com, inherited, "inherited"),
        "euler": arrows(m.p_com + inherited, euler, "Euler"),
        "centripetal": arrows(m.p_com + inherited + euler, centripetal, "centripetal"),
        "acceleration": arrows(m.p_com, m.a_com / scale, "a₃"),
        "velocity": arrows(m.p_com, m.v_com / VELOCITY_SCALE, "v₃"),
        "omega": arcs(start, np.angle(m.r), TURN_PER_OMEGA * m.w, "ω₃"),
    }


def numbers(m):
    """The readout of the last link as a table."""
    vectors = {"inherited": m.inherited, "Euler": m.euler, "centripetal": m.centripetal,
               "a": m.a_com, "v": m.v_com}
    rows = {"ω": f"{m.w[2]:.2f} rad/s", "α": f"{m.alpha[2]:.2f} rad/s²"}
    rows |= {name: f"({x[2].real:.2f}, {x[2].imag:.2f})" for name, x in vectors.items()}
    return "<table>" + "".join(f"<tr><td>{name}<td>{text}" for name, text in rows.items()) + "</table>"


class App:
    """One reader's session."""

    def __init__(self, size):
        figure = ForwardPass()
        self.q, self.v, self.a = (np.array(x) for x in (figure.q, figure.v, figure.a))
        self.scale, self.held = figure.scale(), None
        (view,) = figure.views
        self.plot = view.plot(figure.words)
        self.plot.update(sizing_mode="fixed", width=size, height=size)
        self.sources = {source.name: source for source in self.plot.select({"type": ColumnDataSource})}
        self.numbers = pn.pane.HTML()
        self.plot.on_event(PanStart, self.take)
        self.plot.on_event(Pan, self.move)
        self.plot.on_event(PanEnd, self.drop)
        self.show()
        widgets = [control.widget(figure) for control in figure.controls]
        self.layout = pn.Row(self.plot, pn.Column(*widgets, self.numbers))

    def show(self):
        self.m = rnea(ARM, self.q, self.v, self.a, gravity=0.0)
        for name, columns in picture(self.m, self.scale).items():
            self.sources[name].data = columns
        self.numbers.object = numbers(self.m)

    def take(self, event):
        distances = abs(self.m.p[1:] - complex(event.x, event.y))
        joint = int(np.argmin(distances))
        self.held = joint if distances[joint] < GRIP else None

    def move(self, event):
        if self.held is None:
            return
        i = self.held
        self.q[i] = np.angle(complex(event.x, event.y) - self.m.p[i]) - self.q[:i].sum()
        self.show()

    def drop(self, event):
        self.held = None


def session():
    """The app in the size that the address asks for, `?size=600`."""
    (size,) = pn.state.session_args.get("size", [b"600"])
    return App(int(size)).layout


def main():
    server = pn.serve({"app": session}, port=0, address="127.0.0.1", show=False, start=False, verbose=False)
    server.start()
    print(f"The app is open at http://localhost:{server.port}/app", flush=True)
    server.io_loop.start()


if __name__ == "__main__":
    main()
