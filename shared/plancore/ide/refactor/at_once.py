"""Many fixes at once: what a fix brings to light is fixed as well, until nothing is left; and
requirements in the order of the standards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from plancore.diagnostic import Diagnostic, Edit, Fix, apply_edits
from plancore.model.requirements import MEANING
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import changed_span
from plancore.syntax.nodes import Atom

_MOST_ROUNDS: Final = 8

Check = Callable[[FileSnapshot], Iterable[Diagnostic]]
"""All findings in a text."""


def fix_all(file: FileSnapshot, check: Check) -> Fix | None:
    """The fix that applies every safe one; None where there is none."""
    return _at_once("Fix all that can be fixed safely", file, check, _safe_fix)


def remove_unused(file: FileSnapshot, check: Check) -> Fix | None:
    """The fix that removes whatever is declared and never used, also what only that used."""
    return _at_once("Remove all that is never used", file, check, _removal)


def _safe_fix(diagnostic: Diagnostic) -> Fix | None:
    return next((fix for fix in diagnostic.fixes if fix.safe), None)


def _removal(diagnostic: Diagnostic) -> Fix | None:
    return diagnostic.fixes[0] if diagnostic.unnecessary and diagnostic.fixes else None


def _at_once(
    title: str, file: FileSnapshot, check: Check, choose: Callable[[Diagnostic], Fix | None]
) -> Fix | None:
    rounds: list[tuple[Edit, ...]] = []
    current = file
    while len(rounds) < _MOST_ROUNDS:
        fixes = (choose(diagnostic) for diagnostic in check(current))
        edits = _compatible(fix for fix in fixes if fix and fix.file in (None, file.name))
        if not edits:
            break
        rounds.append(edits)
        current = FileSnapshot.of(apply_edits(current.text, edits), file.name, current)
    if not rounds or current.text == file.text:
        return None
    # The edits of later rounds are about a text that the client does not have.
    edits = rounds[0] if len(rounds) == 1 else (Edit(*changed_span(file.text, current.text)),)
    return Fix(title, edits)


def _compatible(fixes: Iterable[Fix]) -> tuple[Edit, ...]:
    """The edits of as many fixes as do not touch each other, from the first on."""
    taken: list[Edit] = []
    for fix in fixes:
        if not any(_touch(edit, other) for edit in fix.edits for other in taken):
            taken += fix.edits
    return tuple(sorted(taken, key=lambda edit: edit.span))


def _touch(one: Edit, other: Edit) -> bool:
    return one.span.start <= other.span.end and other.span.start <= one.span.end


_ORDER: Final = {requirement: number for number, requirement in enumerate(MEANING)}


def sort_requirements(file: FileSnapshot, definition: DefinitionSnapshot) -> Fix | None:
    """The fix that puts the requirements of a definition in order; None where they are.

    Those that no dialect knows come last, as they stand. Only the words change places: blanks,
    line ends and comments between them stay.
    """
    edits: list[Edit] = []
    for model in definition.models:
        ranked = sorted(model.requirements, key=_rank)
        edits += [
            Edit(file.span(place.place), node.text)
            for place, node in zip(model.requirements, ranked, strict=True)
            if place.text != node.text
        ]
    return Fix("Put the requirements in order", tuple(edits)) if edits else None


def _rank(node: Atom) -> int:
    return _ORDER.get(node.key, len(_ORDER))
