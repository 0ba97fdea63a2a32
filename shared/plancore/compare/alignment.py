"""What a comparison rests on: names as they are, or pairs, and how far those reach."""

from __future__ import annotations

from typing import Final

from plancore.compare.domains import DomainDiff
from plancore.correspondence.names import names_of
from plancore.correspondence.pairs import NOTHING_STATED, UNCERTAIN
from plancore.model.domain import Domain
from plancore.model.record import record

_SHARED_AT_LEAST: Final = 0.25


@record
class Alignment:
    """The pairs that a comparison works with: their number, how many of them a person should look
    at, and how many of the reference's literals have a counterpart."""

    n_pairs: int
    n_uncertain: int
    n_covered: int
    n_literals: int

    def to_dict(self) -> dict[str, int]:
        """For JSON."""
        return {
            "pairs": self.n_pairs,
            "uncertain": self.n_uncertain,
            "covered": self.n_covered,
            "literals": self.n_literals,
        }


def alignment_of(diff: DomainDiff) -> Alignment | None:
    """What `diff` rests on; None where names stand for themselves."""
    if diff.pairs == NOTHING_STATED:
        return None
    confidences = diff.pairs.confidences
    parts = [part for action in diff.actions if action.reference for part in action.parts]
    n_covered = sum(part.n_equal for part in parts)
    return Alignment(
        len(confidences),
        sum(confidence < UNCERTAIN for confidence in confidences),
        n_covered,
        n_covered + sum(len(part.missing) for part in parts),
    )


def are_names_apart(diff: DomainDiff) -> bool:
    """Whether a comparison by name finds next to nothing: the models have hardly a name in common.

    That is where less than a quarter of the reference's predicates are called the same in the
    learned domain, and less than a quarter of its actions; or not one of the predicates.
    """
    if diff.pairs != NOTHING_STATED or not diff.correspondence.is_identity:
        return False
    return have_names_apart(diff.learned, diff.reference)


def have_names_apart(learned: Domain, reference: Domain) -> bool:
    """Whether two domains have hardly a name in common; see `are_names_apart`."""
    ours, theirs = names_of(learned, "actions"), names_of(reference, "actions")
    mine, yours = names_of(learned, "predicates"), names_of(reference, "predicates")
    n_predicates = len(mine.keys() & yours.keys())
    if not (ours and theirs) or n_predicates >= max(1.0, _SHARED_AT_LEAST * len(yours)):
        return False
    has_no_literal = bool(mine and yours) and not n_predicates
    return has_no_literal or len(ours.keys() & theirs.keys()) < _SHARED_AT_LEAST * len(theirs)
