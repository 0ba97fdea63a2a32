"""Units for tests of runs: they wait, fail, die and write down that they were begun."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from plancore.jsonable import Json
from plancore.stop import Checkpoint
from planeval.work.unit import Kind, Unit
from planfiles.errors import UserError
from planfiles.writing import write_text

KIND: Final = Kind("fake", 1, __name__)

_LONGEST: Final = 20.0
"""Seconds after which every unit has ended, whatever it was told."""


def work(arguments: Json, files: Mapping[str, str], checkpoint: Checkpoint) -> Json:
    """Write the number into the file `begun`, the process into the file `process`, `wait` so many
    seconds, delete the file that it `removes`, then `do` what goes wrong, or give a row with a text
    of `size`, and with what the files hold."""
    begun, number = arguments.get("begun"), arguments["number"]
    assert isinstance(number, int)
    if isinstance(begun, str):
        with open(begun, "a", encoding="ascii") as file:
            file.write(f"{number}\n")
    process = arguments.get("process")
    if isinstance(process, str):
        write_text(process, str(os.getpid()))
    wait = arguments.get("wait", 0)
    assert isinstance(wait, int | float)
    end = time.monotonic() + min(wait, _LONGEST)
    while time.monotonic() < end:
        checkpoint()
        time.sleep(min(0.02, max(end - time.monotonic(), 0)))
    removes = arguments.get("removes")
    if isinstance(removes, str):
        Path(removes).unlink()
    match arguments.get("do"):
        case "fail":
            raise UserError(f"unit {number} is no good")
        case "break":
            raise LookupError(f"no {number}")
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
    size = arguments.get("size", 0)
    assert isinstance(size, int)
    row: Json = {"class": "even" if number % 2 == 0 else "odd", "square": number * number}
    if size:
        row["text"] = "x" * size
    return row | {use: Path(path).read_text(encoding="utf-8") for use, path in files.items()}


def unit(number: int, files: Mapping[str, str] | None = None, **arguments: object) -> Unit:
    """The unit of that number."""
    return Unit(KIND, {"number": number} | arguments, files or {}, name=f"unit {number}")


def units(count: int, **arguments: object) -> list[Unit]:
    """So many of them, numbered from 0."""
    return [unit(number, None, **arguments) for number in range(count)]
