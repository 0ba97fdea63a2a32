"""An evaluation as text and as versioned JSON; the review in it is the one that plandiff shows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from plancore.formula.printing import typed_list
from plancore.metrics.coded_power import CodedPower
from plancore.metrics.confusion import Mean
from plancore.metrics.edit_distance import EditDistance
from plancore.metrics.predictive_power import PredictivePower
from plancore.model.types import OBJECT
from plancore.report.domain.data import domain_data
from plancore.report.figures import UNDEFINED, decimal, ratio_with_counts
from plancore.report.text import text_report
from plancore.semantics.answer import ActionSemantics, Witness
from planeval.domain.evaluation import DomainEvaluation

VERSION: Final = 1

_RATIOS: Final = ("precision", "recall", "f1", "accuracy")


def json_report(evaluation: DomainEvaluation) -> str:
    """One object: `version`, the review, and what else was measured; null for what was not."""
    predictive, traces, plans = evaluation.predictive, evaluation.traces, evaluation.plans
    data: dict[str, object] = {
        "format": "planeval domain",
        "version": VERSION,
        **domain_data(evaluation.review),
        "edit_distance": {
            "name_aligned": evaluation.distance.to_dict(),
            "optimal": evaluation.optimal.to_dict() if evaluation.optimal else None,
        },
        "strong_equivalence": evaluation.equivalence_data,
        "semantics": {each.name: each.to_dict() for each in evaluation.semantics},
        "predictive": predictive.to_dict() if predictive else None,
        "trace_consistency": traces.to_dict() if traces else None,
        "plans": plans.to_dict() if plans else None,
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def text(evaluation: DomainEvaluation) -> str:
    """The review for people, then a block for each further measurement."""
    blocks = [text_report(evaluation.review).rstrip("\n")]
    blocks.append("\n".join(_distance(evaluation)))
    blocks.append("\n".join(_semantics(evaluation.semantics)))
    predictive = evaluation.predictive
    if predictive is not None:
        power = predictive.power if isinstance(predictive, CodedPower) else predictive
        blocks.append("\n".join(_predictive(power)))
    if isinstance(predictive, CodedPower):
        blocks.append("\n".join(_codec(predictive)))
    if evaluation.traces is not None:
        blocks.append("\n".join(_traces(evaluation)))
    if evaluation.plans is not None:
        blocks.append("\n".join(_plans(evaluation)))
    return "\n\n".join(block for block in blocks if block) + "\n"


def _distance(evaluation: DomainEvaluation) -> Iterator[str]:
    yield f"Edit distance by name  {_edits(evaluation.distance)}"
    if evaluation.optimal is not None:
        yield f"Least edit distance    {_edits(evaluation.optimal)}"
    found = evaluation.equivalence
    answer = {True: "yes", False: "no", None: "not decided"}[found.holds]
    names = [] if found.correspondence is None else list(found.correspondence.renamings())
    if found.holds and names:
        answer += ", under other names: " + ", ".join(f"{ours} ⇐ {its}" for _, ours, its in names)
    yield f"Strongly equivalent    {answer}"


def _edits(distance: EditDistance) -> str:
    """`4, proved; 1 changed parameter list`."""
    if distance.proved_optimal:
        value = f"{distance.edits}, which is the least"
    else:
        value = f"{distance.edits}, the least is not under {distance.lower_bound}"
    lists = f"changed parameter lists {distance.type_edits}"
    return f"{value}; {lists}, other declarations {distance.other_edits}"


def _semantics(answers: tuple[ActionSemantics, ...]) -> Iterator[str]:
    if not answers:
        return
    yield "What the differences mean"
    width = max(len(each.name) for each in answers)
    for each in answers:
        agree = {True: "agree", False: "differ", None: "not decided"}[each.effects_agree]
        proof = "proved" if each.proved else "not proved"
        yield (
            f"  {each.name:<{width}}  precondition {each.precondition.value}, "
            f"effects {agree} ({proof})"
        )
        for construct in each.constructs:
            yield f"  {'':<{width}}    not looked into: {construct}"
        for witness in each.witnesses:
            yield from (f"  {'':<{width}}    {line}" for line in _witness(each, witness))


def _witness(answer: ActionSemantics, witness: Witness) -> Iterator[str]:
    step = _atom((answer.name, *witness.arguments))
    state = " ".join(_atom(atom) for atom in sorted(witness.state)) or "nothing holds"
    arguments = tuple(each for each in witness.objects if each.name in witness.arguments)
    typed = any(each.types not in ((), (OBJECT,)) for each in arguments)
    types = f", {typed_list(arguments)}," if typed else ""
    yield f"{witness.kind.value} for {step}{types} in: {state}"
    if witness.differing:
        yield f"  they differ in {' '.join(_atom(atom) for atom in witness.differing)}"
    if witness.reachable:
        plan = " ".join(_atom(each) for each in witness.plan) or "the initial state"
        yield f"  reached by {plan}"
    elif witness.reachable is False:
        yield "  no reachable state of the problem shows it"


def _predictive(power: PredictivePower) -> Iterator[str]:
    yield (
        f"Predictive power on {power.states} states, {power.pairs} pairs, "
        f"{power.skipped} of them without effects to compare"
    )
    rows = [
        (a.name, *(ratio_with_counts(c, r) for c in (a.applicability, a.effects) for r in _PR))
        for a in power.actions
    ]
    for name, by_part in (("micro", power.micro), ("macro", None)):
        cells: list[str] = []
        for part in ("applicability", "effects"):
            if by_part is not None:
                cells += [ratio_with_counts(by_part(part), ratio) for ratio in _PR]
            else:
                cells += [_mean(power.macro(part)[ratio]) for ratio in _PR]
        rows.append((name, *cells))
    yield from _table(("", "applicable P", "applicable R", "effects P", "effects R"), rows)
    for action in power.actions:
        yield from (f"  {action.name}: {note}" for note in action.notes)


_PR: Final = ("precision", "recall")


def _codec(coded: CodedPower) -> Iterator[str]:
    laws = coded.laws
    yield (
        f"Codec: {laws.states - laws.state_errors} of {laws.states} states come back, "
        f"{laws.action_errors} of {laws.actions} actions decode to another, "
        f"{laws.empty_encodings} have no encoding, {coded.ambiguous} pairs are ambiguous"
    )


def _traces(evaluation: DomainEvaluation) -> Iterator[str]:
    traces = evaluation.traces
    assert traces is not None
    yield (
        f"Trace consistency  {_share(traces.value, traces.consistent, traces.transitions)} "
        f"transitions, {traces.applicable} applicable"
    )
    for each in traces.first_inconsistencies:
        what = "is not applicable" if not each.applicable else "leads elsewhere"
        missing = "".join(f" -{_atom(atom)}" for atom in each.missing)
        unexpected = "".join(f" +{_atom(atom)}" for atom in each.unexpected)
        yield (
            f"  trajectory {each.trajectory}, step {each.step}: {_atom(each.action)} {what}"
            f"{missing}{unexpected}"
        )


def _plans(evaluation: DomainEvaluation) -> Iterator[str]:
    plans = evaluation.plans
    assert plans is not None
    yield f"Plans  {len(plans.plans)}"
    yield f"  valid ones accepted    {_percent(plans.acceptance)}"
    yield f"  invalid ones rejected  {_percent(plans.rejection)}"
    for each in plans.plans:
        if each.learned is not each.reference:
            where = f" at step {each.failing_step}" if each.failing_step else ""
            reason = f": {each.reason}" if each.reason else ""
            yield (
                f"  {each.name}: {each.reference.value} in the reference, "
                f"{each.learned.value}{where}{reason}"
            )


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    for row in (head, *rows):
        yield (
            "  "
            + "  ".join(
                f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)
            ).rstrip()
        )


def _mean(value: Mean) -> str:
    if value.n_undefined and value.value is not None:
        return f"{decimal(value.value)} ({value.n_defined} defined)"
    return decimal(value.value)


def _share(value: Fraction | None, part: int, whole: int) -> str:
    return f"{decimal(value)} = {part}/{whole}"


def _percent(value: Fraction | None) -> str:
    return UNDEFINED if value is None else f"{decimal(value)} = {value}"


def _atom(atom: tuple[str, ...]) -> str:
    return f"({' '.join(atom)})"
