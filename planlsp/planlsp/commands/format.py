"""`planlsp format`: lays files out, in place."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING, Final

from planfiles.command import complain, write_out
from planlsp.commands.values import job_count

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from planfiles.progress import Progress
    from planlsp.batch.formatting import Formatted, Mode

NAME: Final = "format"
SUMMARY: Final = "Lay out domains, problems and plans, in place."
_EPILOG: Final = """\
Only white space changes. A damaged form, and text around the PDDL, stay as they are.

exit status: 0 done, or with --check and --diff nothing to do; 1 with --check or --diff when
a file would change; 2 trouble (such as a file that cannot be read)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `planlsp format`."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, or a folder of files")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="only name the files that would change")
    what.add_argument("--diff", action="store_true", help="only print what would change")
    parser.add_argument(
        "--jobs", type=job_count, metavar="N", help="processes to use; default: as many as help"
    )


def run(arguments: argparse.Namespace) -> int:
    """Format, and return the exit status."""
    from planfiles.folders import collect
    from planfiles.progress import Progress
    from planlsp.batch.formatting import Mode

    mode = Mode.CHECK if arguments.check else Mode.DIFF if arguments.diff else Mode.WRITE
    inputs = collect(arguments.paths)
    for line in inputs.trouble:
        complain(line)
    progress = Progress("formatting", len(inputs.paths), sys.stderr)
    try:
        done = list(_format_all(inputs.paths, mode, arguments.jobs, progress))
    finally:
        progress.close()
    for each in done:
        if each.trouble:
            complain(each.trouble)
    write_out(_report(done, mode))
    if inputs.trouble or any(each.trouble for each in done):
        return 2
    return 1 if mode is not Mode.WRITE and any(each.changed for each in done) else 0


def _format_all(
    paths: Sequence[str], mode: Mode, jobs: int | None, progress: Progress
) -> Iterator[Formatted]:
    from concurrent.futures import ProcessPoolExecutor
    from contextlib import nullcontext

    from planfiles.workers import chunks, each, processes, size_of

    count = processes(jobs, paths)
    with ProcessPoolExecutor(count) if count > 1 else nullcontext() as pool:
        for group in each(partial(_group, mode=mode), list(chunks(paths, size_of)), pool):
            progress.advance(len(group))
            yield from group


def _group(paths: Sequence[str], mode: Mode) -> list[Formatted]:
    from planlsp.batch.formatting import format_file

    return [format_file(path, mode) for path in paths]


def _report(done: Sequence[Formatted], mode: Mode) -> str:
    from planlsp.batch.formatting import Mode

    if mode is Mode.DIFF:
        return "".join(each.diff for each in done)
    verb = "would change" if mode is Mode.CHECK else "changed"
    changed = [each.path for each in done if each.changed]
    names = "".join(f"{verb}: {path}\n" for path in changed)
    same = sum(not each.changed and not each.trouble for each in done)
    return f"{names}{len(changed)} {verb}, {same} already laid out\n"
