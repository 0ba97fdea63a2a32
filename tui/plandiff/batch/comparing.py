"""Pairs of files compared, each by itself, in several processes."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from plancore.report.batch.row import Pair, PairRow, failed
from plancore.report.batch.summarise import row_of
from plancore.stop import Checkpoint
from plandiff.compare import compare_to_print
from plandiff.inputs import Input, read_inputs
from planfiles.trouble import Trouble
from planfiles.workers import LOST, as_finished, cores, in_processes

if TYPE_CHECKING:
    from plandiff.options import Options


def inputs_of(pair: Pair, options: Options) -> tuple[Input, Input]:
    """The two files of a pair, read; one that there is not is empty. Raises Trouble."""
    files = pair.learned or os.devnull, pair.reference or os.devnull
    return read_inputs(files, labels_of(pair, options))


def labels_of(pair: Pair, options: Options) -> tuple[str, ...]:
    """What reports call the two files: as the options call their folders, else by their paths."""
    match options.labels:
        case ():
            return (
                pair.learned or f"{pair.name} (missing)",
                pair.reference or f"{pair.name} (missing)",
            )
        case labels:
            return tuple(f"{label}/{pair.name}" for label in labels)


def pair_options(options: Options) -> Options:
    """What the options of a batch mean for one of its pairs."""
    return replace(options, files=(), labels=(), save_mapping=None, save=None, baseline=None)


def compare_pair(options: Options, pair: Pair) -> PairRow:
    """The row of a pair; whatever keeps it from being compared becomes the reason in it."""
    if pair.trouble:
        return failed(pair, pair.trouble)
    try:
        return row_of(pair, compare_to_print(inputs_of(pair, options), options))
    except Trouble as trouble:
        return failed(pair, trouble.message)
    except Exception as error:  # one bad pair must not cost the others
        return failed(pair, f"internal error ({type(error).__name__}: {error})")


def compare_in_order(
    pairs: Sequence[Pair], options: Options, jobs: int | None = None
) -> Iterator[PairRow]:
    """The rows of the pairs in their order, from `jobs` processes, by default one for each
    processor."""
    groups = [[pair] for pair in pairs]
    for rows in in_processes(jobs or cores(), _work(options), groups, _lost):
        yield from rows


def compare_as_finished(
    pairs: Sequence[Pair], options: Options, checkpoint: Checkpoint
) -> Generator[tuple[int, PairRow]]:
    """Each row as soon as it is there, with the number of its pair. `checkpoint` may end it, and
    with it all processes."""
    groups = [[pair] for pair in pairs]
    count = options.jobs or cores()
    with closing(as_finished(count, _work(options), groups, _lost, checkpoint)) as finished:
        for number, (row,) in finished:
            checkpoint()
            yield number, row


def _work(options: Options) -> partial[list[PairRow]]:
    return partial(_compare_each, replace(options, save_mapping=None))


def _compare_each(options: Options, pairs: Sequence[Pair]) -> list[PairRow]:
    return [compare_pair(options, pair) for pair in pairs]


def _lost(pair: Pair) -> PairRow:
    return failed(pair, LOST)
