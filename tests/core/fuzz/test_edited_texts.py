"""Texts of a corpus, edited at random: what is said of them is what is said of the same text read
afresh, and every place lies in the text.

`FUZZ_SEED=2` tries other edits, `FUZZ_TEXTS=2000` so many texts.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from plancore.diagnostic import Diagnostic
from plancore.ide.shape import OutlineItem, folds, outline, selections
from plancore.ide.tokens import parts
from plancore.index.summary import summarise
from plancore.project import AnySnapshot, ProjectSnapshot
from plancore.source import Span
from plancore.workspace import Workspace, diagnostics
from support.corpus import LARGE_CORPORA, corpus_index, decoded
from support.token_damage import mutation

SEED: Final = int(os.environ.get("FUZZ_SEED", "1"))
TEXTS: Final = int(os.environ.get("FUZZ_TEXTS", "25"))
LONGEST: Final = 12_000
EDITS: Final = 4


@pytest.mark.server_behaviour(43, "edited texts of a corpus, as if read afresh")
@pytest.mark.parametrize("corpus", LARGE_CORPORA)
def test_what_is_said_of_an_edited_text(corpus: Path) -> None:
    rng = random.Random(SEED)
    rows = corpus_index(corpus, LONGEST)
    for _ in range(TEXTS):
        row = rng.choice(rows)
        domain = decoded(corpus / row["domain_file"]) if row["domain_file"] else ""
        workspace = opened(decoded(corpus / row["path"]), domain)
        for _ in range(EDITS):
            everything(workspace)
            text = workspace.snapshot.files["here.pddl"].text
            workspace.edit("here.pddl", *mutation(rng, text))
            text = workspace.snapshot.files["here.pddl"].text
            said = everything(workspace)
            assert said == everything(opened(text, domain)), row["path"]
            check_places(workspace, rng)


def opened(text: str, domain: str) -> Workspace:
    workspace = Workspace()
    if domain:
        workspace.set_text("domain.pddl", domain)
    workspace.set_text("here.pddl", text, "pddl")
    return workspace


def everything(workspace: Workspace) -> tuple[Any, ...]:
    """Findings, outline, tokens, folds and symbols."""
    project, file = here(workspace)
    return (
        diagnostics(project, "here.pddl"),
        outline(file),
        [
            (part.span.start + token.start, part.span.start + token.end, *token[2:])
            for part in parts(project, file)
            for token in part.tokens()
        ],
        folds(file),
        summarise(file),
    )


def here(workspace: Workspace) -> tuple[ProjectSnapshot, AnySnapshot]:
    project = workspace.snapshot
    return project, project.files["here.pddl"]


def check_places(workspace: Workspace, rng: random.Random) -> None:
    project, file = here(workspace)
    size = len(file.text)
    for span in (*places(diagnostics(project, "here.pddl")), *outlined(outline(file))):
        assert 0 <= span.start <= span.end <= size
    offset = rng.randint(0, size)
    chosen = selections(file, offset)
    assert all(span.contains(offset) for span in chosen)
    for inner, outer in pairwise(chosen):
        assert outer.start <= inner.start <= inner.end <= outer.end
        assert inner != outer


def places(found: tuple[Diagnostic, ...]) -> Iterator[Span]:
    for finding in found:
        yield finding.span
        yield from (related.span for related in finding.related if related.file is None)
        yield from (e.span for fix in finding.fixes if fix.file is None for e in fix.edits)


def outlined(items: tuple[OutlineItem, ...]) -> Iterator[Span]:
    for item in items:
        yield from (item.span, item.name_span)
        yield from outlined(item.children)
