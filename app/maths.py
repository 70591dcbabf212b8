r"""Formulas: LaTeX becomes MathML Core on the server, and its terms carry the name of their arrow.

`\term{euler}{...}` marks a part of a formula that an arrow of a figure shows.
"""

import re

from math_core import LatexError, LatexToMathML

MACROS = {
    "zhat": r"\hat{\mathbf z}",
    "norm": r"\lVert #1\rVert",
    "unit": r"\,\mathrm{#1}",
}
TERM = re.compile(r"\\term\{([a-z0-9-]+)\}\s*\{")
PAINTED = re.compile(r' style="color:#([0-9A-F]{6});"')

_converter = LatexToMathML(macros=MACROS, fancy_error=False)


class FormulaError(ValueError):
    """A formula that cannot be typeset; `line` counts the line breaks before the mistake."""

    def __init__(self, reason, line=0):
        super().__init__(reason)
        self.line = line


def typeset(latex, *, display=False, terms=()):
    r"""Typeset a formula: LaTeX in, a `<math>` element out.

    latex: the formula without its dollar signs.
    display: True for a formula on a line of its own.
    terms: the names that `\term{name}{...}` may use.
    Raises FormulaError for what does not parse, an unknown term, a colour that is not a term's.
    """
    names = []

    # The converter has no command that names a part.  It has colours: every term is painted in a colour
    # of its own (the braces stay as they are), and in the MathML that colour gives way to the name.
    def paint(match):
        if match[1] not in terms:
            raise FormulaError(f"unknown term {match[1]!r}", latex[:match.start()].count("\n"))
        names.append(match[1])
        return rf"{{\color[HTML]{{F0{len(names):04X}}} "

    painted = TERM.sub(paint, latex)
    try:
        mathml = _converter.convert_with_local_state(painted, displaystyle=display)
    except LatexError as error:
        offset, reason = str(error).split(": ", 1)
        line = painted[:int(offset)].count("\n")
        raise FormulaError(f"the formula does not parse: {reason.rstrip('.')}", line) from None
    colours = {f"F0{number:04X}": name for number, name in enumerate(names, start=1)}

    def sign(match):
        if match[1] not in colours:
            raise FormulaError(r"a formula takes its colours from \term alone")
        name = colours[match[1]]
        return f' {term_attributes(name)} aria-label="{name.replace("-", " ")}"'

    return PAINTED.sub(sign, mathml)


def term_attributes(name):
    """The HTML attributes of a term: the name and colour of its arrow, and a button for keys and speech."""
    return f'class="term" data-term="{name}" style="color:var(--{name})" tabindex="0" role="button"'
