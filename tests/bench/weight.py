"""What a chapter weighs on the wire before a figure wakes: HTML, style sheets and the book's own scripts.

Compressed bodies, as the browser receives them in a first visit.  Fonts and Bokeh are apart: they are the
same for every page and every book.
"""

import asyncio
from urllib.parse import urlsplit

from tests.bench.chromium import chromium, gauged
from tests.bench.report import row
from tests.bench.server import running

CHAPTER = "/en/newton-euler/"
MOST_KB = 60
KINDS = ("document", "stylesheet", "script")
APART = "/bokeh/"


def rows():
    return [row(f"{CHAPTER} before a figure wakes, kB compressed", asyncio.run(weigh()) / 1000, at_most=MOST_KB)]


async def weigh():
    """Bytes of the bodies that count."""
    with running("app") as site:
        async with chromium() as browser:
            page = await gauged(browser)
            arrived = []
            page.on("requestfinished", lambda request: arrived.append(request))
            await page.goto(site.url + CHAPTER, wait_until="networkidle")
            return sum([(await request.sizes())["responseBodySize"] for request in arrived if counts(request)])


def counts(request):
    return request.resource_type in KINDS and APART not in urlsplit(request.url).path
