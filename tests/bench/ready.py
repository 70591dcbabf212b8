"""How soon a figure is ready after it comes into view, in a page that has a live figure already.

Bokeh's scripts have been loaded and run for a first figure.  A second one waits far below the window.  The
clock starts with the jump to it and stops at the first display frame that begins after its arm was drawn
and it can be used.  Ours: a second `<live-figure>`.  The peer: the Panel app, embedded once more by its
autoload script when its place comes near, as one embeds such an app in a page.
"""

import asyncio
from contextlib import AsyncExitStack
from statistics import median

from tests.bench.chromium import chromium, gauged
from tests.bench.report import row
from tests.bench.server import running

# Ours is asked for by its name; the stage is what the book's pages hold until a figure is alive.
OURS = """
<link rel="stylesheet" href="/static/palette.css"><link rel="stylesheet" href="/static/figures/live-figure.css">
<script type="module" src="/static/figures/live-figure.js"></script>
<live-figure name="backward-pass" lang="en" data-status="still"><div class="stage"></div></live-figure>
<div style="height: 4000px"></div>
<live-figure id="below" name="forward-pass" lang="en" data-status="still"><div class="stage"></div></live-figure>
"""
# The places of the app wake as ours do: when they are within 400 px of the window.
PANEL = """
<div class="app" id="above"></div><div style="height: 4000px"></div><div class="app" id="below"></div>
<script>
const near = new IntersectionObserver((entries) => {
  for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
    near.unobserve(target);
    const script = document.createElement("script");
    script.id = `script-${target.id}`;
    script.src = `/app/autoload.js?bokeh-autoload-element=${target.id}&bokeh-app-path=/app` +
      `&bokeh-absolute-url=${location.origin}/app&size=600`;
    document.body.append(script);
  }
}, { rootMargin: "400px" });
for (const place of document.querySelectorAll(".app")) near.observe(place);
</script>
"""
FILL = "(html) => document.body.replaceChildren(document.createRange().createContextualFragment(html))"
JUMP = "() => { const now = performance.now(); document.getElementById('below').scrollIntoView(); return now; }"
DRAWN = """(count) => {
  const last = window.gauge.updates.at(-1);
  const alive = document.querySelectorAll('live-figure[data-status="live"]').length;
  const all = document.querySelectorAll("live-figure").length;
  return last?.angles.length === count && (count < 2 || alive === all) && last.painted;
}"""


def rows(times):
    ours, panel = asyncio.run(measure(times))
    return [row("figure ready after it comes into view, ms | Panel app", median(ours), median(panel),
                at_least=4, gain=True)]


async def measure(times):
    """Milliseconds until ready, so many times each, in turn, so that a busy moment meets both."""
    async with AsyncExitStack() as stack:
        site, app = (stack.enter_context(running(module)) for module in ("app", "tests.bench.panel_app"))
        browser = await stack.enter_async_context(chromium())
        pages = [await gauged(browser) for _ in range(2)]
        ours, panel = [], []
        for _ in range(times):
            ours.append(await appear(pages[0], f"{site.url}/", OURS))
            panel.append(await appear(pages[1], f"{app.url}/liveness", PANEL))
    return ours, panel


async def appear(page, address, body):
    """Milliseconds from the jump to the second figure until it is ready; the address gives the origin."""
    await page.goto(address)
    await page.evaluate(FILL, body)
    await page.wait_for_function(DRAWN, arg=1)
    await page.wait_for_load_state("networkidle")
    start = await page.evaluate(JUMP)
    painted = await (await page.wait_for_function(DRAWN, arg=2)).json_value()
    return painted - start
