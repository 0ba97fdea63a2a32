"""Checks files: what one process does with some of them.

Files that need no other are checked when they are read; problems and plans first say what they
want, as skeletons from which the links of all files can be found without their texts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from plancore.diagnostic import Severity
from plancore.lower.dialect import dialect_of
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.report.findings.checked import CheckedFile, PlacedFinding, placed
from plancore.rules.settings import RuleSettings
from plancore.snapshot import FileSnapshot
from plancore.workspace import diagnostics
from planfiles.companions import name_of, skeleton_of
from planfiles.files import read_text
from planfiles.trouble import Trouble


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """Which findings to report: those with a code in `select`, at least as severe as `least`."""

    severities: Mapping[str, Severity | None] = field(default_factory=dict)
    select: frozenset[str] | None = None
    least: Severity = Severity.HINT


class FileOutcome(NamedTuple):
    """The result for one file. While it waits for others, `skeleton` says which ones it names."""

    path: str
    file: CheckedFile | None = None
    findings: tuple[PlacedFinding, ...] = ()
    trouble: str = ""
    skeleton: str = ""
    is_waiting: bool = False


class Checker:
    """Checks files one by one; with `keep`, no file is read twice."""

    def __init__(self, options: CheckOptions, *, keep: bool = False) -> None:
        self._options = options
        self._keep = keep
        self._kept: dict[str, AnySnapshot] = {}
        self._others: dict[str, AnySnapshot] = {}

    def first(self, path: str) -> FileOutcome:
        """Check a file that needs no other; of one that does, give the skeleton."""
        return self._guarded(path, self._first)

    def second(self, path: str, others: Sequence[str]) -> FileOutcome:
        """Check a problem or a plan with the files that belong to it."""
        return self._guarded(path, lambda path: self._second(path, others))

    def _guarded(self, path: str, check: Callable[[str], FileOutcome]) -> FileOutcome:
        try:
            return check(path)
        except Trouble as problem:
            return FileOutcome(path, trouble=problem.message)
        except Exception as error:  # a bug in one rule must not cost the findings of other files
            reason = f"internal error, {type(error).__name__}: {error}"
            return FileOutcome(path, trouble=f"cannot check {path}: {reason}")

    def _first(self, path: str) -> FileOutcome:
        began = time.perf_counter()
        file = self._read(path)
        if isinstance(file, FileSnapshot) and not file.tree.forms:
            return FileOutcome(path, trouble=f"nothing to check in {path}: it is empty")
        skeleton = skeleton_of(file)
        if _wants_others(file):
            kind = "plan" if isinstance(file, PlanSnapshot) else "problem"
            read = CheckedFile(path, kind, None, time.perf_counter() - began)
            return FileOutcome(path, read, skeleton=skeleton, is_waiting=True)
        return self._checked(path, file, {}, began)._replace(skeleton=skeleton)

    def _second(self, path: str, others: Sequence[str]) -> FileOutcome:
        began = time.perf_counter()
        file = self._read(path)
        self._others = {other: self._others.get(other) or self._read(other) for other in others}
        return self._checked(path, file, self._others, began)

    def _read(self, path: str) -> AnySnapshot:
        snapshot = self._kept.get(path)
        if snapshot is None:
            snapshot = snapshot_of(read_text(path), name_of(path))
            if self._keep:
                self._kept[path] = snapshot
        return snapshot

    def _checked(
        self, path: str, file: AnySnapshot, others: Mapping[str, AnySnapshot], began: float
    ) -> FileOutcome:
        files = {file.name: (path, file)}
        for other, snapshot in others.items():
            files.setdefault(snapshot.name, (other, snapshot))
        project = ProjectSnapshot({name: snapshot for name, (_, snapshot) in files.items()})
        options = self._options
        reported = [
            diagnostic
            for diagnostic in diagnostics(project, file.name, RuleSettings(options.severities))
            if diagnostic.severity <= options.least
            and (options.select is None or diagnostic.code in options.select)
        ]
        sources = {name: (shown, snapshot.source) for name, (shown, snapshot) in files.items()}
        findings = placed(path, file.source, reported, sources)
        kind = "domain" if file.kind == "both" else file.kind
        models = [snapshot for _, snapshot in files.values()]
        checked = CheckedFile(path, kind, _dialect(models), time.perf_counter() - began)
        return FileOutcome(path, checked, findings)


def _wants_others(file: AnySnapshot) -> bool:
    """Whether `file` holds a plan, or a problem and not its domain."""
    if isinstance(file, PlanSnapshot):
        return True
    domains = {d.name for d in file.definitions if d.kind == "domain"}
    return any(d.kind == "problem" and d.domain_name not in domains for d in file.definitions)


def _dialect(files: list[AnySnapshot]) -> str | None:
    """The dialect of a file, or of a problem and its domain together; for a plan, its notation."""
    models = []
    for file in files:
        if isinstance(file, PlanSnapshot):
            return file.plan.format.value if file.plan.steps else None
        models += [model for definition in file.definitions for model in definition.models]
    return dialect_of(models) if models else None
