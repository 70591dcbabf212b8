"""A row of the bench: two numbers, their ratio, and what the ratio must reach."""

from statistics import median
from time import thread_time

COLUMNS = ("what", "ours", "peer", "ratio", "target", "ok")
VERDICT = {True: "yes", False: "MISSED", None: "–"}


def row(what, ours, peer=None, *, at_least=None, at_most=None, gain=False):
    """One line of the table, as JSON has it.

    ratio: ours/peer, or peer/ours with `gain` ("four times sooner"); without a peer the target bounds ours.
    Without a target the row only informs, and `ok` is None.
    """
    ratio = None if peer is None else peer / ours if gain else ours / peer
    reached = ours if ratio is None else ratio
    if at_least is not None:
        target, ok = f"≥ {at_least:g}", reached >= at_least
    elif at_most is not None:
        target, ok = f"≤ {at_most:g}", reached <= at_most
    else:
        target = ok = None
    return {"what": what, "ours": ours, "peer": peer, "ratio": ratio, "target": target, "ok": ok}


def table(rows):
    """The rows as text, numbers with three digits."""
    lines = [COLUMNS, *([shown(line[column]) for column in COLUMNS] for line in rows)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(COLUMNS))]
    return "\n".join("  ".join(cell.rjust(width) if 0 < k < 5 else cell.ljust(width)
                               for k, (cell, width) in enumerate(zip(line, widths, strict=True))).rstrip()
                     for line in lines)


def shown(value):
    if value is None or isinstance(value, bool):
        return VERDICT[value]
    return value if isinstance(value, str) else f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def cpu(*calls, times=20, repeat=15):
    """Processor seconds that each call takes: the medians of `repeat` timings of `times` calls each.

    The calls take turns, so that a busy moment of the machine meets all; the thread's own clock stands still
    while another process has the core.
    """
    timings = [[] for _ in calls]
    for _ in range(repeat):
        for call, mine in zip(calls, timings, strict=True):
            start = thread_time()
            for _ in range(times):
                call()
            mine.append((thread_time() - start) / times)
    return [median(mine) for mine in timings]
