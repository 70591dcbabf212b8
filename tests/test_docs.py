"""What the project says of itself is true: the Dockerfile does what make does, the README names what there is."""

import ast
import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

from tests.site import Site

ROOT = Path(__file__).parents[1]


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_image_is_built_as_make_builds():
    """Catches a Dockerfile whose steps nobody has proved: install and start are the Makefile's own commands."""
    makefile = read("Makefile").replace("$(PY)", ".venv/bin/python").replace("$(VENV)", ".venv")
    dockerfile = read("Dockerfile")
    install = re.search(r"pip install .*requirements\.lock$", makefile, re.MULTILINE)[0]
    assert f".venv/bin/python -m {install}" in dockerfile
    assert 'CMD [".venv/bin/python", "-m", "app"]' in dockerfile
    assert "exec .venv/bin/python -m app" in makefile


def test_the_image_is_healthy_when_the_site_answers():
    """Catches a health check that finds no site that is there, or one that is gone."""
    command = json.loads(re.search(r"^  CMD (.*)$", read("Dockerfile"), re.MULTILINE)[1])
    command[0] = sys.executable
    with Site() as site:
        check = partial(subprocess.run, command, env=os.environ | {"PORT": str(site.port), "ADDRESS": "127.0.0.1"},
                        stderr=subprocess.DEVNULL, timeout=30, check=False)
        assert check().returncode == 0
        site.end()
        assert check().returncode != 0


def test_the_image_holds_what_the_site_reads():
    """Catches a folder that is left out of the image, or let in by accident."""
    copied = set(re.findall(r"^COPY (\w+) \1$", read("Dockerfile"), re.MULTILINE))
    assert copied == {"dynamics", "figures", "content", "app"}
    assert copied == set(re.findall(r"^!(\w+)$", read(".dockerignore"), re.MULTILINE))


def test_every_setting_is_in_the_readme():
    """Catches an environment variable that the code reads and the README does not name, or the reverse."""
    read_by_code = set()
    for path in [*(ROOT / "app").rglob("*.py"), ROOT / "tests/chromium.py"]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "os.environ.get":
                read_by_code.add(ast.literal_eval(node.args[0]))
    table = set(re.findall(r"^\| `([A-Z_]+)` \|", read("README.md"), re.MULTILINE))
    assert table == read_by_code


def test_every_target_of_the_readme_is_there():
    """Catches a command that a newcomer types and make does not know."""
    targets = set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))
    for document in ("README.md", "CONTRIBUTING.md"):
        assert set(re.findall(r"\bmake ([a-z]+)\b", read(document))) <= targets


def test_every_file_that_the_documents_name_is_there():
    """Catches a path that has moved."""
    for document in ("README.md", "CONTRIBUTING.md"):
        for name in re.findall(r"`([\w./-]+/[\w./-]*\.\w+)`", read(document)):
            example = Path(name).name.startswith("my")  # the reader's own file
            assert example or (ROOT / name).exists(), f"{document} names {name}"
