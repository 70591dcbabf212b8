"""The book: a folder of chapters, read, checked against the figures and against itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, Protocol

from app.content.asking import Question
from app.content.checks import Check, read_checks
from app.content.directives import DIRECTIVES, Figure, Prose, Tasks
from app.content.markdown import Directive
from app.content.scribe import Scribe
from app.content.source import line_of
from app.content.survey import Draft, Survey

INDEX = {"title": str, "summary": str, "chapters": list}
CHAPTER = {"title": str, "summary": str, "prerequisites": list, "goals": list, "minutes": int}


class FigureFacts(Protocol):
    """What the content must know of a figure: its tasks, and its terms that formulas may name."""

    tasks: tuple[str, ...]
    terms: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """An entry of a chapter's table of contents; level 2 is a section, 3 a part of one."""

    id: str
    level: int
    number: str
    html: str


@dataclass(frozen=True)
class Chapter:
    """A chapter ready to be drawn: its front matter, its blocks in order, its sections."""

    url: str
    title: str
    summary: str
    prerequisites: tuple[str, ...]
    goals: tuple[str, ...]
    minutes: int
    blocks: tuple[Any, ...]
    sections: tuple[Section, ...]
    checks: tuple[Check, ...]

    @property
    def figures(self):
        return [block for block in self.blocks if isinstance(block, Figure)]

    def tasks(self, figure):
        """The tasks of a figure, as (task, html) in the order of the text."""
        return [entry for block in self.blocks if isinstance(block, Tasks) and block.figure == figure
                for entry in block.entries]

    @property
    def ledger(self):
        """What a reader can get done, as the script of the progress names it: kind -> ids."""
        asked = [block for block in self.blocks if isinstance(block, Question)]
        return {
            "tasks": [f"{block.figure}/{task}" for block in self.blocks if isinstance(block, Tasks)
                      for task, _ in block.entries],
            "questions": [question.id for question in asked if question.kind == "question"],
            "predictions": [question.id for question in asked if question.kind == "prediction"],
        }


@dataclass(frozen=True)
class Book:
    """The book in one language: its title page and its chapters in reading order."""

    lang: str
    url: str
    title: str
    summary: str
    blocks: tuple[Any, ...]
    chapters: tuple[Chapter, ...]


def load(folder: Path, figures: Mapping[str, FigureFacts], values: Mapping[str, str] | None = None) -> Book:
    """Read the book in a folder such as `content/en`, in two passes: what there is, then what it says.

    figures: every figure, by name; each must stand in one chapter and have its tasks explained.
    values: the numbers that {value}`name` may print, as text.
    Raises ContentError, with file and line, at the first mistake.
    """
    folder = Path(folder)
    url = f"/{folder.name}/"
    index = Draft.read(folder / "index.md", folder, url, INDEX)
    drafts = [Draft.read(folder / f"{slug}.md", folder, f"{url}{slug}/", CHAPTER)
              for slug in index.facts["chapters"]]
    survey = Survey(figures)
    for draft in (index, *drafts):
        survey.add(draft)
    _check_all_stand(folder, index, survey)

    checks = read_checks(folder)

    def scribe(draft):
        terms = {term for name, (place, _) in survey.places.items() if place is draft
                 for term in figures[name].terms}
        return Scribe(draft.source, survey.labels, figures, terms, values or {}, checks)

    chapters = tuple(_chapter(draft, scribe(draft)) for draft in drafts)
    _check_all_explained(chapters, survey)
    return Book(folder.name, url, index.facts["title"], index.facts["summary"],
                tuple(_blocks(index, scribe(index))), chapters)


def _chapter(draft, scribe):
    def words(key):
        return tuple(scribe.words(text, line_of(key, draft.source)) for text in draft.facts[key])

    blocks = tuple(_blocks(draft, scribe))
    return Chapter(draft.url, draft.facts["title"], draft.facts["summary"], words("prerequisites"),
                   words("goals"), draft.facts["minutes"], blocks, tuple(_sections(draft, scribe)),
                   tuple(scribe.checked.values()))


def _blocks(draft, scribe):
    for directives, items in groupby(draft.items, key=lambda item: isinstance(item, Directive)):
        if directives:
            yield from (DIRECTIVES[item.name].build(item, scribe) for item in items)
        else:
            yield Prose(scribe.write(list(items)))


def _sections(draft, scribe):
    for item, inline in pairwise(draft.items):
        if not isinstance(item, Directive) and item.type == "heading_open":
            name = item.attrs["id"]
            yield Section(name, int(item.tag[1]), scribe.labels[name].number, scribe.write([inline]))


def _check_all_stand(folder, index, survey):
    """Every chapter file is in the list of chapters, every figure in a chapter."""
    listed = index.facts["chapters"]
    for path in sorted(folder.glob("*.md")):
        if path.stem not in ("index", *listed):
            raise index.source.error(line_of("chapters", index.source), f"{path.stem!r} is not in the list")
    for name in survey.figures:
        if name not in survey.places:
            raise index.source.error(0, f"the figure {name!r} stands in no chapter")


def _check_all_explained(chapters, survey):
    """Every task of every figure is explained once; that no other is, the tasks directive has seen to."""
    for name, (draft, line) in survey.places.items():
        told = [task for chapter in chapters for task, _ in chapter.tasks(name)]
        for task in survey.figures[name].tasks:
            if told.count(task) != 1:
                how_often = "not explained" if task not in told else "explained twice"
                raise draft.source.error(line, f"the task {task!r} of the figure {name!r} is {how_often}")
