"""`plandiff --before OLD LEARNED REFERENCE`: what the last change repaired and broke."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from plancore.report.domain.review import review_domains
from plancore.report.registry import REVIEWS, formats_of
from plancore.report.threeway.review import three_way
from plancore.snapshot import FileSnapshot
from plandiff.viewmodel.models import model_of
from plandiff.viewmodel.outline import Order, Outlines
from support.documents import violations_of
from support.examples import DELIVERY
from support.judged import LEARNED, REFERENCE, write_kitchen
from support.patched import patched
from support.plandiff_run import Run, plandiff
from support.viewer import go_to_first, viewer

OLD = LEARNED.replace("(open ?b)\n      (lit)", "(lit)").replace("(not (clean ?a))", "(lit)")
"""Lacks a condition that the learned domain has, and does something else that it should not."""
TITLE = (
    "learned.pddl vs. reference.pddl (before: old.pddl): "
    "2 repaired, 1 broken, 2 still wrong; wrong 4 → 3"
)


def compare(folder: Path, old: str, *options: str) -> Run:
    write_kitchen(folder)
    (folder / "old.pddl").write_text(old)
    return plandiff(
        "--before", "old.pddl", "learned.pddl", "reference.pddl", *options, folder=folder
    )


def test_the_text_says_what_became_of_each_literal(tmp_path: Path) -> None:
    result = compare(tmp_path, OLD)
    assert (result.status, result.err) == (1, "")
    assert (
        result.out
        == f"""\
{TITLE}
F1 0.778 → 0.842 (precision 0.778 → 0.800, recall 0.778 → 0.889), similarity 0.692 → 0.742

go
  ✓ precondition  (open ?b)  6:32, reference 5:32  repaired: was missing
  ! precondition  (lit)      7:7                   still wrong: extra

unlock
  ✓ effect  (lit)             before 13:28  repaired: was extra
  ✗ effect  (not (clean ?a))  14:28         broken: now extra

wash
  ! precondition  (lit)  reference 15:32  still wrong: missing
