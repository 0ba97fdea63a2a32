"""Decode JSON and TOML of users into types, with a message for each error.

A message has the path of a key, then the expected and the actual value, or an unknown key with the
nearest known one:

    `actions[0].confidence`: expected a number from 0 to 1, found 7
    `actions[0].parametres`: unknown key; did you mean `parameters`?

Types are those of msgspec: structs, enumerations, lists, mappings … The description of a `Meta`
says what is expected. This module imports msgspec, which takes as long as a hundred modules of
ours, so import it late.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from plancore.json_toml import DocumentError
from plancore.spelling import nearest

T = TypeVar("T")
_Path = tuple[str | int, ...]

_NAMES: Final = {
    str: "a string",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    NoneType: "null",
}
_LISTS: Final = (list, tuple, set, frozenset)
_MISSING: Final = re.compile(r"Object missing required field `(.+)`")
_LONGEST: Final = 40


def decode(value: object, kind: type[T]) -> T:
    """Convert `value`, parsed JSON or TOML, to `kind`. Raises DocumentError for the first error;
    unknown keys are errors if the type forbids them."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise next(_errors(value, kind, ())) from None


def decode_partly(value: object, kind: type[T]) -> tuple[T, list[DocumentError]]:
    """The valid part of `value`, and all errors in it. Invalid parts are left out: a key of the
    outermost object or, if its value is a list or an object, the invalid entries of that. A key
    that resembles a known one is a misspelling, and an error even if the type allows other keys."""
    errors = found = list(_errors(value, kind, (), spelling=True))
    while found:
        if any(not error.path for error in found):
            return kind(), errors
        value = _without(value, {error.path[:2] for error in found})
        # The rest may lack what was removed.
        found = list(_errors(value, kind, (), spelling=True))
    return decode(value, kind), errors


def _without(value: Any, paths: Iterable[_Path]) -> dict[str, Any]:
    """An object without the values at these paths of one or two keys."""
    left = dict(value)
    for key in {path[0] for path in paths}:
        inner = {path[1] for path in paths if path[0] == key and len(path) > 1}
        if (key,) in paths:
            del left[key]
        elif isinstance(left[key], Mapping):
            left[key] = {name: item for name, item in left[key].items() if name not in inner}
        else:
            left[key] = [item for number, item in enumerate(left[key]) if number not in inner]
    return left


def _errors(
    value: object, kind: Any, path: _Path, *, spelling: bool = False
) -> Iterator[DocumentError]:
    """The errors in a value of this type, each at the innermost path."""
    why, own, is_said = "", "", False
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        why = str(error)
        own = str(error.__cause__ or "")  # the error of a struct about its fields together
    if not why and not spelling:
        return
    for key, item, inner in _members(value, kind):
        if why or isinstance(item, Mapping | list):
            for found in _errors(item, inner, (*path, key), spelling=spelling):
                is_said = True
                yield found
    for key, hint in _unknown(value, kind, spelling):
        is_said = True
        yield DocumentError(f"unknown key; {hint}", (*path, key))
    if why and not is_said:
        missing = _MISSING.match(why)
        message = f"`{missing[1]}` is missing" if missing else own or _mismatch(value, kind)
        yield DocumentError(message, path)


def _members(value: object, kind: Any) -> Iterator[tuple[str | int, object, Any]]:
    """The keys, values and types of the members of a value."""
    for each in _types(kind):
        keys, arguments, origin = _keys(each), get_args(each), get_origin(each)
        if isinstance(value, list) and origin in _LISTS:
            yield from ((number, item, arguments[0]) for number, item in enumerate(value))
        elif isinstance(value, Mapping) and keys:
            yield from ((key, value[key], keys[key]) for key in keys if key in value)
        elif isinstance(value, Mapping) and origin is dict:
            for key, item in value.items():
                yield key, key, arguments[0]
                yield key, item, arguments[1]


def _unknown(value: object, kind: Any, spelling: bool) -> Iterator[tuple[str, str]]:
    """The unknown keys, each with a hint at what is meant or expected."""
    for each in _types(kind):
        keys = _keys(each)
        if isinstance(value, Mapping) and keys:
            is_strict = each.__struct_config__.forbid_unknown_fields
            meant = [key for key in keys if is_strict or key not in value]
            for key in value:
                if key not in keys and (is_strict or spelling):
                    near = nearest(key, meant)
                    if near:
                        yield key, f"did you mean `{near}`?"
                    elif is_strict:
                        yield key, f"expected one of {', '.join(keys)}"


def _types(kind: Any) -> Iterator[Any]:
    """The types of a union, without annotations."""
    if get_origin(kind) is Annotated:
        yield from _types(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for each in get_args(kind):
            yield from _types(each)
    else:
        yield kind


@cache
def _keys(kind: Any) -> dict[str, Any]:
    """The keys of a struct with their types; none for other types."""
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return {}
    return {field.encode_name: field.type for field in msgspec.structs.fields(kind)}


def _mismatch(value: object, kind: Any) -> str:
    choices = [choice for each in _types(kind) for choice in _choices(each)]
    near = nearest(value, choices) if isinstance(value, str) else None
    hint = f"; did you mean `{near}`?" if near else ""
    return f"expected {_expected(kind)}, found {_shown(value)}{hint}"


def _expected(kind: Any) -> str:
    """The description of a type in messages."""
    if get_origin(kind) is Annotated:
        inner, *metas = get_args(kind)
        described = next(filter(None, (getattr(meta, "description", "") for meta in metas)), "")
        return described or _expected(inner) + "".join(map(_bounds, metas))
    if get_origin(kind) in (Union, UnionType):
        # That null is allowed does not help if the value is something else.
        return " or ".join(_expected(each) for each in get_args(kind) if each is not NoneType)
    if choices := _choices(kind):
        return f"one of {', '.join(choices)}" if len(choices) > 1 else choices[0]
    return _NAMES.get(kind) or ("a list" if get_origin(kind) in _LISTS else "an object")


def _bounds(meta: Any) -> str:
    if meta.ge is None:
        return ""
    return f" of at least {meta.ge}" if meta.le is None else f" from {meta.ge} to {meta.le}"


def _choices(kind: Any) -> list[str]:
    if get_origin(kind) is Literal:
        return [str(choice) for choice in get_args(kind)]
    is_enumeration = isinstance(kind, type) and issubclass(kind, Enum)
    return [str(choice.value) for choice in kind] if is_enumeration else []


def _shown(value: object) -> str:
    if isinstance(value, Mapping | list):
        return "a list" if isinstance(value, list) else "an object"
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except ValueError:  # a number of more than 4,300 digits
        return "a number of very many digits"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
