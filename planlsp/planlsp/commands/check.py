"""`planlsp check`: the findings of the server on the command line."""

from __future__ import annotations

import argparse
import os
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from plancore.report.registry import formats_of
from planfiles.command import Exit, complain, write_report
from planfiles.parser import job_count

if TYPE_CHECKING:
    from plancore.diagnostic import Severity


_CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def severity_of_code(text: str) -> tuple[str, Severity | None]:
    """`CODE=off` or `CODE=error`; raises ArgumentTypeError for anything else, and for a code that
    no finding has."""
    from plancore.diagnostic import SEVERITY_NAMES

    code, equals, level = text.partition("=")
    if not equals or not _CODE.fullmatch(code) or level.lower() not in SEVERITY_NAMES:
        choices = ", ".join(SEVERITY_NAMES)
        raise argparse.ArgumentTypeError(f"{text!r} is not CODE=LEVEL; LEVEL is {choices}")
    _must_be_known(code)
    return code, SEVERITY_NAMES[level.lower()]


def codes(text: str) -> tuple[str, ...]:
    """Rule codes separated by commas; raises ArgumentTypeError for a word that cannot be a code,
    or is none."""
    listed = tuple(code.strip() for code in text.split(",") if code.strip())
    for code in listed:
        if not _CODE.fullmatch(code):
            raise argparse.ArgumentTypeError(f"{code!r} is no code")
        _must_be_known(code)
    return listed


def _must_be_known(code: str) -> None:
    # A setting may be for another version; what is asked for now and cannot be found is a mistake.
    from planlsp.session.settings.codes import is_known, question

    if not is_known(code):
        raise argparse.ArgumentTypeError(question(code) or f"there is no finding `{code}`")


NAME: Final = "check"
SUMMARY: Final = "Check domains, problems and plans."
_LEVELS: Final = ("error", "warning", "information", "hint")
_EPILOG: Final = """\
A problem is checked with its domain: one of the name it gives, in the same file, the same
folder, the nearest folder, or anywhere among the files given; else one beside it on disk.
The settings of a file are those of the nearest planlsp.toml in its folder or above.

exit status: 0 nothing found, 1 findings, 2 trouble (such as a file that cannot be read)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `planlsp check`."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, or a folder of files")
    parser.add_argument(
        "--format", choices=formats_of("findings"), default="text", help="default: text"
    )
    parser.add_argument(
        "--severity",
        action="append",
        type=severity_of_code,
        default=[],
        metavar="CODE=LEVEL",
        help="report CODE as error, warning, information or hint, or turn it off",
    )
    parser.add_argument(
        "--select", action="append", type=codes, metavar="CODES", help="report these codes only"
    )
    parser.add_argument(
        "--level", choices=_LEVELS, default="hint", help="leave out what is less severe"
    )
    parser.add_argument(
        "--jobs", type=job_count, metavar="N", help="processes to use; default: as many as help"
    )


def run(arguments: argparse.Namespace) -> int:
    """Check, print, and return the exit status."""
    from plancore.diagnostic import Severity
    from planfiles.folders import collect
    from planfiles.progress import Progress
    from planlsp.batch.checking import CheckOptions, check_all, settings_for

    severities = dict(arguments.severity)
    select = None
    if arguments.select:
        select = frozenset(code for group in arguments.select for code in group)
        severities = {**_switched_on(select), **severities}
    inputs = collect(arguments.paths)
    options = CheckOptions(
        settings_for(inputs.paths, severities),
        (os.getcwd(), *map(os.path.abspath, filter(os.path.isdir, arguments.paths))),
        select,
        Severity[arguments.level.upper()],
    )
    with Progress("checking", len(inputs.paths)) as progress:
        report = check_all(inputs, options, arguments.jobs, progress)
    complain("planlsp", *report.trouble)
    if arguments.format == "sarif":
        from planfiles.version import __version__

        report = replace(report, tool_version=__version__)
    write_report(report, arguments.format)
    if report.trouble:
        return Exit.TROUBLE
    return Exit.DIFFERENT if report.findings else Exit.SAME


def _switched_on(select: frozenset[str]) -> dict[str, object]:
    """The severities that turn on those of the selected rules that are off by default."""
    from plancore.rules import registry

    return {
        rule.CODE: rule.SEVERITY
        for rule in registry.ALL
        if rule.CODE in select and not rule.DEFAULT
    }
