"""What the workers count together, at `/metrics` in Prometheus' format.

Each worker adds to a row of its own in memory that all share; whichever is asked sums the rows.  A worker that
is replaced leaves its counts to the next one.  Nothing of a reader is counted but that there was one.
"""

from bisect import bisect_left
from itertools import accumulate
from mmap import mmap

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

OUTCOMES = ("frame", "refused", "skipped", "broken")
STATUSES = ("2xx", "3xx", "4xx", "5xx")
BOUNDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0)  # s
CELLS = ("readers", "closed", "turned_away", "seconds", *OUTCOMES, *STATUSES,
         *(f"le{k}" for k in range(len(BOUNDS) + 1)))
WIDTH = len(CELLS)
AT = {name: k for k, name in enumerate(CELLS)}


class Tally:
    """Counters of some workers; `row` says whose."""

    def __init__(self, workers=1):
        self.workers, self.row = workers, 0
        self.cells = memoryview(mmap(-1, 8 * WIDTH * workers)).cast("d")
        self.registry = CollectorRegistry()
        self.registry.register(self)

    def begin(self, row):
        """Be the worker of this row; the readers of the one before have left with it."""
        self.row = row
        self.cells[row * WIDTH + AT["readers"]] = 0

    def add(self, name, amount=1):
        self.cells[self.row * WIDTH + AT[name]] += amount

    def answered(self, outcome, seconds):
        """A reply of the socket, and how long it took from the reader's message on."""
        self.add(outcome)
        self.add("seconds", seconds)
        self.add(f"le{bisect_left(BOUNDS, seconds)}")

    def sum(self, name):
        return sum(self.cells[AT[name]::WIDTH])

    def text(self):
        return generate_latest(self.registry)

    def describe(self):
        """Prometheus need not call collect() to know the names."""
        return ()

    def collect(self):
        yield GaugeMetricFamily("book_readers", "Open sockets", self.sum("readers"))
        yield GaugeMetricFamily("book_workers", "Processes that share the port", self.workers)
        yield CounterMetricFamily("book_closed", "Sockets closed for breaking a limit", self.sum("closed"))
        yield CounterMetricFamily("book_turned_away", "Connections refused because too many were open",
                                  self.sum("turned_away"))
        replies = CounterMetricFamily("book_replies", "Replies of the socket", labels=["outcome"])
        for outcome in OUTCOMES:
            replies.add_metric([outcome], self.sum(outcome))
        yield replies
        requests = CounterMetricFamily("book_http_requests", "Requests over HTTP", labels=["status"])
        for status in STATUSES:
            requests.add_metric([status], self.sum(status))
        yield requests
        counts = accumulate(self.sum(f"le{k}") for k in range(len(BOUNDS) + 1))
        yield HistogramMetricFamily("book_reply_seconds", "From a message's arrival until its reply is ready",
                                    buckets=[*zip(map(str, (*BOUNDS, "+Inf")), counts, strict=True)],
                                    sum_value=self.sum("seconds"))
