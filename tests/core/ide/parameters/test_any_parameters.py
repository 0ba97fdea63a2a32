"""Whatever is added brings no finding but about what it means, and what is then removed gives back
the bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from plancore.diagnostic import Severity, apply_edits
from plancore.ide.navigation.reach import Subject
from plancore.ide.parameters.apply import change_parameters
from plancore.ide.parameters.change import ParameterChange, Removal, declaration_of
from plancore.ide.parameters.offers import offers
from plancore.ide.rename.refusal import Refusal
from plancore.occurrences.table import SymbolKind
from plancore.project import ProjectSnapshot
from plancore.snapshot import FileSnapshot
from plancore.workspace import diagnostics
from support.corpus import LARGE_CORPORA
from support.examples import ROOT
from support.renamed_texts import all_names, corpus_projects, folder_projects, project_of

Texts = dict[str, str]
MOST_PROJECTS = 40
OF_EACH = 4
OF_MEANING = (
    "unachievable-goal",
    "unachievable-precondition",
    "inapplicable-step",
    "unreached-goal",
)
"""What an argument more may bring about, where nobody had to guess either: a parcel held for the
place where it was taken is not held for another one."""
FOLDERS = (ROOT / "tests/corpus/validation/kitchen", ROOT / "examples/delivery")


def check(projects: list[Texts], seed: int = 7) -> int:
    """How many parameters could be added to projects chosen by chance."""
    random, added, wrong = Random(seed), 0, []
    for texts in random.sample(projects, min(MOST_PROJECTS, len(projects))):
        for subject, change in islice(additions(project_of(texts), random), OF_EACH):
            project = project_of(texts)
            moved = as_in(project, subject)
            said = wrong_with(texts, project, moved, change)
            added += not said.startswith("refused")
            if said and not said.startswith("refused"):
                wrong.append(f"{moved.file.name}: {change.title(moved)}: {said}")
    assert not wrong, "\n".join(wrong)
    return added


def additions(
    project: ProjectSnapshot, random: Random
) -> Iterator[tuple[Subject, ParameterChange]]:
    """One offer of each name that has any, by chance, the names in random order."""
    names = all_names(project)
    for named in random.sample(names, len(names)):
        file = project.files[named.file]
        if named.kind in ("predicate", "function", "action") and isinstance(file, FileSnapshot):
            offered = [*offers(project, file, named.offset)]
            if offered:
                yield random.choice(offered)


def as_in(project: ProjectSnapshot, subject: Subject) -> Subject:
    """The subject in another snapshot of the project."""
    file = project.files[subject.file.name]
    assert isinstance(file, FileSnapshot)
    owner = file.definitions[subject.file.definitions.index(subject.owner)]
    return subject._replace(file=file, owner=owner)


def wrong_with(
    texts: Texts, project: ProjectSnapshot, subject: Subject, change: ParameterChange
) -> str:
    """What is wrong with a change; empty if it is right, `refused: …` if it is refused."""
    outcome = change_parameters(project, subject, change)
    if isinstance(outcome, Refusal):
        return f"refused: {outcome.message}"
    wider = texts | {key: apply_edits(texts[key], e) for key, e in outcome.edits.items()}
    after = project_of(wider)
    fresh = [f"{key}: {new}" for key in texts for new in told(after, key) - told(project, key)]
    fresh = [new for new in fresh if not new.endswith(OF_MEANING)]
    if fresh:
        return f"new: {fresh}"
    again = gone_again(wider, project, subject)
    return "" if again in ("", texts) else again if isinstance(again, str) else "other bytes"


def gone_again(wider: Texts, before: ProjectSnapshot, subject: Subject) -> Texts | str:
    """The texts after every parameter that is more than before has been removed; empty where a list
    of parameters was made, or a type written that was left out before."""
    removed = subject
    texts = wider
    for _ in range(1 + len(subject.owner.actions)):
        project = project_of(texts)
        moved = as_in(project, removed)
        declared = declaration_of(moved)
        assert declared is not None
        last = len(declared.parameters) - 1
        outcome = change_parameters(project, moved, Removal(last, declared.parameters[last].name))
        if isinstance(outcome, Refusal):
            return f"not removed: {outcome.message}"
        texts = texts | {key: apply_edits(texts[key], e) for key, e in outcome.edits.items()}
        grown = next(grown_actions(project_of(texts), subject), None)
        if grown is None:
            break
        removed = grown
    is_made = any(len(texts[key]) > len(before.files[key].text) for key in texts)
    return "" if is_made else texts


def grown_actions(after: ProjectSnapshot, subject: Subject) -> Iterator[Subject]:
    now = as_in(after, subject).owner
    for name, action in subject.owner.actions.items():
        if len(now.actions[name].parameters) > len(action.parameters):
            yield subject._replace(kind=SymbolKind.ACTION, name=name)


def told(project: ProjectSnapshot, key: str) -> Counter[str]:
    found = diagnostics(project, key)
    return Counter(d.code for d in found if d.severity <= Severity.WARNING)


@pytest.mark.parametrize("corpus", LARGE_CORPORA)
def test_files_of_others(corpus: Path) -> None:
    assert check([*corpus_projects(corpus, 12_000)]) > 20


def test_with_plans() -> None:
    assert check([*folder_projects(*FOLDERS)]) > 1
