"""Long answers as JSON, made outside the event loop.

pygls turns an answer into JSON on the event loop, half a second for 100,000 places. So a long
answer is turned into JSON by `json_of`, piece by piece, in a thread that can pause and end. What
pygls sends for it is a short message with a token, which `AnswerWriter` replaces by the JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from operator import attrgetter
from typing import Any, Final, Protocol
from uuid import uuid4

import attrs
from cattrs import Converter

from plancore.stop import Checkpoint

MOST: Final = 1_000
"""Items of an answer that are turned into JSON on the event loop, in about ten milliseconds."""
_FEW: Final = 64
"""Items that may each be long."""
_NUMBERS: Final = 10_000
_SHORT: Final = 1_000
_CONTAINERS: Final = (list, dict)


def is_long(answer: object) -> bool:
    """Whether an answer has more than `MOST` items."""
    left, within = MOST, list[Any]([answer])
    while within and left >= 0:
        value = within.pop()
        kind: Any = type(value)
        if kind is list:
            left -= len(value)
            if len(value) <= _FEW:
                within += value
        elif kind is dict:
            within += value.values()
        elif (fields := _fields_of(kind)) is not None:
            within += [each for each in fields(value) if type(each) in _CONTAINERS]
    return left < 0


@cache
def _fields_of(kind: type) -> Callable[[Any], tuple[Any, ...]] | None:
    """A function that gets the fields of an LSP object; None for other values."""
    if not attrs.has(kind):
        return None
    return attrgetter("__class__", *(field.name for field in attrs.fields(kind)))


def json_of(answer: object, converter: Converter, checkpoint: Checkpoint) -> bytes:
    """An answer as JSON, as pygls would send it. Raises what `checkpoint` raises."""
    return "".join(_pieces(answer, converter, checkpoint)).encode()


def _pieces(value: Any, converter: Converter, checkpoint: Checkpoint) -> Iterator[str]:
    if type(value) is list:
        yield "["
        yield from _items(value, converter, checkpoint)
        yield "]"
    elif type(value) is dict:
        yield from _object(value, {**value}, converter, checkpoint)
    else:
        long = _containers(value) if attrs.has(type(value)) else {}
        emptied = {name: type(each)() for name, each in long.items()}
        rest = converter.unstructure(attrs.evolve(value, **emptied) if long else value)
        named = {_name_in_json(name): each for name, each in long.items()}
        if named:
            assert named.keys() <= rest.keys(), rest
            yield from _object(rest, named, converter, checkpoint)
        else:
            yield json.dumps(rest)


def _object(
    plain: dict[str, Any], long: dict[str, Any], converter: Converter, checkpoint: Checkpoint
) -> Iterator[str]:
    """An object; its `long` values are not in `plain` yet."""
    before = "{"
    for name, each in plain.items():
        yield f"{before}{json.dumps(name)}: "
        before = ", "
        if name in long:
            yield from _pieces(long[name], converter, checkpoint)
        else:
            yield json.dumps(each)
    yield "}" if plain else "{}"


def _items(values: list[Any], converter: Converter, checkpoint: Checkpoint) -> Iterator[str]:
    """The items of a list, without its brackets."""
    has_parts = bool(values) and attrs.has(type(values[0]))
    size = _FEW if has_parts else _NUMBERS
    for start in range(0, len(values), size):
        checkpoint()
        several = values[start : start + size]
        yield ", " * bool(start)
        if has_parts and is_long(several):
            for number, value in enumerate(several):
                yield ", " * bool(number)
                yield from _pieces(value, converter, checkpoint)
        else:
            yield json.dumps(converter.unstructure(several))[1:-1]


def _containers(value: Any) -> dict[str, Any]:
    """The fields of an object that hold lists and dictionaries."""
    fields = {field.name: getattr(value, field.name) for field in attrs.fields(type(value))}
    return {name: each for name, each in fields.items() if type(each) in _CONTAINERS}


def _name_in_json(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


class EncodedAnswer:
    """A long answer whose JSON is known to an `AnswerWriter` by a token."""

    def __init__(self) -> None:
        self.token = f"planlsp-{uuid4()}"


class Writer(Protocol):
    """Sends messages."""

    def write(self, body: bytes) -> None:
        """Queue a message; never blocks and never fails."""

    def close(self) -> None:
        """Stop sending."""


class AnswerWriter:
    """Puts the JSON of long answers in the place of their tokens."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._encoded: dict[bytes, bytes] = {}
        self.close = writer.close

    def keep(self, body: bytes) -> EncodedAnswer:
        """Keep the JSON of an answer until it is sent."""
        answer = EncodedAnswer()
        self._encoded[f'"{answer.token}"'.encode()] = body
        return answer

    def write(self, body: bytes) -> None:
        """Send a message; an answer that is only a token in full."""
        if self._encoded and len(body) < _SHORT:
            before, _, token = body.removesuffix(b"}").rpartition(b": ")
            encoded = self._encoded.pop(token, None)
            if encoded is not None:
                body = b"".join((before, b": ", encoded, b"}"))
        self._writer.write(body)
