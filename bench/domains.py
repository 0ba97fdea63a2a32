"""Comparison of domains: from two texts to differences, metrics, distances and equivalence.

`PYTHONPATH=tests python -m bench.domains` compares each domain of the corpus with a copy that has
ten literal edits, and prints the median, the slowest ones, and for two of them the searches that
may take long: the alignment of new names with permuted parameters, strong equivalence, the minimum
edit distance. Times are milliseconds of CPU of one run after parsing; `again` is the same
comparison a second time, as an editor makes it after a change elsewhere.
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
from bench.tables import print_head, print_row
from plancore.compare.domains import ALIGNED, compare_domains
from plancore.correspondence.exact.proof import strong_equivalence
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
    """Print the tables."""
    rows = [_measured(_again(texts.domain(n)), f"own text, {n:,} actions") for n in (100, 1_000)]
    root = find_material("corpus", "dev")
    of_corpus: list[tuple[Measured, Path]] = []
    if root is not None:
        for path in sorted(root.rglob("*.pddl")):
            row = _measured_file(path)
            if row is not None:
                of_corpus.append((row, path))
    print_head("domain", "actions", "compare", "again", "metrics")
    for row in rows:
        _print(row)
    if not of_corpus:
        print("\nThe corpus is not here (PLANLSP_MATERIAL).")
        return
    columns = list(zip(*(row[:3] for row, _ in of_corpus), strict=True))
    middle = f"corpus, {len(of_corpus)} domains, the median of each column"
    print_row(middle, "", *(f"{median(column):.2f}" for column in columns))
    for row, _ in sorted(of_corpus, key=lambda pair: -pair[0].compare)[:5]:
        _print(row)
    print()
    print_head("domain", "actions", "align", "equivalent", "distance")
    small = [pair for pair in of_corpus if 2 <= pair[0].n_actions <= 40]
    small.sort(key=lambda pair: pair[0].n_actions)
    for row, path in (small[len(small) // 2], small[-1]):
        times = (f"{each:,.2f}" for each in _searches(path))
        print_row(row.name, f"{row.n_actions:,}", *times)


def _print(row: Measured) -> None:
    times = (f"{each:.2f}" for each in row[:3])
    print_row(row.name, f"{row.n_actions:,}", *times)


def _measured_file(path: Path) -> Measured | None:
    if "invalid" in path.parts:
        return None
    domain = _domain(path)
    if domain is None or not domain.actions or not domain.predicates:
        return None
    return _measured(domain, f"corpus, {domain.name}")


def _measured(domain: Domain, name: str) -> Measured:
    random = Random(0)
    learned = _again(written_again(mutated(domain, EDITS, random), None, random))
    compare = _milliseconds(lambda: compare_domains(learned, domain))
    again = _milliseconds(lambda: compare_domains(learned, domain))
    diff = compare_domains(learned, domain)
    metrics = _milliseconds(lambda: (action_similarity(diff), syntactic_similarity(diff)))
    return Measured(compare, again, metrics, len(domain.actions), name)


def _searches(path: Path) -> tuple[float, float, float]:
    domain = _domain(path)
    assert domain is not None
    random = Random(0)
    text = written_again(domain, random_names(domain, random), random, permute_parameters=True)
    renamed = _again(text)
    names = random_names(domain, random, ("actions", "predicates"))
    edited = _again(written_again(mutated(domain, EDITS, random), names, random))
    return (
        _milliseconds(lambda: compare_domains(edited, domain, ALIGNED)),
        _milliseconds(lambda: strong_equivalence(renamed, domain)),
        _milliseconds(lambda: optimal_distance(edited, domain)),
    )


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
