"""Printing a review."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancore.report.registry import render
from plandiff.terminal import report_style
from planfiles.command import write_out

if TYPE_CHECKING:
    from plancore.report.review import Review
    from plandiff.options import Options


def print_review(review: Review, options: Options) -> None:
    """Print a review in the format asked for, by default text."""
    write_out(render(review, options.format or "text", report_style(options)))
