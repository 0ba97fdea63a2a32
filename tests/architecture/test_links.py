"""Every link between pages of the repository leads to a file, and to a heading if it names one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GENERATED = ("metrics", "rules")
"""Folders of docs/reference with an index of their own."""
FOLDERS = ("docs", "planlsp", "editors", "tests/corpus")
PAGES = sorted(
    page
    for page in (*ROOT.glob("*.md"), *(p for f in FOLDERS for p in (ROOT / f).rglob("*.md")))
    if "node_modules" not in page.parts
)


def anchors(page: Path) -> set[str]:
    """The names under which the headings of a page can be linked to."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!\w+:)([^)\s]*)\)", page.read_text(encoding="utf-8"))
    for link in links:
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_page_of_the_documentation_is_in_the_index() -> None:
    folder = ROOT / "docs"
    index = (folder / "README.md").read_text(encoding="utf-8")
    parts = {path.relative_to(folder) for path in folder.rglob("*.md") if path.name != "README.md"}
    pages = {path.as_posix() for path in parts if not {*path.parts} & {*GENERATED}}
    assert {page for page in pages if f"({page})" not in index} == set()
