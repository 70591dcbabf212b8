"""Processes that die while readers drag, and a process that is told to end."""

import asyncio
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from tornado.testing import bind_unused_port

from tests.site import ROOT, Site
from tests.soak.reader import Reader, wrong
from tests.soak.report import Measure, Row, middle

READERS = 8


def nginx():
    """The path of nginx, from the distribution's package if it has to be."""
    if not shutil.which("nginx"):
        subprocess.run(["apt-get", "-q", "update"], check=False, stdout=subprocess.DEVNULL)
        subprocess.run(["apt-get", "-q", "-y", "install", "--no-install-recommends", "nginx-light"], check=False,
                       stdout=subprocess.DEVNULL)
    return shutil.which("nginx") or sys.exit("no nginx found: install one (Debian: apt-get install nginx-light)")


@contextlib.contextmanager
def balancer(ports):
    """nginx with the repository's own file, in front of processes on this machine; gives its port."""
    listener, port = bind_unused_port()
    listener.close()
    text = (ROOT / "nginx.conf").read_text(encoding="utf-8")
    servers = "".join(f"server 127.0.0.1:{p} max_fails=1 fail_timeout=1s;" for p in ports)
    text = re.sub(r"server book:5006 [^;]*;", servers, text).replace("listen 80 ", f"listen 127.0.0.1:{port} ")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "nginx.conf").write_text(text, encoding="utf-8")
        with subprocess.Popen([nginx(), "-p", folder, "-c", f"{folder}/nginx.conf", "-g",
                               f"daemon off; pid {folder}/pid;"], stderr=subprocess.PIPE, text=True) as process:
            try:
                yield port
            finally:
                process.terminate()
                process.communicate()


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
            for k in range(deaths):
                await asyncio.sleep(every)
                if k == deaths // 2:
                    await asyncio.to_thread(lose, sites[0])
                    sites[0] = await asyncio.to_thread(start, sites[0].port)
                    continue
                # The older one: each site loses its two workers in turn.
                victims.append(min(sites[k % 2].workers, key=lambda pid: psutil.Process(pid).create_time()))
                os.kill(victims[-1], signal.SIGKILL)
            await asyncio.gather(*drags)
        return Row(f"behind nginx, one of four workers killed every {every} s for {seconds} s", (
            Measure("wrong last states", wrong(group), 0),
            Measure("longest pause, s", max(max(reader.pauses) for reader in group), 2, timed=True),
            Measure("workers killed, besides both of one site at once", len(set(victims))),
            Measure("lines lost and opened again", sum(reader.drops for reader in group))))


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
        Measure("seconds until it takes readers, median", middle(seconds), 3, timed=True),))


async def until_told(reader, seconds):
    """Drag until the site says goodbye; the close code."""
    task = asyncio.create_task(reader.drag(seconds))
    while reader.socket.close_code is None and not task.done():
        await asyncio.sleep(0.01)
    task.cancel()
    return reader.socket.close_code


async def sigterm(readers=100):
    with Site(WORKERS="2") as site:
        async with contextlib.AsyncExitStack() as stack:
            group = [await stack.enter_async_context(Reader(site.port, n)) for n in range(readers)]
            told = [asyncio.create_task(until_told(reader, 20)) for reader in group]
            await asyncio.sleep(2)
            start = time.monotonic()
            site.process.send_signal(signal.SIGTERM)
            code = await asyncio.to_thread(site.process.wait)
            seconds = time.monotonic() - start
            codes = await asyncio.gather(*told)
        return Row(f"SIGTERM during {readers} drags", (
            Measure("exit code", code, 0),
            Measure("seconds until the end", seconds, 5, timed=True),
            Measure("readers not told to go elsewhere", sum(code != 1012 for code in codes), 0)))
