"""The figure socket: JSON text in, JSON text out, nothing remembered between two messages."""

import json
import logging
from contextlib import suppress

from tornado.websocket import WebSocketClosedError, WebSocketHandler

from figures.registry import answer
from figures.state import Refusal

LONGEST_MESSAGE = 64 * 1024  # bytes; Tornado closes a longer one with 1009, "message too big"

log = logging.getLogger(__name__)


def respond(text):
    """The reply to one message, as JSON text.  Whatever comes in, a sentence or a frame goes out."""
    request = None
    try:
        request = parse(text)
        return json.dumps(answer(request), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except Refusal as refusal:
        return error(request, refusal)
    except Exception:  # a defect of ours: the reader is told, the log has the traceback, the socket lives
        log.exception("a figure could not be computed")
        return error(request, Refusal("broken"))


def parse(text):
    try:
        return json.loads(text)
    except RecursionError:
        raise Refusal("not-json", reason="it is nested too deeply") from None
    except ValueError as reason:
        raise Refusal("not-json", reason=str(reason)[:120]) from None


def error(request, refusal):
    """A refusal in the reader's language, with the number of the request when it has one."""
    asked = request if isinstance(request, dict) else {}
    seq = asked.get("seq")
    try:
        sentence = refusal.sentence(asked.get("lang", "en"))
    except (OSError, TypeError, ValueError):  # a language that is not there, or not even a word
        sentence = str(refusal)
    return json.dumps({"seq": seq if isinstance(seq, int) and abs(seq) < 2**63 else None, "error": sentence})


class LiveHandler(WebSocketHandler):
    """One socket for all figures of a page."""

    def open(self):
        self.set_nodelay(True)  # with Nagle's algorithm a reply may wait 40 ms

    async def on_message(self, message):
        with suppress(WebSocketClosedError):
            await self.write_message(respond(message))
