"""The figure socket: one for all figures of a page, with its share of the server and no more."""

import asyncio
import time
from collections import deque
from contextlib import suppress
from urllib.parse import urlsplit

from tornado.web import HTTPError
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from app import live
from app.handlers import Handler
from app.limits import BURST, FRAMES, MOST_WAITING, POLICY, RATE, RESTART, TAKEN_WITHIN, WEIGHT, Bucket

PORTS = {"http": ":80", "https": ":443"}
UNHEARD = 0.01  # s that each frame takes which comes after the end: a flood must not fill the loop


class LiveHandler(Handler, WebSocketHandler):
    """A reader's socket.  What it asks waits in a queue of its own, so that readers take turns."""

    allowed = "GET"

    def prepare(self):
        try:
            urlsplit(self.request.headers.get("Origin", ""))
        except ValueError:
            raise HTTPError(400) from None

    def check_origin(self, origin):
        """Besides the host that was asked, the one that a proxy says was asked; no script can set this header.

        Of several proxies the first has seen the browser.
        """
        site = urlsplit(origin.lower())
        asked = self.request.headers.get("X-Forwarded-Host", "").split(",")[0].strip().lower()
        return bool(asked) and asked.removesuffix(PORTS.get(site.scheme, "")) == site.netloc

    def get_websocket_protocol(self):
        """Tornado tells of whole messages; pings, and pieces that never become a message, are counted here."""
        protocol = super().get_websocket_protocol()
        if protocol:
            receive = protocol._receive_frame

            async def receive_in_turn():
                await self.on_frame()
                await receive()

            protocol._receive_frame = receive_in_turn
        return protocol

    def open(self):
        self.set_nodelay(True)  # with Nagle's algorithm a reply may wait 40 ms
        self.waiting = deque()  # requests, the tokens that each costs, and when it came
        self.bucket = Bucket(RATE, BURST)
        self.frames = Bucket(FRAMES * RATE, FRAMES * BURST)
        self.work = None        # a task while something waits
        self.closing = False
        self.tally = self.settings["tally"]
        self.tally.add("readers")
        self.settings["readers"].add(self)

    def on_close(self):
        self.settings["readers"].discard(self)
        self.tally.add("readers", -1)
        self.waiting.clear()

    async def on_frame(self):
        if self.closing:
            await asyncio.sleep(UNHEARD)
        elif self.frames.take(1):
            self.end(POLICY, f"more than {FRAMES * RATE} frames a second")
        else:
            await asyncio.sleep(0)  # the others' turn, also when much has arrived at once

    def on_message(self, message):
        if self.closing:
            return
        cost = max(1, len(message) / WEIGHT)
        if sum(waits for _, waits, _ in self.waiting) + cost > MOST_WAITING:
            self.end(POLICY, "too much waits for an answer")
            return
        self.waiting.append((live.hear(message), cost, time.monotonic()))
        if self.work is None:
            self.work = asyncio.create_task(self.answer())

    async def answer(self):
        """Answer what waits, one after the other, as fast as the reader may ask and takes the replies."""
        with suppress(WebSocketClosedError):
            while self.waiting:
                request, cost, came = self.waiting.popleft()
                await asyncio.sleep(self.bucket.take(cost))  # also of nothing: the others' turn
                outcome, reply = self.reply(request)
                self.tally.answered(outcome, time.monotonic() - came)
                try:
                    await asyncio.wait_for(self.write_message(reply), TAKEN_WITHIN)
                except TimeoutError:
                    self.end(POLICY, f"a reply was not taken within {TAKEN_WITHIN} s")
        self.work = None

    def reply(self, request):
        """The frame that was asked for, or none when a newer drag waits: a slow line shows the newest."""
        drag = live.dragged(request)
        if drag and any(live.dragged(later) == drag for later, *_ in self.waiting):
            return "skipped", live.skip(request)
        return live.reply(request)

    def end(self, code, reason):
        """Close with a reason that the other side can read."""
        self.closing = True
        self.waiting.clear()
        self.tally.add("closed")
        self.close(code, reason)

    async def retire(self):
        """Answer what has been asked, then send the reader to another process."""
        self.closing = True
        if self.work:
            await self.work
        self.close(RESTART, "service restart")
