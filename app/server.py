"""The site: pages, static files, figure documents and the socket, as one Tornado application."""

import tornado.web

from app import content, pages
from app.handlers import Page, Static
from app.headers import headers
from app.library import Library, Resource
from app.live import LONGEST_MESSAGE, LiveHandler
from figures.document import document
from figures.registry import FIGURES
from figures.still import on_paper
from figures.values import values
from figures.words import CONTENT

HTML, TEXT, JSON = (f"{mime}; charset=utf-8" for mime in ("text/html", "text/plain", "application/json"))
PING_SECONDS = 20  # a reader who does not answer a ping by the next one has gone


def application(settings):
    """Load the content, make every page and file once, and build the application.

    Raises content.ContentError when a chapter has a mistake.
    """
    book = content.load(CONTENT / "en", FIGURES, values())
    library = Library()
    stills = {slug: on_paper(cls) for slug, cls in FIGURES.items()}
    texts = {path: Resource(html, HTML) for path, html in pages.render(book, stills, library.root).items()}
    texts["/health"] = Resource("ok\n", TEXT)
    texts |= {f"/figures/{slug}.en.json": Resource(document(slug, "en"), JSON) for slug in FIGURES}
    return tornado.web.Application(
        [(r"/live", LiveHandler), (r"/static/.*", Static), (r".*", Page)],
        headers=headers(settings.frame_ancestors),
        library=library,
        pages=texts,
        not_found=pages.not_found(book, library.root),
        websocket_max_message_size=LONGEST_MESSAGE,
        websocket_ping_interval=PING_SECONDS,
    )
