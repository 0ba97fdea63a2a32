"""How the mapping of a document comes to say something else: edits for the client to make, and the
list of matches with the answers of a person.

The list is that of the viewer; a question is put and answered as by `planeval align --ask`.
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
"""What follows the name of a document in that of the mapping made for it."""


class MappingEdits(NamedTuple):
    """Edits by key of the file; `created` is the key of a file that does not exist yet."""

    edits: Mapping[str, tuple[Edit, ...]]
    created: str | None = None


def stated_now(view: View, key: str, learned: Domain, reference: Domain) -> Pairs | None:
    """What the mapping of the document `key` says, nothing if there is none; None where it cannot
    be written anew without a loss: what is wrong in it, comments, prose, or TOML."""
    text = view.mapping_text(key)
    if text is None or not text.strip():
        return NOTHING_STATED
    stated, wrong = read_mapping(text, learned, reference)
    return stated if is_document(text) and not wrong else None


def mapping_edits(view: View, key: str, stated: Pairs) -> MappingEdits | None:
    """The edits after which the mapping of the document `key` is `stated`, written anew.

    Without a mapping one is made beside the document, which then names it. None where a file is to
    be made that is there already, or that is outside of what may be read.
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


# The matches of a document as a list, and the answers of a person.


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
    """The list, the questions first; `names` has the reference names of each kind, which are
    answers; `message` says what the last answer has changed."""

    matches: list[Match]
    names: dict[str, list[str]]
    message: str


class Matched(NamedTuple):
    """What a document is matched under, and the pairs found."""

    question: TermsQuestion
    pairs: Pairs

    @classmethod
    def of(cls, view: View, key: str, checkpoint: Checkpoint) -> Matched | None:
        """The pairs that are found now; None where the document is not a domain with a reference.
        Names are matched by their use even where they are compared as they are."""
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
        """The match in the list that a client means."""
        names = tuple(asked.get(name) for name in ("kind", "learned", "reference", "negated"))
        return next((each for each in self._listed if _names(each) == names), None)

    @property
    def _listed(self) -> list[ListedMatch]:
        return listed_matches(self.pairs, self.question.learned, self.question.reference)

    def listed(self, message: str = "") -> Matches:
        """What the client is given."""
        names = {kind: sorted(names_of(self.question.reference, kind)) for kind in KINDS}
        return Matches(matches=[*map(_match, self._listed)], names=names, message=message)

    def changes_since(self, before: Matched, asked: NamePair) -> str:
        """What an answer has changed, in a sentence."""
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
