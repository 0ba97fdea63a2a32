"""Name mappings of two domains: precision and recall by disguise and noise, and their cost.

`PYTHONPATH=tests python -m bench correspondence` matches small domains, our own and those of the
corpus if available, with disguised copies of themselves. A cell has precision and recall;
predicates count with their whole argument maps. `literals` are the shares that agree under the
matches found, and under the true ones. Matches without any remaining difference count as correct:
a model may have symmetries. Cells are means over domains, so that large models do not dominate.
Times are CPU after parsing. The second table adds evidence from tasks of both models: initial
facts, plans, plans with renamed objects, facts and plans.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from enum import StrEnum
from itertools import product
from random import Random
from statistics import fmean, median
from typing import Final, NamedTuple

from bench import texts
from plancore.correspondence.finding import find_pairs
from plancore.correspondence.pairs import Pairs, SharedTasks
from plancore.model.domain import Domain
from plancore.snapshot import FileSnapshot
from support.disguises import Argument, Disguise, Types, disguised
from support.material import find_material
from support.other_names import Names
from support.pair_scores import Score, agreement, scores
from support.shared_tasks import both_plans, both_problems

NOISE: Final = (0.0, 0.1, 0.2, 0.3)
SIZES: Final = ((60, 30), (60, 60), (60, 100), (400, 100), (400, 400))
_COLUMNS: Final = ("actions", "parameters", "predicates", "types", "type predicates", "constants")
_EVERY: Final = 3
_LARGEST: Final = 60


class Told(StrEnum):
    """The evidence in addition to the two models."""

    NOTHING = "nothing"
    FACTS = "initial facts"
    PLANS = "plans"
    STEPS = "plans, objects renamed"
    BOTH = "facts and plans"


class Measured(NamedTuple):
    """The results for one pair of domains."""

    scores: dict[str, Score]
    found: float
    true: float
    seconds: float


def main() -> None:
    """Print the tables."""
    print(f"{'':96}{'literals':>14}{''.join(f'{c:>16}' for c in _COLUMNS)}{'ms':>7}{'max':>8}")
    domains = _small_domains()
    for disguise in _disguises():
        _print(str(disguise), [_measured(domain, disguise, 0) for domain in domains])
    print()
    for disguise, told in product(_noisy(), Told):
        _print(f"{disguise}; {told}", [_measured(domain, disguise, 0, told) for domain in domains])
    print()
    for (actions, predicates), names in product(SIZES, (Names.SYNONYMS, Names.RANDOM)):
        domain = _domain(texts.varied_domain(actions, predicates))
        disguise = Disguise(names, permute_arguments=True, permute_parameters=True, noise=0.1)
        name = f"{actions} actions, {predicates} predicates, {names}, permuted, 10% noise"
        _print(name, [_measured(domain, disguise, 0)])


def _noisy() -> list[Disguise]:
    """The disguises with which tasks of both models help."""
    return [
        Disguise(names, True, True, noise=noise)
        for names, noise in ((Names.SYNONYMS, 0.3), (Names.RANDOM, 0.1), (Names.RANDOM, 0.3))
    ]


def _disguises() -> list[Disguise]:
    names_only = [Disguise(names, noise=noise) for names, noise in product(Names, NOISE)]
    others = (Names.SYNONYMS, Names.RANDOM)
    return [
        *names_only,
        *(Disguise(names, True, True, noise=noise) for names, noise in product(others, NOISE)),
        *(
            Disguise(names, argument=argument, noise=noise)
            for names, argument, noise in product(others, list(Argument)[1:], NOISE[:2])
        ),
        *(
            Disguise(names, types=types, noise=noise)
            for names, types, noise in product(others, list(Types)[1:], NOISE[:2])
        ),
    ]


def _small_domains() -> list[Domain]:
    """Some domains of our own, and every third one of the corpus, to save time."""
    own = [_domain(texts.varied_domain(n, n)) for n in (4, 8, 12)]
    root = find_material("corpus", "dev")
    if root is None:
        return own
    domains = []
    names: set[tuple[str, ...]] = set()
    for path in sorted(root.rglob("*.pddl")):
        if {"invalid", "oddities", "medium"} & {*path.parts}:
            continue
        snapshot = FileSnapshot.of(path.read_text(encoding="utf-8", errors="replace"), str(path))
        domain = None if snapshot.tree.problems else snapshot.domain
        if domain is None or not 2 <= len(domain.actions) <= _LARGEST:
            continue
        declared = (*(a.name for a in domain.actions), *(p.name for p in domain.predicates))
        if len(domain.predicates) >= 2 and declared not in names:
            names.add(declared)
            domains.append(domain)
    return own + domains[::_EVERY]


def _measured(
    reference: Domain, disguise: Disguise, seed: int, told: Told = Told.NOTHING
) -> Measured:
    text, true = disguised(reference, disguise, seed)
    learned, tasks = _domain(text), _tasks(reference, true, told, Random(seed))
    start = time.process_time()
    found = find_pairs(learned, reference, tasks=tasks)
    seconds = time.process_time() - start
    return Measured(
        scores(found, true, learned, reference),
        agreement(found, learned, reference),
        agreement(true, learned, reference),
        seconds,
    )


def _tasks(reference: Domain, true: Pairs, told: Told, random: Random) -> SharedTasks:
    problems = told in (Told.FACTS, Told.BOTH)
    plans = told in (Told.PLANS, Told.BOTH, Told.STEPS)
    return SharedTasks(
        (both_problems(reference, true, random),) if problems else (),
        (both_plans(reference, true, random, other_objects=told is Told.STEPS),) if plans else (),
    )


def _print(name: str, rows: Sequence[Measured]) -> None:
    found, true = fmean(row.found for row in rows), fmean(row.true for row in rows)
    cells = []
    for kind in _COLUMNS:
        scored = [row.scores[kind] for row in rows if any(row.scores[kind])]
        told = "-"
        if scored:
            precision, recall = (fmean(s[k] for s in map(_shares, scored)) for k in (0, 1))
            told = f"{precision:.2f} {recall:.2f}"
        cells.append(f"{told:>16}")
    times = [1000 * row.seconds for row in rows]
    print(
        f"{name:96}{found:7.2f}{true:7.2f}{''.join(cells)}{median(times):7.0f}{max(times):8.0f}",
        flush=True,
    )


def _shares(score: Score) -> tuple[float, float]:
    return score.precision, score.recall


def _domain(text: str) -> Domain:
    domain = FileSnapshot.of(text).domain
    assert domain is not None
    return domain
