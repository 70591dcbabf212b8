"""The content loader on small books: what it reads, and that it lets no mistake pass."""

from types import SimpleNamespace

import pytest

from app.content import ContentError, load

FIGURES = {"swing": SimpleNamespace(tasks=("let-go", "push"), terms=("force",))}

INDEX = """\
---
title: A book
summary: About things.
chapters: [one]
---
Welcome.
"""

CHAPTER = """\
---
title: One
summary: The first.
prerequisites: []
goals: ["Find $x$."]
minutes: 5
---

(sec-a)=
## A *first* section

See [](#fig-swing), [](#sec-b), equation [](#eq-a) and [the end](#sec-b).

$$
\\term{force}{\\mathbf f}=m\\mathbf a
$$ (eq-a)

:::{live-figure} swing
:label: fig-swing
:title: A swing
:alt: A swing that moves
It carries a {term}`pull <force>` of {value}`pull` N.
:::

:::{tasks} swing
- `let-go`: Let go.
- `push`: Push with $\\mathbf f$.
:::

(sec-b)=
### A part
End.
"""

CHECKS = """\
pull:
  what: The pull
  unit: N
  by: {Pinocchio: 1.0e-12}
  test: tests/content/test_loader.py::test_a_chapter_is_read
"""

VALUES = {"pull": "12.5"}


def write(tmp_path, chapter=CHAPTER, index=INDEX, checks=CHECKS):
    folder = tmp_path / "content" / "en"
    folder.mkdir(parents=True)
    (folder / "index.md").write_text(index, encoding="utf-8")
    (folder / "one.md").write_text(chapter, encoding="utf-8")
    (folder / "checks.yaml").write_text(checks, encoding="utf-8")
    return folder


def read(tmp_path, **texts):
    return load(write(tmp_path, **texts), FIGURES, VALUES)


def test_a_chapter_is_read(tmp_path):
    """Catches a front matter key, a section or a block that gets lost or out of order."""
    book = read(tmp_path)
    (chapter,) = book.chapters
    assert (book.title, book.url, chapter.url, chapter.minutes) == ("A book", "/en/", "/en/one/", 5)
    assert [(s.id, s.level, s.number) for s in chapter.sections] == [("sec-a", 2, "1"), ("sec-b", 3, "1.1")]
    assert chapter.sections[0].html == "A <em>first</em> section"
    assert [type(block).__name__ for block in chapter.blocks] == ["Prose", "Figure", "Tasks", "Prose"]
    assert [task for task, _ in chapter.tasks("swing")] == ["let-go", "push"]
    assert "<math>" in chapter.goals[0]


def test_references_are_numbered_and_lead_to_their_place(tmp_path):
    """Catches a cross reference with a wrong number or address, forward references included."""
    html = read(tmp_path).chapters[0].blocks[0].html
    assert '<a href="/en/one/#fig-swing">Figure 1</a>' in html
    assert '<a href="/en/one/#sec-b">Section 1.1</a>' in html
    assert '<a href="/en/one/#eq-a">(1)</a>' in html
    assert '<a href="/en/one/#sec-b">the end</a>' in html
    assert 'id="eq-a"' in html


def test_terms_and_values_are_resolved_in_words(tmp_path):
    """Catches a role that prints its own source, or a term that is not tied to its arrow."""
    (figure,) = read(tmp_path).chapters[0].figures
    assert 'data-term="force"' in figure.caption
    assert ">pull</span> of 12.5\N{NO-BREAK SPACE}N" in figure.caption


def test_a_number_keeps_its_unit(tmp_path):
    """Catches a unit that may begin a line without its number."""
    chapter = CHAPTER.replace("End.", "Push with 3 N at 2.5 m and 4 mm.")
    html = read(tmp_path, chapter=chapter).chapters[0].blocks[-1].html
    assert "with 3\N{NO-BREAK SPACE}N at 2.5\N{NO-BREAK SPACE}m and 4 mm" in html


def test_a_formula_keeps_its_full_stop(tmp_path):
    """Catches a full stop that may be carried to the next line without its formula."""
    html = read(tmp_path).chapters[0].tasks("swing")[1][1]
    assert html.startswith('Push with <span class="glued"><math>')
    assert html.endswith("</math>.</span>")


