"""What must hold for every figure of the registry: pure, small, finite, and deaf to nonsense."""

import json
import math
import random

import numpy as np
import pytest

from figures.controls import Button
from figures.live import LiveFigure
from figures.registry import FIGURES, answer
from figures.state import Real, Refusal, Switch, Switches
from figures.words import words
from tests.figures.states import random_state, random_value

SEED = 20261130
EVERY = pytest.mark.parametrize("slug", FIGURES)


def ask(slug, state=None, **more):
    state = FIGURES[slug]().state if state is None else state
    return answer({"figure": slug, "seq": 1, "state": state, **more})


def random_args(rng, slug, method):
    values = {}
    for name, parameter in method.arguments.items():
        if name == "handle":
            values[name] = rng.choice(list(FIGURES[slug].handles))
        else:
            values[name] = random_value(rng, parameter)
    return values


def numbers(frame):
    """Every number in a piece of JSON."""
    match frame:
        case dict():
            for value in frame.values():
                yield from numbers(value)
        case list() | tuple():
            for value in frame:
                yield from numbers(value)
        case bool() | str() | None:
            pass
        case _:
            yield frame


@EVERY
def test_the_default_state_gives_a_frame(slug):
    """Catches a figure that cannot be shown, or shows other layers and readouts than it declares."""
    reply = ask(slug)
    cls = FIGURES[slug]
    assert set(reply["layers"]) == set(cls.layers())
    assert set(reply["tasks"]) == set(cls.tasks)
    assert set(reply["handles"]) == set(cls.handles)
    assert set(reply["readouts"]) <= {key for row in cls.readouts for key in row.keys}
    assert not any(reply["tasks"].values()), "a task is done before the reader has begun"
    for name, columns in reply["layers"].items():
        assert tuple(columns) == cls.layers()[name].columns
        assert len({len(column) for column in columns.values()}) == 1


@EVERY
def test_random_and_boundary_states_give_finite_json(slug):
    """Catches NaN or infinity at the edge of the bounds, numpy types that JSON lacks, frames that grow."""
    rng = random.Random(SEED)
    for _ in range(200):
        state = random_state(rng, slug)
        reply = ask(slug, state)
        text = json.dumps(reply, allow_nan=False)
        assert all(math.isfinite(x) for x in numbers(reply)), state
        assert reply["state"] == state
        assert len(text) < 20_000


@EVERY
def test_a_frame_is_a_pure_function(slug):
    """Catches memory: a second question must get the same answer, whatever was asked in between."""
    rng = random.Random(SEED)
    states = [random_state(rng, slug) for _ in range(20)]
    first = [json.dumps(ask(slug, state)) for state in states]
    again = [json.dumps(ask(slug, state)) for state in reversed(states)]
    assert first == again[::-1]


@EVERY
def test_every_action_answers_with_a_state_that_is_accepted(slug):
    """Catches an action that leaves the bounds, by random walks with every action of the figure."""
    rng = random.Random(SEED)
    actions = FIGURES[slug].actions()
    state = FIGURES[slug]().state
    for _ in range(300):
        name = rng.choice(list(actions))
        reply = ask(slug, state, action=name, args=random_args(rng, slug, actions[name]))
        state = reply["state"]
        ask(slug, state)


@EVERY
def test_every_button_is_answered(slug):
    """Catches a button whose action is not there, or does not take the button's arguments."""
    for control in FIGURES[slug].controls:
        if isinstance(control, Button):
            ask(slug, action=control.action, args=control.args)


HOSTILE = [None, True, -1, 3.5, 10**400, float("nan"), float("inf"), "", "x" * 10**6, [], [[]], {}, {"q": {}},
           [0] * 10**6, [float("nan")] * 3, ["0", "0", "0"], [True, True, True], [None], [10**5000] * 3,
           {"__class__": "x"}]


@EVERY
@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: f"{type(value).__name__}-{str(value)[:12]}"
                         if not isinstance(value, list | int) else type(value).__name__)
def test_a_hostile_value_gets_one_short_sentence(slug, value):
    """Catches a traceback, or a reply as long as the attack, for any parameter."""
    for name, parameter in FIGURES[slug].parameters().items():
        if ((isinstance(parameter, Switch) and isinstance(value, bool))
                or (isinstance(parameter, Switches) and value == [True] * 3)
                or (isinstance(parameter, Real) and value == 3.5)):
            continue  # not hostile at all
        with pytest.raises(Refusal) as refusal:
            ask(slug, FIGURES[slug]().state | {name: value})
        assert name in str(refusal.value)
        assert len(str(refusal.value)) < 300


