"""What is declared, on three sides."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from plancore.compare.changes import ChangeKind
from plancore.compare.declarations import DeclarationChange, Declared, Entry, declared
from plancore.compare.domains import DomainDiff
from plancore.compare.three_way.items import Item, Said, outcome_of

_Name = tuple[Declared, str]


def declaration_items(now: DomainDiff, before: DomainDiff) -> Iterator[Item]:
    """The declarations that are wrong or were."""
    ours, old, theirs = _Entries(now), _Entries(before), declared(now.reference)
    for name in dict.fromkeys((*old.changes, *ours.changes)):
        section, key = name
        reference = theirs[section].get(key)
        yield Item(
            section.value,
            outcome_of(old.wrong(name), ours.wrong(name)),
            ours.said(name),
            None if reference is None else _said(reference),
            old.said(name),
            ours.changes.get(name),
        )


class _Entries:
    """What one learned domain declares, under the reference's names, and what of it differs."""

    def __init__(self, diff: DomainDiff) -> None:
        self._declared = declared(
            diff.learned, diff.correspondence.to_reference, diff.correspondence.actions
        )
        self.changes: Mapping[_Name, DeclarationChange] = {
            (change.what, change.name): change for change in diff.declarations
        }

    def wrong(self, name: _Name) -> Hashable | None:
        """How a declaration is wrong; None if it is right."""
        change = self.changes.get(name)
        if change is None:
            return None
        entry = self._entry(name)
        is_absent = entry is None or change.kind is ChangeKind.MISSING
        return change.kind, None if is_absent or entry is None else entry.meaning

    def said(self, name: _Name) -> Said | None:
        """What is declared under a name."""
        entry = self._entry(name)
        return None if entry is None else _said(entry)

    def _entry(self, name: _Name) -> Entry | None:
        section, key = name
        return self._declared[section].get(key)


def _said(entry: Entry) -> Said:
    return Said(entry.text, None if entry.node is None else entry.node.place)
