"""A site in this process, with a socket to talk over, for tests of what holds one reader back."""

import asyncio
import json

from tornado.testing import bind_unused_port
from tornado.websocket import websocket_connect

from app.door import Door
from app.server import assemble
from app.tally import Tally
from figures.forward_pass import ForwardPass

LONGEST = 30  # s: what never comes should fail soon
GOOD = {"figure": "forward-pass", "seq": 7, "lang": "en", "state": ForwardPass().state}


def drag(seq, to=(0.5, 0.5), handle="joint-1"):
    return json.dumps(GOOD | {"seq": seq, "action": "drag", "args": {"handle": handle, "to": to}})


def serving(talk, **settings):
    """Run `talk(port, site)` beside a site that has the socket and no pages."""

    async def run():
        listener, port = bind_unused_port()
        site = assemble(headers={}, pages={}, not_found="", tally=Tally(), **settings)
        server = Door(site)
        server.add_sockets([listener])
        async with asyncio.timeout(LONGEST):
            try:
                return await talk(port, site)
            finally:
                server.stop()
                await server.close_all_connections()

    return asyncio.run(run())


def with_socket(talk, **settings):
    """Run `talk(socket, site)` with one open socket."""

    async def run(port, site):
        socket = await websocket_connect(f"ws://127.0.0.1:{port}/live")
        hang_up = hanging_up(socket)
        try:
            return await talk(socket, site)
        finally:
            hang_up()

    return serving(run, **settings)


def hanging_up(socket):
    """What closes a socket at once, without waiting for an answer."""
    stream = socket.protocol.stream

    def hang_up():
        socket.close()
        stream.close()

    return hang_up


async def until(condition, seconds):
    """Wait until a condition holds; the time that it took."""
    start = asyncio.get_running_loop().time()
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)
    return asyncio.get_running_loop().time() - start
