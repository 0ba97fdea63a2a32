"""`plandiff canon`: print a file in canonical form, for git's textconv and other line diffs."""

from __future__ import annotations

import sys
from typing import Final

from plancore.report.lines import visible
from planfiles.command import is_terminal, write_out
from planfiles.errors import FileError, UserError
from planfiles.files import STDIN, decode, read_bytes, read_stdin

FORM: Final = 2
"""The version of the canonical form. git caches the output of textconv until the command changes,
so `git-setup` adds `--form=2` to it, which `canon` ignores. Increase it when the form changes."""

_HELP: Final = """\
usage: plandiff canon FILE

Print a domain, problem or plan in canonical form: lower case, one literal or declaration per line,
sorted where order does not matter, without comments and text outside definitions. Sections that are
not fully understood are left unchanged. - is standard input.

exit status: 0 success, 2 unreadable file"""


def canon(arguments: list[str]) -> int:
    """Run the command; return the exit status. Raises UserError if there is no file to read."""
    if arguments in (["-h"], ["--help"]):
        write_out(f"{_HELP}\n")
        return 0
    files = [word for word in arguments if not word.startswith("--form=")]
    if len(files) != 1:
        raise UserError(f"expected one file, got {len(files)}; usage: plandiff canon FILE")
    (file,) = files
    data = read_stdin() if file == STDIN else read_bytes(file)
    try:
        text = decode(data, file)
    except FileError:
        # A nonzero status would end git's diff, so binary data are printed unchanged.
        _write(data)
        return 0
    from plancore.report.canon import canonical_text

    _write(canonical_text(text, file))
    return 0


def _write(text: str | bytes) -> None:
    """Print unchanged; on a terminal without control characters."""
    if is_terminal(sys.stdout):
        shown = text if isinstance(text, str) else text.decode(errors="replace")
        text = "".join(f"{visible(line)}\n" for line in shown.splitlines())
    write_out(text)
