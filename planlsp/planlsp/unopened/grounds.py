"""What the findings about a file rest on that nobody has open, told from summaries alone."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from plancore.directives import folder
from plancore.index.index import Index
from plancore.index.summary import FileSummary
from plancore.snapshot import FileSnapshot
from planfiles.files import FileState
from planlsp.session.links.belonging import named_files
from planlsp.session.links.of_summaries import SummaryLinks, lines_of
from planlsp.session.links.references import Wanted
from planlsp.session.settings.settings import Settings
from planlsp.session.uris import path_of
from planlsp.session.view import View


class Grounds(NamedTuple):
    """The files that count for a file, itself among them, each as it is; and what was told.

    A file is an object that is another one when it has changed: the text of an open document, the
    summary of one in the index; for others it is their state on disk.
    """

    companions: frozenset[str]
    files: Mapping[str, object]
    settings: Settings
    wanted: tuple[Wanted | None, ...]

    def same_as(self, other: Grounds) -> bool:
        """Whether the findings must be the same."""
        return (
            self.companions == other.companions
            and self.files.keys() == other.files.keys()
            and all(_is_same(file, other.files[key]) for key, file in self.files.items())
            and self[2:] == other[2:]
        )


@dataclass(frozen=True, slots=True)
class GroundsFinder:
    """Finds them, for files of one view. The first question is the longest."""

    view: View
    links: SummaryLinks

    @property
    def index(self) -> Index:
        """The files on disk, those that are open as they are there."""
        return self.view.known.on_disk

    def of(self, key: str) -> Grounds:
        """Those of a file in the index."""
        index, summary = self.index, self.index.files[key]
        wanted_domains = [definition.domain_name for definition in summary.definitions]
        companions = index.companions(key, summary.kind, wanted_domains)
        reference, mapping = self.links.reference_of(summary), self.links.mapping_of(summary)
        needs = {key, *companions, *self._named(summary), *_keys(reference, mapping)}
        if summary.kind == "plan":
            needs.update(self._in_turn(key, needs))
        needs.update(self._opened_near(key, wanted_domains), self._evidence(key, reference))
        return Grounds(
            frozenset(companions),
            {need: self._file(need) for need in sorted(needs)},
            self.view.settings_of(key),
            (reference, mapping),
        )

    def _named(self, summary: FileSummary) -> Iterator[str]:
        return named_files(summary.name, lines_of(summary), self.links.roots)

    def _in_turn(self, plan: str, needs: set[str]) -> Iterator[str]:
        """What the problem of a plan names, and the references of the domains that may be its."""
        for name in needs - {plan}:
            summary = self.index.files.get(name)
            if summary is not None:
                yield from self._named(summary)
                yield from _keys(self.links.reference_of(summary))

    def _opened_near(self, key: str, domain_names: Sequence[str]) -> Iterator[str]:
        """The open models that may belong to a file by what stands in them now."""
        for name in self.view.documents:
            file = self.view.files.file(name)
            if isinstance(file, FileSnapshot):
                declared = {d.name for d in file.definitions if d.kind == "domain"}
                if folder(name) == folder(key) or declared.intersection(domain_names):
                    yield name

    def _evidence(self, key: str, reference: Wanted | None) -> Iterator[str]:
        """The problems that speak for pairs of names, beside a domain and beside its reference."""
        if reference is not None and reference.key and self.view.settings_of(key).evidence:
            for name in (key, reference.key):
                yield from self.index.problems_in(folder(name))

    def _file(self, key: str) -> object:
        document = self.view.documents.get(key)
        if document is not None:
            return document.source
        summary = self.index.files.get(key)
        return summary or _state(path_of(key))


def _keys(*wanted: Wanted | None) -> Iterator[str]:
    return (each.key for each in wanted if each is not None and each.key is not None)


def _state(path: str | None) -> FileState | None:
    try:
        return FileState.of(os.stat(path or ""))
    except (OSError, ValueError):
        return None


def _is_same(one: object, other: object) -> bool:
    return one is other or (isinstance(one, FileState) and one == other)
