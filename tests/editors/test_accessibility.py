"""The site and the reports can be read by everybody: axe-core finds nothing in light and dark and
on a narrow screen, the Tab key goes through what can be used, and nothing is asked of another
host."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from support.browser import run_in_browser
from support.editor_review import installed, server_command
from support.examples import BAKERY, DELIVERY, ROOT

pytestmark = pytest.mark.editor

SCRIPT = Path(__file__).parent / "pages" / "axe.mjs"
OF_THE_SITE = (
    "index.html",
    "docs/tutorial.html",
    "docs/explanation/definitions.html",
    "docs/reference/settings.html",
    "docs/reference/rules/missing-goal.html",
)
OF_THE_THEME = {
    "empty-table-header": "Markdown has no table without a row of headings",
    "landmark-unique": "the theme calls two levels of its navigation by same name",
}
"""Remarks of axe-core, below its serious ones, that are not ours to change."""


def read(*pages: Path) -> list[dict[str, Any]]:
    """What axe-core and the Tab key found, of each page in each of three ways."""
    axe = installed("PLANLSP_AXE", "axe/node_modules/axe-core/axe.min.js")
    return [json.loads(line) for line in run_in_browser(SCRIPT, axe, *pages).splitlines()]


@pytest.fixture(scope="module")
def site() -> list[dict[str, Any]]:
    """Pages of each kind of the site."""
    folder = installed("PLANLSP_SITE", str(ROOT / "build/site"))
    return read(*(folder / name for name in OF_THE_SITE))


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Reports of two domains and of two plans, and of an evaluation."""
    folder = tmp_path_factory.mktemp("reports")
    learned, reference = BAKERY / "learned.pddl", BAKERY / "reference.pddl"
    plans = [DELIVERY / name for name in ("learned.plan", "reference.plan")]
    commands: dict[str, list[str | Path]] = {
        "domain": ["plandiff", learned, reference, "--plans", BAKERY],
        "plan": ["plandiff", *plans],
        "execution": [
            *("planeval", "validate"),
            *(DELIVERY / name for name in ("reference.pddl", "p01.pddl", "learned.plan")),
        ],
        "evaluation": ["planeval", "domain", learned, reference, "--problem", BAKERY / "p01.pddl"],
    }
    for name, (program, *arguments) in commands.items():
        with (folder / f"{name}.html").open("w") as file:
            command = [server_command().with_name(str(program)), *arguments, "--format", "html"]
            subprocess.run(command, stdout=file, timeout=120, check=False)
    return read(*(folder / f"{name}.html" for name in commands))


def violations(ways: list[dict[str, Any]]) -> list[str]:
    return [
        f"{Path(way['file']).name}, {way['colorScheme']} {way['width']}: {found['id']} {node}"
        for way in ways
        for found in way["violations"]
        for node in found["nodes"]
    ]


def test_nothing_of_a_report_keeps_anybody_from_reading_it(reports: list[dict[str, Any]]) -> None:
    assert len(reports) == 4 * 3
    assert violations(reports) == []


def test_nothing_of_the_site_keeps_anybody_from_reading_it(site: list[dict[str, Any]]) -> None:
    assert len(site) == 3 * len(OF_THE_SITE)
    told = violations(site)
    assert [
        fault for fault in told if not any(f": {rule} " in fault for rule in OF_THE_THEME)
    ] == []


def test_the_name_that_a_row_is_about_stands_on_one_line(site: list[dict[str, Any]]) -> None:
    for way in site:
        assert way["cut"] == [], (way["file"], way["width"])


def test_nothing_is_asked_of_another_host(
    site: list[dict[str, Any]], reports: list[dict[str, Any]]
) -> None:
    assert [way["elsewhere"] for way in (*site, *reports)] == [[]] * len((*site, *reports))


def test_keys_reach_what_can_be_used_and_one_sees_where_one_is(
    site: list[dict[str, Any]], reports: list[dict[str, Any]]
) -> None:
    for way in (*site, *reports):
        stops = [stop for stop in way["stops"] if stop]
        assert stops, way["file"]
        # The theme draws the label of its switch of colours in the switch's place.
        drawn = [stop for stop in stops if stop["tag"] != "input"]
        assert len(drawn) >= 5, (way["file"], stops)
        assert all(stop["shown"] for stop in drawn), (way["file"], stops)
    for way in site:
        assert way["stops"][0]["text"] == "Skip to content"


def test_the_search_of_the_site_finds_by_keys_alone_from_the_disk(
    site: list[dict[str, Any]],
) -> None:
    for way in site[:2]:
        assert way["search"] > 0, way["colorScheme"]
