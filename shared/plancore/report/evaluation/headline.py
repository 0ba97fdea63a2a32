"""What an evaluation comes to, on one screen: a line for each thing that was measured, what is to
blame, what mends it, and what was not measured for want of something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from plancore.blame.messages import short_text
from plancore.metrics import amlgym
from plancore.metrics.base import Need, Value
from plancore.metrics.registry import domains
from plancore.metrics.syntactic import CountedPart
from plancore.phrases import count_of
from plancore.report.evaluation.review import Evaluation
from plancore.report.figures import UNDEFINED, shown
from plancore.report.repair.document import repair_text
from plancore.report.solve.document import headline

MOST_LISTED: Final = 3
"""At most so many differences to blame, and edits, are in the headline; all are below it."""

_RATIOS: Final = {"f1": "F1", "precision": "P", "recall": "R"}


class HeadlineRow(NamedTuple):
    """What is told of, and what is told; `is_finding` says that plans fail for it."""

    title: str
    text: str
    is_finding: bool = False


def headline_rows(evaluation: Evaluation, most: int = MOST_LISTED) -> Iterator[HeadlineRow]:
    """The rows, from the literals of the domains to what is missing. `most` differences to blame
    and `most` edits are named, the others counted."""
    yield from _literals(evaluation)
    for metric, result in evaluation.measured:
        said = _said(metric.first(result))
        if said:
            yield HeadlineRow(metric.title, said)
        elif metric is amlgym.METRIC:
            yield from _amlgym(result)
    yield from _blamed(evaluation, most)
    yield from _repaired(evaluation, most)
    if evaluation.solving is not None:
        yield HeadlineRow("Problem solving", headline(evaluation.solving))
    for number, missing in enumerate(_not_measured(evaluation)):
        yield HeadlineRow("" if number else "Not measured", missing)


def _literals(evaluation: Evaluation) -> Iterator[HeadlineRow]:
    review = evaluation.review
    pooled = review.syntactic.micro[CountedPart.ALL]
    ratios = ((title, pooled.counted(name)) for name, title in _RATIOS.items())
    yield HeadlineRow("Literals", _said(ratios))
    similarity = review.similarity
    n_same = f"{review.counts.same} of {len(review.diff.actions)}"
    both: list[tuple[str, Value]] = [("", similarity.mean_over_reference), ("the same:", n_same)]
    yield HeadlineRow("Action similarity", _said(both))


def _amlgym(view: amlgym.AmlgymRatios) -> Iterator[HeadlineRow]:
    """What somebody who asks for it compares with published numbers first; the others are below."""
    means = (
        f"{_RATIOS[ratio]} {amlgym.printed(view[ratio]['mean']) or UNDEFINED}" for ratio in view
    )
    yield HeadlineRow(amlgym.METRIC.title, f"mean {'; '.join(means)}")


def _blamed(evaluation: Evaluation, most: int) -> Iterator[HeadlineRow]:
    if evaluation.review.blame is None:
        return
    blame = evaluation.review.blame.blame
    ranked = [consequence for consequence in blame.by_consequence() if consequence.matters]
    n_plans = count_of(blame.n_plans, "plan")
    for number, consequence in enumerate(ranked[:most]):
        difference = consequence.difference
        what = " ".join(filter(None, (difference.action, difference.plain_message)))
        title = "To blame" if number == 0 else ""
        text = f"{what}: {short_text(blame, [difference.number], n_plans)}"
        if number == most - 1 and len(ranked) > most:
            text += f"; and {len(ranked) - most} more"
        yield HeadlineRow(title, text, is_finding=True)
    if ranked and not most:
        yield HeadlineRow("To blame", count_of(len(ranked), "difference"), is_finding=True)


def _repaired(evaluation: Evaluation, most: int) -> Iterator[HeadlineRow]:
    if evaluation.repair is None:
        return
    result = evaluation.repair.result
    yield HeadlineRow("Repair", repair_text(result))
    edits = result.repairs[0].edits if result.repairs else ()
    for edit in edits[:most]:
        yield HeadlineRow("", str(edit))


def _not_measured(evaluation: Evaluation) -> Iterator[str]:
    """What would be measured if more were given: what is missing, and for what."""
    places = {metric.place for metric, _ in evaluation.measured}
    for metric in domains.METRICS:
        # Those that share a place are for the same, given in another form.
        if metric.place not in places and Need.AMLGYM not in metric.needs:
            places.add(metric.place)
            needs = " and ".join(need.value.partition(",")[0] for need in sorted(metric.needs))
            yield f"{metric.title.lower()} (no {needs} given)"
    if evaluation.solving is None:
        yield "problem solving (no planner named)"


def _said(values: Iterable[tuple[str, Value]]) -> str:
    pairs = ((title, shown(value)) for title, value in values)
    return "; ".join(" ".join(filter(None, pair)) for pair in pairs)
