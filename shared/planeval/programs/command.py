"""The user's command lines, with placeholders such as `{domain}`: parse, check, fill in, print.

A command follows a name and a colon (`mine: ./plan {domain} {problem} {plan}`); in a TOML file it
is a string or a list of words. The program runs in a temporary folder, so words that name files,
next to the TOML file or in the working directory, are made absolute, and so are values after the
first `=` of a word: `learn.py` after `python`, `--model=nets/small.json`. The program itself must
contain a slash, `./plan`, to be a file; else it is searched on the PATH.

Placeholders are as in `str.format`: `{domain}` is replaced, `{{` and `}}` are literal braces.

A script is the file that an interpreter runs. It is recognised only in clear cases: the interpreter
is the program itself, or is run by `env` (other programs may run it elsewhere, in a container for
example), and the script is the first word after it, or after options without values. A name after
`-c`, `-m` or an unknown option may mean anything.
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

from plancore.report.lines import Cell, Line, line, render, table
from plancore.spelling import hint, nearest
from planeval.programs.bounds import Bounds
from planfiles.errors import UserError
from planfiles.files import files_named

_LINE: Final = re.compile(r"\s*(?P<name>[^:{}]*?)\s*:(?P<blank>\s*)(?P<command>\S.*)", re.DOTALL)
_IN_NAMES_OF_OTHERS: Final = re.compile(r"@|^\w$")
"""The text before a colon without a blank in `NAME@C:\\FOLDER` and `C:\\FILE`, which are not
commands with a name."""


class Places(NamedTuple):
    """The placeholders that a command may have. It must have all that are `needed`, or the one
    that replaces them all (`instead`)."""

    known: Sequence[str]
    needed: Sequence[str] = ()
    instead: str = ""


def named_command(text: str, places: Places) -> tuple[str, tuple[str, ...]] | None:
    """The name and words of `name: command`; None for a text of another form. The blank after the
    colon is optional. Raises UserError for an invalid command, or one without a name."""
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
    """Parse and check a command, found at `where`. File names in it are relative to `folder` and
    made absolute. Raises UserError for an invalid command."""
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
    """The files in a command of `command_of`, each once, without a program found on the PATH."""
    return files_named(word for word in map(fixed, command) if word is not None)


def _words(value: str | Sequence[str], where: str) -> list[str]:
    if not isinstance(value, str):
        return list(value)
    try:
        return shlex.split(value)
    except ValueError as error:
        raise UserError(f"{where}: {str(error).lower()}") from None


def _program(word: str, folder: Path) -> str:
    """The program of a command; with a slash in it, it is a path and made absolute, whether it
    exists or not."""
    text = fixed(word)
    is_path = text is not None and ("/" in text or os.sep in text)
    return escaped(_path(text, folder)) if text is not None and is_path else word


def _absolute(word: str, folder: Path, *, is_meant: bool) -> str:
    """Make a word that names a file absolute; one that `is_meant` as a path, also if the file does
    not exist yet."""
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
    """The names of the placeholders of a word, in order. Raises ValueError, with a message for the
    user, for an unmatched brace."""
    found = []
    for token in _TOKEN.finditer(word):
        if token[0] in ("{", "}"):
            raise ValueError(f"unmatched {token[0]} in {word!r}; write {token[0] * 2}")
        if token[1] is not None:
            found.append(token[1])
    return found


def filled(word: str, values: Mapping[str, str]) -> str:
    """The word with its placeholders replaced; those without a value are kept."""

    def put(token: re.Match[str]) -> str:
        if token[1] is not None:
            return values.get(token[1], token[0])
        return _BRACES.get(token[0], token[0])

    return _TOKEN.sub(put, word)


def fixed(word: str) -> str | None:
    """The text of a word without placeholders; None if it has any."""
    is_open = any(token[1] is not None for token in _TOKEN.finditer(word))
    return None if is_open else filled(word, {})


def escaped(text: str) -> str:
    """Escape braces: `filled` of the result is `text`."""
    return text.replace("{", "{{").replace("}", "}}")


_INTERPRETERS: Final = (
    (re.compile(r"(?:python|pypy)[\d.]*w?|\{python\}"), re.compile(r"-[bBEIOPqsSuv]+")),
    (re.compile(r"sh|bash|dash|ksh|zsh"), re.compile(r"-[eux]+")),
    (re.compile(r"perl|ruby|node|julia|php|lua|Rscript"), re.compile(r"-w")),
)
"""Names of interpreters, and the options that may precede a script."""
_JAVA: Final = re.compile(r"javaw?")


def script_of(command: Sequence[str]) -> int | None:
    """The index of the script in a command; None if there is none, or it is unknown."""
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


# Check that a command of the user's can be started on this machine, before any work.


def runnable(
    name: str, command: Sequence[str], folder: Path, tell: Callable[[str], None] | None = None
) -> tuple[str, ...]:
    """Check that the command of the program called `name` can be started here.

    A program without a path is searched on the PATH, and then among the scripts of our environment;
    a program found there becomes a path. Raises UserError if it is not found; with `tell`, for
    work on other machines, the message is passed to `tell` instead. `folder` is that of the user's
    files.
    """
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
    """Why the program of a command, or its script, cannot be started, with the most similar name
    that exists; None if both are found."""
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
        folders = (*os.get_exec_path(), _ours())
        near = nearest(program, {name for folder in folders for name in _names(folder)})
        why = f"no such program: {program}{_meant(near)}"
    return why or missing_script(command)


def missing_script(command: Sequence[str]) -> str | None:
    """Why the script of a command cannot be read; None if it exists, or the command has none."""
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
    """The path of a program that is not on the PATH, but among the scripts of our environment."""
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


def blocks(programs: Iterable[tuple[str, Sequence[tuple[str, str]]]], limits: str) -> str:
    """A block of facts for each program, without empty ones, and then the limits of all."""
    lines: list[Line] = []
    for name, known in programs:
        rows: list[list[Cell]] = [[f"  {what}", value] for what, value in known if value]
        lines += [line(name), *table(rows)]
    return render([*lines, line(limits)]).rstrip("\n") + "\n"


def command_in_words(command: Iterable[str]) -> str:
    """A command as a shell would write it, with its placeholders."""
    return " ".join(word if word.startswith("{") else shlex.quote(word) for word in command)


def limits_in_words(each: str, bounds: Bounds, command: str) -> str:
    """A line with the default limits for `each` unit of work of `command`, and its options."""
    return (
        f"limits for {each}: {bounds.wall:g} s wall-clock, {bounds.memory:,} MiB "
        f"({command} --time, --memory)"
    )


def refuse_taken(sort: str, name: str, known: Collection[str]) -> None:
    """Raise UserError if a program of the user's has the name of a built-in one: reports could not
    distinguish them. `sort` is "planner" or "learner"."""
    if name in known:
        raise UserError(f"{name}: planeval already has a {sort} of this name; choose another name")


def unknown(sort: str, name: str, known: Collection[str]) -> UserError:
    """The error for an unknown name; `sort` is "planner" or "learner"."""
    said = hint(name, known)
    stop = "" if said.endswith("?") else "."
    own = "To add your own, write 'NAME: COMMAND …' or name a .toml file"
    return UserError(f"unknown {sort} {name!r}; {said}{stop} {own}")
