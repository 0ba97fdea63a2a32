"""Every link between pages leads to a file, and to a heading if it names one: of a page in the
repository to what a checkout has, of a page that is made to what the site has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from manual.site import ROOT, lay_out
from support.docs import PAGES

LINK = re.compile(r"\]\((?!\w+:)([^)\s]*)\)")


def anchors(page: Path) -> set[str]:
    """The names under which the headings of a page can be linked to."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages as the site has them, before they are built."""
    folder: Path = tmp_path_factory.mktemp("site") / "pages"
    lay_out(folder)
    return folder


def test_links_lead_somewhere_in_a_checkout() -> None:
    for page in PAGES:
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            path, _, anchor = link.partition("#")
            target = page.parent / path if path else page
            assert target.exists(), (page, link)
            assert not anchor or anchor in anchors(target), (page, link)


def test_made_pages_link_to_pages_of_the_site(site: Path) -> None:
    written = {page.relative_to(ROOT) for page in PAGES}
    made = [page for page in site.rglob("*.md") if page.relative_to(site) not in written]
    assert len(made) > 100
    for page in made:
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            path, _, anchor = link.partition("#")
            target = page.parent / path if path else page
            assert target.is_file(), (page.name, link)
            assert not anchor or anchor in anchors(target), (page.name, link)


def test_every_page_of_the_documentation_is_in_the_index() -> None:
    folder = ROOT / "docs"
    index = (folder / "README.md").read_text(encoding="utf-8")
    pages = {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")} - {"README.md"}
    assert {page for page in pages if f"({page})" not in index} == set()
