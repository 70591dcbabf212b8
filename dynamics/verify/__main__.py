"""`python -m dynamics.verify [--seed N] [--json]`: the report; the exit status is 1 when a check fails."""

import argparse
import json
import platform
import sys

import numpy as np

from . import run

SEED = 20260801


def main(arguments=None):
    """Prints the report as a table or as JSON; returns the exit status, 0 when every bound is kept."""
    parser = argparse.ArgumentParser("python -m dynamics.verify", description="Checks with their residuals.")
    parser.add_argument("--seed", type=int, default=SEED, help="of all random mechanisms and states")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    options = parser.parse_args(arguments)
    rows = run(options.seed)
    about = {"seed": options.seed, "python": platform.python_version(), "numpy": np.__version__,
             "machine": platform.machine(), "ok": all(row.ok for row in rows)}
    if options.json:
        print(json.dumps({**about, "rows": [{**row._asdict(), "ok": row.ok} for row in rows]}, indent=1))
    else:
        for check, case, residual, bound in rows:
            verdict = "" if residual <= bound else "  FAILS"
            print(f"{check:50}{case:34}{residual:9.1e} ≤ {bound:.0e}{verdict}")
        print(", ".join(f"{key} {value}" for key, value in about.items()))
        print(f"{len(rows)} residuals, {sum(not row.ok for row in rows)} too large")
    return 0 if about["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
