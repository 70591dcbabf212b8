"""The pages: a checked book in, HTML out.  A pure function; the server calls it once, at start-up."""

from pathlib import Path
from types import MappingProxyType

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.maths import typeset
from figures.words import words

NO_STILLS = MappingProxyType({})

_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def _scientific(number):
    """1e-12 as a formula."""
    digits, exponent = f"{number:.0e}".split("e")
    return typeset(f"{'' if digits == '1' else digits + chr(92) + 'cdot '}10^{{{int(exponent)}}}")


_templates.filters["scientific"] = _scientific


def render(book, stills=NO_STILLS, static="/static"):
    """Every page of a book: path -> HTML.

    stills: figure name -> SVG markup, shown until the figure is alive, and on paper.
    static: where the static files lie.
    """
    contents = _contents(book, static)
    pages = {"/": contents, book.url: contents}
    for number, chapter in enumerate(book.chapters):
        pages[chapter.url] = _draw(
            "chapter.html", book, static, chapter=chapter, stills=stills,
            before=book.chapters[number - 1] if number else None,
            after=book.chapters[number + 1] if number + 1 < len(book.chapters) else None)
        for figure in chapter.figures:
            pages[f"{book.url}figures/{figure.name}/"] = _draw(
                "alone.html", book, static, chapter=chapter, figure=figure, tasks=chapter.tasks(figure.name),
                stills=stills)
    return pages


def not_found(book, static="/static"):
    """The page for an address that leads nowhere: it says so, and shows the contents."""
    return _contents(book, static, lost=True)


def _contents(book, static, lost=False):
    return _draw("contents.html", book, static, lost=lost, stills=NO_STILLS)


def _draw(template, book, static, **facts):
    return _templates.get_template(template).render(book=book, static=static, kit=words(book.lang)["kit"], **facts)
