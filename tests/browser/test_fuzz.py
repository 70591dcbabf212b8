"""The short form of the soak's restless reader: a fixed number of drags, keys and clicks in every figure."""

import random

import pytest

from figures.registry import FIGURES
from tests.soak.browser import BYTES, SEED, play, reset

DEEDS = 60


@pytest.mark.parametrize("slug", FIGURES)
def test_a_restless_reader_breaks_nothing(open_figure, slug):
    """Catches an error in the console, a figure that no longer answers, and a Reset that leaves something."""
    figure, rng = open_figure(slug), random.Random(SEED)
    default = figure.root.evaluate(BYTES)
    for _ in range(DEEDS):
        play(figure.page, figure, rng)
    assert reset(figure.page, figure) == default, f"seed {SEED}"
