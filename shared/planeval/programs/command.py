"""A command line of the user's, with places that are filled in when it is run: `{domain}` and such.

A line stands behind a name and a colon (`mine: ./plan {domain} {problem} {plan}`), in a file it is
a text or a list of words. The program runs in a folder of its own, so a word that is the name of a
file, beside the file of TOML or in the working folder, stands for that file, and so does what is
behind the first `=` of a word: `learn` or `learn.py` behind `python`, `--model=nets/small.json`.
The program itself has to have a slash in it to be such a name, `./plan`: else it is looked for on
the PATH.

The words of a command: their places, and which of them is a script.

Places are written as for Python's `str.format`: `{domain}` is filled in, `{{` and `}}` are the
braces themselves. A script is what an interpreter runs, and is known only where that is sure: the
interpreter is the program itself, or what `env` runs (whatever else runs a program may do so
elsewhere, in a container say), and the script is the word behind it, or behind options of it that
have no value of their own. What a name behind `-c`, `-m` or an option that is not known here means
only the interpreter knows.

Programs in words: for each its name, and below it what is known of it; names that are taken, or
not known.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sysconfig
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from plancore.report.lines import Line, line, render
from plancore.report.table import Cell, table
from plancore.spelling import hint, nearest
from planeval.programs.bounds import Bounds
from planfiles.errors import UserError
from planfiles.files import files_named

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
    colon may be left out. Raises UserError for a command that cannot work or has no name."""
    match = _LINE.fullmatch(text)
    if match is None:
        if "{" in text:
            raise UserError(f"{text.strip()!r} has no name; write 'NAME: {text.strip()}'")
        return None
    name, command = " ".join(match["name"].split()), match["command"]
    if not match["blank"] and (_IN_NAMES_OF_OTHERS.search(name) or _is_toml(text)):
        return None
    if not name:
        raise UserError(f"{command!r} has no name before the colon; write 'NAME: {command}'")
    return name, command_of(command, name, Path(), places)


def _is_toml(text: str) -> bool:
    return text.endswith(".toml") and "{" not in text


def command_of(
    value: str | Sequence[str], where: str, folder: Path, places: Places
) -> tuple[str, ...]:
    """The words of a command that stands at `where`, in which `{{` and `}}` are braces (`places`);
    names of files in it are looked for in `folder`. Raises UserError for a command that cannot
    work."""
    words = _words(value, where)
    if not words or not words[0]:
        raise UserError(f"{where}: the command is empty")
    try:
        named = {place for word in words for place in places_in(word)}
    except ValueError as error:
        raise UserError(f"{where}: {error}") from None
    for place in sorted(named.difference(places.known)):
        known = ", ".join(f"{{{each}}}" for each in places.known)
        why = f"is unknown; expected one of {known}" if known else "is not allowed here"
        raise UserError(f"{where}: {{{place}}} {why}; write {{{{{place}}}}} for literal braces")
    lacking = [place for place in places.needed if place not in named]
    if lacking and places.instead not in named:
        raise UserError(f"{where}: the command lacks {{{lacking[0]}}}")
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
        raise UserError(f"{where}: {str(error).lower()}") from None


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


_TOKEN: Final = re.compile(r"\{\{|\}\}|\{(\w*)\}|[{}]")
_BRACES: Final = {"{{": "{", "}}": "}"}


def places_in(word: str) -> list[str]:
    """The names of its places, in order. Raises ValueError, with a message for the user, for a
    brace that belongs to none."""
    found = []
    for token in _TOKEN.finditer(word):
        if token[0] in ("{", "}"):
            raise ValueError(f"unmatched {token[0]} in {word!r}; write {token[0] * 2}")
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


# Whether a command of the user's can be started on this machine, told before anything is.


