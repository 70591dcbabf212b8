"""The site: pages, static files, figure documents and the socket, as one Tornado application."""

from threading import Event

import tornado.web

from app import content, log, pages
from app.handlers import Page, Static
from app.headers import headers
from app.library import Library, Resource
from app.limits import LONGEST_MESSAGE, PING_SECONDS
from app.socket import LiveHandler
from app.tally import Tally
from app.watch import Health, Metrics, Ready
from figures.document import document
from figures.registry import FIGURES
from figures.still import on_paper
from figures.values import values
from figures.words import CONTENT

HTML, JSON = "text/html; charset=utf-8", "application/json; charset=utf-8"


def application(settings):
    """Load the content, make every page and file once, and build the application.

    Raises content.ContentError when a chapter has a mistake.
    """
    book = content.load(CONTENT / "en", FIGURES, values())
    library = Library()
    stills = {slug: on_paper(cls) for slug, cls in FIGURES.items()}
    texts = {path: Resource(html, HTML) for path, html in pages.render(book, stills, library.root).items()}
    texts |= {f"/figures/{slug}.en.json": Resource(document(slug, "en"), JSON) for slug in FIGURES}
    return assemble(headers=headers(settings.frame_ancestors), library=library, pages=texts,
                    not_found=pages.not_found(book, library.root), tally=Tally(settings.workers))


def assemble(**settings):
    """The addresses, with what their handlers share."""
    return tornado.web.Application(
        [(r"/live", LiveHandler), (r"/health", Health), (r"/ready", Ready), (r"/metrics", Metrics),
         (r"/static/.*", Static), (r".*", Page)],
        **{"readers": set(),     # open sockets
           "sending": set(),     # replies that a slow line has not taken yet
           "ready": Event(),
           "log_function": log.request,
           "websocket_max_message_size": LONGEST_MESSAGE,
           "websocket_ping_interval": PING_SECONDS, **settings})
