"""The plans of the workspace by which a domain is judged."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from plancore.directives import folder
from plancore.index.index import Index
from plancore.project import (
    AnySnapshot,
    DomainLink,
    PlanInProblem,
    PlanSnapshot,
    ProblemLink,
    ProjectSnapshot,
    snapshot_of,
)
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plancore.stop import Checkpoint
from planfiles import limits
from planlsp.session.texts.disk import DiskReader
from planlsp.session.uris import path_of

_MOST_STEPS: Final = 20_000
"""So many steps the plans may have together; no plans behind the one that reaches that."""


class PlansAtHand(NamedTuple):
    """Plans in the order of their files, and how many more there are."""

    plans: tuple[PlanInProblem, ...]
    n_more: int = 0


class _Found(NamedTuple):
    """A plan and its problem; each by the name of its file where nobody has read it."""

    plan: PlanSnapshot | str
    problem: ProblemLink | str


class PlanFinder:
    """Finds plans among those that the index knows or, where that does not know all, among files
    that are listed. `files` are those of the session, which count as they are there; `known` are
    files that were read before. Each file is read once."""

    def __init__(
        self,
        files: ProjectSnapshot,
        on_disk: Index | Sequence[str],
        disk: DiskReader,
        known: Mapping[str, AnySnapshot],
    ) -> None:
        self._files, self._on_disk, self._disk, self._known = files, on_disk, disk, known
        self._seen: dict[str, AnySnapshot | None] = {}

    def plans_of(
        self, domain_files: Collection[str], domain: DomainLink | None, checkpoint: Checkpoint
    ) -> PlansAtHand:
        """The plans for the domains in some files, and those in the folder of `domain` for problems
        of a domain of its name; at most 200, which are read. Raises what `checkpoint` raises."""
        found = dict(self._at_hand(domain_files, domain, checkpoint))
        plans: list[PlanInProblem] = []
        n_steps = n_seen = 0
        for name in sorted(found)[: limits.COMPANIONS]:
            checkpoint()
            if n_steps >= _MOST_STEPS:
                break
            n_seen += 1
            plan, problem = found[name]
            plan_file = self._plan(plan)
            problem_link = self._problem(problem)
            if plan_file is not None and problem_link is not None:
                plans.append(PlanInProblem(plan_file, problem_link))
                n_steps += len(plan_file.plan)
        return PlansAtHand(tuple(plans), len(found) - n_seen)

    def _at_hand(
        self, domain_files: Collection[str], domain: DomainLink | None, checkpoint: Checkpoint
    ) -> Iterator[tuple[str, _Found]]:
        files = self._files
        if isinstance(self._on_disk, Index):
            yield from self._indexed(self._on_disk, domain_files, domain)
        else:
            files = files.with_files(self._listed(self._on_disk, checkpoint))
        for name, file in files.files.items():
            checkpoint()
            if isinstance(file, PlanSnapshot):
                own, problem = files.setting_of(file)
                if problem is not None and (
                    (own is not None and own.file.name in domain_files)
                    or _is_beside(name, problem.definition.domain_name, domain)
                ):
                    yield name, _Found(file, problem)

    def _indexed(
        self, index: Index, domain_files: Collection[str], domain: DomainLink | None
    ) -> Iterator[tuple[str, _Found]]:
        """Those that the session does not have."""
        linked = {plan for name in domain_files for plan in index.plans_of(name)}
        beside = index.plans_in(folder(domain.file.name)) if domain else ()
        for plan in linked.union(beside):
            problem = index.problem_of_plan(plan)
            if problem is None or self._files.file(plan) is not None:
                continue
            problems = (d for d in index.files[problem].definitions if d.kind == "problem")
            if plan in linked or any(_is_beside(plan, p.domain_name, domain) for p in problems):
                yield plan, _Found(plan, problem)

    def _listed(self, names: Iterable[str], checkpoint: Checkpoint) -> dict[str, AnySnapshot]:
        """Those that the session does not have."""
        read: dict[str, AnySnapshot] = {}
        for name in names:
            checkpoint()
            file = None if self._files.file(name) else self._read(name)
            if file is not None:
                read[name] = file
        return read

    def _plan(self, plan: PlanSnapshot | str) -> PlanSnapshot | None:
        file = self._read(plan) if isinstance(plan, str) else plan
        return file if isinstance(file, PlanSnapshot) else None

    def _problem(self, problem: ProblemLink | str) -> ProblemLink | None:
        if isinstance(problem, ProblemLink):
            return problem
        file = self._files.file(problem) or self._read(problem)
        definition = file.first("problem") if isinstance(file, FileSnapshot) else None
        if definition is None or not isinstance(file, FileSnapshot):
            return None
        return ProblemLink(file, definition)

    def _read(self, name: str) -> AnySnapshot | None:
        """A file as it is on disk now; the same object as long as it is the same."""
        if name not in self._seen:
            self._seen[name] = self._on_disk_now(name)
        return self._seen[name]

    def _on_disk_now(self, name: str) -> AnySnapshot | None:
        text = self._disk.read(path_of(name) or "")
        if not isinstance(text, SourceText):
            return None
        known = self._known.get(name)
        return known if known and known.text == text.text else snapshot_of(text.text, name)


def _is_beside(plan: str, domain_name: str, domain: DomainLink | None) -> bool:
    """Whether a plan is in the folder of the domain, for a problem of a domain of its name."""
    if domain is None or folder(plan) != folder(domain.file.name):
        return False
    return domain_name == domain.definition.name
