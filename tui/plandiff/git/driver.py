"""What git calls when `plandiff` is its external diff (see `plandiff.git.arguments`).

Whatever comes, the status is 0, for git ends the whole diff at any other.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace

from plancore.report.lines import Line, Piece, Tone, line, render, visible
from plancore.report.rows.folding import Folding, RowFold
from plancore.report.rows.texts import TextRows
from plancore.source import SourceText
from plandiff.compare import compare_to_print
from plandiff.inputs import Input
from plandiff.options import Options
from plandiff.output import print_review
from plandiff.terminal import report_style, viewer_can_open
from planfiles.command import is_terminal, write_out
from planfiles.files import read_text
from planfiles.progress import Progress
from planfiles.trouble import Trouble


def run_for_git(options: Options) -> int:
    """Show what git asks for. The old version is the reference."""
    files = options.files
    if len(files) == 1:
        write_out(f"* Unmerged path {visible(files[0])}\n")
        return 0
    new_path = files[7] if len(files) == 9 else files[0]
    old = _version(f"a/{files[0]}", files[1])
    new = _version(f"b/{new_path}", files[4])
    if options.format is None and os.environ.get("GIT_DIFF_TOOL") and viewer_can_open(()):
        from plandiff.app import view

        view((new, old), options)
        return 0
    if options.format is None:
        options = replace(options, format="text")
        write_out(f"plandiff {visible(new.label)} {visible(old.label)}\n")
        if len(files) == 9:
            write_out("".join(f"{visible(header)}\n" for header in files[8].splitlines()))
    try:
        with Progress() as progress:
            review = compare_to_print((new, old), options, progress.checkpoint)
    except Trouble as trouble:
        _print_lines(old, new, trouble.message, options)
        return 0
    print_review(review, _with_color(options))
    return 0


def _version(label: str, file: str) -> Input:
    if file == os.devnull:
        return Input(label, "", None, is_null=True)
    try:
        return Input(label, read_text(file), None)
    except Trouble as problem:
        return Input(label, f"{problem.message}\n", None)


def _with_color(options: Options) -> Options:
    """With colours if git's pager is going to show them."""
    in_pager = os.environ.get("GIT_PAGER_IN_USE") == "true" and is_terminal(sys.stderr)
    wants = options.color == "auto" and in_pager and not os.environ.get("NO_COLOR")
    return replace(options, color="always") if wants else options


def _print_lines(old: Input, new: Input, reason: str, options: Options) -> None:
    """The lines that differ, where the meaning cannot be compared."""
    style = report_style(_with_color(options))
    write_out(render(_lines(old, new, reason), colour=style.colour))


def _lines(old: Input, new: Input, reason: str) -> Iterator[Line]:
    yield line(Piece(f"note: compared line by line: {visible(reason)}", Tone.NOTE))
    rows = TextRows(SourceText(new.text), SourceText(old.text), new.label, old.label)
    folding = Folding.all_folded(rows)
    for number in range(folding.count):
        item = folding.item(number)
        if isinstance(item, RowFold):
            yield line(Piece(f"· {rows.fold_text(*item)}", Tone.DIM))
            continue
        row = rows.row(item)
        cell = next((cell for cell in row.cells if cell is not None), None)
        sign = " " if row.sign == "=" else row.sign
        yield line(Piece(f"{sign} {cell.text if cell else ''}", row.tone))
