"""The implementation of `--serve`."""

from __future__ import annotations

import os
import secrets
import shlex
import socket
import subprocess
import sys
from collections.abc import Sequence

from plandiff.browser.guard import HOST, Guard
from plandiff.inputs import read_inputs
from plandiff.options import Options
from planfiles.command import Exit
from planfiles.errors import UserError, reason_of
from planfiles.extras import to_get
from planfiles.files import STDIN


def serve(arguments: Sequence[str], options: Options) -> int:
    """Serve the viewer for `arguments` until Ctrl+C.

    Raises UserError for files that cannot be read, or not more than once, and if textual-serve is
    not installed.
    """
    files = options.files
    if not options.writable and (options.save or options.save_mapping):
        name = "--save" if options.save else "--save-mapping"
        raise UserError(f"{name} writes a file; with --serve this needs --writable")
    if options.format is not None:
        raise UserError(f"--serve and --format {options.format} cannot be used together")
    if STDIN in files:
        raise UserError("--serve cannot read standard input (-)")
    if len(files) == 2 and not any(map(os.path.isdir, files)):
        read_inputs((files[0], files[1]), options.labels)
    try:
        from plandiff.browser.server import GuardedServer
    except ModuleNotFoundError as missing:
        raise UserError(
            f"--serve needs textual-serve (no {missing.name}): {to_get('serve')}"
        ) from None
    guard = Guard(_free_port(), secrets.token_urlsafe(32))
    try:
        GuardedServer(_command(arguments), guard).serve()
    except OSError as error:
        raise UserError(f"cannot listen on {guard.origin}: {reason_of(error)}") from None
    return Exit.SAME


def _command(arguments: Sequence[str]) -> str:
    """The shell command that runs the viewer for one page."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    others = [word for at, word in enumerate(arguments) if at > end or word != "--serve"]
    words = [sys.executable, "-m", "plandiff", "--no-serve", *others]
    return shlex.join(words) if os.name == "posix" else subprocess.list2cmdline(words)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port
