"""A layer of a picture: a name, a look, and columns of numbers in one Bokeh ColumnDataSource.

A layer says what it looks like: its role in the palette, the term of the formula that it shows, its
dash and head.  A frame says what is in it.  The browser feeds the columns to the source of the same
name, repaints by `tags=["ink:line_color=euler"]` when the theme changes, and thickens the models tagged
`term:euler` while the reader points at that term.
"""

from dataclasses import dataclass

from bokeh.core.properties import value
from bokeh.models import ColumnDataSource, LabelSet

from figures.theme import ink

FONT = value("system-ui, sans-serif")  # a bare text would name a column


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
        names = LabelSet(x="tx", y="ty", text="text", source=source, text_font=FONT, text_font_size="14px",
                         text_font_style="bold", text_align="center", text_baseline="middle",
                         background_fill_alpha=0.75)
        plot.add_layout(painted(names, text_color=self.role, background_fill_color="surface"))
