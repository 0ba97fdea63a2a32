"""Puts the wheel of the server into `server/`, for the extension to bring along.

`python wheel.py [CHECKOUT]`, with uv or pip to build it. The wheel is packed without compression:
the extension is compressed as a whole, which gains a third more than file by file.
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
    """The same files in the same order with the same dates, not compressed."""
    with zipfile.ZipFile(built) as source, zipfile.ZipFile(stored, "w") as target:
        for entry in source.infolist():
            content = source.read(entry)
            entry.compress_type = zipfile.ZIP_STORED
            target.writestr(entry, content)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parents[1])
