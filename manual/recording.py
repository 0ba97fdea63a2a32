"""Record the viewer in a real terminal, as an asciicast and an animated SVG.

    python -m manual recording        # build/recording.cast and docs/images/recording.svg

`recording.toml` has the command, the size of the terminal, and the keys with the seconds to show
their effect. `asciinema play` plays the cast. svg-term-cli, which npm fetches, draws the SVG;
without npm there is only the cast.
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
"""The maximum length of a recording in seconds."""


class Script(NamedTuple):
    """The script of a recording. A step is keys to type, and the seconds to show their effect."""

    command: list[str]
    folder: str
    size: tuple[int, int]
    steps: list[tuple[str, float]]


class Event(NamedTuple):
    """Output to the terminal, and its time in seconds from the start."""

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
    """Run the command in a pseudo-terminal, type the keys, and record the output."""
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
    """Replace this process by the command; does not return."""
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
    """An incremental decoder: a character may be split between two reads."""
    import codecs

    return codecs.getincrementaldecoder("utf-8")("replace").decode


def asciicast(what: Script, events: list[Event]) -> str:
    """The recording as asciicast, version 2: a header line, then a line per event."""
    width, height = what.size
    head = {"version": 2, "width": width, "height": height, "title": " ".join(what.command)}
    lines = [json.dumps(head), *(json.dumps([round(at, 3), "o", text]) for at, text in events)]
    return "\n".join(lines) + "\n"


def make() -> int:
    """Write both files and return the exit status."""
    cast, picture = ROOT / "build" / "recording.cast", ROOT / PICTURE
    cast.parent.mkdir(exist_ok=True)
    what = script()
    cast.write_text(asciicast(what, record(what)), encoding="utf-8")
    sys.stdout.write(f"{cast.relative_to(ROOT)}\n")
    if shutil.which("npx") is None:
        sys.stderr.write("no picture: npm is not installed\n")
        return 0
    drawing = ["npx", "--yes", _DRAWN_BY, "--in", str(cast), "--out", str(picture), "--window"]
    # The optimiser merges consecutive blanks, so columns would no longer be aligned.
    drawn = subprocess.run([*drawing, "--no-optimize"], check=False, timeout=600)
    if drawn.returncode == 0:
        sys.stdout.write(f"{picture.relative_to(ROOT)}\n")
    return drawn.returncode
