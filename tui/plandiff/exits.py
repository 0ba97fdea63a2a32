"""Exit statuses; those of `diff`."""

from __future__ import annotations

from enum import IntEnum

from plancore.report.review import Review
from plandiff.options import Options


class Exit(IntEnum):
    """How a run ended."""

    SAME = 0
    DIFFERENT = 1
    TROUBLE = 2
    INTERRUPTED = 130


def status(review: Review, options: Options) -> Exit:
    """The exit status for what was found.

    Sameness is not vouched for when a file has syntax errors.
    """
    if options.exit_zero:
        return Exit.SAME
    if not review.is_same:
        return Exit.DIFFERENT
    return Exit.TROUBLE if review.has_errors else Exit.SAME
