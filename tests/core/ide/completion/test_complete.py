"""A name that is taken out of a sound file is offered where it stood."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from plancore.diagnostic import Severity
from plancore.ide.completion.complete import complete
from plancore.occurrences import NameRole, Occurrence, SymbolKind, occurrences_of
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.workspace import Workspace, diagnostics
from support.corpus import corpus_index, decoded
from support.ferry import DOMAIN, PROBLEM
from support.material import CORPUS

NAMED = (SymbolKind.DOMAIN, SymbolKind.PROBLEM, SymbolKind.METHOD, SymbolKind.PREFERENCE)
"""What has a name of its own choice wherever it stands."""
DIALECTS = CORPUS / "dialects"


def used(file: FileSnapshot) -> Iterator[tuple[Occurrence, int]]:
    """Each name that is used, not declared, with where it stands."""
    for definition in file.definitions:
        for section, model in definition.sections:
            for form in section.forms:
                for occurrence in occurrences_of(section, model, form):
                    is_use = (
                        occurrence.role is not NameRole.DECLARES and occurrence.kind not in NAMED
                    )
                    if is_use or occurrence.kind is SymbolKind.REQUIREMENT:
                        yield occurrence, file.tree.start(form) + occurrence.start


def missed(text: str, others: dict[str, str]) -> Iterator[str]:
    """Each name that is not offered where it stands in `text`."""
    workspace = Workspace()
    for name, other in others.items():
        workspace.set_text(name, other, "pddl")
    file = workspace.set_text("here.pddl", text, "pddl")
    assert isinstance(file, FileSnapshot)
    reported = diagnostics(workspace.snapshot, "here.pddl")
    if any(each.severity <= Severity.WARNING for each in reported):
        return
    for occurrence, start in [*used(file)]:
        cut = workspace.edit("here.pddl", Span(start, start + len(occurrence.name)), "")
        items = complete(workspace.snapshot, cut, start).items
        workspace.set_text("here.pddl", text, "pddl")
        if occurrence.name not in {item.label.lower() for item in items}:
            yield f"{file.source.label(start)} {occurrence.kind} {occurrence.name}"


@pytest.mark.server_behaviour(23, "every name of the test's own sound files")
@pytest.mark.parametrize(("text", "others"), [(DOMAIN, {}), (PROBLEM, {"domain.pddl": DOMAIN})])
def test_no_name_is_missed(text: str, others: dict[str, str]) -> None:
    assert [*missed(text, others)] == []


@pytest.mark.slow
def test_no_name_of_any_dialect_is_missed() -> None:
    for row in corpus_index(DIALECTS):
        domain = row["domain_file"]
        others = {"domain.pddl": decoded(DIALECTS / domain)} if domain else {}
        assert [*missed(decoded(DIALECTS / row["path"]), others)] == [], row["path"]
