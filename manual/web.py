"""`python -m manual web`: build the page in the browser, a folder for any static file server."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
WEB: Final = ROOT / "editors" / "web"
MADE: Final = ROOT / "build" / "web"
_COPY: Final = ROOT / "build" / "web-packages"
_TARGET: Final = (
    "--platform=pyemscripten_2026_0_wasm32", "--platform=any", "--python-version=3.14",
    "--implementation=cp", "--abi=cp314", "--abi=none", "--only-binary=:all:", "--no-deps",
)  # fmt: skip
"""pip's options for the Python of the pinned Pyodide."""


def build() -> int:
    """Build `build/web` and return the exit status."""
    npm, node = shutil.which("npm"), shutil.which("node")
    pip = [sys.executable, "-m", "pip"] if find_spec("pip") else ["uv", "tool", "run", "pip"]
    if npm is None or node is None or shutil.which(pip[0]) is None:
        sys.stderr.write("make web needs Node 20 or newer, and pip or uv\n")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        quiet = ("--quiet", "--disable-pip-version-check")
        needed = ("-r", str(WEB / "requirements.txt"), "--dest", folder)
        _run([*pip, "download", *quiet, *_TARGET, *needed], ROOT)
        _run([sys.executable, "-m", "build", "--wheel", "--outdir", folder, str(ROOT)], ROOT)
        # npm packages are installed in a copy, which is kept for the next build.
        without = shutil.ignore_patterns("node_modules")
        shutil.copytree(WEB, _COPY, ignore=without, dirs_exist_ok=True)
        install = ("--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", "--silent")
        _run([npm, "install", *install], _COPY)
        _run([npm, "run", "--silent", "typecheck"], _COPY)
        _run([node, "build.mjs", folder, str(ROOT / "examples"), str(MADE)], _COPY)
    for file in sorted(MADE.rglob("*")):
        if file.is_file():
            size = file.stat().st_size
            sys.stdout.write(f"{size:>10,} {file.relative_to(MADE).as_posix()}\n")
    return 0


def _run(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=True)
