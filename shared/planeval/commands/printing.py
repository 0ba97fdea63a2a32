"""What a command has found out, printed."""

from __future__ import annotations

import argparse
from typing import Protocol

from plancore.report.registry import Report, Style
from planeval.outcome import Outcome
from planfiles.command import complain, output_width
from planfiles.progress import Progress
from planfiles.reports import write_report


class Evaluate(Protocol):
    """What finds something out, and prints nothing but how far it is."""

    def __call__(self, options: argparse.Namespace, progress: Progress, /) -> Outcome[Report]:
        """Raises Trouble."""
        ...


def printed(evaluate: Evaluate, options: argparse.Namespace) -> int:
    """Evaluate and print the report in the format asked for; the exit status. Raises Trouble."""
    with Progress() as progress:
        outcome = evaluate(options, progress)
    style = Style(document=outcome.document, width=output_width())
    write_report(outcome.report, options.format, style)
    complain("planeval", *outcome.problems)
    return outcome.status


def put_where_asked(evaluate: Evaluate, options: argparse.Namespace) -> int:
    """The same for tables, which go to the file that is named; printed as text without one."""
    from planeval.tables import put

    with Progress() as progress:
        outcome = evaluate(options, progress)
    put(outcome.report, options.output)
    complain("planeval", *outcome.problems)
    return outcome.status
