"""The Panel widgets of a figure, bound to its parameters and actions by tags that the browser watches."""

import json
import math
from dataclasses import dataclass, field

import panel as pn
from bokeh import models


class BokehButton(pn.widgets.Button):
    """Panel's button drawn by Bokeh's own model: the page need not load a megabyte for a tooltip."""

    _widget_type = models.Button
    _rename = {**pn.widgets.Button._rename, "description": None, "description_delay": None}


@dataclass(frozen=True)
class Slider:
    """A number of the state, or one component of a vector."""

    parameter: str
    index: int | None = None
    step: float = 0.1

    def widget(self, figure):
        p = figure.parameters()[self.parameter]
        label, path = figure.words["sliders"][self.parameter], self.parameter
        value = getattr(figure, self.parameter)
        if self.index is not None:
            label, value, path = label[self.index], value[self.index], f"{path}.{self.index}"
        low, high = p.bounds
        return pn.widgets.FloatSlider(
            label=label, start=low, end=high, step=self.step, value=value,
            format=models.PrintfTickFormatter(format=f"%.{decimals(self.step)}f {p.unit}"),
            sizing_mode="stretch_width", tags=[f"param:{path}", f"group:{self.parameter}"])


def decimals(step):
    """How many decimals tell two steps apart."""
    return max(0, -math.floor(math.log10(step)))


@dataclass(frozen=True)
class Number:
    """One component of a vector of the state, typed."""

    parameter: str
    index: int

    def widget(self, figure):
        path = f"{self.parameter}.{self.index}"
        low, high = figure.parameters()[self.parameter].bounds
        return pn.widgets.FloatInput(
            label=figure.words["labels"][path], start=low, end=high, step=1,
            value=getattr(figure, self.parameter)[self.index], sizing_mode="stretch_width",
            tags=[f"param:{path}", f"group:{self.parameter}"])


@dataclass(frozen=True)
class Button:
    """An action with the arguments that it always has."""

    action: str
    args: dict = field(default_factory=dict)
    main: bool = False  # the one that a reader presses most

    @property
    def key(self):
        """Of its word: the action and its arguments, `find-2`."""
        return "-".join([self.action, *map(str, self.args.values())])

    def widget(self, figure):
        return BokehButton(label=figure.words["buttons"][self.key], color="primary" if self.main else "default",
                           tags=[f"action:{self.action}", f"args:{json.dumps(self.args)}", "group:buttons"])


@dataclass(frozen=True)
class Toggle:
    """A switch of the state; with an action, the action sets it and what hangs on it."""

    parameter: str
    action: str | None = None

    def widget(self, figure):
        return pn.widgets.Checkbox(label=figure.words["toggles"][self.parameter],
                                   value=getattr(figure, self.parameter), css_classes=["toggle"],
                                   tags=[f"param:{self.parameter}", "group:buttons",
                                         *([f"action:{self.action}"] if self.action else [])])
