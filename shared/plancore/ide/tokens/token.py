"""What a text is coloured by."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from plancore.occurrences import NameRole, SymbolKind


class WordKind(StrEnum):
    """What a word is that names nothing."""

    KEYWORD = "keyword"
    OPERATOR = "operator"
    """One that is no word: `=`, `<`, `-`."""
    NUMBER = "number"
    STRING = "string"
    COMMENT = "comment"
    DIRECTIVE = "directive"
    """`reference:` of `;;!reference: path`, whose path is a string."""


class Token(NamedTuple):
    """Characters of one line, from `start` to `end`, that mean something together.

    `role` is what is done with the name there; `is_built_in` says that PDDL itself declares it.
    """

    start: int
    end: int
    kind: SymbolKind | WordKind
    role: NameRole | None = None
    is_built_in: bool = False
