"""Answers that are worked out once and kept for as long as what they rest on is the same."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any, Generic, TypeVar, overload

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

    def __bool__(self) -> bool:
        """Whether anything was asked for."""
        return bool(self._answers)

    def get(self, key: Key[T], grounds: tuple[object, ...], make: Callable[[], T]) -> T:
        """The answer of this kind, made anew when `grounds` are not the same objects as before.

        `grounds` are all that `make` looks at beside the thing that the memo belongs to.
        """
        known = self._answers.get(key)
        if known is None or len(known[0]) != len(grounds) or not all(map(is_, known[0], grounds)):
            known = self._answers[key] = (grounds, make())
        answer: T = known[1]
        return answer

    def last(self, key: Key[T]) -> T | None:
        """The last answer of this kind, whatever it rests on; None where none was asked for."""
        known = self._answers.get(key)
        return None if known is None else known[1]


class lazy(Generic[T]):  # noqa: N801 - written like `property`
    """A property that is worked out when it is first asked for, and kept.

    As `functools.cached_property`, without its lock: in Python 3.11 that is one for all instances,
    so that whoever asks about a small file would wait for the thread that works out a large one.
    Two threads may work out the same answer; the first one counts for both.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> lazy[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> lazy[T] | T:
        if instance is None:
            return self
        answer: T = instance.__dict__.setdefault(self._name, self._make(instance))
        return answer
