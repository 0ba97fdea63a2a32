"""Completion items, independent of the client, and helpers that several kinds of them share."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from plancore.diagnostic import Edit
from plancore.ide.context.cursor import CursorContext
from plancore.ide.context.grammar import TIMES, Expected
from plancore.model.requirements import MEANING, closure
from plancore.source import Span

MOST: Final = 200
"""Maximum number of completions in one result; typing more finds the rest."""


class ItemKind(StrEnum):
    """The kind of a completion."""

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
    """A placeholder in a text; `text` is its default."""

    text: str


TextPart = str | Hole

UNFIT: Final = 4
"""The rank of applications to undeclared names: before operators, after the rest."""


@dataclass(frozen=True, slots=True)
class Completion:
    """A text that may be inserted at a cursor.

    `detail` follows the label, such as the parameters of a predicate; `typed_as` is the text that
    users type for it. `edits` are additional edits elsewhere in the file. Lower ranks are likelier.
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
        """The text that is matched with the typed letters."""
        return self.typed_as or self.label

    @property
    def text(self) -> str:
        """The inserted text, with defaults of placeholders."""
        return "".join(part.text if isinstance(part, Hole) else part for part in self.parts)

    @property
    def snippet(self) -> str:
        """The inserted text as a snippet of LSP, with numbered placeholders."""
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
        """Whether the snippet has placeholders."""
        return any(isinstance(part, Hole) for part in self.parts)


def _escaped(text: str) -> str:
    return re.sub(r"[\\$}]", r"\\\g<0>", text)


class Completions(NamedTuple):
    """The completions for `replace`, likeliest first.

    `insert` is the part of `replace` before the cursor. `is_incomplete` means that there are more.
    """

    items: tuple[Completion, ...]
    insert: Span
    replace: Span
    is_incomplete: bool = False


def matching(items: Iterable[Completion], typed: str) -> tuple[list[Completion], bool]:
    """The items that begin with the typed text, or else contain its letters in order; likeliest
    first, and whether there are more than `MOST`."""
    every = sorted(items, key=lambda item: item.rank)
    words = {item.filter.lower() for item in every}
    matches = {*matching_words(words, typed)}
    chosen = [item for item in every if item.filter.lower() in matches]
    return chosen[:MOST], len(chosen) > MOST


def matching_words(words: Iterable[str], typed: str) -> list[str]:
    """The words that begin with the typed text, or else contain its letters in order."""
    words = [*words]
    return [word for word in words if word.startswith(typed)] or [
        word for word in words if _has_letters(word, typed)
    ]


def _has_letters(text: str, letters: str) -> bool:
    """Whether `text` contains `letters` in order."""
    rest = iter(text)
    return all(letter in rest for letter in letters)


def in_list(parts: tuple[TextPart, ...], context: CursorContext) -> tuple[TextPart, ...]:
    """`parts` as a list, with the parentheses that are missing at the cursor."""
    if not context.is_head:
        return ("(", *parts, ")")
    return parts if context.is_closed else (*parts, ")")


def is_untimed(context: CursorContext) -> bool:
    """Whether conditions or effects of a durative action still need a time specifier."""
    if context.expected not in (Expected.CONDITION, Expected.EFFECT):
        return False
    return not any(level.node.head in TIMES for level in context.levels)


def requirements(context: CursorContext) -> Iterator[Completion]:
    """The requirements that are not listed; those that listed ones include come last."""
    beside = {item.text.lower() for item in (*context.levels[-1].node.items, *context.behind)}
    included = closure(beside)
    for index, (name, meaning) in enumerate(MEANING.items()):
        if name not in beside:
            rank = index + (len(MEANING) if name in included else 0)
            is_old = meaning.startswith("an old name")
            yield Completion(name, ItemKind.REQUIREMENT, (name,), rank=rank, is_old=is_old)


def requirement_edits(
    context: CursorContext, requirement: str, included: Collection[str]
) -> tuple[Edit, ...] | None:
    """The edit that adds a requirement, if it is needed; None if there is no place for it."""
    if not requirement or requirement in included or not context.environment.requirements:
        return ()
    # Imported late: most items need no new requirement.
    from plancore.patch.declare import declare_name

    assert context.definition is not None
    edit = declare_name(context.definition, ":requirements", requirement)
    return (context.file.edit(edit),) if edit else None
