"""Writing to standard output: the same bytes in every locale."""

from __future__ import annotations

import sys

from plancore.report.registry import format_named
from plancore.report.review import Review
from plandiff.options import Options
from plandiff.terminal import report_style


def print_review(review: Review, options: Options) -> None:
    """Print a review in the format asked for, by default text."""
    print_text(format_named(options.format or "text").render(review, report_style(options)))


def print_text(text: str) -> None:
    """Print `text` as UTF-8."""
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()
