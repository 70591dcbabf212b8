"""The figures by name, and the one function that answers for all of them."""

import json
from functools import lru_cache

from figures.backward_pass import BackwardPass
from figures.energy_drift import EnergyDrift
from figures.forward_pass import ForwardPass
from figures.live import LiveFigure
from figures.mass_columns import MassColumns
from figures.op_count import OpCount
from figures.rnea_vs_lagrange import RneaVsLagrange
from figures.state import Refusal
from figures.words import languages

FIGURES: dict[str, type[LiveFigure]] = {
    "forward-pass": ForwardPass,
    "backward-pass": BackwardPass,
    "rnea-vs-lagrange": RneaVsLagrange,
    "mass-columns": MassColumns,
    "energy-drift": EnergyDrift,
    "op-count": OpCount,
}

KEYS = ("figure", "seq", "lang", "state", "action", "args", "python")
KEPT_REPLIES = 1000  # of some 20 kB
LARGEST_SEQ = 2**53  # what a browser's number holds exactly


def answer(request):
    """The reply to a request, both as JSON has them: `(state, action) -> (state', frame)`.

    Raises Refusal, with one sentence, for whatever does not fit.  Nothing is kept between two calls.
    """
    if not isinstance(request, dict):
        raise Refusal("not-an-object", value=request)
    for key in request:
        if key not in KEYS:
            raise Refusal("unknown-key", value=key, names=", ".join(KEYS))
    seq = request.get("seq")
    if isinstance(seq, bool) or not isinstance(seq, int) or not 0 <= seq <= LARGEST_SEQ:
        raise Refusal("not-a-sequence-number", value=seq)
    if "args" in request and "action" not in request:
        raise Refusal("args-without-action")
    if not isinstance(request.get("python", True), bool):
        raise Refusal("not-a-switch", name="python", value=request["python"])
    slug, lang = one_of(FIGURES, request.get("figure"), "unknown-figure"), language(request)
    action = FIGURES[slug].actions().get(request["action"]) if isinstance(request.get("action"), str) else None
    if action and action.cached:
        asked = {key: request[key] for key in ("state", "action", "args") if key in request}
        reply = kept(slug, lang, json.dumps(asked, sort_keys=True))
    else:
        reply = FIGURES[slug].respond(request, lang)
    return {"figure": slug, "seq": seq, **reply}


@lru_cache(KEPT_REPLIES)
def kept(slug, lang, asked):
    """The reply to a question that many may ask: a lecture hall that releases the same arm."""
    return FIGURES[slug].respond(json.loads(asked), lang)


def language(request):
    """The language of a request, English when it names none."""
    return one_of(languages(), request.get("lang", "en"), "unknown-language")


def one_of(names, name, refusal):
    if not isinstance(name, str) or name not in names:
        raise Refusal(refusal, value=name, names=", ".join(names))
    return name
