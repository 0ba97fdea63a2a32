"""Find pairs of domains below folders or in lists, and measure them in several processes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from plancore.codec.base import RenamingCodec
from plancore.correspondence.stated.applied import renaming_of
from plancore.metrics.base import DomainCase
from plancore.report.domain.words import advice_text
from plancore.report.domains.document import MeasuredPair, PairFigures, figures_of
from plancore.report.evaluation.review import evaluate
from plancore.report.lines import visible
from planeval.domain.states import load_trajectories, passed_over, samples_of_trajectories
from planfiles.cases import Fields, read_list
from planfiles.command import Progress
from planfiles.errors import UserError
from planfiles.models import domain_of, read_file
from planfiles.pairs import pairs_below
from planfiles.reviews import Naming, review_pair
from planfiles.workers import LOST, cores, in_processes

_STATES: Final = (".trajectories", ".trajectory")
_FIELDS: Final = Fields(
    "pair", "a learned domain and a reference", ("learned", "reference"), ("states",)
)


class FilePair(NamedTuple):
    """Two domain files and trajectories, which are files or folders; reports show `name`."""

    name: str
    learned: str
    reference: str
    states: tuple[str, ...] = ()


def find_pairs(folders: Sequence[str], lists: Sequence[str] = ()) -> list[FilePair]:
    """The pairs in folders below `folders` (learned.pddl, reference.pddl), then those of `lists`.
    Trajectories of a pair are next to it, in folders called `*.trajectories` or files called
    `*.trajectory`. Raises UserError for a folder without pairs."""
    pairs = [pair for folder in folders for pair in _below(folder)]
    pairs += [pair for path in lists for pair in _listed(path)]
    if not pairs:
        raise UserError("expected a directory or --pairs (see planeval domains --help)")
    return list(dict.fromkeys(pairs))


def _below(folder: str) -> Iterator[FilePair]:
    for pair, base in pairs_below(folder):
        states = sorted(name for name in os.listdir(base) if name.endswith(_STATES))
        assert pair.learned is not None
        assert pair.reference is not None
        trajectories = tuple(os.path.join(base, name) for name in states)
        yield FilePair(pair.name, pair.learned, pair.reference, trajectories)


def _listed(path: str) -> Iterator[FilePair]:
    base = os.path.dirname(path)
    for where, paths in read_list(path, _FIELDS):
        if len(paths) < 2 or not all(paths):
            raise UserError(f"{where}: expected {_FIELDS.needed}")
        learned, reference, *states = (os.path.join(base, file) for file in paths)
        yield FilePair(visible(paths[0]), learned, reference, tuple(states))


@dataclass(frozen=True, slots=True)
class MeasuringSettings:
    """How to measure. `optimal` is the time limit for the minimum edit distance in seconds, or
    None; `mapping` is the file of a name mapping; with `evidence`, problems next to the domains
    count as evidence for matches."""

    align: bool | None = None
    optimal: float | None = None
    states: bool = True
    mapping: str | None = None
    evidence: bool = True
    like_amlgym: bool = False


def measure(pair: FilePair, settings: MeasuringSettings) -> MeasuredPair:
    """Measure a pair; a failure becomes the `error` of its row."""
    try:
        return MeasuredPair(*pair, _figures(pair, settings))
    except UserError as problem:
        return MeasuredPair(*pair, None, problem.message)
    except Exception as error:  # one bad pair must not cost the others
        return MeasuredPair(*pair, None, f"internal error ({type(error).__name__}: {error})")


def _figures(pair: FilePair, settings: MeasuringSettings) -> PairFigures:
    learned, reference = read_file(pair.learned), read_file(pair.reference)
    ours, theirs = domain_of(learned), domain_of(reference)
    trajectories = load_trajectories(pair.states) if settings.states else []
    naming = Naming(settings.align, settings.mapping, evidence=settings.evidence)
    review = review_pair(learned, reference, (pair.learned, pair.reference), naming)
    samples = samples_of_trajectories(trajectories, theirs)
    advice = advice_text(review.diff)
    told = [note.message for note in review.notes if not (note.where or note.is_error)]
    remarks = (*(text for text in told if text != advice), *passed_over(samples, theirs))
    codec = None
    if review.is_aligned:
        codec = RenamingCodec(renaming_of(review.diff.pairs, ours, theirs))
    case = DomainCase(
        diff=review.diff,
        codec=codec,
        samples=samples,
        trajectories=trajectories,
        time_limit=settings.optimal,
        like_amlgym=settings.like_amlgym,
    )
    return figures_of(evaluate(review, case), remarks)


def measure_all(
    pairs: Sequence[FilePair], settings: MeasuringSettings, jobs: int | None, progress: Progress
) -> list[MeasuredPair]:
    """Measure every pair in `jobs` processes, by default one per core. Results are in order."""
    results: list[MeasuredPair] = []
    work = partial(_measure_each, settings)
    for group in in_processes(jobs or cores(), work, [[pair] for pair in pairs], _lost):
        results += group
        progress.advance(len(group))
    return results


def _measure_each(settings: MeasuringSettings, pairs: Sequence[FilePair]) -> list[MeasuredPair]:
    return [measure(pair, settings) for pair in pairs]


def _lost(pair: FilePair) -> MeasuredPair:
    return MeasuredPair(*pair, None, LOST)
