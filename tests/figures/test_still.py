"""The still picture shows the same frame as the live one."""

import random
import re
import xml.etree.ElementTree as ET

import pytest

from figures.registry import FIGURES
from figures.still import on_paper, still
from figures.theme import PALETTE
from tests.figures.states import random_state

SEED = 20261130
TENTH = 0.2  # of the drawing, which is written with one digit behind the point


@pytest.mark.parametrize("slug", FIGURES)
def test_a_still_is_well_formed_and_in_colours_of_the_palette(slug):
    """Catches markup that breaks the page, a colour that is not there, a layer that cannot be drawn."""
    rng = random.Random(SEED)
    for state in [{}, *(random_state(rng, slug) for _ in range(10))]:
        text = still(FIGURES[slug](**state))
        ET.fromstring(text)
        assert set(re.findall(r"var\(--([\w-]+)\)", text)) <= set(PALETTE)


def test_a_still_draws_every_arrow_of_the_frame():
    """Catches a layer that is left out: three links, twelve arrows less the one that is zero, three arcs."""
    figure = FIGURES["forward-pass"](step=3)
    heads = still(figure).count('Z" style="fill')
    drawn = sum(len(columns["x1"]) for name, columns in figure.frame().layers.items()
                if hasattr(figure.layers()[name], "head") or hasattr(figure.layers()[name], "radius"))
    assert heads == drawn == 3 * 6 - 1


@pytest.mark.parametrize("slug", FIGURES)
def test_the_still_on_paper_is_in_a_state_of_the_figure(slug):
    """Catches a state for paper that the figure would refuse, or that shows no more than the default."""
    cls = FIGURES[slug]
    chosen = cls.from_state(cls().state | cls.on_paper)
    assert on_paper(cls).startswith(still(chosen))
    assert not cls.on_paper or still(chosen) != still(cls())


def test_bars_are_drawn_to_scale_on_paper():
    """Catches a bar of the wrong length or sign, and a plot of bars that paper does not have."""
    markup = on_paper(FIGURES["rnea-vs-lagrange"])
    (bars,) = re.findall(r'<svg[^>]*class="bars".*?</svg>', markup)
    ET.fromstring(bars)
    figure = FIGURES["rnea-vs-lagrange"]()
    frame = figure.frame()
    wanted = frame.layers["inertia"]
    drawn = re.findall(r'<path d="M([\d.-]+) [\d.-]+L([\d.-]+) [\d.-]+" style="stroke:var\(--inertia\)', bars)
    lengths = [float(end) - float(start) for start, end in drawn]
    scale = lengths[0] / (wanted["end"][0] - wanted["start"][0])
    assert scale > 0
    for length, start, end in zip(lengths, wanted["start"], wanted["end"], strict=True):
        assert abs(length - scale * (end - start)) < TENTH
