"""Answers that take long: the last one counts while a new one is looked for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pytest

from plancore.stop import Checkpoint
from planlsp.session.background.answer_cache import AnswerCache
from planlsp.session.background.schedule import Priority, Threads


@dataclass
class Question:
    """Asks for a word; the answer waits until it is let go."""

    word: str
    released: threading.Event = field(default_factory=threading.Event)
    title: str = "Thinking"

    def same_as(self, other: Question) -> bool:
        return self.word == other.word

    def answer(self, before: str | None, checkpoint: Checkpoint) -> str:
        while not self.released.wait(0.005):
            checkpoint()
        if self.word == "wrong":
            raise ZeroDivisionError
        return f"{before or ''}{self.word}"


def released(word: str) -> Question:
    question = Question(word)
    question.released.set()
    return question


class Words(AnswerCache[str]):
    otherwise = "nobody knows"


class Asking:
    """An `AnswerCache` with what it needs around it."""

    def __init__(self) -> None:
        self.schedule = Threads()
        self.tasks: list[asyncio.Task[None]] = []
        self.n_changes = 0
        self.kept = Words(
            lambda work, _: self.schedule.run(Priority.BACKGROUND, work),
            lambda work: self.tasks.append(asyncio.create_task(work)),
            self.changed,
        )

    def changed(self) -> None:
        self.n_changes += 1

    async def settled(self) -> None:
        await asyncio.gather(*self.tasks, return_exceptions=True)


Run: TypeAlias = Callable[[Callable[[Asking], Coroutine[Any, Any, None]]], None]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setattr("planlsp.session.background.answer_cache.PAUSE", 0.01)
    monkeypatch.setattr("planlsp.session.background.answer_cache.PATIENCE", 0.1)

    def of(session: Callable[[Asking], Coroutine[Any, Any, None]]) -> None:
        async def whole() -> None:
            asking = Asking()
            try:
                await session(asking)
            finally:
                asking.schedule.close()

        asyncio.run(whole())

    return of


def test_the_first_asker_waits_and_the_same_question_is_answered_once(run: Run) -> None:
    async def session(asking: Asking) -> None:
        assert await asking.kept.answer("d", released("a")) == "a"
        await asking.settled()
        assert await asking.kept.answer("d", Question("a")) == "a"
        assert asking.n_changes == 1

    run(session)


def test_nobody_waits_for_long(run: Run) -> None:
    async def session(asking: Asking) -> None:
        question = Question("a")
        assert await asking.kept.answer("d", question) is None
        question.released.set()
        await asking.settled()
        assert asking.n_changes == 1
        assert await asking.kept.answer("d", Question("a")) == "a"

    run(session)


def test_the_last_answer_counts_while_a_new_one_is_looked_for(run: Run) -> None:
    async def session(asking: Asking) -> None:
        await asking.kept.answer("d", released("a"))
        await asking.settled()
        overtaken, newest = Question("b"), released("c")
        assert await asking.kept.answer("d", overtaken) == "a"
        assert await asking.kept.answer("d", newest) == "a"
        await asking.settled()
        assert await asking.kept.answer("d", newest) == "ac"  # nobody answered `b`
        assert not overtaken.released.is_set()

    run(session)


def test_who_asks_for_what_holds_now_waits_for_that(run: Run) -> None:
    async def session(asking: Asking) -> None:
        assert asking.kept.known("d", released("a")) is None
        assert await asking.kept.newest("d", released("a")) == "a"
        assert await asking.kept.newest("d", released("b")) == "ab"
        late = Question("c")
        assert await asking.kept.newest("d", late) == "ab"
        late.released.set()
        await asking.settled()
        assert asking.kept.known("d", Question("c")) == "abc"
        assert await asking.kept.newest("d", released("wrong")) == "abc"
        await asking.settled()

    run(session)


def test_a_question_that_fails_leaves_nobody_waiting(run: Run) -> None:
    async def session(asking: Asking) -> None:
        assert await asking.kept.answer("d", released("wrong")) == "nobody knows"
        await asking.settled()
        assert asking.n_changes == 0

    run(session)


def test_what_is_forgotten_is_looked_for_no_more(run: Run) -> None:
    async def session(asking: Asking) -> None:
        question = Question("a")
        assert await asking.kept.answer("d", question) is None
        asking.kept.keep(["other"])
        await asking.settled()
        assert asking.n_changes == 0
        assert await asking.kept.answer("d", released("b")) == "b"

    run(session)
