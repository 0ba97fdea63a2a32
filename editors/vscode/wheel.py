"""Puts the wheel of the server into `server/`, for the extension to bring along.

`python wheel.py [CHECKOUT]`, with uv or pip to build it. The wheel is packed without compression:
the extension is compressed as a whole, which gains a third more than file by file. Man pages and
completions stay out: neither `man` nor a shell looks into the environment of an extension.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
TARGET = HERE / "server"


def main(checkout: Path) -> None:
    """Build the wheel of `checkout` and pack it anew into `server/`."""
    with tempfile.TemporaryDirectory() as folder:
        if uv := shutil.which("uv"):
            build = [uv, "build", "--quiet", "--wheel", "--out-dir", folder]
        else:
            build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder]
        subprocess.run([*build, str(checkout)], check=True)
        (built,) = Path(folder).glob("planlsp-*.whl")
        shutil.rmtree(TARGET, ignore_errors=True)
        TARGET.mkdir()
        pack_anew(built, TARGET / built.name)


def pack_anew(built: Path, stored: Path) -> None:
    """What Python reads of it, in the same order with the same dates, not compressed."""
    with zipfile.ZipFile(built) as source, zipfile.ZipFile(stored, "w") as target:
        for entry in source.infolist():
            if for_a_shell(entry.filename):
                continue
            content = source.read(entry)
            if entry.filename.endswith(".dist-info/RECORD"):
                # Lines of FILE,HASH,SIZE.
                kept = (line for line in content.splitlines(True) if not for_a_shell(line.decode()))
                content = b"".join(kept)
            entry.compress_type = zipfile.ZIP_STORED
            target.writestr(entry, content)


def for_a_shell(path: str) -> bool:
    """Whether a path in the wheel belongs to what goes to `share/` of an environment."""
    return ".data/data/share/" in path


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parents[1])
