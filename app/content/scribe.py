"""From tokens to HTML: one scribe writes one file, and knows all that the file may refer to."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from markdown_it.renderer import RendererHTML

from app.content.markdown import MARKDOWN, parse_line
from app.maths import FormulaError, term_attributes, typeset

UNIT = re.compile(r"(?:(?<=\d)|^) (?=(?:N|kg|m|s|rad|W|J)\b)")   # also behind a role: {value}`x` N
NAMED = re.compile(r"(.+?)\s*<([a-z0-9-]+)>", re.DOTALL)


@dataclass(frozen=True)
class Label:
    """A place that can be linked: its address, its kind ("Figure", "Section", "Equation"), its number."""

    url: str
    kind: str
    number: str

    @property
    def name(self):
        return f"({self.number})" if self.kind == "Equation" else f"{self.kind} {self.number}"


class Scribe(RendererHTML):
    """Writes a file's tokens as HTML.  A method named like a token writes that token."""

    def __init__(self, source, labels: Mapping[str, Label], figures, terms, values, checks):
        super().__init__()
        self.source, self.labels, self.figures = source, labels, figures
        self.terms, self.values, self.checks = terms, values, checks
        self.checked = {}   # of the checks, those that the file has named so far

    def write(self, tokens):
        """The HTML of a list of tokens."""
        return self.render(tokens, MARKDOWN.options, {})

    def words(self, text, line):
        """The HTML of one line of text that stands at a line of the file."""
        return self.write(parse_line(self.source, text, line))

    def label(self, name, line):
        """The label of a name; ContentError where there is none."""
        if name not in self.labels:
            raise self.source.error(line, f"nothing has the label {name!r}")
        return self.labels[name]

    def figure(self, name, line):
        """The facts of a figure; ContentError where there is none."""
        if name not in self.figures:
            raise self.source.error(line, f"there is no figure {name!r}")
        return self.figures[name]

    def value(self, name, line):
        """The text of a number that the program computes; ContentError where there is none."""
        if name not in self.values:
            raise self.source.error(line, f"unknown value {name!r}")
        return self.values[name]

    # Formulas

    def math_inline(self, tokens, idx, options, env):
        token = tokens[idx]
        formula = self._typeset(token)
        behind = token.meta.get("behind")
        return f'<span class="glued">{formula}{behind}</span>' if behind else formula

    def math_block(self, tokens, idx, options, env):
        return f'<div class="formula">{self._typeset(tokens[idx], display=True)}</div>\n'

    def math_block_label(self, tokens, idx, options, env):
        token = tokens[idx]
        number = self.labels[token.info].name
        return (f'<div class="formula numbered" id="{token.info}">{self._typeset(token, display=True)}'
                f'<span class="number">{number}</span></div>\n')

    def _typeset(self, token, display=False):
        try:
            return typeset(token.content, display=display, terms=self.terms, values=self.values)
        except FormulaError as error:
            raise self.source.error(token.map[0] + error.line, str(error)) from None

    # Words

    def text(self, tokens, idx, options, env):
        return UNIT.sub("\N{NO-BREAK SPACE}", super().text(tokens, idx, options, env))

    # Headings and links

    def heading_open(self, tokens, idx, options, env):
        token = tokens[idx]
        number = self.labels[token.attrs["id"]].number
        return f'<{token.tag} id="{token.attrs["id"]}"><span class="number">{number}</span> '

    def myst_target(self, tokens, idx, options, env):
        return ""   # its heading carries the id

    def myst_line_comment(self, tokens, idx, options, env):
        return ""

    def link_open(self, tokens, idx, options, env):
        token = tokens[idx]
        target = token.attrs["href"]
        if target.startswith("#"):
            label = self.label(target[1:], token.map[0])
            name = label.name if tokens[idx + 1].type == "link_close" else ""
            return f'<a href="{label.url}">{name}'
        if not target.startswith(("https://", "http://")):
            raise self.source.error(token.map[0], f"the link {target!r} leads nowhere: use #label or https://")
        return f'<a href="{escape(target)}" rel="external">'

    # Tables may be wider than a phone

    def table_open(self, tokens, idx, options, env):
        return '<div class="table"><table>\n'

    def table_close(self, tokens, idx, options, env):
        return "</table></div>\n"

    # Roles

    def myst_role(self, tokens, idx, options, env):
        token = tokens[idx]
        name = token.meta["name"]
        if name not in ROLES:
            raise self.source.error(token.map[0], f"unknown role {name!r}")
        return ROLES[name](self, token.content, token.map[0])


def term(scribe, text, line):
    """{term}`the Euler term <euler>`: words that are tied to an arrow, as a term of a formula is."""
    words, name = match.groups() if (match := NAMED.fullmatch(text)) else (text, text)
    if name not in scribe.terms:
        raise scribe.source.error(line, f"unknown term {name!r}")
    return f"<span {term_attributes(name)}>{escape(words)}</span>"


def value(scribe, text, line):
    """{value}`name`: a number that the program computes."""
    return escape(scribe.value(text, line))


def checked(scribe, text, line):
    """{checked}`name`: a mark behind a number; it opens who else has found that number."""
    if text not in scribe.checks:
        raise scribe.source.error(line, f"there is no check {text!r}")
    scribe.checked[text] = scribe.checks[text]
    return (f'<button type="button" class="checked" popovertarget="check-{text}" '
            'aria-label="Checked by others">✓</button>')


ROLES = {"term": term, "value": value, "checked": checked}
