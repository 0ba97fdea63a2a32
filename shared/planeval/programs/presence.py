"""Whether a command of the user's can be started on this machine, told before anything is."""

from __future__ import annotations

import os
import shutil
import sysconfig
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from plancore.spelling import nearest
from planeval.programs.places import escaped, fixed, script_of
from planfiles.trouble import Trouble


def runnable(
    name: str, command: Sequence[str], folder: Path, tell: Callable[[str], None] | None = None
) -> tuple[str, ...]:
    """The command of the program called `name`, which can be started here: one without a path is
    looked for on the PATH, and beside our own, where it then is a path. Raises Trouble where it
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
        raise Trouble(f"{name}: {why}")
    tell(f"{name}: {why} (on this machine; what a worker that lacks it is given is lost)")
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
        why = f"no program is called {program}{_meant(f'./{program}')}"
    else:
        near = nearest(program, _programs((*os.get_exec_path(), _ours())))
        why = f"no program is called {program}{_meant(near)}"
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
        return f"{path} is a folder"
    if shutil.which(path) is None:
        return f"{path} may not be executed: set its permission, or name what runs it before it"
    return None


def _not_there(path: str) -> str:
    folder, name = os.path.split(path)
    return f"there is no file {path}{_meant(nearest(name, _names(folder)))}"


def _meant(near: str | None) -> str:
    return f"; did you mean {near}?" if near else ""


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
