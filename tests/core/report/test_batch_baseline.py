"""Runs of many pairs that are saved, read again, and held against an earlier one."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given

from plancore.json_toml import DocumentError
from plancore.report.batch.data import as_baseline, read_batch
from plancore.report.batch.document import lost_text
from plancore.report.batch.review import Baseline, Batch, made_otherwise, names_remark
from plancore.report.batch.row import ALIGNED_APART, Chosen, NameOptions
from plancore.report.registry import render
from support.batches import batch, batches, row, selected_names

pytestmark = pytest.mark.viewer_behaviour(38)

BEFORE = batch(
    row("lower", f1=0.5),
    row("rounded", f1=0.1 + 0.2),
    row("higher", f1=0.5),
    row("undefined", f1=0.5),
    row("now-failed", f1=0.5),
    row("was-failed", "failed"),
    row("plan", kind="plan", lcs=0.5, valid=1.0),
    row("errors", f1=0.5),
    row("gone", f1=1.0),
    row("gone-missing", "missing", f1=0.0),
    row("file-gone", f1=0.0),
)
NOW = batch(
    row("lower", f1=0.4),
    row("rounded", f1=0.3),
    row("higher", f1=0.6),
    row("undefined", f1=None),
    row("now-failed", "failed"),
    row("was-failed", f1=0.1),
    row("plan", kind="plan", lcs=0.6, valid=0.0),
    row("errors", f1=0.5, n_errors=2),
    row("new", f1=0.1),
    row("file-gone", "missing", f1=0.0),
)


def test_pairs_that_are_aligned_although_the_others_are_not_are_counted() -> None:
    notes = {"a": "", "b": f"{ALIGNED_APART}; go: missing (p)", "c": ALIGNED_APART}
    rows = [row(name, f1=0.5, note=note) for name, note in notes.items()]
    said = "\nby name; 2 pairs aligned: almost no names in common\n"
    assert said in render(batch(*rows, names=NameOptions()), "text")


@pytest.mark.viewer_behaviour(40)
def test_what_is_worse_than_before() -> None:
    of = replace(NOW, baseline=as_baseline(BEFORE, "run.json"))
    assert {row.name: of.regressions(row) for row in of.worse} == {
        "lower": ("f1 0.500 → 0.400",),
        "undefined": ("f1 0.500 → undefined",),
        "now-failed": ("cannot be compared any more",),
        "plan": ("valid 1.000 → 0.000",),
        "errors": ("errors 0 → 2",),
        "file-gone": ("the learned file is gone",),
    }
    assert of.gone == ("gone", "gone-missing")
    assert [row.name for row in of.lost] == ["gone"]
    assert [of.delta(row) for row in of.rows[:4]] == [
        pytest.approx(-0.1),
        0,
        pytest.approx(0.1),
        None,
    ]
    assert selected_names(of, "worse") == [
        "lower",
        "undefined",
        "now-failed",
        "plan",
        "errors",
        "file-gone",
    ]
    assert selected_names(of, order="delta")[:3] == ["lower", "rounded", "errors"]
    assert of.fails
    text = render(of)
    assert "Worse than in run.json" in text
    assert "  gone: gone" in text
    assert "1 pair gone that had nothing compared: gone-missing" in text
    assert ", 7\n    worse\n" in text


@pytest.mark.viewer_behaviour(40)
def test_one_line_for_each_pair_says_what_is_worse_and_how_many_are() -> None:
    of = replace(NOW, baseline=as_baseline(BEFORE, "run.json"))
    brief = render(of, "brief").splitlines()
    assert brief[0].endswith("lower  F1 0.400; worse: f1 0.500 → 0.400")
    assert brief[-1] == "7 pairs worse than in run.json, 1 of them gone"
    assert len(brief) == len(of.rows) + 1
    assert (
        render(of, "stat")
        .splitlines()[-1]
        .endswith("; 7 pairs worse than in run.json, 1 of them gone")
    )
    alike = replace(BEFORE, baseline=as_baseline(BEFORE, "run.json"))
    for name in ("brief", "stat"):
        assert render(alike, name).rstrip().endswith("no pair worse than in run.json")
        assert "worse" not in render(BEFORE, name)


@pytest.mark.viewer_behaviour(40)
def test_a_pair_that_is_gone_fails_in_every_format() -> None:
    of = batch(row("r", "missing", f1=0.0), baseline=as_baseline(batch(row("l/r", f1=0.5)), "run"))
    assert of.fails
    assert ElementTree.fromstring(render(of, "junit"))[0][-1].attrib["name"] == "l/r"
    assert "::error title=l/r::gone" in render(of, "github")
    assert json.loads(render(of, "json"))["baseline"] == {
        "file": "run",
        "names": {"aligned": False, "mapping": None},
        "options": {},
        "worse": 1,
        "gone": ["l/r"],
    }
    assert ": gone</li>" in render(of, "html")
    assert lost_text(of) == ["1 pair of run gone: l/r"]


@pytest.mark.slow
@given(batches(), batches())
def test_no_pair_that_was_compared_is_gone_unnoticed(before: Batch, now: Batch) -> None:
    of = replace(now, baseline=as_baseline(before, "run"))
    compared = {row.name for row in before.rows if row.is_compared}
    there = {row.name for row in now.rows if row.is_compared}
    told = {row.name for row in (*of.worse, *of.lost)}
    assert compared - there <= told


@pytest.mark.viewer_behaviour(40)
@given(batches())
def test_a_saved_run_is_read_as_it_was_and_is_no_worse_than_itself(of: Batch) -> None:
    text = render(of, "json")
    again = read_batch(json.loads(text))
    assert again == of
    assert render(again, "json") == text
    held = replace(again, baseline=as_baseline(of, "run"))
    assert held.worse == ()
    assert not held.fails


@pytest.mark.viewer_behaviour(40)
@pytest.mark.parametrize(
    ("now", "then", "kind", "said"),
    [
        (NameOptions(), NameOptions(), "domain", ""),
        (NameOptions(True), NameOptions(True), "domain", ""),
        (NameOptions(True), NameOptions(), "domain", "compared aligned, but old.json by name: "),
        (NameOptions(), NameOptions(True), "domain", "compared by name, but old.json aligned: "),
        (
            NameOptions(),
            NameOptions(True, "m/p.json"),
            "domain",
            "by name, but old.json aligned with p.json",
        ),
        (NameOptions(True), None, "domain", "old.json does not record how names were matched"),
        (NameOptions(True), NameOptions(), "problem", ""),
        (
            NameOptions(),
            NameOptions(False, "p.json"),
            "problem",
            "by name, but old.json with p.json",
        ),
        (NameOptions(True), NameOptions(), "plan", ""),
    ],
)
def test_a_baseline_whose_names_were_taken_otherwise_is_told(
    now: NameOptions, then: NameOptions | None, kind: str, said: str
) -> None:
    rows = row("a", "same", kind), row("b", "same", kind)
    of = batch(*rows, names=now, baseline=Baseline("old.json", {}, then))
    assert said in names_remark(of)
    assert bool(said) is bool(names_remark(of))
    for name in ("text", "markdown", "html"):
        assert (names_remark(of) in render(of, name)) or not said
    document = json.loads(render(of, "json"))
    assert document["names"] == {"aligned": now.is_aligned, "mapping": now.mapping}
    written = None if then is None else {"aligned": then.is_aligned, "mapping": then.mapping}
    assert document["baseline"]["names"] == written


@pytest.mark.viewer_behaviour(40)
@pytest.mark.parametrize(
    ("now", "then", "kind", "said"),
    [
        ({}, {}, "domain", ""),
        ({}, None, "domain", ""),
        (None, {"plans": ("a",)}, "domain", ""),
        ({"plans": ("a", "b")}, {}, "domain", "with --plans a --plans b, but old.json as usual: "),
        ({}, {"evidence": False}, "domain", "as usual, but old.json with --no-evidence: "),
        ({}, {"modulo-commuting": True}, "domain", ""),
        (
            {},
            {"modulo-commuting": True},
            "plan",
            "as usual, but old.json with --modulo-commuting: ",
        ),
        ({"problem": "p"}, {"problem": "q"}, "plan", "problem p, but old.json with --problem q"),
    ],
)
def test_a_baseline_that_was_made_with_other_options_is_told(
    now: Chosen | None, then: Chosen | None, kind: str, said: str
) -> None:
    rows = row("a", "same", kind), row("b", "same", kind)
    of = batch(*rows, chosen=now, baseline=Baseline("old.json", {}, NameOptions(), then))
    told = [*made_otherwise(of)]
    assert len(told) == bool(said)
    for name in ("text", "markdown", "html"):
        assert not said or said in told[0]
        assert not said or "old.json" in render(of, name)
    document = json.loads(render(of, "json"))
    assert document["options"] == (None if now is None else json.loads(json.dumps(now)))
    assert (document["baseline"]["options"] is None) is (then is None)


@pytest.mark.parametrize(
    "options", [{"plans": "a"}, {"plans": [1]}, {"name": True}, {"theme": "nord"}, ["plans"]]
)
def test_what_was_chosen_is_read_as_it_is_written_or_not_at_all(options: object) -> None:
    document = json.loads(render(batch(row("a", f1=1.0)), "json"))
    assert read_batch(document).chosen == {}
    with pytest.raises(DocumentError):
        read_batch(document | {"options": options})
    del document["options"]
    assert read_batch(document).chosen is None


def test_what_an_earlier_version_called_the_same_is_doubtful_with_errors() -> None:
    document = json.loads(render(batch(row("a", "same", f1=1.0, n_errors=1)), "json"))
    assert document["pairs"][0]["status"] == "same"
    assert [row.status.value for row in read_batch(document).rows] == ["doubtful"]


def test_a_run_that_was_saved_without_its_names_is_read() -> None:
    document = json.loads(render(batch(row("a", f1=1.0)), "json"))
    del document["names"]
    old = read_batch(document)
    assert old.names is None
    assert as_baseline(old, "old").names is None
    with pytest.raises(DocumentError):
        read_batch(document | {"names": {"aligned": 1, "mapping": None}})


@pytest.mark.parametrize(
    "document",
    [
        *([], {}, {"format": "plandiff"}, {"format": "plandiff batch", "version": 1}),
        {"format": "plandiff batch", "version": 2},
        {"format": "plandiff batch", "version": 2, "learned": "l", "reference": "r", "pairs": [1]},
        {"format": "plandiff batch", "version": 2, "learned": "l", "reference": 1, "pairs": []},
    ],
)
def test_what_is_no_saved_run_is_told(document: object) -> None:
    with pytest.raises(DocumentError):
        read_batch(document)
