"""Name mappings and strong equivalence by isomorphism of the graphs of two domains.

Strong equivalence: two domains differ in names only; the renaming is the witness.

Chrpa, Dodaro, Maratea, Mochi, Vallati (JELIA 2023): the graphs of the two models (operators and
predicates, tied by labelled literals with the binding of their arguments) are isomorphic. Here
names of types, functions and constants may differ as well, and the order of an action's parameters;
the arguments of predicates keep their positions. Constructs other than literals are compared in
their normal form (see `formula.conditions` and `formula.elements`).

`proved_pairs` also allows another order of the arguments of predicates and functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import starmap
from operator import eq
from typing import Final, NamedTuple

from plancore.align.isomorphism import DEFAULT_BUDGET, isomorphism
from plancore.bridge.pddl_package import DomainLike, as_domain
from plancore.correspondence.evidence import NO_EVIDENCE, TaskEvidence
from plancore.correspondence.exact.structure import StructureGraph
from plancore.correspondence.names import KINDS, Correspondence, names_of, renaming
from plancore.correspondence.pairs import ActionPair, NamePair, Pairs, SymbolPair
from plancore.correspondence.roles import Roles
from plancore.correspondence.words import NameSimilarity
from plancore.formula.canonical import canonical_action, kept_meaning
from plancore.formula.conditions import normal_form
from plancore.formula.printing import AS_WRITTEN
from plancore.model.domain import OBJECT, Action, Domain
from plancore.model.formula import TRUE, Formula, conjuncts, has_damage
from plancore.model.record import record
from plancore.stop import NEVER, Checkpoint, SpentError

PROVED: Final = ("equivalent up to renaming",)
PERMUTED: Final = ("equivalent up to renaming and argument order",)
BUDGET: Final = 1_000_000
UNDECIDED: Final = f"undecided within {BUDGET:,} steps"


def proved_pairs(
    ours: Roles,
    theirs: Roles,
    stated: Pairs,
    checkpoint: Checkpoint = NEVER,
    evidence: TaskEvidence = NO_EVIDENCE,
) -> Pairs | None:
    """The pairs of two models that differ only in names and orders, including `stated` ones. None
    if they differ otherwise. If several mappings exist because a model has symmetries, prefer names
    that are alike or supported by `evidence`. Raises SpentError if the budget does not suffice."""
    if not _same_sizes(ours, theirs) or not can_be_matched(ours.domain, theirs.domain):
        return None
    names = _stated_names(stated)
    match = None if names is None else _closest_match(ours, theirs, names, checkpoint, evidence)
    pairs = None if match is None else _pairs(ours, theirs, match)
    return pairs if pairs is not None and _keeps(pairs, stated) else None


def _closest_match(
    ours: Roles, theirs: Roles, stated: Names, checkpoint: Checkpoint, evidence: TaskEvidence
) -> GraphMatch | None:
    """The match that changes least: if possible, argument order and common names stay."""
    words = NameSimilarity(ours, theirs).symbols
    graphs: dict[bool, DomainGraphs] = {}

    def attempt(same: Names, *, in_place: bool) -> GraphMatch | None:
        if in_place not in graphs:
            graphs[in_place] = DomainGraphs(ours.domain, theirs.domain, in_place=in_place)
        return graphs[in_place].match(
            same, budget=BUDGET, alike=words.similarity, checkpoint=checkpoint
        )

    tried = [(stated, False)]
    try:
        # The least constrained attempt: if it finds no match, no other attempt does.
        widest = attempt(stated, in_place=False)
        if widest is None:
            return None
    except SpentError:
        widest = None
    common = with_common_names(ours.domain, theirs.domain, stated)
    told = _with_names(common, evidence.names)
    closer = ((told, True), (told, False), (common, True), (stated, True), (common, False))
    for same, in_place in closer:
        if (same, in_place) in tried:
            continue
        tried.append((same, in_place))
        with suppress(SpentError):
            match = attempt(same, in_place=in_place)
            if match is not None:
                return match
    if widest is None:
        raise SpentError
    return widest


def _same_sizes(ours: Roles, theirs: Roles) -> bool:
    return all(
        len(mine) == len(yours)
        for mine, yours in (
            (ours.operators, theirs.operators),
            (ours.predicates, theirs.predicates),
            (ours.functions, theirs.functions),
            (ours.declared_types, theirs.declared_types),
            (ours.domain.constants, theirs.domain.constants),
        )
    )


def _stated_names(stated: Pairs) -> Names | None:
    """The stated names of each kind; None if `stated` is more than a renaming."""
    names: dict[str, dict[str, str]] = {kind: {} for kind in KINDS}
    if stated.type_predicates or any(pair.negated for pair in stated.predicates):
        return None
    for kind, pair in stated.named():
        if pair.learned in names[kind] or pair.reference in names[kind].values():
            return None
        names[kind][pair.learned] = pair.reference
    return names


def _with_names(names: Names, told: Names) -> Names:
    """`names`, extended by the names of `told` that do not conflict with them."""
    return {
        kind: {**{a: b for a, b in told.get(kind, {}).items() if b not in {*own.values()}}, **own}
        for kind, own in names.items()
    }


def _keeps(pairs: Pairs, stated: Pairs) -> bool:
    """Whether `pairs` contain no refused pair and keep every stated order."""
    orders = {(kind, pair.learned, pair.reference): _order(pair) for kind, pair in pairs.named()}
    return not any(refusal in orders for refusal in stated.refusals) and all(
        _order(pair) in ({}, (), orders.get((kind, pair.learned, pair.reference)))
        for kind, pair in stated.named()
    )


def _order(pair: NamePair) -> object:
    if isinstance(pair, ActionPair):
        return pair.parameters
    return pair.arguments if isinstance(pair, SymbolPair) else ()


def _pairs(ours: Roles, theirs: Roles, match: GraphMatch) -> Pairs:
    names = match.names()
    evidence = PROVED if match.is_in_place else PERMUTED
    our_actions, their_actions = (names_of(side.domain, "actions") for side in (ours, theirs))

    def named(kind: str, declared: Iterable[str]) -> list[tuple[str, str]]:
        return [(mine, names[kind][mine]) for mine in declared if mine in names[kind]]

    def action(mine: str, yours: str) -> ActionPair:
        own, others = our_actions[mine].parameters, their_actions[yours].parameters
        order = match.parameters(mine, yours)
        parameters = {own[k].name: others[place].name for k, place in enumerate(order)}
        return ActionPair(mine, yours, 1.0, evidence, parameters)

    def symbol(kind: str, mine: str, yours: str) -> SymbolPair:
        n_args = len(ours.symbols[mine].args)
        arguments = match.arguments(kind, mine, yours) or range(n_args)
        return SymbolPair(mine, yours, 1.0, evidence, tuple(arguments[:n_args]))

    constants = dict.fromkeys(constant.name for constant in ours.domain.constants)
    return Pairs(
        actions=tuple(starmap(action, named("actions", ours.operators))),
        predicates=tuple(
            symbol("predicates", *pair) for pair in named("predicates", ours.predicates)
        ),
        functions=tuple(symbol("functions", *pair) for pair in named("functions", ours.functions)),
        types=tuple(NamePair(*pair, 1.0, evidence) for pair in named("types", ours.declared_types)),
        constants=tuple(NamePair(*pair, 1.0, evidence) for pair in named("constants", constants)),
    )


# Isomorphisms of the graphs of two domains.

Names = Mapping[str, Mapping[str, str]]
"""For each kind the learned names with their reference names."""

NO_NAMES: Final[Names] = {}


class GraphMatch(NamedTuple):
    """An isomorphism of two graphs; `counterparts` maps vertices of `ours` to those of `theirs`."""

    ours: DomainGraph
    theirs: DomainGraph
    counterparts: list[int]

    def names(self) -> dict[str, dict[str, str]]:
        """For each kind all learned names with their counterparts."""
        theirs = {vertex: name for (_, name), vertex in self.theirs.symbols.items()}
        names: dict[str, dict[str, str]] = {kind: {} for kind in KINDS}
        for (kind, name), vertex in self.ours.symbols.items():
            names[kind][name] = theirs[self.counterparts[vertex]]
        return names

    def parameters(self, mine: str, yours: str) -> tuple[int, ...]:
        """For each parameter of a learned action the position of its counterpart."""
        return self._order(self.ours.parameters[mine], self.theirs.parameters[yours])

    def arguments(self, kind: str, mine: str, yours: str) -> tuple[int, ...]:
        """For each argument of a learned predicate or function the position of its counterpart."""
        ours, theirs = self.ours.places, self.theirs.places
        return self._order(ours.get((kind, mine), []), theirs.get((kind, yours), []))

    @property
    def is_in_place(self) -> bool:
        """Whether all arguments of predicates and functions keep their positions."""
        names = self.names()
        orders = (self.arguments(kind, name, names[kind][name]) for kind, name in self.ours.places)
        return all(order == tuple(range(len(order))) for order in orders)

    def _order(self, ours: list[int], theirs: list[int]) -> tuple[int, ...]:
        positions = {vertex: position for position, vertex in enumerate(theirs)}
        return tuple(positions[self.counterparts[vertex]] for vertex in ours)


def can_be_matched(*domains: Domain) -> bool:
    """Whether both domains were read whole; damaged parts, compared as text, prove nothing."""
    return not any(map(_has_damage, domains))


class DomainGraphs:
    """The graphs of two domains, built once for several searches. Unless `in_place`, arguments of
    predicates and functions may have another order."""

    def __init__(self, learned: Domain, reference: Domain, *, in_place: bool = True) -> None:
        self._ours = DomainGraph(learned, in_place=in_place)
        self._theirs = DomainGraph(reference, in_place=in_place)

    def match(
        self,
        same: Names = NO_NAMES,
        *,
        budget: int,
        alike: Callable[[str, str], float] = eq,
        checkpoint: Checkpoint = NEVER,
    ) -> GraphMatch | None:
        """An isomorphism of the two graphs; None if there provably is none. It maps names as in
        `same`, which is one to one for each kind. Names that are `alike` are tried first, which
        matters if a model has symmetries. Raises SpentError if `budget` steps do not suffice."""
        self._ours.fix_names(same)
        self._theirs.fix_names(
            {kind: {yours: yours for yours in names.values()} for kind, names in same.items()}
        )
        graphs = self._ours, self._theirs
        mapping = isomorphism(*graphs, budget=budget, alike=alike, checkpoint=checkpoint)
        return None if mapping is None else GraphMatch(*graphs, mapping)


def with_common_names(learned: Domain, reference: Domain, stated: Names = NO_NAMES) -> Names:
    """`stated`, extended by the names that both domains have and `stated` does not mention."""
    common: dict[str, Mapping[str, str]] = {}
    for kind in KINDS:
        known = stated.get(kind, {})
        both = names_of(learned, kind).keys() & names_of(reference, kind).keys()
        common[kind] = {**known, **{n: n for n in both - {*known, *known.values()}}}
    return common


def _has_damage(domain: Domain) -> bool:
    formulas: list[Formula] = [axiom.body for axiom in domain.axioms]
    formulas.append(domain.constraints or TRUE)
    for action in domain.actions:
        formulas += [action.precondition, action.effect, action.duration or TRUE]
    return any(map(has_damage, formulas))


class DomainGraph(StructureGraph):
    """The graph of a whole domain; `parameters` has the parameter vertices of each action. Labels
    contain no names except the root of the type hierarchy, until `fix_names` is called."""

    def __init__(self, domain: Domain, *, in_place: bool = True) -> None:
        super().__init__(_given({}), in_place=in_place)
        self.parameters: dict[str, list[int]] = {}
        for name, above in domain.hierarchy.stated_parents.items():
            vertex = self.symbol("types", name)
            for parent in above or (OBJECT,):
                self.edge(vertex, self.symbol("types", parent), "below")
        for constant in names_of(domain, "constants").values():
            self.typed(self.symbol("constants", constant.name), constant)
        for predicate in names_of(domain, "predicates").values():
            self.signature("predicates", predicate.name, predicate.parameters)
        for function in names_of(domain, "functions").values():
            self.signature("functions", function.name, function.parameters)
        for axiom in domain.axioms:
            vertex = self.vertex("axiom")
            scope = {parameter.name: self.vertex("variable") for parameter in axiom.parameters}
            arguments = [parameter.name for parameter in axiom.parameters]
            self.applied(vertex, "predicates", axiom.predicate, arguments, scope)
            self.edge(vertex, self.formula(normal_form(axiom.body), scope), "body")
        for constraint in conjuncts(domain.constraints or TRUE):
            self.edge(self.vertex("constraint"), self.formula(normal_form(constraint), {}), "body")
        for action in names_of(domain, "actions").values():
            self._action(action)

    def fix_names(self, names: Mapping[str, Mapping[str, str]]) -> None:
        """Require that the counterparts of `names`, of each kind, get the same labels."""
        self.fix(_given(names))

    def _action(self, action: Action) -> None:
        vertex = self.symbol("actions", action.name)
        kind = self.vertex(("kind", action.kind))
        self.edge(vertex, kind, "kind")
        scope: dict[str, int] = {}
        numbers = self.parameters[action.name] = []
        for parameter in action.parameters:
            number = self.vertex("parameter", parameter.name)
            numbers.append(number)
            scope[parameter.name] = number
            self.edge(vertex, number, "parameter")
            self.typed(number, parameter)
        canonical = canonical_action(action)
        for part, elements in (
            ("precondition", canonical.precondition),
            ("effect", canonical.effect),
            ("duration", canonical.duration),
        ):
            for element in elements.values():
                if part == "effect":
                    formula = self.effect(element.formula, scope)
                else:
                    formula = self.formula(normal_form(element.formula), scope)
                self.edge(vertex, formula, part)


def _given(names: Mapping[str, Mapping[str, str]]) -> Callable[[str, str], str | None]:
    return lambda kind, name: OBJECT if name == OBJECT else names.get(kind, {}).get(name)


@record
class Equivalence:
    """Whether two domains are strongly equivalent; `holds` is None if undecided. `correspondence`
    is the witness: learned names to reference names, and orders of parameters."""

    holds: bool | None
    correspondence: Correspondence | None = None


def strong_equivalence(
    learned: DomainLike,
    reference: DomainLike,
    *,
    budget: int = DEFAULT_BUDGET,
    checkpoint: Checkpoint = NEVER,
) -> Equivalence:
    """Decide whether the domains differ in names only, and find the renaming. The first attempt
    keeps names that both domains have. `budget` limits the steps of each attempt; if it does not
    suffice, the result is undecided."""
    learned, reference = as_domain(learned), as_domain(reference)
    if not can_be_matched(learned, reference):
        return Equivalence(None)
    graphs = DomainGraphs(learned, reference)
    is_decided = True
    common = with_common_names(learned, reference)
    for same in (common, NO_NAMES) if any(common.values()) else (NO_NAMES,):
        try:
            match = graphs.match(same, budget=budget, checkpoint=checkpoint)
        except SpentError:
            is_decided = False
            continue
        if match is not None:
            witness = _witness(match)
            if not _keep_the_same(learned, reference, witness):
                # Another renaming might also fit the parts that are compared as text: undecided.
                return Equivalence(None)
            return Equivalence(True, witness)
    return Equivalence(False if is_decided else None)


def _keep_the_same(learned: Domain, reference: Domain, witness: Correspondence) -> bool:
    """Whether sections that are kept as text, such as methods, are the same under the witness.
    False if there are any and parameters have another order, which the text does not show."""
    if witness.parameters and (learned.kept or reference.kept):
        return False
    naming = witness.to_reference
    ours = [(k.kind, k.name, kept_meaning(k, naming, witness.actions)) for k in learned.kept]
    theirs = [(k.kind, k.name, kept_meaning(k, AS_WRITTEN, {})) for k in reference.kept]
    return sorted(ours) == sorted(theirs)


def _witness(match: GraphMatch) -> Correspondence:
    names = match.names()
    renamed = {
        kind: {mine: yours for mine, yours in of_kind.items() if mine != yours}
        for kind, of_kind in names.items()
    }
    orders: dict[str, tuple[int, ...]] = {}
    for mine in match.ours.parameters:
        yours = names["actions"][mine]
        order = match.parameters(mine, yours)
        if order != tuple(range(len(order))):
            orders[yours] = order
    return renaming(renamed, orders)
