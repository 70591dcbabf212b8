"""The chapters themselves: they load, and what they print is true."""

import json
import re

import numpy as np
import pytest

from dynamics import planar
from dynamics.joints import Prismatic, Revolute
from dynamics.model import WORLD, Body, Model
from dynamics.rnea import GRAVITY
from dynamics.spatial import rotation
from figures.registry import FIGURES
from figures.values import mass_by_calls, values
from tests.book import FOLDER, load
from tests.content.others import LENGTHS, MASSES, Pinocchio
from tests.dynamics.pinocchio_twin import Twin

TEXT = (FOLDER / "newton-euler.md").read_text(encoding="utf-8")
ROUNDING = 1e-12  # relative; a few dozen operations in double precision on numbers of order 1


@pytest.fixture(scope="module")
def rnea():
    """The algorithm as the chapter prints it."""
    return printed("rnea")


def printed(name):
    """A function as the chapter prints it."""
    scope = {}
    for code in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(code, scope)
    return scope[name]


def test_the_book_loads():
    """Catches any mistake that the loader knows, in the text that is served."""
    book = load()
    assert [figure.name for chapter in book.chapters for figure in chapter.figures] == list(FIGURES)


@pytest.mark.parametrize("seed", range(20))
def test_the_printed_algorithm_agrees_with_pinocchio(rnea, seed):
    """Catches a wrong sign, index or inertia in the code that readers will copy, tip force included."""
    rng = np.random.default_rng(seed)
    q, v, a = rng.normal(size=(3, 3))
    force = rng.normal(size=2)
    expected = Pinocchio().torques(q, v, a, force)
    found = rnea(q, v, a, LENGTHS, MASSES, tip_force=complex(*force))
    assert found == pytest.approx(expected, rel=ROUNDING, abs=ROUNDING * np.abs(expected).max())


@pytest.mark.parametrize("seed", range(10))
def test_the_printed_algorithm_in_space_agrees_with_pinocchio(seed):
    """Catches a wrong sign, transpose or parent in the spatial code that readers will copy, on a tree."""
    rng = np.random.default_rng(seed)
    hang = {"body 1": "body 0", "body 2": "body 0", "body 3": "body 1", "body 4": "body 1"}
    model = Model([Body(f"body {i}", (Revolute, Prismatic)[i == 3](direction(rng)),
                        hang.get(f"body {i}", WORLD), R_PJ=rotation(direction(rng), rng.uniform(-3, 3)),
                        p_PJ=rng.uniform(-1, 1, 3), mass=rng.uniform(1, 2), com=rng.uniform(-1, 1, 3),
                        inertia=np.diag(rng.uniform(1, 1.5, 3))) for i in range(5)])
    q, v, a = rng.normal(size=(3, 5))
    twin = Twin(model)
    *_, expected = twin.rnea(q, v, a, GRAVITY, np.zeros((5, 6)))
    S = [body.joint.S[:, 0] for body in model.bodies]
    found = printed("rnea_in_space")(model.parent, model.transforms(q), S, model.I, v, a)
    assert found == pytest.approx(expected, rel=ROUNDING, abs=ROUNDING * np.abs(expected).max())


def direction(rng):
    x = rng.normal(size=3)
    return x / np.linalg.norm(x)


def shown(name):
    """A number of the text."""
    return float(values()[name].replace("−", "-"))


def three(name):
    return [shown(f"{name}-{i}") for i in (1, 2, 3)]


def test_every_number_is_printed():
    """Catches a number that is computed for nobody."""
    told = re.findall(r"(?:\{value\}`|\\value\{|:answer: )([a-z0-9-]+)", TEXT)
    assert set(told) == set(values())


HUNDREDTH = 0.00501  # a number that is printed with two digits


