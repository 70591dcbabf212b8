"""Serve the book: `python -m app`.  The settings come from the environment: see settings.py."""

import asyncio
import errno
import signal
import sys

from tornado.httpserver import HTTPServer
from tornado.log import enable_pretty_logging
from tornado.netutil import bind_sockets

from app.settings import SettingError, read

BAD_CONTENT, BAD_SETTING = 1, 2  # exit codes


def stop(sentence, code):
    """End with one sentence for the person who started the site."""
    print(sentence, file=sys.stderr)
    sys.exit(code)


def listen(address, port):
    """Sockets on the port, or one sentence why not."""
    try:
        return bind_sockets(port, address)
    except OSError as reason:
        taken = reason.errno == errno.EADDRINUSE
        stop(f"port {port} is in use; choose another with PORT=" if taken
             else f"cannot listen on {address}:{port}: {reason.strerror}", BAD_SETTING)


def build(settings):
    """The application, or one sentence about the mistake in the content."""
    from app.content import ContentError  # only now: a wrong setting need not wait for a second of imports
    from app.server import application

    try:
        return application(settings)
    except ContentError as mistake:
        stop(mistake, BAD_CONTENT)


async def serve(site, sockets):
    """Serve until the process is told to end."""
    server = HTTPServer(site, xheaders=True)
    server.add_sockets(sockets)
    end = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, end.set)
    await end.wait()
    server.stop()
    await server.close_all_connections()


def main():
    try:
        settings = read()
    except SettingError as mistake:
        stop(mistake, BAD_SETTING)
    sockets = listen(settings.address, settings.port)
    site = build(settings)
    print(f"The book is open at http://localhost:{sockets[0].getsockname()[1]}/", flush=True)
    asyncio.run(serve(site, sockets))


if __name__ == "__main__":
    enable_pretty_logging()
    main()
