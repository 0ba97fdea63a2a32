"""The words of a command: their places, and which of them is a script.

Places are written as for Python's `str.format`: `{domain}` is filled in, `{{` and `}}` are the
braces themselves. A script is what an interpreter runs, and is known only where that is sure: the
interpreter is the program itself, or what `env` runs (whatever else runs a program may do so
elsewhere, in a container say), and the script is the word behind it, or behind options of it that
have no value of their own. What a name behind `-c`, `-m` or an option that is not known here means
only the interpreter knows.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Final

_TOKEN: Final = re.compile(r"\{\{|\}\}|\{(\w*)\}|[{}]")
_BRACES: Final = {"{{": "{", "}}": "}"}


def places_in(word: str) -> list[str]:
    """The names of its places, in order. Raises ValueError, with a message for the user, for a
    brace that belongs to none."""
    found = []
    for token in _TOKEN.finditer(word):
        if token[0] in ("{", "}"):
            raise ValueError(f"{token[0]} in {word!r} belongs to no place: write {token[0] * 2}")
        if token[1] is not None:
            found.append(token[1])
    return found


def filled(word: str, values: Mapping[str, str]) -> str:
    """The word with its places filled in; one that has no value stays as it is."""

    def put(token: re.Match[str]) -> str:
        if token[1] is not None:
            return values.get(token[1], token[0])
        return _BRACES.get(token[0], token[0])

    return _TOKEN.sub(put, word)


def fixed(word: str) -> str | None:
    """What the word is whatever is filled in; None where it has a place."""
    is_open = any(token[1] is not None for token in _TOKEN.finditer(word))
    return None if is_open else filled(word, {})


def escaped(text: str) -> str:
    """The word that is `text` when it is filled in."""
    return text.replace("{", "{{").replace("}", "}}")


_INTERPRETERS: Final = (
    (re.compile(r"(?:python|pypy)[\d.]*w?|\{python\}"), re.compile(r"-[bBEIOPqsSuv]+")),
    (re.compile(r"sh|bash|dash|ksh|zsh"), re.compile(r"-[eux]+")),
    (re.compile(r"perl|ruby|node|julia|php|lua|Rscript"), re.compile(r"-w")),
)
"""Names of programs, and of their options that a script may stand behind."""
_JAVA: Final = re.compile(r"javaw?")


def script_of(command: Sequence[str]) -> int | None:
    """The number of the word, from 0; None where there is none, or nobody can tell."""
    number = 0
    if _name(command[0]) == "env":
        number = next((n for n, word in enumerate(command) if n > 0 and "=" not in word), 0)
    name = _name(command[number])
    if _JAVA.fullmatch(name):
        jar = command.index("-jar", number) + 1 if "-jar" in command[number:] else None
        return jar if jar is not None and jar < len(command) else None
    for interpreter, passed in _INTERPRETERS:
        if interpreter.fullmatch(name):
            return _first_argument(command, number + 1, passed)
    return None


def _name(word: str) -> str:
    return os.path.basename(word).removesuffix(".exe")


def _first_argument(command: Sequence[str], start: int, passed: re.Pattern[str]) -> int | None:
    for number in range(start, len(command)):
        word = command[number]
        if not passed.fullmatch(word):
            return None if word.startswith("-") or fixed(word) is None else number
    return None
