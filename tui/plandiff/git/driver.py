"""`plandiff` as git's external diff (see `called_by_git` in `plandiff.cli`).

The exit status is 0 even for errors, because git would end the whole diff at any other.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace

from plancore.report.lines import visible
from plandiff.compare import compare_lines, compare_to_print
from plandiff.inputs import Input, read_version
from plandiff.options import Options
from plandiff.terminal import print_review, viewer_can_open
from planfiles.command import Exit, Progress, is_terminal, write_out
from planfiles.errors import UserError


def run_for_git(options: Options) -> int:
    """Show the diff that git requests. The old version is the reference."""
    files = options.files
    if len(files) == 1:
        write_out(f"* Unmerged path {visible(files[0])}\n")
        return 0
    new_path = files[7] if len(files) == 9 else files[0]
    old = _version(f"a/{files[0]}", files[1])
    new = _version(f"b/{new_path}", files[4])
    if options.format is None and os.environ.get("GIT_DIFF_TOOL") and viewer_can_open(()):
        from plandiff.app import view

        # A nonzero status ends git's diff, which is right only after an interrupt.
        return Exit.INTERRUPTED if view((new, old), options) == Exit.INTERRUPTED else 0
    if options.format is None:
        options = replace(options, format="text")
        write_out(f"plandiff {visible(new.label)} {visible(old.label)}\n")
        if len(files) == 9:
            write_out("".join(f"{visible(header)}\n" for header in files[8].splitlines()))
    try:
        with Progress() as progress:
            review = compare_to_print((new, old), options, progress.checkpoint)
    except UserError as error:
        review = compare_lines((new, old), error.message)
    print_review(review, _with_color(options))
    return 0


def _version(label: str, file: str) -> Input:
    try:
        return read_version(file, label)
    except UserError as problem:
        return Input(label, f"{problem.message}\n", None, by_name=True)


def _with_color(options: Options) -> Options:
    """The options with colours if git's pager shows them."""
    in_pager = os.environ.get("GIT_PAGER_IN_USE") == "true" and is_terminal(sys.stderr)
    wants = options.color == "auto" and in_pager and not os.environ.get("NO_COLOR")
    return replace(options, color="always") if wants else options
