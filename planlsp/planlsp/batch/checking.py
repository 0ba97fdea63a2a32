"""Checks files: what one process does with some of them.

Files that need no other are checked when they are read; a problem first says which domain it
wants, as a skeleton from which the links of all files can be found without their texts.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from plancore.diagnostic import Diagnostic, Severity
from plancore.directives import directives
from plancore.model.dialect import dialect_of
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.report.findings import CheckedFile, PlacedFinding, placed
from plancore.rules.settings import RuleSettings
from plancore.snapshot import FileSnapshot
from plancore.workspace import diagnostics
from planeval.files import FileProblem, printable, read_text


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """What is to be reported: `select` limits the codes, `least` the severity."""

    severities: Mapping[str, Severity | None] = field(default_factory=dict)
    select: frozenset[str] | None = None
    least: Severity = Severity.HINT


class Outcome(NamedTuple):
    """What became of one file. `skeleton` is set while it still wants its domain."""

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
        self._domain: tuple[str, AnySnapshot] | None = None

    def first(self, path: str) -> Outcome:
        """Check a file that needs no other; of any other, find out what it wants."""
        return self._guarded(path, self._first)

    def second(self, path: str, domain: str | None) -> Outcome:
        """Check a problem with the domain in the file `domain`, or without any."""
        return self._guarded(path, lambda path: self._second(path, domain))

    def _guarded(self, path: str, check: _Check) -> Outcome:
        try:
            return check(path)
        except FileProblem as problem:
            return Outcome(path, trouble=problem.message)
        except Exception as error:  # a bug in one rule must not cost the findings of other files
            where = printable(path)
            return Outcome(
                path, trouble=f"cannot check {where}: internal error, {type(error).__name__}: {error}"
            )

    def _first(self, path: str) -> Outcome:
        began = time.perf_counter()
        file = self._read(path)
        skeleton = skeleton_of(file)
        if _wants_domain(file):
            seconds = time.perf_counter() - began
            waiting = CheckedFile(path, "problem", None, seconds)
            return Outcome(path, waiting, skeleton=skeleton, is_waiting=True)
        outcome = self._checked(path, ProjectSnapshot({file.name: file}), file, began)
        return outcome._replace(skeleton=skeleton)

    def _second(self, path: str, domain: str | None) -> Outcome:
        began = time.perf_counter()
        file = self._read(path)
        files = {file.name: file}
        if domain is not None:
            known = self._domain
            if known is None or known[0] != domain:
                known = self._domain = (domain, self._read(domain))
            files[known[1].name] = known[1]
        return self._checked(path, ProjectSnapshot(files), file, began)

    def _read(self, path: str) -> AnySnapshot:
        known = self._kept.get(path)
        if known is None:
            known = snapshot_of(read_text(path), name_of(path))
            if self._keep:
                self._kept[path] = known
        return known

    def _checked(
        self, path: str, project: ProjectSnapshot, file: AnySnapshot, began: float
    ) -> Outcome:
        options = self._options
        found = [
            diagnostic
            for diagnostic in diagnostics(project, file.name, RuleSettings(options.severities))
            if diagnostic.severity <= options.least
            and (options.select is None or diagnostic.code in options.select)
        ]
        findings = placed(
            file.name, file.source, found, {n: f.source for n, f in project.files.items()}
        )
        seconds = time.perf_counter() - began
        checked = CheckedFile(path, _kind(file), _dialect(file, project), seconds)
        shown = {file.name: path, **{name: _shown(name) for name in project.files if name != file.name}}
        return Outcome(path, checked, tuple(_renamed(finding, shown) for finding in findings))
