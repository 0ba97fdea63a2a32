"""`plandiff merge-driver`: git's merge driver for domains and problems (see `git-setup --merge`).

git passes three files and takes the second as the result. Status 0 is a merge, 1 to 128 a conflict,
and more an error, after which git leaves everything unchanged.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from typing import TYPE_CHECKING, Final, NamedTuple

from plancore.conflict_markers import versions as sides
from plancore.merge.choice import Versions
from planfiles.command import complain, remark, write_out
from planfiles.errors import FileError, UserError
from planfiles.files import decode, encode, read_bytes
from planfiles.writing import write_bytes

if TYPE_CHECKING:
    from plancore.merge.texts import Merge

MERGED: Final = 0
CONFLICT: Final = 1
FAILED: Final = 129
_HELP: Final = """\
usage: plandiff merge-driver [--marker-size=N] [--] BASE OURS THEIRS [PATH]

Merge a domain or a problem literal by literal, as a merge driver of git, and write the result to
OURS. Changes of one side are applied in the layout of OURS. Conflicting changes are reported and
left to git merge-file, with conflict markers in the text; so are files that are not fully
understood. PATH is the name of the file in messages. plandiff git-setup --merge sets it up.

exit status: 0 merged, 1 to 127 the number of conflicts, above 128 nothing written"""

_MOST_CONFLICTS: Final = 127
"""The most conflicts in an exit status of `git merge-file`; a higher status is an error."""
_MARKER_SIZE: Final = 7
"""The size of git's own markers, which `plancore.conflict_markers` finds."""


class LineMerge(NamedTuple):
    """git's merge of three files, with markers around conflicts; `data` is None for binary
    files."""

    data: bytes | None
    n_conflicts: int


def merge_lines(
    base: str, ours: str, theirs: str, marker_size: int, style: str | None = None
) -> LineMerge:
    """Merge as git does without a driver. The conflict style is `style`, by default that of
    `merge.conflictStyle`.

    Raises UserError if git cannot be run.
    """
    names = (word for name in ("ours", "base", "theirs") for word in ("-L", name))
    styled = ["-c", f"merge.conflictStyle={style}"] if style else []
    options = [*styled, "merge-file", "-p", "-q", f"--marker-size={marker_size}", *names]
    command = ["git", *options, "--", ours, base, theirs]
    try:
        ended = subprocess.run(command, capture_output=True, check=False)
    except OSError:
        raise UserError("git is not installed") from None
    if 0 <= ended.returncode <= _MOST_CONFLICTS:
        return LineMerge(ended.stdout, ended.returncode)
    return LineMerge(None, 1)


def mark_differences(versions: Versions[str], marker_size: int) -> LineMerge:
    """Both sides in one text, with markers around all differences, and nothing else. If a line
    merge would resolve some of them, the base is left out, in the style `merge`."""
    with tempfile.TemporaryDirectory() as folder:

        def written(name: str, text: str) -> str:
            path = os.path.join(folder, name)
            with open(path, "wb") as file:
                file.write(encode(text))
            return path

        base, ours, theirs = map(written, Versions._fields, versions)
        marked = merge_lines(base, ours, theirs, _MARKER_SIZE).data
        if marked is not None and sides(decode(marked, "")) == versions[1:]:
            return merge_lines(base, ours, theirs, marker_size)
        # With a base, the whole would be one conflict.
        return merge_lines(written("nothing", ""), ours, theirs, marker_size, style="merge")


class _Files(NamedTuple):
    base: str
    ours: str
    theirs: str
    path: str
    marker_size: int


def merge_driver(arguments: list[str]) -> int:
    """Run the command; return the exit status, as git expects it even after an internal error."""
    if arguments in (["-h"], ["--help"]):
        write_out(f"{_HELP}\n")
        return MERGED
    try:
        return _merge(_parse(arguments))
    except UserError as trouble:
        complain("plandiff", trouble.message)
    except Exception as error:
        # With status 1 or 2, git would take the unmerged file for one with conflicts.
        reason = f"({type(error).__name__}: {error})"
        complain("plandiff", f"internal error, please report it {reason}")
    return FAILED


def _parse(arguments: list[str]) -> _Files:
    size = "7"
    if arguments and arguments[0].startswith("--marker-size="):
        size = arguments.pop(0).partition("=")[2]
    if arguments[:1] == ["--"]:
        del arguments[0]
    if len(arguments) not in (3, 4) or not size.isdecimal():
        raise UserError("expected three files and a path; see plandiff merge-driver --help")
    base, ours, theirs = arguments[:3]
    return _Files(base, ours, theirs, arguments[-1] if len(arguments) == 4 else ours, int(size))


def _merge(files: _Files) -> int:
    base, ours, theirs, path, size = files
    by_lines = merge_lines(base, ours, theirs, size)
    texts = _texts(files)
    merge = None if texts is None else _by_literal(texts, by_lines)
    if merge is not None and merge.text is not None:
        write_bytes(ours, encode(merge.text))
        return MERGED
    if texts is not None and merge is not None and merge.understood:
        reasons = map(str, merge.conflicts) if merge.conflicts else (merge.reason,)
        remark("plandiff", *(f"{path}: {reason}" for reason in reasons))
        by_lines = _marked(texts, merge, by_lines, size)
    if by_lines.data is not None:
        write_bytes(ours, by_lines.data)
    return CONFLICT if by_lines.n_conflicts else MERGED


def _texts(files: _Files) -> Versions[str] | None:
    """The texts of the files; None if one is binary, or could not be written back unchanged."""
    from plancore.merge.choice import Versions

    base, ours, theirs = (_text(read_bytes(file)) for file in files[:3])
    if base is None or ours is None or theirs is None:
        return None
    return Versions(base, ours, theirs)


def _by_literal(texts: Versions[str], by_lines: LineMerge) -> Merge:
    """Merge the texts literal by literal."""
    from plancore.merge.texts import merge_texts

    is_merged = by_lines.data is not None and not by_lines.n_conflicts
    return merge_texts(texts, _text(by_lines.data) if is_merged and by_lines.data else None)


def _marked(texts: Versions[str], merge: Merge, by_lines: LineMerge, size: int) -> LineMerge:
    """The text with markers around the conflicts and the rest merged. If that is not possible, the
    merge by lines, in which all differences must be marked if it has no conflicts."""
    if merge.conflicts:
        from plancore.merge.texts import settled_texts

        settled = settled_texts(texts)
        if settled is not None:
            marked = mark_differences(settled, size)
            if marked.n_conflicts:
                return marked
    return by_lines if by_lines.n_conflicts else mark_differences(texts, size)


def _text(data: bytes) -> str | None:
    try:
        text = decode(data, "")
    except FileError:
        return None
    return text if encode(text) == data else None
