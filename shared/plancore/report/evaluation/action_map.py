"""Each action of the reference by what was measured of it, as a map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from plancore.metrics.coded_power import CodedPower
from plancore.metrics.support.confusion import Confusion
from plancore.metrics.support.predictions import PredictivePower
from plancore.metrics.syntactic import CountedPart
from plancore.report.document import Plots, Section, left_out
from plancore.report.evaluation.review import Evaluation
from plancore.report.plots import HeatMap

_MOST: Final = 200
"""So many actions have a row."""
_PARTS: Final = {"pre": CountedPart.PRE, "eff": CountedPart.EFF}
_PREDICTED: Final = ("applicable", "effects")
_RATIOS: Final = {"P": "precision", "R": "recall"}
_REMARK: Final = (
    "P precision, R recall: of literals in preconditions (pre) and effects (eff){}. "
    "Undefined values are hatched."
)
_OF_STATES: Final = ", and on states of where an action is applicable and which effects it has"


def map_sections(evaluation: Evaluation) -> Iterator[Section]:
    """Actions by metrics; no section where the reference has no actions."""
    power = _power(evaluation)
    columns = [f"{part} {ratio}" for part in _PARTS for ratio in _RATIOS]
    if power is not None:
        columns += [f"{part} {ratio}" for part in _PREDICTED for ratio in _RATIOS]
    values = _values(evaluation, power)
    names = [counts.action.name for counts in evaluation.review.syntactic.actions]
    rows = names
    if len(names) > _MOST:
        defined = {
            name: [v for column in columns if (v := values.get((name, column))) is not None]
            for name in names
        }
        worst = set(sorted(names, key=lambda name: min(defined[name], default=1.0))[:_MOST])
        rows = [name for name in names if name in worst]
    if rows:
        note = _REMARK.format("" if power is None else _OF_STATES)
        plot = HeatMap("Actions of the reference", rows, columns, values)
        rest = left_out(len(names) - len(rows), "more actions, with no lower scores,")
        yield Section("Actions by metrics", [Plots([plot], note), rest])


def _values(
    evaluation: Evaluation, power: PredictivePower | None
) -> Mapping[tuple[str, str], float | None]:
    values: dict[tuple[str, str], float | None] = {}
    for counts in evaluation.review.syntactic.actions:
        for name, part in _PARTS.items():
            _put(values, counts.action.name, name, counts.rows[part])
    for action in () if power is None else power.actions:
        for name, confusion in zip(_PREDICTED, (action.applicability, action.effects), strict=True):
            _put(values, action.name, name, confusion)
    return values


def _put(
    values: dict[tuple[str, str], float | None], action: str, part: str, confusion: Confusion
) -> None:
    for short, ratio in _RATIOS.items():
        value = confusion.ratio(ratio)
        values[action, f"{part} {short}"] = None if value is None else float(value)


def _power(evaluation: Evaluation) -> PredictivePower | None:
    """What was predicted of states, by name or through a codec."""
    for _, result in evaluation.measured:
        if isinstance(result, PredictivePower):
            return result
        if isinstance(result, CodedPower):
            return result.power
    return None
