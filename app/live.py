"""What the figure socket says: JSON text in, JSON text out, nothing remembered between two messages."""

import json
import logging

from figures.registry import answer
from figures.state import Refusal
from figures.words import languages

log = logging.getLogger(__name__)


def respond(text):
    """The reply to one message, as JSON text.  Whatever comes in, a sentence or a frame goes out."""
    return reply(hear(text))[1]


def hear(text):
    """A message as JSON has it, or the Refusal of what is none."""
    try:
        return json.loads(text)
    except RecursionError:
        return Refusal("not-json", reason="it is nested too deeply")
    except ValueError as reason:
        return Refusal("not-json", reason=str(reason)[:120])


def reply(request):
    """What came of a request, "frame", "refused" or "broken", and the reply as JSON text."""
    if isinstance(request, Refusal):
        return "refused", error(None, request)
    try:
        return "frame", json.dumps(answer(request), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except Refusal as refusal:
        return "refused", error(request, refusal)
    except Exception:  # a defect of ours: the reader is told, the log has the traceback, the socket lives
        log.exception("a figure could not be computed")
        return "broken", error(request, Refusal("broken"))


def error(request, refusal):
    """A refusal in the reader's language, with the number of the request when it has one."""
    asked = request if isinstance(request, dict) else {}
    lang = asked.get("lang")
    sentence = refusal.sentence(lang) if lang in languages() else str(refusal)
    return json.dumps({"seq": number(asked), "error": sentence})


def skip(request):
    """The reply to a drag that a newer one has overtaken: no frame, but the browser need not wait for one."""
    return json.dumps({"seq": number(request), "skipped": True})


def number(asked):
    seq = asked.get("seq")
    return seq if isinstance(seq, int) and abs(seq) < 2**63 else None


def dragged(request):
    """The figure and the handle that a request drags, or None: of two such drags only the newer one counts."""
    try:
        drag = request["figure"], request["args"]["handle"]
        return drag if request["action"] == "drag" and all(isinstance(name, str) for name in drag) else None
    except (KeyError, TypeError):
        return None