"""
    )
    assert (
        compare(tmp_path, OLD, "--metrics").out
        == f"""\
{result.out}
all literals       before         now
F1                 0.778 = 14/18  0.842 = 16/19
precision          0.778 = 7/9    0.800 = 8/10
recall             0.778 = 7/9    0.889 = 8/9
action similarity  0.692 over 4   0.742 over 4
"""
    )


def test_plans_that_became_valid_and_that_are_no_more(tmp_path: Path) -> None:
    result = compare(tmp_path, REFERENCE, "--plans", "plans")
    assert "2 plans valid before, not now: plans/evening.plan, plans/night.plan" in result.out
    back = compare(tmp_path, LEARNED, "--plans", "plans")
    assert "no change in the validity of 4 plans" in back.out
    text = compare(tmp_path, OLD, "--plans", "plans", "--format", "json").out
    assert violations_of(text) == []
    data = json.loads(text)
    assert data["plans"]["judged"] == 4


@pytest.mark.viewer_behaviour(9)
def test_the_data_has_the_same_counts(tmp_path: Path) -> None:
    text = compare(tmp_path, OLD, "--format", "json").out
    assert violations_of(text) == []
    data: Any = json.loads(text)
    assert data["counts"] == {
        "repaired": 2,
        "broken": 1,
        "still_wrong": 2,
        "otherwise_wrong": 0,
    }
    assert data["wrong"] == {"before": 4, "now": 3}
    assert data["plans"] is None
    assert [item["outcome"] for item in data["actions"]["unlock"]] == ["repaired", "broken"]


def test_side_by_side_there_are_three_columns(tmp_path: Path) -> None:
    lines = compare(tmp_path, OLD, "--format", "side-by-side").out.splitlines()
    assert lines[0] == TITLE
    heads, *rows = [[cell.strip() for cell in line.split("│")] for line in lines if "│" in line]
    assert heads == ["< before: old.pddl", "- reference: reference.pddl", "+ learned: learned.pddl"]
    assert ["✓", "(open ?b)", "(open ?b)              repaired: was missing"] in rows


def test_markdown_has_it_too(tmp_path: Path) -> None:
    assert "repaired: was missing" in compare(tmp_path, OLD, "--format", "markdown").out


@pytest.mark.viewer_behaviour(1)
def test_the_exit_status_is_that_without_the_old_domain(tmp_path: Path) -> None:
    assert compare(tmp_path, LEARNED).status == 1
    (tmp_path / "learned.pddl").write_text(REFERENCE)
    names = ("--before", "old.pddl", "learned.pddl", "reference.pddl")
    assert plandiff(*names, folder=tmp_path).status == 0
    (tmp_path / "old.pddl").write_text(REFERENCE[:-3])
    with_errors = plandiff(*names, folder=tmp_path)
    assert with_errors.status == 0
    assert "error: old.pddl:16" in with_errors.out
    (tmp_path / "learned.pddl").write_text(REFERENCE[:-3])
    assert plandiff(*names, folder=tmp_path).status == 2


@pytest.mark.parametrize(
    ("old", "message"),
    [
        ("nowhere.pddl", "plandiff: error: --before: cannot read nowhere.pddl: "),
        ("-", "plandiff: error: --before: only one of the compared files can be "),
        ("plans/day.plan", "plandiff: error: --before: no domain in plans/day.plan"),
        ("plans/p.pddl", "plandiff: error: --before: no domain in plans/p.pddl"),
    ],
)
def test_what_is_no_domain_is_said_in_a_line(tmp_path: Path, old: str, message: str) -> None:
    write_kitchen(tmp_path)
    result = plandiff("--before", old, "learned.pddl", "reference.pddl", folder=tmp_path)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(message)
    assert result.err.count("\n") == 1


def test_a_limit_is_one_of_the_domain_as_it_is(tmp_path: Path) -> None:
    limited = compare(tmp_path, OLD, "--fail-under", "f1=0.99")
    assert (limited.status, "f1 0." in limited.err) == (1, True)
    assert compare(tmp_path, OLD, "--fail-under", "f1=0.1").status == 0
    assert compare(tmp_path, OLD, "--fail-under", "lcs=1").err == (
        "plandiff: error: --fail-under: a domain has no score `lcs`; expected one of f1, "
        "precision, recall, similarity, pre_f1, pre_precision, pre_recall, eff_f1, eff_precision, "
        "eff_recall, exact, plans, applicable, solved\n"
    )


def test_what_a_change_did_to_a_file_with_errors_is_not_vouched_for(tmp_path: Path) -> None:
    assert "(partial: errors in the files)" not in compare(tmp_path, OLD).out
    torn = compare(tmp_path, OLD + "(")
    assert " (partial: errors in the files)" in " ".join(torn.out.split())


@pytest.mark.viewer_behaviour(9)
def test_the_patch_is_the_change_and_says_what_it_did(tmp_path: Path) -> None:
    result = compare(tmp_path, OLD, "--format", "unified")
    assert result.out.splitlines()[:6] == [
        "--- old.pddl",
        "+++ learned.pddl",
        "@@ -11,6 +11,7 @@ :action go  1 still wrong, 1 repaired",
        "     :precondition (and",
        "       (at ?a)",
        "       (lit)",
    ]
    old, learned = (
        plandiff("canon", name, folder=tmp_path).out for name in ("old.pddl", "learned.pddl")
    )
    assert patched(result.out, old) == learned
    assert compare(tmp_path, LEARNED, "--format", "unified").out == ""


def test_what_became_of_each_is_in_every_list(tmp_path: Path) -> None:
    expected = ["repaired", "still wrong", "repaired", "broken", "still wrong"]
    head, *lines = compare(tmp_path, OLD, "--format", "ndjson").out.splitlines()
    assert json.loads(head)["before"] == "old.pddl"
    assert [json.loads(line)["outcome"] for line in lines] == expected
    rows = [*csv.DictReader(compare(tmp_path, OLD, "--format", "csv").out.splitlines())]
    assert [row["outcome"] for row in rows] == expected
    assert [row["before"] for row in rows] == ["", "(lit)", "(lit)", "", ""]
    assert rows[0]["message"] == "go: precondition (open ?b) repaired: was missing"


def test_what_is_repaired_fails_nothing(tmp_path: Path) -> None:
    suite = ElementTree.fromstring(compare(tmp_path, OLD, "--format", "junit").out)
    failed = {case.get("name"): case.find("failure") is not None for case in suite.iter("testcase")}
    assert failed == {
        "go": True,
        "light": False,
        "unlock": True,
        "wash": True,
        ":predicates": False,
    }
    whole = ElementTree.fromstring(
        compare(tmp_path, LEARNED.replace("wash", "rinse"), "--format", "junit").out
    )
    wash = next(case for case in whole.iter("testcase") if case.get("name") == "rinse")
    assert wash.find("failure") is None
    assert "repaired: was extra" in (wash.findtext("system-out") or "")


def test_annotations_have_what_broke_first(tmp_path: Path) -> None:
    lines = compare(tmp_path, OLD, "--format", "github").out.splitlines()
    assert lines[0].startswith("::error file=learned.pddl,line=14,col=28,")
    assert lines[0].endswith("::unlock: effect (not (clean ?a)) broken: now extra")
    assert [line.split()[0] for line in lines] == [
        *("::error", "::warning", "::warning", "::notice", "::notice")
    ]


def test_results_say_whether_they_are_new(tmp_path: Path) -> None:
    (run,) = json.loads(compare(tmp_path, OLD, "--format", "sarif").out)["runs"]
    states = [result["baselineState"] for result in run["results"]]
    assert states == ["new", "unchanged", "unchanged"]
    alone = plandiff("learned.pddl", "reference.pddl", "--format", "sarif", folder=tmp_path)
    (other,) = json.loads(alone.out)["runs"]
    prints = [
        {result["partialFingerprints"]["difference/v1"] for result in r["results"]}
        for r in (run, other)
    ]
    assert prints[0] == prints[1]


def test_in_short(tmp_path: Path) -> None:
    assert compare(tmp_path, OLD, "--stat").out == (
        " go      1✓  0✗  1! | ✓!\n"
        " unlock  1✓  1✗  0! | ✓✗\n"
        " wash    0✓  0✗  1! | !\n"
        "the change: 2 repaired, 1 broken, 2 still wrong; wrong 4 → 3\n"
    )
    assert compare(tmp_path, OLD, "--brief").out == (
        "different  learned.pddl  reference.pddl  old.pddl  2 repaired, 1 broken, 2 still wrong; "
        "F1 0.778 → 0.842; worst unlock 0.500 = 1/2\n"
    )


@pytest.mark.parametrize("name", formats_of(*REVIEWS))
def test_every_format_has_a_third_side(tmp_path: Path, name: str) -> None:
    for old in (OLD, LEARNED, OLD + "(", "(define (domain kitchen))"):
        result = compare(tmp_path, old, "--format", name)
        assert (result.status, result.err) == (1, "")


def test_an_error_of_the_old_file_is_told_of_that_file(tmp_path: Path) -> None:
    lines = compare(tmp_path, OLD + "(", "--format", "github").out.splitlines()
    assert lines[0].startswith("::error file=old.pddl,line=")


def test_the_page_has_it_too(tmp_path: Path) -> None:
    assert "repaired: was missing" in compare(tmp_path, OLD, "--format", "html").out


@pytest.mark.slow
@pytest.mark.viewer_behaviour(32)
async def test_the_viewer_shows_three_columns(tmp_path: Path) -> None:
    learned, reference = write_kitchen(tmp_path)
    old = tmp_path / "old.pddl"
    old.write_text(OLD)
    plans = str(tmp_path / "plans")
    async with viewer(
        learned, reference, "--before", str(old), "--plans", plans, size=(160, 34)
    ) as view:
        assert "F1 0.778 → 0.842   2 repaired, 1 broken, 2 still wrong" in view.lines()[0]
        assert "change 1/5" in view.text
        assert "< before: old.pddl" in view.text
        assert "valid" in view.text
        await view.press("s")
        assert "✓" in view.text


@pytest.mark.slow
async def test_the_lines_of_all_three_files_stand_side_by_side(tmp_path: Path) -> None:
    learned, reference = write_kitchen(tmp_path)
    old = tmp_path / "old.pddl"
    old.write_text(OLD)
    async with viewer(learned, reference, "--before", str(old), size=(160, 34)) as view:
        await view.press("slash", *"broken", "colon", "enter", "t")
        assert "(not (clean ?a))" in view.text
        assert "< before: old.pddl" in view.text
        await view.press("t", "escape", "s", "t")
        assert "(not (clean ?a))" in view.text


async def test_differences_are_marked_beside_what_was(tmp_path: Path) -> None:
    learned, reference = write_kitchen(tmp_path, where="elsewhere")
    old = tmp_path / "old.pddl"
    old.write_text(OLD)
    async with viewer(learned, reference, "--before", str(old)) as view:
        await view.press("n", "M")
        assert "no difference here" in view.text  # what is repaired is none any more
        await view.press("slash", *"still wrong", "enter", "escape", "M", "M")
        assert "☑ left as is" in view.text
        assert "3 differences: 1 left as is, 2 open" in " ".join(view.lines()[:2])
        await view.choose("add a note to the difference")
        await view.press(*"why", "enter")
        assert "☑ left as is: why" in view.text
        marks = json.loads((tmp_path / "learned.pddl.review.json").read_text())["marks"]
        assert [(mark["action"], mark["state"], mark["note"]) for mark in marks] == [
            ("go", "accepted", "why")
        ]
    async with viewer(learned, reference) as view:  # the same mark where two are compared
        assert "☑ left as is: why" in view.text


@pytest.mark.slow
async def test_the_reference_is_taken_over_and_given_back(tmp_path: Path) -> None:
    learned, reference = write_kitchen(tmp_path, where="elsewhere")
    (tmp_path / "old.pddl").write_text(OLD)
    async with viewer(learned, reference, "--before", str(tmp_path / "old.pddl")) as view:
        await view.press("slash", *"broken", "colon", "enter", "u")
        await view.press_and_compare("y")
        assert learned.read_text() == LEARNED.replace(" (not (clean ?a))", "")
        assert "2 repaired, 2 still wrong" in view.lines()[0]
        await view.press_and_compare("U")
        assert learned.read_text() == LEARNED


@pytest.mark.slow
async def test_plans_are_judged_opened_and_repaired_for(tmp_path: Path) -> None:
    learned, reference = write_kitchen(tmp_path)
    (tmp_path / "old.pddl").write_text(OLD)
    plans = str(tmp_path / "plans")
    before = str(tmp_path / "old.pddl")
    async with viewer(learned, reference, "--before", before, "--plans", plans) as view:
        assert "2 of 4 valid plans rejected" in view.text
        assert "2 plans valid before, not now" in view.text
        await view.press("slash", *"still wrong", "enter")
        await view.press_and_wait("enter")
        assert "evening.plan" in view.text
        await view.press("escape", "escape")
        await view.press_and_wait("r")
        assert "Enter write (asks first)" in view.text


@pytest.mark.slow
async def test_the_list_goes_by_plans_too(tmp_path: Path) -> None:
    """What is wrong now and stops most plans comes first; what was repaired does nothing to any."""
    learned, reference = write_kitchen(tmp_path)
    (tmp_path / "old.pddl").write_text(OLD)
    arguments = "--before", str(tmp_path / "old.pddl"), "--plans", str(tmp_path / "plans")
    async with viewer(learned, reference, *arguments) as view:
        await view.press("b")
        outlines = view.screen.model.find(Outlines)
        assert outlines is not None
        entries = outlines.of(Order.PLANS).entries
        stopped = [entry.n_stopped or 0 for entry in entries]
        assert "by plans" in view.text
        assert stopped == sorted(stopped, reverse=True)
        assert (len(entries), stopped[0]) == (3, 2)


def test_it_is_not_for_what_is_neither_pddl_nor_a_plan(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("one\n")
    result = plandiff("--before", "words", "words", "words", folder=tmp_path)
    assert result.status == 2
    assert result.err == ("plandiff: error: --before is only for domains, problems and plans\n")


def test_nothing_at_all_was_there_before(tmp_path: Path) -> None:
    write_kitchen(tmp_path)
    result = plandiff("--before", "/dev/null", "reference.pddl", "reference.pddl", folder=tmp_path)
    assert result.status == 0
    assert "broken" not in result.out
    assert "; wrong 17 → 0" in result.out


def test_the_list_begins_with_what_the_change_did() -> None:
    learned, reference, old = (
        FileSnapshot.of(text, f"{name}.pddl")
        for name, text in (("new", LEARNED), ("ref", REFERENCE), ("old", OLD))
    )
    now, before = (review_domains(file, reference) for file in (learned, old))
    model = model_of(three_way(now, before))
    outlines = model.find(Outlines)
    assert outlines is not None
    assert outlines.first is Order.CHANGE
    shown = outlines.of(Order.CHANGE)
    signs = [entry.mark.sign for entry in shown.entries]
    assert signs == sorted(signs, key="✗?✓!".index)
    assert set(signs) == {"✗", "✓", "!"}
    assert sorted(shown.rows) == sorted(outlines.of(Order.FILE).rows)
    assert {entry.problem for entry in shown.entries} == {"go", "unlock", "wash"}
    same = model_of(three_way(now, now)).find(Outlines)
    assert same is not None
    assert same.first is Order.FILE


def test_what_was_so_before_the_change_is_not_said_of_now(tmp_path: Path) -> None:
    text = (DELIVERY / "reference.pddl").read_text()
    for name, changed in (
        ("now", text.replace("(available ?a))", "(not (available ?a)))", 1)),
        ("was", text.replace("(:action pick-up", "(:action grab-it")),
        ("ref", text),
    ):
        (tmp_path / f"{name}.pddl").write_text(changed)
    run = plandiff("--before", "was.pddl", "now.pddl", "ref.pddl", folder=tmp_path)
    said = [line for line in run.out.splitlines() if "under another name" in line]
    assert len(said) == 1
    assert said[0].startswith("note: before the change: grab-it is pick-up under another name")


@pytest.mark.slow
@pytest.mark.viewer_behaviour(30)
async def test_the_line_of_the_row_says_what_it_is_in(tmp_path: Path) -> None:
    files = DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"
    was = tmp_path / "was.pddl"
    was.write_text(files[0].read_text().replace("(not (has ?a ?p))", "", 1))
    for options in ((), ("--before", str(was))):
        async with viewer(*files, *options, size=(60, 15)) as view:
            await go_to_first(view)
            await view.press("i")
            await view.until(lambda: "row  pick-up precondition  " in view.text)


@pytest.mark.slow
async def test_marks_are_what_gives_way_in_the_heading(tmp_path: Path) -> None:
    write_kitchen(tmp_path)
    (tmp_path / "old.pddl").write_text(OLD)
    files = tmp_path / "learned.pddl", tmp_path / "reference.pddl"
    before = "--before", str(tmp_path / "old.pddl")
    async with viewer(*files, *before, size=(60, 15)) as view:
        await view.press("M", "M")
        said = [piece.text for piece in view.screen.model.heading if piece.text.strip()]
        assert "1 left as is" in said[-1]
        assert "repaired" in " ".join(said[:-1])
        assert "repaired" in " ".join(view.lines()[:2])
