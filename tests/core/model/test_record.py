"""Records answer as slotted, hashable dataclasses do, from the first call of each method on."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace

import pytest

from plancore.model.record import record


def _port(decorate: Callable[[type], type]) -> type:
    """A new class made by `decorate`, of which no method was ever called."""

    @decorate
    class Town:
        name: str
        size: int = 0
        notes: list[str] = field(default_factory=list, compare=False, repr=False)

    @decorate
    class Port(Town):
        depth: int = 9

    return Port


QUESTIONS: dict[str, Callable[[type], object]] = {
    "init": lambda kind: [getattr(kind("a", depth=3), each.name) for each in fields(kind)],
    "fresh": lambda kind: kind("a").notes is kind("b").notes,
    "repr": lambda kind: repr(kind("a", 1, ["b"])).rsplit(".", 1)[-1],
    "eq": lambda kind: (kind("a") == kind("a", notes=["b"]), kind("a") == kind("b"), kind("") == 1),
    "hash": lambda kind: hash(kind("a", 1)),
    "replace": lambda kind: replace(kind("a"), size=2).size,
    "copy": lambda kind: copy.deepcopy(kind("a", 1)).size,
    "slots": lambda kind: hasattr(kind("a"), "__dict__"),
    "match": lambda kind: vars(kind)["__match_args__"],
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_record_answers_as_a_dataclass(question: str) -> None:
    ask, made = QUESTIONS[question], _port(record)
    expected = ask(_port(dataclass(slots=True, unsafe_hash=True)))
    assert [ask(made), ask(made)] == [expected, expected]


@record
class Derived:
    """A record with a field that follows from others."""

    name: str
    size: int
    label: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "label", f"{self.name} {self.size}")


def test_what_follows_from_other_fields_is_there_from_the_start() -> None:
    first = Derived("a", size=1)
    assert (first.label, replace(first, size=2).label) == ("a 1", "a 2")
    assert pickle.loads(pickle.dumps(first)) == first


@pytest.mark.parametrize("arguments", [(), ("a",), ("a", 1, 2)])
def test_what_lacks_an_argument_or_has_one_too_many_is_refused(arguments: tuple[object]) -> None:
    for _ in range(2):
        with pytest.raises(TypeError, match="argument"):
            Derived(*arguments)  # type: ignore[arg-type, call-arg]
