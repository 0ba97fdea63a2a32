"""Syntactic similarity: precision, recall, F1, accuracy and Jaccard index over literals.

**Input**: a learned domain and its reference.

**Formula**: for a part X of action a with the literal sets X_M (learned) and X_M* (reference),
TP = `|X_M ∩ X_M*|`, FP = `|X_M \\ X_M*|`, FN = `|X_M* \\ X_M|`,
TN = `|L(a) \\ (X_M ∪ X_M*)|`; precision TP/(TP+FP), recall TP/(TP+FN), F1 2TP/(2TP+FP+FN),
accuracy (TP+TN)/(TP+FP+FN+TN), Jaccard TP/(TP+FP+FN). L(a) holds `p(t…)` and its negation for every
predicate and all terms among parameters and constants whose types fit. The rows are `pre` and
`eff`; their split into signs `pre+`, `pre-`, `add`, `del`; and `all`, both parts pooled.

**Averages**: `macro` is the mean of the defined values over the reference's actions, with their
number; `micro` pools the counts. Missing and extra actions are counted by name. The exact-match
rate is the share of the reference's actions that are identical in the learned domain, under the
name mapping where there is one.

**Range**: [0, 1], higher is better.

**Edge cases**: a missing action has X_M = ∅. An extra action is counted by name only; it does not
lower any ratio of literals, including precision. If both sets are empty, a ratio is 1; in the split
rows it is left out. Every other 0/0 is undefined, as are pooled ratios without literals if there
are extra actions. The exact-match rate of a reference without actions is 1 only if the learned
domain has none either. `zero_division` 0 or 1 gives the convention of other tools. Formulas other
than literals are compared as written, and named.

**Source**: the syntactic evaluation of AMLGym (Lamanna et al.), whose own headline pools
precondition and effect per action and sets every 0/0 to 1: [amlgym](amlgym.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from operator import add
from typing import Final, NamedTuple, TypeAlias

from plancore.compare.actions import ActionDiff, Presence
from plancore.compare.changes import PartDiff
from plancore.compare.domains import DomainDiff
from plancore.jsonable import Json
from plancore.metrics.base import DomainCase, Figure, Group, Metric, Passage
from plancore.metrics.support.confusion import (
    COUNTS,
    RATIOS,
    ActionUniverse,
    Confusion,
    Counted,
    LiteralUniverse,
    Look,
    Mean,
    UniverseScope,
    as_float,
    as_text,
    counted,
    mean_ratio,
    total_of_many,
)
from plancore.model.record import record
from plancore.phrases import SIDES


class CountedPart(StrEnum):
    """What is counted: a part, one sign of a part, or both parts pooled."""

    PRE = "pre"
    EFF = "eff"
    PRE_POSITIVE = "pre+"
    PRE_NEGATIVE = "pre-"
    ADD = "add"
    DELETE = "del"
    ALL = "all"


SPLIT_ROWS = frozenset(
    (CountedPart.PRE_POSITIVE, CountedPart.PRE_NEGATIVE, CountedPart.ADD, CountedPart.DELETE)
)


@record
class ActionSyntactic:
    """All rows of one action. `n_literals` is |L(a)|, which accuracy depends on."""

    action: ActionDiff
    n_literals: int
    rows: Mapping[CountedPart, Confusion]

    def to_dict(self) -> dict[str, object]:
        """Status, |L(a)|, then each row with its counts, ratios and literals."""
        names = self.action.to_reference
        literals = _literals(self.action)
        rows: dict[str, object] = {
            row.value: confusion.to_dict() | {"literals": literals[row].to_dict(names)}
            for row, confusion in self.rows.items()
        }
        return {"status": self.action.status.value, "n_literals": self.n_literals, **rows}


@dataclass(frozen=True, slots=True)
class Syntactic:
    """The result for two domains. `actions` has those of the reference, in its order."""

    actions: tuple[ActionSyntactic, ...]
    missing_actions: tuple[str, ...]
    extra_actions: tuple[str, ...]
    macro: Mapping[CountedPart, Mapping[str, Mean]]
    micro: Mapping[CountedPart, Confusion]
    action_names: Confusion
    n_exact_matches: int
    constructs: frozenset[str]

    @property
    def exact(self) -> bool:
        """Whether all conditions and effects are sets of literals."""
        return not self.constructs

    @property
    def exact_match_rate(self) -> Fraction | None:
        """The share of the reference's actions that are identical in the learned domain; None if
        only the learned domain has actions."""
        if self.actions:
            return Fraction(self.n_exact_matches, len(self.actions))
        return None if self.extra_actions else Fraction(1)

    def of(self, name: str) -> ActionSyntactic | None:
        """The rows of the reference's action called `name`."""
        return next((counts for counts in self.actions if counts.action.name == name), None)

    def to_dict(self) -> dict[str, object]:
        """Counts before ratios; None for what is undefined."""
        return {
            "exact": self.exact,
            "constructs": sorted(self.constructs),
            "missing_actions": list(self.missing_actions),
            "extra_actions": list(self.extra_actions),
            "action_names": self.action_names.to_dict(),
            "n_exact_matches": self.n_exact_matches,
            "exact_match_rate": as_float(self.exact_match_rate),
            "exact_match_rate_exact": as_text(self.exact_match_rate),
            "macro": {
                row.value: {name: value.to_dict() for name, value in means.items()}
                for row, means in self.macro.items()
            },
            "micro": {row.value: confusion.to_dict() for row, confusion in self.micro.items()},
            "actions": {counts.action.name: counts.to_dict() for counts in self.actions},
        }


