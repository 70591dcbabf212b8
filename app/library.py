"""What the site hands out: texts and files that are read, compressed and named once, at start-up.

The static files lie under one name, a hash of them all: `/static/<version>/figures/live-figure.js`.  What a
page names never changes, so a browser keeps it for ever; modules and style sheets name each other by relative
addresses and so stay inside one version.
"""

import gzip
import re
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from figures.theme import css

HERE = Path(__file__).parent
MIMES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".png": "image/png",
         ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".woff2": "font/woff2"}
BOKEH = ("bokeh.min.js", "bokeh-widgets.min.js")
WORTH = 0.9  # a compressed form must be smaller than this part of the plain one
REFUSED = re.compile(r"q\s*=\s*0(\.0*)?")
ADDRESS = re.compile(r"/static/(?:([0-9a-f]{16})/)?(.+)")


@dataclass(frozen=True)
class Form:
    """One way to send a resource, with a name of its own."""

    body: bytes
    encoding: str | None = None

    def __post_init__(self):
        object.__setattr__(self, "etag", f'"{digest(self.body)}"')


class Resource:
    """Bytes that stay the same while the site runs, and their compressed form where that is smaller."""

    def __init__(self, body, mime):
        self.mime = mime
        self.plain = Form(body.encode() if isinstance(body, str) else body)
        # Brotli would save another sixth, for a new dependency and seconds of every start.
        packed = gzip.compress(self.plain.body, mtime=0)
        self.packed = Form(packed, "gzip") if len(packed) < WORTH * len(self.plain.body) else None

    def form(self, accepted):
        """The form for a reader whose header `Accept-Encoding` is this."""
        return self.packed if self.packed and takes_gzip(accepted) else self.plain


def takes_gzip(accepted):
    """Does a header `Accept-Encoding` allow gzip, by its name or by a star?"""
    taken = {}
    for offer in accepted.lower().split(","):
        name, *parameters = (part.strip() for part in offer.split(";"))
        taken[name] = not any(map(REFUSED.fullmatch, parameters))
    return taken.get("gzip", taken.get("*", False))


class Library:
    """The static files by name, under one version."""

    def __init__(self):
        bodies = dict(sorted(static_files()))
        self.version = digest(b"".join(name.encode() + bytes(1) + digest(body).encode()
                                       for name, body in bodies.items()))
        self.root = f"/static/{self.version}"
        self.resources = {name: Resource(body, MIMES[Path(name).suffix]) for name, body in bodies.items()}

    def find(self, path):
        """The resource at an address, or None, and whether it is there for ever.

        An address of another version, from a page that was open during an update or from a server beside
        this one, leads to the file of the same name, which is then not kept.
        """
        version, name = ADDRESS.fullmatch(path).groups() if ADDRESS.fullmatch(path) else (None, None)
        return self.resources.get(name), version == self.version


def static_files():
    """Every static file as (name, bytes): the site's, the figures', and the two of Bokeh that pages load."""
    for folder, prefix in ((HERE / "static", ""), (files("figures") / "browser", "figures/")):
        for path in folder.rglob("*"):
            if path.suffix in MIMES:
                yield f"{prefix}{path.relative_to(folder).as_posix()}", path.read_bytes()
    for name in BOKEH:
        yield f"bokeh/{name}", (files("bokeh") / "server/static/js" / name).read_bytes()
    yield "palette.css", css().encode()


def digest(body):
    return sha256(body).hexdigest()[:16]
