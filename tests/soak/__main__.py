"""Load, faults and abuse, on this machine alone: `python -m tests.soak [--json path] [row …]`.

Every bound is printed beside what was measured.  Bounds on absolute times suppose two free processors.
"""

import argparse
import asyncio
import inspect
import json
import os
import signal
import sys
import time
import traceback
from pathlib import Path

from tests.site import Site
from tests.soak import abuse, browser, faults, hostile, load, proxy
from tests.soak.report import Measure, Row

# Rows that are told which site to try, with the number of its workers, and rows that start what they need.
SHARED = {"crowd": (load.crowd, 2), "idle": (load.idle, 1), "pages": (load.pages, 1), "slow": (load.slow, 1),
          "half-open": (load.half_open, 1), "urls": (abuse.urls, 1), "hostile": (hostile.hostile, 1),
          "cases": (abuse.cases, 1)}
ALONE = {"browser": browser.fuzz, "kills": faults.kills, "proxy": proxy.proxy, "drag": browser.long_drag,
         "starts": faults.starts, "sigterm": faults.sigterm}

NAMES = [*SHARED, *ALONE]


def row_name(text):
    if text not in NAMES:
        raise argparse.ArgumentTypeError(f"there is no row {text!r}; there are {', '.join(NAMES)}")
    return text


def writable(text):
    """The path of a file that can be written: said now, not after an hour of rows."""
    try:
        Path(text).open("a").close()
    except OSError as reason:
        raise argparse.ArgumentTypeError(f"cannot write {text}: {reason.strerror}") from None
    return Path(text)


def run(name):
    """Run one row; one that does not come to its end has failed."""
    try:
        return measured(name)
    except Exception as reason:
        traceback.print_exc()
        return Row(name, (Measure(f"{type(reason).__name__}: {reason};", 1, 0),))


def measured(name):
    if name in ALONE:
        test = ALONE[name]
        return asyncio.run(test()) if inspect.iscoroutinefunction(test) else test()
    test, workers = SHARED[name]
    with Site(WORKERS=str(workers)) as site:
        row = asyncio.run(test(site))
        return row.plus(Measure("lines of trouble in the log", site.trouble(), 0))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="*", type=row_name, help=f"all of them without any: {', '.join(NAMES)}")
    parser.add_argument("--json", type=writable)
    wanted = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # the sites that it started end too
    start = time.monotonic()
    rows = []
    for name in wanted.rows or NAMES:
        rows.append(run(name))
        print(rows[-1].text(), flush=True)
    held = sum(row.held for row in rows)
    print(f"{held} of {len(rows)} held, in {time.monotonic() - start:.0f} s on {os.cpu_count()} processors "
          f"(load {os.getloadavg()[0]:.1f})")
    if wanted.json:
        wanted.json.write_text(json.dumps([row.json() for row in rows], indent=2), encoding="utf-8")
    sys.exit(held < len(rows))


if __name__ == "__main__":
    main()
