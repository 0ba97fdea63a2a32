"""The manifest of a run: what was run, how, and on which machine, to reproduce it."""

from __future__ import annotations

import json
import os
import platform
import socket
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, cast

from plancore.json_toml import DocumentError, json_value
from plancore.jsonable import Json
from planfiles.errors import UserError
from planfiles.files import read_text
from planfiles.version import __version__
from planfiles.workers import cores
from planfiles.writing import write_text

FORMAT: Final = "planeval run"
VERSION: Final = 1


class DamagedManifestError(UserError):
    """A manifest that cannot be read at all. One of another program or version is not damaged."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """A batch as plain data. `command` is `planeval solve` or the like; `limits` are those that
    this system enforces, `tools` the versions of planners and learners by name, `seeds` the random
    seeds by purpose, `settings` all other options."""

    command: str
    limits: Json = field(default_factory=dict)
    tools: Mapping[str, str] = field(default_factory=dict)
    seeds: Mapping[str, int] = field(default_factory=dict)
    settings: Json = field(default_factory=dict)
    arguments: Sequence[str] = field(default_factory=lambda: tuple(sys.argv[1:]))

    def session(self, engine: str) -> Json:
        """The entry for a session of the run that starts now on this machine."""
        return {
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
            "arguments": list(self.arguments),
            "program": __version__,
            "engine": engine,
            "process": os.getpid(),
            "machine": _machine(),
            "limits": self.limits,
            "tools": dict(self.tools),
            "seeds": dict(self.seeds),
            "settings": self.settings,
        }


def _machine() -> Json:
    return {
        "name": socket.gethostname(),
        **machine(),
        "python": platform.python_version(),
        "PYTHONHASHSEED": os.environ.get("PYTHONHASHSEED", "random"),
    }


def read_manifest(path: Path) -> Json:
    """The manifest of a run. Raises FileError if there is none, DamagedManifestError, and UserError
    for one of another program or version."""
    try:
        data = json_value(read_text(path))
    except DocumentError as error:
        raise DamagedManifestError(f"{path} is damaged: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UserError(f"{path} is not a run manifest")
    if data.get("version") != VERSION:
        raise UserError(f"{path} has version {data.get('version')}; expected {VERSION}")
    return cast("Json", data)


def write_manifest(path: Path, data: Json) -> None:
    """Write a manifest atomically. Raises UserError."""
    head: Json = {"format": FORMAT, "version": VERSION}
    write_text(path, json.dumps(head | data, indent=2, ensure_ascii=False) + "\n")


def machine() -> Json:
    """The system and the processors, which times depend on."""
    return {"system": platform.platform(), "processor": platform.machine(), "processors": cores()}
