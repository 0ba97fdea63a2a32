"""A workspace at one moment: files, and which of them belong together.

Names of files are whatever the caller uses, paths or URIs, with `/` between their parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from plancore.diagnostic import Diagnostic
from plancore.directives import directives, folder, join
from plancore.kind import TextKind, text_kind
from plancore.kinship import distance, in_line, kinship, stem, vocabulary
from plancore.memo import Memo, lazy
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import SourceText

if TYPE_CHECKING:
    from plancore.model.plan import Plan


class PlanSnapshot:
    """A plan text at one moment."""

    kind = "plan"

    def __init__(self, text: str, name: str = "") -> None:
        self.source = SourceText(text)
        self.name = name
        self.memo = Memo()
        """What was worked out about the plan, with what it rests on."""

    @property
    def text(self) -> str:
        """The text."""
        return self.source.text

    @lazy
    def _read(self) -> tuple[Plan, tuple[Diagnostic, ...]]:
        # Imported late: to check and compare domains needs no notation of plans.
        from plancore.notation.plans.reader import read_plan

        return read_plan(self.source.text)

    @property
    def plan(self) -> Plan:
        """The plan that the text holds, as far as it can be read."""
        return self._read[0]

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What could not be read, and what was skipped."""
        return self._read[1]


AnySnapshot = FileSnapshot | PlanSnapshot


def snapshot_of(text: str, name: str = "", language: str = "") -> AnySnapshot:
    """A file as `text_kind` says that it is read; `language` is an editor's word for it."""
    if text_kind(text, name, language) is TextKind.PLAN:
        return PlanSnapshot(text, name)
    return FileSnapshot.of(text, name)


class DomainLink(NamedTuple):
    """The domain of a problem. `rivals` are files that would have served as well."""

    file: FileSnapshot
    definition: DefinitionSnapshot
    rivals: tuple[str, ...] = ()


class DomainChoice(NamedTuple):
    """The domain that a problem is checked against, if there is one.

    `unrelated` is the only domain beside the problem, where it has another name and declares
    little of what the problem uses.
    """

    link: DomainLink | None = None
    unrelated: DomainLink | None = None


class ProblemLink(NamedTuple):
    """The problem of a plan."""

    file: FileSnapshot
    definition: DefinitionSnapshot


class PlanSetting(NamedTuple):
    """What a plan is checked against, as far as it is known."""

    domain: DomainLink | None = None
    problem: ProblemLink | None = None

    @property
    def files(self) -> tuple[FileSnapshot, ...]:
        """The files that domain and problem stand in."""
        links = (link for link in self if link is not None)
        return tuple({link.file.name: link.file for link in links}.values())


