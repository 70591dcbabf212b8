"""Sites behind nginx, with the repository's own file, and odd requests that come through it."""

import asyncio
import contextlib
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tornado.testing import bind_unused_port

from tests.site import ROOT, Site
from tests.soak.abuse import FINE, SEED, ask_oddly, odd_requests
from tests.soak.reader import CHAPTER, Reader, drops, promises
from tests.soak.report import Measure, Row, p95

SECONDS = 12               # of the drag beside the odd requests
FINE_OF_NGINX = FINE | {
    413,                   # the body is longer than client_max_body_size
    426,                   # what asks for a socket is handed on as nothing else, so the book misses a version
    501,                   # a transfer encoding that nginx does not know
    505,
}
# Three headers of 30,000 bytes: less than nginx may be told to take, more than the book takes.
LONG = (f"GET {CHAPTER} HTTP/1.1\r\nHost: book\r\nConnection: close\r\n"
        + "".join(f"X-{n}: {30_000 * 'a'}\r\n" for n in range(3)) + "\r\n").encode()


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
    text, found = re.subn(r"server book:5006( [^;]*);", lambda line: "".join(
        f"server 127.0.0.1:{p}{line[1]};" for p in ports), text)
    assert found == 1, "nginx.conf names no process of the book, or several"
    text = text.replace("listen 80 ", f"listen 127.0.0.1:{port} ")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "nginx.conf").write_text(text, encoding="utf-8")
        # Its complaints are many, and a pipe that nobody reads would stop it when it is full.
        with subprocess.Popen([nginx(), "-p", folder, "-c", f"{folder}/nginx.conf", "-g",
                               f"daemon off; pid {folder}/pid;"], stderr=subprocess.DEVNULL) as process:
            try:
                yield port
            finally:
                process.terminate()


async def proxy(count=300):
    """Whatever one client sends through nginx, the others must not lose a process of the book by it."""
    with Site() as one, Site() as other, balancer([one.port, other.port]) as port:
        requests = odd_requests(count)
        for at in range(0, count, 10):
            requests.insert(at, LONG)
        async with Reader(port) as reader:
            drag = asyncio.create_task(reader.drag(SECONDS))
            statuses = await asyncio.to_thread(ask_oddly, port, requests, FINE_OF_NGINX)
            await drag
    return Row(f"{len(requests)} odd requests (seed {SEED}) through nginx beside a drag of {SECONDS} s", (
        *statuses,
        *promises([reader]),
        drops([reader]),
        Measure("frames a second of the reader", reader.shown / SECONDS, at_least=2),
        Measure("its p95, ms", 1000 * p95(reader.latencies))))
