"""Read the plans and the reference of `planeval blame` and `planeval repair`."""

from __future__ import annotations

import argparse

from plancore.compare.domains import DomainDiff, compare_domains
from plancore.model.domain import Domain
from plancore.model.problem import Case
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint
from planfiles.errors import UserError
from planfiles.mappings import NO_EVIDENCE, MappingFiles, compare_options, evidence_beside
from planfiles.models import Tell, load_domain, read_file
from planfiles.plans import read_cases


def read_all_cases(
    options: argparse.Namespace, tell: Tell, command: str, checkpoint: Checkpoint
) -> list[Case]:
    """The plans of `--plans` and `--not-plans` of a command. Raises UserError without any, and what
    `checkpoint` raises."""
    if not options.plans and not options.not_plans:
        raise UserError(
            "expected --plans or --not-plans, such as --plans p01.plan "
            f"(see planeval {command} --help)"
        )
    return [
        *read_cases(options.plans, options.problem, None, tell, checkpoint),
        *read_cases(options.not_plans, options.problem, False, tell, checkpoint),
    ]


def compared(
    options: argparse.Namespace, name: str, learned: Domain, checkpoint: Checkpoint, tell: Tell
) -> tuple[FileSnapshot, DomainDiff] | None:
    """The reference, and the differences of `learned`, read from the file `name`, from it; None
    without a reference. Raises UserError."""
    if options.reference is None:
        if options.align or options.mapping:
            raise UserError("--align and --mapping need a REFERENCE")
        return None
    file = read_file(options.reference, checkpoint)
    reference = load_domain(options.reference, tell, file, checkpoint)
    evidence = evidence_beside(name, options.reference) if options.align else NO_EVIDENCE
    compared, remarks = compare_options(
        learned, reference, MappingFiles(options.mapping), options.align, checkpoint, evidence.tasks
    )
    for remark in (*remarks, *evidence.remarks):
        tell(remark)
    return file, compare_domains(learned, reference, compared, checkpoint)