# What is replaced in the chapter above, by what, at which line the error must stand, and its words.
MISTAKES = {
    "unknown directive": (":::{tasks} swing", ":::{taskz} swing", 25, "unknown directive 'taskz'"),
    "unknown option": (":alt: A", ":colour: A", 21, "has no option 'colour'"),
    "option left out": (":title: A swing\n", "", 18, "lacks 'title'"),
    "option twice": (":title: A swing", ":label: fig-x", 20, "given twice"),
    "argument left out": (":::{live-figure} swing", ":::{live-figure}", 18, "needs a figure's name"),
    "fence of no directive": (":::{tasks} swing", "::: swing", 25, "opens no directive"),
    "unclosed fence": ("\n:::\n\n(sec-b)=", "\n\n(sec-b)=", 25, "the fence ::: is not closed"),
    "unclosed code": ("End.", "```\nEnd.", 32, "the fence ``` is not closed"),
    "fence in a list": ("End.", "- x\n\n  :::{tasks} swing\n  :::\n", 34, "at the left margin"),
    "nested directive": ("(sec-b)=\n### A part\nEnd.", "::::{dropdown} A\n\n:::{tasks} swing\n:::\n::::",
                         32, "cannot hold another"),
    "dangling label": ("[](#fig-swing)", "[](#fig-swim)", 12, "nothing has the label 'fig-swim'"),
    "dangling label, later line": ("and [the end]", "\nand [the end](#no)", 13, "nothing has the label 'no'"),
    "dangling label after a long formula": ("End.", "A $x\n+y$ and [](#no).", 33, "the label 'no'"),
    "duplicate label": ("(sec-b)=", "(sec-a)=", 30, "'sec-a' is used twice"),
    "duplicate equation": ("End.", "$$ x $$ (eq-a)", 32, "'eq-a' is used twice"),
    "label of nothing": ("(sec-b)=\n", "(sec-b)=\n\nEnd.\n", 30, "stands before no heading"),
    "heading without label": ("(sec-b)=\n", "", 30, "the heading has no label"),
    "part without section": ("## A *first*", "### A *first*", 10, "a chapter has ## sections"),
    "bad formula": ("m\\mathbf a", "m\\mathbf a\n+\\nosuch", 16, 'Unknown command "\\nosuch"'),
    "bad formula in a task": ("$\\mathbf f$", "$\\mathbf$", 27, "does not parse"),
    "bad formula in a goal": ("$x$", "$x_$", 5, "does not parse"),
    "unclosed formula": ("$\\mathbf f$", "$\\mathbf f", 27, "a $ is left over"),
    "unknown term in a formula": ("\\term{force}", "\\term{weight}", 15, "unknown term 'weight'"),
    "unknown term in words": ("<force>", "<weight>", 22, "unknown term 'weight'"),
    "colour by hand": ("m\\mathbf a", "\\color{red} m", 15, "colours from \\term alone"),
    "unknown value": ("{value}`pull`", "{value}`mass`", 22, "unknown value 'mass'"),
    "unknown value in a formula": ("m\\mathbf a", "m\n\\value{mass}", 16, "unknown value 'mass'"),
    "unknown role": ("{value}`pull`", "{number}`pull`", 22, "unknown role 'number'"),
    "unclosed role": ("{value}`pull`", "{value}`pull", 22, "a role is not closed"),
    "unknown task": ("`push`:", "`pull`:", 27, "the figure 'swing' has no task 'pull'"),
    "task left out": ("- `push`: Push with $\\mathbf f$.\n", "", 18, "task 'push' of the figure 'swing'"),
    "task twice": ("`push`:", "`let-go`:", 27, "'let-go' is explained twice"),
    "task without name": ("- `push`: Push", "- Push", 27, "a task must be written"),
    "unknown figure": (":::{live-figure} swing", ":::{live-figure} swim", 18, "there is no figure 'swim'"),
    "tasks of no figure": (":::{tasks} swing", ":::{tasks} swim", 25, "there is no figure 'swim'"),
    "raw HTML block": ("End.", "<div>End</div>", 32, "raw HTML"),
    "raw HTML in words": ("End.", "An <b>end</b>.", 32, "raw HTML"),
    "picture": ("End.", "![](a.png)", 32, "a picture must be a figure"),
    "relative link": ("End.", "[End](two.md)", 32, "'two.md' leads nowhere"),
    "ruler": ("End.", "End.\n\n***", 34, "does not use 'hr'"),
    "no front matter": ("---\ntitle: One", "title: One", 1, "must open with front matter"),
    "front matter lacks a key": ("minutes: 5\n", "", 1, "lacks 'minutes'"),
    "front matter has one too many": ("minutes: 5", "minutes: 5\nhours: 1", 7, "unknown key 'hours'"),
    "front matter of the wrong kind": ("minutes: 5", "minutes: five", 6, "'minutes' must be a whole number"),
    "front matter is not YAML": ("summary: The", "summary: [The", 4, "the front matter is not YAML"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_with_its_file_and_line(tmp_path, mistake):
    """Catches a mistake that reaches the reader, or an error that sends the author to the wrong line."""
    old, new, line, reason = MISTAKES[mistake]
    assert CHAPTER.count(old) == 1, "the mistake must be made in one place"
    with pytest.raises(ContentError) as error:
        read(tmp_path, chapter=CHAPTER.replace(old, new))
    assert str(error.value).startswith(f"content/en/one.md:{line}: ")
    assert reason in str(error.value)


def test_a_figure_in_no_chapter_is_an_error(tmp_path):
    """Catches a figure that no reader would ever find."""
    figures = {**FIGURES, "spring": SimpleNamespace(tasks=(), terms=())}
    with pytest.raises(ContentError, match=r"index.md:1: the figure 'spring' stands in no chapter"):
        load(write(tmp_path), figures, VALUES)


def test_a_figure_stands_in_one_place(tmp_path):
    """Catches a second copy of a figure, for which the addresses of the first would be wrong."""
    again = CHAPTER.replace("End.", ":::{live-figure} swing\n:label: b\n:title: B\n:alt: B\n:::")
    with pytest.raises(ContentError, match=r"one.md:32: the figure 'swing' stands in the book twice"):
        read(tmp_path, chapter=again)


def test_a_chapter_that_is_not_listed_is_an_error(tmp_path):
    """Catches a finished chapter that the contents forget, and a listed one without a file."""
    folder = write(tmp_path)
    (folder / "two.md").write_text(CHAPTER, encoding="utf-8")
    with pytest.raises(ContentError, match=r"content/en/index.md:4: 'two' is not in the list"):
        load(folder, FIGURES, VALUES)
    (folder / "two.md").unlink()
    (folder / "one.md").unlink()
    with pytest.raises(ContentError, match=r"content/en/one.md:1: the file cannot be read"):
        load(folder, FIGURES)
