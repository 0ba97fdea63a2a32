"""The exit status of a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planfiles.command import Exit
from planfiles.errors import UserError

if TYPE_CHECKING:
    from plancore.report.batch.review import Batch
    from plancore.report.limit import Limit
    from plancore.report.review import Review
    from plandiff.options import Options


def status(review: Review, options: Options) -> Exit:
    """The exit status of a review.

    Files with errors that seem the same, or within the limits, are TROUBLE: they may differ in the
    parts with errors. With `--strict`, errors are always TROUBLE. If there are limits, they decide
    between SAME and DIFFERENT. `--exit-zero` hides differences, but not TROUBLE.
    """
    if options.strict and review.has_errors:
        return Exit.TROUBLE
    try:
        differs = bool(missed_by(review, options)) if options.fail_under else not review.is_same
    except UserError:  # a limit for an unknown score; text mode has reported it
        return Exit.TROUBLE
    if differs:
        return _for_differences(options)
    return Exit.TROUBLE if review.has_errors else Exit.SAME


def batch_status(batch: Batch, options: Options) -> Exit:
    """The exit status of a directory comparison. A pair that failed is TROUBLE. If there are limits
    or a baseline, they decide between SAME and DIFFERENT."""
    if batch.is_trouble or (options.strict and batch.has_errors):
        return Exit.TROUBLE
    return _for_differences(options) if batch.fails else Exit.SAME


def _for_differences(options: Options) -> Exit:
    return Exit.SAME if options.exit_zero else Exit.DIFFERENT


def read_limits(options: Options) -> tuple[Limit, ...]:
    """The limits in the options. Raises UserError for invalid ones."""
    if not options.fail_under:
        return ()
    # Imported late: it imports the metrics, and few runs have limits.
    from plancore.report.limits import read_limit

    try:
        return tuple(map(read_limit, options.fail_under))
    except ValueError as error:
        raise UserError(f"{options.where('fail_under')}: {error}") from None


def missed_by(review: Review, options: Options) -> list[str]:
    """Messages about the limits that a review misses; with an earlier version, limits are for the
    current one. Raises UserError for limits on scores that a review of this kind does not have."""
    limits = read_limits(options)
    if not limits:
        return []
    if review.kind == "threeway" or review.kind == "change":
        review = review.now
    from plancore.report.headline import OF_PLANS, headline_names, plain_headlines
    from plancore.report.limits import missed
    from plancore.spelling import hint

    names, where = headline_names(review.kind), options.where("fail_under")
    if not names:
        what = "no scores for files that are neither PDDL nor plans"
        raise UserError(f"{where}: {what} (--as plan reads them as plans)")
    for limit in limits:
        if limit.figure not in names:
            why = f"a {review.kind} has no score `{limit.figure}`; {hint(limit.figure, names)}"
            raise UserError(f"{where}: {why}")
    below = list(missed(limits, review.kind, plain_headlines(review)))
    said = [text for _, text in below]
    if review.kind == "domain" and review.blame is None:
        of_plans = [limit.figure for limit, _ in below if limit.figure in OF_PLANS]
        if of_plans:
            said.append(f"{', '.join(of_plans)}: not known without --plans")
    return said
