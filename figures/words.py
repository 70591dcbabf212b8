"""The catalogue: every word that a figure shows or speaks, one file a language, by key.

A sentence is a template with named places, `"Joint {joint} at {angle}°"`; numbers are put in by
`number`, so the minus sign is a minus sign.
"""

import tomllib
from functools import cache
from pathlib import Path

SUBSCRIPT, SUPERSCRIPT = "₀₁₂₃₄₅₆₇₈₉", "⁰¹²³⁴⁵⁶⁷⁸⁹"
CONTENT = Path(__file__).parents[1] / "content"


@cache
def languages():
    """The languages that have a catalogue."""
    return tuple(sorted(path.parent.name for path in CONTENT.glob("*/figures.toml")))


@cache
def words(lang):
    """The whole catalogue of a language: nested dictionaries of strings."""
    return tomllib.loads((CONTENT / lang / "figures.toml").read_text(encoding="utf-8"))


def number(value, digits=2):
    """A number as it is printed: fixed digits, no minus before a zero, a true minus sign, thin spaces.

    >>> number(-1.204), number(-0.001)
    ('−1.20', '0.00')
    """
    text = f"{value:.{digits}f}" if abs(value) < 1e4 else f"{value:,.{digits}f}".replace(",", "\u202f")
    if round(value, digits) == 0:
        text = text.lstrip("-")
    return text.replace("-", "−")
