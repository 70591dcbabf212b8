"""The Markdown of the book: MyST's syntax, read strictly.

Every token of the parser is on a list of what the book uses; anything else is an error with its line.
The tokens that come out know their line in the file, inline ones too.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

# Raw HTML is recognised so that it can be refused; otherwise it would be printed as text.
MARKDOWN = (MarkdownIt("commonmark", {"html": True, "typographer": True}).enable(["table", "smartquotes"])
            .use(front_matter_plugin).use(colon_fence_plugin).use(myst_block_plugin).use(myst_role_plugin)
            .use(dollarmath_plugin, allow_labels=True))

ALLOWED = {
    "inline", "text", "softbreak", "em", "strong", "link", "code_inline", "math_inline", "myst_role",
    "paragraph", "heading", "bullet_list", "ordered_list", "list_item", "blockquote",
    "table", "thead", "tbody", "tr", "th", "td", "fence", "math_block", "math_block_label",
    "colon_fence", "myst_target", "myst_line_comment",
}
REFUSED = {
    "html_block": "raw HTML is not allowed",
    "html_inline": "raw HTML is not allowed",
    "image": "a picture must be a figure of the book: use the live-figure directive",
}
LEFTOVERS = [
    (re.compile(r"\$"), "a formula is not closed: a $ is left over"),
    (re.compile(r"\{[a-z-]+\}"), "a role is not closed, or a directive's fence has fewer than three colons"),
    (re.compile(r":::"), "a fence ::: must start its line"),
]
PUNCTUATION = re.compile(r"[.,;:!?)’”]+")
HEAD = re.compile(r"\{([a-z-]+)\}\s*(.*)")
OPTION = re.compile(r":([a-z-]+):\s+(.+)")


@dataclass(frozen=True)
class Directive:
    """`:::{name} argument`, its `:option: value` lines and the tokens of its body."""

    name: str
    argument: str
    options: dict[str, str]
    tokens: list[Token]
    line: int

    def line_of(self, option):
        """The line of an option; options follow the head, one a line."""
        return self.line + 1 + list(self.options).index(option)


def parse(source):
    """Parse a file into its front matter token (or None) and a list of tokens and Directives."""
    tokens = _tokens(source, source.text)
    matter = tokens.pop(0) if tokens and tokens[0].type == "front_matter" else None
    _check(source, tokens)
    return matter, [_directive(source, token) if token.type == "colon_fence" else token for token in tokens]


def parse_line(source, text, line):
    """Parse one line of text, such as an entry of the front matter, that stands at a line of the file."""
    (token,) = MARKDOWN.parseInline(text)
    token.map = [line, line + 1]
    _check(source, [token])
    return [token]


def _tokens(source, text, line=0):
    # Empty lines in front make the parser count as the file does.
    return MARKDOWN.parse("\n" * line + text)


def _directive(source, token):
    line = token.map[0]
    head = HEAD.fullmatch(token.info.strip())
    if not head:
        raise source.error(line, "a fence ::: opens no directive: write :::{name}")
    if token.level:
        raise source.error(line, f"the directive {head[1]!r} must stand at the left margin")
    options, lines = {}, token.content.splitlines()
    while lines and (option := OPTION.fullmatch(lines[0].strip())):
        if option[1] in options:
            raise source.error(line + 1 + len(options), f"the option {option[1]!r} is given twice")
        options[option[1]] = option[2]
        lines.pop(0)
    tokens = _tokens(source, "\n".join(lines), line + 1 + len(options))
    for inner in tokens:
        if inner.type in ("colon_fence", "myst_target"):
            raise source.error(inner.map[0], f"the directive {head[1]!r} cannot hold another, nor a label")
    _check(source, tokens)
    return Directive(head[1], head[2], options, tokens, line)


def _check(source, tokens):
    """Refuse what the book does not use; give every inline token its line."""
    lines = source.text.splitlines()
    line = 0
    for token in tokens:
        if token.map:
            line = token.map[0]
        _allow(source, token, line)
        if token.type in ("colon_fence", "fence") and not _closed(token, lines):
            raise source.error(line, f"the fence {token.markup} is not closed")
        for child in token.children or ():
            _allow(source, child, line)
            child.map = [line, line + 1]
            line += child.type in ("softbreak", "hardbreak") or child.content.count("\n")
        _glue(token.children or ())


def _allow(source, token, line):
    name = token.type.removesuffix("_open").removesuffix("_close")
    if name not in ALLOWED:
        raise source.error(line, REFUSED.get(name, f"the book does not use {name!r}"))
    if token.type == "text":
        for leftover, reason in LEFTOVERS:
            if leftover.search(token.content):
                raise source.error(line, reason)


def _glue(children):
    """Let a formula keep the punctuation behind it, or a full stop may begin the next line."""
    for formula, text in pairwise(children):
        mark = PUNCTUATION.match(text.content)
        if mark and formula.type == "math_inline" and text.type == "text":
            formula.meta["behind"] = mark[0]
            text.content = text.content[mark.end():]


def _closed(token, lines):
    first, after = token.map
    last = lines[after - 1].strip()
    return after - first > 1 and last.startswith(token.markup) and not last.strip(token.markup[0])
