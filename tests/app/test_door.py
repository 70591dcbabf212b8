"""Connections without number, and replies that nobody takes: the site stays open for the others."""

import asyncio
import os
import socket
from contextlib import ExitStack

from app import handlers
from app.door import Door
from app.library import Resource
from app.limits import SPARE
from tests.app.serving import serving, until

ASK = b"GET /%s HTTP/1.1\r\nHost: book\r\n\r\n"
LARGE = 20_000_000  # bytes, more than the system keeps for a line


async def connect(port, stack):
    line = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
    line.setblocking(False)
    return line


async def status(line, path=b"health"):
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(line, ASK % path)
    return int((await loop.sock_recv(line, 1000)).split()[1])


def test_one_connection_too_many_is_turned_away_in_a_word(monkeypatch):
    """Catches a process that runs out of files: it would try for ever, and write a line of its log each time."""

    async def talk(port, site):
        with ExitStack() as stack:
            first = await connect(port, stack)
            monkeypatch.setattr(Door, "most", first.fileno() + 20 + SPARE)  # each connection has two ends here
            assert await status(first) == 200
            told = [await status(await connect(port, stack)) for _ in range(20)]
            assert (set(told[:2]), set(told[-5:])) == ({200}, {503})
            assert site.settings["tally"].sum("turned_away") == told.count(503)
        while True:  # until the last of them has left
            with ExitStack() as stack:
                if await status(await connect(port, stack)) == 200:
                    break

    serving(talk)


def test_a_reply_that_nobody_takes_is_given_up(monkeypatch):
    """Catches a connection that stays for ever because its reader reads nothing."""
    monkeypatch.setattr(handlers, "LEAVES_WITHIN", 0.3)

    async def talk(port, site):
        site.settings["pages"] = {"/large": Resource(os.urandom(LARGE), "text/plain")}
        with ExitStack() as stack:
            line = await connect(port, stack)
            await asyncio.get_running_loop().sock_sendall(line, ASK % b"large")
            await until(lambda: site.settings["sending"], 2)
            await until(lambda: not site.settings["sending"], 3)
            while await asyncio.get_running_loop().sock_recv(line, 1_000_000):
                pass  # what the system had taken already; then the line must be closed

    serving(talk)
