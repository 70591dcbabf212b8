"""The site: pages, static files, figure documents and the socket, as one Tornado application."""

from importlib.resources import files
from pathlib import Path

import tornado.web

from app import content, pages
from app.live import LONGEST_MESSAGE, LiveHandler
from figures.document import document
from figures.registry import FIGURES
from figures.still import on_paper
from figures.theme import css
from figures.values import values
from figures.words import CONTENT

HERE = Path(__file__).parent
FIGURE_FILES = files("figures") / "browser"

HEADERS = {
    # Bokeh and Panel style their shadow roots from scripts: styles must be allowed inline, scripts never.
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
                               "img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
                               "form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


class Handler(tornado.web.RequestHandler):
    """What every reply has in common."""

    def set_default_headers(self):
        for name, value in HEADERS.items():
            self.set_header(name, value)
        self.clear_header("Server")

    def write_error(self, status_code, **_):
        self.finish(self.settings["not_found"] if status_code == 404 else f"{status_code}\n")


class Page(Handler):
    """A text that was made at start-up."""

    def initialize(self, text, mime="text/html"):
        self.text, self.mime = text, mime

    def get(self):
        self.set_header("Content-Type", f"{self.mime}; charset=utf-8")
        self.set_header("Cache-Control", "no-cache")  # kept, but asked after: the ETag answers
        self.write(self.text)

    head = get


class NotFound(Handler):
    """An address that leads nowhere, or one that lacks only its last slash."""

    def prepare(self):
        if f"{self.request.path}/" in self.settings["pages"]:
            self.redirect(f"{self.request.path}/", permanent=True)
        else:
            self.send_error(404)


class Static(Handler, tornado.web.StaticFileHandler):
    """Files of this project and of the packages that draw."""

    def set_extra_headers(self, path):
        self.set_header("Cache-Control", "no-cache")


def application():
    """Load the content, render every page once, and build the application.

    Raises content.ContentError when a chapter has a mistake.
    """
    book = content.load(CONTENT / "en", FIGURES, values())
    stills = {slug: on_paper(cls) for slug, cls in FIGURES.items()}
    texts = {path: (text, "text/html") for path, text in pages.render(book, stills).items()}
    texts["/palette.css"] = (css(), "text/css")
    texts["/health"] = ("ok\n", "text/plain")
    for slug in FIGURES:
        texts[f"/figures/{slug}.en.json"] = (document(slug, "en"), "application/json")
    static = {"panel": files("panel") / "dist", "bokeh": files("bokeh") / "server/static/js",
              "figures": FIGURE_FILES, "": HERE / "static"}
    return tornado.web.Application(
        [
            *((path, Page, {"text": text, "mime": mime}) for path, (text, mime) in texts.items()),
            (r"/live", LiveHandler),
            *((rf"/static/{f'{name}/' if name else ''}(.*)", Static, {"path": path})
              for name, path in static.items()),
        ],
        default_handler_class=NotFound,
        not_found=pages.not_found(book),
        pages=frozenset(texts),
        compress_response=True,
        websocket_max_message_size=LONGEST_MESSAGE,
        websocket_ping_interval=20,
    )
