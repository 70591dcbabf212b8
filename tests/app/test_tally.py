"""What the workers count together."""

import os

from prometheus_client.parser import text_string_to_metric_families

from app.tally import BOUNDS, Tally


def read(tally):
    """The samples of the text that Prometheus would read, (name, labels) -> value."""
    return {(sample.name, *sample.labels.values()): sample.value
            for family in text_string_to_metric_families(tally.text().decode()) for sample in family.samples}


def test_what_every_worker_counts_is_summed():
    """Catches numbers of one process that pass for the site's: the memory must be shared across a fork."""
    tally = Tally(workers=2)
    if os.fork() == 0:
        tally.begin(1)
        tally.add("readers", 3)
        tally.answered("frame", 0.003)
        os._exit(0)
    os.wait()
    tally.add("readers", 2)
    tally.answered("refused", 0.3)
    counts = read(tally)
    assert counts["book_readers",] == 5
    assert counts["book_replies_total", "frame"] == counts["book_replies_total", "refused"] == 1


def test_a_new_worker_keeps_the_counts_and_forgets_the_readers():
    """Catches a counter that falls, or readers that have left with a dead process and are counted for ever."""
    tally = Tally()
    tally.add("readers", 3)
    tally.add("2xx", 7)
    tally.begin(0)
    counts = read(tally)
    assert (counts["book_readers",], counts["book_http_requests_total", "2xx"]) == (0, 7)


def test_the_histogram_counts_what_took_no_longer():
    """Catches a bucket off by one: Prometheus' buckets hold all that is less or equal."""
    tally = Tally()
    for seconds in (0.0001, 0.0005, 0.0006, 0.01, 5):
        tally.answered("frame", seconds)
    counts = read(tally)
    buckets = [counts["book_reply_seconds_bucket", f"{bound}"] for bound in BOUNDS]
    assert buckets == [2, 3, 3, 3, 4, 4, 4, 4, 4, 4]
    assert counts["book_reply_seconds_bucket", "+Inf"] == counts["book_reply_seconds_count",] == 5
    assert counts["book_reply_seconds_sum",] == sum((0.0001, 0.0005, 0.0006, 0.01, 5))
