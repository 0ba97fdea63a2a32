"""The semantic comparison of differing actions, and which differences do not change the meaning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Change, ChangeKind, Part
from plancore.compare.difference import Difference
from plancore.compare.domains import DomainDiff
from plancore.model.domain import Action, ActionKind, Domain
from plancore.semantics.actions import compare_semantics
from plancore.semantics.answer import ActionSemantics, Relation, WitnessKind, shown_by, verdict
from plancore.stop import Checkpoint


class _Answer(NamedTuple):
    """An answer with its input: the actions and the mapping of their parameters."""

    learned: Action
    reference: Action
    order: tuple[int, ...] | None
    answer: ActionSemantics


@dataclass(frozen=True, slots=True, eq=False)
class Meanings:
    """The answers for actions that differ, by their names in the reference.

    An answer is valid as long as both actions and the declarations around them (`grounds`) are the
    same.
    """

    answers: Mapping[str, _Answer]
    grounds: tuple[object, ...]

    @classmethod
    def of(cls, diff: DomainDiff, before: Meanings | None, checkpoint: Checkpoint) -> Meanings:
        """Compare the meaning of every action that differs; valid answers in `before` are reused.
        Raises the exceptions of `checkpoint`."""
        answers: dict[str, _Answer] = {}
        for action in diff.actions:
            ours, theirs = action.learned, action.reference
            if ours is None or theirs is None or action.is_same or not _is_plain(ours, theirs):
                continue
            checkpoint()
            answer = before.about(diff, action) if before else None
            order = _order(diff, action)
            if answer is None:
                names = diff.correspondence
                if order is not None:
                    names = replace(names, parameters={**names.parameters, theirs.name: order})
                sides = (ours, diff.learned), (theirs, diff.reference)
                answer = compare_semantics(*sides, names, checkpoint)
            answers[theirs.name] = _Answer(ours, theirs, order, answer)
        return cls(answers, _grounds(diff))

    def about(self, diff: DomainDiff, action: ActionDiff) -> ActionSemantics | None:
        """The answer for an action of `diff`; None if there is none yet, or it is not analysed."""
        known = self.answers.get(action.reference.name) if action.reference else None
        if known is None or self.grounds != _grounds(diff):
            return None
        is_same = known[:3] == (action.learned, action.reference, _order(diff, action))
        return known.answer if is_same else None


def _is_plain(*actions: Action) -> bool:
    return all(action.kind is ActionKind.ACTION for action in actions)


def _order(diff: DomainDiff, action: ActionDiff) -> tuple[int, ...] | None:
    """The mapping of parameters, as in the differences."""
    order = action.shown.order
    return diff.correspondence.parameters.get(action.name) if order is None else order


def _grounds(diff: DomainDiff) -> tuple[object, ...]:
    names = replace(diff.correspondence, parameters={})
    return *_declared(diff.learned), *_declared(diff.reference), names


def _declared(domain: Domain) -> tuple[object, ...]:
    return domain.types, domain.constants, domain.predicates, domain.functions, domain.axioms


def changes_nothing(change: Change, answer: ActionSemantics) -> bool:
    """Whether a difference is proved not to change the meaning: an extra condition holds wherever
    the reference's action is applicable, a missing one wherever the learned action is."""
    if not answer.proved:
        return False
    if change.part is Part.EFFECT:
        return answer.effects_agree is True
    if change.part is not Part.PRECONDITION:
        return False
    implied = {ChangeKind.MISSING: Relation.STRICTER, ChangeKind.EXTRA: Relation.LOOSER}
    return answer.precondition in (Relation.EQUIVALENT, implied.get(change.kind))


def in_meaning(difference: Difference, diff: DomainDiff, meanings: Meanings) -> tuple[str, str]:
    """The semantic effect of a difference as a clause, and a state; empty if not analysed."""
    action, change = difference.diff, difference.change
    answer = None if action is None else meanings.about(diff, action)
    if answer is None or not isinstance(change, Change):
        return "", ""
    if changes_nothing(change, answer):
        return "no difference in meaning", ""
    return _consequence(change, answer), _witness(change, answer)


def _consequence(change: Change, answer: ActionSemantics) -> str:
    """The semantic effect of a difference as a clause; empty if it was not analysed."""
    if change.part is Part.EFFECT:
        return {
            True: "no state with different results found (not proved)",
            False: "the results differ",
            None: "undecided whether the results differ",
        }[answer.effects_agree]
    return _OF_RELATION[answer.precondition] if change.part is Part.PRECONDITION else ""


_OF_RELATION = {
    Relation.STRICTER: "more restrictive: the action applies in fewer states",
    Relation.LOOSER: "less restrictive: the action applies in more states",
    Relation.INCOMPARABLE: "the action applies in different states",
    Relation.EQUIVALENT: "no state with different applicability found (not proved)",
    Relation.UNDECIDED: "undecided whether applicability differs",
}


def _witness(change: Change, answer: ActionSemantics) -> str:
    """A state and arguments that show the semantic effect; empty if there are none."""
    wanted = {
        (Part.PRECONDITION, ChangeKind.MISSING): (WitnessKind.ONLY_LEARNED,),
        (Part.PRECONDITION, ChangeKind.EXTRA): (WitnessKind.ONLY_REFERENCE,),
        (Part.PRECONDITION, ChangeKind.CHANGED): tuple(WitnessKind)[:2],
    }.get((change.part, change.kind), (WitnessKind.RESULTS_DIFFER,))
    if change.part not in (Part.PRECONDITION, Part.EFFECT):
        return ""
    shown = (witness for witness in answer.witnesses if witness.kind in wanted)
    witness = next(shown, None)
    return "; ".join(shown_by(answer, witness)) if witness else ""


def meaning_facts(answer: ActionSemantics) -> Iterator[str]:
    """The facts of a hover over an action: the verdict, then each witness."""
    yield f"meaning: {verdict(answer)}"
    for construct in answer.constructs:
        yield f"not analysed: {construct}"
    for witness in answer.witnesses:
        yield "; ".join(shown_by(answer, witness, "`"))
