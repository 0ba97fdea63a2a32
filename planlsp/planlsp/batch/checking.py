"""A run of `planlsp check`: check each file together with its domain, problem and references.

Files that need no others are checked as soon as they are read. Problems and plans first yield a
skeleton; all files are linked by their skeletons, without their texts, and then checked.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from plancore.conflict_markers import is_unsettled
from plancore.diagnostic import Diagnostic, Edit, Severity
from plancore.model.plan import Tolerances
from plancore.model.requirements import dialect_of
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.report.findings.document import CheckedFile, FindingsReport, PlacedFinding, placed
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint
from plancore.workspace import diagnostics
from planfiles.command import Progress
from planfiles.companions import FileLinks, skeleton_of
from planfiles.errors import UserError
from planfiles.files import is_inside, read_exactly, read_text
from planfiles.folders import Inputs
from planfiles.workers import LOST, in_processes
from planlsp.batch.groups import groups, processes
from planlsp.session.answers.findings import Findings
from planlsp.session.answers.terms import terms_now
from planlsp.session.links import ReferencedFile, wanted_mapping, wanted_reference
from planlsp.session.settings.folder_settings import NAME, FolderSettings, SettingsReader, is_below
from planlsp.session.settings.settings import Settings
from planlsp.session.texts.documents import DiskReader, OpenDocument, Unreadable
from planlsp.session.uris import path_of, uri_of
from planlsp.session.view import AnalysisState

if TYPE_CHECKING:
    from planlsp.batch.formatting import Changed, Mode

_BARE_LINE_FEED: Final = re.compile(r"(?<!\r)\n")


def settings_for(
    paths: Iterable[str],
    severities: Mapping[str, Severity | None],
    separation: float | None = None,
    duration: float | None = None,
) -> FolderSettings:
    """The settings for the files at these paths: those of the nearest `planlsp.toml` in or above
    the folder of each. `severities` and tolerances given here override them."""
    found = SettingsReader(DiskReader()).current(tuple(_settings_folders(paths)))

    def under(settings: Settings) -> Settings:
        stated = settings.tolerances
        tolerances = Tolerances(
            stated.separation if separation is None else separation,
            stated.duration if duration is None else duration,
        )
        all_severities = {**settings.severities, **severities}
        return replace(settings, severities=all_severities, tolerances=tolerances)

    folders = {root: under(settings) for root, settings in found.folders.items()}
    return FolderSettings(under(found.everywhere), folders, found.files)


def faults_of(settings: FolderSettings, *, with_excerpts: bool) -> Iterator[PlacedFinding]:
    """The errors in the settings files."""
    for path, file in settings.files.items():
        name = shown(path)
        yield from placed(name, file.source, file.faults, {}, with_excerpts=with_excerpts)


def shown(path: str) -> str:
    """An absolute path as reported: relative to the current folder if it is below it."""
    here = os.path.join(os.getcwd(), "")
    return path.removeprefix(here)


def _spelt_like(path: str, other: str) -> str:
    """The absolute path `other` in the style of `path`: absolute, or beginning with `./`, if
    `path` is."""
    if os.path.isabs(path):
        return other
    told, here = shown(other), os.path.join(os.curdir, "")
    return here + told if path.startswith(here) and not os.path.isabs(told) else told


def _settings_folders(paths: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for path in paths:
        folder = os.path.dirname(os.path.abspath(path))
        while folder not in seen:
            seen.add(folder)
            if os.path.lexists(os.path.join(folder, NAME)):
                yield folder
            folder = os.path.dirname(folder)


@dataclass(slots=True)
class Comparing:
    """Adds the references and name mappings of files. A line in a file can only name files in the
    folder whose settings apply to it or, if none do, in the `roots`."""

    settings: FolderSettings
    roots: tuple[str, ...]
    _disk: DiskReader | None = None  # made in the process that uses it: it cannot be pickled
    _read: dict[str, AnySnapshot] = field(default_factory=dict)

    def models(self, file: AnySnapshot, others: Iterable[AnySnapshot]) -> AnalysisState:
        """A file with the `others` that belong to it and their references. Plans are also executed
        in the references of their domains."""
        files = {other.name: other for other in (file, *others)}
        references = {
            key: wanted
            for key in _compared(file, files.values())
            if (wanted := self._reference(files[key])) is not None
        }
        mapping = wanted_mapping(_document(file), self._roots(file))
        unreadable: dict[str, str] = {}
        read: dict[str, AnySnapshot] = {}
        for key in (each.key for each in references.values()):
            if key is not None and key not in files:
                text = self._text(key, unreadable)
                if text is not None:
                    read[key] = self._snapshot(key, text)
        self._read = read
        mapping_key = mapping.key if mapping else None
        mapping_text = self._text(mapping_key, unreadable) if mapping_key else None
        named = {key: wanted.key for key, wanted in references.items() if wanted.key is not None}
        return AnalysisState(
            self.settings,
            ProjectSnapshot({**files, **read}, named),
            references,
            {file.name: mapping} if mapping else {},
            {mapping_key: mapping_text} if mapping_key and mapping_text else {},
            unreadable,
        )

    def _reference(self, file: AnySnapshot) -> ReferencedFile | None:
        settings = self.settings.at(path_of(file.name))
        return wanted_reference(_document(file), {}, settings, self._roots(file))

    def _roots(self, file: AnySnapshot) -> tuple[str, ...]:
        path = path_of(file.name) or ""
        around = [root for root in self.settings.folders if is_below(path, root)]
        return (max(around, key=len),) if around else self.roots

    def _text(self, key: str, unreadable: dict[str, str]) -> SourceText | None:
        self._disk = self._disk or DiskReader()
        text = self._disk.read(path_of(key) or "")
        if isinstance(text, Unreadable):
            unreadable[key] = text.reason
            return None
        return text

    def _snapshot(self, key: str, text: SourceText) -> AnySnapshot:
        known = self._read.get(key)
        return known if known and known.text == text.text else snapshot_of(text.text, key)


def _compared(file: AnySnapshot, files: Iterable[AnySnapshot]) -> Iterator[str]:
    """The names of the files whose references affect the diagnostics in `file`."""
    yield file.name
    if isinstance(file, PlanSnapshot):
        for other in files:
            if isinstance(other, FileSnapshot) and other.first("domain") is not None:
                yield other.name


def _document(file: AnySnapshot) -> OpenDocument:
    return OpenDocument(file.name, file.name, "", 0, file.source)


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """The settings, and which diagnostics to report: those with a code in `select` (None: all) that
    are at least as severe as `least`. Files to which no settings file applies can only name files
    in the `roots`. With `excerpts`, diagnostics include the lines that they are about. With
    `fixes` the safe fixes of these diagnostics are applied, and nothing is reported."""

    settings: FolderSettings = field(default_factory=FolderSettings)
    roots: tuple[str, ...] = ()
    select: frozenset[str] | None = None
    least: Severity = Severity.HINT
    excerpts: bool = False
    fixes: Mode | None = None

    def reports(self, finding: Diagnostic | PlacedFinding) -> bool:
        """Whether these options select a diagnostic."""
        is_selected = self.select is None or finding.code in self.select
        return is_selected and finding.severity <= self.least


class FileOutcome(NamedTuple):
    """The result for one file. While it waits for others, `skeleton` has the names that link it."""

    path: str
    file: CheckedFile | None = None
    findings: tuple[PlacedFinding, ...] = ()
    trouble: str = ""
    skeleton: str = ""
    is_waiting: bool = False
    fixed: Changed | None = None


class BatchChecker:
    """Checks single files. With `keep`, each is read only once. `checkpoint` may end the work."""

    def __init__(
        self, options: CheckOptions, *, keep: bool = False, checkpoint: Checkpoint = NEVER
    ) -> None:
        self._options, self._checkpoint = options, checkpoint
        self._compared = Comparing(options.settings, options.roots)
        self._findings = Findings(most=None)
        self._keep = keep
        self.read: dict[str, AnySnapshot] = {}
        """The kept files by path."""
        self._others: dict[str, AnySnapshot] = {}

    def first(self, path: str) -> FileOutcome:
        """Check a file that needs no others. If it does, return its skeleton."""
        return self._guarded(path, self._first)

    def second(self, path: str, others: Sequence[str]) -> FileOutcome:
        """Check a problem or a plan with the files that belong to it."""
        return self._guarded(path, lambda path: self._second(path, others))

    def _guarded(self, path: str, check: Callable[[str], FileOutcome]) -> FileOutcome:
        try:
            return check(path)
        except UserError as problem:
            return FileOutcome(path, trouble=problem.message)
        except Exception as error:  # a bug in a rule must not affect other files
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
        snapshot = self.read.get(path)
        if snapshot is None:
            name = uri_of(os.path.abspath(path))
            snapshot = snapshot_of(read_text(path), name, checkpoint=self._checkpoint)
            for definition in () if isinstance(snapshot, PlanSnapshot) else snapshot.definitions:
                definition.lower(self._checkpoint)
            if self._keep:
                self.read[path] = snapshot
        return snapshot

    def _checked(
        self, path: str, file: AnySnapshot, others: Mapping[str, AnySnapshot], began: float
    ) -> FileOutcome:
        if self._options.fixes is not None:
            fixed = self._fixed(path, file, others.values(), self._options.fixes)
            return FileOutcome(path, fixed=fixed, trouble="" if fixed is None else fixed.trouble)
        paths = {snapshot.name: other for other, snapshot in others.items()}
        paths[file.name] = path
        if isinstance(file, PlanSnapshot):
            file.read(self._checkpoint)
        models = self._compared.models(file, others.values())
        terms = terms_now(models, file.name, self._checkpoint)
        found = self._findings.diagnostics(models, file.name, terms, self._checkpoint)
        if len(others) > 1 and isinstance(file, FileSnapshot):
            # Imported late: few problems have several domains.
            from planlsp.batch.misfits import misfits

            found = (*found, *misfits(models, file, others, found))
        reported = [diagnostic for diagnostic in found if self._options.reports(diagnostic)]
        self._findings.keep(())
        sources = {
            name: (paths.get(name) or _spelt_like(path, path_of(name) or name), snapshot.source)
            for name, snapshot in models.files.files.items()
        }
        excerpts = self._options.excerpts
        findings = placed(path, file.source, reported, sources, with_excerpts=excerpts)
        kind = "domain" if file.kind == "both" else file.kind
        seconds = time.perf_counter() - began
        checked = CheckedFile(path, kind, _dialect([file, *others.values()]), seconds)
        return FileOutcome(path, checked, findings)

    def _fixed(
        self, path: str, file: AnySnapshot, others: Iterable[AnySnapshot], mode: Mode
    ) -> Changed | None:
        """The file with the safe fixes of its diagnostics; None for a plan. Raises UserError."""
        if not isinstance(file, FileSnapshot):
            return None
        # Imported late: most runs fix nothing.
        from plancore.ide.refactor import fix_all
        from planlsp.batch.formatting import UNSETTLED, Changed, changed

        text, state = read_exactly(path)
        if is_unsettled(text):
            return Changed(path, trouble=f"cannot fix {path}: {UNSETTLED}")
        if not is_inside(path, os.path.abspath(path), self._options.roots):
            return Changed(path, trouble=f"cannot fix {path}: it is a link to a file elsewhere")
        files = ProjectSnapshot({other.name: other for other in others})
        settings = self._options.settings.at(path_of(file.name)).rules

        def check(now: FileSnapshot) -> list[Diagnostic]:
            found = diagnostics(files.with_files({now.name: now}), now.name, settings)
            return [each for each in found if self._options.reports(each)]

        fix = fix_all(FileSnapshot.of(text, file.name), check)
        edits = () if fix is None else fix.edits
        if "\r\n" in text and not _BARE_LINE_FEED.search(text):
            edits = tuple(Edit(at, _BARE_LINE_FEED.sub("\r\n", new)) for at, new in edits)
        return changed(path, text, state, edits, mode)


def _wants_others(file: AnySnapshot) -> bool:
    """Whether `file` is a plan, or has a problem without its domain."""
    if isinstance(file, PlanSnapshot):
        return True
    domains = {d.name for d in file.definitions if d.kind == "domain"}
    return any(d.kind == "problem" and d.domain_name not in domains for d in file.definitions)


def _dialect(files: list[AnySnapshot]) -> str | None:
    """The dialect of a file, or of a problem together with its domain; the notation of a plan."""
    models = []
    for file in files:
        if isinstance(file, PlanSnapshot):
            return file.plan.format.value if file.plan.steps else None
        models += [model for definition in file.definitions for model in definition.models]
    asked = {node.key for model in models for node in model.requirements}
    return dialect_of(asked.union(*(m.uses.features for m in models))) if models else None


Linked = tuple[str, tuple[str, ...]]
"""The path of a problem or plan, and the paths of the files that belong to it."""


def check_all(
    inputs: Inputs, options: CheckOptions, jobs: int | None, progress: Progress
) -> FindingsReport:
    """Check `inputs`. The report has their order, for any number of processes."""
    faults = [
        fault
        for fault in faults_of(options.settings, with_excerpts=options.excerpts)
        if options.reports(fault)
    ]
    outcomes = _outcomes(inputs.paths, options, jobs, progress)
    return FindingsReport(
        tuple(outcome.file for outcome in outcomes if outcome.file is not None),
        (*faults, *(finding for outcome in outcomes for finding in outcome.findings)),
        (*inputs.trouble, *(outcome.trouble for outcome in outcomes if outcome.trouble)),
    )


def fix_all_in(
    paths: Sequence[str], options: CheckOptions, mode: Mode, jobs: int | None, progress: Progress
) -> list[Changed]:
    """Apply the safe fixes of what `check_all` would report in domains and problems. Each file is
    written completely or not at all."""
    from planlsp.batch.formatting import Changed

    outcomes = _outcomes(paths, replace(options, fixes=mode), jobs, progress)
    fixed = (
        Changed(each.path, trouble=each.trouble) if each.trouble else each.fixed
        for each in outcomes
    )
    return [each for each in fixed if each is not None]


def _outcomes(
    paths: Sequence[str], options: CheckOptions, jobs: int | None, progress: Progress
) -> list[FileOutcome]:
    """The outcome of each path, in order."""
    parts = groups(paths)
    count = 1 if len(parts) == 1 else processes(jobs, paths)
    # Problems are fixed with domains that were fixed before: these are read again.
    keep = options.fixes is None and count == 1 and (jobs is None or len(parts) == 1)
    # Other processes cannot call it.
    checkpoint = progress.checkpoint if count == 1 else NEVER
    checker = BatchChecker(options, keep=keep, checkpoint=checkpoint)
    outcomes: dict[str, FileOutcome] = {}
    for group in in_processes(count, partial(_first, checker), parts, _lost):
        outcomes.update((outcome.path, _written(outcome)) for outcome in group)
        progress.advance(sum(not outcome.is_waiting for outcome in group))
    pairs = _linked(outcomes.values(), checker.read)
    second = partial(_second, checker)
    for group in in_processes(count, second, groups(pairs, lambda pair: pair[0]), _lost_pair):
        for outcome in map(_written, group):
            outcomes[outcome.path] = _with_earlier_time(outcome, outcomes[outcome.path])
        progress.advance(len(group))
    return [outcomes[path] for path in paths]


def _first(checker: BatchChecker, paths: Sequence[str]) -> list[FileOutcome]:
    return [checker.first(path) for path in paths]


def _second(checker: BatchChecker, pairs: Sequence[Linked]) -> list[FileOutcome]:
    return [checker.second(path, others) for path, others in pairs]


def _written(outcome: FileOutcome) -> FileOutcome:
    """Write a fixed file."""
    if outcome.fixed is None:
        return outcome
    from planlsp.batch.formatting import written

    fixed = written(outcome.fixed)
    return outcome._replace(fixed=fixed, trouble=fixed.trouble)


def _lost(path: str) -> FileOutcome:
    return FileOutcome(path, trouble=f"cannot check {path}: {LOST}")


def _lost_pair(pair: Linked) -> FileOutcome:
    return _lost(pair[0])


def _with_earlier_time(outcome: FileOutcome, before: FileOutcome) -> FileOutcome:
    file, read = outcome.file, before.file
    if file is None or read is None:
        return outcome
    seconds = read.seconds + file.seconds
    return outcome._replace(file=CheckedFile(file.path, file.kind, file.dialect, seconds))


def _linked(outcomes: Iterable[FileOutcome], read: Mapping[str, AnySnapshot]) -> list[Linked]:
    """Each waiting file with the files that belong to it, sorted by those so that files with the
    same domain are checked in a row. Files in `read` are not read again."""
    first_outcomes = list(outcomes)
    waiting = [outcome for outcome in first_outcomes if outcome.is_waiting]
    plans = {outcome.path: outcome.skeleton for outcome in waiting if _is_plan(outcome)}
    links = FileLinks(
        {
            outcome.path: outcome.skeleton
            for outcome in first_outcomes
            if outcome.skeleton and outcome.path not in plans
        },
        plans,
        read,
    )
    pairs = [(outcome.path, _others(links, outcome)) for outcome in waiting]
    return sorted(pairs, key=lambda pair: pair[1])


def _others(links: FileLinks, outcome: FileOutcome) -> tuple[str, ...]:
    if _is_plan(outcome):
        return links.files_of_plan(outcome.path)
    return links.domains_to_check(outcome.path)


def _is_plan(outcome: FileOutcome) -> bool:
    return outcome.file is not None and outcome.file.kind == "plan"
