"""Formats that have an entry for each finding, and the patch: one list, the same in all of them."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.difference import codes
from plancore.compare.domains import ALIGNED
from plancore.compare.plans import RowKind
from plancore.diagnostic import Diagnostic, Severity
from plancore.notation.plans.reader import read_plan
from plancore.report.canon import canonical_text
from plancore.report.differences import entries_of, worst_first
from plancore.report.domain.review import review_domains
from plancore.report.findings.document import FindingsReport, PlacedFinding, placed
from plancore.report.plan.execution import Setting
from plancore.report.plan.review import PlanReview, PlanSide, review_plans
from plancore.report.problem.review import review_problems
from plancore.report.registry import FORMATS, REVIEWS, Style, render
from plancore.report.render import sarif
from plancore.report.render.github import MOST
from plancore.report.review import Review
from plancore.simulate.task import Task
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText, Span
from support import kitchen
from support.domain_texts import domain_texts
from support.examples import DELIVERY
from support.parcels import PLAN, parcel_review
from support.patched import patched

NAMES = [entry.name for entry in FORMATS if {*REVIEWS} <= {*entry.kinds}]
STEPS = st.lists(st.sampled_from(["(a)", "(b x)", "(b y)", "(c x y)"]), max_size=12)


def example(name: str) -> FileSnapshot:
    return FileSnapshot.of((DELIVERY / name).read_text(), name)


def domains(learned: str, reference: str) -> Review:
    return review_domains(FileSnapshot.of(learned, "l.pddl"), FileSnapshot.of(reference, "r.pddl"))


def side(name: str, text: str) -> PlanSide:
    plan, findings = read_plan(text)
    return PlanSide(name, SourceText(text), plan, tuple(findings))


def plans(learned: str, reference: str) -> Review:
    return review_plans(side("l.plan", learned), side("r.plan", reference))


def executed() -> Review:
    definition = example("reference.pddl").first("domain")
    assert definition is not None
    task = Task(definition.domain, problem("p01.pddl"))
    texts = [(DELIVERY / f"{name}.plan").read_text() for name in ("learned", "reference")]
    setting = Setting(task, "reference.pddl", "p01.pddl")
    return review_plans(*map(side, ("l.plan", "r.plan"), texts), setting=setting)


def problem(name: str) -> Any:
    definition = example(name).first("problem")
    assert definition is not None
    return definition.problem


def problems() -> Review:
    text = (DELIVERY / "p01.pddl").read_text()
    other = text.replace("(at ann depot)", "(at ann square)").replace("ann letter", "ann")
    return review_problems(FileSnapshot.of(other, "l.pddl"), FileSnapshot.of(text, "r.pddl"))


def delivery() -> Review:
    return review_domains(example("learned.pddl"), example("reference.pddl"))


REVIEWED = [delivery, executed, problems]


def test_the_findings_of_two_domains() -> None:
    differences = [entry.difference for entry in entries_of(delivery())]
    told = [(each.code, each.subject, each.learned or each.reference) for each in differences]
    assert told == [
        ("extra-precondition", "pick-up", "(not (has ?a ?p))"),
        ("extra-effect", "pick-up", "(not (available ?a))"),
        ("missing-precondition", "move", "(available ?a)"),
        ("missing-precondition", "drop-off", "(requested ?p ?l)"),
        ("extra-effect", "drop-off", "(available ?a)"),
        ("changed-requirements", ":requirements", ":negative-preconditions"),
    ]
    assert {code for code, *_ in told} <= codes()


@given(domain_texts(), domain_texts())
def test_there_is_a_difference_exactly_where_domains_are_not_the_same(one: str, two: str) -> None:
    review = domains(one, two)
    findings = entries_of(review)
    assert any(finding.is_difference for finding in findings) is not review.is_same
    assert any(finding.difference.kind == "error" for finding in findings) is review.has_errors
    assert {finding.difference.code for finding in findings if finding.is_difference} <= codes()


REFERENCE = (DELIVERY / "reference.pddl").read_text()


@pytest.mark.parametrize(
    ("learned", "reference"),
    [
        (REFERENCE.replace("available", "free"), REFERENCE),
        (REFERENCE.replace("drop-off", "leave"), REFERENCE),
        (REFERENCE.replace("(connected", "(linked").replace("courier", "robot"), REFERENCE),
        (REFERENCE, REFERENCE),
        (kitchen.LEARNED, kitchen.REFERENCE),
    ],
)
def test_names_are_differences_where_they_are_aligned(learned: str, reference: str) -> None:
    sides = FileSnapshot.of(learned, "l.pddl"), FileSnapshot.of(reference, "r.pddl")
    review = review_domains(*sides, None, ALIGNED)
    findings = entries_of(review)
    assert any(finding.is_difference for finding in findings) is not review.is_same
    n_renamed = sum(finding.difference.code.startswith("renamed-") for finding in findings)
    names = review.diff.correspondence
    assert n_renamed >= len([*names.renamings()])
    assert n_renamed == len([*names.renamings()]) or not names.is_renaming


@given(STEPS, STEPS)
def test_there_is_a_difference_exactly_where_plans_are_not_the_same(
    one: list[str], two: list[str]
) -> None:
    review = plans("\n".join(one), "\n".join(two))
    assert any(finding.is_difference for finding in entries_of(review)) is not review.is_same


def test_a_moved_block_is_one_finding() -> None:
    steps = [f"(s{number})" for number in range(9)]
    review = plans("\n".join([*steps[3:], *steps[:3]]), "\n".join(steps))
    (finding,) = entries_of(review)
    assert finding.difference.message == (
        "steps 7 to 9 moved: (s0) … is 6 steps later than in the reference, where it is step 1"
    )


def test_errors_of_files_come_first_and_say_where() -> None:
    text = (DELIVERY / "learned.pddl").read_text()
    findings = worst_first(entries_of(domains(text, text[:-3])))
    first = findings[0]
    difference = first.difference
    assert (difference.kind, difference.severity) == ("error", Severity.ERROR)
    assert first.where.file == "r.pddl"
    assert str(first.where) in render(domains(text, text[:-3]), "text")


@pytest.mark.parametrize("make", REVIEWED)
def test_every_format_has_every_finding(make: Any) -> None:
    review: Review = make()
    n_findings = len(entries_of(review))
    head, *entries = map(json.loads, render(review, "ndjson").splitlines())
    assert (head["findings"], len(entries)) == (n_findings, n_findings)
    rows = list(csv.DictReader(io.StringIO(render(review, "csv"))))
    assert [row["message"] for row in rows] == [entry["message"] for entry in entries]
    assert [(r["file"], r["line"]) for r in rows] == [
        (e["where"]["file"], str(e["where"]["line"])) for e in entries
    ]
    (run,) = json.loads(render(review, "sarif"))["runs"]
    assert sorted(r["message"]["text"] for r in run["results"]) == sorted(
        entry["message"] for entry in entries
    )
    assert render(review, "github").count("::") == 2 * n_findings
    suite = ElementTree.fromstring(render(review, "junit"))[0]
    failed = [case for case in suite if case.find("failure") is not None]
    assert [case.get("name") for case in failed] == [
        name
        for name in (case.get("name") for case in suite)
        if name in {e["subject"] for e in entries}
    ]
    assert int(suite.get("tests", "")) == len(suite) > 0
    assert int(suite.get("failures", "")) == len(failed) > 0


@pytest.mark.parametrize("name", NAMES)
def test_the_same_files_in_every_format(name: str) -> None:
    review = domains(
        (DELIVERY / "learned.pddl").read_text(), (DELIVERY / "learned.pddl").read_text()
    )
    text = render(review, name)
    if name in ("unified", "github"):
        assert text == ""
    assert 'failures="0"' in text or name != "junit"


def test_two_equal_plans_that_fail_are_no_failure_and_it_is_told() -> None:
    review = parcel_review(PLAN[1:], PLAN[1:])
    assert review.is_same
    outcome = "the learned plan fails at step "
    assert "learned.plan fails at step 4 of 8: " in render(review, "brief")
    assert render(review, "brief").startswith("same ")
    suite = ElementTree.fromstring(render(review, "junit"))[0]
    assert suite.get("failures") == "0"
    (case,) = (case for case in suite if case.get("name") == "execution")
    assert outcome in case.findtext("system-out", "")
    assert render(review, "github").startswith("::warning ")


def test_a_renamed_action_alone_is_named_in_the_verdict() -> None:
    reference = (DELIVERY / "reference.pddl").read_text()
    learned = FileSnapshot.of(reference.replace("pick-up", "take"))
    review = review_domains(learned, FileSnapshot.of(reference), None, ALIGNED)
    assert "  equivalent up to renaming (take → pick-up); " in render(review, "brief")


def test_an_identity_does_not_depend_on_lines() -> None:
    def fingerprints(review: Review) -> list[dict[str, str]]:
        results = json.loads(render(review, "sarif"))["runs"][0]["results"]
        return [result["partialFingerprints"] for result in results]

    text = (DELIVERY / "learned.pddl").read_text()
    reference = (DELIVERY / "reference.pddl").read_text()
    moved = "; a comment\n\n" + text.replace("(:action", "\n(:action")
    assert fingerprints(domains(moved, reference)) == fingerprints(domains(text, reference))
    found = fingerprints(domains(text, reference))
    assert len({entry["primaryLocationLineHash"] for entry in found}) == len(found) == 6


@pytest.mark.slow
def test_sarif_has_no_more_results_than_github_takes_and_says_what_is_left_out() -> None:
    text = SourceText("(define (domain d))")
    hint = placed("d.pddl", text, [Diagnostic("a", Severity.HINT, Span(0, 1), "so")], {})
    error = placed("d.pddl", text, [Diagnostic("b", Severity.ERROR, Span(0, 1), "wrong")], {})

    def run(found: Iterable[PlacedFinding]) -> Any:
        return json.loads(render(FindingsReport((), tuple(found)), "sarif"))["runs"][0]

    most = sarif.MOST
    fits = run(hint * most)
    assert (len(fits["results"]), fits["invocations"][0]["toolExecutionNotifications"]) == (
        most,
        [],
    )
    over = run([*hint * (most + 2), *error])
    levels = [result["level"] for result in over["results"]]
    assert (len(levels), levels[-1], levels.count("error")) == (most, "error", 1)
    (told,) = over["invocations"][0]["toolExecutionNotifications"]
    assert told["message"]["text"] == (
        "25000 of 25003 results included, most severe first (GitHub's limit). "
        "Left out: 3 hints; use --format text for all"
    )
    assert {rule["id"] for rule in over["tool"]["driver"]["rules"]} == {"a", "b"}


def test_github_gets_what_it_shows_and_a_line_with_the_rest() -> None:
    many = " ".join(f"(p{number})" for number in range(15))
    action = "(define (domain d) (:predicates {0}) (:action a :effect (and {1})))"
    review = domains(action.format(many, many), action.format(many, ""))
    *commands, last = render(review, "github").splitlines()
    assert len(commands) == MOST
    assert last == "and 5 warnings beyond GitHub's limit; use --format text for all"
    assert all(command.startswith("::warning file=l.pddl,line=1,") for command in commands)


@pytest.mark.viewer_behaviour(9, "the patch applied to the canonical form, for random domains")
@given(domain_texts(), domain_texts())
def test_the_patch_makes_one_canonical_form_of_the_other(learned: str, reference: str) -> None:
    patch = render(domains(learned, reference), "unified")
    # What both lack is no line to patch: a carriage return is part of its line.
    assert patched(patch, canonical_text(reference)) == canonical_text(learned)


@given(STEPS, STEPS)
def test_a_step_that_is_missing_stands_where_it_belongs(
    learned: list[str], reference: list[str]
) -> None:
    review = plans("\n".join(learned), "\n".join(reference))
    assert isinstance(review, PlanReview)
    told = [f for f in entries_of(review) if f.difference.code == "missing-step"]
    rows = review.diff.rows
    missing = [at for at, row in enumerate(rows) if row.kind is RowKind.MISSING]
    assert len(told) == len(missing)
    for finding, at in zip(told, missing, strict=True):
        following = [row.learned for row in rows[at:] if row.learned is not None]
        line = following[0] + 1 if following else max(len(learned), 1)
        assert finding.where.line == line


def test_where_a_file_has_no_canonical_form_the_patch_is_of_both_as_they_stand() -> None:
    whole = "(define (domain d)\n  (:predicates (p))\n  (:action A :effect (p)))\n"
    broken = whole.replace("(p)))", "(p))")
    patch = render(domains(broken, whole), "unified")
    said, rest = patch.split("\n", 1)
    assert said == "line by line, because l.pddl has unsupported parts"
    assert rest.startswith("--- r.pddl\n+++ l.pddl\n")
    assert [row for row in rest.splitlines()[2:] if row[0] in "+-"] == [
        "-  (:action A :effect (p)))",
        "+  (:action A :effect (p))",
    ]
    assert patched(rest, whole) == broken


@given(STEPS, STEPS)
def test_the_patch_of_plans(learned: list[str], reference: list[str]) -> None:
    texts = ["\n".join(learned), "\n".join(reference)]
    patch = render(plans(*texts), "unified")
    assert patched(patch, canonical_text(texts[1])) == canonical_text(texts[0])


@pytest.mark.viewer_behaviour(9)
@pytest.mark.skipif(shutil.which("patch") is None, reason="`patch` is not installed")
@pytest.mark.parametrize("make", REVIEWED)
def test_patch_itself(make: Any, tmp_path: Path) -> None:
    review: Review = make()
    texts = [canonical_text(f.source.text) for f in (review.reference, review.learned)]
    file = tmp_path / "canonical"
    file.write_text(texts[0])
    patch = render(review, "unified")
    for flags, wanted in (((), texts[1]), (("-R",), texts[0])):
        ended = subprocess.run(
            ["patch", "-s", *flags, str(file)], input=patch, text=True, timeout=60, check=False
        )
        assert ended.returncode == 0
        assert file.read_text() == wanted


def test_hunks_are_headed_by_their_action_and_mix_no_two() -> None:
    patch = render(delivery(), "unified")
    heads = [
        line.partition("@@ ")[2].partition("@@ ")[2]
        for line in patch.splitlines()
        if line[:2] == "@@"
    ]
    assert heads == [":requirements", ":action drop-off", ":action move", ":action pick-up"]
    assert "\x1b[" in render(delivery(), "unified", Style(colour=True))


def test_one_line_says_whether_and_where_it_is_worst() -> None:
    assert render(delivery(), "brief") == (
        "different  learned.pddl  reference.pddl  6 differences: 5 in 3 of 3 actions, 1 in the "
        "declarations; F1 0.848; worst pick-up 0.714 = 5/7\n"
    )
    text = "(define (domain d) (:predicates (p){}) (:action a :effect (p)))"
    declared = render(domains(text.format(" (q)"), text.format("")), "brief")
    assert declared.endswith("  1 difference in the declarations; F1 1.000\n")
    assert render(executed(), "brief") == (
        "different  l.plan  r.plan  l.plan fails at step 3 of 7: (requested parcel square) is not "
        "true; different actions; PlanningLCS 0.571\n"
    )
    short = parcel_review(PLAN[:2])
    assert "  learned.plan does not reach the goal: (lies x b) " in render(short, "brief")
    assert "the learned plan is invalid: goal not reached: " in render(short, "csv")
    assert render(plans("(a)", "(a)"), "brief") == "same       l.plan  r.plan  identical (1 step)\n"
    torn = domains("(define (domain d)", "(define (domain d))")
    assert render(torn, "brief").startswith(
        "doubtful   l.pddl  r.pddl  no differences in what could be read "
        "(partial: errors in the files); l.pddl:1:"
    )


def test_what_a_step_is_and_why_it_fails_is_said_once() -> None:
    for name in ("github", "csv"):
        said = render(executed(), name)
        message = (
            "step 3 extra: (drop-off ann parcel square); fails: (requested parcel square) never"
        )
        (line,) = (line for line in said.splitlines() if message in line)
        assert line.count("extra: ") == 1
        assert "; extra" not in line


def test_a_line_for_each_action_with_counts_and_a_bar() -> None:
    assert render(delivery(), "stat") == (
        " pick-up        0-  2+  0~ | ++\n"
        " move           1-  0+  0~ | -\n"
        " drop-off       1-  1+  0~ | -+\n"
        " :requirements  0-  1+  0~ | +\n"
        "6 differences: 2 missing, 4 extra\n"
    )
    assert render(executed(), "stat") == (
        " drop-off  1-  1+  0~  1✗ | -+✗\n"
        " move      1-  2+  0~  0✗ | -++\n"
        "6 differences: 2 missing, 3 extra, 1 failing\n"
    )
    assert render(plans("(a)", "(a)"), "stat") == "no difference\n"


def test_a_step_that_might_as_well_stand_elsewhere_has_its_own_sign_and_kind() -> None:
    commuting = parcel_review((PLAN[2], *PLAN[:2], *PLAN[3:]))
    assert render(commuting, "stat") == (
        " load  0-  0+  0~  1↕ | ↕\n1 difference: 1 moved independently\n"
    )
    assert "; 8 identical, 1 moved independently\n" in render(commuting, "text")
    assert "title=commuting-steps::step 1 moved: " in render(commuting, "github")
    assert " (equivalent order: the steps commute)" in render(commuting, "github")


def test_an_error_is_counted_as_one_and_not_as_a_difference() -> None:
    torn = render(domains("(define (domain d)", "(define (domain d))"), "stat").splitlines()
    assert torn == [" l.pddl  0-  0+  0~  1! | !", "no difference; 1 error in the files"]
    more = "(define (domain d) (:predicates (p))"
    assert render(domains(more, "(define (domain d))"), "stat").splitlines()[-1] == (
        "1 difference: 1 extra; 1 error in the files"
    )


@given(st.integers(1, 300), st.integers(0, 300), st.integers(40, 120))
def test_bars_keep_to_the_width_and_show_what_there_is(
    extra: int, lacking: int, width: int
) -> None:
    review = plans("(go)\n" * (5 + extra), "(stay)\n" * lacking + "(go)\n" * 5)
    rows = render(review, "stat", Style(width=width)).splitlines()[:-1]
    assert all(len(row) <= width for row in rows)
    for row in rows:
        counts, _, bar = row.partition(" | ")
        assert ("+" in bar) is (" 0+" not in counts)
        assert ("-" in bar) is (" 0-" not in counts)
