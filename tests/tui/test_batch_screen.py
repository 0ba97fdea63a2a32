"""Many pairs in the viewer: rows as they finish, order, filter, marks, pairs opened and left."""

from __future__ import annotations

import csv
import json
import re
import shutil
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from plancore.report.batch.data import read_batch
from plancore.report.batch.review import Batch, Selection, selected
from plancore.report.registry import render
from plandiff.screens.batch import BatchScreen
from plandiff.screens.pair import PairScreen
from plandiff.widgets.batch_list import BatchList
from planfiles.command import Exit
from support import kitchen
from support.batch_folders import DOMAIN
from support.batch_viewer import batch_viewer
from support.batches import batch, row, saved_run
from support.cpu import cpu_time, takes_linear_time
from support.examples import DELIVERY
from support.golden import check_golden
from support.judged import REFERENCE
from support.plandiff_run import plandiff
from support.screens import SIZES, pictures

GOLDENS = Path(__file__).parent / "goldens" / "screens"

pytestmark = [
    pytest.mark.viewer_behaviour(38),
    pytest.mark.asyncio,
    pytest.mark.usefixtures("folders"),
]


async def test_rows_come_until_all_pairs_are_there() -> None:
    async with batch_viewer("l", "r", "--jobs", "1") as view:
        assert view.lines()[0].startswith(" r ▸ l  7 pairs: 2 identical, 2 different  1 failed")
        assert len(view.names) == 7
        (line,) = [line for line in view.lines() if "x1/d0001.pddl" in line]
        assert line.split()[:2] == ["~", "0.889"]
        assert line.index("0.889") < line.index("x1/d0001") < line.index("b: extra (r)")
        await view.press("q")
    assert view.app.return_value == Exit.TROUBLE


@pytest.mark.slow
async def test_a_pair_opens_as_its_row_was_compared(tmp_path: Path) -> None:
    for folder, text in (("ours", kitchen.LEARNED), ("theirs", kitchen.REFERENCE)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "domain.pddl").write_text(text)
    async with batch_viewer("ours", "theirs") as view:
        (row,) = view.table.rows
        figure = f"F1 {row.figures['f1']:.3f}"
        assert row.note.startswith("aligned: almost no names in common; ")
        await view.press("enter")
        await view.until(lambda: isinstance(view.app.screen, PairScreen))
        await view.until(lambda: "F1" in " ".join(view.lines()[:2]))
        assert f"{figure} " in " ".join(view.lines()[:2])
        assert " aligned" in " ".join(view.lines()[:2])


async def test_sorting_by_commands_of_the_palette_and_back(folders: Path) -> None:
    async with batch_viewer(saved_run(folders, 30)) as view:
        assert view.names == sorted(view.names)
        await view.choose("sort by F1; again to reverse")
        await view.choose("sort by F1; again to reverse")
        assert view.names[:3] == ["x/00028", "x/00027", "x/00026"]
        assert view.names[-1] == "x/00029"  # it failed, and has no figure
        assert " F1▼" in view.text
        await view.choose("sort by F1; again to reverse")
        assert view.names[:2] == ["x/00000", "x/00001"]
        assert " F1▲" in view.text
        await view.choose("sort by name")
        assert view.names == sorted(view.names)


async def test_filtering(folders: Path) -> None:
    async with batch_viewer(saved_run(folders, 30)) as view:
        await view.press("slash")
        await view.type("x/0002 different")
        assert view.names == [f"x/0002{number}" for number in range(9)]
        assert "filter x/0002 different" in view.lines()[0]
        assert "9 shown of 30 · 9 of 27 domains shown, mean F1 0.800" in view.text
        await view.press("slash")
        await view.type("f1<0.8")
        assert "'f1<0.8' is neither a word" in view.text
        assert len(view.names) == 9
        await view.press("escape")
        assert len(view.names) == 30


