"""Which of the summarised files belong together; worked out once for all that decides it."""

from __future__ import annotations

from collections.abc import Mapping
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

    @lazy
    def plans_of(self) -> Mapping[str, list[str]]:
        """The files of plans for the domains in each file, in order."""
        plans: dict[str, list[str]] = {}
        for name, file in sorted(self._files.items()):
            domain = self.links.domain_of_plan(name) if file.kind == "plan" else None
            if domain is not None:
                plans.setdefault(domain.file, []).append(name)
        return plans


def _directed(files: Mapping[str, FileSummary], name: str, directive: str) -> str | None:
    file = files.get(name)
    path = file.directed(directive) if file else None
    return None if path is None else join(name, path)


def _vocabulary(problem: DefinitionSummary, domain: DefinitionSummary) -> SharedVocabulary:
    return overlap(set(problem.words), set(domain.words))
