"""What a completion is, whoever shows it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from plancore.diagnostic import Edit
from plancore.source import Span

MOST: Final = 200
"""So many completions are offered at once; the rest is found by typing more."""


class ItemKind(StrEnum):
    """What kind of thing a completion writes."""

    SECTION = "section"
    SLOT = "slot"
    REQUIREMENT = "requirement"
    OPERATOR = "operator"
    PREDICATE = "predicate"
    FUNCTION = "function"
    ACTION = "action"
    TASK = "task"
    VARIABLE = "variable"
    OBJECT = "object"
    TYPE = "type"
    DOMAIN = "domain"
    FILE = "file"


class Hole(NamedTuple):
    """A part of a text that is to be overwritten; `text` stands there until then."""

    text: str


TextPart = str | Hole


@dataclass(frozen=True, slots=True)
class Completion:
    """A text that may be written at a cursor.

    `detail` goes on where the label ends, such as the parameters of a predicate; `typed_as` is what
    somebody types to mean it. `edits` are made elsewhere in the file along with it. Lower ranks are
    likelier.
    """

    label: str
    kind: ItemKind
    parts: tuple[TextPart, ...]
    detail: str = ""
    typed_as: str = ""
    rank: int = 0
    edits: tuple[Edit, ...] = ()
    is_old: bool = False

    @property
    def filter(self) -> str:
        """What is compared with the letters that have been typed."""
        return self.typed_as or self.label

    @property
    def text(self) -> str:
        """What is written, holes filled."""
        return "".join(part.text if isinstance(part, Hole) else part for part in self.parts)

    @property
    def snippet(self) -> str:
        """What is written in the notation of LSP's snippets, holes numbered."""
        written: list[str] = []
        holes = 0
        for part in self.parts:
            if isinstance(part, Hole):
                holes += 1
                written.append(f"${{{holes}:{_escaped(part.text)}}}" if part.text else f"${holes}")
            else:
                written.append(_escaped(part))
        return "".join(written)

    @property
    def has_holes(self) -> bool:
        """Whether the snippet says more than the text."""
        return any(isinstance(part, Hole) for part in self.parts)


def _escaped(text: str) -> str:
    return re.sub(r"[\\$}]", r"\\\g<0>", text)


class Completions(NamedTuple):
    """What may be written in place of `replace`, likeliest first.

    `insert` is the part of `replace` before the cursor. With `is_incomplete` there is more than is
    offered.
    """

    items: tuple[Completion, ...]
    insert: Span
    replace: Span
    is_incomplete: bool = False


def matching(items: Iterable[Completion], typed: str) -> tuple[list[Completion], bool]:
    """The items that begin with what has been typed, or else have its letters in this order;
    likeliest first, with whether there are more than `MOST`."""
    every = sorted(items, key=lambda item: item.rank)
    words = {item.filter.lower() for item in every}
    matches = {*matching_words(words, typed)}
    chosen = [item for item in every if item.filter.lower() in matches]
    return chosen[:MOST], len(chosen) > MOST


def matching_words(words: Iterable[str], typed: str) -> list[str]:
    """The words that begin with what has been typed, or else have its letters in this order."""
    words = [*words]
    return [word for word in words if word.startswith(typed)] or [
        word for word in words if _has_letters(word, typed)
    ]


def _has_letters(text: str, letters: str) -> bool:
    """Whether `text` has `letters`, in their order."""
    rest = iter(text)
    return all(letter in rest for letter in letters)
