"""Measure and print: `python -m tests.bench [--json PATH] [--quick]`."""

import argparse
import json
import os
import platform
from functools import partial
from pathlib import Path

from tests.bench import drag, dynamics_bench, frames, moving, planar, ready, weight
from tests.bench.report import table


def sections(quick):
    """The parts of the bench, each a function that returns rows."""
    return [
        planar.rows,
        dynamics_bench.rows,
        frames.rows,
        weight.rows,
        partial(ready.rows, times=3 if quick else 9),
        partial(drag.rows, seconds=2 if quick else 10),
        partial(moving.rows, seconds=2 if quick else 10),
    ]


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", metavar="PATH", type=Path, help="write the rows to a file as well")
    parser.add_argument("--quick", action="store_true", help="a short look: 2 s of dragging instead of 10")
    options = parser.parse_args()
    rows, loads = [], [os.getloadavg()[0]]
    for section in sections(options.quick):
        rows += section()
        loads.append(os.getloadavg()[0])
    print(table(rows))
    missed = sum(row["ok"] is False for row in rows)
    print(f"\n{missed} of {len(rows)} rows MISSED their target" if missed else "\nevery target was reached")
    # A machine that is busy with something else slows a browser more than it slows a canvas.
    print(f"load of the machine meanwhile: {' '.join(f'{load:.1f}' for load in loads)} on {os.cpu_count()} cores")
    if options.json:
        machine = {"system": platform.platform(), "python": platform.python_version(), "cores": os.cpu_count(),
                   "load": loads, "quick": options.quick}
        report = json.dumps({"machine": machine, "rows": rows}, ensure_ascii=False, indent=1)
        options.json.write_text(report + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
