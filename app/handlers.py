"""Pages and static files over HTTP: nothing is computed and no disk is read, whatever the address."""

import asyncio
import logging

from tornado.web import HTTPError, RequestHandler

from app.limits import LEAVES_WITHIN

FOR_EVER = "public, max-age=31536000, immutable"
ASKED_AFTER = "no-cache"  # kept, but asked after each time: the ETag answers

log = logging.getLogger(__name__)


class Handler(RequestHandler):
    """What every reply has in common."""

    logged = False
    allowed = "GET, HEAD"

    def set_default_headers(self):
        for name, value in self.settings["headers"].items():
            self.set_header(name, value)
        self.clear_header("Server")

    def deliver(self, resource, keep):
        """Send a resource in the form that the reader's browser takes, or say that it has it already."""
        form = resource.form(self.request.headers.get("Accept-Encoding", ""))
        self.set_header("Content-Type", resource.mime)
        self.set_header("Cache-Control", keep)
        self.set_header("Vary", "Accept-Encoding")
        self.set_header("Etag", form.etag)
        if self.check_etag_header():
            self.set_status(304)
            self.finish()
            return
        if form.encoding:
            self.set_header("Content-Encoding", form.encoding)
        leaving = self.finish(form.body)  # a slow line takes its time, also when the process is to end
        self.settings["sending"].add(leaving)
        leaving.add_done_callback(self.settings["sending"].discard)
        patience = asyncio.get_running_loop().call_later(LEAVES_WITHIN, self.request.connection.stream.close)
        leaving.add_done_callback(lambda _: patience.cancel())

    def log_exception(self, kind, error, trace):
        """Tornado's own line would name the reader's address and the whole query."""
        if not isinstance(error, HTTPError):
            log.error("a request failed", exc_info=(kind, error, trace))

    def write_error(self, status_code, **_):
        self.set_header("Cache-Control", "no-store")
        if status_code == 405:
            self.set_header("Allow", self.allowed)
        self.finish(self.settings["not_found"] if status_code == 404 else f"{status_code}\n")


class Page(Handler):
    """A text that was made at start-up; an address that lacks only its last slash leads on."""

    logged = True

    def get(self):
        pages, path = self.settings["pages"], self.request.path
        if path in pages:
            self.deliver(pages[path], ASKED_AFTER)
        elif f"{path}/" in pages:
            self.redirect(f"{path}/", permanent=True)
        else:
            self.send_error(404)

    head = get


class Static(Handler):
    """A file of the library."""

    def get(self):
        resource, for_ever = self.settings["library"].find(self.request.path)
        if resource:
            self.deliver(resource, FOR_EVER if for_ever else ASKED_AFTER)
        else:
            self.send_error(404)

    head = get
