"""The log: one line of JSON for each page that is asked for and for whatever goes wrong, on standard error.

No line holds an address of a reader, a query or a state.
"""

import json
import logging
from datetime import UTC, datetime

LONGEST_PATH = 200

log = logging.getLogger("book")


class Lines(logging.Formatter):
    """A record as a line of JSON; what `extra={"facts": …}` holds stands beside the message."""

    def format(self, record):
        line = {"time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
                "level": record.levelname.lower(), "event": record.getMessage(), **getattr(record, "facts", {})}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def begin():
    """Send all that is logged to standard error, as lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("tornado.general").setLevel(logging.WARNING)  # its notes name the readers' addresses


def request(handler):
    """Count a request over HTTP; a page and whatever was refused get a line."""
    status = handler.get_status()
    handler.settings["tally"].add(f"{min(max(status // 100, 2), 5)}xx")
    if handler.logged or status >= 400:
        path = handler.request.path
        log.log(logging.ERROR if status >= 500 else logging.INFO, "page", extra={"facts": {
            "method": handler.request.method, "status": status,
            "path": path[:LONGEST_PATH] if path.startswith("/") else "?",  # a whole address may hold a password
            "ms": round(1000 * handler.request.request_time(), 2)}})
