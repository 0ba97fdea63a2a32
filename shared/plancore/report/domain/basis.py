"""The basis of the scores of two domains: by name, or a name mapping."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from plancore.compare.causes import same_but_for_names
from plancore.compare.domains import (
    Alignment,
    DomainDiff,
    alignment_of,
    are_names_apart,
    shares_no_literal,
)
from plancore.correspondence.names import KINDS, Correspondence, names_of
from plancore.jsonable import Json
from plancore.model.domain import Action
from plancore.phrases import SIDES, count_of
from plancore.report.lines import visible

BY_NAME: Final = "by name"
ALIGNED: Final = "aligned"
BY_POSITION: Final = "by position"
IN_ORDER: Final = "in this order"
"""Labels of the scores of actions with swapped parameters: as defined by the metrics, and in the
order shown."""
ALIGN: Final = "use --align to match names"
NAMES_APART: Final = (
    "the domains share almost no names, so the scores by name mean little; use --align to match "
    "names"
)
NO_LITERAL: Final = (
    "the domains share no literal, so the scores by name mean little; use --align to match names"
)

ALIGNED_FIRST: Final = (
    "the domains share almost no names: matched by structure (--no-align: by name)"
)

_MOST: Final = 3
"""The maximum number of names listed; the rest is counted."""


def renamed_text(diff: DomainDiff) -> str:
    """`grab-it is pick-up under another name`, for actions that a comparison by name counts as
    extra and missing; empty if there are none."""
    found = same_but_for_names(diff)
    if not found:
        return ""
    named = [f"{pair.learned} is {pair.reference}" for pair in found[:_MOST]]
    rest = len(found) - len(named)
    named += [f"{rest} more are others"] if rest else []
    names = "another name" if len(found) == 1 else "other names"
    return visible(f"{', '.join(named)} under {names}")


def spelt_text(diff: DomainDiff) -> str:
    """`have_soil is have-soil, 2 more: only hyphens and underscores differ`: names of either domain
    that the other has in another spelling; empty if there are none. Case is not significant in
    PDDL."""
    found = []
    for kind in KINDS:
        ours, theirs = names_of(diff.learned, kind), names_of(diff.reference, kind)
        wanted = {_bare(name): name for name in theirs if name not in ours}
        apart = ((name, wanted.get(_bare(name))) for name in ours if name not in theirs)
        found += [f"{name} is {other}" for name, other in apart if other is not None]
    if not found:
        return ""
    rest = len(found) - 1
    more = f", {rest} more" if rest else ""
    return visible(f"{found[0]}{more}: only hyphens and underscores differ")


def _bare(name: str) -> str:
    return name.casefold().replace("-", "").replace("_", "")


def advice_text(diff: DomainDiff) -> str:
    """Advice to align if names keep actions from their counterparts; otherwise empty."""
    if are_names_apart(diff):
        return NAMES_APART
    return NO_LITERAL if shares_no_literal(diff) else with_advice(renamed_text(diff), ALIGN)


def with_advice(text: str, advice: str) -> str:
    """`text` followed by advice; empty without a text."""
    return f"{text}; {advice}" if text else ""


def basis(alignment: Alignment | None) -> str:
    """The basis of all scores of a comparison: `by name` or `aligned`."""
    return BY_NAME if alignment is None else ALIGNED


def basis_text(diff: DomainDiff) -> str:
    """`by name`; `aligned: 14 matches, 3 uncertain, 41 of 48 literals of the reference covered`."""
    alignment = alignment_of(diff)
    return BY_NAME if alignment is None else f"{ALIGNED}: {reach_text(alignment)}"


def reach_text(alignment: Alignment) -> str:
    """`14 matches, 3 uncertain, 41 of 48 literals of the reference covered`."""
    return (
        f"{pairs_text(alignment)}, "
        f"{alignment.n_covered} of {count_of(alignment.n_literals, 'literal')} of "
        f"{SIDES.the_reference} covered"
    )


def pairs_text(alignment: Alignment) -> str:
    """`14 matches, 3 uncertain`."""
    matches = "1 match" if alignment.n_pairs == 1 else f"{alignment.n_pairs} matches"
    return f"{matches}, {alignment.n_uncertain} uncertain"


def scored_by(names: Correspondence) -> str:
    """The basis of the scores of domains that are the same under `names`."""
    return BY_NAME if any(True for _ in names.renamings()) else BY_POSITION


def equivalent_text(names: Correspondence, diff: DomainDiff) -> str:
    """`equivalent up to renaming (parcel → box)`, for domains that are the same under `names` and
    orders of parameters."""
    renamed = [f"{ours} → {theirs}" for _, ours, theirs in names.renamings()]
    by_name = {action.name: action for action in diff.learned.actions}
    ours = {names.actions.get(name, name): action for name, action in by_name.items()}
    orders = [_order_text(ours[name], order) for name, order in names.parameters.items()]
    what = [*(["renaming"] if renamed else []), *(["parameter order"] if orders else [])]
    said = [*renamed, *orders]
    more = [f"and {len(said) - _MOST} more"] if len(said) > _MOST + 1 else []
    listed = ", ".join((*said[: _MOST if more else None], *more))
    return visible(f"equivalent up to {' and '.join(what)} ({listed})" if what else "equivalent")


def _order_text(action: Action, order: Sequence[int]) -> str:
    """`turn (?a ?old ?new) → (?a ?new ?old)`; `order` maps positions to those in the reference."""
    names = [parameter.name for parameter in action.parameters]
    theirs = sorted(zip(order, names, strict=True))
    return f"{action.name} ({' '.join(names)}) → ({' '.join(name for _, name in theirs)})"


def basis_data(diff: DomainDiff) -> Json:
    """The members for JSON."""
    alignment = alignment_of(diff)
    return {
        "basis": basis(alignment),
        "names_apart": are_names_apart(diff),
        "alignment": None if alignment is None else alignment.to_dict(),
    }
