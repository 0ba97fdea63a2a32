"""Texts that users read, and the words that CONTRIBUTING.md says not to use in them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple


class Text(NamedTuple):
    """A text of a file; names of code in backticks are replaced by `x`."""

    line: int
    content: str


REFUSED: Final = tuple(
    map(
        re.compile,
        (
            r"(?<!here )(?<!what )\b(is|are|was|were) no (?!longer|more|less|fewer|different)",
            r"\b(is|are) none of\b",
            r"\b(stands?|stood|standing)\b",
            r"\bbesides?\b",
            r"\banew\b",
            r"(?<!cannot )\b(told|tells?|telling)\b",
            r"\bsay(s|ing)? (what|how|which|why|whether|where|so)\b",
            r"\bfigures?\b",
            r"\b(some|no|any)(body|one)\b|\bwho(so)?ever\b",
            r"\b(to|of|for|by) who\b|(?:^|[.:;] )Who\b(?![^.]*\?)",
            r"(?:^|[.:;] )(What|Of what|Of which|Whose)\b(?![^.]*[?]| it does| to | is new)",
            r"\bmend(s|ed|ing)?\b",
            r"\bbut for\b",
            r"\bleast (change|repair|edit|edits|distance|set|number of)\b|\bnot under\b",
            r"\bin no score\b",
            r"\bas far as\b",
            r"\b(speaks?|spoke|speaking) (for|against|of)\b",
            r"\blets? ([^ .]+ ){0,4}through\b",
            r"\b(hold|holds|held|holding) ([^ .]+ ){0,3}against\b",
            r"\brests? on\b",
            r"\blook(ed|s) into\b|\btaken apart\b",
            r"\btroubles?\b(?!shooting)",
            r"\b(looser|stricter)\b",
            r"[a-z`)]+, too\b|\btoo[.;:]",
            r"\b(put|set|puts) right\b",
            r"\bpages? of HTML\b",
            r"\bmeant to be\b|\bas (it|they) must be\b",
            r"\bthe learned('s)?(?= (and|or|is|are|has|does|one)\b|[.,;:)])",
            r"\bkept back\b",
            r"\bwhat (stands|differs|corresponds|is wrong|became of)\b",
            r"\b(deny|denies) each other\b",
            r"\bwish(es)? to see\b",
            r"\bhardly a\b",
            r"\blay out\b",
        ),
    )
)
"""The pattern of each phrase that the guide says not to use."""

_CODE: Final = re.compile(r"`[^`\n]*`")
_WORD: Final = re.compile(r"[A-Za-z]{2,}")
_QUOTED: Final = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\'((?:[^\'\\\n]|\\.)*)\'')
_PAGES: Final = ("catalogue", "metrics")
"""Folders of modules whose docstrings are pages of the documentation."""


def refused(text: str) -> list[str]:
    """The phrases of `text` that the guide says not to use."""
    return [found[0].strip() for pattern in REFUSED for found in pattern.finditer(text)]


def texts_of(path: Path) -> Iterator[Text]:
    """What a user may read of a file: prose, or the strings of code that are phrases."""
    content = path.read_text(encoding="utf-8")
    match path.suffix:
        case ".py":
            found = _python(content, is_page=not set(_PAGES).isdisjoint(path.parts))
        case ".md":
            found = _markdown(content)
        case ".json":
            found = _values(json.loads(content))
        case ".txt":
            found = _lines(content)
        case _:
            found = _code(content)
    for line, text in found:
        if " " in text and len(_WORD.findall(text)) > 1 and not text.startswith("(define"):
            yield Text(line, _CODE.sub("`x`", text))


def _python(content: str, *, is_page: bool) -> Iterator[tuple[int, str]]:
    """Strings that are no docstrings, and where that `is_page` the module's docstring."""
    tree = ast.parse(content)
    skipped = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    skipped |= {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr):
            parts = (p.value if isinstance(p, ast.Constant) else "`x`" for p in node.values)
            yield node.lineno, "".join(map(str, parts))
    if is_page:
        yield from _markdown(ast.get_docstring(tree) or "")


def _markdown(content: str) -> Iterator[tuple[int, str]]:
    """The lines outside blocks of code."""
    is_code = False
    for number, line in enumerate(content.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield number, line


def _lines(content: str) -> Iterator[tuple[int, str]]:
    yield from enumerate(content.splitlines(), 1)


def _values(data: object) -> Iterator[tuple[int, str]]:
    """The strings of JSON; their lines are not known."""
    if isinstance(data, str):
        yield 0, data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _values(value)
    elif isinstance(data, list):
        for value in data:
            yield from _values(value)


def _code(content: str) -> Iterator[tuple[int, str]]:
    """The quoted strings of any other language."""
    for number, line in enumerate(content.splitlines(), 1):
        for found in _QUOTED.finditer(line):
            yield number, found[1] or found[2] or ""
