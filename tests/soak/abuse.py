"""Readers who do not know what they send: odd requests, spoiled messages, raw bytes."""

import asyncio
import contextlib
import json
import math
import random
import re
import socket
import string

from tornado.websocket import websocket_connect

from app.live import respond
from figures.registry import FIGURES
from tests.figures.states import random_state
from tests.figures.test_every_figure import numbers, random_args
from tests.soak.reader import CHAPTER, REPLY_WITHIN, dragging, promises
from tests.soak.report import Measure, Row

SEED = 20261130
LATE, SILENT = "no answer within 5 s", "closed without a word"
SHOWN = 5  # requests that got no fine answer
FINE = {200, 301, 304, 400, 403, 404, 405, 414}
DIGITS = "٣", "9" * 5000, "0x10", "-1", "1e3", "１２"
PATHS = ["/", CHAPTER, "/en/newton-euler", "/figures/forward-pass.en.json", "/static/book.css", "/live", "/health",
         "/metrics", "/nowhere"]
ODD = ["?a=1?b=2", "?" + "9" * 5000, "%00", "%ff", "%2e%2e/", "/../../etc/passwd", "?state=%7B", "//", ";x=1",
       "%0d%0aSet-Cookie:x=1", "?" + "x" * 16_000, "\\..\\", "?q=" + "%F0" * 99, "#x", "*", " x"]
HOSTS = ["book", "", "[::1]", "a" * 300, "book:99999", "book:٣", "book, evil", "http://book", "\x01", "..", "[",
         "[:::]"]
HEADERS = ["Range: bytes=0-", "Range: bytes=9-1,x", 'If-None-Match: W/"', "Accept-Encoding: gzip;q=٣", "DNT",
           ": x", "Cookie: " + "a" * 16_000, "Origin: http://[", "Origin: null", "Upgrade: websocket",
           'Cookie: x="', "Connection: Upgrade", "Content-Length: 5", "X-Forwarded-For: ٣", "A : b",
           "X-Forwarded-Host: [",
           "Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 99", "Sec-WebSocket-Key: x", "A\x00: b",
           "Transfer-Encoding: chunked", "Accept-Language: " + "q" * 5000, "Expect: 100-continue",
           "If-Modified-Since: yesterday", "Sec-Fetch-Site: cross-site"]
SPOILS = "NaN", "1e999", "null", "[[", '"q"', "\\ud800", "9" * 400
METHODS = ["GET"] * 8 + ["HEAD", "POST", "PUT", "OPTIONS", "TRACE", "get", "BREW", "CONNECT"]


def odd_request(rng):
    """A request over HTTP that no browser sends."""
    path = rng.choice(PATHS) + (rng.choice(ODD) if rng.random() < 0.7 else "")
    host = rng.choice(HOSTS) if rng.random() < 0.4 else "book"
    lines = [f"{rng.choice(METHODS)} {path} HTTP/1.1", f"Host: {host}"]
    lines += rng.sample(HEADERS, rng.randrange(4))
    if rng.random() < 0.2:
        lines.append(f"Content-Length: {rng.choice(DIGITS)}")
    body = "0\r\n\r\n" if "Transfer-Encoding: chunked" in lines else "hello"
    return ("\r\n".join([*lines, "Connection: close"]) + "\r\n\r\n" + body).encode()


def status_of(port, request):
    """The status of the reply to raw bytes, LATE or SILENT."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        try:
            with contextlib.suppress(ConnectionError):  # the reply may be there although the rest is not taken
                line.sendall(request)
            told = line.recv(65536)
            if told.startswith(b"HTTP/1.1 100"):  # go on, it says; the rest of the request is there already
                told = told.partition(b"\r\n\r\n")[2] or line.recv(65536)
        except TimeoutError:
            return LATE
        except ConnectionError:
            return SILENT
    status = re.match(rb"HTTP/1.1 (\d{3})", told)
    return int(status[1]) if status else told[:80] or SILENT


def ask_oddly(port, requests, fine=FINE):
    """Send requests one after the other; what came of those that got no fine status, as measures."""
    outcomes = [status_of(port, request) for request in requests]
    odd = [pair for pair in zip(outcomes, requests, strict=True) if pair[0] not in fine]
    for outcome, request in odd[:SHOWN]:
        print(f"        {outcome}: {request[:100]!r}")
    return (Measure("5xx or other odd statuses", sum(o not in {*fine, LATE, SILENT} for o in outcomes), 0),
            Measure(f"requests with {LATE}", outcomes.count(LATE), 0),
            Measure(f"requests {SILENT}", outcomes.count(SILENT), 0))


def odd_requests(count):
    rng = random.Random(SEED)
    return [odd_request(rng) for _ in range(count)]


async def urls(site, count=500):
    return Row(f"{count} fuzzed URLs and headers (seed {SEED})",
               await asyncio.to_thread(ask_oddly, site.port, odd_requests(count)))


def spoiled(rng):
    """A message to the socket: a good one, one of a random state and action, or one with a few wrong letters."""
    slug = rng.choice(list(FIGURES))
    name, method = rng.choice([(None, None), *FIGURES[slug].actions().items()])
    request = {"figure": slug, "seq": rng.randrange(1000), "state": random_state(rng, slug)}
    if name:
        request |= {"action": name, "args": random_args(rng, slug, method)}
    text = list(json.dumps(request))
    for _ in range(rng.choice((0, 0, 1, 3, 9))):
        at = rng.randrange(len(text))
        text[at:at + rng.randrange(3)] = rng.choice((*string.printable, *SPOILS))
    return "".join(text)


def sound(text):
    """Does a reply hold a sentence, or a frame of finite numbers?"""
    reply = json.loads(text)
    return bool(reply.get("error")) or all(map(math.isfinite, numbers(reply)))


async def raw_bytes(site, rng, count):
    """Open sockets and send bytes that are no frames; the site must answer the next reader."""
    for _ in range(count):
        socket = await websocket_connect(f"ws://127.0.0.1:{site.port}/live")
        stream = socket.protocol.stream
        with contextlib.suppress(Exception):
            await stream.write(rng.randbytes(rng.randrange(1, 200)))
        socket.close()
        stream.close()


async def cases(site, count=20_000):
    rng = random.Random(SEED)
    bad = broken = 0
    for _ in range(count * 9 // 10):
        reply = respond(spoiled(rng))
        bad += not sound(reply)
        broken += "could not be computed" in reply
    closed = 0
    socket = await websocket_connect(f"ws://127.0.0.1:{site.port}/live")
    for _ in range(count // 20):
        await socket.write_message(spoiled(rng))
        text = await asyncio.wait_for(socket.read_message(), REPLY_WITHIN)
        closed += text is None
        bad += text is not None and not sound(text)
    stream = socket.protocol.stream
    socket.close()
    stream.close()
    await raw_bytes(site, rng, count // 40)
    statuses = await asyncio.to_thread(ask_oddly, site.port, odd_requests(count // 40))
    after = await dragging(site.port, 1, 0.5)
    return Row(f"{count} fuzzed states, actions, messages, addresses and raw bytes (seed {SEED})", (
        Measure("replies that are neither a sentence nor finite", bad, 0),
        Measure("defects of ours", broken, 0),
        Measure("sockets closed although the protocol was kept", closed, 0),
        *statuses,
        *promises(after)))
