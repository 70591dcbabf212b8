"""The signals that tell a process to end, and what they do before and after it serves."""

import os
import signal

# A closed terminal ends the site too, unless it was started with nohup.
ENDING = (signal.SIGTERM, signal.SIGINT, *(() if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
                                           else (signal.SIGHUP,)))


def end_at_once():
    """As long as there is nothing to bring to an end."""
    for name in ENDING:
        signal.signal(name, lambda *_: os._exit(0))


def end_no_more():
    """The end has come: to be told again changes nothing, nor the exit code."""
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
