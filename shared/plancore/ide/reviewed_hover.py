"""What a review adds to what is known of a name."""

from __future__ import annotations

from dataclasses import replace

from plancore.ide.action_review import action_review
from plancore.ide.counterparts import counterpart_facts
from plancore.ide.hover import Hover
from plancore.ide.reference_review import ReferenceReview
from plancore.ide.symbols import Symbol


def reviewed(answer: Hover, review: ReferenceReview, symbol: Symbol) -> Hover:
    """`answer`, which is about `symbol`, with what the name stands for in the reference."""
    facts = [*answer.facts, *counterpart_facts(review, symbol)]
    beside = action_review(review, symbol)
    if beside is not None:
        facts += beside.facts
    return replace(answer, facts=tuple(facts), reference=beside.text if beside else "")
