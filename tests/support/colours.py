"""What each word of a text has to be coloured as by an editor that knows no more than the text.

The core's tokens say what a word is. A grammar of an editor reads no declarations: of a name it can
tell only where a definition or an action is named and what stands behind `- `; that any other name
is no keyword, no number and no comment, it has to get right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from plancore.ide.tokens import ColouredWord, WordKind
from plancore.model.keywords import KEYWORDS
from plancore.model.requirements import MEANING
from plancore.occurrences import BUILT_IN, NameRole, SymbolKind
from plancore.project import PlanSnapshot
from plancore.syntax.builder import SLOTS
from plancore.workspace import Workspace
from support.coloured import tokens_of


class Colour(StrEnum):
    """What a grammar can tell."""

    KEYWORD = "keyword"
    SIGN = "sign"
    """An operator that is no word."""
    REQUIREMENT = "requirement"
    VARIABLE = "variable"
    TYPE = "type"
    NUMBER = "number"
    COMMENT = "comment"
    DIRECTIVE = "directive"
    PATH = "path"
    BUILT_IN = "built-in"
    ACTION = "action"
    """The name of an action, a process, an event, a task or a method, or of a definition; in a plan
    the action of a step."""
    NAME = "name"
    """Any other name."""


class Word(NamedTuple):
    """A word at an offset; `line` counts from 1, `column` from 0 in characters."""

    start: int
    text: str
    line: int
    column: int
    colour: Colour


_OF_WORDS: Final = {
    WordKind.KEYWORD: Colour.KEYWORD,
    WordKind.OPERATOR: Colour.SIGN,
    WordKind.NUMBER: Colour.NUMBER,
    WordKind.COMMENT: Colour.COMMENT,
    WordKind.DIRECTIVE: Colour.DIRECTIVE,
    WordKind.STRING: Colour.PATH,
}
_NAMED_WHERE_DECLARED: Final = frozenset(
    (SymbolKind.ACTION, SymbolKind.TASK, SymbolKind.METHOD, SymbolKind.DOMAIN, SymbolKind.PROBLEM)
)
_MAY_BE_BUILT_IN: Final = frozenset((SymbolKind.FUNCTION, SymbolKind.VARIABLE, WordKind.KEYWORD))
_BUILT_IN: Final = frozenset(("total-time", "total-cost", "reward", "?duration", "#t"))
_BEFORE_A_TYPE: Final = re.compile(r"(?:(?:\s|\))-|\(\s*either(?:\s+[^\s()?;]+)*)\s+\Z")


def words_of(text: str, name: str = "a.pddl") -> list[Word]:
    """Every word of `text` that the core has a token for, in order."""
    workspace = Workspace()
    file = workspace.set_text(name, text)
    is_plan = isinstance(file, PlanSnapshot)
    return [
        _word(text, token.start, text[token.start : token.end], _colour(text, token, is_plan))
        for token in tokens_of(workspace.snapshot, file)
    ]


def every_keyword() -> tuple[str, list[Word]]:
    """A text that has each word of PDDL in a place where it means what it means, and the words."""
    text = ""
    words = []
    for before, word, behind, colour in _keywords():
        text += before
        words.append((len(text), word, colour))
        text += f"{word}{behind}\n"
    return text, [_word(text, *word) for word in words]


def _keywords() -> Iterator[tuple[str, str, str, Colour]]:
    for requirement in MEANING:
        yield "(:requirements ", requirement, ")", Colour.REQUIREMENT
    for word in KEYWORDS:
        if word in BUILT_IN and word.isalpha():
            yield "(?x - ", word, ")", Colour.TYPE
        elif word in _BUILT_IN:
            yield "(= " if word[0] in "?#" else "(:metric minimize (", word, "))", Colour.BUILT_IN
        elif word == "at":
            yield "(", "at", " 5 (p))", Colour.KEYWORD
        elif word[0] == ":":
            yield "(", word, " x)", Colour.KEYWORD
            if word in SLOTS:
                yield "(:method a ", word, " (p))", Colour.KEYWORD
        else:
            is_word = any(map(str.isalpha, word))
            yield "(", word, " (p) (q))", Colour.KEYWORD if is_word else Colour.SIGN


def _word(text: str, start: int, word: str, colour: Colour) -> Word:
    line_start = text.rfind("\n", 0, start) + 1
    return Word(start, word, text.count("\n", 0, start) + 1, start - line_start, colour)


def _colour(text: str, token: ColouredWord, is_plan: bool) -> Colour:
    if text[token.start : token.end].lower() in _BUILT_IN and token.kind in _MAY_BE_BUILT_IN:
        return Colour.BUILT_IN
    if isinstance(token.kind, WordKind):
        return _OF_WORDS[token.kind]
    if token.is_built_in:
        return Colour.TYPE if token.kind is SymbolKind.TYPE else Colour.BUILT_IN
    match token.kind:
        case SymbolKind.REQUIREMENT:
            return Colour.REQUIREMENT
        case SymbolKind.VARIABLE:
            return Colour.VARIABLE
        case SymbolKind.TYPE if _BEFORE_A_TYPE.search(text, 0, token.start):
            return Colour.TYPE
        case SymbolKind.ACTION if is_plan:
            return Colour.ACTION
        case SymbolKind.DOMAIN:
            return Colour.ACTION
        case kind if kind in _NAMED_WHERE_DECLARED and token.role is NameRole.DECLARES:
            return Colour.ACTION
    return Colour.NAME
