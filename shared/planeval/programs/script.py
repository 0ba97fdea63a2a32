"""Which word of a command is the script that an interpreter runs.

Only where that is sure: the interpreter is the program itself, or what `env` runs (whatever else
runs a program may do so elsewhere, in a container say), and the script is the word behind it, or
behind options of it that have no value of their own. What a name behind `-c`, `-m` or an option
that is not known here means only the interpreter knows.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Final

from planeval.programs.places import fixed

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
