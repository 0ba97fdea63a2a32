"""Makes the pictures of the viewer in docs/images: opens it, presses keys, and photographs it.

    python docs/pictures.py [NAME ...]

Needs Chromium on the PATH. `pictures.toml` lists the pictures: the files, the options, the size of
the terminal, the keys. Those of learned domains need PLANLSP_MATERIAL, which says where the
material of the tests is, and LEARNERS, the folder that `python -m bench learners` has filled with
plans; without them these pictures are left as they are.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from support.viewer import viewer

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent
_SECONDS: Final = 60
"""How long Chromium may take for a picture."""
_FONT: Final = "DejaVu Sans Mono"


class Picture(NamedTuple):
    """One picture: `files` are paths from the top of the project."""

    name: str
    files: Sequence[str]
    options: Sequence[str] = ()
    keys: Sequence[str] = ()
    size: Sequence[int] = (120, 40)


def pictures() -> list[Picture]:
    """All that are listed and whose files are known."""
    text = os.path.expandvars((HERE / "pictures.toml").read_text())
    listed: dict[str, dict[str, Any]] = tomllib.loads(text)
    return [Picture(name, **entry) for name, entry in listed.items() if "$" not in str(entry)]


async def drawn(picture: Picture) -> str:
    """The picture as SVG."""
    width, height = picture.size
    learned, reference = (Path(file) for file in picture.files)
    async with viewer(learned, reference, *picture.options, size=(width, height)) as view:
        for key in picture.keys:
            await view.press_and_wait(key)
        return view.app.export_screenshot(title=f"plandiff {learned.name} {reference.name}")


def photograph(svg: str, target: Path) -> None:
    """Write `svg` as PNG, with a font of this machine: Textual names one of the network."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code", _FONT)
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert box is not None
    width, height = (round(float(number)) for number in box.groups())
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "picture.html"
        style = "body{margin:0}svg{display:block}"
        page.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{svg}")
        command = [
            _chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--disable-background-networking", "--no-first-run", f"--user-data-dir={folder}/user",
            f"--window-size={width},{height}", f"--screenshot={target}", page.as_uri(),
        ]  # fmt: skip
        subprocess.run(command, check=True, timeout=_SECONDS, capture_output=True)


def _chromium() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise SystemExit("Chromium is not on the PATH")
    return found


def main(names: Sequence[str]) -> None:
    """Make all pictures, or those with `names`."""
    os.chdir(ROOT)
    for picture in pictures():
        if not names or picture.name in names:
            target = HERE / "images" / f"{picture.name}.png"
            target.parent.mkdir(parents=True, exist_ok=True)
            photograph(asyncio.run(drawn(picture)), target)
            sys.stdout.write(f"{target.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