class ProjectSnapshot:
    """Files by name, each an immutable snapshot. Links between them are found when asked for."""

    def __init__(
        self, files: Mapping[str, AnySnapshot], references: Mapping[str, str] | None = None
    ) -> None:
        self.files = files
        self.references = references or {}
        """File to the file it is compared with, where that was set from outside."""

    def file(self, name: str) -> AnySnapshot | None:
        """The file called `name`."""
        return self.files.get(name)

    @lazy
    def _domains(self) -> dict[str, list[DomainLink]]:
        by_name: dict[str, list[DomainLink]] = {}
        for _, file in sorted(self.files.items()):
            if isinstance(file, FileSnapshot):
                for definition in file.definitions:
                    if definition.kind == "domain":
                        by_name.setdefault(definition.name, []).append(DomainLink(file, definition))
        return by_name

    def domain_of(self, file: FileSnapshot, problem: DefinitionSnapshot) -> DomainLink | None:
        """The domain of `problem`, which stands in `file`; see `domain_choice`."""
        return self.domain_choice(file, problem).link

    def domain_choice(self, file: FileSnapshot, problem: DefinitionSnapshot) -> DomainChoice:
        """The domain of `problem`, which stands in `file`.

        In this order: one of that name in the same file; the file that `;;!domain:` names; of the
        domains of that name the nearest in this folder, above it or below it, and of those the one
        whose file is named like the problem's; the only domain of the folder whatever its name, as
        benchmark sets need it, if it declares at least half of what the problem uses; the nearest
        of that name anywhere.
        """
        wanted = problem.domain_name
        for definition in file.definitions:
            if definition.kind == "domain" and definition.name == wanted:
                return DomainChoice(DomainLink(file, definition))
        named = self._directed(file, "domain", "domain")
        if named is not None:
            return DomainChoice(DomainLink(*named))
        home = folder(file.name)
        namesakes = self._domains.get(wanted, []) if wanted else []
        beside = [
            link
            for links in self._domains.values()
            for link in links
            if folder(link.file.name) == home
        ]
        unrelated = None
        if len(beside) == 1 and not any(
            in_line(home, folder(link.file.name)) for link in namesakes
        ):
            (lone,) = beside
            if not vocabulary(problem, lone.definition).is_foreign:
                return DomainChoice(lone)
            unrelated = lone
        return DomainChoice(self._nearest(file, namesakes) if namesakes else None, unrelated)

    def _nearest(self, file: FileSnapshot, candidates: list[DomainLink]) -> DomainLink:
        home = folder(file.name)
        # The reference that a file is compared with is no rival of the file itself.
        targets = {self.reference_name(link.file) for link in candidates}
        ranked = sorted(
            (
                distance(home, folder(link.file.name)),
                link.file.name in targets,
                kinship(file.name, home, link.file.name),
                index,
            )
            for index, link in enumerate(candidates)
        )
        near, _, (alike, _), best = ranked[0]
        rivals = tuple(
            candidates[index].file.name
            for far, is_target, (likeness, _), index in ranked[1:]
            if far == near and likeness == alike and not is_target
        )
        return candidates[best]._replace(rivals=rivals)

    def problem_of(self, plan: PlanSnapshot) -> ProblemLink | None:
        """The problem that `plan` is for: the one that `;;!problem:` names, the one with the same
        stem in the folder, or the only one there."""
        named = self._directed(plan, "problem", "problem")
        if named is not None:
            return ProblemLink(*named)
        home, own_stem = folder(plan.name), stem(plan.name)
        beside = [
            ProblemLink(file, definition)
            for name, file in sorted(self.files.items())
            if isinstance(file, FileSnapshot) and folder(name) == home
            for definition in file.definitions
            if definition.kind == "problem"
        ]
        same_stem = [link for link in beside if stem(link.file.name) == own_stem]
        chosen = same_stem or beside
        return chosen[0] if len(chosen) == 1 else None

    def setting_of(self, plan: PlanSnapshot) -> PlanSetting:
        """The domain and the problem of `plan`.

        The domain is the one that `;;!domain:` names, else that of the problem; without a problem
        it is the only one in the folder or, where none is there, the only one above.
        """
        problem = self.problem_of(plan)
        named = self._directed(plan, "domain", "domain")
        if named is not None:
            return PlanSetting(DomainLink(*named), problem)
        if problem is not None:
            return PlanSetting(self.domain_of(*problem), problem)
        home = folder(plan.name)
        around: dict[int, list[DomainLink]] = {}
        for links in self._domains.values():
            for link in links:
                place = folder(link.file.name)
                if home == place or home.startswith(f"{place}/"):
                    around.setdefault(len(place), []).append(link)
        nearest = around[max(around)] if around else []
        return PlanSetting(nearest[0] if len(nearest) == 1 else None, None)

    def reference_of(self, domain: DomainLink) -> DomainLink | None:
        """The domain that `domain` is compared with, if its file is at hand."""
        name = self.reference_name(domain.file)
        target = self.files.get(name) if name else None
        if not isinstance(target, FileSnapshot) or target is domain.file:
            return None
        definition = target.first("domain", domain.definition.name)
        return DomainLink(target, definition) if definition else None

    def reference_name(self, file: AnySnapshot) -> str | None:
        """The name of the file that `file` is compared with: set from outside, or by directive."""
        if file.name in self.references:
            return self.references[file.name]
        directive = directives(file.text).get("reference")
        return join(file.name, directive.path) if directive else None

    def _directed(
        self, file: AnySnapshot, directive: str, kind: str
    ) -> tuple[FileSnapshot, DefinitionSnapshot] | None:
        said = directives(file.text).get(directive)
        target = self.files.get(join(file.name, said.path)) if said else None
        if not isinstance(target, FileSnapshot):
            return None
        definition = target.first(kind)
        return (target, definition) if definition else None
