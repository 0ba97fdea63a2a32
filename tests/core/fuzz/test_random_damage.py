"""Texts with random damage: no exception, every range inside its text, the same after an edit.

The short run takes a second; the long one does 1,200 mutations of each of two seeds over each
corpus as well. `FUZZ_MUTATIONS=25000` makes it so many of each, `FUZZ_SEEDS=4` takes more seeds.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from plancore.diagnostic import Diagnostic, apply_edits
from plancore.ide.formatting.edits import format_edits
from plancore.ide.shape import line_folds, outline, selections
from plancore.index.summary import summarise
from plancore.project import AnySnapshot, ProjectSnapshot, snapshot_of
from plancore.source import Span
from plancore.syntax.builder import TOKEN
from plancore.workspace import Workspace, diagnostics
from support.coloured import assert_in_order, tokens_of
from support.corpus import CORPORA, corpus_index, decoded
from support.token_damage import mutation

EXAMPLES = Path(__file__).parents[3] / "examples"
CHAIN = 25
"""So many mutations are piled up before a text is taken afresh."""
DOMAIN = "domain.pddl"
NAMES = ("file.pddl", "file.pddl", "untitled", "file.plan")
SEEDS = range(2, 2 + int(os.environ.get("FUZZ_SEEDS", "2")))
MUTATIONS = int(os.environ.get("FUZZ_MUTATIONS", "1200"))
"""Of each seed."""

Case = tuple[str, str, str]
"""A name, the text of a file, and that of its domain (empty for a domain)."""


@pytest.mark.parametrize("count", [40, pytest.param(400, marks=pytest.mark.slow)])
def test_examples_with_random_damage(count: int) -> None:
    run(example_cases(), count, seed=1)


def test_a_closing_parenthesis_looks_past_a_lone_opening_one() -> None:
    """Found by the long run."""
    text = "(define (problem p) (:objects a)\n ( (:init (p)) :goal (p)))"
    assert_edit_reads_alike(text, Span(text.index("(:init"), text.index(" (p)")), "b")


def test_what_is_typed_behind_a_name_belongs_to_it() -> None:
    """Found by the long run."""
    text = "(define (problem p) (:objects a - person) (:init (p)))"
    at = text.index(") (:init")
    assert_edit_reads_alike(text, Span(at, at), "al")


def test_a_definition_that_changes_its_kind_is_read_again() -> None:
    """Found by the long run."""
    text = "(define (x p) (:init (p)) (:action a :effect (p)) (:types t))"
    at = text.index("x p")
    assert_edit_reads_alike(text, Span(at, at + 1), "domain")


def assert_edit_reads_alike(text: str, span: Span, replacement: str) -> None:
    workspace = Workspace()
    workspace.set_text("file.pddl", text)
    findings(workspace.snapshot, "file.pddl")
    workspace.edit("file.pddl", span, replacement)
    assert_read_alike(workspace, "file.pddl")


def test_a_lost_head_is_read_alike_before_and_after_reopening() -> None:
    """A `.pddl` file stays PDDL, however it is damaged; elsewhere the content decides each time."""
    text = "(define (domain d) (:predicates (p))\n(:action a :parameters () :effect (p)))"
    for name in ("file.pddl", "untitled"):
        workspace = Workspace()
        workspace.set_text(name, text)
        workspace.edit(name, Span(0, len("(define ")), "")
        assert_read_alike(workspace, name)
        workspace.edit(name, Span(0, 0), "(defin ")
        assert_read_alike(workspace, name)


def test_a_misspelt_define_is_one_however_its_name_is_lost() -> None:
    """Found by the long run: the blank in `(domain )` made a difference and goes in formatting."""
    text = "(definx (domain ))\n(:action move\n :parameters (?from ?to))"
    assert_settles(snapshot_of(text, "file.pddl"))


@pytest.mark.server_behaviour(43)
@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("corpus", CORPORA)
@pytest.mark.parametrize("seed", SEEDS)
def test_many_mutations(corpus: Path, seed: int) -> None:
    run([*example_cases(), *corpus_cases(corpus, max_bytes=6_000)], MUTATIONS, seed)


def run(cases: Sequence[Case], count: int, seed: int) -> None:
    rng = random.Random(seed)
    done = 0
    while done < count:
        title, text, domain = rng.choice(cases)
        name = rng.choice(NAMES)
        workspace = Workspace()
        if domain:
            workspace.set_text(DOMAIN, domain)
        workspace.set_text(name, text)
        for step in range(CHAIN):
            text = workspace.snapshot.files[name].text
            workspace.edit(name, *mutation(rng, text))
            where = f"{title}, seed {seed}, mutation {done}"
            found = findings(workspace.snapshot, name, where)
            assert_inside(found, workspace.snapshot.files[name].text, domain)
            done += 1
            if step % 5 == 4:
                assert_read_alike(workspace, name)
            if step % 2:
                assert_settles(workspace.snapshot.files[name])


def assert_read_alike(workspace: Workspace, name: str) -> None:
    """An edited text is the same file as the same text opened afresh."""
    edited = workspace.snapshot.files[name]
    fresh = snapshot_of(edited.text, name)
    assert type(edited) is type(fresh), edited.text
    assert edited.kind == fresh.kind, edited.text
    assert outline(edited) == outline(fresh), edited.text
    assert summarise(edited) == summarise(fresh), edited.text
    assert line_folds(edited) == line_folds(fresh), edited.text
    project = ProjectSnapshot({**workspace.snapshot.files, name: fresh})
    assert told(findings(workspace.snapshot, name)) == told(findings(project, name)), edited.text
    coloured = tokens_of(workspace.snapshot, edited)
    assert coloured == tokens_of(project, fresh), edited.text
    assert_in_order(coloured, edited.text)
    for offset in range(0, len(edited.text) + 1, max(1, len(edited.text) // 4)):
        assert_nested(selections(edited, offset), offset, edited.text)


def assert_nested(spans: Sequence[Span], offset: int, text: str) -> None:
    """Each span holds the offset and, strictly, the span before it."""
    assert all(0 <= span.start <= offset <= span.end <= len(text) for span in spans), text
    for inner, outer in pairwise(spans):
        assert outer.start <= inner.start <= inner.end <= outer.end, text
        assert inner != outer, text


def assert_settles(file: AnySnapshot) -> None:
    """The formatter has nothing more to do when it is run again, and changes no token."""
    once = apply_edits(file.text, format_edits(file))
    again = snapshot_of(once, file.name)
    assert apply_edits(once, format_edits(again)) == once, file.text
    assert tokens(once) == tokens(file.text), file.text


def tokens(text: str) -> list[str]:
    """What stands between blanks and parentheses, and the parentheses."""
    return [match.group().strip() for match in TOKEN.finditer(text)]


def findings(project: ProjectSnapshot, name: str, where: str = "") -> tuple[Diagnostic, ...]:
    try:
        return diagnostics(project, name)
    except Exception as error:
        error.add_note(where)
        error.add_note(project.files[name].text)
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


def corpus_cases(root: Path, max_bytes: int) -> list[Case]:
    rows = [row for row in corpus_index(root) if (root / row["path"]).stat().st_size <= max_bytes]
    return [
        (
            row["path"],
            decoded(root / row["path"]),
            decoded(root / row["domain_file"]) if row["domain_file"] else "",
        )
        for row in rows
    ]
