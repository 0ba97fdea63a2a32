"""A recording of the viewer: keys pressed in a real terminal, as an asciicast and a moving picture.

    python -m manual recording        # build/recording.cast and docs/images/recording.svg

`recording.toml` has the command, the size of the terminal, and the keys with the seconds that one
looks at what they do. `asciinema play` plays the cast. The picture is drawn by svg-term-cli, which
npm fetches; without npm there is the cast alone.
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
_DRAWN_BY: Final = "svg-term-cli@2.1.1"
PICTURE: Final = "docs/images/recording.svg"
_LONGEST: Final = 120.0
"""Seconds after which a recording ends, whatever is shown."""


class Script(NamedTuple):
    """What is recorded. A step is keys that are typed, and how long one looks at what they do."""

    command: list[str]
    folder: str
    size: tuple[int, int]
    steps: list[tuple[str, float]]


class Event(NamedTuple):
    """What the terminal was sent, and how many seconds after the start."""

    seconds: float
    text: str


def script() -> Script:
    """The script of `recording.toml`."""
    text = Path(__file__).with_name("recording.toml").read_text(encoding="utf-8")
    stated: dict[str, Any] = tomllib.loads(text)
    width, height = stated["size"]
    steps = [(step["keys"], float(step["seconds"])) for step in stated["steps"]]
    return Script(stated["command"], stated["folder"], (width, height), steps)


def record(what: Script) -> list[Event]:
    """Run the command in a terminal of its own, press the keys, and note what it shows."""
    process, terminal = pty.fork()
    if process == 0:
        _become(what)
    width, height = what.size
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
    try:
        return list(_played(what, terminal))
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)


def _become(what: Script) -> None:
    """Be the command; does not return."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    kept |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
    os.chdir(ROOT / what.folder)
    os.execvpe(sys.executable, [sys.executable, "-m", *what.command], kept)


def _played(what: Script, terminal: int) -> Iterator[Event]:
    began = time.monotonic()
    decode = _decoder()
    for keys, seconds in what.steps:
        os.write(terminal, keys.encode())
        until = min(time.monotonic() + seconds, began + _LONGEST)
        while (left := until - time.monotonic()) > 0:
            if not select.select([terminal], [], [], left)[0]:
                break
            try:
                shown = os.read(terminal, 65536)
            except OSError:
                return  # the command has ended
            if shown:
                yield Event(time.monotonic() - began, decode(shown))


def _decoder() -> Any:
    """Bytes to text; a character may come in two parts."""
    import codecs

    return codecs.getincrementaldecoder("utf-8")("replace").decode


def asciicast(what: Script, events: list[Event]) -> str:
    """The recording in asciicast's second version: a line that says how, then a line per event."""
    width, height = what.size
    head = {"version": 2, "width": width, "height": height, "title": " ".join(what.command)}
    lines = [json.dumps(head), *(json.dumps([round(at, 3), "o", text]) for at, text in events)]
    return "\n".join(lines) + "\n"


def make() -> int:
    """Write both files; the exit status."""
    cast, picture = ROOT / "build" / "recording.cast", ROOT / PICTURE
    cast.parent.mkdir(exist_ok=True)
    what = script()
    cast.write_text(asciicast(what, record(what)), encoding="utf-8")
    sys.stdout.write(f"{cast.relative_to(ROOT)}\n")
    if shutil.which("npx") is None:
        sys.stderr.write("no picture: npm is not installed\n")
        return 0
    drawing = ["npx", "--yes", _DRAWN_BY, "--in", str(cast), "--out", str(picture), "--window"]
    # What optimizes takes two blanks for one, and columns no longer stand below each other.
    drawn = subprocess.run([*drawing, "--no-optimize"], check=False, timeout=600)
    if drawn.returncode == 0:
        sys.stdout.write(f"{picture.relative_to(ROOT)}\n")
    return drawn.returncode
