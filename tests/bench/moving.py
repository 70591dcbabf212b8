"""What the falling arm costs the server and shows in the browser, and what the whole chapter keeps in memory.

* Server CPU: processor seconds for one second of motion at Δt = 5 ms, from request text to reply text.
* The peer loop: the same integration with one call of the planar RNEA for the bias and one for each column.
* Updates shown: as in drag.py, of a motion that plays by itself beside a canvas that is dragged.
"""

import asyncio
import json
from contextlib import AsyncExitStack

import numpy as np

from app.live import respond
from dynamics.planar import rk4_step, rnea
from figures.arm import ARM
from figures.energy_drift import EnergyDrift
from figures.registry import kept
from tests.bench.chromium import HERE, chromium, gauged
from tests.bench.drag import drag, opened, picture
from tests.bench.report import cpu, row
from tests.bench.server import running

STEP = 0.005       # s
CHUNK = 0.15       # s of motion in one request, as the player asks
MOST_OF_A_CORE = 8  # per cent
HEAP_MB = 150


def rows(seconds):
    chunk, again, loop = cpu(fresh, cached, by_columns, times=3, repeat=9)
    shown, floor, heap = asyncio.run(in_the_browser(seconds))
    return [
        row("falling arm, Δt = 5 ms: server CPU, % of a core", 100 * chunk / CHUNK, at_most=MOST_OF_A_CORE),
        row("falling arm: 0.15 s of motion, ms | the loop by columns", 1e3 * chunk, 1e3 * loop, at_most=0.2),
        row("falling arm: the same from the cache, ms | computed", 1e3 * again, 1e3 * chunk, at_most=0.1),
        row(f"falling arm: updates shown in {seconds} s | plain canvas", shown, floor, at_least=0.95),
        row("the chapter with six figures awake: browser heap, MB", heap, at_most=HEAP_MB),
    ]


REQUEST = json.dumps({"figure": "energy-drift", "seq": 1, "lang": "en", "state": EnergyDrift().state,
                      "action": "advance", "args": {"seconds": CHUNK, "samples": 9}})


def cached():
    """A reply that has been computed for another reader."""
    assert '"samples"' in respond(REQUEST)


def fresh():
    kept.cache_clear()
    cached()


def by_columns():
    """The same motion, with one call of RNEA for the bias and one for each column of M."""
    still, n = np.zeros(ARM.n), ARM.n

    def acceleration(q, v):
        bias = rnea(ARM, q, v, still).tau
        columns = [rnea(ARM, q, still, one, gravity=0).tau for one in np.eye(n)]
        return np.linalg.solve(np.stack(columns, -1), -bias)

    q, v = np.array(EnergyDrift().start), still
    for _ in range(round(CHUNK / STEP)):
        q, v = rk4_step(acceleration, q, v, STEP)


async def in_the_browser(seconds):
    """Updates of the falling arm, of the canvas, and the heap of the whole chapter in megabytes."""
    async with AsyncExitStack() as stack:
        site = stack.enter_context(running("app"))
        browser = await stack.enter_async_context(chromium())
        page = await opened(browser, f"{site.url}/en/figures/energy-drift/")
        size = round((await picture(page, ".handles"))["width"])
        await page.get_by_role("button", name="Release").click()
        await page.wait_for_function("document.querySelector('live-figure').state.time > 0.5")
        await page.evaluate("window.gauge.updates.length = 0")
        await asyncio.sleep(seconds)
        shown = await page.evaluate("window.gauge.updates.length")
        await page.close()
        page = await opened(browser, f"{(HERE / 'floor.html').as_uri()}?size={size}")
        floor = await drag(page, "canvas", seconds)
        return shown, floor.shown, await heap(browser, site)


async def heap(browser, site):
    page = await gauged(browser)
    await page.goto(f"{site.url}/en/newton-euler/")
    for figure in await page.locator("live-figure").all():
        await figure.scroll_into_view_if_needed()
        await figure.evaluate("figure => figure.ready.then(() => null)")
    session = await page.context.new_cdp_session(page)
    await session.send("HeapProfiler.collectGarbage")
    used = (await session.send("Runtime.getHeapUsage"))["usedSize"]
    await page.close()
    return used / 1e6
