"""Units of work, identified by the hash of their content, and their results."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from platform import node
from typing import Final, NamedTuple, TypeAlias

from plancore.jsonable import Json
from planfiles.errors import FileError
from planfiles.files import FileState, opened

Key: TypeAlias = bytes
"""SHA-256 of everything that decides a row: 32 bytes."""

_RECIPE: Final = 1
"""The version of the computation of keys; a new one changes every key."""


class Kind(NamedTuple):
    """A kind of work. `module` is the name of an importable module with this kind as `KIND`, and a
    function `work(arguments, files, checkpoint)`.

    Raise `version` whenever the same unit may give another row than before, even if only the
    wording of a reason changes: a continued run reuses stored rows, and its table would mix rows of
    two versions. This includes everything that a unit depends on: the input of programs, the
    scripts that call them, how their answers are read.
    """

    name: str
    version: int
    module: str


def each_for(use: str, paths: Iterable[str]) -> dict[str, str]:
    """The files of a unit with the same use, numbered: `plan 1`, `plan 2` …"""
    return {f"{use} {number}": path for number, path in enumerate(paths, start=1)}


class UnitTask(NamedTuple):
    """A unit as plain data, to be sent to a worker. `files` are absolute paths, as the worker may
    have another working directory, and digests."""

    key: Key
    kind: Kind
    arguments: Json
    files: Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class Unit:
    """A unit of work. `arguments` and the contents of `files` (paths by use) decide its result;
    `name` is for reports only."""

    kind: Kind
    arguments: Json
    files: Mapping[str, str] = field(default_factory=dict)
    name: str = ""

    @cached_property
    def task(self) -> UnitTask:
        """The unit with its key, for the current contents of its files. Raises TypeError or
        ValueError for arguments that are not JSON."""
        paths = ((use, os.path.abspath(path)) for use, path in self.files.items())
        files = {use: (path, digest_of(path)) for use, path in paths}
        return UnitTask(self._key(files), self.kind, self.arguments, files)

    def _key(self, files: Mapping[str, tuple[str, str]]) -> Key:
        digests = {use: digest for use, (_, digest) in files.items()}
        decisive = [_RECIPE, self.kind.name, self.kind.version, self.arguments, digests]
        text = json.dumps(decisive, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode("ascii")).digest()


class UnitState(StrEnum):
    """Whether there is a result. A LOST unit has none for reasons outside of it: its worker was
    killed, or lacked a file, a program or disk space; it is executed again when the run is
    continued. A FAILED unit would fail again, and is kept."""

    DONE = "done"
    FAILED = "failed"
    LOST = "lost"


class UnitResult(NamedTuple):
    """The result of a unit, as sent by a worker. `text` is JSON if it is done, else the reason;
    `label` is the class of the row, `seconds` its wall-clock time."""

    state: UnitState
    text: str
    label: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class UnitRow:
    """The row of a unit: `value` is what its work returned, empty unless it is done; `reason` is
    one line that explains why there is none; `seconds` is the wall-clock time."""

    state: UnitState
    value: Json
    reason: str
    seconds: float

    @classmethod
    def of(cls, answer: UnitResult) -> UnitRow:
        """The row for a result."""
        if answer.state is UnitState.DONE:
            return cls(answer.state, json.loads(answer.text), "", answer.seconds)
        return cls(answer.state, {}, answer.text, answer.seconds)


# Digests of files.

_UNREADABLE: Final = "unreadable: "
"""The prefix of the digest of an unreadable file; the reason follows."""

_KEPT: Final = 4096
"""The number of cached digests: all units of a batch have the same domain."""

_BLOCK: Final = 1024 * 1024


def digest_of(path: str) -> str:
    """SHA-256 of a file in hexadecimal; for an unreadable file the reason, so that its units, which
    will fail, are executed again once it can be read."""
    try:
        return _digest(path, FileState.of(os.stat(path)))
    except (OSError, ValueError):
        return f"{_UNREADABLE}no such file"
    except FileError as error:
        return f"{_UNREADABLE}{error.reason}"


def why_another(path: str, digest: str) -> str | None:
    """Why a file does not have the given digest, with the name of this machine; None if it has."""
    found = digest_of(path)
    if found == digest:
        return None
    if found.startswith(_UNREADABLE):
        return f"cannot read {path} on {node()}: {found.removeprefix(_UNREADABLE)}"
    return f"{path} on {node()} has changed since the run began"


@lru_cache(_KEPT)
def _digest(path: str, _: FileState) -> str:
    with opened(path, regular=True) as file:
        digest = hashlib.sha256()
        while block := file.read(_BLOCK):
            digest.update(block)
        return digest.hexdigest()
