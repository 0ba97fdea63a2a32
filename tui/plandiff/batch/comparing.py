"""Pairs of files compared, each by itself, in several processes."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from plancore.report.batch.earlier import Earlier
from plancore.report.batch.row import Pair, PairRow, failed
from plancore.report.batch.summarise import earlier_of, row_of
from plancore.report.change.review import ChangeReview
from plancore.report.lines import visible
from plancore.report.text.review import TextReview
from plancore.stop import Checkpoint, StoppedError
from plandiff.compare import compare_to_print
from plandiff.inputs import Input, read_inputs
from planfiles.telling import Hear
from planfiles.trouble import Trouble
from planfiles.workers import LOST, as_finished, cores, in_processes_told

if TYPE_CHECKING:
    from plancore.report.review import ModelReview
    from plandiff.options import Options


def inputs_of(pair: Pair, options: Options) -> tuple[Input, Input]:
    """The two files of a pair, read; one that there is not is empty. Raises Trouble."""
    files = pair.learned or os.devnull, pair.reference or os.devnull
    return read_inputs(files, _labels_of(pair, options))


def _labels_of(pair: Pair, options: Options) -> tuple[str, ...]:
    """What reports call the two files: by the names of their folders where these have some, else
    by their paths."""
    if options.labels:
        return tuple(os.path.join(folder, pair.name) for folder in folder_names(options))
    files = (pair.learned, pair.reference)
    return tuple(f"no {pair.name}" if file is None else visible(file) for file in files)


def folder_names(options: Options) -> tuple[str, ...]:
    """What reports call the folders: as the labels have it, else as they were named. A single label
    is that of both, as git has it, which gives an empty one for whole trees: `b/`, `a/`."""
    match options.labels:
        case (label,):
            return tuple(f"{side}/{label}" for side in ("b", "a"))
        case ():
            return options.files
        case labels:
            return labels


def couples(rows: Sequence[PairRow]) -> Iterator[Pair]:
    """The learned files of rows with each other: of those that have one reference, or, where no two
    have the same, of all. What is of different kinds is not compared."""
    usable = [row for row in rows if row.learned is not None and row.kind]
    both = [couple for couple in combinations(usable, 2) if couple[0].kind == couple[1].kind]
    of_one = [(one, other) for one, other in both if one.reference == other.reference is not None]
    for one, other in of_one or both:
        yield Pair(f"{one.name} ▸ {other.name}", one.learned, other.learned)


def before_of(row: PairRow, pair: Pair) -> str | None:
    """What was before, as a third side, where it could be compared."""
    has_before = row.earlier is not None and not row.earlier.trouble
    return pair.before if has_before else None


def pair_options(options: Options, before: str | None = None) -> Options:
    """What the options of a batch mean for one of its pairs."""
    return replace(options, files=(), labels=(), save=None, baseline=None, before=before)


def compare_pair(options: Options, pair: Pair, checkpoint: Checkpoint) -> PairRow:
    """The row of a pair; whatever keeps it from being compared becomes the reason in it. Raises
    StoppedError."""
    if pair.trouble:
        return failed(pair, pair.trouble)
    try:
        plain = replace(options, before=None)
        inputs = inputs_of(pair, options)
        review = compare_to_print(inputs, plain, checkpoint)
        if isinstance(review, TextReview):
            return failed(pair, "neither PDDL nor plans")
        assert not isinstance(review, ChangeReview), "what was before is asked for below"
        review = _with_plans(review, inputs, plain, checkpoint)
        before = pair.before
        earlier = None if before is None else _earlier(pair, before, review, plain, checkpoint)
        return row_of(pair, review, earlier)
    except Trouble as trouble:
        return failed(pair, trouble.message)
    except StoppedError:
        raise
    except Exception as error:  # one bad pair must not cost the others
        return failed(pair, f"internal error ({type(error).__name__}: {error})")


def _earlier(
    pair: Pair, before: str, now: ModelReview, options: Options, checkpoint: Checkpoint
) -> Earlier:
    """The learned file as it was, beside the same reference. That it cannot be compared does not
    keep the pair from being compared as it is."""
    was = pair._replace(learned=before)
    try:
        review = compare_to_print(
            inputs_of(was, replace(options, labels=())), replace(options, marks=False), checkpoint
        )
    except Trouble as trouble:
        return Earlier(before, trouble=trouble.message)
    if isinstance(review, TextReview | ChangeReview) or review.kind != now.kind:
        return Earlier(before, trouble=f"it was a {review.kind}")
    return earlier_of(before, now, review, checkpoint)


def _with_plans(
    review: ModelReview, inputs: tuple[Input, Input], options: Options, checkpoint: Checkpoint
) -> ModelReview:
    """The review of two domains with what differences do to the plans that stand beside them, as
    the viewer of the pair has it; where there are none, the review as it is."""
    if options.plans or review.kind != "domain":
        return review
    # Without plans nothing of this is needed.
    from plandiff.consequences import judge

    judged = judge(review, inputs, options, checkpoint)
    return review if judged is None else judged.review


def compare_in_order(pairs: Sequence[Pair], options: Options, hear: Hear) -> Iterator[PairRow]:
    """The rows of the pairs in their order, from as many processes as the options say, by default
    one for each processor. `hear` is told how far each pair is that takes long."""
    groups, work = [[pair] for pair in pairs], partial(_compare_each, options)
    for rows in in_processes_told(options.jobs or cores(), work, groups, _lost, hear):
        yield from rows


def compare_as_finished(
    pairs: Sequence[Pair], options: Options, checkpoint: Checkpoint, hear: Hear
) -> Generator[tuple[int, PairRow]]:
    """Each row as soon as it is there, with the number of its pair; `hear` is told how far each
    pair is that takes long. `checkpoint` may end it, and with it all processes."""
    groups, work = [[pair] for pair in pairs], partial(_compare_each, options)
    count = options.jobs or cores()
    with closing(as_finished(count, work, groups, _lost, checkpoint, hear)) as finished:
        for number, (row,) in finished:
            checkpoint()
            yield number, row


def _compare_each(options: Options, pairs: Sequence[Pair], checkpoint: Checkpoint) -> list[PairRow]:
    return [compare_pair(options, pair, checkpoint) for pair in pairs]


def _lost(pair: Pair) -> PairRow:
    return failed(pair, LOST)
