"""Many pairs measured, in several processes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from plancore.report.domains.review import MeasuredPair
from planeval.domains.measuring import Settings, measure
from planeval.domains.pairs import FilePair
from planfiles.progress import Progress
from planfiles.workers import LOST, cores, in_processes


def measure_all(
    pairs: Sequence[FilePair], settings: Settings, jobs: int | None, progress: Progress
) -> list[MeasuredPair]:
    """Measure every pair, in `jobs` processes, by default one for each processor. The results
    are in order."""
    results: list[MeasuredPair] = []
    work = partial(_measure_each, settings)
    for group in in_processes(jobs or cores(), work, [[pair] for pair in pairs], _lost):
        results += group
        progress.advance(len(group))
    return results


def _measure_each(settings: Settings, pairs: Sequence[FilePair]) -> list[MeasuredPair]:
    return [measure(pair, settings) for pair in pairs]


def _lost(pair: FilePair) -> MeasuredPair:
    return MeasuredPair(*pair, None, LOST)
