"""The arguments of `planeval blame` turned into what is to be judged."""

from __future__ import annotations

import argparse

from plancore.blame.attribution import EFFORT, attribute
from plancore.compare.domains import DomainDiff, compare_domains
from plancore.model.domain import Domain
from plancore.report.blame.review import BlameReport
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint
from planeval.blame.cases import read_cases
from planfiles.mappings import MappingFiles, compare_options
from planfiles.models import Tell, load_domain, read_file
from planfiles.tasks import NO_EVIDENCE, evidence_beside
from planfiles.trouble import Trouble


def report_of(options: argparse.Namespace, checkpoint: Checkpoint) -> BlameReport:
    """Read the files that the options name, and attribute. Raises Trouble.

    `checkpoint` gets the name of the stage and how far it is, and may end it.
    """
    if not options.plans and not options.not_plans:
        raise Trouble("--plans or --not-plans are needed")
    errors: list[str] = []
    learned = read_file(options.learned)
    domain = load_domain(options.learned, errors.append, learned)
    reference: FileSnapshot | None = None
    models: Domain | DomainDiff = domain
    if options.reference is not None:
        reference = read_file(options.reference)
        models = _compared(options, domain, reference, checkpoint, errors.append)
    elif options.align or options.mapping:
        raise Trouble("--align and --mapping are about the names of a REFERENCE")
    cases = [
        *read_cases(options.plans, options.problem, None, errors.append),
        *read_cases(options.not_plans, options.problem, False, errors.append),
    ]
    effort = EFFORT if options.effort is None else options.effort
    blame = attribute(models, cases, effort, checkpoint)
    return BlameReport(learned, reference, blame, tuple(dict.fromkeys(errors)))


def _compared(
    options: argparse.Namespace,
    learned: Domain,
    file: FileSnapshot,
    checkpoint: Checkpoint,
    tell: Tell,
) -> DomainDiff:
    reference = load_domain(options.reference, tell, file)
    evidence = NO_EVIDENCE
    if options.align:
        evidence = evidence_beside(options.learned, options.reference)
    compared, remarks = compare_options(
        learned, reference, MappingFiles(options.mapping), options.align, checkpoint, evidence.tasks
    )
    for remark in (*remarks, *evidence.remarks):
        tell(remark)
    return compare_domains(learned, reference, compared, checkpoint)
