"""Two domains, as text and in the viewer: what is no difference, and what is a kind of change."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from support import kitchen
from support.plandiff_run import plandiff
from support.viewer import viewer

REFERENCE = """(define (domain depot)
  (:requirements :typing :durative-actions)
  (:types truck van - vehicle place parcel)
  (:predicates (at ?t - vehicle ?p - place) (in ?k - parcel ?t - vehicle)
    (free ?t - vehicle) (road ?a ?b - place))
  (:action drive
    :parameters (?t - vehicle ?a ?b - place)
    :precondition (and (at ?t ?a) (road ?a ?b))
    :effect (and (at ?t ?b) (not (at ?t ?a))))
  (:action load
    :parameters (?k - parcel ?t - truck)
    :precondition (free ?t)
    :effect (and (in ?k ?t) (not (free ?t))))
  (:durative-action wash
    :parameters (?t - truck)
    :duration (= ?duration 3)
    :condition (at start (free ?t))
    :effect (and (at start (not (free ?t))) (at end (free ?t)))))
"""
SAME = """(DEFINE (DOMAIN Depot)
  (:requirements :durative-actions :typing)
  (:types truck van - vehicle parcel place)
  (:predicates (road ?x ?y - place) (free ?v - vehicle)
     (in ?it - parcel ?into - vehicle) (at ?v - vehicle ?where - place))
  (:durative-action wash :parameters (?v - truck) :duration (= ?duration 3)
    :condition (and (at start (free ?v)))
    :effect (and (at end (free ?v)) (at start (not (free ?v)))))
  (:action LOAD :parameters (?it - parcel ?v - truck)
    :precondition (and (free ?v))
    :effect (and (not (FREE ?v)) (in ?it ?v)))
  (:action drive :parameters (?v - vehicle ?from ?to - place)
    :precondition (and (Road ?from ?to)
                       (at ?v   ?from))
    :effect (and (not (at ?v ?from)) (at ?v ?to))))
"""
"""Literals and actions in another order, other variables, case and blanks, `(and x)` for `x`."""


def write(folder: Path, learned: str, reference: str = REFERENCE) -> tuple[Path, Path]:
    files = folder / "learned.pddl", folder / "reference.pddl"
    for file, text in zip(files, (learned, reference), strict=True):
        file.write_text(text)
    return files


@pytest.mark.viewer_behaviour(11)
async def test_another_way_of_writing_is_no_difference_and_one_key_shows_the_texts(
    tmp_path: Path,
) -> None:
    files = write(tmp_path, SAME)
    run = plandiff(*files)
    assert (run.status, run.err) == (0, "")
    assert " ".join(run.out.split()).endswith(" define the same domain (3 actions).")
    assert plandiff("--width", "1000", *files).out.count("\n") == 1
    async with viewer(*files) as view:
        assert "no change" in view.lines()[-1]
        assert "(:action LOAD" not in view.text
        await view.press("t")
        assert "(:action LOAD" in view.text
        await view.press("t")
        assert "(:action LOAD" not in view.text
        await view.press("q")
    assert view.app.return_value == 0


@pytest.mark.slow
@pytest.mark.viewer_behaviour(12)
async def test_a_renamed_action_is_one_entry_with_its_similarity_and_an_unlike_one_is_not_paired(
    tmp_path: Path,
) -> None:
    pair = write(tmp_path, kitchen.LEARNED, kitchen.REFERENCE)
    text = plandiff("--align", *pair).out
    assert re.search(r"\n  rinse ⇐ wash +3/3 ", text)
    # Of itself, as hardly a name is the same.
    async with viewer(*pair) as view:
        assert "aligned" in " ".join(view.lines()[:2])
        shown = [line for line in view.lines() if "» rinse ⇐ wash" in line]
        assert any("1.00" in line for line in shown)
        assert not any("- wash" in line or "+ rinse" in line for line in view.lines())
    pair = write(tmp_path, kitchen.UNLIKE, kitchen.REFERENCE)
    text = plandiff("--align", *pair).out
    assert " unchanged, 1 missing, 1 extra\n" in text
    assert "⇐ wash" not in text
    async with viewer(*pair) as view:
        assert "» go ⇐ walk" in view.text
        assert any("- wash" in line for line in view.lines())
        assert any("+ rinse" in line for line in view.lines())


CHANGES = {
    "swapped": (
        ("(?t - vehicle ?a ?b - place)", "(?t - vehicle ?b ?a - place)"),
        ("changed-parameter", "(?t ?b ?a)", "(?t ?a ?b)"),
        "parameters swapped",
    ),
    "negated": (
        ("(at ?t ?a) (road ?a ?b))", "(at ?t ?a) (not (road ?a ?b)))"),
        ("changed-precondition", "(not (road ?a ?b))", "(road ?a ?b)"),
        "polarity",
    ),
    "at another time": (
        (":condition (at start (free ?t))", ":condition (at end (free ?t))"),
        ("changed-precondition", "(at end (free ?t))", "(at start (free ?t))"),
        "time",
    ),
    "of another type": (
        ("(?k - parcel ?t - truck)", "(?k - parcel ?t - van)"),
        ("changed-parameter", "?t - van", "?t - truck"),
        "type",
    ),
    "without a requirement": (
        (":typing ", ""),
        ("changed-requirements", "", ":typing"),
        "missing",
    ),
}


@pytest.mark.viewer_behaviour(13)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in ("swapped", "of another type") else pytest.mark.slow)
        for name in CHANGES
    ],
)
async def test_each_kind_of_change_is_one(name: str, tmp_path: Path) -> None:
    edit, (code, learned, reference), word = CHANGES[name]
    assert REFERENCE.count(edit[0]) == 1
    files = write(tmp_path, REFERENCE.replace(*edit))
    run = plandiff("--format", "csv", *files)
    assert run.status == 1
    (row,) = csv.DictReader(run.out.splitlines())
    assert (row["code"], row["learned"], row["reference"]) == (code, learned, reference)
    assert word in plandiff("--format", "side-by-side", *files).out
    async with viewer(*files) as view:
        assert "change 1/1" in view.lines()[-1]
        assert view.screen.changes.counted
