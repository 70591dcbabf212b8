"""Questions, predictions, misconceptions and checks on a small book: what is read, and what is refused."""

import json

import pytest

from app.content import ContentError, load
from tests.content.test_loader import CHAPTER, CHECKS, FIGURES, VALUES, write

ASKING = """\
:::{quiz} how-heavy
:title: How *heavy*
How much does it weigh?

- [ ] Nothing

  It does, a $x$.
- [x] {value}`pull` N

  Just that.
:::

:::{estimate} guess-pull
:title: The pull
:figure: fig-swing
:show: {"step": 3}
:scale: 0 20 0.5 N
:answer: pull
How strong is the pull?

- `10`

  Too weak.
- `20`

  Right.
:::

:::{predict} guess-way
:title: The way
:figure: fig-swing
:show: {}
Which way?

- [x] Up

  Indeed.
- [ ] Down

  That is the weight.
:::

:::{misconception} “It is light.”
:symptom: It $x$ falls.
:cure: Weigh it.
It is not.
:::

It pulls.{checked}`pull`
"""
WHOLE = CHAPTER.replace("End.\n", ASKING)
FIRST = CHAPTER.splitlines().index("End.") + 1  # the line of the file at which the above begins


def read(tmp_path, text=WHOLE, checks=CHECKS):
    return load(write(tmp_path, chapter=text, checks=checks), FIGURES, VALUES).chapters[0]


def test_questions_are_read_and_numbered(tmp_path):
    """Catches an answer that loses its explanation or its truth, and a prediction that is counted as a quiz."""
    chapter = read(tmp_path)
    asked = {block.id: block for block in chapter.blocks if hasattr(block, "answers")}
    assert {block.name for block in asked.values()} == {"Question 1", "Prediction 1", "Prediction 2"}
    quiz = asked["how-heavy"]
    assert quiz.title == "How <em>heavy</em>"
    assert quiz.html == "<p>How much does it weigh?</p>\n"
    assert [(answer.html, answer.right) for answer in quiz.answers] == [
        ("Nothing", False), ("12.5\N{NO-BREAK SPACE}N", True)]
    assert "<math>" in quiz.answers[0].why
    assert chapter.ledger == {"tasks": ["swing/let-go", "swing/push"], "questions": ["how-heavy"],
                              "predictions": ["guess-pull", "guess-way"]}


def test_an_estimate_knows_in_which_stretch_its_answer_lies(tmp_path):
    """Catches a wrong stretch taken for the right one when the program's number changes."""
    (block,) = [block for block in read(tmp_path).blocks if getattr(block, "id", "") == "guess-pull"]
    assert [(answer.upto, answer.right) for answer in block.answers] == [("10", False), ("20", True)]
    assert (block.scale.unit, block.scale.answer) == ("N", "12.5")
    assert (block.show.label, block.show.words, json.loads(block.show.state)) == (
        "fig-swing", "Figure 1", {"step": 3})


def test_a_misconception_has_its_symptom_and_its_cure(tmp_path):
    """Catches the two in each other's place."""
    (block,) = [block for block in read(tmp_path).blocks if hasattr(block, "symptom")]
    assert (block.claim, block.cure, block.html) == ("“It is light.”", "Weigh it.", "<p>It is not.</p>\n")
    assert "<math>" in block.symptom


def test_a_check_opens_who_has_checked(tmp_path):
    """Catches a mark that opens nothing."""
    chapter = read(tmp_path)
    assert 'popovertarget="check-pull"' in chapter.blocks[-1].html
    assert [(check.id, check.by) for check in chapter.checks] == [("pull", (("Pinocchio", 1e-12),))]


