"""Review two domains with the defaults of all commands: domains that share almost no names are
aligned, and plans next to their files are executed."""

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

# Imported late: most pairs share names, and few have plans next to them.

Paths: TypeAlias = tuple[str | None, str | None]
"""The files of a learned domain and its reference; None for one that is not in a file."""

_WORK: Final = 5_000
"""Calls of a checkpoint, some milliseconds apart, for plans that were not named. A count rather
than a time, so that the result is the same in every format and on every machine."""


class Naming(NamedTuple):
    """How the names of two domains are matched. If `align` is None, domains that share almost no
    names are aligned by structure, others by name. With `evidence`, problems next to the files are
    used."""

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
    """The review of two domains, the first ones or those called `name`. Pairs that the user has
    `decided` count if names are aligned. Raises UserError, and the exceptions of `checkpoint`."""
    from plancore.compare.domains import BY_NAME
    from plancore.metrics.syntactic import CountedPart
    from plancore.report.domain.review import review_domains
    from plancore.report.domain.words import ALIGN, spelt_text, with_advice
    from plancore.report.figures import decimal

    if not (naming.align or naming.mapping):
        by_name = review_domains(learned, reference, name, BY_NAME, checkpoint)
        if naming.is_open and by_name.names_are_apart:
            from plancore.report.domain.words import ALIGNED_FIRST

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
    """A review with the effects of its differences on plans."""

    review: DomainReview

    @property
    def report(self) -> BlameReport:
        """The effects of the differences on the plans."""
        assert self.review.blame is not None, "the review has executed plans"
        return self.review.blame

    @property
    def cases(self) -> tuple[Case, ...]:
        """The plans."""
        return self.report.cases

    @property
    def blame(self) -> Blame:
        """The effects without the files."""
        return self.report.blame

    def review_plan(self, number: int, checkpoint: Checkpoint = NEVER) -> PlanReview:
        """Review one of the plans, executed in both domains. Raises UserError."""
        # Imported late: few users open a plan.
        from plancore.report.blame.explained import review_plan
        from plancore.source import SourceText

        case = self.cases[number]
        # Standard input cannot be read again.
        text = read_text(case.name) if case.name != STDIN else ""
        return review_plan(self.report, case, SourceText(text), checkpoint)


class Plans(NamedTuple):
    """The plans on which effects of differences are judged: those `named`, for `problem` if given;
    if none are named and `found` is set, those next to the two files."""

    named: Sequence[str] = ()
    problem: str | None = None
    found: bool = True


class FoundCases(NamedTuple):
    """Plans that were found, not named, and a remark on them."""

    cases: tuple[Case, ...]
    remark: str


class JudgedTwice(NamedTuple):
    """A three-way review with the effects of both learned domains; `now` is the current one's."""

    review: ThreeWayReview
    now: JudgedReview


def judge(
    review: DomainReview, paths: Paths, plans: Plans, checkpoint: Checkpoint = NEVER
) -> JudgedReview | None:
    """Judge the effects of the differences on plans; None if there are no plans. Raises UserError
    for unusable plans that are named; others are left out."""
    if plans.named:
        return _judge_named(review, plans, checkpoint)
    found = find_plans_beside(review, paths, checkpoint) if plans.found else None
    return None if found is None else judge_found(review, found, checkpoint)


def judge_three_way(
    review: ThreeWayReview, paths: Paths, plans: Plans, checkpoint: Checkpoint = NEVER
) -> JudgedTwice | None:
    """Judge the effects of both learned domains on the same plans, chosen as in `judge`."""
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
    """The plans next to the two files that are for one of the domains; None if there are none, or
    if a domain is not in a file."""
    files = [path for path in paths if path is not None]
    # Imported late: most folders have no plans.
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
    """Judge the effects on plans that were found, within a limit of work."""
    judged = judged_by(review, found.cases, (), _limited(checkpoint), are_found=True)
    if review.is_same and not judged.blame.undecided:
        return judged  # all plans behave as in the reference
    return judged._replace(review=judged.review.with_remarks([found.remark]))


def judged_by(
    review: DomainReview,
    cases: Sequence[Case],
    errors: Iterable[str] = (),
    checkpoint: Checkpoint = NEVER,
    *,
    are_found: bool = False,
) -> JudgedReview:
    """The review with its effects on `cases`; `are_found` if these were found, not named."""
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
    """Wrap `checkpoint`: it raises SpentError after `_WORK` calls."""
    left = _WORK

    def call(done: int = 0, stage: str = "", /) -> None:
        nonlocal left
        checkpoint(done, stage)
        left -= 1
        if left < 0:
            raise SpentError

    return call


def _counting(n_plans: int, checkpoint: Checkpoint) -> Checkpoint:
    """Wrap `checkpoint`: it gets the number of plans that have been judged."""
    judged = -1

    def call(_done: int = 0, stage: str = "", /) -> None:
        nonlocal judged
        judged += stage == "plan"
        checkpoint(max(judged, 0), f"plans executed, of {n_plans:,}")

    return call
