"""Whoever shows the differences of two domains shows the same ones: codes, severities, places,
messages, and how many there are; and says the same of the whole: verdict, scores, plans."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.blame.report import wrong_plans_text
from plancore.compare.difference import RENAMED, codes
from plancore.compare.domains import CompareOptions
from plancore.correspondence.names import Correspondence
from plancore.ide.review.reference_review import review as reference_review
from plancore.phrases import count_of
from plancore.report.differences import count_of_differences, entries_of
from plancore.report.domain.document import short_verdict
from plancore.report.domain.review import review_domains
from plancore.report.domain.rows import DomainRows
from plancore.report.files import NONE_READ
from plancore.report.headline import plain_headlines
from plancore.report.plan.rows import PlanRows
from plancore.report.problem.review import ProblemReview, review_problems
from plancore.report.problem.rows import ProblemRows
from plancore.report.registry import Style, render
from plancore.report.review import Review
from plancore.report.rows.row import counted_in
from plancore.report.threeway.review import ChangeReview, ThreeWayReview, change_review, three_way
from plancore.rules.plans.registry import rules_by_code
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER
from plandiff.batch.comparing import compare_pair, find_pairs, inputs_of, pair_options
from plandiff.compare import compare_to_print
from plandiff.inputs import read_inputs
from plandiff.options import parse
from plandiff.viewmodel.models import model_of
from plandiff.viewmodel.outline import Outlines
from plandiff.viewmodel.three_way_model import ChangedModel
from planeval.cli import main as planeval
from support.command import run_command as planeval_run
from support.domain_texts import domain_texts
from support.examples import ARCHIVE, BAKERY, DELIVERY
from support.judged import LEARNED, REFERENCE, write_kitchen
from support.literal_domains import action, domain
from support.material import CORPUS, find_material
from support.page import Page
from support.parcels import PLAN, parcel_review
from support.plandiff_run import plandiff

_LEVELS = {"error": "error", "warning": "warning", "information": "note", "hint": "note"}
_NO_DIFFERENCES = ("error", "failing")
_BROKEN = sorted((CORPUS / "broken").glob("*.pddl"))


def _pairs() -> list[tuple[Path, Path]]:
    """Learned domains with their references: the examples, and others where they are."""
    examples = [
        (each / "learned.pddl", each / "reference.pddl") for each in (DELIVERY, BAKERY, ARCHIVE)
    ]
    learned = find_material("oracles", "learned")
    others = sorted(learned.glob("*/*/learned.pddl")) if learned else []
    return [*examples, *((each, each.with_name("reference.pddl")) for each in others)]


PAIRS = [pair for pair in _pairs() if all(each.is_file() for each in pair)]


def snapshot(path: Path) -> FileSnapshot:
    return FileSnapshot.of(path.read_text("utf-8", "replace"), path.name)


def assert_one_list(learned: FileSnapshot, reference: FileSnapshot) -> None:
    """What each face shows, against the list."""
    review = review_domains(learned, reference)
    entries = [entry for entry in entries_of(review) if entry.is_difference]
    shown = [
        (
            entry.difference.code,
            entry.difference.severity.label,
            entry.where.line,
            entry.where.column,
            entry.difference.message,
        )
        for entry in entries
    ]
    assert count_of_differences(review) == len(shown) == len(review.differences)
    assert (not shown) is review.is_same
    assert in_table(review) == shown
    assert in_lines_of_json(review) == shown
    with_levels = Counter((code, _LEVELS[severity], *rest) for code, severity, *rest in shown)
    assert with_levels == in_sarif(review)
    assert failing_cases(review) == {
        single.subject for entry in entries for single in entry.difference.singles
    }
    compared = reference_review(learned, reference)
    if compared is not None:
        source = learned.source
        in_editor = Counter(
            (
                each.code,
                each.severity.label,
                source.position(each.span.start).line + 1,
                source.position(each.span.start).column + 1,
                each.message,
            )
            for each in compared.diagnostics
        )
        assert in_editor == Counter(shown)
    rows = DomainRows(review)
    in_viewer = {found.number for row in rows.stops if (found := rows.difference(row))}
    listed = {each.number for each in review.differences if each.kind != RENAMED}
    assert in_viewer == listed
    in_viewer = {found.number for at in range(rows.count) if (found := rows.difference(at))}
    assert in_viewer == {each.number for each in review.differences}
    assert len(rows.counted) == len(listed)
    model = model_of(review)
    heading = "".join(piece.text for piece in model.heading)
    first, *_ = render(review, "text", Style(width=10_000)).splitlines()
    if review.is_same and review.has_errors:
        assert f"  {NONE_READ}  " in heading
        assert f": {NONE_READ}" in first
    elif review.is_same:
        assert "  same domain  " in heading
        assert " define the same domain (" in first
    elif review.renaming is not None:
        assert "  equivalent" in heading
        assert ": equivalent" in first
    else:
        said = count_of(len(shown), "difference")
        assert f"  {said}" in heading
        assert heading.partition(said)[2].partition("  ")[0] in first
        assert f": {said}" in first
    outlines = model.find(Outlines)
    if outlines is not None:
        for order in outlines.orders:
            assert f"/{len(listed)} {order}" in outlines.of(order).position(0)


def assert_one_list_of_three(review: ThreeWayReview | ChangeReview) -> None:
    """The same of what a change did."""
    found = [entry for entry in entries_of(review) if entry.difference.kind not in _NO_DIFFERENCES]
    shown = [
        (each.code, each.severity.label, at.line, at.column, each.message)
        for each, at in ((entry.difference, entry.where) for entry in found)
    ]
    assert in_table(review) == in_lines_of_json(review) == shown
    items = [entry.difference for entry in found if entry.difference.item is not None]
    outcomes = Counter(each.outcome for each in items)
    n_wrong = outcomes.total() - outcomes["repaired"]
    assert count_of_differences(review) == n_wrong == review.n_wrong_now
    is_renamed = isinstance(review.now, ProblemReview) and review.now.equivalence.holds
    assert (not n_wrong) is (review.is_same or is_renamed)
    assert all(each.now is None or each.severity in (each.now.severity, 1) for each in items)
    # What was repaired is no result any more.
    assert in_sarif(review) == Counter(
        (code, _LEVELS[severity], *rest)
        for (code, severity, *rest), entry in zip(shown, found, strict=True)
        if entry.is_difference
    )
    data = json.loads(render(review, "json"))
    assert {name.replace("_", " "): n for name, n in data["counts"].items() if n} == outcomes
    assert data["wrong"]["now"] == n_wrong
    listed = data.get("items", [*chain(*data.get("actions", {}).values())])
    listed += data.get("declarations", [])
    assert Counter(each["outcome"].replace("_", " ") for each in listed) == outcomes
    text = render(review, "text", Style(width=10_000, metrics=True))
    wrong = f"; wrong {review.n_wrong_before} → {n_wrong}" if outcomes else ""
    assert f"{wrong}\n" in text or f"{wrong} (partial" in text
    lines = text.splitlines()
    in_text = Counter(each for each in outcomes for line in lines if f" {each}: " in line)
    assert in_text == outcomes
    model = model_of(review)
    assert isinstance(model, ChangedModel)
    in_viewer = [model.rows.difference_at(row) for row in counted_in(model.rows)]
    assert Counter(each.number for each in in_viewer if each) == Counter(
        each.number for each in items
    )
    heading = "".join(piece.text for piece in model.heading)
    assert all(f"{number} {outcome}" in heading for outcome, number in outcomes.items())


def in_table(review: Review) -> list[tuple[Any, ...]]:
    rows = csv.DictReader(io.StringIO(render(review, "csv")))
    return [
        (each["code"], each["severity"], int(each["line"]), int(each["column"]), said)
        for each, said in ((each, plain(each["message"])) for each in rows)
        if each["kind"] not in _NO_DIFFERENCES
    ]


def plain(cell: str) -> str:
    """A cell without the apostrophe that keeps a table from taking it for a formula."""
    return cell.removeprefix("'")


def in_lines_of_json(review: Review) -> list[tuple[Any, ...]]:
    _, *found = map(json.loads, render(review, "ndjson").splitlines())
    return [
        (each["code"], each["severity"], at["line"], at["column"], each["message"])
        for each, at in ((each, each["where"]) for each in found)
        if each["kind"] not in _NO_DIFFERENCES
    ]


def in_sarif(review: Review) -> Counter[tuple[Any, ...]]:
    """Columns there count in UTF-16 units; those of differences stand behind ASCII alone here."""
    (run,) = json.loads(render(review, "sarif"))["runs"]
    found: Counter[tuple[Any, ...]] = Counter()
    for each in run["results"]:
        region = each["locations"][0]["physicalLocation"]["region"]
        if each["ruleId"] in codes():
            place = region["startLine"], _in_characters(review, region)
            found[each["ruleId"], each["level"], *place, each["message"]["text"]] += 1
    return found


def _in_characters(review: Review, region: dict[str, int]) -> int:
    source = review.learned.source
    start, _ = source.line_span(region["startLine"] - 1)
    line = source.text[start:]
    units = region["startColumn"] - 1
    return len(line.encode("utf-16-le")[: 2 * units].decode("utf-16-le")) + 1


def failing_cases(review: Review) -> set[str]:
    """The test cases that fail."""
    suite = ET.fromstring(render(review, "junit"))
    return {
        case.attrib["name"] for case in suite.iter("testcase") if case.find("failure") is not None
    }


@pytest.mark.parametrize(("learned", "reference"), PAIRS, ids=lambda path: path.parent.name)
def test_every_face_of_a_pair_shows_one_list(learned: Path, reference: Path) -> None:
    assert_one_list(snapshot(learned), snapshot(reference))


@pytest.mark.slow
def test_every_face_of_damaged_domains_shows_one_list() -> None:
    whole = snapshot(DELIVERY / "reference.pddl")
    for path in _BROKEN:
        assert_one_list(snapshot(path), whole)
        assert_one_list(whole, snapshot(path))


@given(domain_texts(), domain_texts())
def test_every_face_of_any_domains_shows_one_list(learned: str, reference: str) -> None:
    assert_one_list(FileSnapshot.of(learned, "l.pddl"), FileSnapshot.of(reference, "r.pddl"))


def test_names_that_are_others_have_rows_and_count_as_no_difference() -> None:
    given_names = Correspondence(actions={"go": "a"}, predicates={"at": "q"})
    learned = domain(action("go", "(at ?a ?b)"), predicates="(at ?a ?b) (r)")
    review = review_domains(
        FileSnapshot.of(learned, "l.pddl"),
        FileSnapshot.of(domain(action("a", "(q ?a ?b) (r)"), predicates="(q ?a ?b) (r)"), "r.pddl"),
        options=CompareOptions(given=given_names),
    )
    rows = DomainRows(review)
    found = [(rows.row(at), rows.difference(at)) for at in range(rows.count)]
    shown = {each.code: row for row, each in found if each is not None}
    assert (
        shown.keys()
        == {each.code for each in review.differences}
        == {*("renamed-action", "renamed-predicate", "missing-precondition")}
    )
    row = shown["renamed-predicate"]
    assert (row.sign, *(cell.text for cell in row.cells if cell)) == (
        *("»", ":predicates at", ":predicates q"),
    )
    assert all(row.places)
    assert len(rows.counted) == count_of_differences(review) == 1


@given(domain_texts(), domain_texts(), domain_texts())
def test_every_face_of_any_three_domains_shows_one_list(
    learned: str, reference: str, before: str
) -> None:
    theirs = FileSnapshot.of(reference, "r.pddl")
    now, was = (
        review_domains(FileSnapshot.of(text, name), theirs)
        for text, name in ((learned, "l.pddl"), (before, "b.pddl"))
    )
    assert_one_list_of_three(three_way(now, was))


def _problem(facts: Sequence[str], objects: Sequence[str], domain: str) -> str:
    stated = f"(:objects {' '.join(objects)})\n(:init {' '.join(facts)})"
    return f"(define (problem p) (:domain {domain})\n{stated}\n(:goal (and {' '.join(facts[:2])})))"


_FACTS = st.lists(st.sampled_from(["(p a)", "(q a b)", "(= (f) 1)", "(= (f) 2)"]), unique=True)
_OBJECTS = st.sampled_from([["a", "b"], ["a - t", "b"], ["b", "c"]])
_PROBLEMS = st.builds(_problem, _FACTS, _OBJECTS, st.sampled_from("de"))


@given(_PROBLEMS, _PROBLEMS, _PROBLEMS)
def test_every_face_of_any_three_problems_shows_one_list(
    learned: str, reference: str, before: str
) -> None:
    theirs = FileSnapshot.of(reference, "r.pddl")
    now, was = (
        review_problems(FileSnapshot.of(text, name), theirs)
        for text, name in ((learned, "l.pddl"), (before, "b.pddl"))
    )
    count = count_of_differences(now)
    assert len(counted_in(ProblemRows(now))) == count
    heading = "".join(piece.text for piece in model_of(now).heading)
    assert sum(int(number) for number in re.findall(r" (\d+) [-+~]", heading)) == count
    assert_one_list_of_three(change_review(now, was))


_PLANS = st.lists(st.sampled_from(PLAN), max_size=6)


@given(_PLANS, _PLANS)
def test_every_face_of_any_three_plans_shows_one_list(
    learned: list[str], before: list[str]
) -> None:
    now, was = parcel_review(learned), parcel_review(before)
    assert len(counted_in(PlanRows(now))) == count_of_differences(now)
    assert_one_list_of_three(change_review(now, was))


_RENAMED = {
    **{"kitchen": "galley", "at": "stands", "open": "ajar", "clean": "spotless", "lit": "bright"},
    **{"go": "walk", "light": "switch", "unlock": "unbolt", "wash": "rinse"},
}
_KITCHENS = {
    "different": LEARNED,
    "identical": REFERENCE,
    "laid out otherwise": REFERENCE.replace("\n  ", "\n\n      "),
    "equivalent": re.sub(r"\blit\b", "bright", REFERENCE),
    "swapped": REFERENCE.replace("(?a ?b)", "(?b ?a)", 1),
    "swapped and more": REFERENCE.replace("(?a ?b)", "(?b ?a)", 1).replace(
        "(clean ?a)))", "(and (clean ?a) (lit))))"
    ),
    "renamed": re.sub(r"\w+", lambda found: _RENAMED.get(found[0], found[0]), REFERENCE),
    "with errors": LEARNED.replace("(at ?a) ; needs no light", "(at ?c)"),
    "cut off": LEARNED[:-3],
    "without actions": "(define (domain kitchen))",
}


def _write_pair(folder: Path, name: str) -> None:
    folder.mkdir()
    if name in _KITCHENS:
        write_kitchen(folder, _KITCHENS[name], where=".")
        return
    for file in (DELIVERY.parent / name).iterdir():
        if file.is_file():
            shutil.copy(file, folder)


@pytest.mark.parametrize(
    "name",
    [
        *_KITCHENS,
        "delivery",
        *(pytest.param(n, marks=pytest.mark.slow) for n in ("archive", "bakery")),
    ],
)
def test_every_face_of_a_pair_with_plans_has_one_verdict(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "pair"
    _write_pair(folder, name)
    files = ("learned.pddl", "reference.pddl")
    # Every format, by the command itself.
    faces = {
        kind: plandiff(*files, "--format", kind, "--width", "9999", folder=folder).out
        for kind in ("text", "markdown", "html", "json", "csv", "brief", "junit")
    }
    data = json.loads(faces["json"])
    blame, f1 = data["blame"], f"{data['syntactic']['micro']['all']['f1']:.3f}"
    counts = {key: blame["plans"][key] for key in ("stopped", "let_through", "undecided")}
    # The text, and what it says is in the others.
    verdict, *lines = faces["text"].splitlines()
    plans = next((line for line in lines if re.match(r"\d+ plans?[:,] ", line)), "")
    assert plans or data["same"]
    for word, number in (("rejected", "stopped"), ("accepted", "let_through")):
        assert (f"{counts[number]} " in plans and word in plans) or not counts[number]
    assert f"{counts['undecided']} undecided" in plans or not counts["undecided"]
    scores = [line for line in lines if line.startswith(("F1", f"{f1} "))]
    head = [verdict, plans, *scores]
    assert data["same"] or any(f1 in line for line in scores)
    assert all(plain_words(line) in plain_words(faces["markdown"]) for line in head)
    # A page has cards of the scores, and lines only where there is a second way to count.
    has_lines = len(scores) > 1 or " in this order" in "".join(scores)
    words = plain_words(Page(faces["html"]).text)
    assert all(plain_words(line) in words for line in (verdict, plans, *scores * has_lines))
    words = words.replace("F1 ", "f1 ")
    rows = csv.DictReader(io.StringIO(faces["csv"]))
    said = [each["consequence"] for each in rows if each["kind"] not in _NO_DIFFERENCES]
    assert all(each in faces["junit"] for each in said)
    assert not counts["stopped"] or "rejected" in faces["brief"]
    # The viewer, on the pair and on the row of a directory.
    options = parse([], {"PLANDIFF_CONFIG": ""})
    inputs = read_inputs((str(folder / files[0]), str(folder / files[1])), ())
    review = compare_to_print(inputs, options, NEVER)
    assert review.kind == "domain"
    for name in ("f1", "precision", "recall", "similarity"):
        value = plain_headlines(review)[name]
        assert data["same"] or value is None or f"{name} {value:.3f}" in words
    heading = "".join(piece.text for piece in model_of(review).heading)
    assert f"  {short_verdict(review)}" in heading
    assert data["same"] or f"F1 {f1}" in heading
    assert review.blame is not None
    assert wrong_plans_text(review.blame.blame) in heading
    (pair,) = find_pairs((str(tmp_path),)).pairs
    row = compare_pair(options, pair, NEVER)
    assert row.figures == plain_headlines(review)
    assert row.n_differences == count_of_differences(review)
    for short in (faces["brief"], row.note):
        assert ("equivalent up to" in verdict) is ("equivalent up to" in short)
        assert (" in this order" in short) is any(" in this order" in line for line in head)
    opened = compare_to_print(inputs_of(pair, options), pair_options(options), NEVER)
    assert opened.kind == "domain"
    assert [each.message for each in opened.differences] == [
        each.message for each in review.differences
    ]
    assert [each.consequence for each in opened.differences] == said
    # The other command, on one pair and on a directory.
    evaluated = plain_words(planeval_run(planeval, "domain", *files, cwd=folder).stdout)
    assert evaluated.startswith(plain_words(verdict))
    assert all(plain_words(line) in evaluated for line in head)
    table = planeval_run(planeval, "domains", ".", "--format", "json", cwd=tmp_path).stdout
    (measured,) = json.loads(table)["pairs"]
    assert measured["figures"]["syntactic"]["micro"]["all"]["f1"] == row.figures["f1"]


def plain_words(text: str) -> str:
    """The words of a text, without what Markdown and HTML add to them."""
    return " ".join(re.findall(r"[\w.-]+", text))


def test_plans_next_to_the_files_are_left_out_on_demand() -> None:
    data = json.loads(plandiff("learned.pddl", "reference.pddl", "--format", "json").out)
    assert data["blame"]["plans"]["plans"] == 2
    ignored = plandiff("learned.pddl", "reference.pddl", "--format", "json", "--no-evidence")
    assert json.loads(ignored.out) == {**data, "notes": [], "blame": None}


def test_two_commands_report_the_same_of_a_pair() -> None:
    checked = results("planlsp check --format sarif learned.pddl", DELIVERY)
    assert len(checked) == 6
    without_plans = "plandiff --no-evidence --format sarif learned.pddl reference.pddl"
    assert checked == results(without_plans, DELIVERY)


@pytest.mark.slow
def test_settings_and_comments_of_the_project_count_for_both_commands(tmp_path: Path) -> None:
    text = (DELIVERY / "learned.pddl").read_text("utf-8")
    first, rest = text.split("\n", 1)
    silent = f"{first}\n; planlsp: ignore-file[extra-effect]\n{rest}"
    (tmp_path / "learned.pddl").write_text(silent, "utf-8")
    shutil.copy(DELIVERY / "reference.pddl", tmp_path)
    settings = '[severities]\nmissing-precondition = "error"\nchanged-requirements = "off"\n'
    (tmp_path / "planlsp.toml").write_text(settings)
    checked = results("planlsp check --format sarif learned.pddl", tmp_path)
    compared = results("plandiff --format sarif learned.pddl reference.pddl", tmp_path)
    assert [(code, level) for code, level, *_ in checked] == [
        ("extra-precondition", "warning"),
        ("missing-precondition", "error"),
        ("missing-precondition", "error"),
    ]
    assert checked == compared


def results(command: str, folder: Path) -> list[Any]:
    """What a command reports of differences in SARIF: code, level, message and place."""
    ended = subprocess.run(
        [sys.executable, "-m", *command.split()], cwd=folder, capture_output=True, timeout=120
    )
    (run,) = json.loads(ended.stdout)["runs"]
    found = [each for each in run["results"] if each["ruleId"] in codes()]
    places = [each["locations"][0]["physicalLocation"] for each in found]
    return sorted(
        [each["ruleId"], each["level"], each["message"]["text"], str(place)]
        for each, place in zip(found, places, strict=True)
    )


def test_no_code_of_a_difference_is_that_of_a_rule() -> None:
    assert not codes() & rules_by_code().keys()