@pytest.mark.slow
@pytest.mark.viewer_behaviour(39)
async def test_from_a_row_to_its_pair_and_back_to_the_same_row() -> None:
    async with batch_viewer("l", "r", size=(120, 14)) as view:
        await view.choose("sort by F1; again to reverse")
        await view.press("slash")
        await view.type("x")
        await view.press("down")
        before = view.here, view.table.pairs.screen_line, view.names
        assert before[0] == "x1/d0001.pddl"
        await view.press("enter")
        await view.until(lambda: isinstance(view.app.screen, PairScreen))
        screen = view.app.screen
        assert isinstance(screen, PairScreen)
        await view.until(lambda: screen.session.review is not None)
        await view.until(lambda: "(r)" in view.text)
        await view.press("escape")
        await view.until(lambda: view.app.screen is view.table)
        assert (view.here, view.table.pairs.screen_line, view.names) == before
        assert view.table.pairs.has_focus


@pytest.mark.slow
@pytest.mark.viewer_behaviour(39, "what was edited meanwhile is compared again")
async def test_a_pair_that_changed_while_it_was_open_is_compared_again(folders: Path) -> None:
    async with batch_viewer("l", "r") as view:
        await view.press("slash")
        await view.type("d0001")
        await view.press("enter")
        await view.until(lambda: isinstance(view.app.screen, PairScreen))
        (folders / "l/x1/d0001.pddl").write_text(DOMAIN.format(1, ""))
        await view.press("escape")
        await view.until_done()
        assert view.table.rows[0].status.value == "same"


@pytest.mark.slow
async def test_a_pair_that_fails_is_told_and_run_again(folders: Path) -> None:
    async with batch_viewer("l", "r") as view:
        await view.press("slash")
        await view.type("failed")
        assert view.names == ["broken.pddl"]
        assert "neither a domain nor a problem nor a plan" in view.text
        await view.press("enter")
        await view.until(lambda: view.app.screen is view.table)
        (folders / "l/broken.pddl").write_text(DOMAIN.format("", ""))
        await view.press("escape", "r")
        await view.until_done()
        assert "failed" not in view.lines()[0]
        await view.press("q")
    assert view.app.return_value == Exit.DIFFERENT


@pytest.mark.slow
@pytest.mark.viewer_behaviour(39, "a selection is exported")
async def test_marked_rows_are_exported(folders: Path) -> None:
    async with batch_viewer(saved_run(folders, 30)) as view:
        await view.press("space", "space")
        assert "2 marked" in view.lines()[0]
        assert view.here == view.names[2]
        for name in ("out.csv", "out.md", "out.xml", "out.json", "out.nothing"):
            await view.press("E")
            await view.type(name)
        assert "cannot infer the output format from out.nothing" in view.text
    with (folders / "out.csv").open(encoding="utf-8") as file:
        assert [entry["pair"] for entry in csv.DictReader(file)] == ["x/00000", "x/00001"]
    assert "x/00001" in (folders / "out.md").read_text()
    assert len(ElementTree.parse(folders / "out.xml").findall(".//testcase")) == 2
    assert len(json.loads((folders / "out.json").read_text())["pairs"]) == 2


@pytest.mark.slow
@pytest.mark.viewer_behaviour(40)
async def test_marked_pairs_are_compared_with_each_other() -> None:
    async with batch_viewer("l", "r") as view:
        await view.press("c")
        assert "mark at least two pairs" in view.text
        names = [row.name for row in view.table.rows if row.learned and row.kind == "domain"][:3]
        for name in names[:2]:
            view.table.pairs.cursor = view.names.index(name)
            await view.press("space")
        await view.press("c")
        await view.until(lambda: isinstance(view.app.screen, PairScreen))
        pair = view.app.screen
        assert isinstance(pair, PairScreen)
        assert [file.label for file in pair.session.inputs] == [f"l/{name}" for name in names[:2]]
        await view.until(lambda: pair.session.review is not None)
        await view.press("q")
        await view.until(lambda: view.app.screen is view.table)
        view.table.pairs.cursor = view.names.index(names[2])
        await view.press("space", "c")
        await view.until(lambda: view.app.screen is not view.table)
        other = view.app.screen
        assert isinstance(other, BatchScreen)
        await view.until(lambda: other.session.is_complete)
        await view.until(lambda: len(other.rows) == 3)
        assert [row.name for row in other.rows] == [
            f"{one} ▸ {two}" for one, two in combinations(names, 2)
        ]
        await view.press("q")
        await view.until(lambda: view.app.screen is view.table)


