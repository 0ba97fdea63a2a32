"""The session of a review of two files: it lives in the viewer's thread, and works in another.

There is one question at a time: a new one cancels the work on an earlier one, whose answers are
then ignored. Does not import Textual.

Files are watched by polling their time, size and identity twice a second, which costs microseconds
and works on all file systems, including networks and containers, unlike notifications.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from plancore.correspondence.pairs import NOTHING_STATED, Pairs
from plancore.correspondence.stated.decisions import with_decisions
from plancore.correspondence.stated.mapping import Mapped, fitting
from plancore.report.domain.review import DomainReview
from plancore.report.plan.review import PlanReview
from plancore.report.review import Review, of_domains
from plancore.report.reviewed.marks import DifferenceName, ReviewMark
from plancore.report.threeway.review import ThreeWayReview
from plancore.stop import Checkpoint, StoppedError, staged
from plandiff.compare import as_aligned, compare, paths_of, plans_of
from plandiff.inputs import Input, reread
from plandiff.jobs import Job, progress_text
from plandiff.learned_file import FileRepairs, find_repairs
from plandiff.options import Options
from plandiff.viewmodel.differences import PlanAt
from plandiff.viewmodel.model import ReviewModel
from plandiff.viewmodel.models import make_ready, model_of, ready_model_of
from planfiles.command import few_collections_in_thread
from planfiles.errors import UserError
from planfiles.mappings import DEFAULT_FILE, MappingFiles, save_mapping
from planfiles.review_marks import write_marks
from planfiles.reviews import JudgedReview, judge, judge_three_way


class WorkProgress(NamedTuple):
    """The progress of the work; empty when it has ended."""

    text: str


class Failed(NamedTuple):
    """The work failed, with the reason."""

    message: str


class ReadFailed(NamedTuple):
    """The current files cannot be read or compared, with the reason: the review is outdated."""

    message: str


class Compared(NamedTuple):
    """The review of the files as read, with these options."""

    model: ReviewModel[Review]
    inputs: tuple[Input, Input]
    options: Options


class PlansJudged(NamedTuple):
    """The same review with the effects of differences on plans; `judged` is None if plans could not
    be judged."""

    model: ReviewModel[Review]
    judged: JudgedReview | None


class PlanOpened(NamedTuple):
    """The plan `plans[number]`, executed in both domains."""

    review: PlanReview
    judged: JudgedReview
    plans: Sequence[PlanAt]
    number: int


class FoundRepairs(NamedTuple):
    """The minimum repairs."""

    repairs: FileRepairs


SessionAnswer: TypeAlias = (
    WorkProgress | Failed | ReadFailed | Compared | PlansJudged | PlanOpened | FoundRepairs
)


class Reply(NamedTuple):
    """An answer, and the number of its question."""

    question: int
    answer: SessionAnswer


class Session:
    """The known results about two files. Answers are passed to the listener in other threads; it
    passes them to `receive` in its own."""

    def __init__(self, inputs: tuple[Input, Input], options: Options) -> None:
        self.inputs, self.options = inputs, options
        self.judged: JudgedReview | None = None
        """The effects of the differences on plans, once known."""
        self.stamps: Stamps = {}
        """The stamps of the files when they were last reloaded."""
        self.model: ReviewModel[Review] | None = None
        """The model of the review."""
        self.decided = NOTHING_STATED
        """The user's decisions on pairs of names."""
        self.has_unsaved_pairs = False
        """Whether there are decisions that are not saved in a mapping file."""
        self.shows_texts = False
        """Whether the text view is shown, so that a new review prepares it."""
        self.keeps_good = False
        """Whether to keep the review of files without errors when they get errors."""
        self._listener: Callable[[Reply], object] = lambda _: None
        self._asked = options
        """The options of the last question, which may not be answered yet."""
        self._question = 0
        self._job: Job | None = None

    def listen(self, listener: Callable[[Reply], object]) -> None:
        """Pass each answer to `listener`, in the thread of the work."""
        self._listener = listener

    def receive(self, telling: Reply) -> SessionAnswer | None:
        """Store an answer and return it; None if it is outdated."""
        if telling.question != self._question:
            return None
        match telling.answer:
            case Compared(model) if self._is_worse(model):
                self.cancel()
                return ReadFailed("".join(piece.text for piece in model.alarm[0]))
            case Compared(model, inputs, options):
                self.model, self.judged = model, None
                self.inputs, self.options, self._asked = inputs, options, options
            case PlansJudged(model, judged):
                self.model, self.judged = model, judged
            case Failed() | ReadFailed():
                self._asked = self.options
        return telling.answer

    def _is_worse(self, model: ReviewModel[Review]) -> bool:
        """Whether watched files got errors by their last change: editors also save unfinished
        files."""
        before = self.model
        is_good = before is not None and not before.alarm
        return self.keeps_good and is_good and bool(model.alarm)

    @property
    def review(self) -> Review | None:
        """The review, once known."""
        return None if self.model is None else self.model.review

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the learned file, the reference, and the earlier version, if given."""
        labels = tuple(file.label for file in self.inputs)
        return labels if self.options.before is None else (*labels, self.options.before)

    @property
    def files(self) -> tuple[str, ...]:
        """The files on disk that the review depends on."""
        options = self.options
        named = (options.before, options.mapping, options.domain, options.problem, *options.plans)
        return tuple(filter(None, (*(file.path for file in self.inputs), *named)))

    @property
    def is_working(self) -> bool:
        """Whether a job is running."""
        return self._job is not None and self._job.is_running

    def cancel(self) -> None:
        """Cancel the job; answers that it has already sent are ignored."""
        self._question += 1
        self._asked = self.options
        if self._job is not None:
            self._job.cancel()

    # Questions

    def compare(self) -> None:
        """Compare the texts as read."""
        self._compare_under(self._asked, lambda: self.inputs)

    def reload(self) -> None:
        """Read the files again, and compare them."""
        before = self.inputs
        self.stamps = stamps_of(self.files)
        self._compare_under(self._asked, lambda: (reread(before[0]), reread(before[1])), ReadFailed)

    def toggle_align(self) -> None:
        """Toggle matching of names by structure, and compare again."""
        options = replace(self._asked, align=not self._asked.align)
        self._compare_under(options, lambda: self.inputs)

    def decide(self, decided: Pairs) -> None:
        """Compare aligned domains with the user's decisions on pairs of names."""
        self.decided = decided
        # Each comparison writes the file of --save-mapping.
        self.has_unsaved_pairs = self.options.save_mapping is None
        self._compare_under(replace(self._asked, align=True), lambda: self.inputs)

    @property
    def mapping_file(self) -> str:
        """The default file to save pairs to."""
        named = self.options.mapping or ""
        return self.options.save_mapping or (named if named.endswith(".json") else DEFAULT_FILE)

    def save_pairs(self, file: str) -> None:
        """Save the pairs of the review and those refused to a mapping file, with the entries of the
        current mapping file on names that are not in the domains. Raises UserError."""
        review = of_domains(self.review)
        if review is None:
            raise UserError("only domains have a name mapping")
        diff = review.diff
        stated = MappingFiles(self.options.mapping).stated(diff.learned, diff.reference)
        unfit = fitting(stated, diff.learned, diff.reference).unfit
        mapped = Mapped(with_decisions(diff.pairs, self.decided), unfit, ())
        save_mapping(file, mapped.to_save)
        self.has_unsaved_pairs = False

    def toggle_modulo(self) -> None:
        """Toggle alignment modulo commuting steps, and compare again."""
        options = replace(self._asked, modulo_commuting=not self._asked.modulo_commuting)
        self._compare_under(options, lambda: self.inputs)

    def open_plan(self, judged: JudgedReview, plans: Sequence[PlanAt], number: int) -> None:
        """Execute the plan `plans[number]` in both domains."""
        case = plans[number].case

        def work(tell: Callable[[SessionAnswer], None], checkpoint: Checkpoint) -> None:
            review = judged.review_plan(case, staged("executing the plan", checkpoint))
            tell(PlanOpened(review, judged, plans, number))

        self._ask(work)

    def mark(
        self, names: Iterable[DifferenceName], change: Callable[[ReviewMark], ReviewMark]
    ) -> ReviewModel[Review]:
        """Change the review marks of differences of two domains; return the new model. If it raises
        UserError, nothing has changed."""
        review, learned = self.review, self.inputs[0]
        assert isinstance(review, DomainReview | ThreeWayReview), "only domains have review marks"
        path = learned.marks_path
        if path is None:
            raise UserError(f"{learned.label} is not a file, so review marks cannot be saved")
        if not self.options.marks:
            raise UserError("review marks are off (--no-marks)")
        review = review.with_marks(write_marks(path, names, change))
        if self.judged is not None:
            now = review if isinstance(review, DomainReview) else review.now
            self.judged = self.judged._replace(review=now)
        self.model = model_of(review)
        return self.model

    def repair(self, judged: JudgedReview, path: str) -> None:
        """Search for minimum repairs of the learned domain, at `path`."""
        self._ask(
            lambda tell, checkpoint: tell(FoundRepairs(find_repairs(judged, path, checkpoint)))
        )

    def _compare_under(
        self,
        options: Options,
        inputs: Callable[[], tuple[Input, Input]],
        failed: Callable[[str], SessionAnswer] = Failed,
    ) -> None:
        def work(tell: Callable[[SessionAnswer], None], checkpoint: Checkpoint) -> None:
            self._compare(inputs(), options, tell, checkpoint)

        self._ask(work, failed)
        self._asked = options

    def _ask(
        self,
        work: Callable[[Callable[[SessionAnswer], None], Checkpoint], None],
        failed: Callable[[str], SessionAnswer] = Failed,
    ) -> None:
        """Run `work` in a thread, after cancelling the current job. A UserError is sent as
        `failed`."""
        self.cancel()
        tell = partial(self._tell, self._question)

        def whole(checkpoint: Checkpoint) -> None:
            try:
                work(tell, checkpoint)
            except UserError as trouble:
                tell(failed(trouble.message))
            except StoppedError:
                raise
            except Exception as error:
                reason = f"({type(error).__name__}: {error})"
                tell(Failed(f"internal error, please report it {reason}"))
            finally:
                tell(WorkProgress(""))

        self._job = Job(whole, lambda stage, done: tell(WorkProgress(progress_text(stage, done))))
        self._job.start()

    def _tell(self, question: int, answer: SessionAnswer) -> None:
        self._listener(Reply(question, answer))

    def _compare(
        self,
        inputs: tuple[Input, Input],
        options: Options,
        tell: Callable[[SessionAnswer], None],
        checkpoint: Checkpoint,
    ) -> None:
        """Compare, send the review, then judge the plans."""
        with few_collections_in_thread():
            review = compare(inputs, options, checkpoint, self.decided)
            if isinstance(review, DomainReview):
                options = as_aligned(options, review)
            model = self._ready(review, checkpoint)
        tell(Compared(model, inputs, options))
        if not isinstance(review, DomainReview | ThreeWayReview):
            return
        try:
            told = self._judge(review, inputs, options, checkpoint)
        except UserError as error:
            tell(PlansJudged(self._ready(review.with_errors([error.message]), checkpoint), None))
            tell(Failed(error.message))
            return
        if told is not None:
            tell(told)

    def _ready(self, review: Review, checkpoint: Checkpoint) -> ReviewModel[Review]:
        model = ready_model_of(review, checkpoint)
        if self.shows_texts:
            make_ready(model.text_rows, checkpoint)
        return model

    def _judge(
        self,
        review: DomainReview | ThreeWayReview,
        inputs: tuple[Input, Input],
        options: Options,
        checkpoint: Checkpoint,
    ) -> PlansJudged | None:
        """The effects of the differences on plans; None if there are no plans."""
        if isinstance(review, DomainReview):
            judged = judge(review, paths_of(inputs), plans_of(options), checkpoint)
            if judged is None:
                return None
            return PlansJudged(self._ready(judged.review, checkpoint), judged)
        twice = judge_three_way(review, paths_of(inputs), plans_of(options), checkpoint)
        if twice is None:
            return None
        return PlansJudged(self._ready(twice.review, checkpoint), twice.now)


PERIOD: Final = 0.5
"""Seconds between two polls of the files."""


class Stamp(NamedTuple):
    """The properties of a file that change when it is written."""

    time: int
    size: int
    identity: int


Stamps: TypeAlias = Mapping[str, Stamp | None]
"""The stamp of each file; None for a missing one."""


def stamps_of(files: Iterable[str]) -> Stamps:
    """The current stamps of files."""
    return {file: _stamp(file) for file in files}


class Watch:
    """Detects changed files once they are stable. `before` are their stamps when they were read."""

    def __init__(self, before: Stamps) -> None:
        self._read = self._last = before

    def changed_at_rest(self, now: Stamps) -> list[str]:
        """The files that differ from those read, if no file has changed since the last poll. Each
        change is reported once."""
        is_at_rest = now == self._last
        self._last = now
        if not is_at_rest or now == self._read:
            return []
        changed = [file for file, stamp in now.items() if self._read.get(file) != stamp]
        self._read = now
        return changed


def _stamp(file: str) -> Stamp | None:
    try:
        state = os.stat(file)
    except OSError:
        return None
    return Stamp(state.st_mtime_ns, state.st_size, state.st_ino)
