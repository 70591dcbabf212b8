"""Processes that die while readers drag, and a process that is told to end."""

import asyncio
import contextlib
import itertools
import json
import os
import signal
import time
from statistics import median

import psutil
from tornado.websocket import websocket_connect

from app.limits import RESTART
from tests.site import Site
from tests.soak.attacker import LONGEST, PING, TEXT, frame
from tests.soak.proxy import balancer
from tests.soak.reader import REPLY_WITHIN, Reader, promises
from tests.soak.report import Measure, Row

READERS = 8
MANY = 60      # requests at once: not yet more than may wait
SPENT = 7      # messages of 64 kB, after which a reader has no more requests free and is answered in time
PATIENT = 10   # readers who ask so much
ENDINGS = {"SIGTERM again and again": (signal.SIGTERM, 0.005), "SIGINT": (signal.SIGINT, None)}  # s between two


async def kills(seconds=30, every=3):
    """Each site has two of the four workers; half-way one site is lost whole, as with its machine."""
    with contextlib.ExitStack() as stack:
        def start(port=0):
            return stack.enter_context(Site(port, WORKERS="2"))

        sites = [start() for _ in range(2)]
        port = stack.enter_context(balancer([site.port for site in sites]))
        async with contextlib.AsyncExitStack() as readers:
            group = [await readers.enter_async_context(Reader(port, n)) for n in range(READERS)]
            drags = [asyncio.create_task(reader.drag(seconds)) for reader in group]
            victims = []
            deaths = seconds // every - 1
            start_of_all = time.monotonic()
            for k in range(deaths):
                await asyncio.sleep(max(0, start_of_all + every * (k + 1) - time.monotonic()))
                if k == deaths // 2:
                    await asyncio.to_thread(lose, sites[0])
                    sites[0] = await asyncio.to_thread(start, sites[0].port)
                    continue
                # The older one: each site loses its two workers in turn.
                victims.append(min(sites[k % 2].workers, key=lambda pid: psutil.Process(pid).create_time()))
                os.kill(victims[-1], signal.SIGKILL)
            await asyncio.gather(*drags)
        await asyncio.sleep(1)  # the last dead one is replaced
        complete = sum(len(site.workers) == 2 for site in sites)
        return Row(f"behind nginx, one of four workers killed every {every} s for {seconds} s", (
            *promises(group),
            Measure("longest pause, s", max(max(reader.pauses) for reader in group), 2, timed=True),
            Measure("workers killed, besides both of one site at once", len(set(victims)),
                    at_least=deaths - 1),
            Measure("sites that have two workers afterwards", complete, at_least=2),
            Measure("lines lost and opened again", sum(reader.drops for reader in group), at_least=READERS)))


def lose(site):
    """Kill a site with all its processes; the one that would replace the others goes first."""
    processes = [psutil.Process(pid) for pid in (site.process.pid, *site.workers)]
    for process in processes:
        process.kill()
    psutil.wait_procs(processes)  # until then they hold the port


def starts(count=5):
    seconds = []
    for _ in range(count):
        start = time.monotonic()
        with Site(WORKERS="2") as site:
            site.read("/ready")
            seconds.append(time.monotonic() - start)
    return Row(f"{count} starts, warm", (
        Measure("seconds until it takes readers, median", median(seconds), 3, timed=True),))


async def until_told(reader, seconds):
    """Drag until the site says goodbye; the close code."""
    task = asyncio.create_task(reader.drag(seconds))
    while reader.socket.close_code is None and not task.done():
        await asyncio.sleep(0.01)
    task.cancel()
    return reader.socket.close_code


async def ask_much(port, heard):
    """Send many requests and a ping; the pong sets `heard`: the site has read them all.  When each reply came.

    Only so can one say which requests a site has taken on: one that lies in the system's buffer when the site
    ends is asked again by the browser.
    """
    socket = await websocket_connect(f"ws://127.0.0.1:{port}/live")
    for _ in range(SPENT):
        await socket.write_message(LONGEST * "x")
        await socket.read_message()
    socket.on_pong = lambda _: heard.set()
    request = {"figure": "forward-pass", "lang": "en"}  # no drag: each is worth a frame
    asked = [frame(TEXT, json.dumps(request | {"seq": seq})) for seq in range(MANY)]
    await socket.protocol.stream.write(b"".join([*asked, frame(PING)]))
    replies = []
    while await socket.read_message() is not None:
        replies.append(time.monotonic())
    return replies


async def sigterm(readers=100):
    with Site(WORKERS="2") as site:
        async with contextlib.AsyncExitStack() as stack:
            group = [await stack.enter_async_context(Reader(site.port, n)) for n in range(readers)]
            told = [asyncio.create_task(until_told(reader, 20)) for reader in group]
            await asyncio.sleep(2)
            heard = [asyncio.Event() for _ in range(PATIENT)]
            patient = [asyncio.create_task(ask_much(site.port, event)) for event in heard]
            await asyncio.wait_for(asyncio.gather(*(event.wait() for event in heard)), REPLY_WITHIN)
            start = time.monotonic()
            site.process.send_signal(signal.SIGTERM)
            code = await asyncio.to_thread(site.process.wait, REPLY_WITHIN)
            seconds = time.monotonic() - start
            codes = await asyncio.gather(*told)
            replies = list(itertools.chain(*await asyncio.gather(*patient)))
    others = [await ended(name, workers) for name in ENDINGS for workers in (1, 2)]
    return Row(f"SIGTERM during {readers} drags", (
        Measure("exit code", code, 0),
        Measure("seconds until the end", seconds, 5, timed=True),
        Measure("readers not told to go elsewhere", sum(code != RESTART for code in codes), 0),
        Measure("requests that were taken and not answered", PATIENT * MANY - len(replies), 0),
        Measure("of them answered after the signal", sum(at > start for at in replies), at_least=PATIENT),
        Measure(f"other exit codes than 0 after {', '.join(ENDINGS)}", sum(code != 0 for code in others), 0)))


async def ended(name, workers):
    """The exit code of a site that is told to end in one of the ways."""
    kind, pause = ENDINGS[name]
    with Site(WORKERS=str(workers)) as site:
        async with Reader(site.port) as reader:
            drag = asyncio.create_task(until_told(reader, 5))
            await asyncio.sleep(0.5)
            site.process.send_signal(kind)
            end = time.monotonic() + REPLY_WITHIN
            while pause and site.process.poll() is None and time.monotonic() < end:
                site.process.send_signal(kind)
                await asyncio.sleep(pause)
            code = await asyncio.to_thread(site.process.wait, REPLY_WITHIN)
            await drag
    if code:
        print(f"        {name} with {workers} workers: exit code {code}")
    return code
