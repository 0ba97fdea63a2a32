"""Answers that are kept for as long as what they rest on is the same."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from plancore.memo import Key, Memo, lazy
from plancore.snapshot import FileSnapshot
from plancore.source import Span

LENGTH = Key[int]("length")
WORDS = Key[tuple[str, ...]]("words")


def test_an_answer_is_made_once_for_the_same_grounds() -> None:
    memo, made = Memo(), list[object]()

    def length(of: list[int]) -> int:
        def make() -> int:
            made.append(of)
            return len(of)

        return memo.get(LENGTH, (of,), make)

    numbers, equal = [1, 2], [1, 2]
    assert [length(numbers), length(numbers)] == [2, 2]
    assert made == [numbers]
    # Grounds are the same objects, not equal ones: that an object changed cannot be seen.
    assert length(equal) == 2
    assert [id(each) for each in made] == [id(numbers), id(equal)]


def test_more_grounds_are_other_grounds() -> None:
    memo, file = Memo(), object()
    assert memo.get(LENGTH, (file,), lambda: 1) == 1
    assert memo.get(LENGTH, (file, file), lambda: 2) == 2
    assert memo.get(LENGTH, (), lambda: 3) == 3


def test_kinds_of_answers_do_not_meet() -> None:
    memo = Memo()
    assert memo.get(LENGTH, (), lambda: 4) == 4
    assert memo.get(WORDS, (), lambda: ("a",)) == ("a",)
    assert memo.get(LENGTH, (), lambda: 5) == 4
    # Two keys are two kinds, whatever they are called.
    assert memo.get(Key[int]("length"), (), lambda: 6) == 6


def test_a_problem_keeps_its_environment_while_it_declares_the_same() -> None:
    text = "(define (problem p) (:objects a b) (:init (q a)) (:goal (q b)))"
    before = FileSnapshot.of(text)
    environment = before.definitions[0].problem_environment(None)
    at = text.index("(q b)") + 3
    after = before.edited(Span(at, at + 1), "a")
    assert after.definitions[0].problem_environment(None) is environment
    at = text.index("a b")
    changed = after.edited(Span(at, at + 1), "c")
    assert changed.definitions[0].problem_environment(None) is not environment


class _Text:
    def __init__(self, wait: threading.Event | None = None) -> None:
        self.asked = threading.Event()
        self._wait = wait

    @lazy
    def answer(self) -> object:
        """Something that may take long."""
        self.asked.set()
        if self._wait is not None:
            assert self._wait.wait(60)
        return object()


def test_a_lazy_answer_is_worked_out_once() -> None:
    text = _Text()
    assert text.answer is text.answer
    assert _Text.answer.__doc__ == "Something that may take long."


def test_no_lazy_answer_waits_for_that_of_another_thread() -> None:
    go_on = threading.Event()
    large = _Text(go_on)
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(lambda: large.answer)
        assert large.asked.wait(60)
        assert _Text().answer  # would wait for `large` with the property of functools
        go_on.set()
        assert slow.result() is large.answer
