"""Printing a review."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancore.report.registry import format_named
from plandiff.terminal import report_style
from planfiles.command import write_out

if TYPE_CHECKING:
    from plancore.report.review import Review
    from plandiff.options import Options


def print_review(review: Review, options: Options) -> None:
    """Print a review in the format asked for, by default text."""
    write_out(format_named(options.format or "text").render(review, report_style(options)))