def test_the_sentence_names_the_thing_and_the_reason():
    """Catches a sentence that does not help: these are the promised words."""
    state = FIGURES["forward-pass"]().state
    with pytest.raises(Refusal, match=r"^q\[1\] must be a finite number of radians, got NaN$"):
        ask("forward-pass", state | {"q": [0, float("nan"), 0]})
    with pytest.raises(Refusal, match=r"^v\[0\] must lie between -3 and 3 radians per second, got 17$"):
        ask("forward-pass", state | {"v": [17, 0, 0]})
    with pytest.raises(Refusal, match=r"^the state has no 'u'; it has step, q, v, a$"):
        ask("forward-pass", state | {"u": 1})
    with pytest.raises(Refusal, match=r"^the state lacks step; it has step, q, v, a$"):
        ask("forward-pass", {k: v for k, v in state.items() if k != "step"})


@pytest.mark.parametrize("request_", [
    None, [], "x", {}, {"figure": "forward-pass"}, {"figure": "nobody", "seq": 1, "state": {}},
    {"figure": ["forward-pass"], "seq": 1, "state": {}}, {"figure": "forward-pass", "seq": "1", "state": {}},
    {"figure": "forward-pass", "seq": -1, "state": {}}, {"figure": "forward-pass", "seq": 2**60, "state": {}},
    {"figure": "forward-pass", "seq": 1, "state": {}, "lang": "xx"},
    {"figure": "forward-pass", "seq": 1, "state": {}, "lang": "../en"},
    {"figure": "forward-pass", "seq": 1, "state": {}, "extra": 1},
    {"figure": "forward-pass", "seq": 1, "state": {}, "args": {}},
    {"figure": "forward-pass", "seq": 1, "state": []},
    {"figure": "forward-pass", "seq": 1, "state": {}, "python": "yes"},
], ids=str)
def test_a_broken_request_gets_a_sentence(request_):
    """Catches a request that raises anything but a refusal."""
    with pytest.raises(Refusal):
        answer(request_)


@pytest.mark.parametrize(("action", "args"), [
    ("fly", {}), (None, {}), (7, {}), (["drag"], {}), ("__init__", {}), ("act", {}), ("frame", {}),
    ("param", {}), ("drag", {}), ("drag", {"handle": "joint-1"}),
    ("drag", {"handle": "joint-9", "to": [0, 0]}),
    ("drag", {"handle": ["joint-1"], "to": [0, 0]}), ("drag", {"handle": "joint-1", "to": [0, float("inf")]}),
    ("drag", {"handle": "joint-1", "to": [1e300, 0]}),
    ("drag", {"handle": "joint-1", "to": [0, 0], "more": 1}),
    ("nudge", {"handle": "joint-1", "by": [1e9, 0], "fine": False}), ("next", {"x": 1}), ("next", []),
], ids=str)
@EVERY
def test_a_broken_action_gets_a_sentence(slug, action, args):
    """Catches an action that is not one, or arguments that reach the method unread."""
    with pytest.raises(Refusal):
        ask(slug, action=action, args=args)


@EVERY
def test_python_refuses_with_the_same_sentence(slug):
    """Catches a constructor or an assignment that lets through what the socket refuses."""
    cls = FIGURES[slug]
    for name in cls.parameters():
        with pytest.raises(ValueError, match=f"^{name} must be"):
            cls(**{name: "up"})
        figure = cls()
        with pytest.raises(ValueError, match=f"^{name} must be"):
            setattr(figure, name, None)


@EVERY
def test_every_word_is_in_the_catalogue(slug):
    """Catches a label that is missing, or words in the catalogue that no figure shows any more."""
    cls, own = FIGURES[slug], words("en")[slug]
    assert set(own["handles"]) >= set(cls.handles)
    assert set(own["readouts"]) == {row.id for row in cls.readouts}
    widgets = [control.widget(cls()) for control in cls.controls]
    tags = [tag for widget in widgets for tag in widget.tags]
    sliders = {tag.removeprefix("param:") for widget in widgets if hasattr(widget, "step")
               for tag in widget.tags if tag.startswith("param:")}
    assert set(own["labels"]) == sliders
    bound = {tag.removeprefix("param:") for tag in tags if tag.startswith("param:")}
    assert set(own.get("toggles", ())) == bound - sliders
    assert set(own["buttons"]) == {control.key for control in cls.controls if isinstance(control, Button)}
    assert set(own["groups"]) == {tag.removeprefix("group:") for tag in tags if tag.startswith("group:")}


def test_a_notebook_may_hand_in_arrays():
    """Catches the first thing that one types being refused, or numpy's numbers in a program that is copied."""
    figure = FIGURES["forward-pass"](q=np.array([0.1, 0.2, 0.3]))
    assert figure.state["q"] == [0.1, 0.2, 0.3]
    assert "q = [0.1, 0.2, 0.3]" in figure.python()


@pytest.mark.parametrize("lang", ["xx", None, "../en", 3])
def test_a_language_that_is_not_there_is_a_sentence(lang):
    """Catches a path, or a traceback, for a slip in a notebook."""
    with pytest.raises(Refusal, match="there is no language"):
        FIGURES["forward-pass"](lang)


def test_no_two_figures_share_a_name():
    """Catches a copied slug."""
    assert all(issubclass(cls, LiveFigure) and cls.slug == slug for slug, cls in FIGURES.items())
