"""For those who run the site: does the process live, should it get readers, what has it counted."""

from prometheus_client import CONTENT_TYPE_LATEST

from app.handlers import Handler


class Watch(Handler):
    """A short text that is computed at each request."""

    def say(self, text, mime="text/plain; charset=utf-8"):
        self.set_header("Content-Type", mime)
        self.set_header("Cache-Control", "no-store")
        self.finish(text)


class Health(Watch):
    """Liveness: whoever gets no answer may end the process."""

    def get(self):
        self.say("ok\n")

    head = get


class Ready(Watch):
    """Readiness: 503 once the process has been told to end."""

    def get(self):
        if not self.settings["ready"].is_set():
            self.set_status(503)
        self.say("ready\n" if self.settings["ready"].is_set() else "closing\n")

    head = get


class Metrics(Watch):
    def get(self):
        self.say(self.settings["tally"].text(), CONTENT_TYPE_LATEST)

    head = get
