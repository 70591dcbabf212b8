"""Serve the book: `python -m app`.  PORT and ADDRESS in the environment say where."""

import asyncio
import errno
import os
import signal
import sys

from tornado.httpserver import HTTPServer
from tornado.log import enable_pretty_logging
from tornado.netutil import bind_sockets

from app.content import ContentError
from app.server import application

BAD_CONTENT, BAD_SETTING = 1, 2  # exit codes


def stop(sentence, code):
    """End with one sentence for the person who started the site."""
    print(sentence, file=sys.stderr)
    sys.exit(code)


def listen(address, port):
    """Sockets on the port, or one sentence why not."""
    if not (port.isascii() and port.isdigit() and int(port) < 65536):
        stop(f"PORT must be a whole number from 0 to 65535, got {port!r}", BAD_SETTING)
    try:
        return bind_sockets(int(port), address)
    except OSError as reason:
        taken = reason.errno == errno.EADDRINUSE
        stop(f"port {port} is in use; choose another with PORT=" if taken
             else f"cannot listen on {address}:{port}: {reason.strerror}", BAD_SETTING)


async def serve(address, port):
    """Serve until the process is told to end."""
    try:
        site = application()
    except ContentError as mistake:
        stop(mistake, BAD_CONTENT)
    sockets = listen(address, port)
    server = HTTPServer(site, xheaders=True)
    server.add_sockets(sockets)
    print(f"The book is open at http://localhost:{sockets[0].getsockname()[1]}/", flush=True)
    end = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, end.set)
    await end.wait()
    server.stop()
    await server.close_all_connections()


if __name__ == "__main__":
    enable_pretty_logging()
    asyncio.run(serve(os.environ.get("ADDRESS") or "0.0.0.0", os.environ.get("PORT") or "5006"))
