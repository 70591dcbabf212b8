"""The first pass over the book: what can be referred to, its numbers, and where each figure stands."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.content.directives import DIRECTIVES, kind_of
from app.content.markdown import Directive, parse
from app.content.scribe import Label
from app.content.source import Source, front_matter


@dataclass(frozen=True)
class Draft:
    """A file that has been read but not written: its front matter, its tokens and directives in order."""

    source: Source
    url: str
    facts: dict
    items: list

    @classmethod
    def read(cls, path, folder, url, kinds):
        source = Source.read(path, folder)
        matter, items = parse(source)
        return cls(source, url, front_matter(source, matter, kinds), items)


@dataclass(frozen=True)
class Survey:
    """Labels by name, and for each known figure the draft and the line where it stands."""

    figures: Mapping[str, object]
    labels: dict[str, Label] = field(default_factory=dict)
    places: dict[str, tuple[Draft, int]] = field(default_factory=dict)

    def add(self, draft):
        """Number a draft's headings, equations and figures, and list them."""
        count = Counter()
        target = None
        for item in draft.items:
            directive = isinstance(item, Directive)
            heading = not directive and item.type == "heading_open"
            if target and not heading:
                break
            if directive:
                self._add_directive(draft, item, count)
            elif heading:
                self._add_heading(draft, item, target, count)
                target = None
            elif item.type == "myst_target":
                target = item
            elif item.type == "math_block_label":
                self._add_counted(draft, item.info, "Equation", item.map[0], count)
        if target:
            raise draft.source.error(target.map[0], f"the label {target.content!r} stands before no heading")

    def _add_directive(self, draft, directive, count):
        kind = kind_of(draft.source, directive)
        if kind.counted:
            # Whatever has no label is called by its own name.
            name = directive.options.get("label", directive.argument)
            self._add_counted(draft, name, kind.counted, directive.line, count)
        if kind is DIRECTIVES["live-figure"]:
            self._add_place(draft, directive.argument, directive.line)
        for token in directive.tokens:
            if token.type == "math_block_label":
                self._add_counted(draft, token.info, "Equation", token.map[0], count)
            elif token.type == "heading_open":
                raise draft.source.error(token.map[0], "a directive cannot hold a heading")

    def _add_heading(self, draft, heading, target, count):
        line = heading.map[0]
        if target is None:
            raise draft.source.error(line, "the heading has no label: write (label)= on the line before")
        if heading.tag == "h2":
            count["part"] = 0
            count["section"] += 1
            number = f"{count['section']}"
        elif heading.tag == "h3" and count["section"]:
            count["part"] += 1
            number = f"{count['section']}.{count['part']}"
        else:
            raise draft.source.error(line, "a chapter has ## sections and, inside them, ### parts")
        heading.attrs["id"] = target.content
        self._add_label(draft, target.content, "Section", number, target.map[0])

    def _add_counted(self, draft, name, kind, line, count):
        count[kind] += 1
        self._add_label(draft, name, kind, str(count[kind]), line)

    def _add_label(self, draft, name, kind, number, line):
        if name in self.labels:
            raise draft.source.error(line, f"the label {name!r} is used twice")
        self.labels[name] = Label(f"{draft.url}#{name}", kind, number)

    def _add_place(self, draft, figure, line):
        if figure not in self.figures:
            raise draft.source.error(line, f"there is no figure {figure!r}")
        if figure in self.places:
            raise draft.source.error(line, f"the figure {figure!r} stands in the book twice")
        self.places[figure] = draft, line
