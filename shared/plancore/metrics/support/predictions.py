"""Counts of what a learned model predicts, schema by schema, with their averages."""

from __future__ import annotations

from dataclasses import dataclass

from plancore.metrics.support.confusion import RATIOS, Confusion, Mean, mean, total


@dataclass(frozen=True, slots=True)
class ActionPrediction:
    """The counts for one action schema of the reference.

    `pairs` are its (state, ground action) pairs, `both` those applicable in both models, over
    which the effects are counted.
    """

    name: str
    pairs: int
    both: int
    applicability: Confusion
    effects: Confusion
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Counts before ratios."""
        return {
            "pairs": self.pairs,
            "pairs_applicable_in_both": self.both,
            "applicability": self.applicability.to_dict(),
            "effects": self.effects.to_dict(),
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class PredictivePower:
    """The counts of every schema of the reference, in its order."""

    actions: tuple[ActionPrediction, ...]
    states: int
    missing_actions: tuple[str, ...]
    extra_actions: tuple[str, ...]

    @property
    def pairs(self) -> int:
        """All (state, ground action) pairs."""
        return sum(action.pairs for action in self.actions)

    @property
    def skipped(self) -> int:
        """The pairs whose effects are not compared, as the action is inapplicable in a model."""
        return self.pairs - sum(action.both for action in self.actions)

    @property
    def exact(self) -> bool:
        """Whether every condition and effect could be evaluated."""
        return not any(action.notes for action in self.actions)

    def macro(self, part: str) -> dict[str, Mean]:
        """The means over the schemas; `part` is `applicability` or `effects`."""
        confusions = self._confusions(part)
        return {name: mean(confusion.ratio(name) for confusion in confusions) for name in RATIOS}

    def micro(self, part: str) -> Confusion:
        """The counts of all schemas together; undefined where there is nothing to count over."""
        confusions = self._confusions(part)
        pairs = self.pairs if part == "applicability" else self.pairs - self.skipped
        return total(confusions, Confusion(0, 0, 0, 0, when_empty=1 if pairs else None))

    def to_dict(self) -> dict[str, object]:
        """Counts before ratios; what is undefined is None."""
        parts = ("applicability", "effects")
        return {
            "states": self.states,
            "pairs": self.pairs,
            "pairs_skipped_for_effects": self.skipped,
            "exact": self.exact,
            "missing_actions": list(self.missing_actions),
            "extra_actions": list(self.extra_actions),
            "actions": {action.name: action.to_dict() for action in self.actions},
            "macro": {p: {n: m.to_dict() for n, m in self.macro(p).items()} for p in parts},
            "micro": {part: self.micro(part).to_dict() for part in parts},
        }

    def _confusions(self, part: str) -> list[Confusion]:
        if part not in ("applicability", "effects"):
            raise ValueError(f"no part is called {part!r}")
        return [a.applicability if part == "applicability" else a.effects for a in self.actions]
