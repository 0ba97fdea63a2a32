"""What the differences of two domains do to plans: to those that are named, or stand beside."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from plancore.blame.attribution import attribute
from plancore.blame.report import Blame
from plancore.phrases import count_of
from plancore.report.blame.explained import review_plan
from plancore.report.blame.review import BlameReport
from plancore.report.plan.review import PlanReview
from plancore.simulate.cases import Case
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint
from planfiles.cases import plans_beside
from planfiles.errors import UserError
from planfiles.files import STDIN, read_text
from planfiles.plans import read_batch, read_cases

if TYPE_CHECKING:
    from plancore.report.domain.review import DomainReview
    from plancore.report.threeway.review import ThreeWayReview
    from plandiff.inputs import Input
    from plandiff.options import Options


class JudgedReview(NamedTuple):
    """A review that says what its differences do to plans."""

    review: DomainReview

    @property
    def report(self) -> BlameReport:
        """What the differences do to the plans."""
        assert self.review.blame is not None, "the review has executed plans"
        return self.review.blame

    @property
    def cases(self) -> tuple[Case, ...]:
        """The plans."""
        return self.report.cases

    @property
    def blame(self) -> Blame:
        """The same without the files."""
        return self.report.blame

    def review_plan(self, number: int, checkpoint: Checkpoint = NEVER) -> PlanReview:
        """One of the plans, as both domains execute it. Raises UserError."""
        case = self.cases[number]
        # What came from standard input cannot be read again.
        text = read_text(case.name) if case.name != STDIN else ""
        return review_plan(self.report, case, SourceText(text), checkpoint)


def judge_named(
    review: DomainReview, options: Options, checkpoint: Checkpoint = NEVER
) -> JudgedReview:
    """Judge the plans that the options name. Raises UserError where there are none."""
    errors: list[str] = []
    named = read_cases(options.plans, options.problem, None, errors.append)
    cases = _read(named, checkpoint)
    if not cases:
        raise UserError(errors[0] if errors else "no plan in --plans")
    return _judged(review, cases, dict.fromkeys(errors), checkpoint)


class JudgedTwice(NamedTuple):
    """A review with what was before that says what both do to the same plans; `now` is what the
    learned domain does as it is."""

    review: ThreeWayReview
    now: JudgedReview


def judge_three_way(
    review: ThreeWayReview,
    inputs: tuple[Input, Input],
    options: Options,
    checkpoint: Checkpoint = NEVER,
) -> JudgedTwice | None:
    """Judge the same plans by both learned domains; which they are is decided as by `judge`."""
    now = judge(review.now, inputs, options, checkpoint)
    if now is None:
        return None
    before = _judged(review.before, list(now.cases), now.report.errors, checkpoint)
    whole = review.with_blame(now.report, before.report)
    return JudgedTwice(replace(whole, now=now.review), now)


def judge(
    review: DomainReview, inputs: tuple[Input, Input], options: Options, checkpoint: Checkpoint
) -> JudgedReview | None:
    """Judge the plans that the options name, as `judge_named` does; where they name none, those
    that stand beside the two files and are for one of the domains.

    None where there are none, or files stand in for others, which labels tell. What nobody asked
    for nobody has to hear about when it cannot be read.
    """
    if options.plans:
        return judge_named(review, options, checkpoint)
    files = [file.path for file in inputs if file.path is not None]
    if options.labels or len(files) < len(inputs):
        return None
    domains = {review.diff.learned.name, review.diff.reference.name}
    cases = read_batch(plans_beside(files), None, lambda _: None)
    fitting = [case for case in _read(cases, checkpoint) if case.problem.domain_name in domains]
    if not fitting:
        return None
    judged = _judged(review, fitting, (), checkpoint)
    remark = f"effects on {count_of(len(fitting), 'plan')} found next to the files"
    return judged._replace(review=judged.review.with_remarks([remark]))


def _read(cases: Iterable[Case], checkpoint: Checkpoint) -> list[Case]:
    read: list[Case] = []
    for case in cases:
        checkpoint(len(read), "plans read")
        read.append(case)
    return read


def _judged(
    review: DomainReview, cases: list[Case], errors: Iterable[str], checkpoint: Checkpoint
) -> JudgedReview:
    blame = attribute(review.diff, cases, checkpoint=_counting(len(cases), checkpoint))
    report = BlameReport(review.learned, review.reference, blame, tuple(errors), tuple(cases))
    return JudgedReview(review.with_blame(report))


def _counting(n_plans: int, checkpoint: Checkpoint) -> Checkpoint:
    """`checkpoint`, told how many of the plans have been judged."""
    judged = -1

    def call(_done: int = 0, stage: str = "", /) -> None:
        nonlocal judged
        judged += stage == "plan"
        checkpoint(max(judged, 0), f"plans executed, of {n_plans:,}")

    return call
