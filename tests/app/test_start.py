"""Starting the site: what is served where, and what a person reads when it cannot start."""

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app.settings import SettingError, read

ROOT = Path(__file__).parents[2]


def start(cwd=ROOT, **environment):
    """Run `python -m app` until it ends; only for starts that must fail."""
    return subprocess.run([sys.executable, "-m", "app"], cwd=cwd, env=os.environ | environment, text=True,
                          capture_output=True, timeout=60, check=False)


def test_a_port_in_use_is_one_sentence_and_exit_2():
    """Catches a traceback where a person needs a hint."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = start(PORT=str(port), ADDRESS="127.0.0.1")
    assert (ended.returncode, ended.stderr) == (2, f"port {port} is in use; choose another with PORT=\n")


@pytest.mark.parametrize("port", ["many", "-1", "65536", "5006 ", "٣"])
def test_a_port_that_is_none_is_one_sentence(port):
    """Catches a traceback for a slip of the finger in the environment."""
    ended = start(PORT=port)
    assert ended.returncode == 2
    assert ended.stderr == f"PORT must be a whole number from 0 to 65535, got {port!r}\n"


def test_an_address_that_is_none_is_one_sentence():
    """Catches a traceback of the encoder of host names."""
    ended = start(PORT="0", ADDRESS="a..b")
    assert (ended.returncode, ended.stderr) == (
        2, "ADDRESS must be a name or a number of this machine, got 'a..b'\n")


@pytest.mark.parametrize(("name", "value", "sentence"), [
    ("FRAME_ANCESTORS", "'self'; script-src *", "FRAME_ANCESTORS must be sites like 'self' or"),
    ("FRAME_ANCESTORS", "lms.example", "FRAME_ANCESTORS must be sites like 'self' or"),
    ("FRAME_ANCESTORS", "'self'\n", "FRAME_ANCESTORS must be sites like 'self' or"),
])
def test_a_wrong_setting_is_one_sentence(monkeypatch, name, value, sentence):
    """Catches a setting that is half understood, and one that writes other headers."""
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingError, match=re.escape(sentence)):
        read()


def test_a_mistake_in_a_chapter_stops_the_start_with_file_line_and_reason(tmp_path):
    """Catches a site that starts with half a chapter: an unknown figure, on a line that is known."""
    for folder in ("app", "figures", "dynamics", "content"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    chapter = tmp_path / "content/en/newton-euler.md"
    text = chapter.read_text(encoding="utf-8")
    line = text[:text.index("{live-figure} forward-pass")].count("\n") + 1
    chapter.write_text(text.replace("{live-figure} forward-pass", "{live-figure} sideways-pass"), encoding="utf-8")
    ended = start(cwd=tmp_path, PORT="0", PYTHONPATH="")
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"content/en/newton-euler.md:{line}: ")
    assert "sideways-pass" in ended.stderr
    assert ended.stderr.count("\n") == 1
