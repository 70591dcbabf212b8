"""The addresses of the site, asked over HTTP: what is served, how it is kept, and what it allows."""

import gzip
import re

from tornado.testing import AsyncHTTPTestCase

from app.library import Library, Resource, takes_gzip
from app.server import application
from app.settings import Settings
from figures.registry import FIGURES

CHAPTER = "/en/newton-euler/"


class TestServed(AsyncHTTPTestCase):
    """One site for every test."""

    site = None

    def get_app(self):
        TestServed.site = TestServed.site or application(Settings(frame_ancestors="'self' https://lms.example"))
        return self.site

    def get(self, path, **options):
        return self.fetch(path, follow_redirects=False, decompress_response=False, **options)

    @property
    def root(self):
        return self.site.settings["library"].root

    def test_every_promised_address(self):
        """Catches an address of the contract that is gone."""
        pages = ["/", "/en/", CHAPTER, *(f"/en/figures/{slug}/" for slug in FIGURES)]
        for path in pages:
            reply = self.get(path)
            assert (reply.code, reply.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        for slug in FIGURES:
            assert self.get(f"/figures/{slug}.en.json").headers["Content-Type"].startswith("application/json")
        assert self.get("/health").body == b"ok\n"

    def test_every_address_that_a_page_names_is_kept_for_ever(self):
        """Catches a file whose name does not change with it, or one that is asked for at every visit."""
        html = self.get(CHAPTER).body.decode()
        named = set(re.findall(r'"(/static/[^"]+)"', html))
        assert len(named) > 6
        for path in {*named, f"{self.root}/bokeh/bokeh.min.js", f"{self.root}/figures/picture.js"}:
            assert path.startswith(self.root)
            reply = self.get(path)
            assert reply.code == 200
            assert reply.headers["Cache-Control"] == "public, max-age=31536000, immutable"

    def test_an_address_of_another_version_leads_to_the_file_of_today(self):
        """Catches a page that was open during an update, and a file that is kept for ever under a wrong name."""
        today = self.get(f"{self.root}/figures/socket.js")
        for path in ("/static/0123456789abcdef/figures/socket.js", "/static/figures/socket.js"):
            reply = self.get(path)
            assert (reply.code, reply.body) == (200, today.body)
            assert reply.headers["Cache-Control"] == "no-cache"

    def test_scripts_may_only_come_from_the_origin(self):
        """Catches a policy that lets an inline script or another origin in, on any kind of reply."""
        for path in (CHAPTER, "/nowhere", f"{self.root}/book.css", "/figures/forward-pass.en.json"):
            policy = dict(part.split(" ", 1) for part in
                          self.get(path).headers["Content-Security-Policy"].split("; "))
            assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == "'none'"
            assert policy["script-src"] == policy["connect-src"] == "'self'"
            assert "unsafe" not in policy["script-src"]

    def test_other_sites_may_show_a_figure_only_when_they_are_named(self):
        """Catches a setting that is read and not used."""
        assert "frame-ancestors 'self' https://lms.example" in self.get("/").headers["Content-Security-Policy"]

    def test_a_reply_tells_the_browser_to_be_careful_and_says_nothing_of_the_server(self):
        """Catches a header that got lost, a cookie, and the name of a program with its version."""
        for path in (CHAPTER, "/nowhere", "/static/nothing.css", f"{self.root}/book.js"):
            headers = self.get(path).headers
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Referrer-Policy"] == "no-referrer"
            assert "camera=()" in headers["Permissions-Policy"]
            assert not {"Set-Cookie", "Server", "X-Powered-By"} & set(headers)

    def test_an_unknown_page_shows_the_contents(self):
        """Catches a dead end: 404, and the way back."""
        for path in ("/nowhere", "/en/newton-euler/x", "/figures/nobody.en.json", "/static/nothing.css",
                     "/static/../pyproject.toml", "/static/%2e%2e/%2e%2e/pyproject.toml", "/%00", "//en/"):
            reply = self.get(path)
            assert reply.code == 404, path
            assert b"/en/newton-euler/" in reply.body
            assert reply.headers["Cache-Control"] == "no-store"

    def test_what_compresses_is_sent_compressed_and_asked_after_by_its_etag(self):
        """Catches a page that is sent in full again and again, and one copy that passes for the other."""
        for path in (CHAPTER, "/figures/forward-pass.en.json", f"{self.root}/figures/live-figure.js"):
            plain = self.get(path)
            packed = self.get(path, headers={"Accept-Encoding": "gzip"})
            assert packed.headers["Content-Encoding"] == "gzip"
            assert gzip.decompress(packed.body) == plain.body
            assert len(packed.body) < len(plain.body) / 2
            assert plain.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding"
            assert plain.headers["Etag"] != packed.headers["Etag"]
            again = self.get(path, headers={"If-None-Match": packed.headers["Etag"], "Accept-Encoding": "gzip"})
            assert (again.code, again.body) == (304, b"")
            assert again.headers["Vary"] == "Accept-Encoding"
            other = self.get(path, headers={"If-None-Match": '"of-yesterday"'})
            assert other.code == 200

    def test_head_says_what_get_would_send(self):
        """Catches a HEAD with another length, or with a body."""
        head = self.get(CHAPTER, method="HEAD")
        assert head.body == b""
        assert int(head.headers["Content-Length"]) == len(self.get(CHAPTER).body)

    def test_an_address_without_its_slash_leads_on(self):
        """Catches a reader who types the address by hand and meets a 404."""
        reply = self.get("/en/newton-euler")
        assert (reply.code, reply.headers["Location"]) == (301, "/en/newton-euler/")

    def test_other_methods_are_refused(self):
        """Catches a 500 for a method that nobody implements."""
        for path in ("/", f"{self.root}/book.css", "/live", "/health"):
            reply = self.get(path, method="POST", body="x")
            assert (reply.code, reply.headers["Allow"]) == (405, "GET" if path == "/live" else "GET, HEAD")


def test_a_browser_that_refuses_gzip_gets_the_plain_form():
    """Catches `gzip;q=0` read as a wish for it."""
    accepts = {"gzip": True, "gzip, br": True, "br;q=1, gzip;q=0.5": True, "": False, "br": False,
               "gzip;q=0": False, "gzip; q=0.00, br": False, "gzip;q=0.01": True, "GZIP;Q=1": True,
               "gzip ; q = 0": False, "*": True, "*;q=0": False, "*, gzip;q=0": False, "notgzip": False}
    assert {text: takes_gzip(text) for text in accepts} == accepts


def test_what_does_not_shrink_is_sent_as_it_is():
    """Catches fonts and pictures that are compressed twice."""
    resources = Library().resources
    assert all(resources[name].packed is None for name in resources if name.endswith((".woff2", ".png")))
    assert all(resources[name].packed for name in resources if name.endswith((".js", ".css")))
    assert Resource("short", "text/plain").packed is None


def test_the_version_is_that_of_the_files(monkeypatch):
    """Catches a version that changes at every start, or one that stays when a file changes."""
    first = Library().version
    assert Library().version == first
    monkeypatch.setattr("app.library.css", lambda: ":root{}")
    assert Library().version != first
