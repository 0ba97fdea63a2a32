"""`planlsp check`: the findings of the server on the command line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from planfiles.command import Exit, complain, write_lines, write_out
from planfiles.parser import job_count
from planlsp.commands.values import codes, severity_of_code

if TYPE_CHECKING:
    from collections.abc import Callable

    from plancore.report.findings.checked import FindingsReport

NAME: Final = "check"
SUMMARY: Final = "Check domains, problems and plans."
FORMATS: Final = ("text", "json", "sarif", "github")
_LEVELS: Final = ("error", "warning", "information", "hint")
_EPILOG: Final = """\
A problem is checked with its domain: one of the name it gives, in the same file, the same
folder, the nearest folder, or anywhere among the files given; else one beside it on disk.

exit status: 0 nothing found, 1 findings, 2 trouble (such as a file that cannot be read)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `planlsp check`."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, or a folder of files")
    parser.add_argument("--format", choices=FORMATS, default="text", help="default: text")
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
    from planlsp.batch.checking import CheckOptions
    from planlsp.batch.run_check import check_all

    severities = dict(arguments.severity)
    select = None
    if arguments.select:
        select = frozenset(code for group in arguments.select for code in group)
        severities = {**_switched_on(select), **severities}
    inputs = collect(arguments.paths)
    options = CheckOptions(severities, select, Severity[arguments.level.upper()])
    with Progress("checking", len(inputs.paths)) as progress:
        report = check_all(inputs, options, arguments.jobs, progress)
    for line in report.trouble:
        complain("planlsp", line)
    if arguments.format in ("text", "github"):
        write_lines(_renderer(arguments.format)(report))
    else:
        from dataclasses import replace

        from planfiles.version import own_version

        write_out(_renderer(arguments.format)(replace(report, tool_version=own_version())))
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


def _renderer(name: str) -> Callable[[FindingsReport], str]:
    from plancore.report.findings import github as findings_github
    from plancore.report.findings import json as findings_json
    from plancore.report.findings import sarif as findings_sarif
    from plancore.report.findings import text as findings_text

    renderers: dict[str, Callable[[FindingsReport], str]] = {
        "text": findings_text.render,
        "json": findings_json.render,
        "sarif": findings_sarif.render,
        "github": findings_github.render,
    }
    return renderers[name]
