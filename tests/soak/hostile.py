"""A reader among clients who mean no good."""

import asyncio
import contextlib
import json
import subprocess
import sys

from app.limits import POLICY
from tests.site import ROOT
from tests.soak.attacker import ATTACKS
from tests.soak.load import readers_of, stopped
from tests.soak.reader import Reader, dragging, drops, promises
from tests.soak.report import Measure, Row, p95

FAREWELL = 7  # s: a closed socket may take five to say that it has understood
LOOK = 0.1    # s between two looks at the memory
HEAD_START = 1  # s for the attackers, who must start first
SLOWED = 2, 5   # times: how much one may slow another reader, and how much all at once


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


async def attacked(site, names, seconds):
    """A reader drags beside these attackers; the reader, and each attacker's close codes and bytes."""
    with contextlib.ExitStack() as stack:
        attackers = [stack.enter_context(attacker(site.port, name, seconds + HEAD_START)) for name in names]
        await asyncio.sleep(HEAD_START)
        async with Reader(site.port, 1) as victim:
            await victim.drag(seconds)
        told = [json.loads((await asyncio.to_thread(process.communicate))[0]) for process in attackers]
    for name, (codes, sent) in zip(names, told, strict=True):
        print(f"        {name}: {sent / 1e6:.2f} MB sent, closed {len(codes)} times with {set(codes)}")
    return victim, told


async def hostile(site, seconds=5, groups=(*((name,) for name in ATTACKS), tuple(ATTACKS))):
    """Each attack by itself, then all at once; half-open sockets lie about all the time."""
    await dragging(site.port, 2, 1)
    alone = p95((await dragging(site.port, 1, 2 * seconds))[0].latencies)
    before, stop = site.memory(), asyncio.Event()
    looking = asyncio.create_task(largest(site, stop))
    with stopped(site.port, 100):
        victims, told = zip(*[await attacked(site, names, seconds) for names in groups], strict=True)
    stop.set()
    most = await looking
    told = [attacker for group in told for attacker in group]
    await asyncio.sleep(FAREWELL)
    return Row(f"hostile clients, {seconds} s each", (
        *(Measure(f"another reader's p95 / alone, beside {', '.join(names)}", p95(victim.latencies) / alone,
                  SLOWED[len(names) > 1], timed=True) for names, victim in zip(groups, victims, strict=True)),
        *promises(victims),
        drops(victims),
        Measure("MB of the server for all of them", (most - before) / 1e6, 40),
        Measure("attackers never closed with a reason (1008)", sum(POLICY not in codes for codes, _ in told), 0,
                timed=True),
        Measure("kB sent by the one who got rid of least", min(sent for _, sent in told) / 1e3,
                at_least=100 * seconds, timed=True),
        Measure("readers that are left", readers_of(site), 0)))
