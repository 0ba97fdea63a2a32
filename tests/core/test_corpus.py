"""No false alarm: what the reference parsers accept has no finding of severity error.

On our own files of each dialect and, where it is, on the corpus of the library material.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from plancore.diagnostic import Diagnostic, Severity
from plancore.project import DomainChoice
from plancore.rules.check import check, domain_in_same_file
from plancore.snapshot import DefinitionSnapshot
from support.corpus import CORPORA, corpus_index, corpus_snapshot, decoded, up_to
from support.findings import domain_of as domain_in
from support.material import CORPUS, material

REFERENCE: Final = {
    "fond": {"pddl"},
    "hddl": {"up", "pddl4j"},
    "pddl+": {"pddlplus", "val", "kairos"},
    "ppddl": set[str](),
}
"""The parsers that count for a dialect; VAL's, Fast Downward's, kairos' for everything else."""

EXCEPTIONS: Final = {
    "AI-Planning+pddl/earth_observation/domain.pddl": "duplicate action `slew`",
    "AI-Planning+pddl/miner/p02.pddl": "facts about objects that are not declared",
    "AI-Planning+pddl/miner/p14.pddl": "facts about objects that are not declared",
    "AI-Planning+pddl/miner/p44.pddl": "facts about objects that are not declared",
    "AI-Planning+pddl/spiky-tireworld/domain.pddl": "`spiky_road` declared, `spiky-road` used",
    "AI-Planning+pddl/spiky-tireworld/p01.pddl": "`spiky_road` declared, `spiky-road` used",
    "AI-Planning+pddl/spiky-tireworld/p02.pddl": "`spiky_road` declared, `spiky-road` used",
    "AI-Planning+pddl/spiky-tireworld/p08.pddl": "`spiky_road` declared, `spiky-road` used",
    "AI-Planning+pddl/triangle-tireworld/p07.pddl": "`vehicleat` declared, `vehicle-at` used",
    "AI-Planning+pddl/triangle-tireworld/p14.pddl": "`vehicleat` declared, `vehicle-at` used",
    "oddities/aibasel+downward-benchmarks/zenotravel__domain.pddl": "no blank in `aircraft?a`",
}
"""Files that a reference parser accepts because it does not look, and that are wrong."""


def findings(corpus: Path, row: dict[str, str]) -> tuple[Diagnostic, ...]:
    return findings_in(corpus, row["path"], row["domain_file"])


@cache
def findings_in(corpus: Path, path: str, domain_file: str) -> tuple[Diagnostic, ...]:
    file = corpus_snapshot(corpus, path)
    other = corpus_snapshot(corpus, domain_file) if domain_file else None

    def domain_of(problem: DefinitionSnapshot) -> DomainChoice:
        choice = domain_in_same_file(file)(problem)
        return choice if choice.link or other is None else domain_in(other)(problem)

    return check(file, domain_of, None, (other,) if other else ())


def is_accepted(row: dict[str, str]) -> bool:
    """Whether a parser that knows the dialect takes the file."""
    category = row["category"].rpartition(":")[2]
    if category == "ppddl":
        return row["path"].startswith("fteicht+ppddl-planner/")
    return not REFERENCE.get(category, {"val", "fd", "kairos"}).isdisjoint(
        row["parsed_ok_by"].split()
    )


@pytest.mark.server_behaviour(1)
@up_to(10_000)
@pytest.mark.parametrize("corpus", CORPORA)
def test_no_false_alarm(corpus: Path, max_bytes: int, capsys: pytest.CaptureFixture[str]) -> None:
    wrong: dict[str, str] = {}
    accepted = 0
    rows = corpus_index(corpus, max_bytes)
    for row in rows:
        if row["category"].startswith("invalid") or not is_accepted(row):
            continue
        accepted += 1
        errors = [d for d in findings(corpus, row) if d.severity is Severity.ERROR]
        if errors:
            first = errors[0]
            label = corpus_snapshot(corpus, row["path"]).source.label(first.span.start)
            wrong[row["path"]] = f"{label} {first.code}: {first.message}"
    paths = {row["path"] for row in rows}
    exceptions = {path: why for path, why in EXCEPTIONS.items() if path in paths}
    with capsys.disabled():
        print(f"\n{accepted} accepted files, {len(wrong)} with errors, all of them listed:")  # noqa: T201 - the list is asked for
        for path, reason in exceptions.items():
            print(f"  {path}: {reason}")  # noqa: T201 - as above
    assert accepted > 20
    assert wrong.keys() == exceptions.keys(), wrong


