"""How findings of a review say what the two files say, each in its own words."""

from __future__ import annotations

import re
from typing import Final

from plancore.compare.changes import Change, ChangeKind
from plancore.compare.declarations import DeclarationChange
from plancore.correspondence.names import LEARNED_MARK
from plancore.correspondence.pairs import UNCERTAIN, NamePair, TypePredicate
from plancore.formula.naming import has_blank

_VARIABLE: Final = re.compile(r"\?[^\s()]+")


def other_words(change: Change) -> str:
    """What the reference calls the element of a change, in quotes; empty where it says the same but
    for the names of variables, or has no words for it."""
    ours, theirs = change.wanted or change.learned_text, change.reference_text
    has_words = LEARNED_MARK not in theirs and not has_blank(theirs)
    differs = _VARIABLE.sub("?", ours) != _VARIABLE.sub("?", theirs)
    return f"`{theirs}`" if differs and has_words else ""


def reference_label(change: Change) -> str:
    """What a link to the place in the reference is called."""
    if change.reference is None:
        return f"the reference's {change.part.value}"
    return f"the reference: `{change.reference_text}`"


def declared_texts(change: DeclarationChange) -> str:
    """What a difference of declarations says, for a message that starts with its kind."""
    match change.kind:
        case ChangeKind.MISSING:
            return f"`{change.reference_text}`: the reference declares it"
        case ChangeKind.EXTRA:
            return f"`{change.learned_text}`: the reference does not declare it"
        case ChangeKind.CHANGED:
            return f"`{change.learned_text}`: the reference declares `{change.reference_text}`"


def why(pair: NamePair | TypePredicate) -> str:
    """What speaks for a pair, and how much."""
    word = "uncertain" if pair.confidence < UNCERTAIN else "confidence"
    return "; ".join((f"{word} {pair.confidence:.2f}", *pair.evidence))