# What is replaced above, by what, at which line of the above the error must stand, and its words.
MISTAKES = {
    "no list": ("- [ ] Nothing\n\n  It does, a $x$.\n- [x] {value}`pull` N\n\n  Just that.\n", "Nothing.\n", 1,
                "must end with a list of answers"),
    "words behind the list": ("  Just that.\n", "  Just that.\n\nEnd.\n", 1, "must end with a list"),
    "one answer": ("- [ ] Nothing\n\n  It does, a $x$.\n", "", 1, "at least two answers"),
    "no explanation": ("\n  It does, a $x$.\n", "", 5, "needs its explanation"),
    "no box": ("- [ ] Nothing", "- Nothing", 5, "must begin with [ ]"),
    "no right answer": ("- [x] {value}", "- [ ] {value}", 1, "must have one right answer"),
    "two right answers": ("- [ ] Nothing", "- [x] Nothing", 1, "must have one right answer"),
    "unknown value in an answer": ("{value}`pull`", "{value}`push`", 8, "unknown value 'push'"),
    "bad formula in an explanation": ("$x$.\n- [x]", "$x_$.\n- [x]", 7, "does not parse"),
    "a name with a blank": ("{quiz} how-heavy", "{quiz} how heavy", 1, "'how heavy' is no name"),
    "a name used twice": ("{predict} guess-way", "{predict} guess-pull", 29, "'guess-pull' is used twice"),
    "no title": (":title: How *heavy*\n", "", 1, "lacks 'title'"),
    "a scale of words": ("0 20 0.5 N", "0 to 20 N", 17, "low high step unit"),
    "a scale upside down": ("0 20 0.5 N", "20 0 0.5 N", 17, "with low below high"),
    "an unknown answer": (":answer: pull", ":answer: push", 18, "unknown value 'push'"),
    "an answer off the scale": ("0 20 0.5 N", "0 9 0.5 N", 13, "12.5 lies outside the scale"),
    "stretches out of order": ("- `20`", "- `5`", 24, "the ends must rise"),
    "a stretch without its end": ("- `20`", "- twenty", 24, "in backquotes"),
    "a last stretch too short": ("- `20`", "- `18`", 13, "must end where the scale does, at 20"),
    "shown by no figure": (":figure: fig-swing\n:show: {}", ":figure: sec-b\n:show: {}", 32, "shown by a figure"),
    "shown by a dangling label": (":figure: fig-swing\n:show: {}", ":figure: no\n:show: {}", 31, "label 'no'"),
    "shown in a state that is not JSON": (":show: {}", ":show: {step}", 32, "not JSON"),
    "shown in a state that is a list": (":show: {}", ":show: [1]", 32, "in a part of its state"),
    "no cure": (":cure: Weigh it.\n", "", 43, "lacks 'cure'"),
    "bad formula in a symptom": ("It $x$ falls", "It $x_$ falls", 44, "does not parse"),
    "unknown check": ("{checked}`pull`", "{checked}`push`", 49, "there is no check 'push'"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_with_its_file_and_line(tmp_path, mistake):
    """Catches a mistake that reaches the reader, or an error that sends the author to the wrong line."""
    old, new, line, reason = MISTAKES[mistake]
    assert ASKING.count(old) == 1, "the mistake must be made in one place"
    with pytest.raises(ContentError) as error:
        read(tmp_path, CHAPTER.replace("End.\n", ASKING.replace(old, new)))
    assert reason in str(error.value)
    assert str(error.value).startswith(f"content/en/one.md:{FIRST + line - 1}: ")


CHECK_MISTAKES = {
    "not YAML": ("what: The pull", "what: [The pull", 3, "not YAML"),
    "no mapping": (CHECKS, "- pull\n", 1, "must be a list of `name: facts`"),
    "a fact left out": ("  unit: N\n", "", 1, "must have by, test, unit, what"),
    "a bound that is text": ("1.0e-12", "1e-12", 1, "how closely"),
    "nobody": ("{Pinocchio: 1.0e-12}", "{}", 1, "by whom"),
    "no test": ("::test_a_chapter_is_read", "", 1, "must name a test"),
}


@pytest.mark.parametrize("mistake", CHECK_MISTAKES)
def test_a_mistake_in_the_checks_is_named_with_its_file_and_line(tmp_path, mistake):
    """Catches a check that promises what nobody can look up."""
    old, new, line, reason = CHECK_MISTAKES[mistake]
    with pytest.raises(ContentError) as error:
        read(tmp_path, checks=CHECKS.replace(old, new))
    assert reason in str(error.value)
    assert str(error.value).startswith(f"content/en/checks.yaml:{line}: ")
