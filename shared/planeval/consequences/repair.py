"""Repair a domain as the arguments of `planeval repair` say, and write the repair."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import replace

from plancore.compare.domains import DomainDiff
from plancore.diagnostic import Edit, apply_edits
from plancore.model.domain import Domain
from plancore.model.problem import Case
from plancore.repair.preference import edits_towards
from plancore.repair.result import Costs, RepairOptions, RepairResult, text_edits
from plancore.repair.search import repaired
from plancore.report.repair.document import RepairReport
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint
from planeval.consequences.cases import compared, read_all_cases
from planfiles.files import FileState, read_exactly
from planfiles.models import load_domain
from planfiles.writing import write_text


def report_of(
    options: argparse.Namespace, checkpoint: Checkpoint
) -> tuple[RepairReport, FileState]:
    """Read the files in `options` and repair the domain. Also returns the state of its file when it
    was read. Raises UserError, and the exceptions of `checkpoint`, which is called with the stage
    and its progress."""
    errors: list[str] = []
    text, state = read_exactly(options.domain)
    file = FileSnapshot.of(text, options.domain, checkpoint=checkpoint)
    domain = load_domain(options.domain, errors.append, file, checkpoint)
    beside = compared(options, options.domain, domain, checkpoint, errors.append)
    reference, diff = (None, None) if beside is None else beside
    cases = read_all_cases(options, errors.append, "repair", checkpoint)
    wanted = RepairOptions(
        costs=Costs(**dict(options.cost)),
        types=options.types,
        answers=options.answers,
        effort=options.effort,
    )
    result = repair_of(domain, diff, cases, wanted, checkpoint)
    return RepairReport(file, reference, result, tuple(dict.fromkeys(errors))), state


def repair_of(
    domain: Domain,
    diff: DomainDiff | None,
    cases: Iterable[Case],
    options: RepairOptions,
    checkpoint: Checkpoint,
) -> RepairResult:
    """The minimum repair of `domain` after which plans behave as expected. With a reference, from
    which it differs by `diff`, plans are in the vocabulary of the reference, and of equal repairs
    the one that brings the domain closer to it is preferred."""
    if diff is not None:
        # Imported late: most domains are repaired without a reference.
        from plancore.blame.translated import in_learned_vocabulary

        cases = in_learned_vocabulary(diff, cases)
        options = replace(options, towards=edits_towards(diff))
    return repaired(domain, list(cases), options, checkpoint)


def edits_of(report: RepairReport) -> tuple[Edit, ...]:
    """The edits of the best repair in the text of the domain."""
    repairs = report.result.repairs
    return text_edits(report.file, repairs[0].edits) if repairs else ()


def patch_of(report: RepairReport) -> str:
    """The best repair as a unified diff; empty if there is nothing to change."""
    # Imported late: most repairs are not printed as patches.
    from plancore.report.line_diff import edit_diff
    from plancore.report.lines import visible

    return edit_diff(visible(report.file.name), report.file.source, edits_of(report))


def write(report: RepairReport, state: FileState) -> None:
    """Write the best repair to the file, if it has edits. Raises UserError."""
    edits = edits_of(report)
    if edits:
        write_text(report.file.name, apply_edits(report.file.text, edits), read_in=state)