@up_to(10_000)
@pytest.mark.parametrize("corpus", CORPORA)
def test_every_file_is_checked_and_every_place_is_in_it(corpus: Path, max_bytes: int) -> None:
    codes: Counter[str] = Counter()
    for row in corpus_index(corpus, max_bytes):
        length = len(decoded(corpus / row["path"]))
        for diagnostic in findings(corpus, row):
            codes[diagnostic.code] += 1
            assert 0 <= diagnostic.span.start <= diagnostic.span.end <= length, row["path"]
    assert codes["unused-object"] > 0


def test_the_files_of_the_dialects_have_nothing_but_hints() -> None:
    corpus = CORPUS / "dialects"
    found = {
        (row["path"], diagnostic.code)
        for row in corpus_index(corpus)
        for diagnostic in findings(corpus, row)
        if diagnostic.severity < Severity.HINT
    }
    assert found == set()


def handmade(corpus: Path) -> list[tuple[dict[str, str], int]]:
    """Row and line of the one fault of each pair of the material's handmade broken files."""
    cases = []
    for row in corpus_index(corpus):
        path, features = row["path"], row["features"]
        if not path.startswith("invalid/handmade/") or not features.startswith("error@"):
            continue
        kind, _, rest = features.removeprefix("error@").partition(":")
        if Path(path).stem == kind:
            cases.append((row, int("".join(c for c in rest[:3] if c.isdigit()))))
    return cases


@pytest.mark.needs("material:corpus/dev")
def test_handmade_faults_are_found_on_their_line() -> None:
    """The like of it on our own broken files, to the column: rules/test_broken.py."""
    corpus = material("corpus", "dev")
    missed = []
    for row, line in handmade(corpus):
        source = corpus_snapshot(corpus, row["path"]).source
        serious = [d for d in findings(corpus, row) if d.severity <= Severity.WARNING]
        lines = [source.line_of(d.span.start) + 1 for d in serious]
        # A `)` that is missing at the very end is placed behind the last one, not a line below.
        line = min(line, len(source.text.rstrip().splitlines()))
        if line not in lines or len(set(lines)) > 3:
            reported = [(n, d.code) for n, d in zip(lines, serious, strict=True)]
            missed.append((row["path"], line, reported))
    assert len(handmade(corpus)) >= 24
    assert missed == []
    for row in corpus_index(corpus):
        if row["path"].startswith("invalid/handmade/00-ok/"):
            assert all(d.severity >= Severity.HINT for d in findings(corpus, row))


@pytest.mark.slow
@pytest.mark.needs("material:corpus/dev")
def test_published_invalid_files_are_rejected() -> None:
    """The deliberately invalid files of another project; what it alone calls wrong is left out."""
    corpus = material("corpus", "dev")
    own = ("fallib", "fails", "reveal", "goals-section")
    validation = corpus_snapshot(corpus, "invalid/galk-research+pddlsim/validation__domain.pddl")

    silent = []
    for row in corpus_index(corpus):
        path = row["path"]
        if not path.startswith("invalid/galk") or any(word in path for word in own):
            continue
        diagnostics = check(
            corpus_snapshot(corpus, path), domain_in(validation), None, (validation,)
        )
        heard = any(d.severity <= Severity.INFORMATION for d in diagnostics)
        if not heard and "validation" not in path:
            silent.append(path)
    assert silent == []
