"""The site as a whole: what is laid out for it, and what is told of its links."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from manual import site
from manual.links import faults
from manual.site import ROOT, configuration, made_pages
from support.docs import PAGES


def named_in(entries: list[Any]) -> list[str]:
    """The pages of a navigation, in their order."""
    found: list[str] = []
    for entry in entries:
        if isinstance(entry, str):
            found.append(entry)
        else:
            for below in entry.values():
                found += named_in(below if isinstance(below, list) else [below])
    return found


@pytest.mark.slow
def test_every_page_has_its_place_in_the_navigation(tmp_path: Path) -> None:
    site.lay_out(tmp_path / "pages")
    laid_out = {p.relative_to(tmp_path / "pages").as_posix() for p in tmp_path.rglob("*.md")}
    settings = tomllib.loads(configuration(made_pages()))
    named = named_in(settings["project"]["nav"])
    assert len(named) == len(set(named))
    assert laid_out == set(named)


def test_what_a_reader_needs_comes_before_what_a_developer_needs() -> None:
    settings = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    titles = [title for entry in settings["project"]["nav"] for title in entry]
    assert titles[1:] == ["Tutorials", "How-to", "Reference", "Explanation", "Development"]


@pytest.mark.slow
def test_what_pages_link_to_lies_beside_them(tmp_path: Path) -> None:
    site.lay_out(tmp_path)
    assert (tmp_path / "docs/images/plandiff-domain.png").is_file()
    assert (tmp_path / "docs/reference/schema/plandiff-2.json").is_file()


@pytest.mark.slow
def test_a_bar_in_the_code_of_a_table_has_no_escape_on_the_site(tmp_path: Path) -> None:
    site.lay_out(tmp_path)
    page = (tmp_path / "docs/reference/commands.md").read_text(encoding="utf-8")
    assert "| `--color auto|always|never` |" in page


@pytest.mark.slow
def test_a_link_that_names_a_file_has_the_title_of_the_page_on_the_site(tmp_path: Path) -> None:
    site.lay_out(tmp_path)
    front = (tmp_path / "README.md").read_text(encoding="utf-8")
    index = (tmp_path / "docs/README.md").read_text(encoding="utf-8")
    assert "[Install](docs/install.md)" in front
    assert "[the viewer](reference/viewer.md)" in index
    json = (tmp_path / "docs/reference/json.md").read_text(encoding="utf-8")
    assert "[differences](differences.md)" in json
    assert "(schema/plandiff-2.json)" in json
    named = {
        path.name: found
        for path in tmp_path.rglob("*.md")
        if (found := re.findall(r"\[[^]]*\.md\]\(", path.read_text(encoding="utf-8")))
    }
    assert named == {}


def test_what_a_page_names_of_made_pages_is_a_link_on_the_site() -> None:
    links = site.made_links(made_pages())
    assert links["`planeval align --help`"] == "docs/reference/commands.md#planeval-align"
    assert links["metric `uniqueness`"] == "docs/reference/metrics/uniqueness.md"
    assert links["schema `plandiff-2.json`"] == "docs/reference/schema/plandiff-2.json"
    named = re.compile("|".join(map(re.escape, links)))
    text = "See *Rules*.\n```sh\nls *Rules*\n```\n"
    assert site._linked("docs/faq.md", text, named, links) == text.replace(
        "See *Rules*", "See [*Rules*](reference/rules/README.md)"
    )


def test_what_pages_name_of_made_pages_is_there() -> None:
    links = site.made_links(made_pages())
    named = re.compile(r"`plan\w+[a-z ]* --help`|\b(?:metric|rule|schema) `[^`]+`")
    texts = [page.read_text(encoding="utf-8") for page in PAGES if page.name != "CONTRIBUTING.md"]
    found = {name for text in texts for name in named.findall(text)}
    assert len(found) > 40
    assert found - links.keys() == set()


@pytest.mark.parametrize(
    ("html", "told"),
    [
        ("<a href='b.html#two'>x</a>", []),
        ("<a href='b.html'>x</a><a href='folder/'>y</a><a href='#here'>z</a><p id=here>", []),
        ("<a href='https://planlsp.example'>x</a>", []),
        ("<link rel=canonical href='https://planlsp.example/a.html'>", []),
        ("<a href='c.html'>x</a>", ["a.html: nothing at c.html"]),
        ("<img src='c.png'>", ["a.html: nothing at c.png"]),
        ("<a href='b.html#three'>x</a>", ["a.html: no anchor b.html#three"]),
        ("<a href='#there'>x</a>", ["a.html: no anchor #there"]),
        (
            "<script src='//planlsp.example/x.js'></script>",
            ["a.html: loads //planlsp.example/x.js from another host"],
        ),
        (
            "<link rel=stylesheet href='https://planlsp.example/x.css'>",
            ["a.html: loads https://planlsp.example/x.css from another host"],
        ),
    ],
)
def test_links_are_checked(tmp_path: Path, html: str, told: list[str]) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/index.html").write_text("<p>")
    (tmp_path / "a.html").write_text(html)
    (tmp_path / "b.html").write_text("<h2 id=two>Two</h2>")
    assert faults(tmp_path) == told