@pytest.mark.slow
async def test_plans_beside_the_domains_have_columns(tmp_path: Path) -> None:
    for side in ("learned", "reference"):
        (tmp_path / side / "delivery").mkdir(parents=True)
        shutil.copy(DELIVERY / f"{side}.pddl", tmp_path / side / "delivery" / "d.pddl")
    sides = str(tmp_path / "learned"), str(tmp_path / "reference")
    async with batch_viewer(*sides) as view:
        assert "solved" not in view.text
        assert {view.table.rows[0].figures[name] for name in ("applicable", "solved")} == {None}
    for name in ("p01.pddl", "reference.plan"):
        shutil.copy(DELIVERY / name, tmp_path / "reference" / "delivery" / name)
    async with batch_viewer(*sides, "--filter", "domain", size=(160, 30)) as view:
        (row,) = view.table.rows
        by_hand = plandiff(
            *("--domain", str(DELIVERY / "learned.pddl"), "--problem", str(DELIVERY / "p01.pddl")),
            *("--format", "json", "reference.plan", "reference.plan"),
        )
        verdict = json.loads(by_hand.out)["execution"]["learned"]["verdict"]
        assert (row.figures["solved"] == 1.0) is (verdict == "valid")
        assert row.figures["applicable"] in (0.0, 1.0)
        assert all(title in view.text for title in ("appl", "solved"))


@pytest.mark.slow
async def test_saving_and_holding_against_a_baseline(folders: Path) -> None:
    async with batch_viewer("l", "r") as view:
        await view.press("slash")
        await view.type("same")
        await view.press("S")
        await view.type("run.json")
        assert len(read_batch(json.loads((folders / "run.json").read_text())).rows) == 7
        await view.press("b")
        await view.type("run.json")
        assert "0 worse than run.json" in view.lines()[0]
        assert "Δ" in view.lines()[1]
        await view.press("b")
        await view.type("nothing.json")
        assert "cannot read nothing.json" in view.text
    (folders / "l/x2/d0002.pddl").write_text(DOMAIN.format(2, "(r)"))
    async with batch_viewer("l", "r", "--baseline", "run.json") as view:
        assert "1 worse than run.json" in view.lines()[0]
        await view.press("n")
        await view.press("q")
    assert view.app.return_value == Exit.TROUBLE  # for the pair that is broken


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 15), (80, 24), (120, 40), (200, 50)])
async def test_no_line_is_too_long_and_each_has_its_figure_and_name(
    folders: Path, size: tuple[int, int]
) -> None:
    rows = [
        row(f"{'very-long-name-' * 6}{n}/domain-{n}.pddl", f1=n / 9, recall=0.5, note="why " * 30)
        for n in range(9)
    ]
    (folders / "run.json").write_text(render(batch(*rows), "json"))
    async with batch_viewer("run.json", size=size) as view:
        lines = [line for line in view.lines() if "very" in line and "▸ r/" not in line][:5]
        assert len(lines) >= 4
        for number, line in enumerate(lines):
            assert len(line) <= size[0]
            assert f"{number / 9:.3f}" in line
            assert f"domain-{number}.pddl" in line or f"{number}.pddl" in line
            assert "…" in line


