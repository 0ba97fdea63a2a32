"""`planlsp check`: the diagnostics of the server on the command line."""

from __future__ import annotations

import argparse
import os
import re
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from plancore.report.registry import Style, formats_of
from plancore.spelling import hint
from planfiles.command import (
    Exit,
    complain,
    is_terminal,
    remark,
    wants_colour,
    write_patch,
    write_report,
)
from planfiles.parser import JOBS, PATH, add_format, add_tolerances, job_count

if TYPE_CHECKING:
    from plancore.diagnostic import Severity
    from planlsp.batch.formatting import Changed


_CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def severity_of_code(text: str) -> tuple[str, Severity | None]:
    """`CODE=off` or `CODE=error`; raises ArgumentTypeError for anything else, and for an unknown
    code."""
    from plancore.diagnostic import SEVERITY_NAMES

    code, equals, level = text.partition("=")
    if not equals or not _CODE.fullmatch(code) or level.lower() not in SEVERITY_NAMES:
        if equals and _CODE.fullmatch(code):
            said = hint(level.lower(), SEVERITY_NAMES)
            raise argparse.ArgumentTypeError(f"unknown severity `{level}`; {said}")
        raise argparse.ArgumentTypeError(f"expected CODE=LEVEL, got `{text}`")
    _must_be_known(code)
    return code, SEVERITY_NAMES[level.lower()]


def codes(text: str) -> tuple[str, ...]:
    """Rule codes separated by commas; raises ArgumentTypeError for an unknown one."""
    listed = tuple(code.strip() for code in text.split(",") if code.strip())
    for code in listed:
        _must_be_known(code)
    return listed


def _must_be_known(code: str) -> None:
    # Settings may be for another version; on the command line an unknown code is an error.
    from planlsp.session.settings.codes import is_known, unknown

    if not is_known(code):
        raise argparse.ArgumentTypeError(unknown(code))


NAME: Final = "check"
SUMMARY: Final = "check domains, problems and plans"
_LEVELS: Final = ("error", "warning", "information", "hint")
DESCRIPTION: Final = """\
Check domains, problems and plans.

In directories the content decides what is a plan, a domain or a problem; other files are passed
over. A problem is checked with the domain that it names. That is looked for in the same file, then
in the given files (nearest directory first), then next to the problem, one directory above, and
below the current directory. A plan is checked with its problem and domain, and executed; its
problem is looked for in the same places, as problems/a/p1.pddl for solutions/a/p1.plan. The
settings of a file are those of the nearest planlsp.toml, in its directory or above.

exit status: 0 no errors or warnings, 1 errors or warnings (--fail-on sets the limit), 2 error"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `planlsp check`."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help=PATH)
    fixing = parser.add_mutually_exclusive_group()
    fixing.add_argument(
        "--fix", action="store_true", help="apply the safe fixes to files, and report the rest"
    )
    fixing.add_argument(
        "--diff", action="store_true", help="print what --fix would change, and change nothing"
    )
    add_format(parser, formats_of("findings"))
    parser.add_argument(
        "--severity",
        action="append",
        type=severity_of_code,
        default=[],
        metavar="CODE=LEVEL",
        help="severity of a rule: error, warning, information, hint or off; repeatable",
    )
    parser.add_argument(
        "--select",
        action="append",
        type=codes,
        metavar="CODES",
        help="check only these rules, separated by commas; repeatable",
    )
    parser.add_argument(
        "--level",
        choices=_LEVELS,
        default="hint",
        help="least severe diagnostics to report (default: %(default)s)",
    )
    parser.add_argument(
        "--fail-on",
        choices=_LEVELS,
        default="warning",
        help="least severe diagnostics to exit 1 for (default: %(default)s)",
    )
    add_tolerances(parser)
    parser.add_argument("--jobs", type=job_count, metavar="N", help=JOBS)


def run(arguments: argparse.Namespace) -> int:
    """Check, print, and return the exit status."""
    from plancore.diagnostic import Severity
    from planfiles.command import Progress
    from planfiles.folders import collect_by_content
    from planlsp.batch.checking import CheckOptions, check_all, fix_all_in, settings_for

    severities = dict(arguments.severity)
    select = None
    if arguments.select:
        select = frozenset(code for group in arguments.select for code in group)
        severities = {**_switched_on(select), **severities}
    inputs, others = collect_by_content(arguments.paths)
    options = CheckOptions(
        settings_for(inputs.paths, severities, arguments.tolerance, arguments.duration_tolerance),
        (os.getcwd(), *map(os.path.abspath, filter(os.path.isdir, arguments.paths))),
        select,
        Severity[arguments.level.upper()],
        excerpts=arguments.format == "text" and is_terminal(sys.stdout),
    )
    fixed: list[Changed] = []
    if arguments.fix or arguments.diff:
        from planlsp.batch.formatting import Mode

        mode = Mode.DIFF if arguments.diff else Mode.WRITE
        plain = replace(options, excerpts=False)
        with Progress("fixing", len(inputs.paths)) as progress:
            fixed = fix_all_in(inputs.paths, plain, mode, arguments.jobs, progress)
        fixed_paths = [file.path for file in fixed if file.changed]
        if arguments.diff:
            complain("planlsp", *inputs.trouble, *filter(None, (file.trouble for file in fixed)))
            write_patch("" if arguments.quiet else "".join(file.diff for file in fixed))
            if inputs.trouble or any(file.trouble for file in fixed):
                return Exit.TROUBLE
            return Exit.DIFFERENT if fixed_paths else Exit.SAME
        if not arguments.quiet:
            remark("planlsp", *(f"fixed {path}" for path in fixed_paths))
    with Progress("checking", len(inputs.paths)) as progress:
        report = check_all(inputs, options, arguments.jobs, progress)
    troubles = (*(file.trouble for file in fixed if file.trouble), *report.trouble)
    complain("planlsp", *dict.fromkeys(troubles))
    if arguments.format == "sarif":
        from planfiles.version import __version__

        report = replace(report, tool_version=__version__)
    if not arguments.quiet:
        if others:
            from planfiles.cases import passed_over

            remark("planlsp", passed_over(others, "no definitions or certain steps"))
        write_report(report, arguments.format, Style(colour=wants_colour(arguments.color)))
    if troubles:
        return Exit.TROUBLE
    limit = Severity[arguments.fail_on.upper()]
    fails = any(finding.severity <= limit for finding in report.findings)
    return Exit.DIFFERENT if fails else Exit.SAME


def _switched_on(select: frozenset[str]) -> dict[str, object]:
    """The severities that enable the selected rules that are off by default."""
    from plancore.rules import registry

    return {
        rule.CODE: rule.SEVERITY
        for rule in registry.ALL
        if rule.CODE in select and not rule.DEFAULT
    }
