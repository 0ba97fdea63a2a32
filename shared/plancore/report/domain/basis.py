"""What the figures of a comparison of domains rest on: names as they are, or pairs of names."""

from __future__ import annotations

from typing import Final

from plancore.compare.causes import same_but_for_names
from plancore.compare.domains import Alignment, DomainDiff, alignment_of, are_names_apart
from plancore.jsonable import Json
from plancore.phrases import count_of
from plancore.report.lines import visible

BY_NAME: Final = "by name"
ALIGNED: Final = "aligned"
ALIGN: Final = "--align looks for what corresponds"
NAMES_APART: Final = (
    "the two domains have hardly a name in common: by name next to nothing corresponds; "
    "--align looks for what does"
)

_MOST: Final = 3
"""So many actions under other names are told of; the rest is counted."""


def renamed_text(diff: DomainDiff) -> str:
    """`grab-it is pick-up under another name`, of actions that a comparison by name takes for an
    extra and a missing one; empty without such."""
    found = same_but_for_names(diff)
    if not found:
        return ""
    named = [f"{pair.learned} is {pair.reference}" for pair in found[:_MOST]]
    rest = len(found) - len(named)
    named += [f"{rest} more are others"] if rest else []
    names = "another name" if len(found) == 1 else "other names"
    return visible(f"{', '.join(named)} under {names}")


def advice_text(diff: DomainDiff) -> str:
    """What to do where other names keep things from being compared with what they are; empty where
    none do."""
    return NAMES_APART if are_names_apart(diff) else with_advice(renamed_text(diff), ALIGN)


def with_advice(text: str, advice: str) -> str:
    """`text` and what to do; empty without a text."""
    return f"{text}; {advice}" if text else ""


def basis(alignment: Alignment | None) -> str:
    """What every figure of a comparison is: `by name` or `aligned`."""
    return BY_NAME if alignment is None else ALIGNED


def basis_text(diff: DomainDiff) -> str:
    """`by name`; `aligned: 14 pairs, 3 uncertain, 41 of 48 literals of the reference covered`."""
    alignment = alignment_of(diff)
    return BY_NAME if alignment is None else f"{ALIGNED}: {reach_text(alignment)}"


def reach_text(alignment: Alignment) -> str:
    """`14 pairs, 3 uncertain, 41 of 48 literals of the reference covered`."""
    return (
        f"{pairs_text(alignment)}, "
        f"{alignment.n_covered} of {count_of(alignment.n_literals, 'literal')} of the reference "
        "covered"
    )


def pairs_text(alignment: Alignment) -> str:
    """`14 pairs, 3 uncertain`."""
    return f"{count_of(alignment.n_pairs, 'pair')}, {alignment.n_uncertain} uncertain"


def basis_data(diff: DomainDiff) -> Json:
    """The same for JSON."""
    alignment = alignment_of(diff)
    return {
        "basis": basis(alignment),
        "names_apart": are_names_apart(diff),
        "alignment": None if alignment is None else alignment.to_dict(),
    }
