"""One process that serves: it ends when it is told to, and loses nothing on the way."""

import asyncio
from contextlib import suppress

from app.door import door
from app.signals import ENDING, end_no_more

FAREWELL_SECONDS = 3.5  # for all that is in flight; the process is gone within 5
LOOK_AGAIN = 0.02     # s


def run(site, sockets, parent=None):
    """Serve until a signal, or the end of the process at the other end of the pipe `parent`."""
    asyncio.run(serve(site, sockets, parent))


async def serve(site, sockets, parent):
    server = door(site)
    server.add_sockets(sockets)
    loop, end = asyncio.get_running_loop(), asyncio.Event()
    for name in ENDING:
        loop.add_signal_handler(name, end.set)
    if parent is not None:
        loop.add_reader(parent, end.set)
    site.settings["ready"].set()
    await end.wait()
    await close(server, site.settings)
    end_no_more()


async def close(server, state):
    """Accept no more, answer what was asked, send the readers to another process, and let all leave."""
    state["ready"].clear()
    server.stop()
    with suppress(TimeoutError):
        async with asyncio.timeout(FAREWELL_SECONDS):
            await asyncio.gather(*(reader.retire() for reader in list(state["readers"])))
            while state["readers"] or state["sending"]:
                await asyncio.sleep(LOOK_AGAIN)
    await server.close_all_connections()
