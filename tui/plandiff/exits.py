"""The exit status of a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plancore.report.review import Review
    from plandiff.options import Options
from planfiles.command import Exit


def status(review: Review, options: Options) -> Exit:
    """The exit status for what was found.

    Sameness is not vouched for when a file has errors; `--strict` makes them trouble anyhow.
    """
    if options.exit_zero:
        return Exit.SAME
    if options.strict and review.has_errors:
        return Exit.TROUBLE
    if not review.is_same:
        return Exit.DIFFERENT
    return Exit.TROUBLE if review.has_errors else Exit.SAME
