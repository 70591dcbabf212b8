"""The figure socket: every message gets a frame or a sentence, and the socket stays open."""

import json
import random
import string

import pytest

from app.live import dragged, respond
from figures.registry import FIGURES
from tests.app.serving import GOOD

SEED = 20261130


def test_a_request_gets_its_frame():
    """Catches a reply without its number, or a state that was not the one asked for."""
    reply = json.loads(respond(json.dumps(GOOD | {"action": "next"})))
    assert (reply["figure"], reply["seq"], reply["state"]["step"]) == ("forward-pass", 7, 1)
    assert set(reply) == {"figure", "seq", "state", "layers", "ranges", "readouts", "tasks", "handles", "idle",
                          "says", "samples"}


NONSENSE = ["", "{", "null", "[]", '"x"', "1", "NaN", "{}", "[" * 15_000, "1" * 5000, "\x00", '{"seq": 1e999}',
            json.dumps(GOOD | {"state": "x"}), json.dumps(GOOD | {"lang": 3}), json.dumps(GOOD | {"seq": [1]}),
            '{"figure": "forward-pass", "seq": 3, "state": {"q": [NaN, 0, 0]}}', json.dumps(GOOD)[:-1],
            '{"seq": ' + "9" * 4000 + "}"]


@pytest.mark.parametrize("text", NONSENSE, ids=lambda text: text[:20])
def test_nonsense_gets_a_sentence(text):
    """Catches a traceback, an empty reply, or a reply as long as the attack."""
    reply = json.loads(respond(text))
    assert set(reply) == {"seq", "error"}
    assert 0 < len(reply["error"]) < 300


def test_an_error_carries_the_number_of_its_request():
    """Catches an error that the browser cannot assign: its request would wait for ever."""
    assert json.loads(respond(json.dumps(GOOD | {"action": "fly"})))["seq"] == 7


def test_a_defect_of_ours_is_a_sentence_too(monkeypatch, caplog):
    """Catches an exception that leaves the handler and closes the socket; the log keeps the traceback."""
    monkeypatch.setattr(FIGURES["forward-pass"], "frame", lambda self: 1 / 0)
    reply = json.loads(respond(json.dumps(GOOD)))
    assert "could not be computed" in reply["error"]
    assert "ZeroDivisionError" in caplog.text


def test_seeded_noise_never_raises():
    """Catches what nobody thought of: 3,000 messages, cut, swapped and spliced from a good one."""
    rng = random.Random(SEED)
    good = json.dumps(GOOD)
    for _ in range(3000):
        text = list(good)
        for _ in range(rng.randint(1, 12)):
            at = rng.randrange(len(text))
            match rng.randrange(3):
                case 0:
                    text[at] = rng.choice(string.printable)
                case 1:
                    del text[at:at + rng.randint(1, 9)]
                case 2:
                    text[at:at] = rng.choice(['{"', "NaN", "1e999", "[]", "null", "\\u0000", '"'])
            text = text or ["x"]
        json.loads(respond("".join(text)))


def test_a_drag_is_known_by_its_figure_and_handle():
    """Catches two drags that pass for one: of the one that waits longer no frame would be sent."""
    def drag(figure, handle):
        return dragged({"figure": figure, "action": "drag", "args": {"handle": handle, "to": [0, 0]}})

    assert drag("a", "joint-1") == drag("a", "joint-1") is not None
    assert len({drag(figure, handle) for figure in "ab" for handle in "cd"}) == 4
    costly = {"figure": "a", "action": "drag", "args": {"handle": ["to", "compare"]}}
    no_drags = (GOOD, GOOD | {"action": "next"}, {"action": "drag"}, {"action": "drag", "args": 1}, [], None, "x")
    for other in (costly, *no_drags):
        assert dragged(other) is None
