"""The text of one content file, and the error that points into it."""

from dataclasses import dataclass

import yaml

KINDS = {str: "text", list: "a list of texts", int: "a whole number"}


class ContentError(ValueError):
    """A mistake in the content; its text is `content/en/newton-euler.md:41: reason`."""


@dataclass(frozen=True)
class Source:
    """A content file: its name as it is shown to the author, and its text."""

    name: str
    text: str

    @classmethod
    def read(cls, path, folder):
        """Read a file; its shown name starts two folders up: `content/en/...`."""
        name = path.relative_to(folder.parents[1]).as_posix()
        try:
            return cls(name, path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise ContentError(f"{name}:1: the file cannot be read: {error}") from None

    def error(self, line, reason):
        """A ContentError at a line, counted from 0 as the parser does."""
        return ContentError(f"{self.name}:{line + 1}: {reason}")


def front_matter(source, token, kinds):
    """The front matter as a mapping that has exactly the keys of `kinds`, each of its kind.

    token: the parser's first token; kinds: key -> str, int, or list for a list of texts.
    """
    if token is None or token.type != "front_matter":
        raise source.error(0, "the file must open with front matter between two lines of ---")
    try:
        facts = yaml.safe_load(token.content)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        reason = getattr(error, "problem", None) or error
        raise source.error(mark.line + 1 if mark else 0, f"the front matter is not YAML: {reason}") from None
    if not isinstance(facts, dict):
        raise source.error(0, "the front matter must be a list of `key: value` lines")
    for key in kinds.keys() - facts.keys():
        raise source.error(0, f"the front matter lacks {key!r}")
    for key, value in facts.items():
        line = line_of(key, source)
        if key not in kinds:
            raise source.error(line, f"the front matter has an unknown key {key!r}")
        if type(value) is not kinds[key]:
            raise source.error(line, f"{key!r} must be {KINDS[kinds[key]]}, not {value!r}")
        if kinds[key] is list and not all(isinstance(item, str) for item in value):
            raise source.error(line, f"every entry of {key!r} must be text")
    return facts


def line_of(key, source):
    """The line of a key of the front matter, counted from 0."""
    lines = source.text.splitlines()
    return next((number for number, line in enumerate(lines) if line.startswith(f"{key}:")), 0)
