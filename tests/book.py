"""The book as the server loads it, for tests."""

from functools import cache
from pathlib import Path

from app import content
from figures.registry import FIGURES
from figures.values import values

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "content" / "en"


@cache
def load():
    return content.load(FOLDER, FIGURES, values())
