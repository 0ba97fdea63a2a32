"""A cache of slow answers about documents.

Requests do not wait for them: while the user types, the last answer is used, and a new one is
computed in a pause. Only the first request waits, up to `PATIENCE`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from plancore.stop import Checkpoint, StoppedError

# Seconds from the last keystroke until an answer is computed, and that a request waits for the
# first answer.
PAUSE: Final = 0.3
PATIENCE: Final = 1.0

A = TypeVar("A")
Result = TypeVar("Result")


class Question(Protocol[A]):
    """A question about a document, with everything that the answer depends on."""

    @property
    def title(self) -> str:
        """The title of the work, for the user."""

    def same_as(self, other: Self, /) -> bool:
        """Whether the answer must be the same."""

    def answer(self, before: A | None, checkpoint: Checkpoint, /) -> A:
        """Compute the answer, given the previous one; called in a thread. Raises what `checkpoint`
        raises."""


class TitledRun(Protocol):
    """Runs work in a thread, and shows its title to the user. The work calls its checkpoint."""

    def __call__(self, work: Callable[[Checkpoint], Result], title: str, /) -> Awaitable[Result]:
        """The result of the work."""


@dataclass(slots=True)
class _Entry(Generic[A]):
    """The last question about a document, and the last answer, perhaps to an earlier question."""

    question: Question[A]
    answer: A | None = None
    known: asyncio.Event = field(default_factory=asyncio.Event)
    is_awaited: bool = False
    is_over: asyncio.Event = field(default_factory=asyncio.Event)


class AnswerCache(Generic[A]):
    """The last answer about each document."""

    otherwise: A | None = None
    """The answer if the first question fails."""

    def __init__(
        self,
        beside: TitledRun,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        changed: Callable[[], None],
    ) -> None:
        """`changed` is called after each new answer."""
        self._beside, self._spawn, self._changed = beside, spawn, changed
        self._entries: dict[str, _Entry[A]] = {}

    async def answer(self, key: str, question: Question[A]) -> A | None:
        """The last answer about the document `key`; None if the first takes too long. A new one is
        computed in the background if the question has changed."""
        entry = self._asked(key, question)
        if entry.answer is None:
            entry.is_awaited = True
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await entry.known.wait()
            entry = self._entries.get(key, entry)
        return entry.answer

    async def newest(self, key: str, question: Question[A]) -> A | None:
        """As `answer`, but wait up to `PATIENCE` for the answer to this very question."""
        entry = self._asked(key, question)
        entry.is_awaited = True
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await entry.is_over.wait()
        return self._entries.get(key, entry).answer

    def known(self, key: str, question: Question[A]) -> A | None:
        """As `answer`, but without waiting; the first answer is also computed in a pause."""
        return self._asked(key, question).answer

    def _asked(self, key: str, question: Question[A]) -> _Entry[A]:
        entry = self._entries.get(key)
        if entry is None or not entry.question.same_as(question):
            before = entry or _Entry(question)
            entry = self._entries[key] = _Entry(question, before.answer, before.known)
            self._spawn(self._look(key, entry))
        return entry

    def forget(self, key: str) -> None:
        """Forget the document `key`."""
        self._entries.pop(key, None)

    def keep(self, documents: Collection[str]) -> None:
        """Forget all documents whose keys are not in `documents`."""
        for key in self._entries.keys() - set(documents):
            del self._entries[key]

    async def _look(self, key: str, entry: _Entry[A]) -> None:
        def check_wanted() -> None:
            if self._entries.get(key) is not entry:
                raise StoppedError

        def work(checkpoint: Checkpoint) -> A:
            def call(*_: object) -> None:
                check_wanted()
                checkpoint()

            call()
            return entry.question.answer(entry.answer, call)

        try:
            if not entry.is_awaited:
                await asyncio.sleep(PAUSE)
            check_wanted()
            answer = await self._beside(work, entry.question.title)
            check_wanted()
        except StoppedError:
            return
        except Exception:
            entry.answer = entry.answer or self.otherwise
            entry.known.set()  # do not let requests wait in vain
            raise
        else:
            if answer != entry.answer:  # keep the object, which other answers depend on
                entry.answer = answer
            entry.known.set()
            self._changed()  # even for an equal answer: the last question may be an older view's
        finally:
            entry.is_over.set()
