"""Copy as Python: the snippet of a state runs with the package alone and gives the readout's numbers."""

import ast
import contextlib
import io
import random

import pytest

from figures.registry import FIGURES, answer
from tests.figures.states import random_state
from tests.figures.test_every_figure import EVERY, SEED

SAME = 1e-9  # relative: the same formulas, but some of them summed in another order
ROUNDING = 1e-9  # absolute: numbers that are zero but for rounding


def run(text):
    """What a program prints, as numbers by name."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(text, "snippet", "exec"), {})
    return {name: float(number) for name, number in (line.split() for line in printed.getvalue().splitlines())}


@EVERY
def test_the_snippet_gives_the_numbers_of_the_figure(slug):
    """Catches a snippet that shows other code than the figure runs, for 25 seeded states."""
    rng = random.Random(SEED)
    cls = FIGURES[slug]
    wanted_keys = {key for row in cls.readouts if row.in_python for key in row.keys}
    for _ in range(25):
        state = random_state(rng, slug)
        reply = answer({"figure": slug, "seq": 1, "state": state})
        text = answer({"figure": slug, "seq": 2, "state": state, "python": True})["python"]
        wanted = {key: value for key, value in reply["readouts"].items() if key in wanted_keys}
        found = run(text)
        assert set(found) == set(wanted), state
        for key, value in wanted.items():
            assert found[key] == pytest.approx(value, rel=SAME, abs=ROUNDING), (key, state)


@EVERY
def test_the_snippet_needs_only_the_package(slug):
    """Catches a snippet that a reader without the site cannot run."""
    text = FIGURES[slug]().python()
    modules = {(node.module if isinstance(node, ast.ImportFrom) else node.names[0].name).split(".")[0]
               for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)}
    assert modules <= {"dynamics", "numpy", "math"}
    assert max(map(len, text.splitlines())) < 140
