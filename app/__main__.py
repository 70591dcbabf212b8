"""Serve the book: `python -m app`."""

import asyncio
import errno
import os
import signal
import sys

from tornado.httpserver import HTTPServer
from tornado.log import enable_pretty_logging

from app.content import ContentError
from app.server import application


def port():
    text = os.environ.get("PORT", "5006")
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        sys.exit(f"PORT must be a whole number from 0 to 65535, got {text!r}")
    return int(text)


async def serve(address, number):
    """Listen until the process is told to stop."""
    try:
        site = application()
    except ContentError as mistake:
        sys.exit(str(mistake))
    server = HTTPServer(site, xheaders=True)
    try:
        server.listen(number, address)
    except OSError as reason:
        if reason.errno != errno.EADDRINUSE:
            raise
        print(f"port {number} is in use; choose another with PORT=", file=sys.stderr)
        sys.exit(2)
    number = next(iter(server._sockets.values())).getsockname()[1]
    print(f"The book is open at http://localhost:{number}/", flush=True)
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    await stop.wait()
    server.stop()
    await server.close_all_connections()


if __name__ == "__main__":
    enable_pretty_logging()
    asyncio.run(serve(os.environ.get("ADDRESS", "0.0.0.0"), port()))
