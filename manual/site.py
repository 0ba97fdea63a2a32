"""Build the site from the pages of the repository and generated ones.

`build/pages` mirrors the repository, so links between pages are the same in both. Other linked
files, such as pictures, are copied as well.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from manual import api, behaviours, commands, metrics, rules, settings
from manual.links import faults
from manual.parsers import commands as all_commands
from manual.web import MADE
from planeval import schemas

ROOT: Final = Path(__file__).parents[1]
_PAGES: Final = (
    "*.md",
    "docs/**/*.md",
    "planlsp/README.md",
    "bench/README.md",
    "editors/*/README.md",
)
_ALSO: Final = ("docs/assets/*",)
_LINK: Final = re.compile(r"\]\((?!\w+:)([^)\s#]+)[^)]*\)")
_CODE: Final = re.compile(r"`[^`]*`")
_NAMED_AS_FILE: Final = re.compile(r"\[[\w./-]+\.md\]\((?!\w+:)([^)\s#]+\.md)(#[^)\s]*)?\)")
"""A link to a page whose text is the name of the file."""
_TITLE: Final = re.compile(r"^# (.+)$", re.MULTILINE)
_MAKERS: Final = (rules, metrics, behaviours, commands, settings, api, schemas)
_FENCED: Final = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_REFERENCE: Final = "docs/reference"
_NAMED: Final = {
    "*Commands*": f"{_REFERENCE}/commands.md",
    "*Metrics*": f"{metrics.FOLDER}/README.md",
    "*Python API*": f"{_REFERENCE}/api.md",
    "*Rules*": f"{rules.FOLDER}/README.md",
    "*Settings*": f"{_REFERENCE}/settings.md",
}


@cache
def made_pages() -> dict[str, str]:
    """The text of every generated page, by its path from the top of the repository."""
    return {path: text for maker in _MAKERS for path, text in maker.pages().items()}


def made_links(made: Iterable[str]) -> dict[str, str]:
    """The paths of generated pages, by the texts that refer to them. Links to them would be broken
    in the repository, so only the site has links: for `*Metrics*`, `planeval align --help`, the
    metric `uniqueness`, the rule `missing-goal`, the schema `plandiff-1.json`."""
    helps = {
        f"`{command.name} --help`": f"{_NAMED['*Commands*']}#{command.name.replace(' ', '-')}"
        for command in all_commands()
    }
    kinds = {metrics.FOLDER: "metric", rules.FOLDER: "rule", schemas.FOLDER: "schema"}
    pages = {
        f"{kinds[folder]} `{file.removesuffix('.md')}`": path
        for path in made
        for folder, _, file in [path.rpartition("/")]
        if folder in kinds
    }
    return _NAMED | helps | pages


def lay_out(folder: Path) -> None:
    """Write all pages below `folder`, with the files that they link to. Replaces the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    written = {
        page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8")
        for pattern in _PAGES
        for page in ROOT.glob(pattern)
    }
    pages = made_pages() | written
    titles = {name: found[1] for name, text in pages.items() if (found := _TITLE.search(text))}
    links = made_links(pages)
    named = re.compile("|".join(map(re.escape, links)))
    for name, text in pages.items():
        shown = _linked(name, text, named, links) if name in written else text
        _write(folder / name, _for_the_site(name, shown, titles))
    for name, text in written.items():
        for target in _LINK.findall(text):
            linked = Path(os.path.normpath(ROOT / name / ".." / target))
            if linked.suffix != ".md" and linked.is_file() and linked.is_relative_to(ROOT):
                _copy(linked, folder)
    for pattern in _ALSO:
        for path in ROOT.glob(pattern):
            _copy(path, folder)


def configuration(made: Iterable[str]) -> str:
    """The configuration, with all generated pages of a folder after its `README.md`."""
    text = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    for folder in (rules.FOLDER, metrics.FOLDER):
        index = f"{folder}/README.md"
        names = sorted(name for name in made if name.startswith(f"{folder}/") and name != index)
        text = text.replace(json.dumps(index), ", ".join(map(json.dumps, (index, *names))))
    return text


def build(folder: Path = ROOT / "build") -> int:
    """Build `folder/site`, with the page in the browser if `make web` has built it. Reports errors
    in pages and links, and returns the exit status."""
    lay_out(folder / "pages")
    (folder / "zensical.toml").write_text(configuration(made_pages()), encoding="utf-8")
    site = folder / "site"
    shutil.rmtree(site, ignore_errors=True)
    tool = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    done = subprocess.run(
        [*tool, "--config-file", str(folder / "zensical.toml")], check=False, timeout=600
    )
    if done.returncode != 0:
        return done.returncode
    if MADE.is_dir():
        shutil.copytree(MADE, site / "try")
    wrong = faults(site)
    sys.stderr.writelines(f"{fault}\n" for fault in wrong)
    return 1 if wrong else 0


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _for_the_site(name: str, text: str, titles: Mapping[str, str]) -> str:
    """The text of the page `name` as the site shows it.

    If the text of a link is a file name, the site shows the title of the page instead. In code
    within tables, GitHub needs bars to be escaped; Python-Markdown would show the backslash.
    """

    def titled(link: re.Match[str]) -> str:
        title = titles.get(posixpath.normpath(posixpath.join(posixpath.dirname(name), link[1])))
        return link[0] if title is None else f"[{title}]({link[1]}{link[2] or ''})"

    text = _NAMED_AS_FILE.sub(titled, text)
    return "".join(
        _CODE.sub(lambda code: code[0].replace("\\|", "|"), line) if line.startswith("|") else line
        for line in text.splitlines(keepends=True)
    )


def _linked(name: str, text: str, named: re.Pattern[str], links: Mapping[str, str]) -> str:
    """The text of the page `name`, with links to the generated pages that it mentions outside of
    code blocks."""

    def link(found: re.Match[str]) -> str:
        return f"[{found[0]}]({posixpath.relpath(links[found[0]], posixpath.dirname(name))})"

    parts = _FENCED.split(text)
    return "".join(part if part.startswith("```") else named.sub(link, part) for part in parts)


def _copy(path: Path, folder: Path) -> None:
    target = folder / path.relative_to(ROOT)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)
