"""Serve the book: `python -m app`.  The settings come from the environment: see settings.py."""

import errno
import sys
from contextlib import suppress
from functools import partial

from app import log, signals
from app.settings import SettingError, read
from app.workers import Workers

BAD_CONTENT, BAD_SETTING = 1, 2  # exit codes


def stop(sentence, code):
    """End with one sentence for the person who started the site."""
    print(sentence, file=sys.stderr)
    sys.exit(code)


def listen(address, port):
    """Sockets on the port, or one sentence why not."""
    from tornado.netutil import bind_sockets

    try:
        return bind_sockets(port, address)
    except UnicodeError:  # raised before any name server is asked
        stop(f"ADDRESS must be a name or a number of this machine, got {address[:80]!r}", BAD_SETTING)
    except OSError as reason:
        taken = reason.errno == errno.EADDRINUSE
        stop(f"port {port} is in use; choose another with PORT=" if taken
             else f"cannot listen on {address[:80]!r}, port {port}: {reason.strerror}", BAD_SETTING)


def build(settings):
    """The application, or one sentence about the mistake in the content."""
    from app.content import ContentError
    from app.server import application

    try:
        return application(settings)
    except ContentError as mistake:
        stop(mistake, BAD_CONTENT)


def work(site, sockets, number=0, parent=None):
    """Serve, alone or as one of several processes."""
    from app import worker

    site.settings["tally"].begin(number)
    worker.run(site, sockets, parent)


def main():
    """Imports wait where they are needed: a wrong setting, or a signal to end, need not wait for them."""
    signals.end_at_once()
    try:
        settings = read()
    except SettingError as mistake:
        stop(mistake, BAD_SETTING)
    site = build(settings)
    sockets = listen(settings.address, settings.port)  # last: who can connect is answered at once
    with suppress(OSError):  # nobody need hear it
        print(f"The book is open at http://localhost:{sockets[0].getsockname()[1]}/", flush=True)
    if settings.workers == 1:
        work(site, sockets)
    else:
        Workers(settings.workers, partial(work, site, sockets)).run()


if __name__ == "__main__":
    log.begin()
    main()
