"""Cached answers that are valid as long as the objects that they depend on are the same."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class Key(Generic[T]):
    """The key of a kind of answer of type T. It belongs to the module that computes the answer."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"Key({self.name!r})"


class Memo:
    """The cached answers about one object, one for each key, with the objects they depend on."""

    __slots__ = ("_answers",)

    def __init__(self) -> None:
        self._answers: dict[Key[Any], tuple[tuple[object, ...], Any]] = {}

    def __bool__(self) -> bool:
        """Whether it has any answers."""
        return bool(self._answers)

    def get(self, key: Key[T], grounds: tuple[object, ...], make: Callable[[], T]) -> T:
        """The answer for `key`, computed again if `grounds` are not the same objects as before.
        `grounds` are all objects that `make` reads besides the owner of the memo."""
        known = self._answers.get(key)
        if known is None or len(known[0]) != len(grounds) or not all(map(is_, known[0], grounds)):
            known = self._answers[key] = (grounds, make())
        answer: T = known[1]
        return answer

    def last(self, key: Key[T]) -> T | None:
        """The last answer for `key`, even if outdated; None if there is none."""
        known = self._answers.get(key)
        return None if known is None else known[1]


class lazy(Generic[T]):  # noqa: N801 - written like `property`
    """A property that is computed on first access and cached.

    Like `functools.cached_property`, but without its lock: in Python 3.11 there is one for all
    instances, so a request about a small file would wait for a thread that works on a large one.
    Two threads may compute the same answer; both get the first one that is stored.
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
