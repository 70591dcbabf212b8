"""The registry of what other people's code has confirmed: `checks.yaml` in the folder of a language.

    torque:
      what: The torques of the three-link arm in 200 random states
      unit: N·m
      by: {Pinocchio: 1.0e-12, MuJoCo: 1.0e-12}
      test: tests/content/test_checked.py::test_others_find_the_same_torques
"""

import re
from dataclasses import dataclass

import yaml

from app.content.source import Source, line_of

KEYS = {"what", "unit", "by", "test"}
TEST = re.compile(r"tests/[\w/]+\.py::test_\w+")


@dataclass(frozen=True)
class Check:
    """What was checked, by whom and how closely: engine -> the largest difference; and the test of it."""

    id: str
    what: str
    unit: str
    by: tuple[tuple[str, float], ...]
    test: str


def read_checks(folder):
    """The checks of a language by name; ContentError, with file and line, for one that is not whole."""
    source = Source.read(folder / "checks.yaml", folder)
    try:
        told = yaml.safe_load(source.text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise source.error(mark.line if mark else 0, "the checks are not YAML") from None
    if not isinstance(told, dict):
        raise source.error(0, "the checks must be a list of `name: facts`")
    return {name: _check(source, name, facts) for name, facts in told.items()}


def _check(source, name, facts):
    line = line_of(name, source)
    if not isinstance(facts, dict) or facts.keys() != KEYS:
        raise source.error(line, f"the check {name!r} must have {', '.join(sorted(KEYS))}")
    by = facts["by"]
    if not isinstance(by, dict) or not by or not all(isinstance(bound, float) and bound > 0
                                                    for bound in by.values()):
        raise source.error(line, f"the check {name!r} must say by whom and how closely: {{Pinocchio: 1.0e-12}}")
    if not TEST.fullmatch(str(facts["test"])):
        raise source.error(line, f"the check {name!r} must name a test: tests/…/test_….py::test_…")
    return Check(name, facts["what"], facts["unit"], tuple(by.items()), facts["test"])
