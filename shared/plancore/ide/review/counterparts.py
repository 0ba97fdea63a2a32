"""The counterpart of a name of a learned domain in its reference, and the evidence for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import ACTION_PARTS
from plancore.compare.declarations import predicate_text
from plancore.correspondence.names import names_of
from plancore.correspondence.pairs import (
    NOTHING_STATED,
    PAIR_OF,
    UNCERTAIN,
    NamePair,
    Pairs,
    Side,
    SymbolPair,
    TypePredicate,
    questions,
)
from plancore.correspondence.roles import Roles
from plancore.correspondence.similarity.candidates import Profile, Profiles, alike
from plancore.correspondence.stated.mapping import answered
from plancore.correspondence.words import Vocabulary
from plancore.ide.information.hover import Hover
from plancore.ide.navigation.symbols import Symbol
from plancore.ide.review.reference_review import ReferenceReview
from plancore.model.domain import OBJECT, Domain
from plancore.occurrences import SymbolKind
from plancore.phrases import count_of
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Node

KINDS: Final[Mapping[SymbolKind, str]] = {
    SymbolKind.ACTION: "actions",
    SymbolKind.PREDICATE: "predicates",
    SymbolKind.FUNCTION: "functions",
    SymbolKind.TYPE: "types",
}
"""The kinds of names that are matched, by their words in mappings."""


def is_reviewed(review: ReferenceReview, symbol: Symbol) -> bool:
    """Whether a symbol is a name of the learned domain that may have a counterpart."""
    home = symbol.home
    is_domain = home.kind != "problem" and home.domain is review.diff.learned
    return is_domain and symbol.kind in KINDS and symbol.name != OBJECT


def pairs_with(review: ReferenceReview, symbol: Symbol) -> list[NamePair]:
    """The matches of a name of the learned domain; empty if names are matched by name."""
    pairs: tuple[NamePair, ...] = getattr(review.diff.pairs, KINDS[symbol.kind])
    return [pair for pair in pairs if pair.learned == symbol.name]


def played_by(review: ReferenceReview, symbol: Symbol) -> list[TypePredicate]:
    """The matches of a name of the learned domain between a type and a predicate."""
    ours = Side.LEARNED if symbol.kind is SymbolKind.PREDICATE else Side.REFERENCE
    return [
        played
        for played in review.diff.pairs.type_predicates
        if played.side is ours
        and symbol.name == (played.predicate if ours is Side.LEARNED else played.type)
    ]


def counterpart_facts(review: ReferenceReview, symbol: Symbol) -> Iterator[str]:
    """Sentences on the counterpart of `symbol`; none if names are matched by name."""
    if review.diff.pairs == NOTHING_STATED or not is_reviewed(review, symbol):
        return
    pairs, played = pairs_with(review, symbol), played_by(review, symbol)
    for pair in pairs:
        yield f"{_stands_for(review, pair)} ({_why(pair)})"
    for entry in played:
        is_ours = entry.side is Side.LEARNED
        word, name = ("type", entry.type) if is_ours else ("predicate", entry.predicate)
        yield f"matches the {word} `{name}` in the reference ({_why(entry)})"
    if not pairs and not played:
        yield "no match in the reference"


def _stands_for(review: ReferenceReview, pair: NamePair) -> str:
    if not isinstance(pair, SymbolPair):
        return f"matches `{pair.reference}` in the reference"
    declared = next((p for p in review.diff.reference.predicates if p.name == pair.reference), None)
    theirs = predicate_text(declared) if declared else pair.reference
    verb = "is the negation of" if pair.negated else "matches"
    places = tuple("none" if n is None else str(n + 1) for n in pair.arguments)
    is_plain = pair.arguments == tuple(range(len(pair.arguments)))
    arguments = "" if is_plain else f", with its arguments {', '.join(places)}"
    return f"{verb} `{theirs}` in the reference{arguments}"


def _why(pair: NamePair | TypePredicate) -> str:
    """The confidence and the evidence of a match."""
    word = "uncertain" if pair.confidence < UNCERTAIN else "confidence"
    return "; ".join((f"{word} {pair.confidence:.2f}", *pair.evidence))


# A short summary of an action compared with the reference's


class ActionReview(NamedTuple):
    """`facts` have the number of differences and their meaning, as far as it is known; `text` is
    the reference's action as written."""

    facts: tuple[str, ...]
    text: str


def action_review(review: ReferenceReview, symbol: Symbol) -> ActionReview | None:
    """The summary of the action `symbol` in `review`; None for any other name."""
    if symbol.kind is not SymbolKind.ACTION or not is_reviewed(review, symbol):
        return None
    for action in review.diff.actions:
        if action.learned is not None and action.learned.name == symbol.name:
            node = action.reference.node if action.reference else None
            summary = _summary(review, action)
            text = _text(review.reference, node) if node else ""
            return ActionReview((summary, *_meaning(review, action)), text)
    return None


def _summary(review: ReferenceReview, action: ActionDiff) -> str:
    if action.reference is None:
        return "extra action: not in the reference"
    counted = ", ".join(_counted(review, action.shown))
    return f"differences: {counted}" if counted else "no differences from the reference"


