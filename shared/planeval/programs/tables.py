"""The tables of a file of TOML that describes programs, one for each.

They stand at the top of the file, `[mine]`, or all below the name of what they are,
`[learners.mine]` and `[planners.mine]`, so that one file may describe both. Each has a `command`,
and may have a `version`, a text, or a `version_command`, which says it.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from planeval.programs.command import Places, command_of
from planfiles.documents import read_toml
from planfiles.trouble import Trouble

_GROUPS: Final = ("planners", "learners")
_COMMAND: Final = "command"
_VERSION: Final = "version"
_ASKS_VERSION: Final = "version_command"


class Table(NamedTuple):
    """What is said of one program. `where` is its place, for messages; `asks_version` is the
    command that says its version, empty where `version` does; paths are relative to `folder`."""

    name: str
    where: str
    folder: Path
    command: tuple[str, ...]
    version: str
    asks_version: tuple[str, ...]
    values: Mapping[str, Any]


def tables_of(path: str, group: str, keys: Collection[str], places: Places) -> Iterator[Table]:
    """The tables of the `group`, `planners` or `learners`, in a file, each with a command and some
    of `keys`. Raises Trouble."""
    known = sorted((_COMMAND, _VERSION, _ASKS_VERSION, *keys))
    tables = _tables(read_toml(path), group, path)
    if not tables:
        raise Trouble(f"{path} describes no {group.removesuffix('s')}")
    for name, values in tables.items():
        where = f"{path}: {name}"
        if not isinstance(values, dict) or _COMMAND not in values:
            raise Trouble(f"{where} has no `{_COMMAND}`")
        for key in sorted(values.keys() - known):
            raise Trouble(f"{where}: {key!r} is none of {', '.join(known)}")
        folder = Path(path).parent
        command = command_of(values[_COMMAND], where, folder, places)
        asks = _asks_version(values, where, folder)
        yield Table(name, where, folder, command, _version(values, where, folder), asks, values)


def _tables(document: dict[str, Any], group: str, path: str) -> dict[str, Any]:
    """Those below the group where any group is, else those at the top. Raises Trouble where some
    are below a group and others are not: nobody can tell what these are."""
    groups = [name for name in _GROUPS if _is_group(document.get(name))]
    if not groups:
        return document
    others = [name for name in document if name not in groups]
    if others:
        raise Trouble(
            f"{path}: [{others[0]}] stands beside [{groups[0]}.…]: "
            + " or ".join(f"[{name}.{others[0]}]" for name in sorted(_GROUPS))
            + " says what it is"
        )
    return dict(document.get(group, {}))


def _is_group(value: object) -> bool:
    """Whether that is a table of tables, and no program that is called like a group."""
    return isinstance(value, dict) and _COMMAND not in value


def _version(values: Mapping[str, Any], where: str, folder: Path) -> str:
    """The version that stands there. Raises Trouble for what looks like a command: taken as a
    text it would stay the same whatever the program becomes."""
    version = values.get(_VERSION, "")
    if isinstance(version, int | float) and not isinstance(version, bool):
        version = str(version)
    if not isinstance(version, str) or _is_command(version, folder):
        raise Trouble(f"{where}: `{_VERSION}` is a text; a command stands in `{_ASKS_VERSION}`")
    return version


def _is_command(text: str, folder: Path) -> bool:
    """Whether a text is a program with options, or with files."""
    try:
        words = shlex.split(text)
    except ValueError:
        return False
    if not words:
        return False
    program, *rest = words
    if os.path.dirname(program):
        return os.path.isfile(folder / program)
    is_argument = any(word.startswith("-") or os.path.isfile(folder / word) for word in rest)
    return is_argument and shutil.which(program) is not None


def _asks_version(values: Mapping[str, Any], where: str, folder: Path) -> tuple[str, ...]:
    if _ASKS_VERSION not in values:
        return ()
    if _VERSION in values:
        raise Trouble(f"{where}: `{_VERSION}` and `{_ASKS_VERSION}` say the same: keep one")
    return command_of(values[_ASKS_VERSION], f"{where}: {_ASKS_VERSION}", folder, Places(()))
