"""Read the two files of a comparison."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from plancore.directives import directives
from plancore.kind import TextKind, kind_of_name
from plancore.report.lines import visible
from planfiles.errors import FileError, UserError
from planfiles.files import REVIEW_MARKS, STDIN, read_bytes, read_stdin, read_text
from planfiles.text import decode


@dataclass(frozen=True, slots=True)
class Input:
    """A text with its name for reports. `path` is None if there is no file to edit.

    `data` are the bytes of a binary file. `by_name`: the user did not choose this file, since git
    passes everything that changed; it is a plan only if its name says so. `among_changes`: it is a
    copy in a folder of changed files only, so files that belong to it may not be there.
    """

    label: str
    text: str
    path: str | None
    is_null: bool = False
    data: bytes | None = None
    by_name: bool = False
    among_changes: bool = False

    @property
    def home(self) -> str | None:
        """The path next to which to search for related files; None if there is none."""
        return None if self.among_changes else self.path

    @property
    def known_kind(self) -> TextKind | None:
        """The kind of content by the file's name."""
        return kind_of_name(self.label) or kind_of_name(self.path or "")

    @property
    def marks_path(self) -> str | None:
        """The path of the review marks of a learned file."""
        return None if self.path is None else f"{self.path}{REVIEW_MARKS}"


def read_inputs(files: tuple[str, str], labels: tuple[str, ...]) -> tuple[Input, Input]:
    """Read both files. Raises UserError if one cannot be read."""
    if files[0] == files[1] == STDIN:
        raise UserError("only one of the two files can be standard input")
    first, second = map(_read, files, _labels(files, labels))
    # git gives a single name for both.
    by_name = len(labels) == 1
    return replace(first, by_name=by_name), replace(second, by_name=by_name)


def read_version(file: str, label: str) -> Input:
    """Read a version of a file for git. Raises UserError."""
    return replace(_read(file, label), path=None, by_name=True)


def read_input(file: str) -> Input:
    """Read another file of a comparison. Raises UserError, also for standard input."""
    if file == STDIN:
        raise UserError("only one of the compared files can be standard input")
    return _read(file, visible(file))


def with_reference(file: str) -> tuple[str, str]:
    """A learned file and the reference that it names. Raises UserError if it names none."""
    named = "" if file == STDIN else reference_of(file, read_text(file))
    if not named:
        shown = visible(file)
        raise UserError(f"missing REFERENCE: plandiff {shown} REFERENCE")
    return file, named


def reference_of(path: str, text: str) -> str:
    """The path of the reference that the text of the file `path` names; empty if it names none."""
    named = directives(text).get("reference")
    return os.path.normpath(os.path.join(os.path.dirname(path), named.path)) if named else ""


def swapped(inputs: tuple[Input, Input]) -> list[str]:
    """A remark if the reference names the learned file as its own reference."""
    learned, reference = inputs
    if not _names(reference, learned) or _names(learned, reference):
        return []
    named = f"{reference.label} names {learned.label} as its reference"
    return [f"{named}: the arguments look swapped"]


def _names(file: Input, other: Input) -> bool:
    """Whether a file names `other` as its reference."""
    if file.path is None or other.path is None:
        return False
    named = reference_of(file.path, file.text)
    return bool(named) and os.path.realpath(named) == os.path.realpath(other.path)


def reread(file: Input) -> Input:
    """Read the file of an input again, if it has one. Raises UserError."""
    if file.path is None:
        return file
    read = _read(file.path, file.label)
    return replace(read, by_name=file.by_name, among_changes=file.among_changes)


def _labels(files: tuple[str, str], labels: tuple[str, ...]) -> tuple[str, str]:
    match labels:
        case (label,):
            # As in git: `a/` is the old version, which is the reference, and `b/` the new one.
            return f"b/{label}", f"a/{label}"
        case (first, second):
            return first, second
        case ():
            return visible(files[0]), visible(files[1])
        case _:
            raise UserError(f"--label is given {len(labels)} times; expected at most 2")


def _read(file: str, label: str) -> Input:
    if file == os.devnull:
        return Input(label, "", None, is_null=True)
    if file == STDIN:
        name = "<stdin>" if label == STDIN else label
        return Input(name, decode(read_stdin(name), name), None)
    data = read_bytes(file)
    try:
        return Input(label, decode(data, file), file)
    except FileError:
        return Input(label, "", file, data=data)
