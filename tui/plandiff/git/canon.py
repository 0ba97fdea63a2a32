"""`plandiff canon`: a file in one fixed form, for git's textconv and for other line diffs."""

from __future__ import annotations

import sys
from pathlib import Path

from plancore.report.canon import canonical_text
from plandiff.inputs import STDIN
from plandiff.output import print_text
from plandiff.trouble import Trouble
from planfiles.files import FileProblem, decode, printable

_HELP = """\
usage: plandiff canon FILE

Print a domain, problem or plan in one fixed form: lower case, one literal or declaration per
line, sorted where order means nothing, without comments. What is not understood in full is
printed as it is. `-` is standard input. Exit status: 0, or 2 when FILE cannot be read."""


def canon(arguments: list[str]) -> int:
    """Run the command; the exit status. Raises Trouble when there is no file to read."""
    if arguments in (["-h"], ["--help"]):
        print_text(f"{_HELP}\n")
        return 0
    if len(arguments) != 1:
        raise Trouble("plandiff canon takes one file")
    (file,) = arguments
    data = _data(file)
    try:
        text = decode(data, file)
    except FileProblem:
        # git takes a status that is not 0 for the end of the diff, so a binary file goes through.
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return 0
    print_text(canonical_text(text, file))
    return 0


def _data(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise Trouble(f"cannot read {printable(file)}: {reason}") from None
