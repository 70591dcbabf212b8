"""The site in processes of its own, for tests that look at it from outside."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[1]


class Site:
    """`python -m app` on a free port, or on one that is given; its log is kept."""

    def __init__(self, port=0, **environment):
        environment = os.environ | {"PORT": str(port), "ADDRESS": "127.0.0.1"} | environment
        # Not a pipe: one that nobody reads would stop the site when it is full.
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115  __exit__ closes it
        self.process = subprocess.Popen([sys.executable, "-m", "app"], cwd=ROOT, env=environment, text=True,
                                        stdout=subprocess.PIPE, stderr=self.log)
        try:
            line = self.process.stdout.readline()
            if "http://localhost:" not in line:
                raise RuntimeError(f"the site did not start: {line!r} {self.lines()}")
        except BaseException:  # also when this process is told to end
            self.__exit__()
            raise
        self.port = int(line.rsplit(":", 1)[1].strip().strip("/"))
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def read(self, path):
        with urllib.request.urlopen(self.url + path, timeout=10) as reply:
            return reply.read().decode()

    @property
    def workers(self):
        """The processes that serve, by their ids."""
        return {child.pid for child in psutil.Process(self.process.pid).children()} or {self.process.pid}

    def memory(self):
        """Bytes of all its processes, where what they share counts once."""
        return sum(psutil.Process(pid).memory_full_info().pss for pid in {self.process.pid, *self.workers})

    def cpu(self):
        """Processor seconds that the serving processes have used."""
        times = [psutil.Process(pid).cpu_times() for pid in self.workers]
        return sum(time.user + time.system for time in times)

    def end(self, seconds=6):
        """Tell it to end; the exit code and the lines of its log."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(seconds), self.lines()

    def lines(self):
        self.log.seek(0)
        return [json.loads(line) for line in self.log]

    def trouble(self):
        """End it; how many lines of its log tell of an error, an unfit exit code among them."""
        code, log = self.end()
        return sum(line["level"] in ("error", "warning", "critical") for line in log) + (code != 0)
