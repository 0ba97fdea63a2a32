"""`plandiff FOLDER FOLDER`, `plandiff FOLDER` and `plandiff RUN.json`, without the viewer."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from plancore.report.batch.document import limits_text, lost_text
from plancore.report.batch.review import Batch, Selection, made_otherwise, selected
from plancore.report.batch.row import BatchPair, BatchRow, PairStatus
from plancore.report.registry import formats_of
from plandiff.batch import comparing
from plandiff.options import batch_status, read_limits
from plandiff.terminal import print_review
from planfiles.command import Progress, remark, write_out
from planfiles.errors import UserError
from planfiles.progress_reports import ProgressReport

if TYPE_CHECKING:
    from plandiff.options import Options

_STREAMED: Final = "ndjson"
_STDOUT: Final = "-"
"""The name for standard output in other commands."""


class BatchRequest(NamedTuple):
    """The pairs and their batch, which has all rows if saved results are opened, else none yet."""

    batch: Batch
    pairs: Sequence[BatchPair]

    @property
    def is_known(self) -> bool:
        """Whether all rows are known, so that there is nothing to compare."""
        return len(self.batch.rows) == len(self.pairs)


def read_request(options: Options) -> BatchRequest:
    """The request in the options. Raises UserError for invalid ones, before the work starts."""
    formats = formats_of(Batch.kind)
    if options.format is not None and options.format not in formats:
        names = ", ".join(formats)
        raise UserError(
            f"--format: {options.format} is only for two files; expected one of {names}"
        )
    if options.save == _STDOUT:
        where = options.where("save")
        raise UserError(f"{where}: expected a file; --format json prints the results")
    if options.save_mapping is not None:
        raise UserError("--save-mapping is only for two domains")
    limits, baseline = read_limits(options), comparing.load_baseline(options.baseline)
    selection = Selection(options.filter or "", options.sort or "")
    empty = Batch(
        "",
        None,
        (),
        baseline=baseline,
        limits=limits,
        selection=selection,
        before=options.before,
        names=comparing.names_of(options),
        chosen=comparing.chosen_of(options),
    )
    for option, part in (
        ("filter", Selection(filter=selection.filter)),
        ("sort", Selection(order=selection.order)),
    ):
        try:
            selected(empty, part)
        except ValueError as error:
            raise UserError(f"{options.where(option)}: {error}") from None
    if len(options.files) == 1 and not os.path.isdir(options.files[0]):
        if options.before is not None:
            raise UserError("--before has no effect on saved results; leave it out")
        run = comparing.load_run(options.files[0])
        pairs = list(map(_pair_of, run.rows))
        return BatchRequest(
            replace(run, baseline=baseline, limits=limits, selection=selection), pairs
        )
    # git gives a single label for two versions of one tree.
    are_versions = len(options.labels) == 1
    found = comparing.find_pairs(options.files, options.before, are_versions=are_versions)
    learned, *reference = comparing.folder_names(options)
    batch = replace(
        empty,
        learned=learned,
        reference=reference[0] if len(options.files) > 1 else None,
        n_passed_over=found.n_passed_over,
        n_others=found.n_others,
    )
    return BatchRequest(batch, found.pairs)


def _pair_of(row: BatchRow) -> BatchPair:
    """The pair of a saved row. If it failed because it had no partner, it still has none."""
    is_alone = row.learned is None or row.reference is None
    trouble = row.note if row.status is PairStatus.FAILED and is_alone else ""
    before = None if row.earlier is None else row.earlier.file
    return BatchPair(row.name, row.learned, row.reference, trouble, before)


def run_batch(asked: BatchRequest, options: Options) -> int:
    """Compare, print and save; return the exit status."""
    # Each row is printed at once if its place does not depend on the others.
    is_streamed = (
        options.format == _STREAMED and not options.quiet and asked.batch.selection == Selection()
    )
    if is_streamed:
        # Imported late: only for NDJSON.
        from plancore.report.batch.ndjson import gone_lines, head_line, row_line

        write_out(head_line(asked.batch))
    batch = asked.batch if asked.is_known else _compared(asked, options, is_streamed=is_streamed)
    if not is_streamed:
        print_review(batch, options)
    else:
        if asked.is_known:
            write_out("".join(row_line(batch, row) for row in batch.rows))
        write_out(gone_lines(batch))
    if options.is_given("explain") and not options.quiet:
        remark("plandiff", "no effect on directories: --explain")
    return finish(batch, options)


def finish(batch: Batch, options: Options) -> int:
    """Save the results on request, report missed limits and lost pairs; the exit status."""
    if options.save is not None:
        comparing.save_run(options.save, batch)
    if not options.quiet:
        remark("plandiff", *limits_text(batch), *lost_text(batch), *made_otherwise(batch))
    return batch_status(batch, options)


def _compared(asked: BatchRequest, options: Options, *, is_streamed: bool) -> Batch:
    rows: list[BatchRow] = []
    with Progress("comparing", len(asked.pairs)) as progress:

        def hear(number: int, far: ProgressReport) -> None:
            progress.waiting(asked.pairs[number].name, far.seconds, str(far))

        for row in comparing.compare_in_order(asked.pairs, options, hear):
            rows.append(row)
            progress.advance()
            if is_streamed:
                from plancore.report.batch.ndjson import row_line

                write_out(row_line(asked.batch, row))
    return replace(asked.batch, rows=tuple(rows))
