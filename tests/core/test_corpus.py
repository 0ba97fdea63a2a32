"""No false alarm on real files: what the reference parsers accept has no finding of severity error.

Needs the corpus of the library material (see `support.material`); skipped without it.
"""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from plancore.diagnostic import Diagnostic, Severity
from plancore.project import DomainChoice
from plancore.rules.check import check, domain_in_same_file
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from support.findings import domain_of as domain_in
from support.material import material

REFERENCE: Final = {
    "fond": {"pddl"},
    "hddl": {"up", "pddl4j"},
    "pddl+": {"pddlplus", "val"},
    "ppddl": set[str](),
}
"""The parsers that count for a dialect; VAL's and Fast Downward's for everything else."""

EXCEPTIONS: Final = {
    "AI-Planning+pddl/earth_observation/domain.pddl": "action `slew` is declared twice",
    "AI-Planning+pddl/miner/p02.pddl": "facts about objects that are not declared",
    "AI-Planning+pddl/miner/p14.pddl": "facts about objects that are not declared",
    "AI-Planning+pddl/miner/p44.pddl": "facts about objects that are not declared",
    "AI-Planning+pddl/spiky-tireworld/domain.pddl": "`spiky_road` declared, `spiky-road` used",
    "AI-Planning+pddl/spiky-tireworld/p01.pddl": "`spiky_road` declared, `spiky-road` used",
    "AI-Planning+pddl/spiky-tireworld/p02.pddl": "`spiky_road` declared, `spiky-road` used",
    "AI-Planning+pddl/spiky-tireworld/p08.pddl": "`spiky_road` declared, `spiky-road` used",
    "AI-Planning+pddl/triangle-tireworld/p07.pddl": "`vehicleat` declared, `vehicle-at` used",
    "AI-Planning+pddl/triangle-tireworld/p14.pddl": "`vehicleat` declared, `vehicle-at` used",
}
"""Files that a reference parser accepts because it does not look, and that are wrong."""


@cache
def rows() -> tuple[dict[str, str], ...]:
    with (corpus() / "index.csv").open(newline="") as file:
        return tuple(row for row in csv.DictReader(file))


def corpus() -> Path:
    return material("corpus", "dev")


@cache
def snapshot(path: str) -> FileSnapshot:
    data = (corpus() / path).read_bytes()
    try:
        return FileSnapshot.of(data.decode("utf-8"), path)
    except UnicodeDecodeError:
        return FileSnapshot.of(data.decode("latin-1"), path)


def findings(row: dict[str, str]) -> tuple[Diagnostic, ...]:
    file = snapshot(row["path"])
    other = snapshot(row["domain_file"]) if row["domain_file"] else None

    def domain_of(problem: DefinitionSnapshot) -> DomainChoice:
        choice = domain_in_same_file(file)(problem)
        return choice if choice.link or other is None else domain_in(other)(problem)

    return check(file, domain_of, None, (other,) if other else ())


def is_accepted(row: dict[str, str]) -> bool:
    """Whether a parser that knows the dialect takes the file."""
    category = row["category"].rpartition(":")[2]
    if category == "ppddl":
        return row["path"].startswith("fteicht+ppddl-planner/")
    return not REFERENCE.get(category, {"val", "fd"}).isdisjoint(row["parsed_ok_by"].split())


def test_no_false_alarm(capsys: pytest.CaptureFixture[str]) -> None:
    wrong: dict[str, str] = {}
    accepted = 0
    for row in rows():
        if row["category"].startswith("invalid") or not is_accepted(row):
            continue
        accepted += 1
        source = snapshot(row["path"]).source
        errors = [d for d in findings(row) if d.severity is Severity.ERROR]
        if errors:
            first = errors[0]
            label = source.label(first.span.start)
            wrong[row["path"]] = f"{label} {first.code}: {first.message}"
    with capsys.disabled():
        print(f"\n{accepted} accepted files, {len(wrong)} with errors, all of them listed:")  # noqa: T201 - the list is asked for
        for path, reason in EXCEPTIONS.items():
            print(f"  {path}: {reason}")  # noqa: T201 - as above
    assert wrong.keys() == EXCEPTIONS.keys(), wrong


def test_every_file_is_checked_and_every_place_is_in_it() -> None:
    codes: Counter[str] = Counter()
    for row in rows():
        length = len(snapshot(row["path"]).text)
        for diagnostic in findings(row):
            codes[diagnostic.code] += 1
            assert 0 <= diagnostic.span.start <= diagnostic.span.end <= length, row["path"]
    assert codes["undeclared-predicate"] > 0


def handmade() -> list[tuple[str, str, int]]:
    """Case, file and line of the one fault of each pair of the corpus's own broken files."""
    cases = []
    for row in rows():
        path, features = row["path"], row["features"]
        if not path.startswith("invalid/handmade/") or not features.startswith("error@"):
            continue
        kind, _, rest = features.removeprefix("error@").partition(":")
        if Path(path).stem == kind:
            cases.append((path, kind, int("".join(c for c in rest[:3] if c.isdigit()))))
    return cases


def test_handmade_faults_are_found_on_their_line() -> None:
    missed = []
    for path, _, line in handmade():
        row = next(row for row in rows() if row["path"] == path)
        source = snapshot(path).source
        serious = [d for d in findings(row) if d.severity <= Severity.WARNING]
        lines = [source.line_of(d.span.start) + 1 for d in serious]
        # A `)` that is missing at the very end is placed behind the last one, not a line below.
        line = min(line, len(source.text.rstrip().splitlines()))
        if line not in lines or len(set(lines)) > 3:
            missed.append((path, line, [(n, d.code) for n, d in zip(lines, serious, strict=True)]))
    assert len(handmade()) >= 24
    assert missed == []


def test_a_good_pair_has_nothing_but_hints() -> None:
    for row in rows():
        if row["path"].startswith("invalid/handmade/00-ok/"):
            assert [d.code for d in findings(row) if d.severity < Severity.HINT] == []


def test_published_invalid_files_are_rejected() -> None:
    """The deliberately invalid files of another project; what it alone calls wrong is left out."""
    own = ("fallib", "fails", "reveal", "goals-section")
    validation = snapshot("invalid/galk-research+pddlsim/validation__domain.pddl")

    silent = []
    for row in rows():
        path = row["path"]
        if not path.startswith("invalid/galk") or any(word in path for word in own):
            continue
        file = snapshot(path)
        found = check(file, domain_in(validation), None, (validation,))
        if not any(d.severity <= Severity.INFORMATION for d in found) and "validation" not in path:
            silent.append(path)
    assert silent == []
