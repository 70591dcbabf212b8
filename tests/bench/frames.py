"""What a frame costs the server, beside one call of the planar RNEA."""

import json

from app.live import respond
from dynamics.planar import rnea
from figures.arm import ARM
from figures.registry import FIGURES
from figures.state import Count
from tests.bench.report import cpu, row

MOST_MS = 1.0
MOST_CALLS = 12  # of the planar RNEA
MOTION = ((-0.35, 1.15, 0.9), (1.0, 0.5, -1.0), (1.5, 1.0, 2.5))  # q, v, a of one state


TIMES_FORWARD_PASS = 3


def rows():
    return [line for slug, kind in FIGURES.items() for line in of_figure(slug, kind)] + beside_forward_pass()


def beside_forward_pass():
    """The frames of the other figures, beside the first one's."""
    first, *others = cpu(*(kind(**fullest(kind)).frame for kind in FIGURES.values()))
    return [row(f"{slug}: a frame, µs | forward-pass", 1e6 * frame, 1e6 * first, at_most=TIMES_FORWARD_PASS)
            for slug, frame in zip(list(FIGURES)[1:], others, strict=True)]


def of_figure(slug, kind):
    """The frame alone, and all of a reply: from the text of a drag's request to the text of its answer."""
    state = fullest(kind)
    request = json.dumps({"figure": slug, "seq": 1, "lang": "en", "state": state, **drag(kind)})
    assert "error" not in json.loads(respond(request)), respond(request)
    frame, reply, call = cpu(kind(**state).frame, lambda: respond(request), lambda: rnea(ARM, *MOTION))
    return [
        row(f"{slug}: a frame, ms", 1e3 * frame, at_most=MOST_MS),
        row(f"{slug}: a frame, µs | one planar RNEA", 1e6 * frame, 1e6 * call, at_most=MOST_CALLS),
        row(f"{slug}: from request text to reply text, µs | one planar RNEA", 1e6 * reply, 1e6 * call),
    ]


def fullest(kind):
    """The state with the most in its picture: every count at its upper bound, the last step of a recursion."""
    return kind().state | {name: p.bounds[1] for name, p in kind.parameters().items() if isinstance(p, Count)}


def drag(kind):
    """What a drag adds to a request, for a figure that has a handle."""
    if not kind.handles:
        return {}
    return {"action": "drag", "args": {"handle": next(iter(kind.handles)), "to": [0.5, 0.8]}}
