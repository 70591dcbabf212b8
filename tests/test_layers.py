"""The direction of imports, `app -> figures -> dynamics`, read from the sources."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {
    "dynamics": {"dynamics", "numpy"},
    "figures": {"figures", "dynamics", "numpy", "panel", "bokeh", "param"},
    "app": {"app", "figures", "panel", "bokeh", "tornado", "jinja2", "markdown_it", "mdit_py_plugins", "yaml",
            "math_core", "prometheus_client"},
}
STANDARD = {"__future__", *__import__("sys").stdlib_module_names}


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module, node.lineno


@pytest.mark.parametrize("layer", MAY_IMPORT)
def test_a_layer_imports_only_what_lies_below_it(layer):
    """Catches an arrow drawn backwards: a figure that reads the site, physics that knows a picture."""
    wrong = [f"{path.relative_to(ROOT)}:{line} imports {name}"
             for path in sorted((ROOT / layer).rglob("*.py"))
             for name, line in imports(path)
             if name.split(".")[0] not in MAY_IMPORT[layer] | STANDARD]
    assert not wrong
