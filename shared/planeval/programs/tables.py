"""Read the TOML files that describe programs, one table per program.

Tables are either at the top of the file, `[mine]`, or all in groups, `[learners.mine]` and
`[planners.mine]`, so that one file may describe both. Each has a `command`, and may have a
`version`, a string, or a `version_command`, which prints it.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar

from msgspec import Meta, Struct

from plancore.decoding import decode
from plancore.json_toml import DocumentError
from plancore.stop import NEVER, Checkpoint
from planeval.programs.command import Places, command_of, filled
from planfiles.bounded.limits import MIB, End, Limits, limit_in_words
from planfiles.bounded.running import run, working_folder
from planfiles.documents import read_toml
from planfiles.errors import UserError

_GROUPS: Final = ("planners", "learners")

Command: TypeAlias = Annotated[str | list[str], Meta(description="a string or a list of strings")]
_TEXT: Final = "a string (use `version_command` for a command)"
Version: TypeAlias = Annotated[str | int | float, Meta(description=_TEXT)]


class ProgramTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """The keys of any program."""

    command: Command
    version: Version = ""
    version_command: Command | None = None

    def __post_init__(self) -> None:
        if self.version and self.version_command is not None:
            raise ValueError("use either `version` or `version_command`")


T = TypeVar("T", bound=ProgramTable)


@dataclass(frozen=True, slots=True)
class Program(Generic[T]):
    """A program with its `table`; `asks_version` is the command for its version, or empty."""

    name: str
    command: tuple[str, ...]
    version: str
    asks_version: tuple[str, ...]
    table: T


def programs_in(path: str, group: str, kind: type[T], places: Places) -> Iterator[Program[T]]:
    """The programs of a `group`, `planners` or `learners`, in a file; tables are decoded as `kind`,
    and paths are relative to the folder of the file. Raises UserError."""
    tables = _tables(read_toml(path), group, path)
    if not tables:
        raise UserError(f"{path} defines no {group.removesuffix('s')}")
    folder = Path(path).parent
    for name, values in tables.items():
        where = f"{path}: {name}"
        try:
            table = decode(values, kind)
        except DocumentError as error:
            raise UserError(error.of(where)) from None
        version = str(table.version)
        if _is_command(version, folder):
            # As a string it would stay the same when the program changes.
            raise UserError(f"{where}: `version`: expected {_TEXT}, found a command")
        command = command_of(table.command, where, folder, places)
        asks: tuple[str, ...] = ()
        if table.version_command is not None:
            at = f"{where}: version_command"
            asks = command_of(table.version_command, at, folder, Places(()))
        yield Program(name, command, version, asks, table)


def _tables(document: dict[str, Any], group: str, path: str) -> dict[str, Any]:
    """The tables of the group if the file has groups, else those at the top. Raises UserError for
    tables outside of groups in a file with groups: it is unclear what they describe."""
    groups = [name for name in _GROUPS if _is_group(document.get(name))]
    if not groups:
        return document
    others = [name for name in document if name not in groups]
    if others:
        raise UserError(
            f"{path}: [{others[0]}] next to [{groups[0]}.…]: write "
            + " or ".join(f"[{name}.{others[0]}]" for name in sorted(_GROUPS))
        )
    return dict(document.get(group, {}))


def _is_group(value: object) -> bool:
    """Whether a value is a table of tables, and not a program with the name of a group."""
    return isinstance(value, dict) and "command" not in value


def _is_command(text: str, folder: Path) -> bool:
    """Whether a text is a command: a program with options or files."""
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


# The version that a program of the user's prints.

_ASKING: Final = Limits(30.0, memory=4_000 * MIB, output=MIB)
"""The limits of a version command."""
_LONGEST: Final = 500
"""The bytes of its output that are read."""


def reported_version(name: str, command: Sequence[str], checkpoint: Checkpoint = NEVER) -> str:
    """The first line that `command` prints to standard output, or else to standard error. Raises
    UserError if it cannot be started, does not exit with status 0, takes more than 30 seconds, or
    prints more than 1 MiB; the message begins with the `name` of the program. Ends the command and
    raises if `checkpoint` does."""
    where = f"{name}: version_command"
    words = [filled(word, {}) for word in command]
    with working_folder("planeval-version-") as folder:
        try:
            ended = run(words, folder, _ASKING, checkpoint, temporary=folder)
        except UserError as error:
            raise UserError(f"{where}: {error.message}") from None
        said = [_beginning(path) for path in (ended.stdout, ended.stderr)]
    if ended.by is not End.EXITED:
        raise UserError(f"{where}: {words[0]}: {limit_in_words(ended.by, _ASKING)}")
    if ended.code or ended.signal:
        status = f"exit status {ended.code}" if ended.code else f"signal {ended.signal}"
        raise UserError(f"{where}: {words[0]}: {status}")
    lines = (said[0] or said[1]).splitlines()
    return lines[0] if lines else ""


def _beginning(path: Path) -> str:
    """The stripped beginning of a file, in any encoding."""
    with path.open("rb") as file:
        return file.read(_LONGEST).decode("utf-8", "replace").strip()
