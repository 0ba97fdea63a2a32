"""Formats files: what one process does with some of them."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from plancore.diagnostic import apply_edits
from plancore.ide.formatting.edits import format_edits
from plancore.project import snapshot_of
from plancore.report.edit_diff import edit_diff
from plancore.source import SourceText
from planfiles.files import MAX_BYTES, FileProblem, decode, printable, write_text


class Mode(Enum):
    """What to do with a file that is laid out differently."""

    WRITE = "write"
    CHECK = "check"
    DIFF = "diff"


class Formatted(NamedTuple):
    """What became of one file."""

    path: str
    changed: bool = False
    diff: str = ""
    trouble: str = ""


def format_file(path: str, mode: Mode) -> Formatted:
    """Lay the file at `path` out; it is written whole or not at all."""
    try:
        text = _text(path)
        edits = format_edits(snapshot_of(text, path))
        diff = edit_diff(path, SourceText(text), edits) if mode is Mode.DIFF else ""
        if edits and mode is Mode.WRITE:
            write_text(path, apply_edits(text, edits))
        return Formatted(path, bool(edits), diff)
    except FileProblem as problem:
        return Formatted(path, trouble=problem.message)
    except Exception as error:  # a bug must not keep other files from being formatted
        reason = f"internal error, {type(error).__name__}: {error}"
        return Formatted(path, trouble=f"cannot format {printable(path)}: {reason}")


def _text(path: str) -> str:
    """The text of a file that can be written back byte for byte, byte order mark included."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FileProblem(f"cannot read {printable(path)}: {reason.lower()}") from None
    if len(data) > MAX_BYTES:
        raise FileProblem(f"cannot format {printable(path)}: larger than {MAX_BYTES} bytes")
    decode(data, path)  # refuses what is no text
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise FileProblem(f"cannot format {printable(path)}: not UTF-8, convert it first") from None
