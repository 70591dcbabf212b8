"""The content loader: Markdown files in, a checked Book out."""

from app.content.book import Book, Chapter, FigureFacts, Section, load
from app.content.source import ContentError

__all__ = ["Book", "Chapter", "ContentError", "FigureFacts", "Section", "load"]