def test_the_worked_numbers_are_those_of_the_algorithm(rnea):
    """Catches a number of the text that belongs to another state or arm than the text says."""
    at_rest = ((0,) * 3,) * 3
    assert shown("level-rod") == pytest.approx(rnea(*at_rest, LENGTHS, MASSES)[2], abs=HUNDREDTH)
    assert shown("level-arm") == pytest.approx(9.81 * (2.0 * 0.5 + 1.6 * 1.4 + 1.0 * 2.05), abs=0.0501)
    example = rnea(three("q"), three("v"), three("a"), LENGTHS, MASSES)
    assert three("tau") == pytest.approx(example, abs=HUNDREDTH)
    parts = np.sum([three(part) for part in ("inertial", "velocity", "weight")], axis=0)
    assert parts == pytest.approx(example, abs=3 * HUNDREDTH)
    assert rnea([0.7], [3.0], [0.0], [1.0], [2.0], g=0) == pytest.approx([0], abs=ROUNDING)
    assert rnea([0.7], [0.0], [1.0], [1.0], [2.0], g=0) == pytest.approx([2.0 / 3], rel=ROUNDING)
    assert shown("inertia-3") == pytest.approx(1.0 * 0.5**2 / 12, abs=0.0000501)


def test_the_wrong_answers_come_from_the_mistakes_that_they_are_laid_to():
    """Catches an explanation that accuses the reader of a mistake that gives another number."""
    assert shown("only-first") == pytest.approx(9.81 * 2.0 * 0.5, abs=0.0501)
    assert shown("own-levers") == pytest.approx(9.81 * (2.0 * 0.5 + 1.6 * 0.4 + 1.0 * 0.25), abs=0.0501)
    assert shown("at-ends") == pytest.approx(9.81 * (2.0 * 1.0 + 1.6 * 1.8 + 1.0 * 2.3), abs=0.0501)
    assert shown("all-at-tip") == pytest.approx(9.81 * 4.6 * 2.3, abs=0.0501)
    (question,) = [block for block in load().chapters[0].blocks if getattr(block, "id", "") == "guess-level-arm"]
    ends = [float(answer.upto) for answer in question.answers]
    for mistake, stretch in (("only-first", 0), ("own-levers", 1), ("level-arm", 3), ("at-ends", 4),
                             ("all-at-tip", 5)):
        assert ends[stretch] == min(end for end in ends if end > shown(mistake))


def test_the_mass_matrix_by_calls(rnea):
    """Catches a count that is not what equation (columns) takes, and a column that still holds gravity."""
    q = np.array([0.3, -1.0, 2.0])
    expected = planar.lagrange(planar.three_link(), q, q, q).M
    for gravity, calls in ((0, 3), (9.81, 4)):
        M, counted = mass_by_calls(planar.three_link(), q, gravity)
        np.testing.assert_allclose(M, expected, atol=ROUNDING)
        assert counted == calls
    assert (values()["calls-without-gravity"], values()["calls-with-gravity"]) == ("6", "7")


def predictions():
    """Each prediction as (its name, the frame of the figure that shows the answer)."""
    (chapter,) = load().chapters
    names = {figure.label: figure.name for figure in chapter.figures}
    for block in chapter.blocks:
        if getattr(block, "kind", "") == "prediction":
            cls = FIGURES[names[block.show.label]]
            yield block.id, cls.from_state({**cls().state, **json.loads(block.show.state)}).frame()


def test_what_a_prediction_shows_is_the_answer():
    """Catches a state that the figure refuses, or in which it shows something else than the text says."""
    frames = dict(predictions())
    assert list(frames) == ["guess-steady-turn", "guess-level-arm", "guess-coupling"]
    steady = frames["guess-steady-turn"]
    centre = complex(*(steady.layers["centres"][axis][2] for axis in "xy"))
    acceleration = complex(*(steady.readouts[f"acceleration_{axis}"] for axis in "xy"))
    assert (acceleration / centre).real == pytest.approx(-1.5**2)  # inward, ω² times the distance
    assert (acceleration / centre).imag == pytest.approx(0, abs=ROUNDING)
    assert frames["guess-level-arm"].readouts["tau_1"] == pytest.approx(shown("level-arm"), abs=0.0501)
    assert frames["guess-coupling"].readouts["tau_2"] == pytest.approx(shown("folded-coupling"), abs=HUNDREDTH)
    assert shown("folded-coupling") < 0 < shown("stretched-coupling")
