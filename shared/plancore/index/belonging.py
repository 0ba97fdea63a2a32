"""Which of the summarised files belong together; worked out once for all that decides it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from plancore.directives import folder, join
from plancore.index.summary import DefinitionSummary, FileSummary
from plancore.kinship import SharedVocabulary, distance, overlap
from plancore.links import Links, Roots, root_of
from plancore.memo import lazy


class Belonging:
    """The links between files, and the plans of each folder and each domain."""

    def __init__(self, files: Mapping[str, FileSummary], roots: Roots = ()) -> None:
        self._files = files
        self._roots = roots
        self._near: dict[tuple[str, str], list[str]] = {}
        self._plans_of: dict[str, list[str]] = {}

    def domains_near(self, home: str, called: str) -> list[str]:
        """The files of the domains of that name in the workspace folder around `home`, the nearest
        first: the same for all files of a folder, and dear where hundreds have one name."""
        near = self._near.get((home, called))
        if near is None:
            root = root_of(f"{home}/", self._roots)
            files = (link.file for link in self.links.domains_called(called))
            near = [file for file in files if root_of(file, self._roots) == root]
            near.sort(key=lambda file: distance(home, folder(file)))
            self._near[home, called] = near
        return near

    @lazy
    def links(self) -> Links[DefinitionSummary]:
        """From a problem to its domain, from a plan to its problem."""
        definitions = {name: file.definitions for name, file in self._files.items()}
        return Links(definitions, partial(_directed, self._files), _vocabulary, self._roots)

    @lazy
    def plans_in(self) -> Mapping[str, list[str]]:
        """The files of plans in each folder, in order."""
        plans: dict[str, list[str]] = {}
        for name, file in sorted(self._files.items()):
            if file.kind == "plan":
                plans.setdefault(folder(name), []).append(name)
        return plans

    def plans_of(self, domain: str) -> list[str]:
        """The files of plans, which have a problem, for the domains in the file `domain`, in order;
        worked out once, for the rule of `Links` takes long where hundreds have one name."""
        plans = self._plans_of.get(domain)
        if plans is None:
            links = ((plan, self.links.domain_of_plan(plan)) for plan in self._candidates(domain))
            plans = sorted(plan for plan, link in links if link and link.file == domain)
            self._plans_of[domain] = plans
        return plans

    def _candidates(self, domain: str) -> Iterator[str]:
        """The plans that may be for the domains in a file: few of those that are not are here."""
        for problem, plans in self._plans_by_problem.items():
            is_candidate = self._may_be_for(problem, domain)
            for plan in plans:
                named = self._named_domain(plan)
                if is_candidate if named is None else named == domain:
                    yield plan

    def _may_be_for(self, problem: str, domain: str) -> bool:
        """Whether no other domain is surely that of the problems in a file."""
        named, home = self._named_domain(problem), folder(problem)
        if problem == domain or named == domain or home == folder(domain):
            return True
        names = self._domain_names(domain) if named is None else ()
        for definition in self._files[problem].definitions:
            if definition.kind == "problem" and definition.domain_name in names:
                near = self.domains_near(home, definition.domain_name)
                if not near or distance(home, folder(domain)) <= distance(home, folder(near[0])):
                    return True
        return False

    def _named_domain(self, file: str) -> str | None:
        """The file that a comment in a file names, if it holds a domain."""
        named = _directed(self._files, file, "domain")
        return named if named and self._domain_names(named) else None

    def _domain_names(self, file: str) -> set[str]:
        summary = self._files.get(file)
        return {d.name for d in summary.definitions if d.kind == "domain"} if summary else set()

    @lazy
    def _plans_by_problem(self) -> Mapping[str, list[str]]:
        """The files of plans for the problems in each file."""
        plans: dict[str, list[str]] = {}
        for name, file in self._files.items():
            problem = self.links.problem_of(name) if file.kind == "plan" else None
            if problem is not None:
                plans.setdefault(problem.file, []).append(name)
        return plans


def _directed(files: Mapping[str, FileSummary], name: str, directive: str) -> str | None:
    file = files.get(name)
    path = file.directed(directive) if file else None
    return None if path is None else join(name, path)


def _vocabulary(problem: DefinitionSummary, domain: DefinitionSummary) -> SharedVocabulary:
    return overlap(set(problem.words), set(domain.words))
