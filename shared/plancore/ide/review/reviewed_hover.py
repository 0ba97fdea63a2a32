"""What a review adds to what is known of a name."""

from __future__ import annotations

from dataclasses import replace

from plancore.ide.information.hover import Hover
from plancore.ide.navigation.symbols import Symbol
from plancore.ide.review.action_review import action_review
from plancore.ide.review.counterparts import counterpart_facts
from plancore.ide.review.reference_review import ReferenceReview


def reviewed(answer: Hover, review: ReferenceReview, symbol: Symbol) -> Hover:
    """`answer`, which is about `symbol`, with what the name stands for in the reference."""
    facts = [*answer.facts, *counterpart_facts(review, symbol)]
    beside = action_review(review, symbol)
    if beside is not None:
        facts += beside.facts
    return replace(answer, facts=tuple(facts), reference=beside.text if beside else "")
