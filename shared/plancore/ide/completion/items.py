"""What a completion is, whoever shows it; and what several kinds of them ask: about the list that
the cursor is in, and for requirements."""

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

UNFIT: Final = 4
"""The rank of what is applied to names that are not declared: before operators, behind the rest."""


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


def in_list(parts: tuple[TextPart, ...], context: CursorContext) -> tuple[TextPart, ...]:
    """A list of `parts`, with what of its parentheses is not there yet."""
    if not context.is_head:
        return ("(", *parts, ")")
    return parts if context.is_closed else (*parts, ")")


def is_untimed(context: CursorContext) -> bool:
    """Whether conditions or effects of a durative action still need their time."""
    if context.expected not in (Expected.CONDITION, Expected.EFFECT):
        return False
    return not any(level.node.head in TIMES for level in context.levels)


def requirements(context: CursorContext) -> Iterator[Completion]:
    """The requirements that are not listed yet; those that are included in others come last."""
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
    """What adds a requirement to those of the file, nothing where it is not asked for; None where
    it can be written nowhere."""
    if not requirement or requirement in included or not context.environment.requirements:
        return ()
    # Imported late: most of what is offered needs no requirement that is not there.
    from plancore.patch.declare import declare_name

    assert context.definition is not None
    edit = declare_name(context.definition, ":requirements", requirement)
    return (context.file.edit(edit),) if edit else None
