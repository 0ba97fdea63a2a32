"""Answers that are worked out once and kept for as long as what they rest on is the same."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Key(Generic[T]):
    """One kind of answer, of type T. It belongs to the module that works the answer out."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"Key({self.name!r})"


class Memo:
    """The answers about one thing, one of each kind, each with the grounds that it rests on."""

    __slots__ = ("_answers",)

    def __init__(self) -> None:
        self._answers: dict[Key[Any], tuple[tuple[object, ...], Any]] = {}

    def get(self, key: Key[T], grounds: tuple[object, ...], make: Callable[[], T]) -> T:
        """The answer of this kind, made anew when `grounds` are not the same objects as before.

        `grounds` are all that `make` looks at beside the thing that the memo belongs to.
        """
        known = self._answers.get(key)
        if known is None or len(known[0]) != len(grounds) or not all(map(is_, known[0], grounds)):
            known = self._answers[key] = (grounds, make())
        answer: T = known[1]
        return answer
