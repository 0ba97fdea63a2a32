"""What a batch is read from and written to: folders, and saved runs."""

from __future__ import annotations

import os
from dataclasses import replace

from plancore.json_toml import DocumentError, json_value
from plancore.report.batch.baseline import Baseline
from plancore.report.batch.review import Batch
from plancore.report.batch.row import Pair
from plancore.report.batch.selection import ALL
from plancore.report.registry import FORMATS, render
from planfiles.files import STDIN, read_text
from planfiles.pairs import Pairs, pairs_below, pairs_between
from planfiles.trouble import Trouble
from planfiles.versions import pairs_of_versions
from planfiles.writing import write_text


def find_pairs(
    files: tuple[str, ...], before: str | None = None, *, are_versions: bool = False
) -> Pairs:
    """The pairs that folders hold, each with the learned file as it was, at the same path in the
    folder `before`, if it is there. `are_versions` says that two folders are one at two times.
    Raises Trouble where there are no pairs, no such folder, or nothing in it that belongs to
    one."""
    if before is None:
        return _find_pairs(files, are_versions)
    if not os.path.isdir(before):
        raise Trouble(f"--before: {before} is no folder, but {files[0]} is")
    found = _find_pairs(files, are_versions)
    pairs = tuple(_with_before(pair, files[0], before) for pair in found.pairs)
    if pairs and not any(pair.before for pair in pairs):
        raise Trouble(f"--before: {before} has no file at the path of any in {files[0]}")
    return found._replace(pairs=pairs)


def _with_before(pair: Pair, folder: str, before: str) -> Pair:
    """A file that is not there any more was called as its reference is."""
    name = pair.name if pair.learned is None else os.path.relpath(pair.learned, folder)
    file = os.path.join(before, name)
    return pair._replace(before=file) if os.path.isfile(file) else pair


def _find_pairs(files: tuple[str, ...], are_versions: bool) -> Pairs:
    match files:
        case (folder,):
            return Pairs(tuple(pair for pair, _ in pairs_below(folder)))
        case (learned, reference) if not os.path.isdir(learned):
            raise Trouble(f"{learned} is no folder, but {reference} is: name a file in it")
        case (_, reference) if reference != STDIN and not os.path.exists(reference):
            raise Trouble(f"cannot read {reference}: no such file or folder")
        case (learned, reference) if are_versions and os.path.isdir(reference):
            return pairs_of_versions(learned, reference)
        case (learned, reference):
            return pairs_between(learned, reference)
        case _:
            raise Trouble(f"two folders are compared, {len(files)} given (see plandiff --help)")


def load_run(path: str, lead: str = "") -> Batch:
    """A saved run. Raises Trouble; `lead` says before the reason why one is looked for."""
    from plancore.report.batch.saved import read_batch  # most pairs are compared anew

    try:
        return read_batch(json_value(read_text(path)))
    except DocumentError as error:
        raise Trouble(f"{lead}{path} is no saved run: {error}") from None


def load_baseline(path: str | None) -> Baseline | None:
    """The run that is to be held against, if one is named. Raises Trouble."""
    if path is None:
        return None
    from plancore.report.batch.saved import as_baseline

    return as_baseline(load_run(path), path)


def save_run(path: str, batch: Batch) -> None:
    """Save all pairs of a run, whatever is shown of them. Raises Trouble."""
    write_text(path, render(replace(batch, baseline=None, selection=ALL), "json"))


def export(path: str, batch: Batch) -> None:
    """Write the rows that are shown of a batch in the format that the name of the file ends in.
    Raises Trouble for a name that ends in none's, too."""
    ending = os.path.splitext(path)[1].removeprefix(".")
    formats = {entry.ending: entry.name for entry in FORMATS if Batch.kind in entry.kinds}
    if ending not in formats:
        raise Trouble(f"{path}: no format ends in .{ending}; there are {', '.join(formats)}")
    write_text(path, render(batch, formats[ending]))
