"""What renaming does to a project, judged by what it does not use: models, findings and bytes."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from plancore.diagnostic import Severity, apply_edits
from plancore.ide.navigation.references import references
from plancore.ide.navigation.symbols import mentions, subject_at
from plancore.ide.rename.conflicts import Refusal
from plancore.ide.rename.rename import Renaming, rename
from plancore.occurrences import occurrences_in, plan_occurrences
from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.workspace import Workspace, diagnostics
from support.corpus import corpus_index, decoded


class Named(NamedTuple):
    """A name of a project: one of its places, its kind and its spellings."""

    file: str
    offset: int
    kind: str
    name: str
    spellings: frozenset[str]


def project_of(texts: dict[str, str]) -> ProjectSnapshot:
    """The texts as a project."""
    workspace = Workspace()
    for name, text in texts.items():
        workspace.set_text(name, text)
    return workspace.snapshot


def corpus_projects(root: Path, most: int) -> Iterator[dict[str, str]]:
    """Each domain of a corpus with the problems that are for it, none longer than `most`."""
    rows = corpus_index(root, most)
    for row in rows:
        if row["kind"] != "problem":
            paths = [row["path"], *(r["path"] for r in rows if r["domain_file"] == row["path"])]
            yield {path: decoded(root / path) for path in paths[:4]}


def folder_projects(*folders: Path) -> Iterator[dict[str, str]]:
    """The models below each folder and three of its plans, as if they stood in one."""
    for folder in folders:
        plans = sorted(folder.rglob("*.plan"))[:3]
        yield {path.name: decoded(path) for path in (*sorted(folder.rglob("*.pddl")), *plans)}


def all_names(project: ProjectSnapshot) -> list[Named]:
    """Everything that has a name, each once."""
    named: list[Named] = []
    seen: set[tuple[str, int]] = set()
    for key, file in project.files.items():
        if isinstance(file, PlanSnapshot):
            starts = [occurrence.start for occurrence in plan_occurrences(file.plan.steps)]
        else:
            starts = [
                span.start
                for definition in file.definitions
                for _, span in occurrences_in(file, definition)
            ]
        for start in starts:
            if (key, start) in seen:
                continue
            subject = subject_at(project, file, start)
            if subject is None:
                continue
            places = [*references(project, subject)]
            spellings = frozenset(project.files[p.file].text[slice(*p.span)] for p in places)
            named.append(Named(key, start, subject.kind.value, subject.name, spellings))
            seen.update((place.file, place.span.start) for place in places)
    return named


def wrong_with(project: ProjectSnapshot, named: Named, new: str) -> str:
    """What is wrong with renaming to `new`; empty if it is right, `refused: …` if it is refused."""
    renaming = rename(project, project.files[named.file], named.offset, new)
    if isinstance(renaming, Refusal):
        return f"refused: {renaming.message}"
    texts = {key: file.text for key, file in project.files.items()}
    after = project_of(texts | _edited(texts, renaming))
    wrong = [
        *_model_differences(project, after, named.name, renaming.new.lower()),
        *_new_findings(project, after),
    ]
    if len(named.spellings) == 1 and _can_go_back(project, named, new):
        wrong += _not_undone(texts, after, renaming, *named.spellings)
    return "; ".join(wrong)


def _edited(texts: dict[str, str], renaming: Renaming) -> dict[str, str]:
    return {key: apply_edits(texts[key], edits) for key, edits in renaming.edits.items()}


def _can_go_back(project: ProjectSnapshot, named: Named, new: str) -> bool:
    """Not one of two parameters of same name, nor a domain that is given the name that a
    problem of it asks for already."""
    if named.kind == "domain":
        return not any(mentions(file.text, new) for file in project.files.values())
    codes = (code for key in project.files for code, _ in _findings(project, key))
    return "duplicate-parameter" not in codes


def _model_differences(
    before: ProjectSnapshot, after: ProjectSnapshot, old: str, new: str
) -> Iterator[str]:
    for key in before.files:
        for pair in _differing(_model(before, key), _model(after, key)):
            if not _is_renamed(*pair, old, new):
                yield f"{key}: {pair[0]!r} became {pair[1]!r}"


def _is_renamed(before: object, after: object, old: str, new: str) -> bool:
    """Whether the name is all that differs, be it a word of text that could not be read."""
    if not isinstance(before, str):
        return False
    return re.sub(r"[^\s()]+", lambda word: new if word[0] == old else word[0], before) == after


def _model(project: ProjectSnapshot, key: str) -> Any:
    file = project.files[key]
    if isinstance(file, PlanSnapshot):
        return file.plan.steps
    return [d.problem if d.kind == "problem" else d.domain for d in file.definitions]


def _differing(before: Any, after: Any) -> Iterator[tuple[Any, Any]]:
    """The leaves of two models that are not equal, in pairs; models of other shapes as such."""
    if type(before) is not type(after):
        yield before, after
    elif dataclasses.is_dataclass(before):
        for field in dataclasses.fields(before):
            if field.compare:
                yield from _differing(getattr(before, field.name), getattr(after, field.name))
    elif isinstance(before, (list, tuple)):
        if len(before) != len(after):
            yield before, after
            return
        for one, other in zip(before, after, strict=True):
            yield from _differing(one, other)
    elif before != after:
        yield before, after


def _new_findings(before: ProjectSnapshot, after: ProjectSnapshot) -> Iterator[str]:
    for key in before.files:
        fresh = _findings(after, key) - _findings(before, key)
        yield from (f"{key}: new finding {code}" for code, _ in fresh)


def _findings(project: ProjectSnapshot, key: str) -> Counter[tuple[str, Severity]]:
    return Counter((finding.code, finding.severity) for finding in diagnostics(project, key))


def _not_undone(
    texts: dict[str, str], after: ProjectSnapshot, renaming: Renaming, old: str
) -> Iterator[str]:
    key, edits = next(iter(renaming.edits.items()))
    back = rename(after, after.files[key], edits[0].span.start, old)
    if isinstance(back, Refusal):
        if not back.message.startswith("invalid name"):  # the old name was illegal
            yield f"not undone: {back.message}"
        return
    after_texts = {key: file.text for key, file in after.files.items()}
    if after_texts | _edited(after_texts, back) != texts:
        yield "undone to another text"
