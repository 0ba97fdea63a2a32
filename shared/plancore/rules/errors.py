"""The errors in a file that is read to be compared or executed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancore.diagnostic import Diagnostic, Severity
from plancore.snapshot import FileSnapshot, UnmergedSnapshot, conflict_errors
from plancore.stop import NEVER, Checkpoint

if TYPE_CHECKING:
    from plancore.rules.check import DomainOf


def errors_in(
    file: FileSnapshot, domain_of: DomainOf | None = None, checkpoint: Checkpoint = NEVER
) -> list[Diagnostic]:
    """The errors in `file`, in textual order, and the sections that comparisons leave out; before
    them its merge conflicts.

    Text outside the definitions and foreign signs are not included. A problem is checked with the
    domain that `domain_of` finds, by default with one in the same file. `checkpoint` may stop it.
    """
    # Imported late: plans do not need the rules, and importing them all is slow.
    from plancore.rules.catalogue import (
        foreign_sign,
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
    spoken = (errors | left_out) - {foreign_sign.CODE, text_outside_definition.CODE}
    unmerged: list[Diagnostic] = []
    if isinstance(file, UnmergedSnapshot):
        # The rule would suppress everything else, but one version of the file is read.
        unmerged = list(conflict_errors(file.text))
        spoken -= {merge_conflict.CODE}
    settings = RuleSettings({rule.CODE: None for rule in ALL if rule.CODE not in spoken})
    found = [
        finding
        for finding in check(file, domain_of, settings, checkpoint=checkpoint)
        if finding.severity is Severity.ERROR or finding.code in left_out
    ]
    return unmerged + found


def lent(file: FileSnapshot, error: Diagnostic) -> str | None:
    """The undeclared object that an error in a domain is about; None for any other error."""
    from plancore.rules.catalogue import undeclared_object

    # A message such as `3 more of these` is about several.
    if error.code != undeclared_object.CODE or not error.message.startswith("undeclared constant"):
        return None
    return file.text[error.span.start : error.span.end].lower()
