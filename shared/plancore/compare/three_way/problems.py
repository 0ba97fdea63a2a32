"""The outcome of the last change of a learned problem, like `three_way.domains` for domains.

Items are the name of the domain, objects, and the formulas of each part.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from plancore.compare.declarations import DeclarationChange, Declared
from plancore.compare.difference import DOMAIN
from plancore.compare.problems import ProblemDiff
from plancore.compare.three_way.items import Item, Outcome, SideText, literal_items, outcome_of
from plancore.stop import NEVER, Checkpoint


def problem_items(
    now: ProblemDiff, before: ProblemDiff, checkpoint: Checkpoint = NEVER
) -> Iterator[Item]:
    """Yield the items of two comparisons with the same reference; formulas include right ones."""
    domain = _domain_item(now, before)
    if domain.outcome is not Outcome.UNCHANGED:
        yield domain
    yield from _object_items(now, before)
    for ours, old in zip(now.parts, before.parts, strict=True):
        yield from literal_items(ours.part.value, ours, old, checkpoint)


def _domain_item(now: ProblemDiff, before: ProblemDiff) -> Item:
    wrong = (side.learned.domain_name if side.is_other_domain else None for side in (before, now))
    problems = (now.learned, now.reference, before.learned)
    names = (problem.domain_name for problem in problems)
    learned, reference, was = (SideText(name) if name else None for name in names)
    return Item(DOMAIN, outcome_of(*wrong), learned, reference, was)


def _object_items(now: ProblemDiff, before: ProblemDiff) -> Iterator[Item]:
    """Yield the objects that are or were wrong; a right side has the reference's text."""
    ours, old = ({change.name: change for change in side.objects} for side in (now, before))
    for name in old | ours:
        change, was = ours.get(name), old.get(name)
        told = change or was
        assert told is not None, "the name is that of one of the two"
        theirs = told.reference_text
        reference = SideText(theirs, told.reference_place) if theirs else None
        yield Item(
            Declared.OBJECT.value,
            outcome_of(_wrong(was), _wrong(change)),
            _side_text(change, theirs),
            reference,
            _side_text(was, theirs),
            change,
        )


def _wrong(change: DeclarationChange | None) -> Hashable | None:
    return None if change is None else (change.kind, change.learned_text)


def _side_text(change: DeclarationChange | None, theirs: str) -> SideText | None:
    if change is None:
        return SideText(theirs) if theirs else None
    return SideText(change.learned_text, change.learned_place) if change.learned_text else None
