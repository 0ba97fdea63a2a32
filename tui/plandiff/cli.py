"""`plandiff`: compare two files, in the viewer on a terminal, else as text.

Most imports are late, because git runs `plandiff canon` twice for each file of a diff.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from planfiles.command import complain, remark, run_command
from planfiles.errors import UserError

_COMMANDS: Final = ("canon", "completion", "git-setup", "merge-driver")

if TYPE_CHECKING:
    from plandiff.options import Options


def main(arguments: Sequence[str] | None = None) -> int:
    """Run with `arguments`, by default those of the process; return the exit status."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    return run_command("plandiff", lambda: _run(words))


def _run(arguments: list[str]) -> int:
    match arguments:
        case ["canon", *rest]:
            from plandiff.git.canon import canon

            return canon(rest)
        case ["completion", *rest]:
            from plandiff.completion import complete

            return complete(rest)
        case ["git-setup", *rest]:
            from plandiff.git.setup import git_setup

            return git_setup(rest)
        case ["merge-driver", *rest]:
            from plandiff.git.merge import merge_driver

            return merge_driver(rest)
        case _:
            return _compare(arguments)


def _compare(arguments: list[str]) -> int:
    options = _options(arguments, guarded(arguments, os.environ))
    files = options.files
    # Imported late: not needed for `--help`.
    from plandiff.terminal import name_sides

    name_sides(os.environ)
    if called_by_git(files, os.environ):
        from plandiff.git.driver import run_for_git

        return run_for_git(options)
    # A requested format takes precedence over `serve` in the settings.
    if options.serve and (not options.is_printed or options.is_given("serve")):
        from plandiff.browser.serve import serve

        return serve(arguments, options)
    if files and not os.path.lexists(files[0]):
        _refuse_misspelt(files[0])
    if len(files) == 1 and not (os.path.isdir(files[0]) or files[0].endswith(".json")):
        from plandiff.inputs import with_reference

        files = with_reference(files[0])
        options = replace(options, files=files)
    if len(files) == 1 or (len(files) == 2 and any(map(os.path.isdir, files))):
        return _compare_folders(options)
    if len(files) != 2:
        raise UserError(f"expected two files, got {len(files)}; usage: plandiff LEARNED REFERENCE")
    if options.is_given("save") or options.is_given("baseline"):
        raise UserError("--save and --baseline are only for directories")
    from plandiff.inputs import read_inputs
    from plandiff.options import missed_by, read_limits, status
    from plandiff.terminal import viewer_can_open

    read_limits(options)
    inputs = read_inputs((files[0], files[1]), options.labels)
    if not options.is_printed and viewer_can_open(files):
        # Imported late: Textual takes a quarter of a second to load.
        from plandiff.app import view

        return view(inputs, options)
    from plandiff.compare import compare_to_print, without_use
    from plandiff.terminal import print_review
    from planfiles.command import Progress

    with Progress() as progress:
        review = compare_to_print(inputs, options, progress.checkpoint)
    below = missed_by(review, options)
    has_severities = options.format in ("csv", "github", "ndjson", "sarif")
    if options.fail_under or has_severities:
        from plancore.report.limits import with_terms
        from planfiles.severities import severities_for

        path = inputs[0].path
        severities = severities_for(path) if has_severities and path else {}
        review = with_terms(review, read_limits(options), severities)
    print_review(review, options)
    if not options.quiet:
        remark("plandiff", *below, *without_use(review, options))
    return status(review, options)


def _refuse_misspelt(word: str) -> None:
    """Raise UserError if a word looks like a misspelt command."""
    from plancore.spelling import nearest

    near = nearest(word, _COMMANDS)
    if near is not None:
        raise UserError(f"unknown command `{word}`; did you mean `{near}`?")


def _options(arguments: list[str], words: list[str]) -> Options:
    """The options; `words` are the arguments, with `--` before those of git if git called."""
    from plandiff.options import parse

    try:
        return parse(words, os.environ)
    except UserError as error:
        if words == arguments:
            raise
        # A nonzero status would end git's whole diff, which an invalid setting must not do.
        complain("plandiff", error.message)
        return parse(words, {})


def _compare_folders(options: Options) -> int:
    from plandiff.batch.command import finish, read_request, run_batch
    from plandiff.terminal import viewer_can_open

    asked = read_request(options)
    if options.is_printed or not viewer_can_open(options.files):
        return run_batch(asked, options)
    from plandiff.app import view_batch
    from plandiff.session.batch import BatchSession

    session = BatchSession(asked.batch, asked.pairs, options)
    status = view_batch(session)
    if session.is_complete:
        finish(session.batch, options)
    elif options.save is not None:
        remark("plandiff", f"{options.save} is not written: some pairs are not compared")
    return status


# The arguments of git's external diff. Seven: the path, then file, hash and mode of the old and the
# new version. Nine for a rename: also the new path and a header. One: a path with conflicts.

_COUNTER: Final = "GIT_DIFF_PATH_COUNTER"
"""A variable that git sets for an external diff."""
_MODE: Final = r"[0-7]{6}|\."
_HELP: Final = ("-h", "--help", "--version")


def called_by_git(files: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Whether git called this process as external diff."""
    return len(files) in (7, 9) or (len(files) == 1 and _COUNTER in environment)


def guarded(arguments: list[str], environment: Mapping[str, str]) -> list[str]:
    """`arguments` with `--` before those of git, because a path may begin with `-`."""
    if _COUNTER not in environment:
        return arguments
    if len(arguments) == 1 and arguments[0] not in _HELP:
        return ["--", *arguments]
    for count, modes in ((7, (3, 6)), (9, (3, 6))):
        from_git = arguments[-count:]
        if len(from_git) == count and all(re.fullmatch(_MODE, from_git[at]) for at in modes):
            return [*arguments[:-count], "--", *from_git]
    return arguments
