"""What speaks for pairs beside the two models: tasks that both were made for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Final

from plancore.correspondence.evidence.initial_facts import FactsInCommon, facts_in_common
from plancore.correspondence.evidence.object_types import types_in_common
from plancore.correspondence.evidence.plan_steps import StepsInCommon, steps_in_common
from plancore.correspondence.evidence.tasks import Tasks
from plancore.correspondence.pairs import Pair
from plancore.correspondence.roles import Roles
from plancore.correspondence.scores import best_of
from plancore.model.record import record


@record
class Evidence:
    """How far predicates hold of the same objects at first, actions are applied to the same ones,
    and types have the same ones. `seen` is what an earlier look at the models themselves has found
    of predicates and functions."""

    facts: FactsInCommon = field(default_factory=dict)
    steps: StepsInCommon = field(default_factory=dict)
    types: Mapping[Pair, float] = field(default_factory=dict)
    seen: FactsInCommon = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.facts or self.steps or self.types)

    @property
    def names(self) -> Mapping[str, Mapping[str, str]]:
        """By kind the names that belong together as no other ones do: each is the other's best."""
        shares = {
            "predicates": {pair: same.share for pair, same in self.facts.items()},
            "actions": {p: same.share for p, same in self.steps.items() if same.share >= _MOSTLY},
            "types": self.types,
        }
        return {kind: dict(_mutually_best(of_kind)) for kind, of_kind in shares.items()}

    @property
    def of_symbols(self) -> FactsInCommon:
        """What speaks for predicates and functions: of what was seen where facts say nothing."""
        return {**self.seen, **self.facts}

    def after(self, seen: FactsInCommon) -> Evidence:
        """This evidence for another look, after one that has `seen` so much."""
        return replace(self, seen=seen)


NO_EVIDENCE: Final = Evidence()
_MOSTLY: Final = 0.75


def _mutually_best(shares: Mapping[Pair, float]) -> Iterator[Pair]:
    counts = Counter((side, pair[side], share) for pair, share in shares.items() for side in (0, 1))
    best = best_of(shares, 0), best_of(shares, 1)
    for pair, share in shares.items():
        if all(best[k][pair[k]] == share and counts[k, pair[k], share] == 1 for k in (0, 1)):
            yield pair


def evidence_of(tasks: Tasks, ours: Roles, theirs: Roles) -> Evidence:
    """What `tasks` say of the two models."""
    steps = steps_in_common(tasks.plans)
    return Evidence(
        facts_in_common(tasks.problems),
        {
            (a, b): same
            for (a, b), same in steps.items()
            if a in ours.operators and b in theirs.operators
        },
        types_in_common(tasks.problems, ours, theirs),
    )
