"""Finds a name mapping between two models that were written independently.

Words of names, roles and types determine the similarity of names (`similarity`). The most similar
pairs are matched one to one (`known.one_to_one`); a leftover name may be matched with one that has
a partner (`search.one_to_many`). Pairs need evidence, and the result is deterministic.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any, Final, TypeVar

from plancore.correspondence.evidence import NO_EVIDENCE, SameFacts, TaskEvidence, evidence_of
from plancore.correspondence.exact.proof import UNDECIDED, proved_pairs
from plancore.correspondence.known import known_pairs
from plancore.correspondence.names import KINDS, names_of
from plancore.correspondence.pairs import (
    NO_TASKS,
    NOTHING_STATED,
    UNCERTAIN,
    ActionPair,
    NamePair,
    Pairs,
    SharedTasks,
    SymbolPair,
    TypePredicate,
    key_of,
)
from plancore.correspondence.roles import Roles
from plancore.correspondence.search.implicit import NarrowedModels, views
from plancore.correspondence.search.matching_round import MatchingRound
from plancore.correspondence.search.reasons import STATED
from plancore.correspondence.search.substitution import with_substitutions
from plancore.correspondence.similarity.candidates import Candidates
from plancore.model.domain import Domain
from plancore.stop import NEVER, Checkpoint, SpentError

_CLEARLY_MORE: Final = 1.2
_ENOUGH_ALIKE: Final = 0.7
"""With this share of the literals alike, implicit objects are not searched for."""
_MORE_IN_THE_END: Final = 1.15
"""The factor by which more literals must agree, after exchanges, without an implicit type: with
fewer arguments everything is a little more alike."""
_NEARLY_AS_MUCH: Final = 0.95
"""The share of agreeing literals that must remain when evidence from tasks is used."""
_MOST_ROUNDS: Final = 3
_ENOUGH: Final = 0.95
"""With this share of all literals agreeing, another round is not worth it."""
_WORTH_IT: Final = 1.0
_MOST_WORK: Final = 10_000
"""The maximum number of pairs of literals in likely actions for which there is another round."""


Q = TypeVar("Q", bound=NamePair | TypePredicate)


def find_pairs(
    learned: Domain,
    reference: Domain,
    stated: Pairs = NOTHING_STATED,
    checkpoint: Checkpoint = NEVER,
    tasks: SharedTasks = NO_TASKS,
) -> Pairs:
    """All pairs of the two models; `stated` pairs and refusals are taken as they are.

    To state a pair that would be found anyway confirms it, and changes nothing else. The names of
    other stated pairs have no pairs but these, unless they are of one name with several. What
    `tasks` of both models say is evidence.
    `checkpoint` is called at each pair of actions that is compared, and what it raises ends the
    search.
    """
    ours, theirs = Roles(by_name(learned)), Roles(by_name(reference))
    evidence = evidence_of(tasks, ours, theirs)
    given = Pairs(refusals=stated.refusals)
    for _ in range(2):
        pairs = _pairs(ours, theirs, given, checkpoint, evidence)
        left = _others(stated, pairs)
        if left == NOTHING_STATED:
            break
        given = replace(left, refusals=stated.refusals)
    else:
        pairs = _pairs(ours, theirs, stated, checkpoint, evidence)
    doubted = _doubted(pairs, stated, learned, reference)
    return as_in_file(_confirmed(doubted, stated), learned, reference)


_MOST_OF_A_THIRD: Final = round(UNCERTAIN - 0.01, 2)


def _doubted(pairs: Pairs, stated: Pairs, learned: Domain, reference: Domain) -> Pairs:
    """`pairs`, with those uncertain that match a name of both models with a third name. If a stated
    pair does so, nothing changes: then equal names prove nothing."""
    both = {
        kind: names_of(learned, kind).keys() & names_of(reference, kind).keys() for kind in KINDS
    }

    def is_doubtful(kind: str, pair: NamePair) -> bool:
        return pair.learned != pair.reference and bool(both[kind] & {pair.learned, pair.reference})

    if any(is_doubtful(kind, pair) for kind, pair in stated.named()):
        return pairs
    kinds: dict[str, Any] = {
        kind: tuple(
            replace(pair, confidence=min(pair.confidence, _MOST_OF_A_THIRD))
            if is_doubtful(kind, pair)
            else pair
            for pair in getattr(pairs, kind)
        )
        for kind in KINDS
    }
    return replace(pairs, **kinds)


def _others(stated: Pairs, found: Pairs) -> Pairs:
    """The stated pairs that were not found, or were found with other arguments or parameters."""
    return Pairs(
        actions=tuple(
            pair for pair in stated.actions if not any(_is_action(pair, f) for f in found.actions)
        ),
        predicates=_other_symbols(stated.predicates, found.predicates),
        functions=_other_symbols(stated.functions, found.functions),
        types=_other_names(stated.types, found.types),
        constants=_other_names(stated.constants, found.constants),
        type_predicates=tuple(
            played
            for played in stated.type_predicates
            if key_of(played) not in map(key_of, found.type_predicates)
        ),
    )


def _other_symbols(
    stated: Iterable[SymbolPair], found: Iterable[SymbolPair]
) -> tuple[SymbolPair, ...]:
    maps = {key_of(pair): pair.arguments for pair in found}
    return tuple(
        pair
        for pair in stated
        if key_of(pair) not in maps or pair.arguments not in ((), maps[key_of(pair)])
    )


def _other_names(stated: Iterable[NamePair], found: Iterable[NamePair]) -> tuple[NamePair, ...]:
    names = {*map(key_of, found)}
    return tuple(pair for pair in stated if key_of(pair) not in names)


def _is_action(stated: ActionPair, found: ActionPair) -> bool:
    """Whether a found pair is the stated one, including its parameters."""
    is_same = key_of(stated) == key_of(found)
    return is_same and (not stated.parameters or stated.parameters == found.parameters)


def _confirmed(pairs: Pairs, stated: Pairs) -> Pairs:
    """`pairs` with full confidence in the stated ones."""

    def confirmed(pair: Q, names: Collection[object]) -> Q:
        if key_of(pair) not in names or STATED in pair.evidence:
            return pair
        return replace(pair, confidence=1.0, evidence=(STATED, *pair.evidence))

    kinds: dict[str, Any] = {}
    for kind in (*KINDS, "type_predicates"):
        own = getattr(stated, kind)
        names = {*map(key_of, own)}
        kinds[kind] = tuple(
            pair if pair in own else confirmed(pair, names) for pair in getattr(pairs, kind)
        )
    return replace(pairs, **kinds)


def _pairs(
    ours: Roles, theirs: Roles, stated: Pairs, checkpoint: Checkpoint, evidence: TaskEvidence
) -> Pairs:
    remarks: tuple[str, ...] = ()
    try:
        proved = proved_pairs(ours, theirs, stated, checkpoint, evidence)
    except SpentError:
        remarks = (UNDECIDED,)
    else:
        if proved is not None:
            return proved
    latest = _started_elsewhere(_widest_view(ours, theirs, stated, checkpoint))
    evidence = latest.view.seen(evidence)
    if evidence:
        by_tasks = latest.again(evidence)
        if by_tasks.agreeing >= latest.agreeing * _NEARLY_AS_MUCH:
            latest = by_tasks
        else:
            evidence = NO_EVIDENCE
    found = _more_rounds(latest, evidence).pairs()
    return replace(with_substitutions(found, ours, theirs, stated), remarks=remarks)


def _widest_view(
    ours: Roles, theirs: Roles, stated: Pairs, checkpoint: Checkpoint
) -> MatchingRound:
    """A round with whole models, or with one model less a type that the other leaves implicit."""

    def matched(view: NarrowedModels) -> MatchingRound:
        known = known_pairs(view.ours, view.theirs, stated)
        return MatchingRound(view, Candidates(view.ours, view.theirs, known, checkpoint), stated)

    best = whole = matched(NarrowedModels(ours, theirs))
    least_alike = whole.shared * _CLEARLY_MORE
    least_agreeing = whole.agreeing * _MORE_IN_THE_END
    is_open = not any(pair.arguments for pair in (*stated.predicates, *stated.functions))
    if is_open and whole.shared < _ENOUGH_ALIKE * whole.view.size:
        for view in views(ours, theirs, whole.candidates.names.types):
            if view.size > least_alike:
                other = matched(view)
                is_more = other.shared > least_alike and other.agreeing > least_agreeing
                if is_more and other.shared > best.shared:
                    best = other
    return best


def _started_elsewhere(latest: MatchingRound) -> MatchingRound:
    """The best round of those that each start from one assumed pair of predicates. This is tried
    only if few actions have a partner: without similar names, the propagation of similarities may
    converge anywhere."""
    if not latest.has_few_actions or latest.work > _MOST_WORK:
        return latest
    best, least = latest, latest.agreeing * _CLEARLY_MORE + _WORTH_IT
    for pair, arguments in latest.starts():
        other = latest.again(NO_EVIDENCE.after({pair: SameFacts(1.0, arguments)}))
        if other.agreeing > max(best.agreeing, least):
            best = other
    return best


def _more_rounds(latest: MatchingRound, evidence: TaskEvidence) -> MatchingRound:
    """The last of several rounds, each from the one before, while agreement clearly increases."""
    for _ in range(_MOST_ROUNDS):
        is_enough = latest.is_complete or latest.agreeing >= _ENOUGH * latest.view.size
        if is_enough or latest.work > _MOST_WORK:
            break
        again = latest.again(evidence.after(latest.found()))
        if again.agreeing <= latest.agreeing + _WORTH_IT:
            break
        latest = again
    return latest


P = TypeVar("P", bound=NamePair)


def by_name(domain: Domain) -> Domain:
    """`domain` with its declarations in alphabetical order; duplicate names keep their order."""
    declared: dict[str, Any] = {
        kind: tuple(sorted(getattr(domain, kind), key=lambda declaration: declaration.name))
        for kind in KINDS
    }
    axioms = tuple(sorted(domain.axioms, key=lambda axiom: axiom.predicate))
    return replace(domain, **declared, axioms=axioms)


def as_in_file(pairs: Pairs, learned: Domain, reference: Domain) -> Pairs:
    """`pairs` in the order of declaration in the learned file, then in the reference."""
    ordered: dict[str, Any] = {
        kind: _as_in_file(getattr(pairs, kind), names_of(learned, kind), names_of(reference, kind))
        for kind in KINDS
    }
    return replace(pairs, **ordered)


def _as_in_file(pairs: Iterable[P], ours: Iterable[str], theirs: Iterable[str]) -> tuple[P, ...]:
    mine, yours = ({name: number for number, name in enumerate(names)} for names in (ours, theirs))

    def place(pair: P) -> tuple[bool, bool, int, int]:
        return (
            isinstance(pair, SymbolPair) and pair.negated,
            isinstance(pair, SymbolPair | ActionPair) and pair.is_one_to_many,
            mine.get(pair.learned, len(mine)),
            yours.get(pair.reference, len(yours)),
        )

    return tuple(sorted(pairs, key=place))
