"""Many pairs: figures, order, filters, limits, and what is written of them."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.domains import CompareOptions
from plancore.report import marks
from plancore.report.batch.data import as_baseline
from plancore.report.batch.document import change_texts, counts_text, limits_text
from plancore.report.batch.review import Batch, Selection, selected
from plancore.report.batch.row import BatchPair, Earlier, PairStatus
from plancore.report.batch.summarise import row_of, spread_of
from plancore.report.domain.review import DomainReview, review_domains
from plancore.report.headline import HEADLINES, headline_names
from plancore.report.limits import read_limit
from plancore.report.problem.review import review_problems
from plancore.report.registry import formats_of, render
from plancore.snapshot import FileSnapshot
from support.batches import batch, batches, row, selected_names
from support.documents import violations_of
from support.examples import DELIVERY, ROOT

pytestmark = pytest.mark.viewer_behaviour(38)

PAIR = BatchPair("d.pddl", "l/d.pddl", "r/d.pddl")


def review(learned: str, reference: str) -> DomainReview:
    return review_domains(FileSnapshot.of(learned, "l"), FileSnapshot.of(reference, "r"))


def domain(*actions: str) -> str:
    return f"(define (domain d) (:predicates (p) (q) (r)) {' '.join(actions)})"


def action(name: str, pre: str, eff: str) -> str:
    return f"(:action {name} :parameters () :precondition (and {pre}) :effect (and {eff}))"


TWO = domain(action("a", "(p)", "(q)"), action("b", "(p) (q)", "(r)"))


# Figures and notes of a pair


def test_the_figures_are_those_of_the_report() -> None:
    learned = (DELIVERY / "learned.pddl").read_text()
    both = review(learned, (DELIVERY / "reference.pddl").read_text())
    made = row_of(PAIR, both)
    counts = both.syntactic.micro
    everything = {row.value: confusion for row, confusion in counts.items()}
    assert made.figures["f1"] == float(everything["all"].f1 or 0)
    assert made.figures["pre_recall"] == float(everything["pre"].recall or 0)
    assert made.figures["similarity"] == pytest.approx(26 / 35)
    assert made.figures["plans"] is None
    assert (made.n_same, made.n_parts, made.n_differences) == (0, 3, 6)


@pytest.mark.parametrize(
    ("learned", "status", "sign", "note"),
    [
        (TWO, "same", "=", ""),
        (
            domain(action("a", "(p)", "(q)"), action("b", "(p)", "(r)")),
            "different",
            "~",
            "b: missing (q)",
        ),
        (
            domain(action("a", "(p)", "(q)"), action("b", "(p) (q) (r)", "(r) (p)")),
            "different",
            "~",
            "b: extra (r), 1 more",
        ),
        (domain(action("a", "(p)", "(q)")), "different", "~", "missing action b"),
        (TWO[:-1] + action("c", "", "(p)") + ")", "different", "~", "extra action c"),
        (TWO.replace("(r)", "(r) (s)", 1), "different", "~", "predicates: extra s"),
    ],
)
def test_a_row_says_the_worst(learned: str, status: str, sign: str, note: str) -> None:
    made = row_of(PAIR, review(learned, TWO))
    assert (made.status.value, made.mark.sign, made.note) == (status, sign, note)


def test_errors_come_before_all_else() -> None:
    made = row_of(PAIR, review(TWO[:-1], TWO))
    assert (made.status, made.mark.sign, made.n_errors) == (PairStatus.DOUBTFUL, "!", 1)
    assert made.note.startswith(f"1:{len(TWO) - 1} ")
    assert made.is_trouble
    assert row_of(PAIR, review(TWO, TWO[:-1])).note.startswith(f"reference 1:{len(TWO) - 1} ")


def test_a_pair_with_errors_is_nowhere_called_the_same_without_them() -> None:
    torn = replace(row("d.pddl", "doubtful", f1=1.0), n_errors=1, note="3:1 torn")
    of = batch(torn, row("e.pddl", "same", f1=1.0))
    assert "2 pairs compared: 1 identical, 1 doubtful; 1 with errors" in render(of, "text")
    assert render(of, "brief").splitlines() == ["doubtful   d.pddl  3:1 torn", "same       e.pddl"]
    assert "::notice::2 pairs compared: 1 identical, 1 doubtful; 1 with errors" in render(
        of, "github"
    )
    assert 'message="3:1 torn" type="doubtful"' in render(of, "junit")


def test_a_limit_on_what_no_pair_has_is_not_called_kept() -> None:
    of = batch(row("d.pddl", f1=0.9), limits=(read_limit("lcs=1"), read_limit("f1=0.5")))
    assert limits_text(of) == ["lcs=1 is about none of the pairs", "f1=0.5 is kept"]


def test_a_limit_is_not_called_kept_where_errors_or_failures_leave_that_open() -> None:
    torn, lost = row("d.pddl", f1=1.0, n_errors=1), row("e.pddl", "failed")
    limits = (read_limit("f1=0.5"),)
    said = "f1=0.5 is not known to be kept: "
    assert limits_text(batch(torn, limits=limits)) == [f"{said}1 pair with errors"]
    assert limits_text(batch(lost, limits=limits)) == [f"{said}1 pair not compared"]
    assert limits_text(batch(torn, lost, limits=limits)) == [
        f"{said}1 pair with errors, 1 pair not compared"
    ]
    assert "! has errors: its scores cover only what could be read" in render(batch(torn))
    assert "could be read" not in render(batch(row("d.pddl", f1=1.0)))


def test_means_are_over_the_pairs_that_are_shown_and_say_so() -> None:
    rows = row("a", f1=0.25), row("b", f1=0.75), row("c", "same", f1=1.0)
    of = batch(*rows, selection=Selection("different"))
    assert "\nmean over 2 domains shown: F1 0.500\n" in render(of)
    assert "\nmean over 3 domains: F1 0.667\n" in render(batch(*rows))
    mean = {"mean": 0.5, "n_defined": 2, "with_missing": 0.5}
    assert json.loads(render(of, "json"))["means"]["domain"]["f1"] == mean
    assert "domains shown, mean F1" in render(of, "html")
    nothing = batch(*rows, selection=Selection("zzz"))
    assert "mean" not in render(nothing)


def test_sums_of_changes_are_over_the_pairs_that_are_shown() -> None:
    rows = (
        row("a", f1=0.5, earlier=Earlier("old/a", {"f1": 0.25}, 1, 2, 3)),
        row("b", f1=1.0, earlier=Earlier("old/b", {"f1": 0.75}, 4, 0, 0)),
    )
    assert change_texts(batch(*rows, before="old")) == [
        "the change: 5 repaired, 2 broken, 3 left",
        "domains, mean F1 0.500 → 0.750 over 2",
    ]
    of = batch(*rows, before="old", selection=Selection("a"))
    assert change_texts(of) == [
        "the change in the 1 shown: 1 repaired, 2 broken, 3 left",
        "domains shown, mean F1 0.250 → 0.500 over 1",
    ]


def test_no_mean_is_announced_where_no_figure_is_defined() -> None:
    of = batch(row("a", "extra", f1=None), row("b", "extra", f1=None))
    for name in formats_of("batch"):
        assert "mean" not in render(of, name).replace('"means"', "") or name == "html"
    assert "domains, mean" not in render(of, "html")


def test_names_that_are_apart_are_said() -> None:
    other = TWO.replace("(p)", "(one)").replace("(q)", "(two)").replace("(r)", "(three)")
    other = other.replace("action a", "action go").replace("action b", "action stay")
    assert row_of(PAIR, review(other, TWO)).note.startswith("equivalent up to renaming (go → a, ")
    other = other.replace("(and (one))", "(and (one) (three))")
    assert "--align" in row_of(PAIR, review(other, TWO)).note


def test_one_side_alone_is_all_missing_or_extra() -> None:
    missing = row_of(BatchPair("d", None, "r/d"), review("", TWO))
    assert (missing.status, missing.figures["recall"], missing.n_same) == (PairStatus.MISSING, 0, 0)
    extra = row_of(BatchPair("d", "l/d", None), review(TWO, ""))
    assert (extra.status, extra.mark.sign) == (PairStatus.EXTRA, "+")
    assert set(extra.figures.values()) == {None}  # there is no reference that it could be like


def test_no_bar_is_drawn_for_a_file_that_is_not_there() -> None:
    """An action without preconditions has them all, by definition: no file has that action."""
    reference = domain(action("a", "", "(q)"))
    assert row_of(PAIR, review(reference, reference)).spread
    assert not row_of(BatchPair("d", None, "r/d"), review("", reference)).spread
    assert not row_of(BatchPair("d", "l/d", None), review(reference, "")).spread


def test_a_spread_goes_from_the_best_to_the_worst() -> None:
    from fractions import Fraction

    assert spread_of([Fraction(1, 2), None, Fraction(1)]) == (1.0, 0.5, None)
    many = spread_of(Fraction(number, 100) for number in range(100))
    assert (len(many), many[0], many[-1]) == (8, 0.99, 0.0)
    assert list(many) == sorted(many, reverse=True, key=lambda value: value or 0)


# Order and filters

ROWS = batch(
    row("x/a", f1=0.5, recall=1.0),
    row("x/b", f1=0.9, recall=0.2),
    row("y/c", f1=None, recall=0.2),
    row("y/d", "same", f1=1.0, recall=1.0),
    row("y/e", kind="plan", lcs=0.3, valid=0.0),
    row("y/f", kind="plan", lcs=0.7, valid=1.0),
    row("z/g", "failed", note="no such file"),
)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("", "abcdefg"),
        ("f1", "abdcefg"),
        ("-f1", "dbacefg"),
        ("recall", "bcadefg"),
        ("-recall", "adbcefg"),
        ("lcs", "efabcdg"),
        ("status", "gabcefd"),
        ("-pair", "gfedcba"),
        ("note", "gabcdef"),
    ],
)
def test_order_is_stable_and_what_is_undefined_is_last(order: str, expected: str) -> None:
    assert "".join(name[-1] for name in selected_names(ROWS, order=order)) == expected


@pytest.mark.parametrize(
    ("filter", "expected"),
    [
        ("", "abcdefg"),
        ("invalid", "e"),
        ("failed invalid", "eg"),
        ("y", "cdef"),
        ("Y plan", "ef"),
        ("x y", ""),
        ("x invalid", ""),
        ("same failed", "dg"),
    ],
)
def test_filters(filter: str, expected: str) -> None:
    assert "".join(name[-1] for name in selected_names(ROWS, filter)) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("below", r"below needs a limit \(--fail-under\)"),
        ("x same worse", r"worse needs an earlier run \(--baseline\)"),
        ("x f1<0.9", r"'f1<0.9' is neither a word nor one of same, .* sort by them"),
    ],
)
def test_a_filter_that_lacks_something_is_not_taken_in_silence(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        selected(ROWS, Selection(text))


def test_an_order_that_needs_a_baseline_says_so() -> None:
    with pytest.raises(ValueError, match=r"delta needs an earlier run \(--baseline\)"):
        selected(ROWS, Selection("", "-delta"))


@given(batches(), st.sampled_from(["", "pair", "f1", "-f1", "lcs", "-note", "status", "errors"]))
def test_sorting_keeps_every_row_and_the_order_of_equal_ones(of: Batch, order: str) -> None:
    rows = selected(of, Selection("", order))
    assert sorted(row.name for row in rows) == sorted(row.name for row in of.rows)
    assert selected(replace(of, rows=tuple(rows)), Selection("", order)) == rows


@given(batches(), st.text("f1<0.5 andorinvalid=xyz", max_size=20))
def test_no_filter_raises_anything_else(of: Batch, text: str) -> None:
    try:
        rows = selected(of, Selection(text))
    except ValueError:
        return
    assert all(row in of.rows for row in rows)


# Limits and baselines


def test_a_limit_is_kept_by_what_is_as_high() -> None:
    of = replace(ROWS, limits=(read_limit("f1=0.9"), read_limit("lcs=0.5")))
    assert {row.name: of.below(row) for row in of.rows if of.below(row)} == {
        "x/a": ("f1 0.500 is below 0.9",),
        "y/c": ("f1 is undefined, which counts as below 0.9",),
        "y/e": ("lcs 0.300 is below 0.5",),
    }
    assert of.fails
    assert not replace(ROWS, limits=(read_limit("recall=0.1"),)).fails
    assert "f1=0.9 is not kept by 2 of 4 pairs, in 1 of which it is undefined" in render(of)


@pytest.mark.parametrize("text", ["f1", "f1=", "f1=high", "fi=0.9", "f1=nan", "f1=1=2"])
def test_a_limit_that_cannot_be_read_says_why(text: str) -> None:
    with pytest.raises(ValueError, match=r"f1=0\.9|did you mean `f1`"):
        read_limit(text)


def test_pairs_whose_differences_were_not_counted_are_told_of() -> None:
    counted = row("d.pddl", f1=0.5, signs={"-": 2, "!": 1})
    assert render(batch(counted, row("e.pddl"), row("f.pddl", "same")), "stat").splitlines() == [
        " d.pddl  2-  0+  0~  1! | --!",
        "2 differences in 1 pair: 2 missing; 1 error in the files; "
        "1 pair not counted, but different",
    ]


@given(batches(), st.sampled_from(["f1=0.5", "lcs=1"]))
def test_every_format_of_every_batch(of: Batch, limit: str) -> None:
    of = replace(of, baseline=as_baseline(of, "run"), limits=(read_limit(limit),))
    for name in formats_of("batch"):
        text = render(of, name)
        assert text.endswith("\n") or (name == "brief" and not of.rows)
        assert text.replace("\n", "").isprintable() or name == "csv"
    assert violations_of(render(of, "json")) == []
    assert violations_of(render(of, "ndjson")) == []
    head, *cells = csv.reader(io.StringIO(render(of, "csv")))
    assert len(cells) == len(of.rows)
    assert {len(entry) for entry in cells} <= {len(head)}
    suite = ElementTree.fromstring(render(of, "junit"))
    assert len(suite.findall(".//testcase")) == len(of.rows)


def test_hostile_names_are_shown_in_every_format() -> None:
    made = row_of(PAIR, review(TWO.replace("(p)", "(\x1b[31m\u202ep)"), TWO))
    assert made.note.isprintable()
    for name in formats_of("batch"):
        text = render(batch(replace(made, name="]]>&<\"'|`%::\n")), name)
        assert text.replace("\n", "").isprintable()
        assert '<"' not in text or name not in ("html", "junit")


def test_the_page_tells_of_every_figure() -> None:
    page = (Path(ROOT) / "docs" / "reference" / "batch.md").read_text(encoding="utf-8")
    for kind, headlines in HEADLINES.items():
        for headline in headlines:
            assert f"| {kind}s | `{headline.name}` | {headline.meaning} |" in page
    assert len(headline_names()) == len(set(headline_names()))


def test_a_plan_that_is_missing_is_not_invalid_too() -> None:
    missing, invalid = row("a.plan", "missing", valid=0.0), row("b.plan", valid=0.0)
    assert (missing.mark, invalid.mark) == (marks.MISSING, marks.FAILING)
    of = batch(missing, invalid)
    assert "1 pair compared: 1 different; 1 missing, 1 invalid plan\n" in render(of)
    assert selected_names(of, "invalid") == ["b.plan"]


@pytest.mark.parametrize(
    ("of", "severity"),
    [
        (batch(row("p", f1=0.5)), "warning"),
        (batch(row("p", "missing", f1=0.0, valid=0.0, solved=0.0)), "warning"),
        (batch(row("p", f1=0.5, solved=1.0)), "warning"),
        (batch(row("p", f1=0.5, solved=0.5)), "error"),
        (batch(row("p", valid=0.0)), "error"),
        (batch(row("p", f1=0.5, n_errors=1)), "error"),
        (batch(row("p", "failed")), "error"),
        (batch(row("p", f1=0.5, earlier=Earlier("p", {}, 0, 1, 0))), "error"),
        (batch(row("p", f1=0.5, earlier=Earlier("p", {}, 1, 0, 1))), "warning"),
        (batch(row("p", f1=0.5), limits=(read_limit("f1=0.9"),)), "error"),
    ],
)
def test_github_is_told_of_errors_where_two_files_have_some(of: Batch, severity: str) -> None:
    commands = render(of, "github").splitlines()
    assert [command.split(" ")[0] for command in commands[:-1]] == [f"::{severity}"]


def test_github_is_told_of_ten_errors_and_ten_warnings() -> None:
    rows = [row(f"p{k}", f1=0.5, n_errors=k % 2) for k in range(24)]
    commands = render(batch(*rows), "github").splitlines()
    for name in ("error", "warning"):
        of_name = [command for command in commands if command.startswith(f"::{name}")]
        assert (len(of_name), of_name[-1]) == (10, f"::{name}::3 more pairs")


def test_problems_that_are_the_same_except_for_objects_are_renamed() -> None:
    text = "(define (problem p) (:domain d) (:objects {0} c) (:init (on {0} c)) (:goal (on c {0})))"
    ours, theirs = (FileSnapshot.of(text.format(name), name) for name in ("a", "b"))
    made = row_of(PAIR, review_problems(ours, theirs))
    assert (made.status, made.mark.sign, made.figures["f1"]) == (PairStatus.RENAMED, "»", 1.0)
    assert (made.is_compared, made.is_trouble, made.note) == (True, False, "1 object renamed")
    of = batch(made, selection=Selection("renamed"))
    assert [*of.shown] == [made]
    assert counts_text(of) == "1 pair compared: 1 renamed"
    assert of.fails


def test_actions_that_differ_in_names_and_order_only_count_as_identical() -> None:
    text = """(define (domain d) (:predicates (p ?x) (q ?x)) (:action go :parameters (?x ?y)
      :precondition (and (p ?x) (q ?y)) :effect (and (p ?y) (not (p ?x)))))"""
    other = text.replace("(p ", "(pp ").replace("(q ", "(qq ").replace("go", "move")
    other = other.replace("(?x ?y)", "(?y ?x)")
    ours, theirs = FileSnapshot.of(other, "l"), FileSnapshot.of(text, "r")
    aligned = review_domains(ours, theirs, options=CompareOptions(align=True))
    made = row_of(PAIR, aligned)
    assert (made.n_same, made.n_parts, made.figures["exact"]) == (1, 1, 1.0)
    assert row_of(PAIR, review_domains(ours, theirs)).figures["exact"] == 0.0
