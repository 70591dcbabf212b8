"""The directives of the book: what `:::{name}` means, one function each.

A function takes the directive and the scribe of its file and returns a block: a record with what a
page needs, and the template that draws it.  A new directive is one such function.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

DIRECTIVES = {}


@dataclass(frozen=True)
class Kind:
    """How a directive is written: what its argument is, its options (all needed), what it counts as."""

    build: Callable
    argument: str
    options: tuple[str, ...]
    counted: str | None


def directive(name, argument, *, options=(), counted=None):
    """Register the decorated function as the directive `name`."""

    def register(build):
        DIRECTIVES[name] = Kind(build, argument, tuple(options), counted)
        return build

    return register


def kind_of(source, directive):
    """The kind of a directive that is written as it must be; ContentError otherwise."""
    kind = DIRECTIVES.get(directive.name)
    if kind is None:
        raise source.error(directive.line, f"unknown directive {directive.name!r}")
    if not directive.argument:
        raise source.error(directive.line, f"the directive {directive.name!r} needs {kind.argument}")
    for option in directive.options:
        if option not in kind.options:
            raise source.error(directive.line_of(option),
                               f"the directive {directive.name!r} has no option {option!r}")
    for option in kind.options:
        if option not in directive.options:
            raise source.error(directive.line, f"the directive {directive.name!r} lacks {option!r}")
    return kind


@dataclass(frozen=True)
class Prose:
    """Paragraphs, headings, lists and formulas between two directives."""

    template: ClassVar = "prose.html"
    html: str


@dataclass(frozen=True)
class Figure:
    """A live figure in its place: `number` is printed, `alt` is read aloud."""

    template: ClassVar = "figure.html"
    name: str
    label: str
    url: str
    number: str
    title: str
    alt: str
    caption: str


@directive("live-figure", "a figure's name", options=("label", "title", "alt"), counted="Figure")
def live_figure(directive, scribe):
    label = scribe.label(directive.options["label"], directive.line)
    return Figure(name=directive.argument, label=directive.options["label"], url=label.url,
                  number=label.number, title=directive.options["title"], alt=directive.options["alt"],
                  caption=scribe.write(directive.tokens))


@dataclass(frozen=True)
class Tasks:
    """What the reader is asked to do in a figure: (task, html) in order."""

    template: ClassVar = "tasks.html"
    figure: str
    entries: tuple[tuple[str, str], ...]


@directive("tasks", "a figure's name")
def tasks(directive, scribe):
    known = scribe.figure(directive.argument, directive.line).tasks
    entries = {}
    for inline in _entries(directive, scribe.source):
        (task, colon, *words) = inline.children
        if task.content not in known:
            raise scribe.source.error(
                inline.map[0], f"the figure {directive.argument!r} has no task {task.content!r}")
        if task.content in entries:
            raise scribe.source.error(inline.map[0], f"the task {task.content!r} is explained twice")
        colon = replace(colon, content=colon.content.removeprefix(":").lstrip())
        entries[task.content] = scribe.write([replace(inline, children=[colon, *words])])
    return Tasks(directive.argument, tuple(entries.items()))


def _entries(directive, source):
    """The paragraphs of the list of tasks; each opens with the task's name in backquotes and a colon."""
    for token in directive.tokens:
        if token.type.removesuffix("_open").removesuffix("_close") not in (
                "bullet_list", "list_item", "paragraph", "inline"):
            raise source.error(token.map[0], "the tasks must be one plain list: - `task-name`: what to do")
        if token.type != "inline":
            continue
        kinds = [child.type for child in token.children[:2]]
        if kinds != ["code_inline", "text"] or not token.children[1].content.startswith(":"):
            raise source.error(token.map[0], "a task must be written - `task-name`: what to do")
        yield token


@dataclass(frozen=True)
class Aside:
    """A remark beside the argument, under its own title; a folded one opens on demand."""

    template: ClassVar = "aside.html"
    title: str
    html: str
    folded: bool


@directive("admonition", "a title")
def admonition(directive, scribe):
    return _aside(directive, scribe, folded=False)


@directive("dropdown", "a title")
def dropdown(directive, scribe):
    return _aside(directive, scribe, folded=True)


def _aside(directive, scribe, folded):
    return Aside(scribe.words(directive.argument, directive.line), scribe.write(directive.tokens), folded)


@dataclass(frozen=True)
class Misconception:
    """What many believe, how the mistake shows itself, and what to do instead; the body says why."""

    template: ClassVar = "misconception.html"
    claim: str
    symptom: str
    cure: str
    html: str


@directive("misconception", "what is believed", options=("symptom", "cure"))
def misconception(directive, scribe):
    told = {option: scribe.words(words, directive.line_of(option)) for option, words in directive.options.items()}
    return Misconception(scribe.words(directive.argument, directive.line), **told,
                         html=scribe.write(directive.tokens))
