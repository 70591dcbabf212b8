"""A figure in a notebook or under `panel serve`: requests and replies travel as properties.

The same browser modules as in the book talk to this component instead of the socket.
"""

import param
from panel.custom import Children, JSComponent

from figures.browser import bundle, source
from figures.document import spec
from figures.state import Refusal
from figures.theme import block


class Notebook(JSComponent):
    """The carrier of one figure: its plots, its widgets, and the talk about its state."""

    setup = param.Dict(default={}, doc="what the browser needs to begin: the figure's words and first frame")
    request = param.Dict(default={}, doc="what the reader did last, from the browser")
    reply = param.Dict(default={}, doc="the state and frame that answer it")
    plots = Children(default=[], doc="the figure's plots")
    widgets = Children(default=[], doc="the figure's controls")

    _esm = bundle("notebook.js")
    _stylesheets = (f":host{{{block('light')}background:var(--paper)}}", source("live-figure.css"))

    def __init__(self, figure, **params):
        super().__init__(**params)
        self.figure, self.answering = figure, False
        self.param.watch(self._answer, "request")
        figure.param.watch(self._tell, list(figure.parameters()))

    @classmethod
    def of(cls, figure):
        widgets = [control.widget(figure) for control in figure.controls]
        for widget in widgets:
            widget.stylesheets = [source("widgets.css")]
        return cls(
            figure,
            setup={"spec": spec(figure), "first": figure.reply(), "lang": figure.lang},
            plots=[view.plot(figure.words) for view in figure.views],
            widgets=widgets,
            sizing_mode="stretch_width")

    def _answer(self, event):
        """A request of the browser: the Python figure follows, and the frame goes back."""
        seq = event.new.get("seq")
        try:
            reply = type(self.figure).respond(event.new, self.figure.lang)
        except Refusal as refusal:
            self.reply = {"seq": seq, "error": str(refusal)}
            return
        if "state" in reply:  # a program changes nothing
            self.answering = True
            self.figure.param.update(**reply["state"])
            self.answering = False
        self.reply = {"seq": seq, **reply}

    def _tell(self, *_):
        """A cell has set a parameter: the picture follows."""
        if not self.answering:
            self.reply = {"seq": None, **self.figure.reply()}
