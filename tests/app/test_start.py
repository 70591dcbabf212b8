"""Starting the site: what is served where, and what a person reads when it cannot start."""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tornado.testing import AsyncHTTPTestCase

from app.server import application
from figures.registry import FIGURES

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


class TestServed(AsyncHTTPTestCase):
    """The addresses of the site, asked over HTTP."""

    def get_app(self):
        return application()

    def get(self, path, **options):
        return self.fetch(path, follow_redirects=False, **options)

    def test_every_promised_address(self):
        """Catches an address of the contract that is gone."""
        pages = ["/", "/en/", "/en/newton-euler/", *(f"/en/figures/{slug}/" for slug in FIGURES)]
        for path in pages:
            reply = self.get(path)
            assert (reply.code, reply.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        for slug in FIGURES:
            assert self.get(f"/figures/{slug}.en.json").headers["Content-Type"].startswith("application/json")
        assert self.get("/health").body == b"ok\n"
        for path in ("/palette.css", "/static/figures/live-figure.js", "/static/bokeh/bokeh.min.js"):
            assert self.get(path).code == 200

    def test_scripts_may_only_come_from_the_origin(self):
        """Catches a policy that lets an inline script or another origin in."""
        policy = self.get("/en/newton-euler/").headers["Content-Security-Policy"]
        assert "script-src 'self';" in policy
        assert "unsafe-eval" not in policy

    def test_an_unknown_page_shows_the_contents(self):
        """Catches a dead end: 404, and the way back."""
        for path in ("/nowhere", "/en/newton-euler/x", "/figures/nobody.en.json", "/static/nothing.css",
                     "/static/../pyproject.toml", "/static/%2e%2e/%2e%2e/pyproject.toml", "/%00"):
            reply = self.get(path)
            assert reply.code in (403, 404), path
            assert b"pyproject" not in reply.body
            if reply.code == 404:
                assert b"/en/newton-euler/" in reply.body

    def test_a_page_is_compressed_and_asked_after_by_its_etag(self):
        """Catches a page that is sent in full again and again."""
        first = self.get("/en/newton-euler/", headers={"Accept-Encoding": "gzip"}, decompress_response=False)
        assert first.headers["Content-Encoding"] == "gzip"
        again = self.get("/en/newton-euler/", headers={"If-None-Match": first.headers["Etag"]})
        assert (again.code, again.body) == (304, b"")

    def test_an_address_without_its_slash_leads_on(self):
        """Catches a reader who types the address by hand and meets a 404."""
        reply = self.get("/en/newton-euler")
        assert (reply.code, reply.headers["Location"]) == (301, "/en/newton-euler/")

    def test_another_site_may_not_use_the_socket(self):
        """Catches a socket that answers any page of the web."""
        headers = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "x" * 22 + "==",
                   "Sec-WebSocket-Version": "13", "Origin": "https://elsewhere.example"}
        assert self.get("/live", headers=headers).code == 403

    def test_other_methods_are_refused(self):
        """Catches a 500 for a method that nobody implements."""
        assert self.get("/", method="POST", body="x").code == 405
