"""The JSON data of a table of many pairs, and its CSV rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import fsum
from statistics import mean, stdev
from typing import Final, Literal

from plancore.metrics.syntactic import CountedPart
from plancore.report.domain.data import AlignedRecord, CountsByStatusRecord
from plancore.report.domain.words import basis
from plancore.report.domains.document import DomainTable, MeasuredPair, figure_columns
from plancore.report.evaluation.data import (
    AMLGymRecord,
    ConsistencyFiguresRecord,
    DistanceFiguresRecord,
    EquivalenceRecord,
    ExplorationWalksRecord,
    PredictiveRecord,
    ReconstructionErrorRecord,
    TextSimilarityRecord,
)
from plancore.report.figures import of_one_action
from plancore.report.records import (
    Amount,
    ComponentF1Record,
    ConfusionRecord,
    Count,
    MeanRecord,
    RatioMeansRecord,
    Record,
    Share,
)
from plancore.report.registry import FormatVersion

DOCUMENT: Final = FormatVersion("planeval domains", 1)


class ActionCountsRecord(CountsByStatusRecord):
    reference: Count


class ExactMatchesRecord(Record):
    n_exact_matches: Count
    exact_match_rate: Share | None
    macro: dict[CountedPart, RatioMeansRecord]
    micro: dict[CountedPart, ConfusionRecord]


class DistancesRecord(Record):
    name_aligned: DistanceFiguresRecord
    optimal: DistanceFiguresRecord | None


class PreconditionCountsRecord(Record):
    equivalent: Count
    stricter: Count
    looser: Count
    incomparable: Count
    undecided: Count


class EffectCountsRecord(Record):
    agree: Count
    differ: Count
    undecided: Count


class MeaningCountsRecord(Record):
    actions: Count
    proved: Count
    precondition: PreconditionCountsRecord
    effects: EffectCountsRecord


class PairFiguresRecord(Record):
    same: bool
    basis: Literal["by name", "aligned"]
    names_apart: bool
    alignment: AlignedRecord | None
    exact: bool
    constructs: list[str]
    n_errors: Count
    remarks: list[str]
    counts: ActionCountsRecord
    similarity: MeanRecord
    syntactic: ExactMatchesRecord
    component_f1: ComponentF1Record
    reconstruction_error: ReconstructionErrorRecord
    text_similarity: TextSimilarityRecord
    exploration_walks: ExplorationWalksRecord | None
    edit_distance: DistancesRecord | None
    strong_equivalence: EquivalenceRecord | None
    semantics: MeaningCountsRecord | None
    predictive: PredictiveRecord | None
    trace_consistency: ConsistencyFiguresRecord | None
    amlgym: AMLGymRecord | None
    actions: dict[str, dict[str, Amount | None]]


class MeasuredPairRecord(Record):
    """A pair of domains; either `error` or `figures` is null."""

    pair: str
    learned: str
    reference: str
    states: list[str]
    error: str | None
    figures: PairFiguresRecord | None


class DomainsRecord(Record):
    """The scores of many pairs of domains; `docs/reference/json.md` describes the fields."""

    n_pairs: Count
    n_failed: Count
    pairs: list[MeasuredPairRecord]


def data(table: DomainTable) -> DomainsRecord:
    """The record of a table."""
    return DomainsRecord(
        n_pairs=len(table.rows),
        n_failed=sum(row.figures is None for row in table.rows),
        pairs=[
            MeasuredPairRecord(
                pair=row.name,
                learned=row.learned,
                reference=row.reference,
                states=list(row.states),
                error=row.error,
                figures=None
                if row.figures is None
                else PairFiguresRecord.made_from(row.figures.summary),
            )
            for row in table.rows
        ],
    )


def records(table: DomainTable) -> Iterator[Sequence[object]]:
    """The names of all columns, then a row for each pair."""
    names = [column.name for column in figure_columns()]
    yield ("pair", *names, "error", "basis", "errors", "readable", "row")
    for row in table.rows:
        errors = None if row.figures is None else row.figures.n_errors
        said = row.error, _basis(row), errors, float(errors == 0), "pair"
        yield (row.name, *(row.cell(name) for name in names), *said)


def rows(table: DomainTable) -> Iterator[Sequence[object]]:
    """The same, and below them rows with what all pairs have in common: the mean over the pairs
    that have a value, `at least` with 0 for all others, their standard deviation, and how many
    have a value. Then a row for each `action` of each pair, with the figures of that action alone.
    `row` says which is which; the mean of `readable` is the share of pairs without syntax errors.
    """
    head, *pairs = records(table)
    yield (*head[:-1], "action", "row")
    yield from ((*pair[:-1], None, pair[-1]) for pair in pairs)
    yield from _summed(pairs)
    names = [of_one_action(column.name) for column in figure_columns()]
    for row in table.rows:
        actions = {} if row.figures is None else row.figures.actions
        for action, scores in actions.items():
            figures = map(scores.get, names)
            yield (row.name, *figures, None, _basis(row), None, None, action, "action")


def _summed(pairs: Sequence[Sequence[object]]) -> Iterator[Sequence[object]]:
    if not pairs:
        return
    numbers = [
        [
            float(value)
            for value in column
            if isinstance(value, int | float) and not isinstance(value, bool)
        ]
        for column in zip(*(row[1:-1] for row in pairs), strict=True)
    ]
    summed: tuple[tuple[str, Callable[[list[float]], float | None]], ...] = (
        ("mean", mean),
        ("at least", lambda values: fsum(values) / len(pairs)),
        ("deviation", _deviation),
        ("defined", len),
    )
    for name, of in summed:
        yield (f"all ({name})", *(of(each) if each else None for each in numbers), None, name)


def _deviation(values: Sequence[float]) -> float | None:
    return stdev(values) if len(values) > 1 else None


def _basis(row: MeasuredPair) -> str | None:
    """Whether the scores are by name or aligned; None without scores."""
    return None if row.figures is None else basis(row.figures.alignment)
