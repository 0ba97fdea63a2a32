"""Which of the summarised files belong together; worked out once for all that decides it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from plancore.directives import folder, join
from plancore.index.summary import DefinitionSummary, FileSummary
from plancore.kinship import Vocabulary, overlap
from plancore.links import Links, Roots
from plancore.memo import lazy


class Home(NamedTuple):
    """A definition, which may declare symbols: its file, its kind, and its name in lower case."""

    file: str
    kind: str
    name: str


class Belonging:
    """The links between files, and the same the other way round."""

    def __init__(self, files: Mapping[str, FileSummary], roots: Roots = ()) -> None:
        self._files = files
        self._roots = roots

    @lazy
    def links(self) -> Links[DefinitionSummary]:
        """From a problem to its domain, from a plan to its problem."""
        definitions = {name: file.definitions for name, file in self._files.items()}
        return Links(definitions, partial(_directed, self._files), _vocabulary, self._roots)

    @lazy
    def problems(self) -> Mapping[Home, list[Home]]:
        """The problems of each domain."""
        problems: dict[Home, list[Home]] = {}
        for name, file in self._files.items():
            for definition in file.definitions:
                if definition.kind == "problem":
                    domain = self._domain_of(name, definition)
                    if domain is not None:
                        problem = Home(name, "problem", definition.name)
                        problems.setdefault(domain, []).append(problem)
        return problems

    @lazy
    def plans(self) -> Mapping[Home, list[str]]:
        """The files of plans for each problem, and in each domain."""
        plans: dict[Home, list[str]] = {}
        for name, file in self._files.items():
            if file.kind == "plan":
                problem, domain = self.links.problem_of(name), self.links.domain_of_plan(name)
                for kind, link in (("problem", problem), ("domain", domain)):
                    if link is not None:
                        home = Home(link.file, kind, link.definition.name)
                        plans.setdefault(home, []).append(name)
        return plans

    @lazy
    def plans_in(self) -> Mapping[str, list[str]]:
        """The files of plans in each folder, in order."""
        plans: dict[str, list[str]] = {}
        for name, file in sorted(self._files.items()):
            if file.kind == "plan":
                plans.setdefault(folder(name), []).append(name)
        return plans

    def domains_of(self, name: str) -> list[Home]:
        """The domains of a file: those that it defines, and those of its problems or its plan."""
        file = self._files[name]
        homes: list[Home | None] = []
        if file.kind == "plan":
            link = self.links.domain_of_plan(name)
            if link is not None:
                homes.append(Home(link.file, "domain", link.definition.name))
        for definition in file.definitions:
            if definition.kind == "domain":
                homes.append(Home(name, "domain", definition.name))
            elif definition.kind == "problem":
                homes.append(self._domain_of(name, definition))
        return [home for home in dict.fromkeys(homes) if home is not None]

    def _domain_of(self, name: str, problem: DefinitionSummary) -> Home | None:
        link = self.links.domain_choice(name, problem).link
        return Home(link.file, "domain", link.definition.name) if link else None


def _directed(files: Mapping[str, FileSummary], name: str, directive: str) -> str | None:
    file = files.get(name)
    path = file.directed(directive) if file else None
    return None if path is None else join(name, path)


def _vocabulary(problem: DefinitionSummary, domain: DefinitionSummary) -> Vocabulary:
    return overlap(set(problem.words), set(domain.words))