async def test_too_narrow_a_window_says_so(folders: Path) -> None:
    async with batch_viewer(saved_run(folders, 30), size=(40, 12)) as view:
        assert "40 columns are too narrow" in view.text
        await view.press("q")
    assert view.app.return_value is not None


async def test_every_key_is_on_the_page_of_help(folders: Path) -> None:
    async with batch_viewer(saved_run(folders, 30), size=(100, 50)) as view:
        await view.press("question_mark")
        for key in view.table.KEYS:
            assert (key.what in view.text) is bool(key.keys)


@pytest.mark.slow
@pytest.mark.viewer_behaviour(38, "a page costs the same in 500 pairs and in 10,000")
async def test_a_page_costs_as_much_in_ten_thousand_pairs(folders: Path) -> None:
    costs = []
    for count in (500, 10_000):
        async with batch_viewer(saved_run(folders, count), size=(120, 40)) as view:
            pages = view.table.pairs

            def page(pages: BatchList = pages) -> None:
                pages.action_page(1)
                pages.render_lines(pages.size.region)

            page()
            costs.append(min(cpu_time(page) for _ in range(5)))
    assert costs[1] < 3 * costs[0] + 0.005


@pytest.mark.slow
async def test_showing_rows_takes_time_in_proportion_to_their_number(folders: Path) -> None:
    runs = {count: read(saved_run(folders, count)) for count in (300, 2400)}
    async with batch_viewer(saved_run(folders, 10)) as view:
        await view.choose("sort by F1; again to reverse")

        def show(count: int) -> None:
            view.table.pairs.show(runs[count], selected(runs[count], Selection("", "f1")), ())
            view.table.pairs.head("f1")

        assert takes_linear_time(show, 300)


def read(path: str) -> Batch:
    return read_batch(json.loads(Path(path).read_text()))


