"""Answers that take long, kept for each document.

Nothing that a user waits for waits for them: while one types, the last answer counts, and when the
user pauses it is looked for anew. Only who asks for the first time waits, and not for long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from plancore.stop import Checkpoint, StoppedError

# In seconds: after the last keystroke; and for who asks before any answer is known.
PAUSE: Final = 0.3
PATIENCE: Final = 1.0

A = TypeVar("A")
Result = TypeVar("Result")


class Question(Protocol[A]):
    """What is asked about a document, with everything that the answer depends on."""

    @property
    def title(self) -> str:
        """What the user is told while the answer is looked for."""

    def same_as(self, other: Self, /) -> bool:
        """Whether the answer must be the same."""

    def answer(self, before: A | None, checkpoint: Checkpoint, /) -> A:
        """The answer, given the one before. It is worked out in a thread, and raises what
        `checkpoint` raises."""


class TitledRun(Protocol):
    """Does work in a thread, which calls its checkpoint, and tells the user of it under a title."""

    def __call__(self, work: Callable[[Checkpoint], Result], title: str, /) -> Awaitable[Result]:
        """The result of the work."""


@dataclass(slots=True)
class _Entry(Generic[A]):
    """The last question about a document, and the last answer, which may be to one before it."""

    question: Question[A]
    answer: A | None = None
    known: asyncio.Event = field(default_factory=asyncio.Event)
    is_awaited: bool = False
    is_over: asyncio.Event = field(default_factory=asyncio.Event)


class AnswerCache(Generic[A]):
    """The last answer about each document."""

    otherwise: A | None = None
    """The answer to a question that fails before there is any."""

    def __init__(
        self,
        beside: TitledRun,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        changed: Callable[[], None],
    ) -> None:
        """`changed` is called when an answer has been found."""
        self._beside, self._spawn, self._changed = beside, spawn, changed
        self._entries: dict[str, _Entry[A]] = {}

    async def answer(self, key: str, question: Question[A]) -> A | None:
        """The last answer about the document `key`, which is looked for anew unless the question
        is the same; None while the first is looked for."""
        entry = self._asked(key, question)
        if entry.answer is None:
            entry.is_awaited = True
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await entry.known.wait()
            entry = self._entries.get(key, entry)
        return entry.answer

    async def newest(self, key: str, question: Question[A]) -> A | None:
        """As `answer`, for who asks for what holds now: waits for the answer to this question."""
        entry = self._asked(key, question)
        entry.is_awaited = True
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await entry.is_over.wait()
        return self._entries.get(key, entry).answer

    def known(self, key: str, question: Question[A]) -> A | None:
        """As `answer`, for who does not wait: the first answer, too, is looked for in a pause."""
        return self._asked(key, question).answer

    def _asked(self, key: str, question: Question[A]) -> _Entry[A]:
        entry = self._entries.get(key)
        if entry is None or not entry.question.same_as(question):
            before = entry or _Entry(question)
            entry = self._entries[key] = _Entry(question, before.answer, before.known)
            self._spawn(self._look(key, entry))
        return entry

    def forget(self, key: str) -> None:
        """Nobody asks about the document `key` any more."""
        self._entries.pop(key, None)

    def keep(self, documents: Collection[str]) -> None:
        """Forget what is known of any document whose key is not among `documents`."""
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
            entry.known.set()  # nobody waits for what will not come
            raise
        else:
            if answer != entry.answer:  # else what rests on it holds
                entry.answer = answer
            entry.known.set()
            self._changed()  # also because a request of an earlier time may have asked last
        finally:
            entry.is_over.set()
