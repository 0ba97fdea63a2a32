"""Format many files in several processes.

Only the main process writes, so a worker that is killed cannot damage a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import partial
from typing import Final, NamedTuple

from plancore.conflict_markers import is_unsettled
from plancore.diagnostic import Edit, apply_edits
from plancore.ide.formatting.edits import format_edits
from plancore.project import snapshot_of
from plancore.report.lines import visible
from plancore.source import SourceText
from planfiles.command import Progress
from planfiles.errors import UserError
from planfiles.files import FileState, read_exactly
from planfiles.workers import LOST, in_processes
from planfiles.writing import write_text
from planlsp.batch.groups import groups, processes

UNSETTLED: Final = "unresolved merge conflict"


class Mode(Enum):
    """The action for a file whose format would change."""

    WRITE = "write"
    CHECK = "check"
    DIFF = "diff"


class Changed(NamedTuple):
    """The result for one file. `text` is written if the file is still in `state`."""

    path: str
    changed: bool = False
    diff: str = ""
    trouble: str = ""
    text: str = ""
    state: FileState | None = None


def format_all(
    paths: Sequence[str], mode: Mode, jobs: int | None, progress: Progress
) -> list[Changed]:
    """Format the files at `paths`. Each is written completely or not at all."""
    formatted: list[Changed] = []
    work = partial(_laid_out, mode=mode)
    for group in in_processes(processes(jobs, paths), work, groups(paths), _lost):
        formatted += [written(file) for file in group]
        progress.advance(len(group))
    return formatted


def _laid_out(paths: Sequence[str], mode: Mode) -> list[Changed]:
    return [_laid_out_one(path, mode) for path in paths]


def _laid_out_one(path: str, mode: Mode) -> Changed:
    try:
        text, state = read_exactly(path)
        if is_unsettled(text):
            return Changed(path, trouble=f"cannot format {path}: {UNSETTLED}")
        return changed(path, text, state, format_edits(snapshot_of(text, path)), mode)
    except UserError as trouble:
        return Changed(path, trouble=trouble.message)
    except Exception as error:  # a bug must not prevent formatting other files
        reason = f"internal error, {type(error).__name__}: {error}"
        return Changed(path, trouble=f"cannot format {path}: {reason}")


def changed(path: str, text: str, state: FileState, edits: tuple[Edit, ...], mode: Mode) -> Changed:
    """The result of `edits` of the `text` of a file, which was read in `state`."""
    if not edits:
        return Changed(path)
    if mode is Mode.WRITE:
        return Changed(path, True, text=apply_edits(text, edits), state=state)
    return Changed(path, True, _diff(path, text, edits) if mode is Mode.DIFF else "")


def _diff(path: str, text: str, edits: Sequence[Edit]) -> str:
    # Imported late: most runs print no patch.
    from plancore.report.line_diff import edit_diff

    return edit_diff(visible(path), SourceText(text), edits)


def written(file: Changed) -> Changed:
    """Write a changed file, and drop its text from the result."""
    if file.state is None:
        return file
    try:
        write_text(file.path, file.text, read_in=file.state)
    except UserError as error:
        return Changed(file.path, trouble=error.message)
    return Changed(file.path, True)


def _lost(path: str) -> Changed:
    return Changed(path, trouble=f"cannot format {path}: {LOST}")
