"""The outcome of the last change of a learned file, as one list of differences.

Each item that is or was wrong is listed. Codes and kinds are those of a comparison of two files, so
that baselines recognise them; a repaired item has those of its former error. An item that is wrong
now belongs to one of the current differences and has its severity and place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from plancore.compare.changes import (
    ACTION,
    PARAMETERS,
    Part,
    name_place,
    parameters_place,
    slot_place,
)
from plancore.compare.declarations import Declared
from plancore.compare.difference import RENAMED, Difference, DifferenceIndex, code_of
from plancore.compare.three_way.items import DECLARATIONS, Group, Item, Outcome, ThreeWay
from plancore.diagnostic import Severity
from plancore.model.domain import Action
from plancore.source import Span
from plancore.syntax.nodes import Place


def three_way_differences(
    result: ThreeWay,
    now: Sequence[Difference] = (),
    faults: Mapping[int, str] = MappingProxyType({}),
) -> tuple[Difference, ...]:
    """The differences of all items in their order, then renamed names. `now` are the current
    differences, `faults` the reasons why steps of the learned plan fail now."""
    index = DifferenceIndex(now)
    found = [
        _difference(group, item, _of_now(index, group, item), faults, following)
        for group in result.groups
        for item, following in zip(group.items, _following(group.items), strict=True)
        if item.outcome is not Outcome.UNCHANGED
    ]
    found += (each for each in now if each.kind == RENAMED)
    return tuple(replace(each, number=number) for number, each in enumerate(found))


def _of_now(index: DifferenceIndex, group: Group, item: Item) -> Difference | None:
    """The current difference that contains an item; a missing or extra action is one difference."""
    if not item.outcome.is_wrong:
        return None
    if group.now is not None and (found := index.of_action(group.now)):
        return found
    if group.now is not None and item.part == PARAMETERS:
        return index.of_parameters(group.now)
    return index.of_change(item.change)


def _following(items: Sequence[Item]) -> Iterator[Span | None]:
    """For each item where a missing step would go: before the next step, or after the last."""
    steps = [item.learned.span for item in items if item.learned and item.learned.span]
    at = steps[-1].end if steps else None
    spans: list[Span | None] = []
    for item in reversed(items):
        if item.learned is not None and item.learned.span is not None:
            at = item.learned.span.start
        spans.append(None if at is None else Span(at, at))
    return reversed(spans)


def _difference(
    group: Group,
    item: Item,
    now: Difference | None,
    faults: Mapping[int, str],
    following: Span | None,
) -> Difference:
    learned, reference = item.learned, item.reference
    ours, theirs = _slot(item, group.learned), _slot(item, group.reference)
    if now is not None:
        ours, theirs = ours or now.learned_place, theirs or now.reference_place
    is_declared = group.name == DECLARATIONS or item.part == Declared.OBJECT
    noun = Declared(item.part).noun if is_declared else item.part
    where = f"{group.name}: " if group.is_action else ""
    fails = faults.get(learned.step) if learned is not None and learned.step is not None else None
    remark = f"fails: {fails}; {item.remark}" if fails else item.remark
    return Difference(
        0,
        code_of(item.kind, item.part),
        _severity(item, now),
        item.kind,
        f":{item.part}" if group.name == DECLARATIONS else group.name,
        item.part,
        None if learned is None else learned.text,
        None if reference is None else reference.text,
        f"{where}{noun} {item.subject} {remark}",
        learned_place=(learned and learned.place) or ours,
        reference_place=(reference and reference.place) or theirs,
        learned_span=following if learned is None else learned.span,
        reference_span=reference and reference.span,
        diff=group.now,
        change=item.change,
        item=item,
        now=now,
    )


def _slot(item: Item, action: Action | None) -> Place | None:
    """The slot of an action that an item belongs to; None outside of actions."""
    if action is None or item.part in (ACTION, PARAMETERS):
        return parameters_place(action) if item.part == PARAMETERS else name_place(action)
    return slot_place(action, Part(item.part))


def _severity(item: Item, now: Difference | None) -> Severity:
    if item.outcome is Outcome.REPAIRED:
        return Severity.INFORMATION
    if item.outcome is Outcome.BROKEN:
        return Severity.ERROR
    return Severity.WARNING if now is None else now.severity
