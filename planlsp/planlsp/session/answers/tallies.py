"""Counts of valid plans next to a domain, and the learned domains that have a file as reference.

Both are computed outside the event loop. Plans are found in the index or, if that does not cover
the folder, by listing it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from plancore.directives import folder
from plancore.index.index import Index
from plancore.index.summary import FileSummary
from plancore.links import Roots
from plancore.memo import lazy
from plancore.project import AnySnapshot, DomainLink, PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText, Span
from plancore.stop import Checkpoint
from planfiles import limits
from planfiles.files import FileState
from planfiles.folders import is_model_name, is_plan_name
from planlsp.session.answers.terms import question_under
from planlsp.session.background.answer_cache import AnswerCache
from planlsp.session.links import SummaryLinks
from planlsp.session.project import ClientState
from planlsp.session.settings.settings import Settings
from planlsp.session.texts.documents import DiskReader
from planlsp.session.uris import key_of, name_of, path_of, uri_of
from planlsp.session.view import View

if TYPE_CHECKING:
    from plancore.report.plan_tally import FolderTally
    from plancore.report.review_lenses import LearnedDomain


class Tallied(NamedTuple):
    """The results of the plans next to a domain, and the files that they were computed from."""

    tally: FolderTally
    files: ProjectSnapshot


@dataclass(frozen=True, slots=True)
class _Asked:
    """The question how many plans next to `domain` are valid; `files` are those that the session
    has read, `on_disk` the summaries or states of the others."""

    domain: DomainLink
    files: Mapping[str, AnySnapshot]
    on_disk: Mapping[str, FileSummary | FileState]
    references: Mapping[str, str]
    roots: Roots
    disk: DiskReader

    @property
    def title(self) -> str:
        return f"Executing the plans next to {name_of(self.domain.file.name)}"

    def same_as(self, other: _Asked) -> bool:
        return (
            self.domain.definition is other.domain.definition
            and _are_same(self.files, other.files)
            and _are_same(self.on_disk, other.on_disk)
            and self.references == other.references
            and self.roots == other.roots
        )

    def answer(self, before: Tallied | None, checkpoint: Checkpoint) -> Tallied:
        known = before.files.files if before else {}
        files = {**self.files, **dict(self._read(known, checkpoint))}
        project = ProjectSnapshot(files, self.references, self.roots)
        # Imported late: most files have no plans next to them.
        from plancore.report.plan_tally import folder_tally

        tally = folder_tally(project, self.domain, checkpoint)
        return Tallied(tally.after(before.tally if before else None), project)

    def _read(
        self, known: Mapping[str, AnySnapshot], checkpoint: Checkpoint
    ) -> Iterator[tuple[str, AnySnapshot]]:
        for key in self.on_disk:
            checkpoint()
            text = self.disk.read(path_of(key) or "")
            if isinstance(text, SourceText):
                file = known.get(key)
                is_known = file is not None and file.text == text.text
                yield key, file if file and is_known else snapshot_of(text.text, key)


class PlanTallies(AnswerCache[Tallied]):
    """The results of the plans next to each open domain."""

    @lazy
    def _disk(self) -> DiskReader:
        return DiskReader(max_files=2 * limits.COMPANIONS)

    async def tallied(self, view: View, key: str) -> Tallied | None:
        """The results of the plans next to the domain in `key`; None until the first are known."""
        domain = view.domain_in(key)
        if domain is None:
            self.forget(key)
            return None
        return await self.answer(key, _asked(view, domain, self._disk))


def _asked(view: View, domain: DomainLink, disk: DiskReader) -> _Asked:
    key = domain.file.name
    reference = view.files.reference_name(domain.file)
    on_disk: dict[str, FileSummary | FileState] = {}
    on_disk.update(_indexed(view, key) if view.known.covers(key) else listed_beside(key))
    names = {key, reference, *on_disk, *_known_beside(view, folder(key))}
    files = {name: file for name, file in view.files.files.items() if name in names}
    return _Asked(
        domain,
        files,
        {name: state for name, state in on_disk.items() if name not in files},
        {key: reference} if reference else {},
        view.files.roots,
        disk,
    )


def _known_beside(view: View, home: str) -> Iterator[str]:
    """The files of the session in the folder `home`, and the problems of its plans."""
    for name, file in view.files.files.items():
        if folder(name) == home:
            yield name
            problem = view.files.problem_of(file) if isinstance(file, PlanSnapshot) else None
            if problem is not None:
                yield problem.file.name


def _indexed(view: View, key: str) -> Iterator[tuple[str, FileSummary]]:
    """The plans and problems in the folder of the file `key`, up to `limits.COMPANIONS` of each,
    and the problems of the plans."""
    index = view.known.on_disk
    plans = index.plans_in(folder(key))[: limits.COMPANIONS]
    problems = index.problems_in(folder(key))[: limits.COMPANIONS]
    for name in dict.fromkeys((*plans, *problems, *map(index.problem_of_plan, plans))):
        if name is not None:
            yield name, index.files[name]


def listed_beside(key: str) -> Iterator[tuple[str, FileState]]:
    """The plans and models on disk in the folder of the file `key`, up to `limits.COMPANIONS` of
    each."""
    home = os.path.dirname(path_of(key) or "")
    try:
        with os.scandir(home) as entries:
            beside = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return
    for is_wanted in (is_plan_name, is_model_name):
        wanted = (entry for entry in beside if is_wanted(entry.name) and entry.is_file())
        for _, entry in zip(range(limits.COMPANIONS), wanted, strict=False):
            with suppress(OSError):  # the file may have been deleted
                yield key_of(uri_of(entry.path)), FileState.of(entry.stat())


def _are_same(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    """Whether two mappings have the same keys, in order, with identical objects or equal states.
    Summaries of a file may be equal although its numbers differ."""
    return list(one) == list(other) and all(
        ours is theirs or (isinstance(ours, FileState) and ours == theirs)
        for ours, theirs in zip(one.values(), other.values(), strict=True)
    )


MOST: Final = 200
"""The most learned domains that are compared with a reference."""


class _Compared(NamedTuple):
    """A learned domain with its count of differences, and the inputs of the count."""

    domain: LearnedDomain
    source: SourceText
    reference: SourceText
    mapping: str | None
    settings: Settings


class LearnedFiles(NamedTuple):
    """The learned domains of a reference by key of their files, and the number of those left
    out."""

    compared: Mapping[str, _Compared]
    n_more: int

    @property
    def domains(self) -> list[LearnedDomain]:
        """The domains, each with its count of differences."""
        return [compared.domain for compared in self.compared.values()]

    @property
    def sources(self) -> dict[str, SourceText]:
        """The texts of the files when they were compared."""
        return {key: compared.source for key, compared in self.compared.items()}


class _Candidate(NamedTuple):
    """A file with this reference; `file` is None if the session has not read it."""

    key: str
    file: AnySnapshot | None
    mapping: str | None


@dataclass(frozen=True, slots=True)
class _AskedOfReference:
    """The question which domains have `reference`, and how they differ from it. `shown` are the
    keys of open documents, which are not looked up in the index; `opened` are the files of the
    session that have this reference."""

    reference: FileSnapshot
    index: Index
    links: SummaryLinks
    shown: frozenset[str]
    opened: tuple[_Candidate, ...]
    disk: DiskReader

    @property
    def title(self) -> str:
        return f"Comparing domains with the reference {name_of(self.reference.name)}"

    def same_as(self, other: _AskedOfReference) -> bool:
        return (
            self.reference is other.reference
            and self.index is other.index
            and self.links == other.links
            and self.shown == other.shown
            and len(self.opened) == len(other.opened)
            and all(map(_is_same, self.opened, other.opened))
        )

    def answer(self, before: LearnedFiles | None, checkpoint: Checkpoint) -> LearnedFiles:
        candidates = [*self.opened, *self._indexed(checkpoint)]
        known = before.compared if before else {}
        compared: dict[str, _Compared] = {}
        for candidate in candidates[:MOST]:
            checkpoint()
            result = self._compare(candidate, known.get(candidate.key), checkpoint)
            if result is not None:
                compared[candidate.key] = result
        return LearnedFiles(compared, len(candidates[MOST:]))

    def _indexed(self, checkpoint: Checkpoint) -> Iterator[_Candidate]:
        for key, summary in sorted(self.index.files.items()):
            if summary.kind in ("domain", "both") and key not in self.shown:
                checkpoint()
                wanted = self.links.reference_of(summary)
                if wanted is not None and wanted.key == self.reference.name != key:
                    mapping = self.links.mapping_of(summary)
                    text = self._text(mapping.key) if mapping and mapping.key else None
                    yield _Candidate(key, None, text.text if text else None)

    def _compare(
        self, candidate: _Candidate, known: _Compared | None, checkpoint: Checkpoint
    ) -> _Compared | None:
        key, file, mapping = candidate
        source = file.source if file else self._text(key)
        if source is None:
            return None
        settings = self.links.settings.at(path_of(key))
        ours = known and (known.source, known.reference)
        if known and ours == (source, self.reference.source) and known[3:] == (mapping, settings):
            return known
        learned = file or snapshot_of(source.text, key)
        if not isinstance(learned, FileSnapshot):
            return None
        domain = self._counted(learned, mapping, settings, checkpoint)
        return _Compared(domain, source, self.reference.source, mapping, settings)

    def _counted(
        self, learned: FileSnapshot, mapping: str | None, settings: Settings, checkpoint: Checkpoint
    ) -> LearnedDomain:
        # Imported late: most domains are not a reference.
        from plancore.ide.review.reference_review import review
        from plancore.report.review_lenses import LearnedDomain

        question = question_under(learned, self.reference, mapping, settings)
        definition = learned.first("domain")
        name = definition.definition.name if definition else None
        span = learned.span(name.place) if name else Span(0, 0)
        if question is None:
            return LearnedDomain(learned.name, span, None)
        found = review(learned, self.reference, question.answer(None, checkpoint))
        return LearnedDomain(learned.name, span, found.count if found else None)

    def _text(self, key: str) -> SourceText | None:
        text = self.disk.read(path_of(key) or "")
        return text if isinstance(text, SourceText) else None


class LearnedDomains(AnswerCache[LearnedFiles]):
    """The learned domains of each open reference."""

    @lazy
    def _disk(self) -> DiskReader:
        return DiskReader(max_files=2 * MOST)

    async def learned(self, view: View, key: str, state: ClientState) -> LearnedFiles | None:
        """The domains that have the file `key` as reference; None until they are known, and while
        the index is incomplete."""
        reference, index = view.files.file(key), view.known.on_disk
        is_domain = isinstance(reference, FileSnapshot) and reference.first("domain") is not None
        if not is_domain or not (index.is_complete or not index.roots):
            self.forget(key)
            return None
        assert isinstance(reference, FileSnapshot)
        opened = tuple(
            _Candidate(learned, view.files.file(learned), view.mapping_text(learned))
            for learned, wanted in sorted(view.references.items())
            if wanted.key == key != learned and view.files.file(learned) is not None
        )
        links = SummaryLinks(view.settings, state.chosen, state.roots)
        shown = frozenset(view.documents)
        asked = _AskedOfReference(reference, index, links, shown, opened, self._disk)
        return await self.answer(key, asked)


def _is_same(one: _Candidate, other: _Candidate) -> bool:
    return one.key == other.key and one.file is other.file and one.mapping == other.mapping
