"""`planlsp format`: formats files, in place."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from plancore.report.lines import visible
from planfiles.command import Exit, complain, write_lines, write_patch
from planfiles.parser import JOBS, PATH, QUIET, job_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from planlsp.batch.formatting import Changed, Mode

NAME: Final = "format"
SUMMARY: Final = "format domains, problems and plans, in place"
DESCRIPTION: Final = """\
Format domains, problems and plans, in place.

Only white space changes. Definitions with syntax errors, and text outside definitions, are left
unchanged. A file with an unresolved merge conflict is left unchanged and reported as an error.

exit status: 0 formatted, or nothing to change; 1 with --check or --diff: changes; 2 error"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `planlsp format`."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help=PATH)
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument(
        "--check", action="store_true", help="list files that would change, and change nothing"
    )
    mode.add_argument("--diff", action="store_true", help="print a patch, and change nothing")
    parser.add_argument("-q", "--quiet", action="store_true", help=QUIET)
    parser.add_argument("--jobs", type=job_count, metavar="N", help=JOBS)


def run(arguments: argparse.Namespace) -> int:
    """Format, and return the exit status."""
    from planfiles.command import Progress
    from planfiles.folders import collect
    from planlsp.batch.formatting import Mode, format_all

    mode = Mode.CHECK if arguments.check else Mode.DIFF if arguments.diff else Mode.WRITE
    inputs = collect(arguments.paths)
    with Progress("formatting", len(inputs.paths)) as progress:
        outcomes = format_all(inputs.paths, mode, arguments.jobs, progress)
    troubles = [*inputs.trouble, *(file.trouble for file in outcomes if file.trouble)]
    complain("planlsp", *troubles)
    if not arguments.quiet:
        (write_patch if mode is Mode.DIFF else write_lines)(_report(outcomes, mode))
    if troubles:
        return Exit.TROUBLE
    if mode is not Mode.WRITE and any(file.changed for file in outcomes):
        return Exit.DIFFERENT
    return Exit.SAME


def _report(outcomes: Sequence[Changed], mode: Mode) -> str:
    from planlsp.batch.formatting import Mode

    if mode is Mode.DIFF:
        return "".join(file.diff for file in outcomes)
    verb = "would change" if mode is Mode.CHECK else "changed"
    changed = [file.path for file in outcomes if file.changed]
    names = "".join(f"{verb}: {visible(path)}\n" for path in changed)
    same = sum(not file.changed and not file.trouble for file in outcomes)
    return f"{names}{len(changed)} {verb}, {same} already formatted\n"
