"""A workspace at one moment: files, and which of them belong together.

Names of files are whatever the caller uses, paths or URIs, with `/` between their parts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Final, NamedTuple

from plancore.diagnostic import Diagnostic
from plancore.directives import directives, folder, join
from plancore.kind import TextKind, text_kind
from plancore.model.plan import Plan
from plancore.notation.plans.reader import read_plan
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import SourceText


class PlanSnapshot:
    """A plan text at one moment."""

    kind = "plan"

    def __init__(self, text: str, name: str = "") -> None:
        self.source = SourceText(text)
        self.name = name

    @property
    def text(self) -> str:
        """The text."""
        return self.source.text

    @cached_property
    def _read(self) -> tuple[Plan, tuple[Diagnostic, ...]]:
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


class ProblemLink(NamedTuple):
    """The problem of a plan, or the domain alone when no problem is known."""

    file: FileSnapshot
    definition: DefinitionSnapshot


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

    @cached_property
    def _domains(self) -> dict[str, list[DomainLink]]:
        found: dict[str, list[DomainLink]] = {}
        for _, file in sorted(self.files.items()):
            if isinstance(file, FileSnapshot):
                for definition in file.definitions:
                    if definition.kind == "domain":
                        found.setdefault(definition.name, []).append(DomainLink(file, definition))
        return found

    def domain_of(self, file: FileSnapshot, problem: DefinitionSnapshot) -> DomainLink | None:
        """The domain of `problem`, which stands in `file`.

        In this order: one of that name in the same file; the file that `;;!domain:` names; of the
        domains of that name the nearest in this folder, above it or below it, and of those the one
        whose file is named like the problem's; the only domain of the folder whatever its name, as
        benchmark sets need it; the nearest of that name anywhere.
        """
        wanted = problem.domain_name
        for definition in file.definitions:
            if definition.kind == "domain" and definition.name == wanted:
                return DomainLink(file, definition)
        named = self._directed(file, "domain", "domain")
        if named is not None:
            return DomainLink(*named)
        home = folder(file.name)
        known = self._domains.get(wanted, []) if wanted else []
        beside = [
            link
            for links in self._domains.values()
            for link in links
            if folder(link.file.name) == home
        ]
        in_line = any(_in_line(home, folder(link.file.name)) for link in known)
        if len(beside) == 1 and not in_line:
            return beside[0]
        return self._nearest(file, known) if known else None

    def _nearest(self, file: FileSnapshot, known: list[DomainLink]) -> DomainLink:
        home = folder(file.name)
        # The reference that a file is compared with is no rival of the file itself.
        targets = {self.reference_name(link.file) for link in known}
        ranked = sorted(
            (
                _distance(home, folder(link.file.name)),
                link.file.name in targets,
                _kinship(file.name, link.file.name),
                index,
            )
            for index, link in enumerate(known)
        )
        near, _, (alike, _), best = ranked[0]
        rivals = tuple(
            known[index].file.name
            for distance, is_target, kinship, index in ranked[1:]
            if distance == near and kinship[0] == alike and not is_target
        )
        return known[best]._replace(rivals=rivals)

    def problem_of(self, plan: PlanSnapshot) -> ProblemLink | None:
        """The problem that `plan` is for: the one that `;;!problem:` names, the one with the same
        stem in the folder, or the only one there."""
        named = self._directed(plan, "problem", "problem")
        if named is not None:
            return ProblemLink(*named)
        home, stem = folder(plan.name), _stem(plan.name)
        beside = [
            ProblemLink(file, definition)
            for name, file in sorted(self.files.items())
            if isinstance(file, FileSnapshot) and folder(name) == home
            for definition in file.definitions
            if definition.kind == "problem"
        ]
        same = [link for link in beside if _stem(link.file.name) == stem]
        chosen = same or beside
        return chosen[0] if len(chosen) == 1 else None

    def reference_name(self, file: AnySnapshot) -> str | None:
        """The name of the file that `file` is compared with: set from outside, or by directive."""
        if file.name in self.references:
            return self.references[file.name]
        directive = directives(file.text).get("reference")
        return join(file.name, directive.path) if directive else None

    def reference_of(self, file: AnySnapshot) -> AnySnapshot | None:
        """The file that `file` is compared with, if it is here."""
        name = self.reference_name(file)
        return self.files.get(name) if name is not None and name != file.name else None

    def _directed(
        self, file: AnySnapshot, directive: str, kind: str
    ) -> tuple[FileSnapshot, DefinitionSnapshot] | None:
        said = directives(file.text).get(directive)
        target = self.files.get(join(file.name, said.path)) if said else None
        if not isinstance(target, FileSnapshot):
            return None
        definition = target.first(kind)
        return (target, definition) if definition else None


def _stem(name: str) -> str:
    """The file name up to its first dot: `p01` for `p01.pddl` and for `p01.pddl.soln`."""
    return name.rpartition("/")[2].partition(".")[0].lower()


_ROLE: Final = re.compile(r"domain|problem|instance|task|prob|dom|pfile|p(?=[-_]?\d)|[-_. ]")


def _kinship(problem: str, domain: str) -> tuple[int, int]:
    """How well the file names fit, the smaller the better: `p01.pddl` and `p01-domain.pddl`,
    `logistics/p1.pddl` and `logistics.pddl`. First letters shared, then letters left over."""
    plain = _ROLE.sub("", _stem(domain))
    own = (_stem(problem), folder(problem).rpartition("/")[2].lower())
    shared = max(_shared(plain, _ROLE.sub("", name)) for name in own)
    return -shared, len(plain)


def _shared(one: str, other: str) -> int:
    """How many first letters two words share; the same word counts one more."""
    if one and one == other:
        return len(one) + 1
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def _in_line(one: str, other: str) -> bool:
    """Whether one folder is the other or holds it, at any depth."""
    short, long = sorted((one, other), key=len)
    return not short or long == short or long.startswith(f"{short}/")


def _distance(home: str, other: str) -> tuple[int, int]:
    """How far two folders are apart: 0 for the same, then by ancestors shared."""
    if home == other:
        return (0, 0)
    ones, others = home.split("/"), other.split("/")
    shared = 0
    for one, two in zip(ones, others, strict=False):
        if one != two:
            break
        shared += 1
    return (len(ones) - shared, len(others) - shared + 1)
