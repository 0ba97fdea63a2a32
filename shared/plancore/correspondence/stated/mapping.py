"""All pairs of two models: stated ones, completed by a search or by equal names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from plancore.correspondence.finding import find_pairs
from plancore.correspondence.names import KINDS, names_of
from plancore.correspondence.pairs import (
    NO_TASKS,
    PAIR_OF,
    ActionPair,
    NamePair,
    Pairs,
    SharedTasks,
    Side,
    SymbolPair,
    TypePredicate,
    key_of,
)
from plancore.correspondence.roles import Roles
from plancore.correspondence.search.reasons import STATED
from plancore.model.domain import Domain
from plancore.model.record import record
from plancore.spelling import nearest
from plancore.stop import NEVER, Checkpoint

if TYPE_CHECKING:
    from plancore.json_toml import DocumentError

T = TypeVar("T", NamePair, TypePredicate)
_Entry = TypeVar("_Entry")


@record
class Mapped:
    """The pairs of two models under a mapping. `unfit` are the stated pairs with names that the
    models do not have, `remarks` report them and other misfits."""

    pairs: Pairs
    unfit: Pairs
    remarks: tuple[str, ...]

    @property
    def to_save(self) -> Pairs:
        """The pairs with everything else that the mapping states."""
        return replace(
            self.pairs,
            **{
                name: getattr(self.pairs, name) + getattr(self.unfit, name)
                for name in (*KINDS, "type_predicates")
            },
        )


def pairs_under(
    mapping: Pairs,
    learned: Domain,
    reference: Domain,
    checkpoint: Checkpoint = NEVER,
    tasks: SharedTasks = NO_TASKS,
) -> Mapped:
    """Stated pairs with their own confidence and evidence, then found ones of other names. `tasks`
    are evidence for the search, see `find_pairs`. Raises what `checkpoint` raises."""
    fitted = fitting(mapping, learned, reference)
    found = find_pairs(learned, reference, fitted.stated, checkpoint, tasks)
    remarks = mapping.remarks + fitted.remarks + found.remarks
    return Mapped(_as_stated(found, fitted.stated), fitted.unfit, remarks)


def _as_stated(found: Pairs, stated: Pairs) -> Pairs:
    playing = {(entry.side, entry.predicate) for entry in stated.type_predicates}
    beside = [e for e in found.type_predicates if (e.side, e.predicate) not in playing]
    merged: dict[str, Any] = {
        kind: tuple(_merged(getattr(found, kind), getattr(stated, kind))) for kind in KINDS
    }
    type_predicates = (*map(_told, stated.type_predicates), *beside)
    return replace(found, **merged, type_predicates=type_predicates)


def _merged(found: Collection[NamePair], stated: Collection[NamePair]) -> Iterator[NamePair]:
    """Yield stated pairs in their order, then found ones of other names."""
    alike = {key_of(pair): pair for pair in found}
    for pair in stated:
        yield _told(_filled(pair, alike.get(key_of(pair), pair)))
    ours, theirs = {pair.learned for pair in stated}, {pair.reference for pair in stated}
    for pair in found:
        if pair.learned not in ours and pair.reference not in theirs:
            yield pair


def _filled(stated: NamePair, found: NamePair) -> NamePair:
    """`stated`, with the arguments or parameters that it leaves open."""
    if isinstance(stated, SymbolPair) and isinstance(found, SymbolPair):
        return replace(stated, arguments=stated.arguments or found.arguments)
    if isinstance(stated, ActionPair) and isinstance(found, ActionPair):
        return replace(stated, parameters=stated.parameters or found.parameters)
    return stated


def _told(entry: T) -> T:
    return entry if entry.evidence else replace(entry, evidence=(STATED,))


def pairs_by_name(mapping: Pairs, learned: Domain, reference: Domain) -> Mapped:
    """Stated pairs, and pairs of equal names of all others; parameters are paired by position."""
    fitted = fitting(mapping, learned, reference)
    stated = fitted.stated
    same: dict[str, Any] = {}
    for kind, make in PAIR_OF.items():
        pairs: tuple[NamePair, ...] = getattr(stated, kind)
        ours, theirs = {pair.learned for pair in pairs}, {pair.reference for pair in pairs}
        refused = {(mine, yours) for k, mine, yours in stated.refusals if k == kind}
        alike = [
            name
            for name in names_of(learned, kind)
            if name in names_of(reference, kind)
            and name not in ours
            and name not in theirs
            and (name, name) not in refused
        ]
        same[kind] = tuple(map(_told, pairs)) + tuple(make(name, name) for name in alike)
    same["actions"] = tuple(_by_position(pair, learned, reference) for pair in same["actions"])
    return Mapped(replace(stated, **same), fitted.unfit, mapping.remarks + fitted.remarks)


def _by_position(pair: ActionPair, learned: Domain, reference: Domain) -> ActionPair:
    ours, theirs = learned.action(pair.learned), reference.action(pair.reference)
    if pair.parameters or ours is None or theirs is None:
        return pair
    both = zip(ours.parameters, theirs.parameters, strict=False)
    return replace(pair, parameters={mine.name: yours.name for mine, yours in both})


_PAIRED = ("actions", "predicates", "functions", "types")
"""The kinds whose names must be in the domains; constants may be objects of a problem."""

_OF_REFUSALS = {"negated": "predicates", "types": "types and predicates"}
"""The kinds of names in refusals: `types` may also name a predicate that must not play a type."""

_MOST = 5
"""The maximum number of remarks; one more has the number of the others."""

_NOUNS = {
    "actions": "action",
    "predicates": "predicate",
    "functions": "function",
    "types": "type",
    "types and predicates": "type or predicate",
}


@record
class Fitting:
    """A mapping split into pairs that fit the models and pairs with unknown names. `remarks` has a
    sentence for each misfit."""

    stated: Pairs
    unfit: Pairs
    remarks: tuple[str, ...]


def fitting(mapping: Pairs, learned: Domain, reference: Domain) -> Fitting:
    """Check `mapping` against two models. If only the names of a pair fit, its arguments or
    parameters are left open."""
    names = _Names(Roles(learned), Roles(reference), mapping.places)
    stated: dict[str, Any] = {}
    unfit: dict[str, Any] = {}
    for kind in _PAIRED:
        known, unfit[kind] = _parted(getattr(mapping, kind), partial(names.have_names_of, kind))
        stated[kind] = tuple(names.fitted(kind, pair) for pair in known)
    stated["type_predicates"], unfit["type_predicates"] = _parted(
        mapping.type_predicates, names.have_player_and_type
    )
    for kind, mine, yours in mapping.refusals:
        names.place = mapping.places.get(("refusals", mine, yours))
        names.have_both(_OF_REFUSALS.get(kind, kind), mine, yours)
    remarks = _a_few(list(names.remarks.values()), "unknown names")
    return Fitting(replace(mapping, **stated), Pairs(**unfit), remarks)


def remarks_on(ignored: Sequence[DocumentError]) -> tuple[str, ...]:
    """A sentence for each ignored part of a mapping file."""
    return _a_few([f"{error.of('mapping')}; ignored" for error in ignored], "ignored parts")


def _a_few(remarks: Sequence[str], others: str) -> tuple[str, ...]:
    left = len(remarks) - _MOST
    return tuple(remarks) if left <= 0 else (*remarks[:_MOST], f"mapping: {left} more {others}")


class _Names:
    """The names of two models; collects remarks about unknown names."""

    def __init__(
        self, ours: Roles, theirs: Roles, places: Mapping[tuple[str, str, str], tuple[int, int]]
    ) -> None:
        self.ours, self.theirs, self.places = ours, theirs, places
        self.place: tuple[int, int] | None = None
        self.remarks: dict[str, str] = {}

    def have_names_of(self, kind: str, pair: NamePair) -> bool:
        self.place = self.places.get((kind, pair.learned, pair.reference))
        return self.have_both(kind, pair.learned, pair.reference)

    def have_player_and_type(self, entry: TypePredicate) -> bool:
        self.place = self.places.get(("types_as_predicates", entry.predicate, entry.type))
        has_predicate = self.have("predicates", entry.predicate, entry.side)
        return self.have("types", entry.type, entry.side.other) and has_predicate

    def have_both(self, kind: str, mine: str, yours: str) -> bool:
        """Whether the learned model has `mine` and the reference has `yours`."""
        has_mine = self.have(kind, mine, Side.LEARNED)
        return self.have(kind, yours, Side.REFERENCE) and has_mine

    def have(self, kind: str, name: str, side: Side) -> bool:
        """Whether the model on `side` has a name; any constant counts as known."""
        roles = self.ours if side is Side.LEARNED else self.theirs
        if kind == "constants" or name in _names(roles, kind):
            return True
        self._remark(f"no {_NOUNS[kind]} `{name}` in the {side} domain")
        return False

    def fitted(self, kind: str, pair: NamePair) -> NamePair:
        """`pair` without invalid arguments or parameters."""
        self.place = self.places.get((kind, pair.learned, pair.reference))
        if isinstance(pair, SymbolPair):
            faults = self._told(pair, self._faults_of_arguments(pair))
            return replace(pair, arguments=()) if faults else self._filled(pair)
        if isinstance(pair, ActionPair):
            faults = self._told(pair, self._faults_of_parameters(pair))
            return replace(pair, parameters={}) if faults else pair
        return pair

    def _told(self, pair: NamePair, faults: Iterable[str]) -> bool:
        """Add remarks about `faults`; return whether there are any."""
        texts = [f"`{pair.learned}` and `{pair.reference}`: {fault}" for fault in faults]
        for text in texts:
            self._remark(text)
        return bool(texts)

    def _faults_of_arguments(self, pair: SymbolPair) -> Iterator[str]:
        n_ours, n_theirs = self._arities(pair)
        if pair.arguments and len(pair.arguments) != n_ours:
            yield f"expected {n_ours} `arguments`, got {len(pair.arguments)}"
        elif any(place is not None and place >= n_theirs for place in pair.arguments):
            yield f"`arguments` must be at most {n_theirs - 1}"

    def _faults_of_parameters(self, pair: ActionPair) -> Iterator[str]:
        ours = self.ours.operators[pair.learned].parameters
        theirs = self.theirs.operators[pair.reference].parameters
        for side, has, stated in (
            (Side.LEARNED, ours, pair.parameters.keys()),
            (Side.REFERENCE, theirs, pair.parameters.values()),
        ):
            for name in stated:
                if name not in has:
                    yield f"no parameter `{name}` in the {side} action"

    def _filled(self, pair: SymbolPair) -> SymbolPair:
        """Give a negation with open arguments the identity, if both have as many."""
        n_ours, n_theirs = self._arities(pair)
        if not pair.negated or pair.arguments or n_ours != n_theirs:
            return pair
        return replace(pair, arguments=tuple(range(n_ours)))

    def _arities(self, pair: SymbolPair) -> tuple[int, int]:
        ours, theirs = self.ours.symbols[pair.learned], self.theirs.symbols[pair.reference]
        return len(ours.args), len(theirs.args)

    def _remark(self, text: str) -> None:
        place = "".join(f":{number}" for number in self.place or ())
        self.remarks.setdefault(text, f"mapping{place}: {text}")


def _parted(
    entries: Iterable[_Entry], fits: Callable[[_Entry], bool]
) -> tuple[tuple[_Entry, ...], tuple[_Entry, ...]]:
    """Split the entries into those that fit and the others."""
    parts: tuple[list[_Entry], list[_Entry]] = ([], [])
    for entry in entries:
        parts[0 if fits(entry) else 1].append(entry)
    return tuple(parts[0]), tuple(parts[1])


def _names(roles: Roles, kind: str) -> Collection[str]:
    match kind:
        case "actions":
            return roles.operators
        case "predicates":
            return roles.predicates
        case "functions":
            return roles.functions
        case "types":
            return roles.declared_types
        case _:
            return {*roles.declared_types, *roles.predicates}


# Answers to questions about pairs.


def answered(
    stated: Pairs, kind: str, pair: NamePair, answer: str, reference: Domain
) -> Pairs | str:
    """Apply the answer to the question whether a pair is right; a string is an error message.

        answer = "y" | "yes" | "n" | "no" | ["="] ["not "] name

    `name` is the right name of `reference`. Write `=` before a name that would be read as another
    answer, and `not` if the learned predicate is its negation.
    """
    # Most comparisons have no mapping file.
    from plancore.correspondence.stated.decisions import confirmed, refused

    word = answer.strip().lower()
    no = refused(stated, kind, pair.learned, pair.reference)
    if word in ("n", "no"):
        return no
    if word in ("y", "yes"):
        return confirmed(stated, kind, pair)
    word = word.removeprefix("=").strip()
    negated = kind == "predicates" and word.startswith("not ")
    name = word.removeprefix("not ").strip() if negated else word
    names = _coverage_names(reference)[kind]
    if name not in names:
        near = nearest(name, names)
        hint = f"; did you mean `{near}`?" if near else ""
        return f"no {kind.removesuffix('s')} `{name}` in the reference domain{hint}"
    other = PAIR_OF[kind](pair.learned, name)
    if isinstance(other, SymbolPair):
        other = replace(other, negated=negated)
    is_same = key_of(other) == key_of(pair)
    return confirmed(stated, kind, pair) if is_same else confirmed(no, kind, other)


# Coverage: how much of two models is paired.


@record
class UnpairedNames:
    """The names of one kind without a counterpart, in the order of each file. `n_reference` counts
    all names of the kind in the reference."""

    kind: str
    n_reference: int
    learned: tuple[str, ...]
    reference: tuple[str, ...]

    @property
    def n_covered(self) -> int:
        """The number of reference names with a counterpart."""
        return self.n_reference - len(self.reference)


def coverage(learned: Domain, reference: Domain, pairs: Pairs) -> tuple[UnpairedNames, ...]:
    """The unpaired names of each of `KINDS`. A predicate that plays a type and that type are
    counterparts."""
    ours, theirs = _coverage_names(learned), _coverage_names(reference)
    paired = {kind: (set[str](), set[str]()) for kind in KINDS}
    for kind, pair in pairs.named():
        paired[kind][0].add(pair.learned)
        paired[kind][1].add(pair.reference)
    for played in pairs.type_predicates:
        side = 0 if played.side is Side.LEARNED else 1
        paired["predicates"][side].add(played.predicate)
        paired["types"][1 - side].add(played.type)
    return tuple(
        UnpairedNames(
            kind,
            len(theirs[kind]),
            tuple(name for name in ours[kind] if name not in paired[kind][0]),
            tuple(name for name in theirs[kind] if name not in paired[kind][1]),
        )
        for kind in KINDS
    )


def _coverage_names(domain: Domain) -> dict[str, tuple[str, ...]]:
    """The declared or used names by kind."""
    roles = Roles(domain)
    names: dict[str, Iterable[str]] = {
        "actions": roles.operators,
        "predicates": roles.predicates,
        "functions": roles.functions,
        "types": roles.declared_types,
        "constants": dict.fromkeys(constant.name for constant in domain.constants),
    }
    return {kind: tuple(names[kind]) for kind in KINDS}