def syntactic_similarity(
    diff: DomainDiff, *, zero_division: int | None = None, scope: UniverseScope = UniverseScope.BOTH
) -> Syntactic:
    """The counts and ratios of every action of the reference. `zero_division` 0 or 1 is the value
    of every 0/0, including two empty sets, as in other tools. `scope` selects the predicates and
    constants over which true negatives are counted."""
    universe = LiteralUniverse(diff, scope)
    actions = tuple(
        _action(action, universe.of(action.reference), zero_division)
        for action in diff.actions
        if action.reference is not None
    )
    # Many actions share their rows (`_rows`).
    shared = {id(action.rows): action.rows for action in actions}
    confusions: dict[CountedPart, Counter[Confusion]] = {row: Counter() for row in CountedPart}
    for identity, count in Counter([id(action.rows) for action in actions]).items():
        for row, confusion in shared[identity].items():
            confusions[row][confusion] += count
    extra = tuple(action.name for action in diff.with_status(Presence.EXTRA))
    missing = tuple(action.name for action in diff.with_status(Presence.MISSING))
    return Syntactic(
        actions,
        missing,
        extra,
        {row: {name: mean_ratio(confusions[row], name) for name in RATIOS} for row in CountedPart},
        {row: _micro(confusions[row], row, zero_division, bool(extra)) for row in CountedPart},
        Confusion(
            len(actions) - len(missing),
            len(extra),
            len(missing),
            None,
            *_conventions(None, zero_division),
        ),
        sum(counts.action.is_identical for counts in actions),
        diff.constructs,
    )


def _literals(action: ActionDiff) -> dict[CountedPart, Counted]:
    pre, eff = counted(action.precondition), counted(action.effect)
    return {
        CountedPart.PRE: pre,
        CountedPart.EFF: eff,
        CountedPart.PRE_POSITIVE: pre.with_sign(True),
        CountedPart.PRE_NEGATIVE: pre.with_sign(False),
        CountedPart.ADD: eff.with_sign(True),
        CountedPart.DELETE: eff.with_sign(False),
        CountedPart.ALL: pre + eff,
    }


class _Tally(NamedTuple):
    """The numbers of TP, FP and FN, and of those among them that are literals of L(a)."""

    tp: int
    fp: int
    fn: int
    held: int

    def plus(self, other: _Tally) -> _Tally:
        return _Tally(*map(add, self, other))


_Tallies: TypeAlias = tuple[_Tally, _Tally, _Tally]
"""The tallies of all elements of a part, of its positive and of its negative literals."""

_Looks: TypeAlias = tuple[tuple[Look, ...], tuple[Look, ...], tuple[Look, ...]]
"""The looks of the TP, FP and FN of a part."""


def _action(
    action: ActionDiff, universe: ActionUniverse, zero_division: int | None
) -> ActionSyntactic:
    pre, eff = _looks(action.precondition, universe), _looks(action.effect, universe)
    rows = _rows(pre, eff, universe.n_atoms, zero_division)
    return ActionSyntactic(action, 2 * universe.n_atoms, rows)


def _looks(part: PartDiff, universe: ActionUniverse) -> _Looks:
    looks = universe.looks
    return looks(part.reference_equal), looks(part.extra), looks(part.missing)


@lru_cache(maxsize=4096)
def _rows(
    precondition: _Looks, effect: _Looks, n_atoms: int, zero_division: int | None
) -> Mapping[CountedPart, Confusion]:
    """All rows of an action, cached: many actions have the same counts."""
    pre, pre_positive, pre_negative = _tallies(precondition)
    eff, added, deleted = _tallies(effect)
    tallies = {
        CountedPart.PRE: pre,
        CountedPart.EFF: eff,
        CountedPart.PRE_POSITIVE: pre_positive,
        CountedPart.PRE_NEGATIVE: pre_negative,
        CountedPart.ADD: added,
        CountedPart.DELETE: deleted,
        CountedPart.ALL: pre.plus(eff),
    }
    rows = {}
    for row, (tp, fp, fn, held) in tallies.items():
        tn = _UNIVERSES[row] * n_atoms - held
        rows[row] = Confusion(tp, fp, fn, tn, *_conventions(row, zero_division))
    return rows


