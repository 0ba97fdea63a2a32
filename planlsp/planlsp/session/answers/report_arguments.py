"""The arguments of commands that make reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from pygls.exceptions import JsonRpcInvalidParams

from plancore.report.registry import formats_of

COMPARISONS: Final = formats_of("domain", "problem", "plan")
VALIDATIONS: Final = formats_of("validation")


class ComparisonArguments(NamedTuple):
    """A file, another one where it is named, and the name of a format."""

    uri: str
    other: str | None
    format: str


class FileArguments(NamedTuple):
    """A file and the name of a format."""

    uri: str
    format: str


def two_files(given: Sequence[Any]) -> ComparisonArguments:
    """`[uri, uri | null, format]`, of which all but the first may be left out.

    Raises what the client is to be told where it is anything else; so do all functions here.
    """
    uri, other, name = [*given, None, None, None][:3]
    name = name or "json"
    are_files = isinstance(uri, str) and isinstance(other, str | None)
    if not are_files or name not in COMPARISONS or len(given) > 3:
        raise _unexpected("a URI, a URI or null", COMPARISONS)
    return ComparisonArguments(uri, other, name)


def one_file(given: Sequence[Any], formats: Sequence[str], default: str) -> FileArguments:
    """`[uri, format]`, of which the format may be left out."""
    uri, name = [*given, None, None][:2]
    name = name or default
    if not isinstance(uri, str) or name not in formats or len(given) > 2:
        raise _unexpected("a URI", formats)
    return FileArguments(uri, name)


def _unexpected(files: str, formats: Sequence[str]) -> JsonRpcInvalidParams:
    return JsonRpcInvalidParams(f"Invalid Params: expected {files}, one of {', '.join(formats)}")
