"""Two domains under review by the defaults of every command: domains that share almost no names are
aligned, and the plans found next to their files are executed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from os.path import dirname
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from plancore.phrases import count_of
from plancore.stop import NEVER, Checkpoint, SpentError
from planfiles.errors import UserError
from planfiles.files import STDIN, read_text
from planfiles.folders import named_plans_in

if TYPE_CHECKING:
    from plancore.blame.report import Blame
    from plancore.correspondence.pairs import Pairs
    from plancore.model.problem import Case
    from plancore.report.blame.review import BlameReport
    from plancore.report.domain.review import DomainReview
    from plancore.report.plan.review import PlanReview
    from plancore.report.threeway.review import ThreeWayReview
    from plancore.snapshot import FileSnapshot

# Only what is asked for is imported: most pairs share names, and few have plans next to them.

Paths: TypeAlias = tuple[str | None, str | None]
"""The files of a learned domain and its reference; None for one that is in no file."""

_WORK: Final = 5_000
"""Calls of a checkpoint, each after some milliseconds, for plans that nobody asked for. Counted,
and not timed, so that every format and every machine says the same of a pair."""


class Naming(NamedTuple):
    """How the names of two domains are matched: where `align` is None, those of domains that share
    almost no names by structure, and others as they are. With `evidence` problems next to the
    files count."""

    align: bool | None = None
    mapping: str | None = None
    save_mapping: str | None = None
    evidence: bool = True

    @property
    def is_open(self) -> bool:
        """Whether the domains decide how their names are matched."""
        return self.align is None and not self.mapping


def review_pair(
    learned: FileSnapshot,
    reference: FileSnapshot,
    paths: Paths,
    naming: Naming,
    name: str | None = None,
    checkpoint: Checkpoint = NEVER,
    decided: Pairs | None = None,
) -> DomainReview:
    """The review of two domains, the first ones or those called `name`; what a person has `decided`
    of pairs counts where they are aligned. Raises UserError, and what `checkpoint` raises."""
    from plancore.compare.domains import BY_NAME
    from plancore.metrics.syntactic import CountedPart
    from plancore.report.domain.basis import ALIGN, spelt_text, with_advice
    from plancore.report.domain.review import review_domains
    from plancore.report.figures import decimal

    if not (naming.align or naming.mapping):
        by_name = review_domains(learned, reference, name, BY_NAME, checkpoint)
        if naming.is_open and by_name.names_are_apart:
            from plancore.report.domain.basis import ALIGNED_FIRST

            align = naming._replace(align=True)
            aligned = review_pair(learned, reference, paths, align, name, checkpoint, decided)
            if aligned.is_aligned:
                return aligned.with_remarks([ALIGNED_FIRST])
        if not naming.save_mapping:
            spelt = spelt_text(by_name.diff) if naming.is_open else ""
            if not spelt:
                return by_name
            align = naming._replace(align=True)
            aligned = review_pair(learned, reference, paths, align, name, checkpoint, decided)
            score = decimal(aligned.syntactic.micro[CountedPart.ALL].f1)
            return by_name.with_remarks([f"{with_advice(spelt, ALIGN)} (F1 {score})"])
    from planfiles.mappings import (
        NO_DOMAIN,
        NO_EVIDENCE,
        MappingFiles,
        compare_options,
        evidence_beside,
    )

    definitions = (learned.first("domain", name), reference.first("domain", name))
    ours, theirs = (definition.domain if definition else NO_DOMAIN for definition in definitions)
    files = MappingFiles(naming.mapping, naming.save_mapping)
    evidence = NO_EVIDENCE
    if (naming.align or naming.save_mapping) and naming.evidence:
        evidence = evidence_beside(*paths)
    compared, remarks = compare_options(
        ours, theirs, files, bool(naming.align), checkpoint, evidence.tasks, decided
    )
    review = review_domains(learned, reference, name, compared, checkpoint)
    return review.with_remarks((*remarks, *evidence.remarks))


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
        # Few people open a plan.
        from plancore.report.blame.explained import review_plan
        from plancore.source import SourceText

        case = self.cases[number]
        # What came from standard input cannot be read again.
        text = read_text(case.name) if case.name != STDIN else ""
        return review_plan(self.report, case, SourceText(text), checkpoint)


class Plans(NamedTuple):
    """The plans by which differences are judged: those that are `named`, for `problem` where it is
    one; where none are, and they are to be `found`, those next to the two files."""

    named: Sequence[str] = ()
    problem: str | None = None
    found: bool = True


class FoundCases(NamedTuple):
    """Plans that nobody named, and a remark that says so."""

    cases: tuple[Case, ...]
    remark: str


class JudgedTwice(NamedTuple):
    """A review with what was before that says what both do to the same plans; `now` is what the
    learned domain does as it is."""

    review: ThreeWayReview
    now: JudgedReview


def judge(
    review: DomainReview, paths: Paths, plans: Plans, checkpoint: Checkpoint = NEVER
) -> JudgedReview | None:
    """What the differences do to plans; None where there are none. Raises UserError for plans that
    are named and cannot be used; others are left out."""
    if plans.named:
        return _judge_named(review, plans, checkpoint)
    found = find_plans_beside(review, paths, checkpoint) if plans.found else None
    return None if found is None else judge_found(review, found, checkpoint)


def judge_three_way(
    review: ThreeWayReview, paths: Paths, plans: Plans, checkpoint: Checkpoint = NEVER
) -> JudgedTwice | None:
    """Judge the same plans by both learned domains; which they are is decided as by `judge`."""
    now = judge(review.now, paths, plans, checkpoint)
    if now is None:
        return None
    limited = checkpoint if plans.named else _limited(checkpoint)
    before = judged_by(review.before, now.cases, now.report.errors, limited)
    whole = review.with_blame(now.report, before.report)
    return JudgedTwice(replace(whole, now=now.review), now)


def find_plans_beside(
    review: DomainReview, paths: Paths, checkpoint: Checkpoint = NEVER
) -> FoundCases | None:
    """The plans next to the two files that are for one of the domains; None where there are none,
    or where files are in no directory."""
    files = [path for path in paths if path is not None]
    # Most names are not those of plans.
    if len(files) < len(paths) or not any(named_plans_in(dirname(path)) for path in files):
        return None
    from planfiles.cases import plans_beside
    from planfiles.plans import read_batch

    batch = plans_beside(files)
    domains = {review.diff.learned.name, review.diff.reference.name}
    cases = _read(read_batch(batch, None, lambda _: None), checkpoint)
    fitting = tuple(case for case in cases if case.problem.domain_name in domains)
    if not fitting:
        return None
    remark = f"effects on {count_of(len(fitting), 'plan')} found next to the files"
    if batch.n_passed_over:
        remark += f"; {batch.n_passed_over} more not executed (--plans executes all)"
    return FoundCases(fitting, remark)


def judge_found(
    review: DomainReview, found: FoundCases, checkpoint: Checkpoint = NEVER
) -> JudgedReview:
    """What the differences do to plans that nobody named, as far as little work tells."""
    judged = judged_by(review, found.cases, (), _limited(checkpoint), are_found=True)
    if review.is_same and not judged.blame.undecided:
        return judged  # all plans do as in the reference
    return judged._replace(review=judged.review.with_remarks([found.remark]))


def judged_by(
    review: DomainReview,
    cases: Sequence[Case],
    errors: Iterable[str] = (),
    checkpoint: Checkpoint = NEVER,
    *,
    are_found: bool = False,
) -> JudgedReview:
    """The review with what its differences do to `cases`; `are_found` says that nobody named
    them."""
    from plancore.blame.attribution import attribute
    from plancore.report.blame.review import BlameReport

    blame = attribute(review.diff, cases, checkpoint=_counting(len(cases), checkpoint))
    files = review.learned, review.reference
    report = BlameReport(*files, blame, tuple(errors), tuple(cases), are_found)
    return JudgedReview(review.with_blame(report))


def _judge_named(review: DomainReview, plans: Plans, checkpoint: Checkpoint) -> JudgedReview:
    from planfiles.plans import read_cases

    errors: list[str] = []
    cases = _read(read_cases(plans.named, plans.problem, None, errors.append), checkpoint)
    if not cases:
        raise UserError(errors[0] if errors else "no plan in --plans")
    return judged_by(review, cases, dict.fromkeys(errors), checkpoint)


def _read(cases: Iterable[Case], checkpoint: Checkpoint) -> list[Case]:
    read: list[Case] = []
    for case in cases:
        checkpoint(len(read), "plans read")
        read.append(case)
    return read


def _limited(checkpoint: Checkpoint) -> Checkpoint:
    """`checkpoint`, and SpentError when the work for plans that nobody asked for is done."""
    left = _WORK

    def call(done: int = 0, stage: str = "", /) -> None:
        nonlocal left
        checkpoint(done, stage)
        left -= 1
        if left < 0:
            raise SpentError

    return call


def _counting(n_plans: int, checkpoint: Checkpoint) -> Checkpoint:
    """`checkpoint`, told how many of the plans have been judged."""
    judged = -1

    def call(_done: int = 0, stage: str = "", /) -> None:
        nonlocal judged
        judged += stage == "plan"
        checkpoint(max(judged, 0), f"plans executed, of {n_plans:,}")

    return call
