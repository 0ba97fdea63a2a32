"""Counts of what a learned model predicts, schema by schema, with their averages."""

from __future__ import annotations

from dataclasses import dataclass, field

from plancore.metrics.support.confusion import RATIOS, Confusion, Count, Mean, mean, total


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


@dataclass(slots=True)
class SchemaCounts:
    """What is counted of one schema while its pairs are looked at.

    `pairs`, `both` and `notes` become those of the prediction. `app` counts pairs by where they are
    applicable, `eff` the literals of effects; `fluents` are the ground fluents of each pair that is
    applicable in both models, summed up.
    """

    pairs: int = 0
    both: int = 0
    fluents: int = 0
    app_tp: int = 0
    app_fp: int = 0
    app_fn: int = 0
    eff_tp: Count = 0
    eff_fp: Count = 0
    eff_fn: Count = 0
    notes: set[str] = field(default_factory=set)

    def prediction(self, name: str) -> ActionPrediction:
        """The counts of the schema called `name`; undefined where there was nothing to count."""
        app = eff = Confusion(0, 0, 0, 0, when_empty=None)
        if self.pairs:
            app_tn = self.pairs - self.app_tp - self.app_fp - self.app_fn
            app = Confusion(self.app_tp, self.app_fp, self.app_fn, app_tn)
        if self.both:
            eff_tn = self.fluents - self.eff_tp - self.eff_fp - self.eff_fn
            eff = Confusion(self.eff_tp, self.eff_fp, self.eff_fn, eff_tn)
        return ActionPrediction(name, self.pairs, self.both, app, eff, tuple(sorted(self.notes)))


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
