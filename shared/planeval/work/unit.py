"""A unit of work: what is to be done, found again by its content, and what came of it."""

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
"""SHA-256 of what decides a row: 32 bytes."""

_RECIPE: Final = 1
"""How a key is made; another number makes every key another one."""


class Kind(NamedTuple):
    """A kind of work. `module` is the name of the module that has it as `KIND`, and the function
    `work(arguments, files, checkpoint)`, which any process can import.

    `version` is raised whenever the same unit may come to another row than before, be it in the
    wording of a reason only: a run that is continued takes kept rows as they are, and its table
    would be in part of one program and in part of another. What a unit rests on counts as well:
    what programs are told, the scripts that call them, what is made of their answers.
    """

    name: str
    version: int
    module: str


def each_for(use: str, paths: Iterable[str]) -> dict[str, str]:
    """The files of a unit that are for the same: the first one, the second one…"""
    return {f"{use} {number}": path for number, path in enumerate(paths, start=1)}


class UnitTask(NamedTuple):
    """A unit on its way to whoever works on it: plain data. `files` are full paths, as whoever
    works on it may have been started in another folder, and digests."""

    key: Key
    kind: Kind
    arguments: Json
    files: Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class Unit:
    """Something to do: `arguments` and the contents of `files` (paths by what they are for) decide
    what comes of it. `name` is what people call it, and decides nothing."""

    kind: Kind
    arguments: Json
    files: Mapping[str, str] = field(default_factory=dict)
    name: str = ""

    @cached_property
    def task(self) -> UnitTask:
        """The unit with its key, by what its files hold now. Raises TypeError or ValueError for
        arguments that are no JSON."""
        paths = ((use, os.path.abspath(path)) for use, path in self.files.items())
        files = {use: (path, digest_of(path)) for use, path in paths}
        return UnitTask(self._key(files), self.kind, self.arguments, files)

    def _key(self, files: Mapping[str, tuple[str, str]]) -> Key:
        digests = {use: digest for use, (_, digest) in files.items()}
        decisive = [_RECIPE, self.kind.name, self.kind.version, self.arguments, digests]
        text = json.dumps(decisive, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode("ascii")).digest()


class UnitState(StrEnum):
    """Whether there is a result. A unit that is LOST has none through no fault of its own: its
    worker was killed, or lacked a file, a program or room; it is done again when the run is
    continued. One that has FAILED would fail again, and is kept."""

    DONE = "done"
    FAILED = "failed"
    LOST = "lost"


class UnitResult(NamedTuple):
    """A row on its way from whoever worked on it. `text` is JSON when it is done, else the reason;
    `label` the class that the row says it belongs to, `seconds` the wall time."""

    state: UnitState
    text: str
    label: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class UnitRow:
    """What came of a unit: `value` is what its work returned, empty unless it is done; `reason`
    why there is none, in one line; `seconds` of wall time were spent on it."""

    state: UnitState
    value: Json
    reason: str
    seconds: float

    @classmethod
    def of(cls, answer: UnitResult) -> UnitRow:
        """The row that has travelled as `answer`."""
        if answer.state is UnitState.DONE:
            return cls(answer.state, json.loads(answer.text), "", answer.seconds)
        return cls(answer.state, {}, answer.text, answer.seconds)


# What a file holds, in 64 characters.

_UNREADABLE: Final = "unreadable: "
"""What the digest of a file begins with that cannot be read; the reason follows."""

_KEPT: Final = 4096
"""Files whose digests are kept: each unit of a batch names the same domain again."""

_BLOCK: Final = 1024 * 1024


def digest_of(path: str) -> str:
    """SHA-256 of the file as hexadecimal digits; of one that cannot be read why not, so that the
    work on it, which will fail, is done again once it can."""
    try:
        return _digest(path, FileState.of(os.stat(path)))
    except (OSError, ValueError):
        return f"{_UNREADABLE}no such file"
    except FileError as error:
        return f"{_UNREADABLE}{error.reason}"


def why_another(path: str, digest: str) -> str | None:
    """Why a file is not the one that had `digest`, with the name of this machine; None where it is
    what it was."""
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
