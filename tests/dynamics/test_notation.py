"""The table of symbols is complete: every public name of the package stands in it."""

import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import dynamics
from dynamics.verify import CHECKS

TEXT = (Path(dynamics.__file__).parent / "notation.md").read_text(encoding="utf-8")
CHECK_FUNCTIONS = {function for _, _, function in CHECKS}  # each is named in the report


def public_names():
    """The functions and classes that each module defines, with the module that does."""
    for module in pkgutil.walk_packages(dynamics.__path__, "dynamics."):
        if not module.name.endswith("__main__"):
            loaded = importlib.import_module(module.name)
            for name, thing in vars(loaded).items():
                at_home = getattr(thing, "__module__", None) == module.name
                if (inspect.isfunction(thing) or inspect.isclass(thing)) and at_home \
                        and not name.startswith("_") and thing not in CHECK_FUNCTIONS:
                    yield name, module.name


def test_every_public_name_is_in_the_notation():
    """Catches a function that was added or renamed and that no reader finds in the row of its module."""
    rows = {module: line for line in TEXT.splitlines() for module in re.findall(r"`(dynamics\.[\w.]+)`", line)}
    missing = [f"{module}.{name}" for name, module in public_names()
               if not re.search(rf"`([^`]*\W)?{name}(\W[^`]*)?`", rows.get(module, ""))]
    assert not missing


def test_every_module_is_in_the_notation():
    """Catches an algorithm without a line of its own."""
    modules = {module.name for module in pkgutil.walk_packages(dynamics.__path__, "dynamics.")}
    missing = [name for name in sorted(modules - {"dynamics.verify.__main__"}) if f"`{name}`" not in TEXT]
    assert not missing
