"""What a reader of a comparison has to know about the files besides their differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from plancore.diagnostic import Diagnostic, Severity
from plancore.report.places import Where, at_offset, where
from plancore.report.unmerged import UnmergedSnapshot, conflict_errors
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint, staged

if TYPE_CHECKING:
    from plancore.rules.check import DomainOf
from plancore.syntax.nodes import Place

_MOST = 5
"""So many findings of a file are listed; the next note says how many more there are."""


class Note(NamedTuple):
    """One remark. `is_error` tells that the file cannot be trusted to have been read in full."""

    where: Where | None
    message: str
    is_error: bool = False

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{'error: ' if self.is_error else ''}{self.message}"


def errors_in(
    file: FileSnapshot, domain_of: DomainOf | None = None, checkpoint: Checkpoint = NEVER
) -> list[Diagnostic]:
    """What the rules call an error in `file`, in the order of the text, and the sections that are
    left out of every comparison; before them the conflicts of a file that git could not merge.

    Text around the PDDL is not among them. A problem is looked at with what `domain_of` says is its
    domain; without that, with one in the same file. `checkpoint` may end it.
    """
    # Plans have no need of the rules, and importing all of them takes a while.
    from plancore.rules.catalogue import (
        merge_conflict,
        misplaced_section,
        not_analysed,
        text_outside_definition,
        unknown_section,
    )
    from plancore.rules.check import check
    from plancore.rules.registry import ALL
    from plancore.rules.settings import RuleSettings

    left_out = {rule.CODE for rule in (misplaced_section, not_analysed, unknown_section)}
    errors = {rule.CODE for rule in ALL if rule.SEVERITY is Severity.ERROR}
    spoken = (errors | left_out) - {text_outside_definition.CODE}
    unmerged: list[Diagnostic] = []
    if isinstance(file, UnmergedSnapshot):
        # The rule would say nothing else of the file, but one version of it is read.
        unmerged = list(conflict_errors(file.text))
        spoken -= {merge_conflict.CODE}
    settings = RuleSettings({rule.CODE: None for rule in ALL if rule.CODE not in spoken})
    found = [
        finding
        for finding in check(file, domain_of, settings, checkpoint=checkpoint)
        if finding.severity is Severity.ERROR or finding.code in left_out
    ]
    return unmerged + found


def notes_on(
    file: FileSnapshot, chosen: DefinitionSnapshot | None, checkpoint: Checkpoint = NEVER
) -> Iterator[Note]:
    """Errors, text that is not PDDL, and what was not compared. `checkpoint` may end it."""
    errors = errors_in(file, checkpoint=staged("looking for errors", checkpoint))
    yield from notes_from(file.name, file.source, errors, "errors")
    prose = file.tree.prose
    if prose:
        count = f", in {len(prose)} places" if len(prose) > 1 else ""
        yield Note(where(file, prose[0].place()), f"text that is not PDDL is passed over{count}")
    if chosen is None:
        return
    for other in file.definitions:
        if other is not chosen and other.kind == chosen.kind:
            at = where(file, definition_place(chosen))
            message = f"this {other.kind} ({other.name or 'without a name'}) is not compared, "
            message += f"only the one in line {at.line if at else 1} is"
            if other.name and other.name != chosen.name:
                message += f"; choose with --name {other.name}"
            yield Note(where(file, definition_place(other)), message)


def notes_from(
    name: str, source: SourceText, diagnostics: Sequence[Diagnostic], noun: str = "findings"
) -> Iterator[Note]:
    """The first findings in a file, and how many more there are."""
    for finding in diagnostics[:_MOST]:
        is_error = finding.severity is Severity.ERROR
        yield Note(at_offset(name, source, finding.span.start), finding.message, is_error)
    rest = diagnostics[_MOST:]
    if rest:
        is_error = any(finding.severity is Severity.ERROR for finding in rest)
        yield Note(None, f"{name}: {len(rest)} more {noun}", is_error)


def definition_place(definition: DefinitionSnapshot) -> Place | None:
    """The name of a definition, or where it starts."""
    if definition.definition.name is not None:
        return definition.definition.name.place
    first = next(definition.definition.forms(), None)
    return None if first is None else first.place()
