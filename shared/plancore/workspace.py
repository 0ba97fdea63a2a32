"""The workspace, the only mutable object of the core: each change of a text makes a new
snapshot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from plancore.diagnostic import Diagnostic
from plancore.kind import TextKind, text_kind
from plancore.links import Roots
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.rules.settings import RuleSettings
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint

if TYPE_CHECKING:
    from plancore.simulate.runs import PlanRun


class Workspace:
    """Texts by name. Files that do not change keep their snapshots, and what is known of them."""

    def __init__(self) -> None:
        self._files: dict[str, AnySnapshot] = {}
        self._languages: dict[str, str] = {}
        self._references: dict[str, str] = {}
        self._roots: Roots = ()
        self._snapshot: ProjectSnapshot | None = None

    @property
    def snapshot(self) -> ProjectSnapshot:
        """Everything as it is now; later changes do not touch it."""
        if self._snapshot is None:
            self._snapshot = ProjectSnapshot(dict(self._files), dict(self._references), self._roots)
        return self._snapshot

    def set_text(self, name: str, text: str, language: str = "") -> AnySnapshot:
        """Give the file called `name` the text `text`; `language` is the editor's word for it."""
        snapshot, before = self._files.get(name), self._languages.get(name)
        self._languages[name] = language
        if snapshot is not None and snapshot.text == text:
            is_pddl = before != language and text_kind(text, name, language) is TextKind.PDDL
            if before == language or is_pddl == isinstance(snapshot, FileSnapshot):
                return snapshot
        return self._keep(name, snapshot_of(text, name, language))

    def edit(self, name: str, span: Span, replacement: str) -> AnySnapshot:
        """Replace some characters of a file; the same as giving it the whole new text. Raises
        KeyError when there is no such file, and ValueError when `span` lies outside its text."""
        language = self._languages[name]
        return self._keep(name, edited(self._files[name], span, replacement, language))

    def put(self, file: AnySnapshot, language: str = "") -> None:
        """Take `file` as it was read elsewhere; `language` is what it was read as."""
        self._languages[file.name] = language
        self._keep(file.name, file)

    def close(self, name: str) -> None:
        """Forget the file called `name`."""
        if self._files.pop(name, None) is not None:
            del self._languages[name]
            self._snapshot = None

    def set_references(self, references: Mapping[str, str]) -> None:
        """Say which file is compared with which."""
        if dict(references) != self._references:
            self._references = dict(references)
            self._snapshot = None

    def set_roots(self, roots: Roots) -> None:
        """Say which folders do not mix."""
        if roots != self._roots:
            self._roots = roots
            self._snapshot = None

    def _keep(self, name: str, file: AnySnapshot) -> AnySnapshot:
        self._files[name] = file
        self._snapshot = None
        return file


def edited(
    file: AnySnapshot,
    span: Span,
    replacement: str,
    language: str = "",
    checkpoint: Checkpoint = NEVER,
) -> AnySnapshot:
    """`file` after the characters at `span` became `replacement`; equal to reading the whole new
    text. Raises ValueError if `span` is outside the text, and what `checkpoint` raises."""
    text = file.text
    if not 0 <= span.start <= span.end <= len(text):
        raise ValueError(f"{span} is outside the text ({len(text)} characters)")
    after = text[: span.start] + replacement + text[span.end :]
    is_pddl = text_kind(after, file.name, language) is TextKind.PDDL
    if is_pddl and isinstance(file, FileSnapshot) and file.definitions:
        return file.edited(span, replacement, checkpoint)
    if isinstance(file, PlanSnapshot) and not is_pddl:
        return PlanSnapshot(after, file.name, file, span.start)
    return snapshot_of(after, file.name, language, checkpoint)


def diagnostics(
    project: ProjectSnapshot,
    name: str,
    settings: RuleSettings | None = None,
    checkpoint: Checkpoint = NEVER,
) -> tuple[Diagnostic, ...]:
    """Everything that the rules say of one file of `project`, in the order of its text. Raises
    KeyError when there is no such file, and what `checkpoint` raises."""
    file = project.files[name]
    settings = settings or RuleSettings()
    if not isinstance(file, FileSnapshot):
        # Imported late: only plans need these rules.
        from plancore.rules.plans.registry import check_plan

        return check_plan(project, file, settings, checkpoint)
    # Imported late: a server starts before it checks anything.
    from plancore.rules.check import check

    return check(
        file,
        lambda problem: project.domain_choice(file, problem),
        settings,
        _domain_files(project, file),
        checkpoint,
    )


def run_of_plan(
    project: ProjectSnapshot, file: PlanSnapshot, checkpoint: Checkpoint = NEVER
) -> PlanRun | None:
    """Execute the plan `file`; None if its domain or problem is unknown or has errors."""
    from plancore.rules.plans.base import PlanContext

    return PlanContext(project, file, project.setting_of(file), checkpoint).run


def _domain_files(project: ProjectSnapshot, file: FileSnapshot) -> tuple[FileSnapshot, ...]:
    links = (project.domain_of(file, d) for d in file.definitions if d.kind == "problem")
    return tuple({link.file.name: link.file for link in links if link}.values())
