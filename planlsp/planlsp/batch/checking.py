"""Checks files: what one process does with some of them.

Files that need no other are checked when they are read; problems and plans first say what they
want, as skeletons from which the links of all files can be found without their texts.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from plancore.diagnostic import Diagnostic, Severity
from plancore.lower.dialect import dialect_of
from plancore.project import AnySnapshot, PlanSnapshot, snapshot_of
from plancore.report.findings.checked import CheckedFile, PlacedFinding, placed
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER
from planfiles.companions import skeleton_of
from planfiles.files import read_text
from planfiles.trouble import Trouble
from planlsp.batch.comparing import Comparing
from planlsp.batch.settings import shown
from planlsp.session.answers.findings import Findings
from planlsp.session.answers.terms import terms_now
from planlsp.session.settings.folder_settings import FolderSettings
from planlsp.session.uris import path_of, uri_of


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """Under which `settings` to check, and which findings to report: those with a code in `select`,
    at least as severe as `least`. No file in a folder without settings of its own may point out of
    that and the `roots`."""

    settings: FolderSettings = field(default_factory=FolderSettings)
    roots: tuple[str, ...] = ()
    select: frozenset[str] | None = None
    least: Severity = Severity.HINT

    def reports(self, finding: Diagnostic | PlacedFinding) -> bool:
        """Whether a finding is one of those."""
        is_selected = self.select is None or finding.code in self.select
        return is_selected and finding.severity <= self.least


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
        self._compared = Comparing(options.settings, options.roots)
        self._findings = Findings(most=None)
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
            snapshot = snapshot_of(read_text(path), uri_of(os.path.abspath(path)))
            if self._keep:
                self._kept[path] = snapshot
        return snapshot

    def _checked(
        self, path: str, file: AnySnapshot, others: Mapping[str, AnySnapshot], began: float
    ) -> FileOutcome:
        paths = {snapshot.name: other for other, snapshot in others.items()}
        paths[file.name] = path
        models = self._compared.models(file, others.values())
        terms = terms_now(models, file.name, NEVER)
        reported = [
            diagnostic
            for diagnostic in self._findings.diagnostics(models, file.name, terms)
            if self._options.reports(diagnostic)
        ]
        self._findings.keep(())
        sources = {
            name: (paths.get(name) or shown(path_of(name) or name), snapshot.source)
            for name, snapshot in models.files.files.items()
        }
        findings = placed(path, file.source, reported, sources)
        kind = "domain" if file.kind == "both" else file.kind
        seconds = time.perf_counter() - began
        checked = CheckedFile(path, kind, _dialect([file, *others.values()]), seconds)
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
