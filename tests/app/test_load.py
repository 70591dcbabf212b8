"""The short form of `make soak`: the same rows, smaller; bounds on time are printed, and left to the soak."""

import asyncio
import json
import random
import time
from statistics import median

import pytest

from app.live import respond
from figures.registry import FIGURES, kept
from tests.figures.states import random_state
from tests.figures.test_every_figure import random_args
from tests.site import Site
from tests.soak import abuse, hostile, load
from tests.soak.attacker import ATTACKS
from tests.soak.report import Measure, Row

SEED = 20261130
WORST, USUAL = 0.050, 0.010  # s of the processor for which a request may hold up the others
TRIES = 20


@pytest.fixture(scope="module")
def site():
    with Site(WORKERS="2") as site:
        yield site
        assert site.trouble() == 0, site.lines()


@pytest.mark.parametrize("row", [
    lambda site: load.crowd(site, readers=30, within=1, draggers=4, seconds=2),
    lambda site: load.pages(site, count=8, within=1),
    lambda site: load.idle(site, count=200),
    lambda site: load.slow(site, seconds=3),
    lambda site: abuse.urls(site, count=120),
    lambda site: hostile.hostile(site, seconds=2, groups=[tuple(ATTACKS)]),
    lambda site: abuse.cases(site, count=1500),
], ids=["crowd", "pages", "idle", "slow", "urls", "hostile", "cases"])
def test_it_holds(site, row, capsys):
    """Catches a wrong last state, a lost line, memory that stays, an odd status, a defect in the log."""
    row = asyncio.run(row(site))
    with capsys.disabled():
        print(f"\n{row.text()}", end=" ")
    assert row.right, row.text()


@pytest.mark.parametrize("slug", FIGURES)
def test_no_request_holds_up_the_others(slug, capsys):
    """Catches a frame that takes long: the loop serves every reader, one after the other.

    Each request is tried twice and the better time counts, of the processor, so others' work does not matter.
    """
    rng = random.Random(SEED)
    times = {}
    for name, method in [(None, None), *FIGURES[slug].actions().items()]:
        for k in range(TRIES):
            state = random_state(rng, slug) if k else FIGURES[slug]().state
            request = {"figure": slug, "seq": 1, "state": state}
            if name:
                request |= {"action": name, "args": random_args(rng, slug, method)}
            times.setdefault(name, []).append(min(cost(json.dumps(request)) for _ in range(2)))
    worst = max(times, key=lambda name: max(times[name]))
    usual = median([seconds for some in times.values() for seconds in some])
    row = Row(slug, (Measure("median of a request, s", usual, USUAL),
                     Measure(f"worst, {worst}, s", max(times[worst]), WORST)))
    with capsys.disabled():
        print(f"\n{row.text()}", end=" ")
    assert row.held, row.text()


def cost(text):
    """Processor seconds of a reply that nobody has asked for before."""
    kept.cache_clear()
    start = time.thread_time()
    respond(text)
    return time.thread_time() - start
