"""Compare pairs of files, each independently, in several processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from plancore.json_toml import DocumentError, json_value
from plancore.report.batch.review import ALL, Baseline, Batch
from plancore.report.batch.row import (
    KEYS,
    BatchPair,
    BatchRow,
    Chosen,
    Earlier,
    NameOptions,
    failed,
)
from plancore.report.batch.summarise import earlier_of, row_of
from plancore.report.lines import visible
from plancore.report.registry import FORMATS, render
from plancore.report.text.document import TextReview
from plancore.report.threeway.review import ThreeWayReview
from plancore.stop import Checkpoint, StoppedError
from plandiff.compare import beside_before, compare_before, compare_now, paths_of, plans_of
from plandiff.inputs import Input, read_inputs
from plandiff.terminal import name_sides
from planfiles.errors import UserError
from planfiles.files import STDIN, read_text
from planfiles.pairs import FilePairs, pairs_below, pairs_between, pairs_of_versions
from planfiles.progress_reports import OnProgress
from planfiles.reviews import judge, judge_three_way
from planfiles.workers import LOST, NICENESS, as_finished, cores, in_processes_reporting
from planfiles.writing import write_text

if TYPE_CHECKING:
    from plancore.report.review import PairReview
    from plandiff.option import OptionRow
    from plandiff.options import Options


def inputs_of(pair: BatchPair, options: Options) -> tuple[Input, Input]:
    """Read the two files of a pair; a missing one is empty. Raises UserError."""
    files = pair.learned or os.devnull, pair.reference or os.devnull
    learned, reference = read_inputs(files, _labels_of(pair, options))
    # git gives a single label for both folders.
    if len(options.labels) != 1:
        return learned, reference
    return _by_git(learned, options), _by_git(reference, options)


def _by_git(file: Input, options: Options) -> Input:
    """A file of a temporary folder of git: a link into the working tree, or a copy."""
    is_copy = (file.path or "").startswith(tuple(os.path.join(it, "") for it in options.files))
    return replace(file, by_name=True, among_changes=is_copy)


def _labels_of(pair: BatchPair, options: Options) -> tuple[str, ...]:
    """The names of the two files in reports: below the labels of their folders, or paths."""
    if options.labels:
        (learned, reference), (first, *others) = pair.names, folder_names(options)
        return os.path.join(first, learned), *(os.path.join(other, reference) for other in others)
    files = (pair.learned, pair.reference)
    return tuple(f"no {pair.name}" if file is None else visible(file) for file in files)


def folder_names(options: Options) -> tuple[str, ...]:
    """The names of the folders in reports: their labels, else as given. A single label is for both,
    as from git, which gives an empty one for whole trees: `b/`, `a/`."""
    match options.labels:
        case (label,):
            return tuple(f"{side}/{label}" for side in ("b", "a"))
        case ():
            return options.files
        case labels:
            return labels


def names_of(options: Options) -> NameOptions:
    """The options for matching names."""
    return NameOptions(bool(options.align), options.mapping)


def chosen_of(options: Options) -> Chosen:
    """The other options that rows depend on, where they are not the default."""
    values = {row.key: getattr(options, row.dest) for row in _chosen_rows()}
    return {row.key: values[row.key] for row in _chosen_rows() if values[row.key] != row.default}


def as_compared(options: Options, batch: Batch) -> Options:
    """The options, changed to those that a batch was compared with, as far as it recorded them."""
    if batch.names is not None:
        options = replace(
            options, align=batch.names.is_aligned or None, mapping=batch.names.mapping
        )
    if batch.chosen is not None:
        chosen = {row.dest: batch.chosen.get(row.key, row.default) for row in _chosen_rows()}
        options = replace(options, **chosen)
    return options


def _chosen_rows() -> list[OptionRow]:
    from plandiff.options import ROWS

    return [row for row in ROWS if row.key in KEYS]


def couples(rows: Sequence[BatchRow]) -> Iterator[BatchPair]:
    """All pairs of learned files of a kind, with the same reference if there are any."""
    usable = [row for row in rows if row.learned is not None and row.kind]
    both = [couple for couple in combinations(usable, 2) if couple[0].kind == couple[1].kind]
    of_one = [(one, other) for one, other in both if one.reference == other.reference is not None]
    for one, other in of_one or both:
        yield BatchPair(f"{one.name} ▸ {other.name}", one.learned, other.learned)


def before_of(row: BatchRow, pair: BatchPair) -> str | None:
    """The earlier version for a three-way review, if it could be compared."""
    has_before = row.earlier is not None and not row.earlier.trouble
    return pair.before if has_before else None


def pair_options(options: Options, before: str | None = None) -> Options:
    """The options of a batch for one of its pairs. The labels, which are those of the folders, are
    kept: that there are some means that the files are copies of others."""
    return replace(options, files=(), save=None, baseline=None, before=before)


def compare_pair(options: Options, pair: BatchPair, checkpoint: Checkpoint) -> BatchRow:
    """The row of a pair; if it cannot be compared, the row has the reason. Raises StoppedError."""
    if pair.trouble:
        return failed(pair, pair.trouble)
    try:
        inputs = inputs_of(pair, options)
        now = compare_now(inputs, options, checkpoint)
        if isinstance(now, TextReview):
            return failed(pair, "neither PDDL nor plans")
        if pair.before is None:
            return row_of(pair, _with_plans(now, inputs, options, checkpoint))
        try:
            before = compare_before(pair.before, now, inputs, options, checkpoint)
        except UserError as trouble:
            # The current files can be compared nevertheless.
            earlier = Earlier(pair.before, trouble=trouble.message)
            return row_of(pair, _with_plans(now, inputs, options, checkpoint), earlier)
        both = beside_before(now, before.review, checkpoint)
        if isinstance(both, ThreeWayReview):
            both = _with_plans_twice(both, inputs, options, checkpoint)
        return row_of(pair, both.now, earlier_of(pair.before, both, before.remark))
    except UserError as trouble:
        return failed(pair, trouble.message)
    except StoppedError:
        raise
    except Exception as error:  # a bug must not affect other pairs
        return failed(pair, f"internal error ({type(error).__name__}: {error})")


def _with_plans(
    review: PairReview, inputs: tuple[Input, Input], options: Options, checkpoint: Checkpoint
) -> PairReview:
    """The review of two domains with the effects of differences on the plans given or next to them,
    as in the viewer of the pair; the review itself if there are none."""
    if review.kind != "domain":
        return review
    judged = judge(review, paths_of(inputs), plans_of(options), checkpoint)
    return review if judged is None else judged.review


def _with_plans_twice(
    review: ThreeWayReview, inputs: tuple[Input, Input], options: Options, checkpoint: Checkpoint
) -> ThreeWayReview:
    """The same for a three-way review."""
    judged = judge_three_way(review, paths_of(inputs), plans_of(options), checkpoint)
    return review if judged is None else judged.review


def compare_in_order(
    pairs: Sequence[BatchPair], options: Options, on_progress: OnProgress
) -> Iterator[BatchRow]:
    """The rows of the pairs in order, from as many processes as the options set, by default one for
    each processor. `on_progress` is called with the progress of slow pairs."""
    groups, work = [[pair] for pair in pairs], partial(_compare_each, options)
    for rows in in_processes_reporting(options.jobs or cores(), work, groups, _lost, on_progress):
        yield from rows


def compare_as_finished(
    pairs: Sequence[BatchPair],
    options: Options,
    checkpoint: Checkpoint,
    on_progress: OnProgress,
    begin: Callable[[int], object] = lambda _: None,
) -> Generator[tuple[int, BatchRow]]:
    """Each row as soon as it is finished, with the number of its pair. `begin` is called with the
    number of each pair when it starts, `on_progress` with the progress of slow pairs. If
    `checkpoint` raises, all processes end."""

    def groups() -> Iterator[list[BatchPair]]:
        for number, pair in enumerate(pairs):
            begin(number)
            yield [pair]

    work, count, take = partial(_compare_each, options), options.jobs or cores(), groups()
    running = as_finished(
        count, work, lambda: next(take, None), _lost, checkpoint, on_progress, niceness=NICENESS
    )
    with closing(running) as finished:
        for number, _, (row,) in finished:
            checkpoint()
            yield number, row


def _compare_each(
    options: Options, pairs: Sequence[BatchPair], checkpoint: Checkpoint
) -> list[BatchRow]:
    name_sides(os.environ)  # processes may be spawned, not forked
    return [compare_pair(options, pair, checkpoint) for pair in pairs]


def _lost(pair: BatchPair) -> BatchRow:
    return failed(pair, LOST)


# The sources and outputs of a batch: folders, and saved results.


def find_pairs(
    files: tuple[str, ...], before: str | None = None, *, are_versions: bool = False
) -> FilePairs:
    """The pairs in folders, each with the earlier version of its learned file: the file at the same
    path in the folder `before`, if it exists. With `are_versions`, the two folders are versions of
    one. Raises UserError if there are no pairs, or `before` is not a folder or has no file of any
    pair."""
    if before is None:
        return _find_pairs(files, are_versions)
    if not os.path.isdir(before):
        raise UserError(f"--before: {before} is not a directory; {files[0]} is")
    found = _find_pairs(files, are_versions)
    pairs = tuple(_with_before(pair, files[0], before) for pair in found.pairs)
    if pairs and not any(pair.before for pair in pairs):
        raise UserError(f"--before: {before} has no file at the path of any in {files[0]}")
    return found._replace(pairs=pairs)


def _with_before(pair: BatchPair, folder: str, before: str) -> BatchPair:
    """The pair with its earlier file; a missing learned file had the name of the reference."""
    name = pair.name if pair.learned is None else os.path.relpath(pair.learned, folder)
    file = os.path.join(before, name)
    return pair._replace(before=file) if os.path.isfile(file) else pair


def _find_pairs(files: tuple[str, ...], are_versions: bool) -> FilePairs:
    match files:
        case (folder,):
            return FilePairs(tuple(pair for pair, _ in pairs_below(folder)))
        case (learned, reference) if not os.path.isdir(learned):
            raise UserError(
                f"{learned} is a file and {reference} a directory; expected two of a kind"
            )
        case (_, reference) if reference != STDIN and not os.path.exists(reference):
            raise UserError(f"cannot read {reference}: no such file or directory")
        case (learned, reference) if are_versions and os.path.isdir(reference):
            return pairs_of_versions(learned, reference)
        case (learned, reference):
            return pairs_between(learned, reference)
        case _:
            raise UserError(
                f"expected two directories, got {len(files)}; usage: plandiff LEARNED REFERENCE"
            )


def load_run(path: str) -> Batch:
    """Saved results. Raises UserError."""
    from plancore.report.batch.data import read_batch  # rarely needed

    try:
        return read_batch(json_value(read_text(path)))
    except DocumentError as error:
        raise UserError(f"cannot read saved results from {path}: {error}") from None


def load_baseline(path: str | None) -> Baseline | None:
    """The results to compare with, if `path` is given. Raises UserError."""
    if path is None:
        return None
    from plancore.report.batch.data import as_baseline

    return as_baseline(load_run(path), path)


def save_run(path: str, batch: Batch) -> None:
    """Save all rows of a batch, regardless of filters. Raises UserError."""
    write_text(path, render(replace(batch, baseline=None, selection=ALL), "json"))


def export(path: str, batch: Batch) -> None:
    """Write the shown rows of a batch in the format of the file's extension. Raises UserError, also
    for an unknown extension."""
    ending = os.path.splitext(path)[1].removeprefix(".")
    formats = {entry.ending: entry.name for entry in FORMATS if Batch.kind in entry.kinds}
    if ending not in formats:
        raise UserError(
            f"cannot infer the output format from {path}; supported extensions: "
            + ", ".join(f".{name}" for name in formats)
        )
    write_text(path, render(batch, formats[ending]))
