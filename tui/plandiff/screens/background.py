"""A screen that has something worked out in the background, and goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final, TypeVar

from textual import on
from textual.message import Message

from plancore.stop import Checkpoint, StoppedError, staged
from plandiff.jobs import Job, progress_text
from plandiff.screens.viewer import ViewerScreen

T = TypeVar("T")

_BLINK: Final = 0.05
"""Seconds in which nobody sees that a screen waits."""


class BackgroundScreen(ViewerScreen):
    """Does one piece of work at a time: a later one ends the earlier one."""

    @dataclass
    class Progress(Message):
        """How far a job is."""

        job: Job
        text: str

    @dataclass
    class Ended(Message):
        """A job has ended, and `show` shows what came of it."""

        job: Job
        show: Callable[[], None]

    _job: Job | None = None

    def show_work(self, text: str) -> None:
        """Say what is being worked out; nothing for an empty text."""
        raise NotImplementedError

    def in_background(
        self, stage: str, work: Callable[[Checkpoint], T], then: Callable[[T], None]
    ) -> None:
        """Give `then` what `work` answers: at once if that takes but a blink, else when it is
        there. Meanwhile it is said that the work is at that stage."""
        self.cancel_work()
        answer: Future[T] = Future()

        def whole(checkpoint: Checkpoint) -> None:
            try:
                answer.set_result(work(staged(stage, checkpoint)))
            except StoppedError:
                raise
            except Exception as error:  # it belongs to the thread of the screen
                answer.set_exception(error)
            self.post_message(self.Ended(job, lambda: then(answer.result())))

        job = Job(whole, lambda at, done: self._tell(job, progress_text(at, done)))
        self._job = job
        job.start()
        job.wait(_BLINK)
        if answer.done():
            self._job = None
            then(answer.result())
        else:
            self.show_work(progress_text(stage, 0))

    def cancel_work(self) -> bool:
        """End what is being worked out, if anything is; whether it was."""
        if self._job is None:
            return False
        self._job.cancel()
        self._job = None
        self.show_work("")
        return True

    @property
    def is_at_work(self) -> bool:
        """Whether anything is being worked out for this screen."""
        return self._job is not None

    def _tell(self, job: Job, text: str) -> None:
        self.post_message(self.Progress(job, text))

    @on(Progress)
    def show_progress(self, event: Progress) -> None:
        """Say how far the work is, if it is still wanted."""
        if event.job is self._job:
            self.show_work(event.text)

    @on(Ended)
    def show_answer(self, event: Ended) -> None:
        """Show what came of it, if it is still wanted."""
        if event.job is self._job:
            self._job = None
            self.show_work("")
            event.show()

    def on_unmount(self) -> None:
        """Nobody waits for an answer any more."""
        if self._job is not None:
            self._job.cancel()
