"""A server in a process of its own, whose processor time can be read."""

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[2]


class Server:
    """`python -m module`, which prints its address once it listens."""

    def __init__(self, module):
        environment = os.environ | {"PORT": "0", "ADDRESS": "127.0.0.1"}
        self.process = subprocess.Popen([sys.executable, "-m", module], cwd=ROOT, env=environment, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        line = self.process.stdout.readline()
        address = re.search(r"http://localhost:\d+", line)
        if not address:
            raise RuntimeError(f"{module} did not start: {line!r}")
        self.url = address[0]

    def cpu(self):
        """Processor seconds that it has used, its own and the system's for it."""
        times = psutil.Process(self.process.pid).cpu_times()
        return times.user + times.system

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


@contextmanager
def running(module):
    server = Server(module)
    try:
        yield server
    finally:
        server.stop()
