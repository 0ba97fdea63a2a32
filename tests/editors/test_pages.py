"""Pages of reports in Chromium: nothing is loaded, nothing is refused, nothing is too wide."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from support import editor_review
from support.browser import measured, measured_in_frame, run_in_browser
from support.examples import BAKERY, DELIVERY
from support.material import CORPUS

pytestmark = pytest.mark.editor

_SCRIPT = Path(__file__).parent / "pages" / "look.mjs"
_KITCHEN = CORPUS / "validation" / "kitchen"
_HOSTILE = """(define (domain d)
  (:action go :precondition (<img/src=x/onerror=alert(1)>) :effect ("onload="alert) (]]>)))
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What was seen of each page, each way that it was opened."""
    folder = tmp_path_factory.mktemp("pages")
    hostile = folder / '"onload=".pddl'
    hostile.write_text(_HOSTILE)
    learned, reference = "learned.pddl", "reference.pddl"
    plans = [_KITCHEN / "plans" / f"{name}.plan" for name in ("two-pots-at-once", "valid")]
    setting: list[str | Path] = [
        "--domain",
        _KITCHEN / "domain.pddl",
        "--problem",
        _KITCHEN / "problem.pddl",
    ]
    was = folder / "was.pddl"
    was.write_text((BAKERY / reference).read_text().replace("(free ?o)", "", 1))
    batch = tmp_path_factory.mktemp("batch")
    for number in range(25):
        shutil.copytree(DELIVERY, batch / f"pair-{number}")
    pages = [
        page(folder / "domain.html", BAKERY / learned, BAKERY / reference, "--plans", BAKERY),
        page(folder / "plan.html", DELIVERY / "learned.plan", DELIVERY / "reference.plan"),
        page(folder / "timed.html", *plans, *setting),
        page(folder / "problem.html", BAKERY / "p01.pddl", BAKERY / "p02.pddl"),
        page(folder / "hostile.html", hostile, DELIVERY / reference),
        page(folder / "three.html", BAKERY / learned, BAKERY / reference, "--before", was),
        page(folder / "batch.html", batch),
        execution(folder / "execution.html", *(DELIVERY / name for name in PLAN)),
    ]
    told = run_in_browser(_SCRIPT, folder, *pages)
    return [json.loads(line) for line in told.splitlines()]


PLAN = ("reference.pddl", "p01.pddl", "reference.plan")


def execution(path: Path, *arguments: str | Path) -> Path:
    """The page of one plan that planeval writes."""
    command = editor_review.server_command().with_name("planeval")
    subprocess.run([command, "validate", *arguments, "-o", path], timeout=60)
    return path


def page(path: Path, *arguments: str | Path) -> Path:
    """The report that plandiff writes."""
    command = editor_review.server_command().with_name("plandiff")
    with path.open("w") as file:
        subprocess.run([command, *arguments, "--format", "html"], stdout=file, timeout=60)
    return path


def test_each_way_of_reading_was_tried(seen: list[dict[str, Any]]) -> None:
    assert len(seen) == 8 * 2 * 2 * 2
    assert all(way["headline"] for way in seen)


def test_nothing_is_asked_for_and_nothing_is_refused(seen: list[dict[str, Any]]) -> None:
    """What the policy refuses is said on the console."""
    for way in seen:
        assert (way["said"], way["others"]) == ([], []), way


def test_no_page_is_wider_than_the_window(seen: list[dict[str, Any]]) -> None:
    for way in seen:
        assert way["overflow"] == 0, way


def test_dark_and_light_are_the_readers_choice(seen: list[dict[str, Any]]) -> None:
    colours = {(way["colorScheme"], way["background"]) for way in seen}
    assert colours == {("light", "rgb(255, 255, 255)"), ("dark", "rgb(21, 23, 28)")}


@pytest.mark.viewer_behaviour(34, "pages in Chromium: no script of a file runs, nothing is loaded")
def test_only_the_pages_own_script_runs(seen: list[dict[str, Any]]) -> None:
    """It adds buttons, and a key that goes to the first change; all else is there without it."""
    for way in seen:
        has_script, is_execution = way["javaScriptEnabled"], way["page"] == "execution.html"
        buttons = 8 if is_execution else 2 if way["changes"] > 1 else 0
        assert way["buttons"] == (buttons if has_script else 0), way
        if way["buttons"] and not is_execution:
            assert way["focused"].startswith("#row-"), way


def test_long_tables_can_be_filtered(seen: list[dict[str, Any]]) -> None:
    for way in seen:
        if way["page"] == "batch.html" and way["javaScriptEnabled"]:
            assert way["found"] == 11, way  # pair-1, and pair-10 to pair-19
        elif not way["javaScriptEnabled"]:
            assert way["found"] is None, way


_WALKED = """(() => {
  const said = [], page = document;
  const say = () => said.push([page.querySelector("output").textContent,
    [...page.querySelectorAll(".state li code")].map((each) => each.textContent).join(" "),
    page.querySelector("tr[aria-current] [data-line]")?.textContent ?? null]);
  say();
  page.body.dispatchEvent(new KeyboardEvent("keydown", { key: "p", bubbles: true }));
  say();
  const slider = page.querySelector("input[type=range]");
  slider.value = 0;
  slider.dispatchEvent(new Event("input"));
  say();
  page.querySelector("#step-1").closest("tr").querySelector("button").click();
  say();
  return said;
})()"""


def test_keys_the_slider_and_rows_show_the_state_at_any_step(tmp_path: Path) -> None:
    html = execution(tmp_path / "page.html", *(DELIVERY / name for name in PLAN)).read_text()
    start = "(at ann depot) (in letter depot) (in parcel depot)"
    assert measured(html, _WALKED, 1000, tmp_path) == [
        [
            "after step 6 of 6: (drop-off ann parcel harbour)",
            "(at ann harbour) (delivered letter) (delivered parcel) (in letter square) "
            "(in parcel harbour)",
            "6",
        ],
        [
            "after step 5 of 6: (move ann square harbour)",
            "(at ann harbour) (delivered letter) (has ann parcel) (in letter square)",
            "5",
        ],
        ["initial state", start, None],
        [
            "after step 1 of 6: (pick-up ann parcel depot)",
            "(at ann depot) (has ann parcel) (in letter depot)",
            "1",
        ],
    ]


_LINES = """Array.from(document.querySelectorAll(".of-three .item td:not(.remark)"), cell => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  const ends = Array.from(range.getClientRects(), box => box.bottom).sort((a, b) => a - b);
  const breaks = ends.filter((end, at) => at && end - ends[at - 1] > 10);
  return [cell.innerText.replace(/^\\s*\\d+/, "").trim(), breaks.length + 1];
}).filter(([text]) => text)"""
"""The words of each side of each row, and on how many lines they stand."""


@pytest.mark.parametrize("width", [500, 800, 1280])
def test_short_steps_and_literals_of_three_sides_stay_on_a_line(width: int, tmp_path: Path) -> None:
    (tmp_path / "before.plan").write_text((DELIVERY / "learned.plan").read_text() + "(a b c d)\n")
    was = tmp_path / "was.pddl"
    was.write_text((DELIVERY / "reference.pddl").read_text().replace("(available ?a)", "", 1))
    pairs = (
        (DELIVERY / "learned.plan", DELIVERY / "reference.plan", tmp_path / "before.plan"),
        (DELIVERY / "learned.pddl", DELIVERY / "reference.pddl", was),
    )
    longest = {500: 12, 800: 20, 1280: 22}[width]
    for learned, reference, before in pairs:
        html = page(tmp_path / "three.html", learned, reference, "--before", before).read_text()
        cells = measured(html, _LINES, width, tmp_path)
        assert len(cells) > 10
        broken = [text for text, n in cells if n > 1 and len(text) <= longest]
        assert broken == []


_HEADINGS = """Array.from(page.querySelectorAll(".of-three .heading td:not(.remark)"), cell => {
  const range = page.createRange();
  range.selectNodeContents(cell);
  return [cell.textContent, new Set(Array.from(range.getClientRects(), box => box.top)).size];
}).filter(([text]) => text)"""
"""The names of sections, and on how many lines they stand."""


@pytest.mark.parametrize("width", [360, 400])
def test_names_of_sections_are_whole_on_a_telephone(width: int, tmp_path: Path) -> None:
    was = tmp_path / "was.pddl"
    was.write_text((DELIVERY / "reference.pddl").read_text().replace("(available ?a)", "", 1))
    files = DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"
    html = page(tmp_path / "three.html", *files, "--before", was).read_text()
    cells = measured_in_frame(html, _HEADINGS, width, tmp_path)
    assert {":precondition", ":effect"} <= {text for text, _ in cells}
    assert [text for text, n_lines in cells if n_lines > 1] == []


_SHRUNK = """[page.documentElement.scrollWidth,
  Array.from(page.querySelectorAll("svg.plot"), plot =>
    plot.getBoundingClientRect().width / plot.viewBox.baseVal.width)]"""
"""How wide a page is, and how large each plot is drawn."""


def test_letters_of_plots_can_be_read_on_a_telephone(tmp_path: Path) -> None:
    """Plots of two planners, on a page that is no wider than its window."""
    planners = (
        f"{name}: sh -c 'exit {code}' - {{domain}} {{problem}}" for name, code in ("a1", "b2")
    )
    options = [word for planner in planners for word in ("--planner", planner)]
    models = [BAKERY / name for name in ("learned.pddl", "reference.pddl", "p01.pddl")]
    command = editor_review.server_command().with_name("planeval")
    html = subprocess.run(
        [command, "solve", *models, *options, "--format", "html"],
        timeout=60, capture_output=True, text=True,
    ).stdout  # fmt: skip
    width, sizes = measured_in_frame(html, _SHRUNK, 400, tmp_path)
    assert width <= 400
    assert len(sizes) > 2
    assert min(sizes) > 0.9


_OUT_OF_REACH = """Array.from(document.querySelectorAll(".wide"),
  table => table.scrollWidth - table.clientWidth)"""
"""By how much each table is wider than its place."""


def test_a_very_long_name_leaves_the_figures_in_the_window(tmp_path: Path) -> None:
    name = "go-to-the-end-of-all-roads-" * 12
    for file, literal in (("l.pddl", "(p)"), ("r.pddl", "(not (p))")):
        action = f"(:action {name}x :parameters () :precondition {literal} :effect {literal})"
        text = f"(define (domain d) (:predicates (p)) {action})"
        (tmp_path / file).write_text(text)
    html = page(tmp_path / "page.html", tmp_path / "l.pddl", tmp_path / "r.pddl").read_text()
    beyond = measured(html, _OUT_OF_REACH, 1200, tmp_path)
    assert beyond
    assert not any(beyond)
