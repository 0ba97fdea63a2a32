"""What a command has found out, printed."""

from __future__ import annotations

import argparse
from typing import Protocol

from plancore.report.registry import Report, Style
from planeval.outcome import Outcome
from planfiles.command import complain, output_width, remark
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
    return _said(outcome)


def put_where_asked(evaluate: Evaluate, options: argparse.Namespace) -> int:
    """The same for tables, which go to the file that is named, in the format that its ending says;
    where none is named they are printed."""
    if not options.output:
        return printed(evaluate, options)
    from planeval.tables import save

    with Progress() as progress:
        outcome = evaluate(options, progress)
    save(outcome.report, options.output)
    return _said(outcome)


def _said(outcome: Outcome[Report]) -> int:
    """The exit status, after what else is to be said."""
    remark("planeval", *outcome.remarks)
    complain("planeval", *outcome.problems)
    return outcome.status
