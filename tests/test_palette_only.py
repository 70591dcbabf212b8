"""Colours have one home: figures/theme.py."""

import re
from pathlib import Path

import pytest

from figures.theme import PALETTE

ROOT = Path(__file__).parents[1]
HOME = ROOT / "figures/theme.py"
SOURCES = [path for folder in ("app", "figures") for path in sorted((ROOT / folder).rglob("*"))
           if path.suffix in (".py", ".css", ".js", ".html") and path != HOME]
# A name of CSS counts only as the value of a property; `currentColor` and `transparent` are no colours.
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b(?![-\w])|\brgba?\(|\bhsla?\(|"
                    r":\s*(?:black|white|red|green|blue|grey|gray|orange|purple|cyan)\b", re.IGNORECASE)
ROLE = re.compile(r"var\(--([\w-]+)\)")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_colour_outside_the_palette(path):
    """Catches a colour that no theme can change."""
    lines = enumerate(path.read_text("utf-8").splitlines(), 1)
    found = [f"{number}: {line.strip()[:80]}" for number, line in lines if COLOUR.search(line)]
    assert not found


def test_every_property_that_is_used_is_defined():
    """Catches `var(--acent)`: a slip that silently gives the wrong colour."""
    texts = {path: path.read_text("utf-8") for path in SOURCES}
    by_script = set(re.findall(r'setProperty\(\s*[`"]--([\w-]+)', "".join(texts.values())))
    for path, text in texts.items():
        own = set(re.findall(r"--([\w-]+)\s*:", text))
        unknown = set(ROLE.findall(text)) - set(PALETTE) - own - by_script
        assert not unknown, f"{path.relative_to(ROOT)}: {unknown}"
