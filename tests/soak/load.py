"""Many readers, patient ones, and one on a slow line."""

import asyncio
import contextlib
import subprocess
import sys
import time
from statistics import median

from app.limits import PING_SECONDS
from tests.soak.reader import Reader, addresses, dragging, drops, get, promises
from tests.soak.report import Measure, Row, p95

SETTLE = 2  # s in which closed sockets are cleared away
FEWEST = 2  # frames a second that still look like a motion
STOPPED = """
import os, signal, socket, sys
lines = []
for _ in range(int(sys.argv[2])):
    line = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    line.sendall(b"GET /live HTTP/1.1\\r\\nHost: book\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n"
                 b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\\r\\nSec-WebSocket-Version: 13\\r\\n\\r\\n")
    assert b"101" in line.recv(1000)
    lines.append(line)
print("open", flush=True)
os.kill(os.getpid(), signal.SIGSTOP)
"""


def readers_of(site):
    return int(float(next(line for line in site.read("/metrics").splitlines()
                          if line.startswith("book_readers ")).split()[1]))


async def crowd(site, readers=300, within=60, draggers=30, seconds=30):
    paths = await addresses(site.url)
    await open_pages(site, paths, 10, 1)     # the first readers warm the process up
    before = (await dragging(site.port, 4, 1)) and site.memory()
    alone = median((await dragging(site.port, 1, 3))[0].latencies)
    async with contextlib.AsyncExitStack() as stack:
        await open_pages(site, paths[:1], readers, within)
        for n in range(readers - draggers):
            await stack.enter_async_context(Reader(site.port, n))
        busy = await dragging(site.port, draggers, seconds)
    await asyncio.sleep(SETTLE)
    latencies = [latency for reader in busy for latency in reader.latencies]
    return Row(f"{readers} readers come within {within} s, {draggers} of them drag for {seconds} s", (
        *promises(busy),
        drops(busy),
        Measure("frames a second of the one who sees fewest", min(reader.shown for reader in busy) / seconds,
                at_least=FEWEST, timed=True),
        Measure("p95 of move to reply / median of one reader alone", p95(latencies) / alone, 10, timed=True),
        Measure("p95, ms", 1000 * p95(latencies)),
        Measure("memory afterwards / before", site.memory() / before, 1.1)))


async def open_pages(site, paths, count, within):
    """Open some pages, evenly spread; how long each took."""

    async def one(at):
        await asyncio.sleep(at)
        start = time.monotonic()
        await asyncio.gather(*(get(site.url, path) for path in paths))
        return time.monotonic() - start

    return await asyncio.gather(*(one(within * k / count) for k in range(count)))


async def pages(site, count=200, within=60):
    paths = await addresses(site.url)
    await open_pages(site, paths, 2, 1)
    before = site.cpu()
    times = await open_pages(site, paths, count, within)
    return Row(f"{count} pages opened within {within} s, nothing cached ({len(paths)} requests each)", (
        Measure("p95, s", p95(times), 1, timed=True),
        Measure("processor seconds of the server for 200 pages", (site.cpu() - before) * 200 / count, 10,
                timed=True)))


async def idle(site, count=1000):
    await dragging(site.port, 4, 1)
    before = site.memory()
    async with contextlib.AsyncExitStack() as stack:
        for n in range(count):
            await stack.enter_async_context(Reader(site.port, n))
        each = (site.memory() - before) / count
    await asyncio.sleep(SETTLE)
    return Row(f"{count} idle readers", (
        Measure("kB of the server each", each / 1000, 60),
        Measure("readers counted afterwards", readers_of(site), 0)))


@contextlib.asynccontextmanager
async def slow_line(port, rate=16_000, delay=0.5):
    """A proxy that lets so many bytes a second through, each half a round trip late; gives its port."""
    piece = 1000

    async def carry(source, sink):
        with contextlib.suppress(ConnectionError, asyncio.CancelledError):
            late = asyncio.Queue(maxsize=int(rate * delay / piece) + 1)

            async def deliver():
                while True:
                    due, data = await late.get()
                    await asyncio.sleep(max(0, due - time.monotonic()))
                    sink.write(data)
                    await sink.drain()

            delivering = asyncio.create_task(deliver())
            while data := await source.read(piece):
                await late.put((time.monotonic() + delay / 2, data))
                await asyncio.sleep(len(data) / rate)
            delivering.cancel()

    async def meet(reader, writer):
        up, down = await asyncio.open_connection("127.0.0.1", port, limit=piece)
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(carry(reader, down), carry(up, writer))
        down.close()
        writer.close()

    server = await asyncio.start_server(meet, "127.0.0.1", 0, limit=piece)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def slow(site, seconds=30):
    await dragging(site.port, 4, 1)
    alone = p95((await dragging(site.port, 1, seconds / 3))[0].latencies)
    before, most = site.memory(), 0
    async with slow_line(site.port) as port, Reader(port, 1, window=4) as late, Reader(site.port, 2) as other:
        tasks = [asyncio.create_task(late.drag(seconds)), asyncio.create_task(other.drag(seconds))]
        while not all(task.done() for task in tasks):
            most = max(most, site.memory() - before)
            await asyncio.sleep(0.5)
        await asyncio.gather(*tasks)
    return Row(f"a reader on a slow line (16 kB/s, 500 ms) drags for {seconds} s", (
        Measure("kB of the server for it and one more", most / 1000, 1000),
        *promises([late, other]),
        drops([late, other]),
        Measure("frames a second on the slow line", late.shown / seconds, at_least=FEWEST),
        Measure("the other's p95 / its p95 alone", p95(other.latencies) / alone, 2, timed=True)))


@contextlib.contextmanager
def stopped(port, count):
    """A process with so many open sockets that is stopped: it takes nothing and closes nothing."""
    with subprocess.Popen([sys.executable, "-c", STOPPED, str(port), str(count)], text=True,
                          stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout.readline() == "open\n"
            yield
        finally:
            process.kill()


async def half_open(site, count=50):
    with stopped(site.port, count):
        assert readers_of(site) == count
        start = time.monotonic()
        while readers_of(site) and time.monotonic() - start < 4 * PING_SECONDS:
            await asyncio.sleep(0.5)
        seconds = time.monotonic() - start
    return Row(f"{count} half-open readers, their process stopped", (
        Measure("ping periods until the last is gone", seconds / PING_SECONDS, 3),))
