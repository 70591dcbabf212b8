"""The same joint dragged in three figures: ours, the plain canvas, and the ordinary Panel app.

The pointer turns the first link steadily, sixty moves a second by the clock, and waits for nothing.

* Updates shown: display frames, until the pointer is released, that drew a state not drawn before (gauge.js).
* Move to paint: from the moment at which the browser received a move to the first display frame that begins
  after the state which answers it was drawn; the median over all updates.  A move that no update answers,
  because a newer one did, is not counted.
* Server CPU per update: processor time of the server's process from press to rest, divided by the number of
  states that arrived in the page, drawn or not.
"""

import asyncio
from cmath import exp, phase
from contextlib import AsyncExitStack
from dataclasses import dataclass
from statistics import median

from figures.arm import SPAN
from figures.forward_pass import ForwardPass
from tests.bench.chromium import HERE, chromium, gauged
from tests.bench.report import row
from tests.bench.server import running

MOVES_PER_SECOND = 60
TURN = 1.8  # rad/s of the first link: 3 px a move, so that a state tells which move it answers
START = ForwardPass().q[0]
AHEAD = 100  # moves among which the next answered one is sought: half a turn, within which no angle repeats
REST = 0.5  # s without a new state after which all is answered
LONGEST_REST = 30.0  # s


@dataclass(eq=False)
class Drag:
    """What one drag showed."""

    shown: int
    delays: list  # s, from a move to its paint
    answered: int
    cpu: float    # s


def rows(seconds):
    ours, panel, floor = asyncio.run(measure(seconds))
    ms = {drag: 1e3 * median(drag.delays) for drag in (ours, panel, floor)}
    return [
        row(f"updates shown in {seconds} s of dragging | plain canvas", ours.shown, floor.shown, at_least=0.95),
        row("move to paint, median, ms | plain canvas", ms[ours], ms[floor], at_most=2),
        row(f"updates shown in {seconds} s of dragging | Panel app", ours.shown, panel.shown, at_least=3),
        row("move to paint, median, ms | Panel app", ms[ours], ms[panel], gain=True),
        row("server CPU per update, ms | Panel app", 1e3 * ours.cpu / ours.answered,
            1e3 * panel.cpu / panel.answered, at_least=8, gain=True),
    ]


async def measure(seconds):
    """The drags of ours, the Panel app and the canvas, one after the other, with pictures of one size."""
    async with AsyncExitStack() as stack:
        site, app = (stack.enter_context(running(module)) for module in ("app", "tests.bench.panel_app"))
        browser = await stack.enter_async_context(chromium())
        page = await open_ours(browser, site)
        size = round((await picture(page, ".handles"))["width"])
        ours = await drag(page, ".handles", seconds, site)
        page = await opened(browser, f"{app.url}/app?size={size}")
        panel = await drag(page, ".bk-Canvas", seconds, app)
        page = await opened(browser, f"{(HERE / 'floor.html').as_uri()}?size={size}")
        floor = await drag(page, "canvas", seconds)
    return ours, panel, floor


async def open_ours(browser, site):
    """The page of the figure alone; the recursion has reached every link."""
    page = await opened(browser, f"{site.url}/en/figures/forward-pass/")
    await page.locator("live-figure").evaluate("figure => figure.set({step: 3})")
    return page


async def opened(browser, url):
    page = await gauged(browser)
    await page.goto(url)
    await page.wait_for_function("window.gauge.updates.length")
    return page


async def picture(page, selector):
    """The box of the picture on the screen, in pixels; the base of the arm stands in its middle."""
    return await page.locator(selector).bounding_box()


async def drag(page, selector, seconds, server=None):
    """Take the first joint, turn it for so many seconds, let go, and wait until all is answered."""
    box = await picture(page, selector)
    await page.evaluate("window.gauge.moves.length = window.gauge.updates.length = window.gauge.arrivals = 0")
    before = server.cpu() if server else 0
    await turn(page, box, seconds)
    until = await page.evaluate("performance.now()")
    answered = await rest(page)
    used = server.cpu() - before if server else 0
    gauge = await page.evaluate("window.gauge")
    await page.close()
    return Drag(shown=sum(update["painted"] <= until for update in gauge["updates"]),
                delays=delays(gauge, box), answered=answered, cpu=used)


async def turn(page, box, seconds):
    """Send the moves by the clock; the browser's receipts are collected, never waited for."""
    session = await page.context.new_cdp_session(page)
    metre = box["width"] / (SPAN[1] - SPAN[0])
    receipts = []

    def send(kind, angle, **more):
        at = metre * exp(1j * angle)
        receipts.append(asyncio.ensure_future(session.send("Input.dispatchMouseEvent", {
            "type": kind, "x": box["x"] + box["width"] / 2 + at.real, "y": box["y"] + box["height"] / 2 - at.imag,
            "button": "left", **more})))

    send("mouseMoved", START, button="none")
    send("mousePressed", START, clickCount=1)
    await asyncio.gather(*receipts)
    clock = asyncio.get_running_loop().time
    start = clock()
    for k in range(1, seconds * MOVES_PER_SECOND + 1):
        await asyncio.sleep(start + k / MOVES_PER_SECOND - clock())
        send("mouseMoved", START + TURN * k / MOVES_PER_SECOND, buttons=1)
    send("mouseReleased", START + TURN * seconds, clickCount=1)
    await asyncio.gather(*receipts)


async def rest(page):
    """Wait until no new state arrives; the number that did."""
    answered, waited = -1, 0.0
    while (now := await page.evaluate("window.gauge.arrivals")) != answered and waited < LONGEST_REST:
        answered, waited = now, waited + REST
        await asyncio.sleep(REST)
    return answered


def delays(gauge, box):
    """Seconds from each answered move to its paint.

    A state answers the move that points where its first link does: the nearest of those that follow the
    move answered last, and that had come before it was painted.
    """
    centre = complex(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    moves = [(move["time"], (complex(move["x"], move["y"]) - centre).conjugate()) for move in gauge["moves"]]
    found, last = [], -1
    for update in gauge["updates"]:
        (angle,), painted = update["angles"], update["painted"]
        ahead = [k for k in range(last + 1, min(last + 1 + AHEAD, len(moves))) if moves[k][0] < painted]
        if not ahead:
            continue
        nearest = min(ahead, key=lambda k, angle=angle: abs(phase(moves[k][1] * exp(-1j * angle))))
        error = abs(phase(moves[nearest][1] * exp(-1j * angle)))
        assert error < 0.5 * TURN / MOVES_PER_SECOND, f"the picture shows {angle} rad, which no move asked for"
        found.append((painted - moves[nearest][0]) / 1e3)
        last = nearest
    return found
