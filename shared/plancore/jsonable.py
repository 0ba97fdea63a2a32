"""Records as values that JSON can represent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, object]
"""A JSON object, before it is written."""

_DIGITS: Final = 15
"""Number of digits that every JSON reader keeps exactly."""


def as_json(value: object) -> object:
    """`value` with each record in it as an object of its fields; a fraction becomes a number."""
    if isinstance(value, Fraction):
        return plain_number(value)
    if isinstance(value, Mapping):
        return {name: as_json(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        named = getattr(value, "_asdict", None)
        return [as_json(item) for item in value] if named is None else as_json(named())
    if is_dataclass(value):
        return fields_of(value)
    return value


def fields_of(record: Any) -> Json:
    """The fields of a dataclass and its nested records by name. Raises TypeError for others."""
    return {field.name: as_json(getattr(record, field.name)) for field in fields(record)}


def number_or_name(text: str) -> int | str:
    """A name, as a number if it is a canonical one: `12` is, `p12` and `012` are strings."""
    is_number = text.isascii() and text.isdecimal() and (text == "0" or text[0] != "0")
    return int(text) if is_number and len(text) <= _DIGITS else text


def plain_number(value: Fraction | int) -> int | float:
    """An integer if it is whole, else the nearest float."""
    return value.numerator if value.denominator == 1 else float(value)


def why_unreadable(error: ValueError | RecursionError) -> str:
    """The parser's error on an invalid JSON or TOML text, in words."""
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)
