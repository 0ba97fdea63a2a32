"""Many pairs measured, in several processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from planeval.domains.measuring import Result, Settings, measure
from planeval.domains.pairs import Pair

Progress: TypeAlias = Callable[[int, int], None]


def measure_all(
    pairs: Sequence[Pair],
    settings: Settings,
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> list[Result]:
    """Measure every pair; `progress` is told how many are done. The results are in order."""
    workers = min(jobs or os.cpu_count() or 1, len(pairs))
    results: dict[int, Result] = {}
    for number, result in _results(pairs, settings, workers):
        results[number] = result
        if progress is not None:
            progress(len(results), len(pairs))
    return [results[number] for number in range(len(pairs))]


def _results(
    pairs: Sequence[Pair], settings: Settings, workers: int
) -> Iterator[tuple[int, Result]]:
    if workers <= 1:
        for number, pair in enumerate(pairs):
            yield number, measure(pair, settings)
        return
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool

    with ProcessPoolExecutor(workers) as pool:
        jobs = {pool.submit(measure, pair, settings): number for number, pair in enumerate(pairs)}
        try:
            for job in as_completed(jobs):
                number = jobs[job]
                try:
                    yield number, job.result()
                except BrokenProcessPool:
                    # Which pair ended the process is not known; memory is what it mostly was.
                    yield number, Result(pairs[number], None, "the process ended unexpectedly")
        finally:
            pool.shutdown(cancel_futures=True)
