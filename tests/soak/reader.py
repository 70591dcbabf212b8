"""A reader without a browser: opens the pages that a browser opens, and drags as the browser's half does."""

import asyncio
import contextlib
import itertools
import json
import random
import re
import time

from tornado.httpclient import AsyncHTTPClient
from tornado.websocket import WebSocketClosedError, websocket_connect

from figures.registry import FIGURES, answer
from tests.soak.report import Measure

CHAPTER = "/en/newton-euler/"
MODULES = ("carrier", "conversation", "handles", "link", "live-figure", "picture", "player", "readouts", "shell",
           "socket", "terms", "widgets")
WAIT = 0.25, 5.0  # s, the first wait for a new socket and the longest, as in socket.js
REPLY_WITHIN = 20 # s, of a request
REACH = 1.2       # m, how far the pointer goes


async def get(url, path):
    """One request on a connection of its own: dearer for the server than what a browser does."""
    return await AsyncHTTPClient().fetch(url + path, request_timeout=30, headers={"Accept-Encoding": "gzip"},
                                         decompress_response=False)


async def addresses(url):
    """All that a browser with an empty cache asks for when it opens the chapter and wakes every figure."""
    html = (await AsyncHTTPClient().fetch(url + CHAPTER)).body.decode()
    static = re.search(r"/static/\w{16}", html)[0]
    return [CHAPTER, *dict.fromkeys(re.findall(r'"(/static/[^"]+)"', html)),
            *(f"{static}/figures/{name}.js" for name in MODULES), f"{static}/progress.js",
            *(f"{static}/fonts/{name}.woff2" for name in ("stix-two-text-400-italic", "stix-two-text-600-normal",
                                                           "stix-two-math")),
            f"{static}/bokeh/bokeh.min.js", f"{static}/bokeh/bokeh-widgets.min.js",
            *(f"/figures/{slug}.en.json" for slug in FIGURES)]


def post(socket, text):
    """Send a message; if the line is lost under it, that shows when a reply is waited for."""
    socket.write_message(text).add_done_callback(lambda sent: sent.exception())


class Unanswered(Exception):
    """The site has taken a request, and says nothing to it."""


class Reader:
    """Drags a joint of a figure; `window` requests may be in the air, and only the newest move waits."""

    def __init__(self, port, seed=0, *, slug="forward-pass", window=1):
        self.url = f"ws://127.0.0.1:{port}/live"
        self.rng = random.Random(seed)
        self.slug, self.window = slug, window
        self.state = FIGURES[slug]().state
        self.request = None  # the newest that was sent
        self.frame = None    # the number of the one whose frame is on the screen
        self.seq, self.shown, self.refused = 0, 0, 0
        self.asked = {}      # seq -> the request and when the pointer moved
        self.latencies, self.pauses, self.drops = [], [], 0
        self.last = time.monotonic()

    async def __aenter__(self):
        await self.connect()
        self.hearing = asyncio.create_task(self.hear())
        return self

    async def __aexit__(self, *_):
        self.hearing.cancel()
        self.hang_up()
        with contextlib.suppress(asyncio.CancelledError):
            await self.hearing  # what ended it, if something did, must not be lost

    async def connect(self):
        wait, longest = WAIT
        while True:
            with contextlib.suppress(Exception):  # whatever keeps a socket from opening, it is tried again
                self.socket = await websocket_connect(self.url, connect_timeout=3)
                self.stream = self.socket.protocol.stream
                return
            await asyncio.sleep(wait * (0.5 + self.rng.random()))
            wait = min(2 * wait, longest)

    def hang_up(self):
        self.socket.close()
        self.stream.close()

    async def hear(self):
        """Take replies; when the line is lost, open another one and ask again."""
        while True:
            text = await self.socket.read_message()
            if text is not None:
                self.take(json.loads(text))
                continue
            self.drops += 1
            self.hang_up()
            await asyncio.sleep(WAIT[0] * (0.5 + self.rng.random()))
            await self.connect()
            for request, _ in self.asked.values():
                self.send(request)

    def take(self, reply):
        now = time.monotonic()
        self.pauses.append(now - self.last)
        self.last = now
        self.refused += "error" in reply
        if reply["seq"] is None:  # one that cannot be read is answered without a number
            return
        _, moved = self.asked.pop(reply["seq"])
        self.latencies.append(now - moved)
        if "state" in reply:
            self.state, self.frame, self.shown = reply["state"], reply["seq"], self.shown + 1

    def send(self, request):
        with contextlib.suppress(WebSocketClosedError):  # hear() finds out, and asks again
            post(self.socket, json.dumps(request))

    async def drag(self, seconds, rate=30):
        """Move the pointer `rate` times a second; a move that cannot be sent gives way to the next."""
        start = self.last = time.monotonic()
        move = None
        for tick in itertools.count(1):
            if (now := time.monotonic()) >= start + seconds:
                break
            move = [self.rng.uniform(-REACH, REACH), self.rng.uniform(0, REACH)], now
            self.check()
            if self.free:
                self.move(*move)
                move = None
            await asyncio.sleep(max(0.001, start + tick / rate - time.monotonic()))
        if move:
            await self.until(lambda: self.free)
            self.move(*move)
        await self.until(lambda: not self.asked)

    @property
    def free(self):
        """May one more request be in the air?"""
        return len(self.asked) < self.window

    def check(self):
        """Raise what has ended the hearing, and Unanswered."""
        if self.hearing.done():
            self.hearing.result()
        for request, moved in self.asked.values():
            if time.monotonic() - moved > REPLY_WITHIN:
                raise Unanswered(f"no reply within {REPLY_WITHIN} s to {json.dumps(request)}")

    def move(self, to, moved):
        self.seq += 1
        self.request = {"figure": self.slug, "seq": self.seq, "lang": "en", "state": self.state,
                        "action": "drag", "args": {"handle": "joint-1", "to": to}}
        self.asked[self.seq] = self.request, moved
        self.send(self.request)

    async def until(self, condition):
        while not condition():
            self.check()
            await asyncio.sleep(0.01)

    @property
    def right(self):
        """Is the frame on the screen the last move's own, and its state the one that this move leads to?"""
        return self.frame == self.seq and json.loads(json.dumps(answer(self.request)))["state"] == self.state


async def dragging(port, count, seconds, **options):
    """Some readers who drag at once; they have left again when this returns."""
    async with contextlib.AsyncExitStack() as stack:
        readers = [await stack.enter_async_context(Reader(port, seed, **options)) for seed in range(count)]
        await asyncio.gather(*(reader.drag(seconds) for reader in readers))
    return readers


def promises(readers):
    """What must hold of readers who drag, whatever befalls the site."""
    return (Measure("wrong last states", sum(not reader.right for reader in readers), 0),
            Measure("refused moves", sum(reader.refused for reader in readers), 0))


def drops(readers):
    return Measure("lost lines", sum(reader.drops for reader in readers), 0)
