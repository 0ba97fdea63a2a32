"""The session of a directory comparison: it lives in the viewer's thread, and compares pairs in
worker processes.

Does not import Textual.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from plancore.report.batch.review import Batch
from plancore.report.batch.row import BatchPair, BatchRow
from plancore.stop import Checkpoint
from plandiff.batch.comparing import as_compared, compare_as_finished, names_of
from plandiff.jobs import Job
from plandiff.options import Options
from plandiff.viewmodel.batch import AtWork, Rate
from planfiles.errors import reason_of
from planfiles.progress_reports import ProgressReport
from planfiles.workers import prepare_background

_BETWEEN: Final = 0.1
"""Seconds between two answers: rows that finish meanwhile are sent together."""

_BLINK: Final = 0.5
"""Seconds after which a pair is shown as slow."""

_AT_WORK: Final = ProgressReport(0, "", 0.0)

_PATIENCE: Final = 5.0
"""Seconds to wait for the end of cancelled work, with a large margin."""


class RowsFinished(NamedTuple):
    """Rows with the numbers of their pairs."""

    rows: tuple[tuple[int, BatchRow], ...]


class BatchEnded(NamedTuple):
    """The work has ended; `trouble` is the reason if not all pairs were compared."""

    trouble: str = ""


class TakesLong(NamedTuple):
    """The progress of a slow pair."""

    number: int
    far: ProgressReport


BatchAnswer: TypeAlias = RowsFinished | TakesLong | BatchEnded


class BatchReply(NamedTuple):
    """An answer, and the number of its question."""

    question: int
    answer: BatchAnswer


class BatchSession:
    """The known rows of the pairs. Answers are passed to the listener in another thread; it passes
    them to `receive` in its own."""

    def __init__(self, batch: Batch, pairs: Sequence[BatchPair], options: Options) -> None:
        """`batch` describes the comparison; it has all rows, if it was saved, or none."""
        # Pairs of saved results are compared again with the options of the other rows.
        self.options = as_compared(options, batch) if batch.rows else options
        self.pairs = tuple(pairs)
        self._asked = batch
        self._rows: list[BatchRow | None] = [*batch.rows] or [None] * len(self.pairs)
        # Pairs of saved results may also be compared again.
        prepare_background()
        self._listener: Callable[[BatchReply], object] = lambda _: None
        self._question = 0
        self._job: Job | None = None
        self._is_working = False
        self._began = 0.0
        self._n_asked = 0
        self._n_done = 0
        self._begun: dict[int, float] = {}
        """The start times of the pairs at work; written by the thread that hands them out."""
        self._far: dict[int, ProgressReport] = {}
        """The progress of pairs that have reported it."""

    def listen(self, listener: Callable[[BatchReply], object]) -> None:
        """Pass each answer to `listener`, in the thread of the work."""
        self._listener = listener

    @property
    def batch(self) -> Batch:
        """The batch with all known rows."""
        return replace(self._asked, rows=tuple(row for row in self._rows if row is not None))

    def ask_for(self, batch: Batch) -> None:
        """Replace the description of the batch, such as its baseline, but not the rows."""
        self._asked = replace(batch, rows=())

    @property
    def is_complete(self) -> bool:
        """Whether every pair has its row."""
        return None not in self._rows

    @property
    def is_working(self) -> bool:
        """Whether pairs are being compared."""
        return self._is_working

    @property
    def rate(self) -> Rate:
        """The progress of the work, and its duration."""
        return Rate(self._n_done, self._n_asked, time.monotonic() - self._began)

    def at_work(self) -> list[AtWork]:
        """The pairs that have been compared for more than `_BLINK` seconds, the longest first."""
        now = time.monotonic()
        # Copied at once: another thread may add pairs.
        lasting = sorted((began, number) for number, began in list(self._begun.items()))
        return [
            AtWork(
                self.pairs[number], (self._far.get(number) or _AT_WORK)._replace(seconds=seconds)
            )
            for began, number in lasting
            if (seconds := now - began) >= _BLINK
        ]

    def known(self) -> Iterator[tuple[int, BatchRow]]:
        """The known rows, with the numbers of their pairs."""
        return ((number, row) for number, row in enumerate(self._rows) if row is not None)

    def number_of(self, row: BatchRow) -> int:
        """The number of a row's pair."""
        return next(number for number, known in self.known() if known is row)

    def number_named(self, name: str) -> int:
        """The number of the first pair with this name."""
        return next(number for number, pair in enumerate(self.pairs) if pair.name == name)

    def compare(self) -> None:
        """Compare the pairs without rows."""
        self._compare([number for number, row in enumerate(self._rows) if row is None])

    def rerun(self, numbers: Iterable[int]) -> None:
        """Compare some pairs again, and those without rows."""
        waiting = [number for number, row in enumerate(self._rows) if row is None]
        self._compare([*dict.fromkeys((*numbers, *waiting))])

    def toggle_align(self) -> None:
        """Toggle matching of names by structure, and compare all pairs again."""
        self.options = replace(self.options, align=not self.options.align)
        # Rows of both kinds must not be mixed.
        self._rows = [None] * len(self.pairs)
        self._asked = replace(self._asked, names=names_of(self.options))
        self.compare()

    def cancel(self) -> None:
        """Cancel the work; known rows are kept."""
        self._question += 1
        self._is_working = False
        self._rest()
        if self._job is not None:
            self._job.cancel()

    def close(self) -> None:
        """As `cancel`, and wait for the end of the processes. Call it before the program ends: a
        process that is still starting then would fail with an error message."""
        self.cancel()
        if self._job is not None:
            self._job.wait(_PATIENCE)

    def receive(self, telling: BatchReply) -> BatchAnswer | None:
        """Store an answer and return it; None if it is outdated."""
        if telling.question != self._question:
            return None
        match telling.answer:
            case RowsFinished(rows):
                self._n_done += len(rows)
                for number, row in rows:
                    self._rows[number] = row
                    self._begun.pop(number, None)
            case TakesLong(number, far):
                self._far[number] = far
            case BatchEnded():
                self._is_working = False
                self._rest()
        return telling.answer

    def _rest(self) -> None:
        # Not cleared: the thread of the old work may still write to the old ones.
        self._begun, self._far = {}, {}

    def _compare(self, numbers: Sequence[int]) -> None:
        self.cancel()
        if not numbers:
            return
        self._n_asked, self._n_done, self._began = len(numbers), 0, time.monotonic()
        self._is_working = True
        question, begun = self._question, self._begun

        def work(checkpoint: Checkpoint) -> None:
            trouble = ""
            try:
                self._work(question, numbers, begun, checkpoint)
            except OSError as error:  # too many processes, or too little memory
                trouble = f"cannot start worker processes: {reason_of(error)}"
            self._listener(BatchReply(question, BatchEnded(trouble)))

        self._job = Job(work, lambda *_: None)
        self._job.start()

    def _work(
        self, question: int, numbers: Sequence[int], begun: dict[int, float], checkpoint: Checkpoint
    ) -> None:
        """Send rows as they finish, at most every `_BETWEEN` seconds; `begun` gets start times."""
        fresh: list[tuple[int, BatchRow]] = []
        told = time.monotonic()

        def check(*_: object) -> None:
            nonlocal told
            checkpoint()
            if fresh and time.monotonic() - told >= _BETWEEN:
                self._listener(BatchReply(question, RowsFinished(tuple(fresh))))
                fresh.clear()
                told = time.monotonic()

        def hear(number: int, far: ProgressReport) -> None:
            self._listener(BatchReply(question, TakesLong(numbers[number], far)))

        def begin(number: int) -> None:
            begun[numbers[number]] = time.monotonic()

        pairs = [self.pairs[number] for number in numbers]
        for number, row in compare_as_finished(pairs, self.options, check, hear, begin):
            fresh.append((numbers[number], row))
            check()
        self._listener(BatchReply(question, RowsFinished(tuple(fresh))))