@pytest.mark.slow
@pytest.mark.viewer_behaviour(30, "the table of pairs at four sizes")
@pytest.mark.viewer_behaviour(33)
async def test_how_the_table_looks(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    learners, domains = ("sam", "llm-with-a-long-name"), ("rovers", "logistics-numeric", "blocks")
    rows = [
        row(
            f"{learner}/{domain}/learned.pddl",
            "same" if number == 4 else "failed" if number == 5 else "different",
            f1=1 - number / 9 if number != 4 else 1.0,
            precision=1.0,
            recall=0.5,
            similarity=0.4,
            pre_f1=0.25,
            eff_f1=0.75,
            spread={"pre": (1.0, 0.5, 0.0), "eff": (1.0, 0.8, None)} if number != 5 else {},
            n_differences=number,
            n_errors=int(number == 3),
            note="" if number == 4 else "unload: missing (at ?v ?l), 3 more",
        )
        for number, (learner, domain) in enumerate(product(learners, domains))
    ]
    plans = row("sam/rovers/p01.plan", kind="plan", lcs=0.8, jaccard=0.6, valid=0.0, goals=0.5)
    run, before = batch(*rows, plans), batch(*(replace(r, figures={"f1": 0.7}) for r in rows))
    (folders / "run.json").write_text(render(run, "json"))
    (folders / "main.json").write_text(render(before, "json"))
    async with batch_viewer("run.json", "--baseline", "main.json", size=SIZES[0]) as view:
        await view.choose("sort by F1; again to reverse")
        await view.press("space", "down")
        check_golden(GOLDENS / "batch.txt", await pictures(view, "batch"))


@pytest.mark.slow
@pytest.mark.viewer_behaviour(39)
async def test_one_stays_at_the_pair_when_all_are_compared_otherwise() -> None:
    async with batch_viewer("l", "r") as view:
        await view.choose("sort by F1; again to reverse")
        await view.press("down", "down", "down")
        at = view.table.pairs.cursor_name
        for _ in range(2):
            await view.press("a")
            await view.until_done()
            # The last rows may be shown after the work has ended.
            await view.until(lambda: view.table.pairs.cursor_name == at)


@pytest.mark.slow
async def test_pairs_are_aligned_and_compared_by_name_again(folders: Path) -> None:
    renamed = re.sub(r"\b(go|at|open|light|lit|unlock|wash|clean)\b", r"learned-\1", REFERENCE)
    for side, text in (("sam", renamed), ("truth", REFERENCE)):
        (folders / side).mkdir()
        (folders / side / "d.pddl").write_text(text)
    async with batch_viewer("sam", "truth") as view:
        assert view.table.rows[0].figures["f1"] == 1, "they share almost no names"
        assert "aligned" not in view.lines()[0]
        for is_aligned in (True, False):
            await view.press("a")
            await view.until_done()
            assert ("aligned" in view.lines()[0]) is is_aligned
            assert view.table.rows[0].figures["f1"] == is_aligned
        await view.press("a")
        await view.until_done()
        await view.press("S")
        await view.type("run.json")
    async with batch_viewer("run.json") as view:
        assert "aligned" in view.lines()[0]
        await view.press("R")
        await view.until_done()
        assert view.table.rows[0].figures["f1"] == 1, "as all others of the run"
    async with batch_viewer("sam", "truth", size=(60, 15)) as view:
        await view.press("b")
        await view.type("run.json")
        assert "names there: aligned" in " ".join(view.lines()[:2])


@pytest.mark.slow
@pytest.mark.viewer_behaviour(30)
async def test_long_names_are_broken_at_slashes_or_cut_and_the_note_stays() -> None:
    names = "learned-domains-with-noise", "international-planning-competition"
    parts = "sam-learner-with-negative-preconditions", "rovers-sat18-strips", "domain.pddl"
    for name, literal in zip(names, ("(r)", ""), strict=True):
        file = Path("results", "of-the-second-series", name, *parts)
        file.parent.mkdir(parents=True)
        file.write_text(DOMAIN.format(1, literal))
    sides = (f"results/of-the-second-series/{name}" for name in names)
    async with batch_viewer(*sides, size=(60, 15)) as view:
        assert view.lines()[-4:-1] == [
            " ~ different  results/of-the-second-…t18-strips/domain.pddl",
            " ▸ results/of-the-second-series…rs-sat18-strips/domain.pddl",
            " b: extra (r)",
        ]
        await view.pilot.resize_terminal(60, 40)
        await view.pilot.pause()
        (at,) = (n for n, line in enumerate(view.lines()) if "~ different" in line)
        assert view.lines()[at:-1] == [
            " ~ different  results/of-the-second-series/",
            "              international-planning-competition/",
            "              sam-learner-with-negative-preconditions/",
            "              rovers-sat18-strips/domain.pddl",
            " ▸ results/of-the-second-series/learned-domains-with-noise/",
            "   sam-learner-with-negative-preconditions/",
            "   rovers-sat18-strips/domain.pddl",
            " b: extra (r)",
        ]


@pytest.mark.parametrize(
    "width", [60, *(pytest.param(width, marks=pytest.mark.slow) for width in (58, 66, 80))]
)
async def test_the_head_names_the_columns_that_the_rows_have(folders: Path, width: int) -> None:
    rows = [row(f"x/{n:03}-long-name", f1=0.5, precision=0.5, recall=0.5) for n in range(30)]
    (folders / "run.json").write_text(render(batch(*rows), "json"))
    async with batch_viewer("run.json", size=(width, 15)) as view:
        pairs = view.table.pairs
        head = "".join(piece.text for piece in pairs.head(""))
        assert pairs.show_vertical_scrollbar
        assert any(line.strip() == head.strip() for line in view.lines()[:4])
        await view.press("slash")
        await view.type("007")
        await view.pilot.pause()
        head = "".join(piece.text for piece in pairs.head(""))
        assert not pairs.show_vertical_scrollbar
        assert any(line.strip() == head.strip() for line in view.lines()[:4])
