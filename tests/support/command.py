"""Commands run in this process: as quick as a call, with what a process would have printed."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from support.documents import violations_of


class Done(NamedTuple):
    """What a command printed and its exit status; as `subprocess.CompletedProcess` has it."""

    returncode: int
    stdout: str
    stderr: str

    @property
    def words(self) -> str:
        """What was printed in one line, wherever a line of a pipe is broken."""
        return in_one_line(self.stdout)


def in_one_line(text: str) -> str:
    """The words of a text, wherever its lines are broken."""
    return " ".join(text.split())


def run_command(
    main: Callable[[Sequence[str]], int], *arguments: str | Path, cwd: Path | None = None
) -> Done:
    """`main` with `arguments`, started in the folder `cwd`."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with chdir(cwd or "."), redirect_stdout(out), redirect_stderr(err):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:
            status = int(end.code or 0)
    printed = []
    for stream in (out, err):
        stream.seek(0)
        printed.append(stream.read())
    # Whatever a test is about, JSON is as its schema says.
    wrong = violations_of(printed[0])
    assert not wrong, "\n".join(wrong[:20])
    return Done(status, *printed)