def _tallies(part: _Looks) -> _Tallies:
    """All elements of a part, then the positive and the negative literals."""
    opaque, negative, positive = [0] * 4, [0] * 4, [0] * 4
    of_sign = {None: opaque, False: negative, True: positive}
    for kind, looks in enumerate(part):
        for sign, is_held in looks:
            tally = of_sign[sign]
            tally[kind] += 1
            tally[3] += is_held
    all_of_them = map(sum, zip(opaque, negative, positive, strict=True))
    return _Tally(*all_of_them), _Tally(*positive), _Tally(*negative)


_UNIVERSES: Final = {CountedPart.PRE: 2, CountedPart.EFF: 2, CountedPart.ALL: 4} | dict.fromkeys(
    SPLIT_ROWS, 1
)
"""The size of the universe of each row, in multiples of the number of atoms of the action; a
literal is an atom with a sign."""


def _conventions(
    row: CountedPart | None, zero_division: int | None
) -> tuple[int | None, int | None]:
    """The value of a ratio of two empty sets, and of every other 0/0."""
    if zero_division is not None:
        return zero_division, zero_division
    return (None if row in SPLIT_ROWS else 1), None


def _micro(
    confusions: Counter[Confusion], row: CountedPart, zero_division: int | None, has_extra: bool
) -> Confusion:
    like = Confusion(0, 0, 0, 0, *_conventions(row, zero_division))
    pooled = total_of_many(confusions, like)
    if has_extra and zero_division is None and not pooled.tp + pooled.fp + pooled.fn:
        # All counts are 0, but the learned domain is not empty: its extra actions are not counted.
        return replace(pooled, when_empty=None)
    return pooled


def _of_case(case: DomainCase) -> Syntactic:
    return syntactic_similarity(case.diff)


def _data(similarity: Syntactic) -> Json:
    return {name: value for name, value in similarity.to_dict().items() if name != "actions"}


def _summary(similarity: Syntactic) -> Json:
    data = similarity.to_dict()
    rows = (CountedPart.PRE, CountedPart.EFF, CountedPart.ALL)
    return {
        "n_exact_matches": data["n_exact_matches"],
        "exact_match_rate": data["exact_match_rate"],
        "macro": {
            row.value: {name: value.to_dict() for name, value in similarity.macro[row].items()}
            for row in rows
        },
        "micro": {row.value: similarity.micro[row].to_dict() for row in rows},
    }


_SHOWN: Final = {"precision": "P", "recall": "R", "f1": "F1", "accuracy": "accuracy"}


def _passages(similarity: Syntactic) -> Iterator[Passage]:
    counts = ((row, similarity.micro[row]) for row in CountedPart)
    yield Passage(
        "Literals, pooled over actions (micro)",
        [(row.value, c.tp, c.fp, c.fn, c.tn, *map(c.counted, _SHOWN)) for row, c in counts],
        ("literals", "TP", "FP", "FN", "TN", *_SHOWN.values()),
    )
    yield Passage(
        f"Literals, averaged over {SIDES.the_reference}'s actions (macro)",
        [(row.value, *(similarity.macro[row][ratio] for ratio in _SHOWN)) for row in CountedPart],
        ("literals", *_SHOWN.values()),
    )
    names = similarity.action_names
    yield Passage("Actions", [(ratio, names.counted(ratio)) for ratio in ("precision", "recall")])


def _macro(part: CountedPart, ratio: str) -> Figure[Syntactic]:
    title = f"{part.value} {_SHOWN[ratio]}"
    return Figure(
        f"{part.value}_{ratio}_macro", title, lambda similarity: similarity.macro[part][ratio]
    )


def _pooled(part: CountedPart, ratio: str) -> Figure[Syntactic]:
    title = f"{part.value} {_SHOWN[ratio]}"
    return Figure(
        f"{part.value}_{ratio}_micro",
        f"µ {title}",
        lambda similarity: similarity.micro[part].counted(ratio),
        brief="" if ratio == "f1" else title,
    )


def _count(part: CountedPart, name: str) -> Figure[Syntactic]:
    return Figure(
        f"{part.value}_{name}_micro",
        f"µ {part.value} {name.upper()}",
        lambda similarity: getattr(similarity.micro[part], name),
        in_tables=False,
    )


_OF_DOMAIN: Final = (CountedPart.PRE, CountedPart.EFF)

METRIC: Final = Metric(
    "syntactic-similarity",
    __doc__,
    _of_case,
    (
        *(
            figure(part, ratio)
            for figure in (_macro, _pooled)
            for part in _OF_DOMAIN
            for ratio in ("precision", "recall", "f1")
        ),
        *(
            figure(part, "accuracy")._replace(in_tables=False)
            for figure in (_macro, _pooled)
            for part in _OF_DOMAIN
        ),
        *(_count(part, name) for part in _OF_DOMAIN for name in COUNTS),
    ),
    field="syntactic",
    group=Group.LITERALS,
    data=_data,
    summary=_summary,
    passages=_passages,
    of_differences=True,
)
