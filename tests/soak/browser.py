"""A real browser for a long time: random drags, keys and clicks in every figure, and one long drag."""

import math
import random
import time
from contextlib import contextmanager

from playwright.sync_api import sync_playwright

from figures.registry import FIGURES
from tests.browser.conftest import ARGS, Complaints
from tests.browser.figure import Figure
from tests.chromium import find
from tests.site import Site
from tests.soak.report import Measure, Row

SEED = 20261130
KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Tab", "Enter", "Space",
        "Shift+ArrowLeft", "Control+z", "Control+Shift+z", "w", "a", "s", "d", "Escape"]
CENTRES = """handles => handles.map((handle) => handle.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])"""
BYTES = "figure => JSON.stringify(figure.state)"
FLAT = 1.1
BESIDE = 0.02  # rad, between the pointer and the first link
WARM = 0.2  # of the drag's time, two minutes of ten, after which memory must be flat


@contextmanager
def alive(slug):
    """A site, and a page with this figure; `complaints` are what the page should not say."""
    with Site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=[*ARGS, "--js-flags=--expose-gc"])
        page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        complaints = Complaints()
        complaints.watch(page, site.url)
        page.goto(f"{site.url}/en/figures/{slug}/")
        figure = Figure(page, slug)
        figure.wake()
        yield site, page, figure, complaints
        browser.close()


def play(page, figure, rng):
    """One thing that a restless reader does."""
    box = figure.root.bounding_box()

    def anywhere():
        return box["x"] + rng.random() * box["width"], box["y"] + rng.random() * box["height"]

    match rng.choice(("drag", "drag", "key", "key", "click")):
        case "drag":
            handles = figure.root.locator(".handles [role=slider]:visible").evaluate_all(CENTRES)
            page.mouse.move(*(rng.choice(handles) if handles else anywhere()))
            page.mouse.down()
            page.mouse.move(*anywhere(), steps=rng.randrange(1, 9))
            page.mouse.up()
        case "key":
            page.keyboard.press(rng.choice(KEYS))
        case "click":
            page.mouse.click(*anywhere())


def reset(page, figure):
    """Reset as a reader does; the bytes of the state."""
    page.keyboard.press("Escape")
    figure.settle()
    figure.button("Reset").click()
    figure.settle()
    return figure.root.evaluate(BYTES)


def fuzz(seconds=60):
    rng, wrong, complaints, deeds = random.Random(SEED), 0, 0, 0
    for slug in FIGURES:
        with alive(slug) as (_, page, figure, said):
            default = figure.root.evaluate(BYTES)
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                play(page, figure, rng)
                deeds += 1
            wrong += reset(page, figure) != default
            complaints += len(said)
            for text in said:
                print(f"        {slug}: {text}")
    return Row(f"random drags, keys and clicks in every figure, {seconds} s each (seed {SEED})", (
        Measure("complaints of the page", complaints, 0),
        Measure("figures whose Reset gives another state", wrong, 0),
        Measure("drags, keys and clicks", deeds, at_least=seconds * len(FIGURES))))


def beside(figure, to):
    """Radians between the first link and a pointer that rests."""
    figure.settle()
    return abs(math.remainder(figure.state["q"][0] - math.atan2(to[1], to[0]), math.tau))


def long_drag(seconds=600):
    with alive("forward-pass") as (site, page, figure, said):
        heap = "() => { gc(); return performance.memory.usedJSHeapSize }"
        seen, angles = [], []
        start = time.monotonic()
        page.mouse.move(*figure.centre("Joint 1"))
        page.mouse.down()
        for k in range(10**9):
            now = time.monotonic() - start
            if now > seconds:
                break
            to = 0.8 * math.cos(k / 30), 0.5 + 0.4 * math.sin(k / 30)  # nowhere near where the link was at first
            page.mouse.move(*figure.pixels(*to))
            if k % 500 == 0 and now > WARM * seconds:
                seen.append((page.evaluate(heap), site.memory()))
                angles.append(beside(figure, to))
        angles.append(beside(figure, to))
        page.mouse.up()
        heaps, memories = zip(*seen, strict=True)
        return Row(f"one drag for {seconds} s", (
            Measure("largest browser heap later / after a fifth", max(heaps) / heaps[0], FLAT),
            Measure("largest server memory later / after a fifth", max(memories) / memories[0], FLAT),
            Measure("largest angle between the link and the pointer, rad", max(angles), BESIDE),
            Measure("times looked", len(seen), at_least=5),
            Measure("complaints of the page", len(said), 0)))
