"""Makes the pictures of docs/images: opens the viewer, presses keys, and photographs it; or
photographs a report as a page.

    PYTHONPATH=tests python docs/pictures.py [NAME ...]

Needs Chromium on the PATH. `pictures.toml` lists the pictures: the files, the options, the size of
the terminal, the keys; or, with `is_page`, the size of the window in pixels.
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
    is_page: bool = False


def pictures() -> list[Picture]:
    """All that are listed."""
    listed: dict[str, dict[str, Any]] = tomllib.loads((HERE / "pictures.toml").read_text())
    return [Picture(name, **entry) for name, entry in listed.items()]


async def drawn(picture: Picture) -> str:
    """The picture as SVG."""
    # Of the tests, in PYTHONPATH; pages do without.
    from support.viewer import viewer

    width, height = picture.size
    learned, reference = (Path(file) for file in picture.files)
    async with viewer(learned, reference, *picture.options, size=(width, height)) as view:
        for key in picture.keys:
            await view.press_and_wait(key)
        return view.app.export_screenshot(title=f"plandiff {learned.name} {reference.name}")


def page_of(picture: Picture) -> str:
    """The report of the files as a page; as they are named in their own folder."""
    folder = ROOT / Path(picture.files[0]).parent
    names = [os.path.relpath(ROOT / file, folder) for file in picture.files]
    command = [sys.executable, "-m", "plandiff", *names, *picture.options, "--format", "html"]
    ended = subprocess.run(
        command, cwd=folder, check=False, timeout=_SECONDS, capture_output=True, text=True
    )
    if ended.returncode > 1:
        raise SystemExit(ended.stderr)
    return ended.stdout


def photograph(svg: str, target: Path) -> None:
    """Write `svg` as PNG, with a font of this machine: Textual names one of the network."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code", _FONT)
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert box is not None
    width, height = (round(float(number)) for number in box.groups())
    style = "body{margin:0}svg{display:block}"
    photograph_page(
        f"<!doctype html><meta charset=utf-8><style>{style}</style>{svg}", (width, height), target
    )


def photograph_page(html: str, size: tuple[int, int], target: Path) -> None:
    """Write the top of a page as PNG, as it is in a window of `size`."""
    width, height = size
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "picture.html"
        page.write_text(html)
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
            if picture.is_page:
                width, height = picture.size
                photograph_page(page_of(picture), (width, height), target)
            else:
                photograph(asyncio.run(drawn(picture)), target)
            sys.stdout.write(f"{target.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
