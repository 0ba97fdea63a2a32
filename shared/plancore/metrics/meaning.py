"""Meaning of differences: how the applicability and results of learned actions differ.

**Input**: a learned domain and its reference; with a problem, reachable witness states are searched
for in it.

**Formula**: for each action of both domains, the learned precondition is *equivalent* to the
reference precondition, *more restrictive* (holds in fewer states; `stricter` in JSON),
*less restrictive* (holds in more states; `looser` in JSON) or *incomparable*. The effects *agree*
if both actions lead to the same state wherever both apply. Every difference has a witness state and
arguments that show it.

**Range**: one of the four relations, and agree or differ, for each action, or undecided; each
answer is proved or not proved.

**Edge cases**: identical actions are equivalent without a search. Durative actions, processes and
events are left out. Constructs that could not be analysed are listed, and the answer is then not
proved.

**Source**: states and arguments are searched for in small worlds. Without an ∃ inside a ∀ this is
enough for a proof (P. Bernays, M. Schönfinkel, Zum Entscheidungsproblem der mathematischen Logik,
1928).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, TypeAlias

from plancore.compare.declarations import Declared
from plancore.jsonable import Json
from plancore.metrics.base import DomainCase, Figure, Group, Metric, Passage, Value
from plancore.model.domain import ActionKind
from plancore.phrases import count_of
from plancore.semantics.actions import MORE_THAN_NAMES, DomainModels, compare_semantics
from plancore.semantics.answer import (
    ActionSemantics,
    Relation,
    Witness,
    same_meaning,
    shown_by,
    verdict,
    with_reachable_witnesses,
)
from plancore.simulate.atoms import show
from plancore.stop import staged

Answers: TypeAlias = tuple[ActionSemantics, ...]

_GROUNDS: Final = (Declared.TYPE, Declared.CONSTANT, Declared.AXIOM)


def meaning(case: DomainCase) -> Answers:
    """The semantic comparison of each action in both domains."""
    return tuple(_answers(case))


def _answers(case: DomainCase) -> Iterator[ActionSemantics]:
    names = case.diff.correspondence
    checkpoint = staged("meaning", case.checkpoint)
    # Identical formulas differ in meaning under other type hierarchies or axioms.
    same_grounds = not any(change.what in _GROUNDS for change in case.diff.declarations)
    models: DomainModels | None = None
    for action in case.diff.actions:
        if action.learned is None or action.reference is None:
            continue
        if action.learned.kind is not ActionKind.ACTION:
            continue
        is_exact = action.is_same and names.is_renaming
        if is_exact and same_grounds and "damaged" not in action.constructs:
            yield same_meaning(action.name)
            continue
        models = models or DomainModels.of(case.learned, case.reference, names)
        ours, theirs = (action.learned, case.learned), (action.reference, case.reference)
        answer = compare_semantics(ours, theirs, names, checkpoint, models)
        same_names = names.is_identity or not any(True for _ in names.renamings())
        if case.problem is not None and answer.witnesses and same_names:
            answer = with_reachable_witnesses(
                answer, case.learned, case.reference, case.problem, checkpoint=checkpoint
            )
        yield answer


def _summary(answers: Answers) -> Json:
    relations = Counter(answer.precondition for answer in answers)
    agree = Counter(answer.effects_agree for answer in answers)
    return {
        "actions": len(answers),
        "proved": sum(answer.proved for answer in answers),
        "precondition": {relation.value: relations[relation] for relation in Relation},
        "effects": {"agree": agree[True], "differ": agree[False], "undecided": agree[None]},
    }


def _passages(answers: Answers) -> Iterator[Passage]:
    if not answers:
        return
    # A reason that several actions share is shown once.
    told = [answer for answer in answers if answer.constructs != (MORE_THAN_NAMES,)]
    n_under_pairs = len(answers) - len(told)
    remark = f"{n_under_pairs} of {len(answers)} undecided: {MORE_THAN_NAMES}"
    yield Passage(
        "Meaning of differences",
        [row for answer in told for row in _rows(answer)],
        remarks=[remark] if n_under_pairs else (),
    )


def _headline(answers: Answers) -> Iterator[tuple[str, Value]]:
    if not answers:
        return
    relations = Counter(answer.precondition for answer in answers)
    agree = Counter(answer.effects_agree for answer in answers)
    told = [
        f"{relations[relation]} {relation.words}" for relation in Relation if relations[relation]
    ]
    yield "preconditions:", ", ".join(told)
    ends = {True: "equivalent", False: "different", None: "undecided"}
    yield "effects:", ", ".join(f"{agree[end]} {word}" for end, word in ends.items() if agree[end])
    yield (
        "proved:",
        f"{sum(answer.proved for answer in answers)} of {count_of(len(answers), 'action')}",
    )


def _rows(answer: ActionSemantics) -> Iterator[tuple[str, str]]:
    yield answer.name, verdict(answer)
    for construct in answer.constructs:
        yield "", f"  not analysed: {construct}"
    for witness in answer.witnesses:
        for line in _witness(answer, witness):
            yield "", f"  {line}"


def _witness(answer: ActionSemantics, witness: Witness) -> Iterator[str]:
    first, *more = shown_by(answer, witness)
    yield first
    yield from (f"  {line}" for line in more)
    if witness.reachable:
        plan = " ".join(show(step) for step in witness.plan)
        yield f"  reached by {plan}" if plan else "  found in the initial state"
    elif witness.reachable is False:
        yield "  not found in a reachable state of the problem"


_SIGNS: Final = {
    Relation.EQUIVALENT: "=",
    Relation.STRICTER: "<",
    Relation.LOOSER: ">",
    Relation.INCOMPARABLE: "<>",
    Relation.UNDECIDED: "?",
}


def _relation(relation: Relation) -> Figure[Answers]:
    return Figure(
        f"pre_{relation.value}",
        f"pre {_SIGNS[relation]}",
        lambda answers: sum(answer.precondition is relation for answer in answers),
    )


def _agreement(name: str, sign: str, agree: bool | None) -> Figure[Answers]:
    return Figure(
        f"effects_{name}",
        f"eff {sign}",
        lambda answers: sum(answer.effects_agree is agree for answer in answers),
    )


METRIC: Final = Metric(
    "meaning",
    __doc__,
    meaning,
    (
        *map(_relation, _SIGNS),
        _agreement("agree", "=", True),
        _agreement("differ", "≠", False),
        _agreement("undecided", "?", None),
    ),
    field="semantics",
    group=Group.MEANING,
    data=lambda answers: {answer.name: answer.to_dict() for answer in answers},
    summary=_summary,
    passages=_passages,
    headline=_headline,
    of_differences=True,
)
