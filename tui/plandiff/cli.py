"""`plandiff`: compare two files, in a viewer on a terminal and as text anywhere else."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from plancore.report.registry import FORMATS
from plandiff.compare import compare
from plandiff.exits import Exit, status
from plandiff.git.canon import canon
from plandiff.git.driver import called_by_git, run_for_git
from plandiff.git.setup import git_setup
from plandiff.inputs import read_inputs
from plandiff.options import parse
from plandiff.output import print_review
from plandiff.terminal import viewer_can_open
from plandiff.trouble import Trouble
from planfiles.files import FileProblem

COMMANDS: Final[Mapping[str, Callable[[list[str]], int]]] = {
    "canon": canon,
    "git-setup": git_setup,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run with `arguments`, by default those of the process; the exit status."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        return _run(given)
    except (Trouble, FileProblem) as trouble:
        _complain(trouble.message)
        return Exit.TROUBLE
    except BrokenPipeError:
        # Whoever read us has read enough; Python must not try to flush the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.TROUBLE
    except KeyboardInterrupt:
        return Exit.INTERRUPTED


def _run(arguments: list[str]) -> int:
    command = COMMANDS.get(arguments[0]) if arguments else None
    if command is not None:
        return command(arguments[1:])
    options = parse(arguments, os.environ, [each.name for each in FORMATS])
    if called_by_git(options.files):
        return run_for_git(options)
    if len(options.files) != 2:
        count = len(options.files)
        raise Trouble(f"two files are compared, {count} given (see plandiff --help)")
    first, second = options.files
    inputs = read_inputs((first, second), options.labels)
    if options.format is None and viewer_can_open(options.files):
        # The viewer's library takes a quarter of a second to load: only who sees it pays.
        from plandiff.app import view

        return view(inputs, options)
    review = compare(inputs, options)
    print_review(review, options)
    return status(review, options)


def _complain(message: str) -> None:
    line = " ".join(message.split())
    sys.stderr.write(f"plandiff: error: {line}\n")
