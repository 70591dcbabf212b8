"""The browser's half of a figure: plain ES modules and style sheets, read as texts."""

import base64
import re
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
IMPORT = re.compile(r'(\bfrom )"\./([\w-]+\.js)"')


def source(name):
    """The text of one file."""
    return (HERE / name).read_text(encoding="utf-8")


@cache
def bundle(name):
    """A module with the modules that it imports inside, for a page that cannot fetch them.

    Each import becomes a data URL.  The same text gives the same URL, so the browser runs each once.
    """

    def inline(match):
        text = base64.b64encode(bundle(match[2]).encode()).decode()
        return f'{match[1]}"data:text/javascript;base64,{text}"'

    return IMPORT.sub(inline, source(name))
