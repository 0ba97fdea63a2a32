"""Comparison of domains: two texts to a difference, its metrics, distances and equivalence.

`PYTHONPATH=tests python -m bench.domains` compares each domain of the corpus with a copy that has
some literal edits, and prints the median, the largest, and for two of them the searches that may
take long: the alignment of new names, strong equivalence, the optimal edit distance. Times are
milliseconds of CPU of one run after parsing; `again` is the same comparison a second time, as an
editor makes it after a change elsewhere.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from bench import texts
from plancore.compare.domains import ALIGNED, compare_domains
from plancore.correspondence.exact.equivalence import strong_equivalence
from plancore.metrics.action_similarity import action_similarity
from plancore.metrics.edit_distance import optimal_distance
from plancore.metrics.syntactic import syntactic_similarity
from plancore.model.domain import Domain
from plancore.snapshot import FileSnapshot
from support.material import find_material
from support.mutations import mutated
from support.renamed_domains import random_names, written_again

EDITS = 10


class Measured(NamedTuple):
    """Milliseconds for one domain and its edited copy."""

    compare: float
    again: float
    metrics: float
    n_actions: int
    name: str


def main() -> None:
    """Print the table."""
    own = [_measured(_again(texts.domain(n)), f"own text, {n:,} actions") for n in (100, 1_000)]
    print(f"our own texts, each against a copy with {EDITS} literal edits; milliseconds")
    print(_HEAD)
    for row in own:
        print(_line(row))
    print()
    root = find_material("corpus", "dev")
    if root is None:
        print("the corpus is not here (PLANLSP_MATERIAL)")
        return
    rows = [found for path in sorted(root.rglob("*.pddl")) if (found := _measured_file(path, root))]
    print(f"{len(rows)} domains, each against a copy with {EDITS} literal edits; milliseconds")
    print(_HEAD)
    compare = median(row.compare for row in rows)
    again, metrics = median(row.again for row in rows), median(row.metrics for row in rows)
    print(f"{compare:9.2f} {again:9.2f} {metrics:9.2f} {'':8}  median of each column")
    for row in sorted(rows, key=lambda row: -row.compare)[:5]:
        print(_line(row))
    print("\nall names new, parameters permuted; milliseconds")
    print(f"{'align':>9} {'equivalent':>10} {'distance':>9} {'actions':>8}  domain")
    small = sorted((row for row in rows if 2 <= row.n_actions <= 40), key=lambda r: r.n_actions)
    for row in (small[len(small) // 2], small[-1]):
        print(_searches(root / row.name))


_HEAD = f"{'compare':>9} {'again':>9} {'metrics':>9} {'actions':>8}  domain"


def _line(row: Measured) -> str:
    return f"{row.compare:9.2f} {row.again:9.2f} {row.metrics:9.2f} {row.n_actions:8}  {row.name}"


def _measured_file(path: Path, root: Path) -> Measured | None:
    if "invalid" in path.parts:
        return None
    domain = _domain(path)
    if domain is None or not domain.actions or not domain.predicates:
        return None
    return _measured(domain, str(path.relative_to(root)))


def _measured(domain: Domain, name: str) -> Measured:
    random = Random(0)
    learned = _again(written_again(mutated(domain, EDITS, random), None, random))
    compare = _milliseconds(lambda: compare_domains(learned, domain))
    again = _milliseconds(lambda: compare_domains(learned, domain))
    diff = compare_domains(learned, domain)
    metrics = _milliseconds(lambda: (action_similarity(diff), syntactic_similarity(diff)))
    return Measured(compare, again, metrics, len(domain.actions), name)


def _searches(path: Path) -> str:
    domain = _domain(path)
    assert domain is not None
    random = Random(0)
    text = written_again(domain, random_names(domain, random), random, permute_parameters=True)
    renamed = _again(text)
    names = random_names(domain, random, ("actions", "predicates"))
    edited = _again(written_again(mutated(domain, EDITS, random), names, random))
    times = (
        _milliseconds(lambda: compare_domains(edited, domain, ALIGNED)),
        _milliseconds(lambda: strong_equivalence(renamed, domain)),
        _milliseconds(lambda: optimal_distance(edited, domain)),
    )
    counts = f"{times[0]:9.2f} {times[1]:10.2f} {times[2]:9.2f} {len(domain.actions):8}"
    return f"{counts}  {path.parent.name}/{path.name}"


def _domain(path: Path) -> Domain | None:
    snapshot = FileSnapshot.of(path.read_text(encoding="utf-8", errors="replace"))
    return None if snapshot.tree.problems else snapshot.domain


def _again(text: str) -> Domain:
    domain = FileSnapshot.of(text).domain
    assert domain is not None
    return domain


def _milliseconds(run: Callable[[], object]) -> float:
    gc.collect()
    start = time.process_time()
    run()
    return 1000 * (time.process_time() - start)


if __name__ == "__main__":
    main()
