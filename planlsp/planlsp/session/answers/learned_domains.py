"""How many learned domains of the workspace differ from a reference that somebody looks at, found
out beside the event loop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from plancore.index.index import Index
from plancore.memo import lazy
from plancore.project import AnySnapshot, snapshot_of
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText, Span
from plancore.stop import Checkpoint
from planlsp.session.answers.terms import question_under
from planlsp.session.background.answer_cache import AnswerCache
from planlsp.session.links import SummaryLinks
from planlsp.session.project import ClientState
from planlsp.session.settings.settings import Settings
from planlsp.session.texts.documents import DiskReader
from planlsp.session.uris import name_of, path_of
from planlsp.session.view import View

if TYPE_CHECKING:
    from plancore.report.review_lenses import LearnedDomain

MOST: Final = 200
"""So many learned domains are compared with one reference."""


class _Compared(NamedTuple):
    """A learned domain, and what its count rests on."""

    domain: LearnedDomain
    source: SourceText
    reference: SourceText
    mapping: str | None
    settings: Settings


class Learned(NamedTuple):
    """The learned domains of a reference by the keys of their files, and how many there are besides
    these."""

    compared: Mapping[str, _Compared]
    n_more: int

    @property
    def domains(self) -> list[LearnedDomain]:
        """The domains, each with its count."""
        return [compared.domain for compared in self.compared.values()]

    @property
    def sources(self) -> dict[str, SourceText]:
        """The texts of the files when they were compared."""
        return {key: compared.source for key, compared in self.compared.items()}


class _Candidate(NamedTuple):
    """A file that names the reference; `file` is None where nobody has it open."""

    key: str
    file: AnySnapshot | None
    mapping: str | None


@dataclass(frozen=True, slots=True)
class _Asked:
    """Which domains have `reference`, and how they differ: by the index, and by the documents that
    are `shown`, of which some have this reference and are `opened`."""

    reference: FileSnapshot
    index: Index
    links: SummaryLinks
    shown: frozenset[str]
    opened: tuple[_Candidate, ...]
    disk: DiskReader

    @property
    def title(self) -> str:
        return f"Comparing what has {name_of(self.reference.name)} as reference"

    def same_as(self, other: _Asked) -> bool:
        return (
            self.reference is other.reference
            and self.index is other.index
            and self.links == other.links
            and self.shown == other.shown
            and len(self.opened) == len(other.opened)
            and all(map(_is_same, self.opened, other.opened))
        )

    def answer(self, before: Learned | None, checkpoint: Checkpoint) -> Learned:
        candidates = [*self.opened, *self._indexed(checkpoint)]
        known = before.compared if before else {}
        compared: dict[str, _Compared] = {}
        for candidate in candidates[:MOST]:
            checkpoint()
            result = self._compare(candidate, known.get(candidate.key), checkpoint)
            if result is not None:
                compared[candidate.key] = result
        return Learned(compared, len(candidates[MOST:]))

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
        # Imported late: most domains are nobody's reference.
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


class LearnedDomains(AnswerCache[Learned]):
    """The learned domains of each reference that somebody looks at."""

    @lazy
    def _disk(self) -> DiskReader:
        return DiskReader(max_files=2 * MOST)

    async def learned(self, view: View, key: str, state: ClientState) -> Learned | None:
        """What is known of the domains that have the file `key` as reference; None while it is
        looked for, or the files of the workspace are not all known."""
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
        asked = _Asked(reference, index, links, shown, opened, self._disk)
        return await self.answer(key, asked)


def _is_same(one: _Candidate, other: _Candidate) -> bool:
    return one.key == other.key and one.file is other.file and one.mapping == other.mapping
