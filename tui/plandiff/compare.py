"""From two files to the review of what they hold."""

from __future__ import annotations

from os.path import lexists
from typing import TYPE_CHECKING

from plancore.kind import TextKind
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint
from plandiff.by_kind import compare_domains, compare_plans, compare_problems
from plandiff.content import (
    OTHER_TEXT,
    Kind,
    common_kind,
    other_text_around,
    plan_of,
    recognise_both,
    snapshot_of,
    why_by_lines,
)
from planfiles.trouble import Trouble

if TYPE_CHECKING:
    from plancore.correspondence.pairs import Pairs
    from plancore.report.domain.review import DomainReview
    from plancore.report.review import PairReview, Review
    from plancore.report.text.review import TextReview
    from plandiff.inputs import Input
    from plandiff.options import Options


def compare(
    inputs: tuple[Input, Input],
    options: Options,
    checkpoint: Checkpoint = NEVER,
    decided: Pairs | None = None,
) -> Review:
    """The review of two files, and of what was before; raises Trouble when they cannot be compared.

    `checkpoint` is called now and then and may end it. What a person has `decided` of pairs counts
    for aligned domains.
    """
    now = compare_now(inputs, options, checkpoint, decided)
    if options.before is None:
        return now
    if now.kind == "text":
        raise Trouble("--before is for domains, problems and plans, and these are none")
    # Most runs know nothing of what was before.
    from plandiff.before import beside_before, compare_before

    try:
        was = compare_before(options.before, now, inputs, options, checkpoint, decided)
    except Trouble as trouble:
        raise Trouble(f"--before: {trouble.message}") from None
    return beside_before(now, was.review, checkpoint)


def compare_now(
    inputs: tuple[Input, Input],
    options: Options,
    checkpoint: Checkpoint = NEVER,
    decided: Pairs | None = None,
) -> PairReview | TextReview:
    """As `compare`, without what was before."""
    held = None if options.held is None else TextKind(options.held)
    contents = recognise_both(inputs, held, checkpoint)
    why = why_by_lines(inputs, contents)
    kind = Kind.TEXT if why is not None else common_kind(*contents)
    if kind is Kind.TEXT:
        return compare_lines(inputs, why or "", checkpoint)
    first, second = contents
    if kind is Kind.PLAN:
        # Domains need nothing of this.
        from plandiff.setting import find_setting

        plans = plan_of(first), plan_of(second)
        review = compare_plans(*plans, find_setting(inputs, options), options, checkpoint)
        if review.is_same and held is None and other_text_around(inputs):
            return compare_lines(inputs, OTHER_TEXT, checkpoint)
        return review
    files = snapshot_of(first), snapshot_of(second)
    _check_name(files, kind, options.name)
    if kind is Kind.PROBLEM:
        return compare_problems(*files, options, checkpoint)
    domains = compare_domains(*files, inputs, options, checkpoint, decided)
    return _with_marks(domains, inputs[0]) if options.marks else domains


def compare_lines(
    inputs: tuple[Input, Input], why: str = "", checkpoint: Checkpoint = NEVER
) -> TextReview:
    """Two files line by line, whatever they hold; `why`, where that says more than that they are
    neither PDDL nor plans."""
    from plancore.report.text.review import NO_MODEL, TextFile, review_texts

    learned, reference = (TextFile(f.label, SourceText(f.text), f.data) for f in inputs)
    return review_texts(learned, reference, why or NO_MODEL, checkpoint)


def compare_to_print(
    inputs: tuple[Input, Input], options: Options, checkpoint: Checkpoint
) -> Review:
    """The review of two files as `compare` has it, with what the differences of domains do to the
    plans that the options name. Raises Trouble for plans that cannot be used, too."""
    review = compare(inputs, options, checkpoint)
    if not options.plans or review.kind not in ("domain", "threeway"):
        return review
    from plandiff.consequences import judge_named, judge_three_way

    if review.kind == "threeway":
        judged = judge_three_way(review, inputs, options, checkpoint)
        return review if judged is None else judged.review
    return judge_named(review, options, checkpoint).review


def _with_marks(review: DomainReview, learned: Input) -> DomainReview:
    """The review with what a reviewer said of it, if that is kept beside the learned file."""
    if learned.marks_path is None or not lexists(learned.marks_path):
        return review
    from plandiff.marks_file import with_marks

    return with_marks(review, learned.marks_path)


def _check_name(files: tuple[FileSnapshot, FileSnapshot], kind: Kind, name: str | None) -> None:
    if name is None:
        return
    names = {
        definition.name
        for file in files
        for definition in file.definitions
        if definition.kind == kind
    }
    if name.lower() not in names:
        available = ", ".join(sorted(name for name in names if name))
        raise Trouble(
            f"no {kind.value} is called {name!r}; there are: {available or 'none with a name'}"
        )
