"""`planeval validate`: execute plans, and explain why invalid ones fail."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from planeval.commands.printing import add_report, printed
from planeval.outcome import Outcome
from planfiles.command import Progress
from planfiles.parser import add_tolerances, job_count

if TYPE_CHECKING:
    from plancore.report.validation.document import Validation

SUMMARY: Final = "execute plans and report why invalid ones fail"
DESCRIPTION: Final = """\
Execute plans and report why invalid ones fail.

  planeval validate DOMAIN PROBLEM PLAN…   plans, or directories of plans
  planeval validate DIRECTORY              every plan below it, with the problem and domain
                                           that belong to it
  planeval validate PLAN…                  the same for single plans
  planeval validate CASES                  a case list: a line "DOMAIN PROBLEM PLAN…", or JSON
                                           {"domain": …, "problem": …, "plan": …} for each;
                                           paths are relative to the list

A plan may be in any notation; - is standard input.

exit status: 0 all plans valid, 1 some invalid, 2 error"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "planeval validate [options] DOMAIN PROBLEM PLAN…"
    parser.add_argument("files", nargs="+", metavar="FILE", help=argparse.SUPPRESS)
    add_report(parser, "validation")
    parser.add_argument(
        "--trace", action="store_true", help="also show the changes and causal links of each step"
    )
    parser.add_argument(
        "--all", action="store_true", help="list the valid plans of directories as well"
    )
    parser.add_argument(
        "--jobs",
        type=job_count,
        default=None,
        metavar="N",
        help="number of processes (default: one per 100 plans, at most one per processor)",
    )
    add_tolerances(parser)
    parser.add_argument(
        "--like-val",
        action="store_true",
        help="compare numbers within 0.0001, even (> 7 7), and durations within --tolerance",
    )


def _extension(options: argparse.Namespace) -> str:
    return os.path.splitext(options.written_to or "")[1].removeprefix(".")


def run(options: argparse.Namespace) -> int:
    """Validate; returns the exit code."""
    return printed(evaluate, options)


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[Validation]:
    """Report whether each plan is valid, or why not. Raises UserError."""
    from plancore.model.plan import Tolerances
    from planeval.validate import ValidationSettings, validate_all
    from planfiles.cases import find_cases

    batch = find_cases(options.files)
    tolerances = Tolerances.of(options.tolerance, options.duration_tolerance)
    has_page = len(batch.cases) == 1 and "html" in (options.format, _extension(options))
    settings = ValidationSettings(options.trace or has_page, has_page, tolerances, options.like_val)
    progress.begin("validating", len(batch.cases))
    validation = validate_all(batch, settings, options.jobs, progress)
    has_directory = any(map(os.path.isdir, options.files))
    is_brief = has_directory and not (options.all or options.trace)
    validation = replace(validation, is_brief=is_brief)
    notes = tuple(batch.notes())
    return Outcome(validation, validation.status, validation.problems, remarks=notes)
