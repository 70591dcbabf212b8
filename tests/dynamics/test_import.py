"""The face of the package: every module by its name, and none that was not asked for."""

import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import dynamics


def test_every_module_can_be_reached_by_its_name():
    """Catches a module that was added and is not there after `import dynamics`, or not in its words."""
    modules = sorted(module.name for module in pkgutil.iter_modules(dynamics.__path__))
    assert modules == dir(dynamics) == sorted(dynamics.__all__)
    for name in dynamics.__all__:
        assert getattr(dynamics, name).__name__ == f"dynamics.{name}"
        assert name in dynamics.__doc__
    with pytest.raises(AttributeError, match="there is no module 'friction' in dynamics"):
        dynamics.friction  # noqa: B018


def test_the_planar_arm_comes_alone():
    """Catches an import that loads the trees with the arm, in a fresh interpreter."""
    code = "import sys, dynamics.planar; print(*(m for m in sys.modules if m.startswith('dynamics.')))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                         cwd=Path(dynamics.__file__).parents[1])
    loaded = run.stdout.split()
    assert "dynamics.planar.rnea" in loaded
    assert all(name == "dynamics.checks" or name.startswith("dynamics.planar") for name in loaded)
