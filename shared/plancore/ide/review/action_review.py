"""An action of a learned domain beside the reference's, in a few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import ACTION_PARTS
from plancore.ide.navigation.symbols import Symbol
from plancore.ide.review.counterparts import is_reviewed
from plancore.ide.review.reference_review import ReferenceReview
from plancore.occurrences import SymbolKind
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Node


class ActionReview(NamedTuple):
    """`facts` count the differences and say what they mean, as far as that is known; `text` is the
    reference's action as it stands there."""

    facts: tuple[str, ...]
    text: str


def action_review(review: ReferenceReview, symbol: Symbol) -> ActionReview | None:
    """What `review` says of the action that `symbol` is; None for any other name."""
    if symbol.kind is not SymbolKind.ACTION or not is_reviewed(review, symbol):
        return None
    for action in review.diff.actions:
        if action.learned is not None and action.learned.name == symbol.name:
            node = action.reference.node if action.reference else None
            summary = _summary(review, action)
            text = _text(review.reference, node) if node else ""
            return ActionReview((summary, *_meaning(review, action)), text)
    return None


def _summary(review: ReferenceReview, action: ActionDiff) -> str:
    if action.reference is None:
        return "the reference has no such action"
    counted = ", ".join(_counted(review, action.shown))
    return f"beside the reference: {counted}" if counted else "no difference from the reference"


def _meaning(review: ReferenceReview, action: ActionDiff) -> Iterator[str]:
    meanings = review.terms.meanings
    answer = meanings.about(review.diff, action) if meanings else None
    if answer is not None:
        # Imported late: few want to know.
        from plancore.ide.review.meanings import meaning_facts

        yield from meaning_facts(answer)


def _counted(review: ReferenceReview, action: ActionDiff) -> Iterator[str]:
    """As many differences as there are in the action."""
    counts: Counter[tuple[str, str]] = Counter()
    for difference in filter(lambda each: each.is_counted, review.differences):
        if difference.action == action.name and difference.part in ACTION_PARTS:
            counts[difference.kind, difference.part] += 1
        elif any(single.action == action.name for single in difference.singles):
            yield difference.message
    for (kind, part), count in counts.items():
        yield f"{count} {kind} {part}{'s' * (count > 1)}"


def _text(file: FileSnapshot, node: Node) -> str:
    """The characters of `node`, its lines moved left by as much as the first one."""
    span = file.span(node.place)
    column = file.source.position(span.start).column
    first, *lines = file.text[span.start : span.end].splitlines()
    moved = (line[column:] if not line[:column].strip() else line.lstrip() for line in lines)
    return "\n".join((first, *moved))