def _meaning(review: ReferenceReview, action: ActionDiff) -> Iterator[str]:
    meanings = review.terms.meanings
    answer = meanings.about(review.diff, action) if meanings else None
    if answer is not None:
        # Imported late: few users ask for the meaning.
        from plancore.ide.review.meanings import meaning_facts

        yield from meaning_facts(answer)


def _counted(review: ReferenceReview, action: ActionDiff) -> Iterator[str]:
    counts: Counter[tuple[str, str]] = Counter()
    for difference in filter(lambda each: each.is_counted, review.differences):
        if difference.action == action.name and difference.part in ACTION_PARTS:
            counts[difference.kind, difference.part] += 1
        elif any(single.action == action.name for single in difference.singles):
            yield difference.message
    for (kind, part), count in counts.items():
        yield count_of(count, f"{kind} {part}")


def _text(file: FileSnapshot, node: Node) -> str:
    """The text of `node`, without the indentation of its first line."""
    span = file.span(node.place)
    column = file.source.position(span.start).column
    first, *lines = file.text[span.start : span.end].splitlines()
    moved = (line[column:] if not line[:column].strip() else line.lstrip() for line in lines)
    return "\n".join((first, *moved))


# Additions of a review to a hover


def reviewed(answer: Hover, review: ReferenceReview, symbol: Symbol) -> Hover:
    """`answer`, the hover of `symbol`, with its counterpart in the reference."""
    facts = [*answer.facts, *counterpart_facts(review, symbol)]
    beside = action_review(review, symbol)
    if beside is not None:
        facts += beside.facts
    return replace(answer, facts=tuple(facts), reference=beside.text if beside else "")


# Decisions about a name without a match, or with an uncertain one

MOST: Final = 5
"""Maximum number of candidates that are offered for a name."""


class Decision(NamedTuple):
    """A decision; `stated` is the whole content of the mapping file after it."""

    title: str
    stated: Pairs


def decisions(review: ReferenceReview, symbol: Symbol, stated: Pairs) -> Iterator[Decision]:
    """Answers to questions about a name: for an uncertain match whether it is right; for a name
    with an uncertain match or none, the likeliest other names.

    `stated` is the current content of the mapping file.
    """
    if not is_reviewed(review, symbol):
        return
    kind = KINDS[symbol.kind]
    pairs = pairs_with(review, symbol)
    open_pairs = [pair for pair in pairs if pair.confidence < UNCERTAIN]
    for pair in open_pairs:
        theirs = f"the match with the reference {symbol.kind} `{pair.reference}`"
        for verb, answer in (("Confirm", "yes"), ("Reject", "no")):
            yield from _decision(review, f"{verb} {theirs}", kind, pair, answer, stated)
    if open_pairs or not (pairs or played_by(review, symbol)):
        asked = questions(review.diff.pairs)
        likely = [q.pair for q in asked if q.kind == kind and q.pair.learned == symbol.name]
        names = [pair.reference for pair in likely] + _candidates(review, kind, symbol.name)
        matched = {pair.reference for pair in pairs}
        for name in [name for name in dict.fromkeys(names) if name not in matched][:MOST]:
            title = f"Match with the reference {symbol.kind} `{name}`"
            pair = open_pairs[0] if open_pairs else PAIR_OF[kind](symbol.name, name)
            yield from _decision(review, title, kind, pair, f"={name}", stated)


def _decision(
    review: ReferenceReview, title: str, kind: str, pair: NamePair, answer: str, stated: Pairs
) -> Iterator[Decision]:
    new = answered(stated, kind, pair, answer, review.diff.reference)
    if isinstance(new, Pairs):
        yield Decision(title, new)


def _candidates(review: ReferenceReview, kind: str, name: str) -> list[str]:
    """The names of the reference that `name` may match: first those without a counterpart, and
    among these the most similar by words and roles. Empty if the name is matched by name; if others
    are, without names that these match."""
    ours, theirs = names_of(review.diff.learned, kind), names_of(review.diff.reference, kind)
    is_by_name = review.diff.pairs == NOTHING_STATED
    if is_by_name and name in theirs:
        return []
    pairs: tuple[NamePair, ...] = getattr(review.diff.pairs, kind)
    taken = {pair.reference for pair in pairs}
    words = Vocabulary([*ours, *theirs])
    ours_used = _profiles(review.diff.learned, kind).get(name)
    theirs_used = _profiles(review.diff.reference, kind)

    def similarity(other: str) -> float:
        used = theirs_used.get(other)
        by_use = alike(ours_used, used) if ours_used is not None and used is not None else 0.0
        return words.similarity(name, other) + by_use

    no_others = {OBJECT, *(ours if is_by_name else ())}
    candidates = (other for other in theirs if other not in no_others)
    return sorted(candidates, key=lambda other: (other in taken, -similarity(other)))[:MOST]


def _profiles(domain: Domain, kind: str) -> Mapping[str, Profile]:
    """The profiles of use of the names of a kind; empty for types."""
    profiles = Profiles(Roles(domain))
    return {"actions": profiles.actions, "types": {}}.get(kind, profiles.symbols)
