"""Several processes on one port: each is a fork of this one, and one that dies is replaced.

They share the listening socket, so a connection that waits when a worker dies is taken by another, and the
pages that were made at start-up, so a new worker is there in an instant.
"""

import gc
import logging
import os
import signal
import sys
import time
from contextlib import suppress

from app.signals import ENDING, end_no_more

KILL_AFTER = 4.3    # s after which a worker that was told to end is ended
SHORT_LIFE = 1.0    # s: a worker that dies sooner is replaced only after as long

log = logging.getLogger(__name__)


class Workers:
    """The processes by id.  `work(number, parent)` is what each does."""

    def __init__(self, count, work):
        self.count, self.work = count, work
        self.numbers, self.births = {}, {}
        self.ending = False
        self.parent, self.alive = os.pipe()  # a worker reads the end of this process from it

    def run(self):
        """Keep them alive until SIGTERM or SIGINT, then wait for them."""
        gc.freeze()  # the pages stay in memory that all share: the collector must not write to them
        for name in ENDING:
            signal.signal(name, self.end)
        signal.signal(signal.SIGALRM, self.kill)
        for number in range(self.count):
            self.start(number)
        while self.numbers:
            pid, status = os.wait()
            number, age = self.numbers.pop(pid), time.monotonic() - self.births.pop(pid)
            if self.ending:
                continue
            log.error("worker %d ended with %d and is replaced", number, os.waitstatus_to_exitcode(status))
            if age < SHORT_LIFE:
                time.sleep(SHORT_LIFE)
            self.start(number)
        end_no_more()

    def start(self, number):
        # A signal between the fork and the note of it would miss the newborn.
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        pid = 0 if self.ending else os.fork()
        if pid:
            self.numbers[pid], self.births[pid] = number, time.monotonic()
        elif not self.ending:
            self.live(number)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)

    def live(self, number):
        """The life of a worker; it never returns."""
        code = 1
        try:
            os.close(self.alive)
            for name in (*ENDING, signal.SIGALRM):
                signal.signal(name, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
            self.work(number, self.parent)
            code = 0
        except Exception:
            log.exception("worker %d failed", number)
        finally:
            sys.stderr.flush()
            os._exit(code)

    def end(self, *_):
        self.tell(signal.SIGTERM)
        if not self.ending:  # to be told again is no reprieve
            signal.setitimer(signal.ITIMER_REAL, KILL_AFTER)
        self.ending = True

    def kill(self, *_):
        self.tell(signal.SIGKILL)

    def tell(self, name):
        for pid in self.numbers:
            with suppress(ProcessLookupError):  # it has just died by itself
                os.kill(pid, name)