def runnable(
    name: str, command: Sequence[str], folder: Path, tell: Callable[[str], None] | None = None
) -> tuple[str, ...]:
    """The command of the program called `name`, which can be started here: one without a path is
    looked for on the PATH, and beside our own, where it then is a path. Raises UserError where it
    cannot; where `tell` is given, which is for work on other machines, that is told instead.
    `folder` is where the user's files are."""
    program, *rest = command
    found = _beside_ours(program)
    if found is not None:
        command = (escaped(found), *rest)
    why = _missing(command, folder)
    if why is None:
        return tuple(command)
    if tell is None:
        raise UserError(f"{name}: {why}")
    tell(f"{name}: {why} (on this machine; tasks given to a worker without it are lost)")
    return tuple(command)


def _missing(command: Sequence[str], folder: Path) -> str | None:
    """Why the program of a command, or the script that it is to run, cannot be started, with the
    nearest name that there is; None where they are there."""
    program = fixed(command[0])
    if program is None:
        return missing_script(command)
    if os.path.dirname(program):
        why = _missing_program(program)
    elif shutil.which(program) is not None:
        why = None
    elif os.path.isfile(folder / program):
        why = f"no such program: {program}{_meant(f'./{program}')}"
    else:
        near = nearest(program, _programs((*os.get_exec_path(), _ours())))
        why = f"no such program: {program}{_meant(near)}"
    return why or missing_script(command)


def missing_script(command: Sequence[str]) -> str | None:
    """Why the script that a command is to run cannot be read; None where it is there, or there is
    none."""
    number = script_of(command)
    path = None if number is None else fixed(command[number])
    return _not_there(path) if path is not None and not os.path.exists(path) else None


def _missing_program(path: str) -> str | None:
    if not os.path.exists(path):
        return _not_there(path)
    if os.path.isdir(path):
        return f"{path} is a directory"
    if shutil.which(path) is None:
        return f"{path} is not executable: set its permission, or put its interpreter before it"
    return None


def _not_there(path: str) -> str:
    folder, name = os.path.split(path)
    return f"no such file: {path}{_meant(nearest(name, _names(folder)))}"


def _meant(near: str | None) -> str:
    return f"; did you mean `{near}`?" if near else ""


def _beside_ours(word: str) -> str | None:
    """The path of a program that is not on the PATH and stands where ours are installed, as those
    do that were installed with us."""
    program = fixed(word)
    if program is None or os.path.dirname(program) or shutil.which(program) is not None:
        return None
    return shutil.which(program, path=_ours())


def _ours() -> str:
    return sysconfig.get_path("scripts")


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _programs(folders: Iterable[str]) -> set[str]:
    return {name for folder in folders for name in _names(folder)}


def blocks(programs: Iterable[tuple[str, Sequence[tuple[str, str]]]], limits: str) -> str:
    """A block for each program, what is empty left out, and what bounds them all."""
    lines: list[Line] = []
    for name, known in programs:
        rows: list[list[Cell]] = [[f"  {what}", value] for what, value in known if value]
        lines += [line(name), *table(rows)]
    return render([*lines, line(limits)]).rstrip("\n") + "\n"


def command_in_words(command: Iterable[str]) -> str:
    """A command as it is written in a line, its places as they are."""
    return " ".join(word if word.startswith("{") else shlex.quote(word) for word in command)


def limits_in_words(each: str, bounds: Bounds, command: str) -> str:
    """What a program may take for `each` thing that `command` asks of it, and how to change it."""
    return (
        f"limits for {each}: {bounds.wall:g} s wall-clock, {bounds.memory:,} MiB "
        f"({command} --time, --memory)"
    )


def refuse_taken(sort: str, name: str, known: Collection[str]) -> None:
    """Raise UserError for a program of the user's that is called like one of ours: whoever reads
    the figures would take it for that one. `sort` is what both are, a planner or a learner."""
    if name in known:
        raise UserError(f"{name}: planeval already has a {sort} of this name; choose another name")


def unknown(sort: str, name: str, known: Collection[str]) -> UserError:
    """What to raise for a name that none of the `sort` has."""
    said = hint(name, known)
    stop = "" if said.endswith("?") else "."
    own = "To add your own, write 'NAME: COMMAND …' or name a .toml file"
    return UserError(f"unknown {sort} {name!r}; {said}{stop} {own}")
