"""The arguments of `planeval blame` turned into what is to be judged."""

from __future__ import annotations

import argparse

from plancore.blame.attribution import EFFORT, attribute
from plancore.report.blame.review import BlameReport
from plancore.stop import Checkpoint
from planeval.consequences.cases import compared, read_all_cases
from planfiles.models import load_domain, read_file


def report_of(options: argparse.Namespace, checkpoint: Checkpoint) -> BlameReport:
    """Read the files that the options name, and attribute. Raises UserError.

    `checkpoint` gets the name of the stage and how far it is, and may end it.
    """
    errors: list[str] = []
    learned = read_file(options.learned)
    domain = load_domain(options.learned, errors.append, learned)
    beside = compared(options, options.learned, domain, checkpoint, errors.append)
    reference, models = (None, domain) if beside is None else beside
    cases = read_all_cases(options, errors.append)
    effort = EFFORT if options.effort is None else options.effort
    blame = attribute(models, cases, effort, checkpoint)
    return BlameReport(learned, reference, blame, tuple(dict.fromkeys(errors)))
