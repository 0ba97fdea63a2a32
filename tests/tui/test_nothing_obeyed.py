"""What stands in a file does not move the cursor of a terminal, whatever prints it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.plandiff_run import plain_environment

pty = pytest.importorskip("pty")
LEFT, RIGHT = '{"one": [1, 2]}\n\x1b[2J\x1b]0;title\x07two\n', '{"one": [1, 2]}\nthree\x9b2J\n'


def _shown(*arguments: str | Path) -> str:
    """What a terminal is sent by the command."""
    ours, theirs = pty.openpty()
    subprocess.run(
        [sys.executable, "-m", "plandiff", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        env=plain_environment() | {"PYTHONUTF8": "1"},
        timeout=60,
        check=False,
    )
    os.close(theirs)
    data = b""
    try:
        while chunk := os.read(ours, 65536):
            data += chunk
    except OSError:
        pass  # how Linux says that the other end is closed
    os.close(ours)
    return data.decode()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--format", "text", "--color", "never"),
        pytest.param(("--format", "unified", "--color", "never"), marks=pytest.mark.slow),
        pytest.param(("--format", "side-by-side", "--color", "never"), marks=pytest.mark.slow),
        ("canon",),
    ],
)
def test_a_terminal_is_shown_what_it_would_obey(arguments: tuple[str, ...], tmp_path: Path) -> None:
    files = tmp_path / "left.txt", tmp_path / "right.txt"
    for file, text in zip(files, (LEFT, RIGHT), strict=True):
        file.write_text(text)
    shown = _shown(*arguments, *(files[:1] if arguments == ("canon",) else files))
    assert "␛[2J" in shown
    assert not {"\x1b", "\x07", "\x9b"} & {*shown}


def test_what_goes_elsewhere_is_kept_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "left.txt"
    file.write_text(LEFT)
    done = subprocess.run(
        [sys.executable, "-m", "plandiff", "canon", str(file)],
        capture_output=True,
        env=plain_environment(),
        timeout=60,
        check=True,
    )
    assert done.stdout == LEFT.encode()
