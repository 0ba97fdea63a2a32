"""JSON documents of ours, held against the records that they are written from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any

from msgspec import Struct, ValidationError, convert

from planeval.schemas import Shape, documents, name_of

SHAPES = {name_of(document): shape for document, shape in documents().items()}
"""The shape of each document, by what its schema is called."""


def violations_of(text: str) -> list[str]:
    """Why a JSON document of ours is none of those that its format and version name, be it one
    object or a head with lines below it; nothing for what is no such document."""
    try:
        list(records_of(text))
    except ValidationError as error:
        return [str(error)]
    return []


def records_of(text: str) -> Iterator[Struct]:
    """The records of such a document: one, or one for each line. Raises ValidationError."""
    if text.startswith('{\n  "format": '):
        document = json.loads(text)
        yield record_of(document, _shape(document).whole)
    elif text.startswith('{"format": '):
        head, *lines = map(json.loads, text.splitlines())
        shape = _shape(head)
        yield record_of(head, shape.head)
        for line in lines:
            yield record_of(line, shape.line)


def record_of(value: dict[str, Any], kinds: tuple[type[Struct], ...]) -> Struct:
    """The record of one of `kinds` that an object is, whatever its format and version. Raises
    ValidationError."""
    value = {name: each for name, each in value.items() if name not in ("format", "version")}
    if len(kinds) > 1 and all(kind.__struct_config__.tag for kind in kinds):
        kinds = (reduce(or_, kinds),)
    wrong: list[str] = []
    for kind in kinds:
        try:
            return convert(value, kind)
        except ValidationError as error:
            wrong.append(str(error))
    raise ValidationError("; ".join(wrong))


def records_in(value: Any) -> Iterator[Struct]:
    """Each record within a record, and itself."""
    if isinstance(value, Struct):
        yield value
        value = [getattr(value, name) for name in value.__struct_fields__]
    for each in value.values() if isinstance(value, dict) else value:
        if isinstance(each, Struct | dict | list):
            yield from records_in(each)


def _shape(document: Any) -> Shape:
    named = f"{document['format'].replace(' ', '-')}-{document['version']}"
    if named not in SHAPES:
        raise ValidationError("no document is of that format and version")
    return SHAPES[named]
