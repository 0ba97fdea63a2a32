"""The tables of a file of TOML that describes programs, one for each.

They stand at the top of the file, `[mine]`, or below the name of what they are, `[learners.mine]`
and `[planners.mine]`, so that one file may describe both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from planeval.programs.command import Places, command_of
from planfiles.documents import read_toml
from planfiles.trouble import Trouble

_GROUPS: Final = ("planners", "learners")
_COMMAND: Final = "command"


class Table(NamedTuple):
    """What is said of one program. `where` is its place, for messages; paths are relative to
    `folder`."""

    name: str
    where: str
    folder: Path
    command: tuple[str, ...]
    values: Mapping[str, Any]


def tables_of(path: str, group: str, keys: Collection[str], places: Places) -> Iterator[Table]:
    """The tables of the `group`, `planners` or `learners`, in a file, each with a command and some
    of `keys`. Raises Trouble."""
    known = sorted((_COMMAND, *keys))
    tables = _tables(read_toml(path), group)
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
        yield Table(name, where, folder, command, values)


def _tables(document: dict[str, Any], group: str) -> dict[str, Any]:
    """Those below the group where there are some, else those at the top."""
    if _is_group(document.get(group)):
        return dict(document[group])
    others = [name for name in _GROUPS if _is_group(document.get(name))]
    return {name: table for name, table in document.items() if name not in others}


def _is_group(value: object) -> bool:
    """Whether that is a table of tables, and no program that is called like a group."""
    return isinstance(value, dict) and _COMMAND not in value
