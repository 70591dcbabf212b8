"""The verification report: it runs everything, and it can fail."""

import json

import numpy as np
import pytest

from dynamics.verify import CHECKS, Row, check, registry, run
from dynamics.verify.__main__ import SEED, main


def test_every_check_holds_and_is_told_in_json(capsys):
    """Catches an identity that is broken, and a report that leaves out what one needs to repeat it."""
    assert main(["--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ok"]
    assert (report["seed"], report["numpy"]) == (SEED, np.__version__)
    assert {row["check"] for row in report["rows"]} == {name for name, *_ in CHECKS}
    assert all(row["ok"] and row["residual"] <= row["bound"] for row in report["rows"])


@pytest.mark.parametrize("found", [1 + 1e-6, np.nan, np.array([1, 2])])
def test_a_wrong_number_fails_the_report(monkeypatch, capsys, found):
    """Catches a report that says yes to everything: off by a millionth, not a number, one of two wrong."""
    monkeypatch.setattr(registry, "CHECKS", [])
    check("one = one", 1e-12)(lambda rng: iter([("case", found, 1.0)]))
    assert main([]) == 1
    assert "FAILS" in capsys.readouterr().out


def test_a_check_is_repeated_by_its_seed():
    """Catches a check whose states depend on which checks ran before."""
    last = CHECKS[-1]
    assert run(SEED, [last]) == run(SEED, [*CHECKS[:2], last])[-len(run(SEED, [last])):]
    assert run(SEED, [last]) != run(SEED + 1, [last])


def test_a_residual_is_relative_only_to_large_numbers():
    """Catches small numbers that are let off: differences below 1 count as they are."""
    rows = run(0, [("a", 1e-3, lambda rng: iter([("large", 2000.0, 1999.0), ("small", 2e-3, 0.0)]))])
    assert rows[0] == Row("a", "large", pytest.approx(1 / 1999), 1e-3)
    assert [row.ok for row in rows] == [True, False]
