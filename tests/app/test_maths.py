"""Formulas become MathML, and their terms find their arrows."""

import re

import pytest

from app.maths import FormulaError, typeset
from figures.registry import FIGURES
from figures.theme import PALETTE


def test_a_term_carries_its_name_its_colour_and_a_way_in_for_the_keyboard():
    """Catches a term that no arrow answers to, or that only a mouse can reach."""
    mathml = typeset(r"\term{euler}{\alpha\,\zhat\times\mathbf r}-\term{mass-times-acceleration}{m a}",
                     terms={"euler", "mass-times-acceleration"})
    first, second = re.findall(r"<mrow ([^>]*)>", mathml)[:2]
    for attribute in ('class="term"', 'data-term="euler"', 'style="color:var(--euler)"', 'tabindex="0"',
                      'role="button"', 'aria-label="euler"'):
        assert attribute in first
    assert 'data-term="mass-times-acceleration"' in second
    assert 'aria-label="mass times acceleration"' in second
    assert "#F0" not in mathml


def test_terms_may_hold_braces_and_stand_in_rows():
    """Catches a term that ends at the first closing brace, or that swallows the rest of its row."""
    mathml = typeset(r"\begin{aligned}\term{a}{\frac{1}{2}x}+y&=0\\ \term{b}{z}&=1\end{aligned}",
                     display=True, terms={"a", "b"})
    a, b = re.findall(r'data-term="[ab]"[^>]*>(.*?)</mrow>', mathml)
    assert a == "<mfrac><mn>1</mn><mn>2</mn></mfrac><mi>x</mi>"
    assert b == "<mi>z</mi>"


def test_every_term_of_a_figure_has_a_colour():
    """Catches a term that the palette does not know: it would be invisible as a term."""
    for figure in FIGURES.values():
        assert set(figure.terms) <= PALETTE.keys()


@pytest.mark.parametrize(("latex", "line", "reason"), [
    ("a\n+\\frac{1", 1, "Expected closing token"),
    ("\\nosuch", 0, 'Unknown command "\\nosuch"'),
    ("a\n\n\\term{wind}{w}", 2, "unknown term 'wind'"),
    ("\\term{euler}", 0, 'Unknown command "\\term"'),
    ("\\textcolor{red}{x}", 0, "colours from \\term alone"),
])
def test_a_bad_formula_says_what_and_on_which_line(latex, line, reason):
    """Catches a formula that is printed as its own source, and an error that points elsewhere."""
    with pytest.raises(FormulaError) as error:
        typeset(latex, terms={"euler"})
    assert error.value.line == line
    assert reason in str(error.value)


def test_a_value_is_printed_as_a_number():
    """Catches a minus that is no operator to the typesetter, and a value that is left as its name."""
    mathml = typeset(r"x=\value{pull}\unit{N}", values={"pull": "\N{MINUS SIGN}12.5"})
    assert "<mn>12.5</mn>" in mathml
    assert "<mo" in mathml.split("12.5")[0]
    assert "pull" not in mathml
