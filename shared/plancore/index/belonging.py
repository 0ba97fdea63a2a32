"""Which of the summarised files belong together; worked out once for all that decides it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from plancore.directives import folder, join
from plancore.index.summary import DefinitionSummary, FileSummary
from plancore.kinship import SharedVocabulary, overlap
from plancore.links import Links, Roots
from plancore.memo import lazy


class Belonging:
    """The links between files, and the plans of each folder."""

    def __init__(self, files: Mapping[str, FileSummary], roots: Roots = ()) -> None:
        self._files = files
        self._roots = roots

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


def _directed(files: Mapping[str, FileSummary], name: str, directive: str) -> str | None:
    file = files.get(name)
    path = file.directed(directive) if file else None
    return None if path is None else join(name, path)


def _vocabulary(problem: DefinitionSummary, domain: DefinitionSummary) -> SharedVocabulary:
    return overlap(set(problem.words), set(domain.words))
