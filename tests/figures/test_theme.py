"""The palette can be read by everyone, in every theme."""

import pytest

from figures.theme import PALETTE, THEMES, css, ink

TEXT_CONTRAST = 4.5  # WCAG 2.2, 1.4.3: terms of formulas are text in these colours
BACKGROUNDS = {"paper", "shade", "surface", "rule", "link", "link-reached"}  # never the colour of text


def luminance(colour):
    """Relative luminance of sRGB, WCAG 2.2."""
    channels = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("role", sorted(set(PALETTE) - BACKGROUNDS))
def test_every_colour_can_be_read_on_its_paper(role, theme):
    """Catches a colour too pale for its theme, on the page and on a panel."""
    for paper in ("paper", "surface"):
        assert contrast(ink(role, theme), ink(paper, theme)) >= TEXT_CONTRAST


def test_each_theme_is_in_the_style_sheet():
    """Catches a theme that can be chosen but is not served."""
    for theme in THEMES:
        assert f"data-theme={theme}" in css()
        assert f"--euler:{ink('euler', theme)};" in css()
