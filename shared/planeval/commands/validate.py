"""`planeval validate`: execute plans and say whether they are valid, and why not."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from planeval.commands.printing import add_format, printed
from planeval.outcome import Outcome
from planfiles.parser import job_count
from planfiles.progress import Progress

if TYPE_CHECKING:
    from plancore.report.validation.document import Validation

SUMMARY: Final = "execute plans and say why the invalid ones fail"
DESCRIPTION: Final = """\
Execute plans and say why the invalid ones fail.

  planeval validate DOMAIN PROBLEM PLAN…   plans, or folders of plans
  planeval validate FOLDER                 every plan below it, with the problem and
                                           domain that belong to it
  planeval validate CASES                  a list of cases: a line "DOMAIN PROBLEM PLAN…",
                                           or JSON {"domain": …, "problem": …, "plan": …}
                                           for each; paths are relative to the list

A plan may be in any notation, - is standard input.
Exit status: 0 all plans are valid, 1 some are not, 2 trouble, such as a missing file or
a domain beyond what can be executed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "planeval validate [options] DOMAIN PROBLEM PLAN…"
    parser.add_argument("files", nargs="+", metavar="FILE", help=argparse.SUPPRESS)
    add_format(parser, "validation")
    parser.add_argument(
        "--trace", action="store_true", help="also show what each step changes, and what for"
    )
    parser.add_argument(
        "--all", action="store_true", help="list the valid plans of directories as well"
    )
    parser.add_argument(
        "--jobs",
        type=job_count,
        default=None,
        metavar="N",
        help="how many processes to use; by default one for each hundred plans, up to one "
        "for each processor",
    )
    parser.add_argument(
        "--tolerance",
        type=_tolerance,
        default=0.0001,
        metavar="T",
        help="below which two times are the same (default %(default)s)",
    )
    parser.add_argument(
        "--like-val",
        action="store_true",
        help="compare numbers as VAL does: within 0.0001 any comparison holds, so (> 7 7), too",
    )


def run(options: argparse.Namespace) -> int:
    """Validate; returns the exit code."""
    return printed(evaluate, options)


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[Validation]:
    """Whether each plan is valid, and why not. Raises UserError."""
    from planeval.validate import ValidationSettings, validate_all
    from planfiles.cases import find_cases

    batch = find_cases(options.files)
    settings = ValidationSettings(options.trace, options.tolerance, options.like_val)
    progress.begin("validating", len(batch.cases))
    validation = validate_all(batch, settings, options.jobs, progress)
    has_directory = any(map(os.path.isdir, options.files))
    is_brief = has_directory and not (options.all or options.trace)
    validation = replace(validation, is_brief=is_brief)
    notes = tuple(batch.notes())
    return Outcome(validation, validation.status, validation.problems, remarks=notes)


def _tolerance(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no tolerance between 0 and 1")
    return value
