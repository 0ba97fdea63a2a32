"""Texts with random damage: no exception, every range inside its text, the same after an edit.

The short run takes a second; the long one does 100,000 mutations over the corpus as well.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from plancore.diagnostic import Diagnostic, apply_edits
from plancore.ide.formatting.edits import format_edits
from plancore.project import ProjectSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.workspace import diagnostics
from support.corpus import corpus_index, decoded
from support.material import material
from support.token_damage import mutation

EXAMPLES = Path(__file__).parents[3] / "examples"
CHAIN = 25
"""So many mutations are piled up before a text is taken afresh."""
DOMAIN = "domain.pddl"

Case = tuple[str, str, str]
"""A name, the text of a file, and that of its domain (empty for a domain)."""


def test_examples_with_random_damage() -> None:
    run(example_cases(), 400, seed=1)


def test_a_closing_parenthesis_looks_past_a_lone_opening_one() -> None:
    """Found by the long run."""
    text = "(define (problem p) (:objects a)\n ( (:init (p)) :goal (p)))"
    file = FileSnapshot.of(text).edited(Span(text.index("(:init"), text.index(" (p)")), "b")
    assert told(findings(file, {})) == told(findings(FileSnapshot.of(file.text), {}))


def test_what_is_typed_behind_a_name_belongs_to_it() -> None:
    """Found by the long run."""
    text = "(define (problem p) (:objects a - person) (:init (p)))"
    at = text.index(") (:init")
    file = FileSnapshot.of(text).edited(Span(at, at), "al")
    assert told(findings(file, {})) == told(findings(FileSnapshot.of(file.text), {}))


def test_a_definition_that_changes_its_kind_is_read_again() -> None:
    """Found by the long run."""
    text = "(define (x p) (:init (p)) (:action a :effect (p)) (:types t))"
    file = FileSnapshot.of(text)
    findings(file, {})
    file = file.edited(Span(text.index("x p"), text.index("x p") + 1), "domain")
    assert told(findings(file, {})) == told(findings(FileSnapshot.of(file.text), {}))


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(2, 6))
def test_a_hundred_thousand_mutations(seed: int) -> None:
    run([*example_cases(), *corpus_cases(max_bytes=6_000)], 25_000, seed)


def run(cases: Sequence[Case], count: int, seed: int) -> None:
    rng = random.Random(seed)
    done = 0
    while done < count:
        name, text, domain = rng.choice(cases)
        others = {DOMAIN: FileSnapshot.of(domain, DOMAIN)} if domain else {}
        file = FileSnapshot.of(text, "file.pddl")
        for step in range(CHAIN):
            edit = mutation(rng, file.text)
            file = file.edited(*edit)
            found = findings(file, others, where=f"{name}, seed {seed}, mutation {done}")
            assert_inside(found, file.text, domain)
            done += 1
            if step == CHAIN - 1:
                afresh = FileSnapshot.of(file.text, "file.pddl")
                assert told(found) == told(findings(afresh, others)), file.text
                apply_edits(file.text, format_edits(file))


def findings(
    file: FileSnapshot, others: dict[str, FileSnapshot], where: str = ""
) -> tuple[Diagnostic, ...]:
    project = ProjectSnapshot({file.name: file, **others})
    try:
        return diagnostics(project, file.name)
    except Exception as error:
        error.add_note(where)
        error.add_note(file.text)
        raise


def told(found: Sequence[Diagnostic]) -> list[tuple[object, ...]]:
    """What a reader is told; how a fix cuts white space may depend on what was edited before."""
    return [(d.code, d.severity, d.span, d.message, d.related) for d in found]


def assert_inside(found: Sequence[Diagnostic], text: str, domain: str) -> None:
    for diagnostic in found:
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text), diagnostic
        for related in diagnostic.related:
            size = len(domain) if related.file == DOMAIN else len(text)
            assert 0 <= related.span.start <= related.span.end <= size, diagnostic
        for fix in diagnostic.fixes:
            apply_edits(domain if fix.file == DOMAIN else text, fix.edits)


def example_cases() -> list[Case]:
    cases = []
    for folder in sorted(EXAMPLES.iterdir()):
        files = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.pddl")}
        domain = next((t for t in files.values() if "(domain" in t), "")
        for name, text in sorted(files.items()):
            cases.append((name, text, "" if "(domain " in text else domain))
    return cases


def corpus_cases(max_bytes: int) -> list[Case]:
    root = material("corpus", "dev")
    rows = [row for row in corpus_index() if int(row["bytes"]) <= max_bytes]
    return [
        (
            row["path"],
            decoded(root / row["path"]),
            decoded(root / row["domain_file"]) if row["domain_file"] else "",
        )
        for row in rows
    ]
