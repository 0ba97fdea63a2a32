"""Name mappings of labelled pairs of domains: scores, cross-validated weights, confidence.

`PYTHONPATH=tests python -m bench labelled` reads the labelled pairs of the material if available,
else it uses domains of our own in several disguises. The weights are the minimum scores at which
names are matched. For each family of domains, the weights that are best on all other families are
chosen; their result on the held-out family is the cross-validated score. All pairs count, also
those with uncertain labels. A simulated user answers the most informative question, five times per
pair, from the labels.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from statistics import fmean, median
from typing import Any, Final, NamedTuple

from plancore.correspondence.finding import find_pairs
from plancore.correspondence.pairs import NamePair, Pairs, key_of, next_question
from plancore.correspondence.stated.decisions import confirmed, refused
from plancore.model.domain import Domain
from plancore.snapshot import FileSnapshot
from support.corpus import decoded
from support.disguises import Argument, Disguise, Types, disguised
from support.material import find_material
from support.other_names import Names
from support.own_domains import OWN, own_domain
from support.pair_scores import Score, facts, labelled_pairs

WEIGHTS: Final[Mapping[str, tuple[float, ...]]] = {
    "LEAST_OF_ACTIONS": (0.35, 0.4, 0.45),
    "LEAST_OF_SYMBOLS": (0.35, 0.4, 0.45),
    "_LEAST_EVIDENCE": (0.45, 0.5, 0.55),
    "_SPLIT_LEAST_SHARE": (0.6, 0.75, 0.9),
    "_LEAST_SHARE": (0.3, 0.4, 0.5),
}
"""The values tried, one at a time; those of the product are in the middle."""
ANSWERS: Final = 5
_KINDS: Final = ("actions", "predicates")
_DISGUISES: Final = (
    Disguise(Names.SYNONYMS, True, True, noise=0.3),
    Disguise(Names.RANDOM, True, True, noise=0.2),
    Disguise(Names.RANDOM, argument=Argument.DROPPED, noise=0.1),
    Disguise(Names.SYNONYMS, types=Types.TO_PREDICATES, noise=0.2),
)
_OF_PRODUCT: Final = tuple(values[1] for values in WEIGHTS.values())
_SETTINGS: Final = tuple(
    (*_OF_PRODUCT[:k], value, *_OF_PRODUCT[k + 1 :])
    for k, values in enumerate(WEIGHTS.values())
    for value in (values if k == 0 else (values[0], values[2]))
)

Counts = Mapping[str, Score]


class Labelled(NamedTuple):
    """Two domains and their true matches. Domains of one family describe the same world."""

    name: str
    family: str
    learned: Domain
    reference: Domain
    true: Pairs


def main() -> None:
    """Print the tables."""
    pairs = list(_labelled())
    print(f"{len(pairs)} pairs of {len({pair.family for pair in pairs})} families")
    by_setting = {setting: _scores(pairs, setting) for setting in _SETTINGS}
    _use(_OF_PRODUCT)
    _print_scores(pairs, by_setting)
    _print_confidence(pairs)
    _print_confirmed(pairs)
    _print_answers(pairs)


def _labelled() -> Iterator[Labelled]:
    root = find_material("oracles", "correspondence")
    for path in sorted((root / "labels").glob("*.json")) if root else ():
        label: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        folder = path.parents[1] / "pairs" / label["pair"]
        learned, reference = (
            _domain(decoded(folder / f"{side}.pddl")) for side in ("learned", "reference")
        )
        family = path.stem.partition("__")[0]
        yield Labelled(path.stem, family, learned, reference, labelled_pairs(label))
    if root is None:
        for name, disguise in product(OWN, _DISGUISES):
            reference = own_domain(name)
            text, true = disguised(reference, disguise, 0)
            yield Labelled(f"{name}, {disguise}", name, _domain(text), reference, true)


def _domain(text: str) -> Domain:
    domain = FileSnapshot.of(text).domain
    assert domain is not None
    return domain


def _use(setting: tuple[float, ...]) -> None:
    """Set the weights of the search."""
    for name, module in list(sys.modules.items()):
        if name.startswith("plancore.correspondence."):
            for weight, value in zip(WEIGHTS, setting, strict=True):
                if hasattr(module, weight):
                    setattr(module, weight, value)


def _scores(pairs: list[Labelled], setting: tuple[float, ...]) -> list[Counts]:
    _use(setting)
    return [_score(find_pairs(pair.learned, pair.reference), pair.true) for pair in pairs]


def _score(found: Pairs, true: Pairs) -> Counts:
    got, truth = facts(found), facts(true)
    counts = {}
    for kind in _KINDS:
        n_both = len(got[kind] & truth[kind])
        counts[kind] = Score(n_both, len(got[kind]) - n_both, len(truth[kind]) - n_both)
    return counts


def _total(counts: list[Counts], kind: str) -> Score:
    return sum((count[kind] for count in counts), Score())


def _quality(counts: list[Counts]) -> float:
    return sum(_total(counts, kind).f1 for kind in _KINDS)


def _print_scores(
    pairs: list[Labelled], by_setting: Mapping[tuple[float, ...], list[Counts]]
) -> None:
    """Print the scores with the weights of the product, with the best weights, and cross-validated
    by family."""
    held_out: list[Counts] = []
    chosen: Counter[tuple[float, ...]] = Counter()
    for family in sorted({pair.family for pair in pairs}):
        inside = [pair.family == family for pair in pairs]

        def on_others(setting: tuple[float, ...], inside: list[bool] = inside) -> float:
            counts = by_setting[setting]
            return _quality(
                [c for c, is_inside in zip(counts, inside, strict=True) if not is_inside]
            )

        best = max(_SETTINGS, key=lambda setting: (on_others(setting), setting == _OF_PRODUCT))
        chosen[best] += 1
        held_out += [c for c, is_inside in zip(by_setting[best], inside, strict=True) if is_inside]
    best = max(_SETTINGS, key=lambda s: (_quality(by_setting[s]), s == _OF_PRODUCT))
    print(
        f"\n{'weights':40}{'actions P':>12}{'R':>7}{'F1':>7}{'predicates P':>15}{'R':>7}{'F1':>7}"
    )
    _print_row("of the product", by_setting[_OF_PRODUCT])
    _print_row("best in sample", by_setting[best])
    _print_row("leave-one-family-out cross-validation", held_out)
    means = [fmean(c[kind].f1 for c in by_setting[_OF_PRODUCT]) for kind in _KINDS]
    print(f"mean F1 over pairs: actions {means[0]:.3f}, predicates {means[1]:.3f}")
    print(f"best in sample: {dict(zip(WEIGHTS, best, strict=True))}")
    for setting, n_families in chosen.most_common():
        print(f"chosen without {n_families}: {dict(zip(WEIGHTS, setting, strict=True))}")


def _print_row(name: str, counts: list[Counts]) -> None:
    actions, predicates = (_total(counts, kind) for kind in _KINDS)
    print(
        f"{name:40}{actions.precision:12.3f}{actions.recall:7.3f}{actions.f1:7.3f}"
        f"{predicates.precision:15.3f}{predicates.recall:7.3f}{predicates.f1:7.3f}"
    )


def _print_confidence(pairs: list[Labelled]) -> None:
    """Print the number of correct matches by confidence, and the time of the search."""
    right: Counter[float] = Counter()
    told: Counter[float] = Counter()
    times = []
    for pair in pairs:
        start = time.process_time()
        found = find_pairs(pair.learned, pair.reference)
        times.append(1000 * (time.process_time() - start))
        for kind in _KINDS:
            for match in getattr(found, kind):
                bin_of = min(int(10 * match.confidence + 1e-9), 9) / 10
                told[bin_of] += 1
                right[bin_of] += _is_right(kind, match, pair.true)
    print(f"\n{'confidence':>12}{'right':>8}{'of':>6}")
    for bin_of in sorted(told):
        print(f"{bin_of:8.1f}-{bin_of + 0.1:.1f}{right[bin_of]:8}{told[bin_of]:6}")
    print(f"CPU for a pair: median {median(times):.0f} ms, at most {max(times):.0f} ms")


def _print_confirmed(pairs: list[Labelled]) -> None:
    """Print how many correct matches are lost if a single other one is confirmed."""
    n_confirmed = n_lost = 0
    for pair in pairs:
        before = _right(find_pairs(pair.learned, pair.reference), pair.true)
        for kind, match in before:
            stated = confirmed(Pairs(), kind, match)
            after = _right(find_pairs(pair.learned, pair.reference, stated), pair.true)
            n_confirmed += 1
            n_lost += len(
                {(k, *key_of(p)) for k, p in before} - {(k, *key_of(p)) for k, p in after}
            )
    print(f"{n_confirmed} right matches confirmed alone, {n_lost} other right ones lost")


def _right(found: Pairs, true: Pairs) -> list[tuple[str, NamePair]]:
    return [
        (kind, match)
        for kind in _KINDS
        for match in getattr(found, kind)
        if _is_right(kind, match, true)
    ]


def _is_right(kind: str, match: NamePair, true: Pairs) -> bool:
    only: dict[str, Any] = {kind: (match,)}
    return facts(Pairs(**only))[kind] <= facts(true)[kind]


def _print_answers(pairs: list[Labelled]) -> None:
    """Print the scores after each answer of the simulated user."""
    after: list[list[Counts]] = [[] for _ in range(ANSWERS + 1)]
    for pair in pairs:
        stated = Pairs()
        for number in range(ANSWERS + 1):
            found = find_pairs(pair.learned, pair.reference, stated)
            after[number].append(_score(found, pair.true))
            question = next_question(found)
            if question is None:
                after[number + 1 :] = [[*c, after[number][-1]] for c in after[number + 1 :]]
                break
            kind, match = question.kind, question.pair
            if _is_right(kind, match, pair.true):
                stated = confirmed(stated, kind, match)
            else:
                stated = refused(stated, kind, match.learned, match.reference)
    print(
        f"\n{'answers':40}{'actions P':>12}{'R':>7}{'F1':>7}{'predicates P':>15}{'R':>7}{'F1':>7}"
    )
    for number, counts in enumerate(after):
        _print_row(str(number), counts)
