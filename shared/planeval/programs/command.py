"""A command line of the user's, with places that are filled in when it is run: `{domain}` and such.

A line stands behind a name and a colon (`mine: ./plan {domain} {problem} {plan}`), in a file it is
a text or a list of words. The program runs in a folder of its own, so a word that is the name of a
file, beside the file of TOML or in the working folder, stands for that file, and so does what is
behind the first `=` of a word: `learn` or `learn.py` behind `python`, `--model=nets/small.json`.
The program itself has to have a slash in it to be such a name, `./plan`: else it is looked for on
the PATH.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from planeval.programs.places import escaped, fixed, places_in, script_of
from planfiles.files import files_named
from planfiles.trouble import Trouble

_LINE: Final = re.compile(r"\s*(?P<name>[^:{}]*?)\s*:(?P<blank>\s*)(?P<command>\S.*)", re.DOTALL)
_IN_NAMES_OF_OTHERS: Final = re.compile(r"@|^\w$")
"""Before a colon without a blank: `NAME@C:\\FOLDER` and `C:\\FILE` are no lines."""


class Places(NamedTuple):
    """The places that a command may have. It has all that are `needed`, or the one that stands
    `instead` of them all."""

    known: Sequence[str]
    needed: Sequence[str] = ()
    instead: str = ""


def named_command(text: str, places: Places) -> tuple[str, tuple[str, ...]] | None:
    """Name and words of `name: command`; None for what is not of that form. The blank behind the
    colon may be left out. Raises Trouble for a command that cannot work or has no name."""
    match = _LINE.fullmatch(text)
    if match is None:
        if "{" in text:
            raise Trouble(f"{text.strip()!r} has no name: write 'NAME: {text.strip()}'")
        return None
    name, command = " ".join(match["name"].split()), match["command"]
    if not match["blank"] and (_IN_NAMES_OF_OTHERS.search(name) or _is_toml(text)):
        return None
    if not name:
        raise Trouble(f"{command!r} has no name before its colon: write 'NAME: {command}'")
    return name, command_of(command, name, Path(), places)


def _is_toml(text: str) -> bool:
    return text.endswith(".toml") and "{" not in text


def command_of(
    value: str | Sequence[str], where: str, folder: Path, places: Places
) -> tuple[str, ...]:
    """The words of a command that stands at `where`, in which `{{` and `}}` are braces (`places`);
    names of files in it are looked for in `folder`. Raises Trouble for a command that cannot
    work."""
    words = _words(value, where)
    if not words or not words[0]:
        raise Trouble(f"{where}: the command is empty")
    try:
        named = {place for word in words for place in places_in(word)}
    except ValueError as error:
        raise Trouble(f"{where}: {error}") from None
    for place in sorted(named.difference(places.known)):
        known = ", ".join(f"{{{each}}}" for each in places.known)
        why = f"is none of {known}" if known else "is no place of this command"
        raise Trouble(f"{where}: {{{place}}} {why}; write {{{{{place}}}}} if that itself is meant")
    lacking = [place for place in places.needed if place not in named]
    if lacking and places.instead not in named:
        raise Trouble(f"{where}: the command does not say where {{{lacking[0]}}} goes")
    script = script_of(words)
    return tuple(
        _program(word, folder) if n == 0 else _absolute(word, folder, is_meant=n == script)
        for n, word in enumerate(words)
    )


def files_of(command: Iterable[str]) -> tuple[str, ...]:
    """The files that a command of `command_of` names, each once. A program that is looked for on
    the PATH is not among them."""
    return files_named(word for word in map(fixed, command) if word is not None)


def _words(value: str | Sequence[str], where: str) -> list[str]:
    if not isinstance(value, str):
        return list(value)
    try:
        return shlex.split(value)
    except ValueError as error:
        raise Trouble(f"{where}: {str(error).lower()}") from None


def _program(word: str, folder: Path) -> str:
    """With a slash in it it is meant as a path, whether anything is there or not."""
    text = fixed(word)
    is_path = text is not None and ("/" in text or os.sep in text)
    return escaped(_path(text, folder)) if text is not None and is_path else word


def _absolute(word: str, folder: Path, *, is_meant: bool) -> str:
    """A word that goes on naming its file elsewhere; one that `is_meant` as a path names one also
    where nothing is there yet."""
    text = fixed(word)
    if text is None:
        return word
    if is_meant or os.path.isfile(_path(text, folder)):
        return escaped(_path(text, folder))
    option, equals, value = text.partition("=")
    if value and os.path.isfile(_path(value, folder)):
        return escaped(f"{option}{equals}{_path(value, folder)}")
    return word


def _path(name: str, folder: Path) -> str:
    return str((folder / name).absolute())
