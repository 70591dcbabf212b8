"""A live figure is a pure function, `(state, action) -> (state', frame)`, with a picture.

A figure's class declares its state as parameters, its picture as views of layers, its handles, controls
and tasks, and writes one method: `frame`, what the picture shows for this state.  Whatever carries the
requests (the site's socket, a notebook, a test), they come through `registry.answer`.
"""

from dataclasses import dataclass, field
from functools import cache

import panel as pn

from figures.state import Refusal, StateParameter, Switch, Vector, Word
from figures.words import languages, words


@dataclass
class Frame:
    """What the picture shows for one state, as JSON has it.

    layers: name -> columns; readouts: name -> number; tasks: id -> done?; handles: id -> where it lies and
    what it says (one that is left out is not shown); ranges: name -> the ends of an axis that follows the
    sliders; idle: the sliders, as `v.2`, that have no effect in this state; says: the state in words;
    samples: of a figure that moves, what has been on the way here: see moving.py.
    """

    layers: dict
    readouts: dict
    tasks: dict
    handles: dict
    says: str
    ranges: dict = field(default_factory=dict)
    idle: tuple = ()
    samples: list = field(default_factory=list)


@dataclass(frozen=True)
class Readout:
    """A row of numbers under the picture: one number, or the components of a vector.

    `layer` names the layer that shows it, whose line becomes the row's sample: the legend.
    """

    id: str
    keys: tuple
    unit: str
    digits: int = 2
    layer: str | None = None
    in_python: bool = True  # the snippet prints it; not a scale of the picture, nor something that has been


def action(*, cached=False, **arguments):
    """Mark a method as something that a reader does; the given parameters read its arguments.

    The replies to a `cached` action are kept for others who ask the same: it takes long to compute.
    """

    def mark(method):
        method.arguments, method.cached = arguments, cached
        return method

    return mark


HANDLE = Word("", doc="the handle's id")
POINT = Vector((0, 0), bounds=(-1e3, 1e3), unit="m", step=0.05, doc="a point of the picture")
PRESSES = Vector((0, 0), bounds=(-100, 100), unit="1", step=1, doc="key presses to the right and up")


class LiveFigure(pn.viewable.Viewer):
    """The base of every figure.  A subclass shows, in this order: its state, physics, picture, tasks."""

    slug = ""
    terms = ()      # terms of formulas that its layers show
    views = ()      # scene.View: the plots
    handles = {}    # id -> what lies on the picture and can be taken: see arm.JointHandle
    controls = ()   # controls.Slider, Button, Toggle
    readouts = ()   # Readout
    tasks = ()      # ids; the chapter explains each
    on_paper = {}   # the part of the state in which the still picture shows more than the default does

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        cls.terms = tuple(dict.fromkeys(layer.term for layer in cls.layers().values() if layer.term))

    def __init__(self, lang="en", **state):
        if lang not in languages():
            raise Refusal("unknown-language", value=lang, names=", ".join(languages()))
        parameters = self.parameters()
        super().__init__(**{name: parameters[name].read(value, name) if name in parameters else value
                            for name, value in state.items()})
        self.lang = lang

    def frame(self):
        raise NotImplementedError

    # ---- state

    @classmethod
    @cache
    def parameters(cls):
        """The parameters that are the state, by name."""
        return {name: p for name, p in cls.param.objects(instance=False).items()
                if isinstance(p, StateParameter)}

    @classmethod
    def from_state(cls, state, lang="en"):
        """A figure in exactly this state: every key, and no other."""
        parameters = cls.parameters()
        if not isinstance(state, dict):
            raise Refusal("state-not-an-object", value=state)
        for name in state:
            if name not in parameters:
                raise Refusal("state-extra", value=name, names=", ".join(parameters))
        for name in parameters:
            if name not in state:
                raise Refusal("state-missing", name=name, names=", ".join(parameters))
        return cls(lang, **state)

    @property
    def state(self):
        """The whole state as JSON has it."""
        return {name: p.plain(getattr(self, name)) for name, p in self.parameters().items()}

    @property
    def words(self):
        """This figure's part of the catalogue."""
        return words(self.lang)[self.slug]

    @classmethod
    @cache
    def layers(cls):
        """The layers of all plots, by name."""
        return {layer.name: layer for view in cls.views for layer in view.layers}

    @classmethod
    def filled(cls, rows):
        """The columns of every layer, from the rows of those that show something."""
        return {name: layer.data(*rows.get(name, ())) for name, layer in cls.layers().items()}

    # ---- actions

    @classmethod
    @cache
    def actions(cls):
        """All that a reader can do, by name."""
        methods = {name: getattr(cls, name) for name in dir(cls) if not name.startswith("_")}
        return {name: method for name, method in methods.items() if hasattr(method, "arguments")}

    def act(self, name, args):
        """Do an action of this name: the state changes."""
        method = self.actions().get(name) if isinstance(name, str) else None
        if method is None:
            raise Refusal("unknown-action", value=name, names=", ".join(self.actions()))
        if not isinstance(args, dict) or set(args) != set(method.arguments):
            raise Refusal("wrong-args", name=name, names=", ".join(method.arguments) or "–", value=args)
        method(self, **{key: p.read(args[key], key) for key, p in method.arguments.items()})

    def handle(self, name):
        if name not in self.handles:
            raise Refusal("unknown-handle", value=name, names=", ".join(self.handles))
        return self.handles[name]

    @action(handle=HANDLE, to=POINT)
    def drag(self, handle, to):
        """Take a handle to a point of the picture."""
        self.handle(handle).drag(self, complex(*to))

    @action(handle=HANDLE, by=PRESSES, fine=Switch(False, doc="a fifth of a step"))
    def nudge(self, handle, by, fine):
        """Move a handle by presses of the arrow keys."""
        self.handle(handle).nudge(self, complex(*by) / (5 if fine else 1))

    @action(handle=HANDLE, high=Switch(True, doc="the upper end, or the lower"))
    def limit(self, handle, high):
        """Take a handle to the end of its range: the Home and End keys."""
        self.handle(handle).limit(self, high)

    # ---- as Python

    def snippet(self):
        """Lines of Python, after which `numbers` holds the readout of this state; they need only `dynamics`."""
        raise NotImplementedError

    def python(self):
        """A program for this very state that prints the readout's numbers."""
        return "\n".join([self.snippet().strip(), "for name, number in numbers.items():",
                          '    print(f"{name:16} {number:.12g}")', ""])

    # ---- carriers

    @classmethod
    def respond(cls, request, lang):
        """The pure function: from a request's state and action to the new state and its frame, as JSON."""
        figure = cls.from_state(request.get("state"), lang)
        if request.get("python"):
            return {"python": figure.python()}
        if "action" in request:
            figure.act(request["action"], request.get("args", {}))
        return figure.reply()

    def reply(self):
        """The state and its frame as JSON has them."""
        return {"state": self.state, **vars(self.frame())}

    def __panel__(self):
        """In a notebook, or served by `panel serve`."""
        from figures.notebook import Notebook

        return Notebook.of(self)
