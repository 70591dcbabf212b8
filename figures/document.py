"""The static document of a figure: its plots and widgets as Bokeh models, its words, its first frame.

One JSON text a figure and language, the same for every reader, so it can be cached.  Every plot and every
widget is a root of its own: the page decides where each lies.
"""

import json
from functools import cache

from bokeh.document import Document
from bokeh.models import InlineStyleSheet

from figures.browser import source
from figures.moving import MovingFigure
from figures.registry import FIGURES
from figures.words import words

STATE_VERSION = 1  # of links; a change of any figure's parameters that old links do not survive raises it


@cache
def document(slug, lang):
    """The document as JSON text."""
    figure = FIGURES[slug](lang)
    doc = Document()
    doc.template_variables["dist_url"] = "/"  # otherwise Panel names a CDN; its sheets are replaced below
    with doc.models.freeze():  # without it every new root looks through all that are there
        for model in roots(figure, doc):
            doc.add_root(model)
    return json.dumps({"version": STATE_VERSION, "bokeh": doc.to_json(deferred=False), "spec": spec(figure),
                       "first": figure.reply()}, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def roots(figure, doc):
    """Plots, then widgets, built for embedding: no session, no style sheets but ours."""
    sheet = InlineStyleSheet(css=source("widgets.css"))
    for view in figure.views:
        yield view.plot(figure.words)
    for control in figure.controls:
        model = control.widget(figure).get_root(doc)
        model.stylesheets = [sheet]
        yield model


def spec(figure):
    """What the browser needs to know beside the Bokeh models, in words of the figure's language."""
    own = figure.words
    layers = figure.layers()
    return {
        "slug": figure.slug,
        "title": own["title"],
        "kit": words(figure.lang)["kit"],
        "groups": own["groups"],
        "labels": own.get("labels", {}),
        "views": [{"name": view.name, "metric": view.metric, "x": view.x, "y": view.y, "height": view.height,
                   "grid": view.grid}
                  for view in figure.views],
        "moving": moving(figure),
        "handles": {name: own["handles"][name] for name in figure.handles},
        "readouts": [{"id": row.id, "label": own["readouts"][row.id], "keys": row.keys, "unit": row.unit,
                      "digits": row.digits, **sample(layers.get(row.layer))} for row in figure.readouts],
    }


def moving(figure):
    """Of a figure that moves: the layers that keep their past, and how many points of it."""
    if not isinstance(figure, MovingFigure):
        return None
    return {"kept": [(name, layer.keep) for name, layer in figure.layers().items() if hasattr(layer, "keep")]}


def sample(layer):
    """The line that stands for a layer in the legend."""
    if layer is None:
        return {}
    return {"term": layer.term, "role": layer.role, "dash": getattr(layer, "dash", "solid"),
            "width": getattr(layer, "width", 2), "head": getattr(layer, "head", "vee"),
            "curved": hasattr(layer, "radius"), "marker": getattr(layer, "marker", None)}
