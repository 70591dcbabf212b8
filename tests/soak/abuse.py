"""Readers who mean no good, or do not know what they send."""

import asyncio
import contextlib
import json
import math
import random
import re
import socket
import string
import subprocess
import sys

from tornado.websocket import websocket_connect

from app.live import respond
from figures.registry import FIGURES
from tests.figures.states import random_state
from tests.figures.test_every_figure import numbers, random_args
from tests.soak.load import STOPPED, readers_of
from tests.soak.reader import CHAPTER, Reader, dragging, post
from tests.soak.report import Measure, Row, p95

SEED = 20261130
FAREWELL = 7  # s: a closed socket may take five to say that it has understood
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
    """The status of the reply to raw bytes; None when the connection was closed without a word."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        line.sendall(request)
        with contextlib.suppress(ConnectionResetError, TimeoutError):
            told = line.recv(65536)
            if told.startswith(b"HTTP/1.1 100"):  # go on, it says; the rest of the request is there already
                told = told.partition(b"\r\n\r\n")[2] or line.recv(65536)
            status = re.match(rb"HTTP/1.1 (\d{3})", told)
            return status and int(status[1])


def ask_oddly(site, count):
    """Send odd requests; those whose status is none of the fine ones."""
    rng = random.Random(SEED)
    wrong = []
    for _ in range(count):
        request = odd_request(rng)
        status = status_of(site.port, request)
        if status not in FINE:
            wrong.append((status, request[:200]))
    return wrong


async def urls(site, count=500):
    wrong = await asyncio.to_thread(ask_oddly, site, count)
    for status, request in wrong:
        print(f"        {status}: {request!r}")
    return Row(f"{count} fuzzed URLs and headers (seed {SEED})", (
        Measure("5xx or other odd statuses", sum(status is not None for status, _ in wrong), 0),
        Measure("closed without a word", sum(status is None for status, _ in wrong))))


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
        text = await socket.read_message()
        closed += text is None
        bad += text is not None and not sound(text)
    stream = socket.protocol.stream
    socket.close()
    stream.close()
    await raw_bytes(site, rng, count // 40)
    wrong = await asyncio.to_thread(ask_oddly, site, count // 40)
    after = await dragging(site.port, 1, 0.5)
    return Row(f"{count} fuzzed states, actions, messages, addresses and raw bytes (seed {SEED})", (
        Measure("replies that are neither a sentence nor finite", bad, 0),
        Measure("defects of ours", broken, 0),
        Measure("sockets closed although the protocol was kept", closed, 0),
        Measure("5xx or other odd statuses", sum(status is not None for status, _ in wrong), 0),
        Measure("readers not answered afterwards", sum(not reader.right for reader in after), 0)))


async def flood(port, text, codes):
    """Send as fast as the line takes it, never waiting for an answer; when closed, come again."""
    while True:
        with contextlib.suppress(Exception):
            socket = await websocket_connect(f"ws://127.0.0.1:{port}/live")
            stream = socket.protocol.stream
            try:
                for _ in range(100):
                    for _ in range(100):
                        post(socket, text)
                    await asyncio.sleep(0.01)
            finally:
                while await socket.read_message() is not None:
                    pass
                codes.append(socket.close_code)
                stream.close()
        await asyncio.sleep(0.1)


HOSTILE = """
import asyncio, json, os, sys
from tests.soak.abuse import flood
async def main(port, text, seconds):
    codes = []
    flooding = asyncio.create_task(flood(port, text, codes))
    await asyncio.sleep(seconds)
    print(json.dumps(codes), flush=True)
    os._exit(0)  # in the middle of a hundred messages
asyncio.run(main(int(sys.argv[1]), "x" * int(sys.argv[2]), float(sys.argv[3])))
"""


async def hostile(site, seconds=20):
    """The attackers run in processes of their own, at a lower priority than the site and the reader."""
    sizes = 300, 64_000  # bytes of a message
    await dragging(site.port, 2, 1)
    alone = p95((await dragging(site.port, 1, seconds / 2))[0].latencies)
    attackers = [
        subprocess.Popen(["nice", "-n19", sys.executable, "-c", HOSTILE, *map(str, (site.port, size, seconds))],
                         stdout=subprocess.PIPE, text=True) for size in sizes]
    sleepers = subprocess.Popen([sys.executable, "-c", STOPPED, str(site.port), "100"], stdout=subprocess.PIPE)
    sleepers.stdout.readline()
    async with Reader(site.port, 1) as victim:
        await victim.drag(seconds - 3)
    told = [json.loads((await asyncio.to_thread(attacker.communicate))[0]) for attacker in attackers]
    sleepers.kill()
    sleepers.communicate()
    await asyncio.sleep(FAREWELL)
    return Row(f"hostile clients for {seconds} s: floods, 64 kB messages, half-open sockets", (
        Measure("another reader's p95 / its p95 alone", p95(victim.latencies) / alone, 2, timed=True),
        Measure("wrong last states", not victim.right, 0),
        Measure("lost lines of the other reader", victim.drops, 0),
        Measure("attackers not closed with a reason (1008)", sum(1008 not in codes for codes in told), 0),
        Measure("times closed", sum(map(len, told))),
        Measure("readers that are left", readers_of(site), 0)))
