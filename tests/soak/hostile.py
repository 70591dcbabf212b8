"""A reader among clients who mean no good."""

import asyncio
import contextlib
import json
import subprocess
import sys

from tests.site import ROOT
from tests.soak.attacker import ATTACKS
from tests.soak.load import readers_of, stopped
from tests.soak.reader import Reader, dragging, drops, promises
from tests.soak.report import Measure, Row, p95

FAREWELL = 7  # s: a closed socket may take five to say that it has understood
LOOK = 0.1    # s between two looks at the memory
POLICY = 1008


@contextlib.contextmanager
def attacker(port, name, seconds):
    """One of them, at a lower priority than the site and the reader."""
    with subprocess.Popen(["nice", "-n19", sys.executable, "-m", "tests.soak.attacker", str(port), name,
                           str(seconds)], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


async def largest(site, stop):
    """Bytes of the site's memory at the worst moment until it is told to stop looking."""
    most = 0
    while not stop.is_set():
        most = max(most, await asyncio.to_thread(site.memory))
        await asyncio.sleep(LOOK)
    return most


async def hostile(site, seconds=20):
    await dragging(site.port, 2, 1)
    alone = p95((await dragging(site.port, 1, seconds / 2))[0].latencies)
    before, stop = site.memory(), asyncio.Event()
    looking = asyncio.create_task(largest(site, stop))
    with stopped(site.port, 100), contextlib.ExitStack() as stack:
        attackers = {name: stack.enter_context(attacker(site.port, name, seconds)) for name in ATTACKS}
        async with Reader(site.port, 1) as victim:
            await victim.drag(seconds - 3)
        told = {name: json.loads((await asyncio.to_thread(process.communicate))[0])
                for name, process in attackers.items()}
        stop.set()
    most = await looking
    for name, (codes, sent) in told.items():
        print(f"        {name}: {sent / 1e6:.2f} MB sent, closed {len(codes)} times with {set(codes)}")
    unpunished = sum(POLICY not in codes for codes, _ in told.values())
    await asyncio.sleep(FAREWELL)
    return Row(f"hostile clients for {seconds} s: {', '.join(ATTACKS)}, half-open sockets", (
        Measure("another reader's p95 / its p95 alone", p95(victim.latencies) / alone, 2, timed=True),
        Measure("its p95, ms", 1000 * p95(victim.latencies)),
        *promises([victim]),
        drops([victim]),
        Measure("MB of the server for all of them", (most - before) / 1e6, 50),
        Measure("attackers never closed with a reason (1008)", unpunished, 0),
        Measure("kB sent by the one who got rid of least", min(sent for _, sent in told.values()) / 1e3,
                at_least=500),
        Measure("readers that are left", readers_of(site), 0)))
