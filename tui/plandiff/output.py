"""Printing a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancore.report.registry import render
from plandiff.terminal import report_style
from planfiles.command import write_out

if TYPE_CHECKING:
    from plancore.report.registry import Report
    from plandiff.options import Options


def print_review(review: Report, options: Options) -> None:
    """Print a report in the format asked for, by default text."""
    write_out(render(review, options.format or "text", report_style(options)))
