r"""Formulas: LaTeX becomes MathML Core on the server, and its terms carry the name of their arrow.

`\term{euler}{...}` marks a part of a formula that an arrow of a figure shows; `\value{name}` is a number
that the program computes.
"""

import re
from types import MappingProxyType

from math_core import LatexError, LatexToMathML

MACROS = {
    "zhat": r"\hat{\mathbf z}",
    "norm": r"\lVert #1\rVert",
    "unit": r"\,\mathrm{#1}",
}
NOTHING = MappingProxyType({})
VALUE = re.compile(r"\\value\{([a-z0-9-]+)\}")
TERM = re.compile(r"\\term\{([a-z0-9-]+)\}\s*\{")
COLOUR = re.compile(r"\\(text)?color\b")
PAINTED = re.compile(r' style="color:#F0([0-9A-F]{4});"')

_converter = LatexToMathML(macros=MACROS, fancy_error=False)


class FormulaError(ValueError):
    """A formula that cannot be typeset; `line` is the line of the mistake, counted from 0."""

    def __init__(self, reason, text_before):
        super().__init__(reason)
        self.line = text_before.count("\n")


def typeset(latex, *, display=False, terms=(), values=NOTHING):
    r"""Typeset a formula: LaTeX in, a `<math>` element out.

    latex: the formula without its dollar signs.
    display: True for a formula on a line of its own.
    terms: the names that `\term{name}{...}` may use.
    values: the texts of the numbers that `\value{name}` may print.
    Raises FormulaError for what does not parse, an unknown term or value, a colour that is not a term's.
    """
    if by_hand := COLOUR.search(latex):
        raise FormulaError(r"a formula takes its colours from \term alone", latex[:by_hand.start()])

    def compute(match):
        if match[1] not in values:
            raise FormulaError(f"unknown value {match[1]!r}", latex[:match.start()])
        return values[match[1]].replace("\N{MINUS SIGN}", "-")

    names = []

    # The converter has no command that names a part.  It has colours: every term is painted in a colour
    # of its own (the braces stay as they are), and in the MathML that colour gives way to the name.
    def paint(match):
        if match[1] not in terms:
            raise FormulaError(f"unknown term {match[1]!r}", match.string[:match.start()])
        names.append(match[1])
        return rf"{{\color[HTML]{{F0{len(names):04X}}} "

    painted = TERM.sub(paint, VALUE.sub(compute, latex))
    try:
        mathml = _converter.convert_with_local_state(painted, displaystyle=display)
    except LatexError as error:
        offset, reason = str(error).split(": ", 1)
        reason = f"the formula does not parse: {reason.rstrip('.')}"
        raise FormulaError(reason, painted[:int(offset)]) from None

    def sign(match):
        name = names[int(match[1], 16) - 1]
        return f' {term_attributes(name)} aria-label="{name.replace("-", " ")}"'

    # To ARIA the parts of a `math` role are mere decoration, and no key could reach them; a group has parts.
    head = '<math role="group"' if names else "<math"
    return PAINTED.sub(sign, mathml).replace("<math", head, 1)


def term_attributes(name):
    """The HTML attributes of a term: the name and colour of its arrow, and a button for keys and speech."""
    return f'class="term" data-term="{name}" style="color:var(--{name})" tabindex="0" role="button"'
