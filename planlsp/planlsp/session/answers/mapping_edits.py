"""Changes of a document's name mapping: edits for the client, and a list of matches with answers of
the user.

The list is the same as in the viewer; questions and answers are as in `planeval align --ask`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypedDict

from plancore.correspondence.names import KINDS, names_of
from plancore.correspondence.pairs import NOTHING_STATED, NamePair, Pairs, SymbolPair
from plancore.correspondence.stated.document import is_document, mapping_text, read_mapping
from plancore.diagnostic import Edit
from plancore.directives import directives
from plancore.ide.review.terms import Align
from plancore.model.domain import Domain
from plancore.report.alignment.pair_table import ListedMatch, changes_text, listed_matches
from plancore.source import SourceText, Span
from plancore.stop import Checkpoint
from planlsp.session.answers.terms import TermsQuestion, question_about
from planlsp.session.uris import path_of, uri_of
from planlsp.session.view import View

SUFFIX: Final = ".mapping.json"
"""The suffix of a mapping file that is created for a document."""


class MappingEdits(NamedTuple):
    """Edits by key of the file; `created` is the key of a file that does not exist yet."""

    edits: Mapping[str, tuple[Edit, ...]]
    created: str | None = None


def stated_now(view: View, key: str, learned: Domain, reference: Domain) -> Pairs | None:
    """The matches stated in the mapping of the document `key`, `NOTHING_STATED` without one. None
    if the file could not be rewritten without a loss: it has errors or comments, or is not JSON."""
    text = view.mapping_text(key)
    if text is None or not text.strip():
        return NOTHING_STATED
    stated, wrong = read_mapping(text, learned, reference)
    return stated if is_document(text) and not wrong else None


def mapping_edits(view: View, key: str, stated: Pairs) -> MappingEdits | None:
    """The edits that rewrite the mapping of the document `key` as `stated`.

    Without a mapping, a file is created next to the document, with a line in the document that
    names it. None if the file to create exists, or the document may not name it.
    """
    text = mapping_text(stated)
    wanted = view.mappings.get(key)
    source = view.mapping_texts.get(wanted.key) if wanted and wanted.key else None
    if wanted is not None and wanted.key is not None and source is not None:
        return MappingEdits({wanted.key: (Edit(Span(0, len(source.text)), text),)})
    path = path_of(key) if wanted is None else path_of(wanted.key or "")
    if path is None:
        return None
    if wanted is None:
        path = os.path.splitext(path)[0] + SUFFIX
    if os.path.lexists(path):
        return None
    new = uri_of(path)
    edits = {new: (Edit(Span(0, 0), text),)}
    if wanted is None:
        edits[key] = (_directive(view.documents[key].source, os.path.basename(path)),)
    return MappingEdits(edits, new)


def _directive(source: SourceText, name: str) -> Edit:
    """A line that names the mapping, below the one that names the reference."""
    line = f";;!mapping: {name}"
    reference = directives(source.text).get("reference")
    if reference is None:
        return Edit(Span(0, 0), line + source.newline)
    return Edit(Span(reference.span.end, reference.span.end), source.newline + line)


# The list of a document's matches, and the user's answers.


class Match(TypedDict):
    """A match in the list: `state` is `uncertain`, `not matched`, `confirmed` or `found`."""

    kind: str
    learned: str
    reference: str
    negated: bool
    text: str
    confidence: float
    evidence: str
    state: str


class Matches(TypedDict):
    """The list of matches, uncertain ones first. `names` has the reference names of each kind,
    which are possible answers; `message` describes the changes by the last answer."""

    matches: list[Match]
    names: dict[str, list[str]]
    message: str


class Matched(NamedTuple):
    """The question about a document's matches, and the pairs found."""

    question: TermsQuestion
    pairs: Pairs

    @classmethod
    def of(cls, view: View, key: str, checkpoint: Checkpoint) -> Matched | None:
        """The current pairs; None if the document is not a domain with a reference. Names are
        matched by structure even if the comparison is by name."""
        question = question_about(view, key)
        return None if question is None else cls._under(question, checkpoint)

    @classmethod
    def _under(cls, question: TermsQuestion, checkpoint: Checkpoint) -> Matched:
        question = question._replace(align=Align.ON)
        return cls(question, question.answer(None, checkpoint).pairs)

    def with_mapping(self, stated: Pairs, checkpoint: Checkpoint) -> Matched:
        """The pairs under another mapping."""
        return self._under(self.question._replace(mapping=mapping_text(stated)), checkpoint)

    def find(self, asked: Mapping[str, Any]) -> ListedMatch | None:
        """The match in the list that a client's request names."""
        names = tuple(asked.get(name) for name in ("kind", "learned", "reference", "negated"))
        return next((each for each in self._listed if _names(each) == names), None)

    @property
    def _listed(self) -> list[ListedMatch]:
        return listed_matches(self.pairs, self.question.learned, self.question.reference)

    def listed(self, message: str = "") -> Matches:
        """The list for the client."""
        names = {kind: sorted(names_of(self.question.reference, kind)) for kind in KINDS}
        return Matches(matches=[*map(_match, self._listed)], names=names, message=message)

    def changes_since(self, before: Matched, asked: NamePair) -> str:
        """A sentence on the changes by an answer."""
        domains = self.question.learned, self.question.reference
        return changes_text(before.pairs, self.pairs, asked, *domains) or "no other match changed"


def _names(match: ListedMatch) -> tuple[str, str, str, bool]:
    pair = match.pair
    negated = isinstance(pair, SymbolPair) and pair.negated
    return match.kind, pair.learned, pair.reference, negated


def _match(listed: ListedMatch) -> Match:
    kind, learned, reference, negated = _names(listed)
    return Match(
        kind=kind,
        learned=learned,
        reference=reference,
        negated=negated,
        text=f"{kind.removesuffix('s')} {listed.names}",
        confidence=round(listed.pair.confidence, 2),
        evidence=listed.reasons,
        state=listed.state,
    )
