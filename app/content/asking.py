"""The directives that ask: a quiz about what was read, a prediction before a figure shows the answer.

The body is the question, then a list of the answers.  Each answer is explained in paragraphs of its own:
a wrong one with the mistake that leads to it.

    :::{quiz} level-rod
    :title: A rod held level
    Which torque holds it?
    - [ ] $mgl$

      That would be the weight at the far end.
    - [x] $mgl/2$

      The weight acts in the middle.
    :::
"""

import json
import re
from dataclasses import dataclass, replace
from typing import ClassVar

from app.content.directives import directive

NAME = re.compile(r"[a-z0-9-]+")
BOX = re.compile(r"\[([ x])\]\s*")


@dataclass(frozen=True)
class Answer:
    """One answer: what the reader chooses, whether it is right, and why; of an estimate, a stretch."""

    html: str
    why: str
    right: bool
    upto: str = ""


@dataclass(frozen=True)
class Scale:
    """The ruler of an estimate, and the number to be found on it, all as text."""

    low: str
    high: str
    step: str
    unit: str
    answer: str


@dataclass(frozen=True)
class Show:
    """Where the answer can be seen: the label of a figure, its name in words, and a part of its state."""

    label: str
    words: str
    url: str
    state: str


@dataclass(frozen=True)
class Question:
    """A question in its place; `kind` is what the reader's progress counts it as."""

    template: ClassVar = "question.html"
    kind: str
    id: str
    url: str
    name: str
    title: str
    html: str
    answers: tuple[Answer, ...]
    scale: Scale | None = None
    show: Show | None = None


@directive("quiz", "a name", options=("title",), counted="Question")
def quiz(directive, scribe):
    question, items = _parts(directive, scribe)
    return _question("question", directive, scribe, question, _choices(items, directive, scribe))


@directive("predict", "a name", options=("title", "figure", "show"), counted="Prediction")
def predict(directive, scribe):
    question, items = _parts(directive, scribe)
    return _question("prediction", directive, scribe, question, _choices(items, directive, scribe),
                     show=_show(directive, scribe))


@directive("estimate", "a name", options=("title", "figure", "show", "scale", "answer"), counted="Prediction")
def estimate(directive, scribe):
    """A prediction of a number: each answer is a stretch of the scale, called by its upper end."""
    question, items = _parts(directive, scribe)
    scale = _scale(directive, scribe)
    return _question("prediction", directive, scribe, question, _stretches(items, scale, directive, scribe),
                     scale=scale, show=_show(directive, scribe))


def _question(kind, directive, scribe, question, answers, **more):
    if not NAME.fullmatch(directive.argument):
        raise scribe.source.error(directive.line, f"{directive.argument!r} is no name: use a-z, 0-9 and -")
    label = scribe.label(directive.argument, directive.line)
    return Question(kind, directive.argument, label.url, label.name,
                    scribe.words(directive.options["title"], directive.line_of("title")),
                    scribe.write(question), tuple(answers), **more)


def _parts(directive, scribe):
    """The tokens of the question, and for each answer (its first line, the tokens of its explanation)."""
    tokens = directive.tokens
    starts = [i for i, token in enumerate(tokens) if token.type == "bullet_list_open" and token.level == 0]
    if not starts or tokens[-1].type != "bullet_list_close":
        raise scribe.source.error(directive.line, f"the {directive.name} must end with a list of answers")
    items, body = [], tokens[starts[-1] + 1:-1]
    opens = [i for i, token in enumerate(body) if token.type == "list_item_open" and token.level == 1]
    for start, end in zip(opens, [*opens[1:], len(body)], strict=True):
        head, why = body[start + 2], body[start + 4:end - 1]
        if head.type != "inline" or not why:
            raise scribe.source.error(body[start].map[0],
                                      "an answer needs its explanation, in a paragraph of its own")
        items.append((head, why))
    if len(items) < 2:
        raise scribe.source.error(directive.line, f"the {directive.name} must have at least two answers")
    return tokens[:starts[-1]], items


def _choices(items, directive, scribe):
    answers = []
    for head, why in items:
        first, *rest = head.children
        box = BOX.match(first.content)
        if not box:
            raise scribe.source.error(head.map[0], "an answer must begin with [ ], or with [x] if it is right")
        words = replace(head, children=[replace(first, content=first.content[box.end():]), *rest])
        answers.append(Answer(scribe.write([words]), scribe.write(why), box[1] == "x"))
    if sum(answer.right for answer in answers) != 1:
        raise scribe.source.error(directive.line, f"the {directive.name} must have one right answer")
    return answers


def _scale(directive, scribe):
    """`:scale: 0 120 1 N·m`: low, high, step, unit; `:answer:` names a value that the program computes."""
    words, line = directive.options["scale"].split(), directive.line_of("scale")
    try:
        low, high, step, unit = words
        ordered = float(low) < float(high) and float(step) > 0
    except ValueError:
        ordered = False
    if not ordered:
        raise scribe.source.error(line, "the scale must be: low high step unit, with low below high")
    answer, line = scribe.value(directive.options["answer"], directive.line_of("answer")), directive.line
    if not float(low) <= _number(answer) <= float(high):
        raise scribe.source.error(line, f"the answer {answer} lies outside the scale")
    return Scale(low, high, step, unit, answer)


def _stretches(items, scale, directive, scribe):
    answers, low = [], scale.low
    for head, why in items:
        high = head.content.strip("`")
        if [child.type for child in head.children] != ["code_inline"] or not _above(high, low):
            raise scribe.source.error(head.map[0], "an answer must begin with the upper end of its stretch "
                                                   "of the scale, in backquotes, and the ends must rise")
        right = float(low) <= _number(scale.answer) < float(high)
        answers.append(Answer(f"{low} to {high}\N{NO-BREAK SPACE}{scale.unit}", scribe.write(why), right, high))
        low = high
    if low != scale.high:
        raise scribe.source.error(directive.line,
                                  f"the last answer must end where the scale does, at {scale.high}")
    return answers


def _number(text):
    return float(text.replace("\N{MINUS SIGN}", "-"))


def _above(high, low):
    try:
        return float(high) > float(low)
    except ValueError:
        return False


def _show(directive, scribe):
    """`:figure:` is the label of a figure, `:show:` the part of its state that lets the answer be seen."""
    name, line = directive.options["figure"], directive.line_of("show")
    label = scribe.label(name, directive.line_of("figure"))
    try:
        state = json.loads(directive.options["show"])
    except ValueError as error:
        raise scribe.source.error(line, f"what to show is not JSON: {error}") from None
    if label.kind != "Figure" or not isinstance(state, dict):
        raise scribe.source.error(line, "a prediction is shown by a figure, in a part of its state: {\"q\": [0]}")
    return Show(name, label.name, label.url, json.dumps(state))
