"""Several processes on one port: replaced when they die, ended when they are told, and not a word lost."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time

import psutil
import pytest
from tornado.websocket import WebSocketClosedError, websocket_connect

from app.workers import Workers
from tests.app.serving import drag, hanging_up
from tests.site import ROOT, Site

DRAGS = 20
FAREWELL = 5.0  # s, as the README promises

IDLERS = """
import os
from app.workers import Workers
def work(number, parent):
    os.write(1, b"%d\\n" % number)
    os.read(parent, 1)  # as long as the parent lives
Workers(2, work).run()
"""


def wait_for(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


def test_a_worker_that_dies_is_replaced_and_nobody_is_left_behind():
    """Catches a site that shrinks with every accident, and workers that outlive a parent that was killed."""
    with subprocess.Popen([sys.executable, "-c", IDLERS], cwd=ROOT, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.PIPE) as parent:
        born = [parent.stdout.readline().strip() for _ in range(2)]
        first = {child.pid for child in psutil.Process(parent.pid).children()}
        victim = min(first)
        os.kill(victim, signal.SIGKILL)
        born.append(parent.stdout.readline().strip())
        now = {child.pid for child in psutil.Process(parent.pid).children()}
        parent.kill()
        assert sorted(born[:2]) == ["0", "1"]
        assert born[2] in born[:2]
        assert len(now) == 2
        assert first - now == {victim}
        wait_for(lambda: not any(psutil.pid_exists(pid) for pid in now))


@pytest.fixture(scope="module")
def site():
    with Site(WORKERS="2") as site:
        yield site


def test_a_dead_worker_of_the_site_is_not_missed(site):
    """Catches a port that nobody serves for a while, and counts that die with a process."""
    for _ in range(20):
        site.read("/en/")
    victim = min(site.workers)
    os.kill(victim, signal.SIGKILL)
    for _ in range(20):
        with contextlib.suppress(ConnectionResetError):  # one that the dead worker had accepted
            site.read("/en/")
    wait_for(lambda: len(site.workers) == 2 and victim not in site.workers)
    counts = dict(line.rsplit(" ", 1) for line in site.read("/metrics").splitlines() if not line.startswith("#"))
    assert float(counts['book_http_requests_total{status="2xx"}']) >= 39
    assert float(counts["book_workers"]) == 2


async def drag_until_told_to_go(port, begun):
    """Drag one move after the other; the close code, and whether each reply was whole and of its request."""
    socket = await websocket_connect(f"ws://127.0.0.1:{port}/live")
    hang_up, seq = hanging_up(socket), 0
    with contextlib.suppress(WebSocketClosedError):
        while True:
            await socket.write_message(drag(seq, to=[0.5, 0.01 * seq]))
            text = await socket.read_message()
            if text is None:
                break
            assert json.loads(text)["seq"] == seq
            seq += 1
            begun.set()
    hang_up()
    return socket.close_code


def test_sigterm_during_drags_ends_with_a_word_to_every_reader(site):
    """Catches half a frame, a reader who is not told to go elsewhere, an exit code that alarms, a slow end."""

    async def drags():
        await asyncio.to_thread(site.read, "/en/newton-euler/")
        begun = [asyncio.Event() for _ in range(DRAGS)]
        readers = [asyncio.create_task(drag_until_told_to_go(site.port, event)) for event in begun]
        await asyncio.gather(*(event.wait() for event in begun))
        start = time.monotonic()
        ending = asyncio.to_thread(site.end)
        codes, (code, log) = await asyncio.gather(asyncio.gather(*readers), ending)
        return codes, code, log, time.monotonic() - start

    codes, code, log, seconds = asyncio.run(drags())
    assert codes == [1012] * DRAGS
    assert code == 0
    assert seconds < FAREWELL
    assert not [line for line in log if "trace" in line], log
    pages = [line for line in log if line["event"] == "page"]
    assert set(pages[0]) == {"time", "level", "event", "method", "path", "status", "ms"}


def told_until_the_end(site, name, pause):
    """Send a signal again and again; in how many seconds the site has ended."""
    start = time.monotonic()
    while site.process.poll() is None and time.monotonic() < start + 2 * FAREWELL:
        site.process.send_signal(name)
        time.sleep(pause)
    return time.monotonic() - start


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda name: name.name)
def test_to_be_told_again_and_again_changes_nothing(name, workers):
    """Catches the second signal of an impatient hand, while Python takes itself down: an exit code that alarms."""
    with Site(WORKERS=workers) as site:
        told_until_the_end(site, name, 0.01)
        assert site.process.returncode == 0
        assert not [line for line in site.lines() if "trace" in line]


def test_a_signal_that_meets_a_death_is_heard_by_the_others():
    """Catches a supervisor that falls over a worker which has just died, and leaves the others alone."""
    with subprocess.Popen(["true"]) as gone, subprocess.Popen(["sleep", "60"]) as other:
        gone.wait()
        workers = Workers(2, None)
        workers.numbers = {gone.pid: 0, other.pid: 1}
        workers.tell(signal.SIGTERM)
        assert other.wait(FAREWELL) == -signal.SIGTERM


def test_a_deaf_worker_gets_no_reprieve():
    """Catches an end that is put off by each signal of an impatient hand."""
    with Site(WORKERS="2") as site:
        site.read("/ready")  # so there are workers
        for pid in site.workers:
            psutil.Process(pid).suspend()
        assert told_until_the_end(site, signal.SIGTERM, 0.5) < FAREWELL
        assert site.process.returncode == 0


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT], ids=lambda name: name.name)
def test_a_signal_during_the_start_ends_it_without_a_word(name):
    """Catches a traceback for a reader who thinks better of it."""
    with subprocess.Popen([sys.executable, "-X", "importtime", "-m", "app"], cwd=ROOT, text=True,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        assert any("numpy" in line for line in process.stderr)
        process.send_signal(name)
        told = process.stderr.read()
        assert process.wait(FAREWELL) == 0
    assert "Traceback" not in told


def test_the_log_says_nothing_of_a_reader():
    """Catches an address or a query in the log: Tornado's own lines hold both."""
    with Site() as site:
        form = b"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5\r\n"
        for line, header in ((b"POST /en/?token=secret HTTP/1.1\r\n", form),
                             (b"GET http://u:secret@book/en/ HTTP/1.1\r\n", b"")):
            request = line + b"Host: book\r\nConnection: close\r\n" + header + b"\r\nhello"
            with socket.create_connection(("127.0.0.1", site.port)) as line:
                line.sendall(request)
                assert line.recv(100).startswith(b"HTTP/1.1 4")
        _, log = site.end()
    assert len([line for line in log if line["event"] == "page"]) == 2
    assert "secret" not in json.dumps(log)
    assert "127.0.0.1" not in json.dumps(log)
