"""Random pairs of small domains: types, `either`, constants, axioms, quantifiers, conditions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product

from plancore.model.domain import Action, Axiom, Domain
from plancore.model.formula import (
    And,
    AtomicFormula,
    Exists,
    Forall,
    Formula,
    Imply,
    Not,
    Or,
    TypedName,
    When,
)
from plancore.snapshot import FileSnapshot

Atom = tuple[str, ...]
State = frozenset[Atom]
Sigma = Mapping[str, str]


class Trial:
    """A domain on some objects. Derived predicates are computed in the order of their first
    axioms: each may rest on those before it, and positively on itself."""

    def __init__(self, domain: Domain, objects: Mapping[str, tuple[str, ...]]) -> None:
        self.domain = domain
        self.objects = {**objects, **{each.name: each.types for each in domain.constants}}
        self._members: dict[tuple[str, ...], list[str]] = {}
        self.derived = list(dict.fromkeys(axiom.predicate for axiom in domain.axioms))

    def is_below(self, name: str, wanted: str) -> bool:
        if wanted in ("object", name):
            return True
        above = (parent for each in self.domain.types if each.name == name for parent in each.types)
        return any(parent != name and self.is_below(parent, wanted) for parent in above)

    def fits(self, name: str, wanted: tuple[str, ...]) -> bool:
        given = self.objects[name] or ("object",)
        return all(any(self.is_below(t, w) for w in wanted or ("object",)) for t in given)

    def members(self, wanted: tuple[str, ...]) -> list[str]:
        if wanted not in self._members:
            self._members[wanted] = [name for name in self.objects if self.fits(name, wanted)]
        return self._members[wanted]

    def choices(self, variables: tuple[TypedName, ...], sigma: Sigma) -> Iterator[Sigma]:
        for choice in product(*(self.members(variable.types) for variable in variables)):
            yield {**sigma, **{v.name: o for v, o in zip(variables, choice, strict=True)}}

    def atom(self, formula: AtomicFormula, sigma: Sigma) -> Atom:
        return (formula.predicate, *(sigma.get(str(a), str(a)) for a in formula.args))

    def holds(self, formula: Formula, state: State, sigma: Sigma) -> bool:
        match formula:
            case AtomicFormula("="):
                _, one, other = self.atom(formula, sigma)
                return one == other
            case AtomicFormula():
                return self.atom(formula, sigma) in state
            case Not(body):
                return not self.holds(body, state, sigma)
            case And(parts):
                return all(self.holds(part, state, sigma) for part in parts)
            case Or(parts):
                return any(self.holds(part, state, sigma) for part in parts)
            case Imply(one, other):
                return not self.holds(one, state, sigma) or self.holds(other, state, sigma)
            case Exists(variables, body):
                return any(self.holds(body, state, s) for s in self.choices(variables, sigma))
            case Forall(variables, body):
                return all(self.holds(body, state, s) for s in self.choices(variables, sigma))
        raise AssertionError(formula)

    def closed(self, state: State) -> State:
        """The basic atoms of `state` and what follows from them."""
        found = frozenset(atom for atom in state if atom[0] not in self.derived)
        for name in self.derived:
            axioms = [axiom for axiom in self.domain.axioms if axiom.predicate == name]
            while not found >= (more := frozenset(self._consequences(axioms, found))):
                found |= more
        return found

    def _consequences(self, axioms: list[Axiom], state: State) -> Iterator[Atom]:
        for axiom in axioms:
            for sigma in self.choices(axiom.parameters, {}):
                if self.holds(axiom.body, state, sigma):
                    yield (axiom.predicate, *(sigma[p.name] for p in axiom.parameters))

    def after(self, state: State, action: Action, arguments: tuple[str, ...]) -> State | None:
        """The basic atoms after `action`; None where it does not apply."""
        pairs = list(zip(action.parameters, arguments, strict=True))
        if not all(argument in self.members(parameter.types) for parameter, argument in pairs):
            return None
        sigma = {parameter.name: argument for parameter, argument in pairs}
        full = self.closed(state)
        if not self.holds(action.precondition, full, sigma):
            return None
        adds: set[Atom] = set()
        deletes: set[Atom] = set()
        self._changes(action.effect, full, sigma, adds, deletes)
        return (state - deletes) | adds

    def _changes(
        self, effect: Formula, state: State, sigma: Sigma, adds: set[Atom], deletes: set[Atom]
    ) -> None:
        match effect:
            case And(parts):
                for part in parts:
                    self._changes(part, state, sigma, adds, deletes)
            case AtomicFormula():
                adds.add(self.atom(effect, sigma))
            case Not(AtomicFormula() as atom):
                deletes.add(self.atom(atom, sigma))
            case When(condition, inner):
                if self.holds(condition, state, sigma):
                    self._changes(inner, state, sigma, adds, deletes)
            case Forall(variables, inner):
                for chosen in self.choices(variables, sigma):
                    self._changes(inner, state, chosen, adds, deletes)
            case _:
                raise AssertionError(effect)

    def touched(self, formula: Formula, sigma: Sigma, seen: set[Atom]) -> None:
        """Add to `seen` the atoms that the truth of `formula`, or its effect, can depend on."""
        match formula:
            case AtomicFormula("="):
                return
            case AtomicFormula():
                atom = self.atom(formula, sigma)
                if atom not in seen:
                    seen.add(atom)
                    for axiom in self.domain.axioms:
                        if axiom.predicate == atom[0]:
                            names = (p.name for p in axiom.parameters)
                            inner = dict(zip(names, atom[1:], strict=True))
                            self.touched(axiom.body, inner, seen)
            case Not(body):
                self.touched(body, sigma, seen)
            case And(parts) | Or(parts):
                for part in parts:
                    self.touched(part, sigma, seen)
            case Imply(one, other) | When(one, other):
                self.touched(one, sigma, seen)
                self.touched(other, sigma, seen)
            case Exists(variables, body) | Forall(variables, body):
                for chosen in self.choices(variables, sigma):
                    self.touched(body, chosen, seen)
            case _:
                raise AssertionError(formula)


@dataclass(frozen=True)
class Differences:
    """What some world shows; `everywhere` says whether all states of all worlds were tried."""

    only_learned: bool
    only_reference: bool
    results: bool
    everywhere: bool


def kind_of_difference(
    learned: Trial,
    reference: Trial,
    actions: tuple[Action, Action],
    state: State,
    arguments: tuple[str, ...],
) -> str:
    """`learned`, `reference`, `results`, or nothing where the two actions do the same."""
    ours = learned.after(state, actions[0], arguments)
    theirs = reference.after(state, actions[1], arguments)
    if ours is None or theirs is None:
        return "" if ours is theirs else "reference" if ours is None else "learned"
    return "results" if ours != theirs else ""


def try_out(
    learned: Domain,
    reference: Domain,
    actions: tuple[Action, Action],
    types: tuple[str, ...],
    extras: int,
    most_atoms: int = 10,
) -> Differences:
    """Every state of every world in which new objects and constants are the arguments, and up to
    `extras` other objects are there; worlds with more than `most_atoms` atoms are passed over."""
    seen: set[str] = set()
    everywhere = True
    for objects, arguments in _worlds(
        len(actions[1].parameters), learned, reference, types, extras
    ):
        ours, theirs = Trial(learned, objects), Trial(reference, objects)
        atoms: set[Atom] = set()
        for trial, action in zip((ours, theirs), actions, strict=True):
            sigma = {p.name: a for p, a in zip(action.parameters, arguments, strict=True)}
            trial.touched(action.precondition, sigma, atoms)
            trial.touched(action.effect, sigma, atoms)
        derived = {*ours.derived, *theirs.derived}
        basic = sorted(atom for atom in atoms if atom[0] not in derived)
        if len(basic) > most_atoms:
            everywhere = False
            continue
        for bits in product((False, True), repeat=len(basic)):
            state = frozenset(atom for atom, bit in zip(basic, bits, strict=True) if bit)
            seen.add(kind_of_difference(ours, theirs, actions, state, arguments))
            if len(seen - {""}) == 3:
                return Differences(True, True, True, True)
    return Differences("learned" in seen, "reference" in seen, "results" in seen, everywhere)


def recount(
    learned: Trial, reference: Trial, actions: tuple[Action, Action], states: Sequence[State]
) -> tuple[int, ...]:
    """Applicability and effects as true positives, false positives, false negatives and true
    negatives, pair by pair, over the objects that are legal in the reference."""
    applicable, effects = [0, 0, 0, 0], [0, 0, 0, 0]
    fluents = {
        (predicate.name, *sigma.values())
        for predicate in reference.domain.predicates
        if predicate.name not in reference.derived
        for sigma in reference.choices(predicate.parameters, {})
    }
    arguments = [tuple(s.values()) for s in reference.choices(actions[1].parameters, {})]
    for state, names in product(states, arguments):
        ours = learned.after(state, actions[0], names)
        theirs = reference.after(state, actions[1], names)
        applicable[2 * (ours is None) + (theirs is None)] += 1
        if ours is None or theirs is None:
            continue
        mine, real = ({a for a in after ^ state if a in fluents} for after in (ours, theirs))
        counts = (mine & real, mine - real, real - mine, fluents - mine - real)
        effects = [n + len(atoms) for n, atoms in zip(effects, counts, strict=True)]
    return (*applicable, *effects)


def _worlds(
    count: int, learned: Domain, reference: Domain, types: tuple[str, ...], extras: int
) -> Iterator[tuple[dict[str, tuple[str, ...]], tuple[str, ...]]]:
    constants = {each.name: each.types for each in (*learned.constants, *reference.constants)}
    news = [f"new{index}" for index in range(count)]
    for arguments in product((*news, *constants), repeat=count):
        used = [name for name in news if name in arguments]
        if used != news[: len(used)]:
            continue
        for own in product(types, repeat=len(used)):
            named = {name: (each,) for name, each in zip(used, own, strict=True)}
            for size in range(extras + 1):
                for others in combinations_with_replacement(types, size):
                    more = {f"extra{i}": (each,) for i, each in enumerate(others)}
                    yield {**constants, **named, **more}, arguments


TYPES = ("t", "u", "v", "w")
CHANGES = ("type", "type", "type", "hierarchy", "pre", "pre", "eff", "axiom", "axiom", "k")
Tree = str | list["Tree"]


@dataclass
class Written:
    """The parts of a domain with one action `a`, as text or trees."""

    types: dict[str, str]
    constants: dict[str, str]
    axioms: list[tuple[str, str, Tree]]
    parameters: list[str]
    precondition: Tree
    effect: Tree

    def untyped(self) -> Written:
        """The same without any types."""
        axioms = [(name, "", _untyped(body)) for name, _, body in self.axioms]
        pre, effect = _untyped(self.precondition), _untyped(self.effect)
        parameters = [""] * len(self.parameters)
        return Written({}, dict.fromkeys(self.constants, ""), axioms, parameters, pre, effect)

    def text(self) -> str:
        types = " ".join(f"{name} - {parent}" for name, parent in self.types.items())
        constants = " ".join(f"{name} {kind}" for name, kind in self.constants.items())
        parameters = " ".join(
            f"{name} {kind}" for name, kind in zip(("?x", "?y"), self.parameters, strict=False)
        )
        axioms = " ".join(
            f"(:derived ({name} ?d {kind}) {_text(body)})" for name, kind, body in self.axioms
        )
        return (
            f"(define (domain d) {f'(:types {types})' if types else ''} (:constants {constants})"
            "(:predicates (z) (p ?d) (q ?d) (r ?d ?e) (s ?d) (f ?d)) "
            f"{axioms} (:action a :parameters ({parameters}) :precondition "
            f"{_text(self.precondition)} :effect {_text(self.effect)}))"
        )

    def domain(self) -> Domain:
        found = FileSnapshot.of(self.text()).domain
        assert found is not None
        return found


def _text(tree: Tree) -> str:
    return tree if isinstance(tree, str) else f"({' '.join(map(_text, tree))})"


class Models:
    """A source of random pairs. `s` and `f` are derived by axioms where there are any."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def pair(self) -> tuple[Written, Written]:
        """A learned domain and its reference: the same but for a few changes, or unrelated."""
        reference = self.written()
        if self.dice.random() < 0.15:
            return self.unrelated(reference), reference
        learned = replace(
            reference,
            types=dict(reference.types),
            constants=dict(reference.constants),
            axioms=list(reference.axioms),
            parameters=list(reference.parameters),
        )
        for _ in range(self.dice.choice((0, 1, 1, 2))):
            self.change(learned)
        return learned, reference

    def unrelated(self, reference: Written) -> Written:
        """Another domain with the same derived predicates and number of parameters."""
        learned = self.written(derived={name for name, _, _ in reference.axioms})
        learned.constants = {**reference.constants, **learned.constants}
        learned.parameters = [self.kind() for _ in reference.parameters]
        if len(reference.parameters) < 2:
            learned.precondition = _renamed(learned.precondition, {"?y": "?x"})
            learned.effect = _renamed(learned.effect, {"?y": "?x"})
        return learned

    def state(self, objects: Iterable[str]) -> frozenset[tuple[str, ...]]:
        """Some atoms over `objects`."""
        names = list(objects)
        atoms: list[tuple[str, ...]] = [("z",), *((p, o) for p in "pqsf" for o in names)]
        atoms += [("r", one, other) for one in names for other in names]
        return frozenset(self.dice.sample(atoms, self.dice.randrange(len(atoms) + 1)))

    def objects(self) -> dict[str, tuple[str, ...]]:
        """Objects of random types."""
        count = self.dice.randrange(1, 5)
        return {f"o{n}": (self.dice.choice(("object", *TYPES)),) for n in range(count)}

    def written(self, derived: set[str] | None = None) -> Written:
        dice = self.dice
        if derived is None:
            derived = set(dice.choice(((), (), ("s",), ("s", "f"))))
        variables = ["?x", "?y"][: dice.choice((1, 1, 2))]
        constants = {"k": self.kind()} if dice.random() < 0.4 else {}
        terms = [*variables, *constants]
        basic = ["p", "q", *(["s", "f"][len(derived) :])]
        axioms = [
            (name, self.kind(), self.condition(["?d", *constants], [*basic, *before], 1))
            for name, before in (("s", ["s"]), ("f", ["s"]))
            if name in derived
            for _ in range(dice.choice((1, 1, 2)))
        ]
        return Written(
            {name: dice.choice(("object", *TYPES[:index])) for index, name in enumerate(TYPES)},
            constants,
            axioms,
            [self.kind() for _ in variables],
            self.condition(terms, ["p", "q", "s", "f"], 2),
            self.effect(terms, derived),
        )

    def change(self, written: Written) -> None:
        """Change one thing."""
        dice = self.dice
        derived = {name for name, _, _ in written.axioms}
        terms = [*("?x", "?y")[: len(written.parameters)], *written.constants]
        match dice.choice(
            ("type", "type", "either", "hierarchy", "pre", "pre", "eff", "axiom", "k")
        ):
            case "type" | "either":
                written.parameters[dice.randrange(len(written.parameters))] = self.kind()
            case "hierarchy":
                order = list(TYPES)
                dice.shuffle(order)
                written.types = {
                    name: dice.choice(("object", *order[:index]))
                    for index, name in enumerate(order)
                }
            case "pre":
                written.precondition = self.changed(
                    written.precondition, lambda: self.condition(terms, ["p", "q", "s", "f"], 1)
                )
            case "eff":
                written.effect = self.effect(terms, derived)
            case "axiom" if written.axioms:
                index = dice.randrange(len(written.axioms))
                name, kind, body = written.axioms[index]
                if dice.random() < 0.5:
                    kind = self.kind()
                else:
                    basic = [each for each in ("p", "q") if each not in derived]
                    body = self.condition(["?d", *written.constants], basic, 1)
                written.axioms[index] = (name, kind, body)
            case "k" if written.constants:
                written.constants["k"] = self.kind()

    def changed(self, tree: Tree, new: Callable[[], Tree]) -> Tree:
        """`tree` with one of its conditions replaced, or with one more."""
        fresh = new()
        if isinstance(tree, list) and tree[0] in ("and", "or") and len(tree) > 1:
            index = self.dice.randrange(1, len(tree) + 1)
            return [*tree[:index], fresh, *tree[index + 1 :]]
        return self.dice.choice((["and", tree, fresh], ["or", tree, fresh], fresh))

    def kind(self) -> str:
        """A type as it is written behind a name; nothing for an untyped one."""
        dice = self.dice
        one, other = dice.sample(TYPES, 2)
        return dice.choice(("", f"- {one}", f"- {one}", f"- {one}", f"- (either {one} {other})"))

    def condition(self, terms: list[str], unary: list[str], depth: int) -> Tree:
        dice = self.dice
        shape = dice.choice(("atom", "not", "and", "or", "all", "some", "imply", "=", "r", "and"))
        if depth == 0 and shape in ("and", "or", "all", "some", "imply"):
            shape = "atom"
        match shape:
            case "not":
                return ["not", self.atom(terms, [each for each in unary if each in "pq"])]
            case "and" | "or":
                return [shape, *(self.condition(terms, unary, depth - 1) for _ in range(2))]
            case "imply":
                plain = [each for each in unary if each in "pq"]
                return ["imply", self.atom(terms, plain), self.condition(terms, unary, depth - 1)]
            case "all" | "some":
                variable = f"?v{depth}"
                head = "forall" if shape == "all" else "exists"
                body = self.condition([variable, variable, *terms], unary, 0)
                return [head, f"({variable} {self.kind()})", body]
            case "=":
                equal: Tree = ["=", dice.choice(terms), dice.choice(terms)]
                return equal if dice.random() < 0.5 else ["not", equal]
            case "r":
                return ["r", dice.choice(terms), dice.choice(terms)]
        return self.atom(terms, unary)

    def atom(self, terms: list[str], unary: list[str]) -> Tree:
        name = self.dice.choice((*unary, "z")) if unary else "z"
        return [name] if name == "z" else [name, self.dice.choice(terms)]

    def effect(self, terms: list[str], derived: set[str]) -> Tree:
        dice = self.dice
        basic = [name for name in ("p", "q", "s") if name not in derived]
        literals: list[Tree] = []
        for _ in range(dice.choice((1, 1, 2))):
            inner = list(terms)
            shape = dice.choice(("literal", "literal", "when", "all", "all when"))
            if "all" in shape:
                inner = ["?w", "?w", *terms]
            literal = self.atom(inner, basic)
            literal = literal if dice.random() < 0.6 else ["not", literal]
            if "when" in shape:
                literal = ["when", self.condition(inner, ["p", "q", "s", "f"], 1), literal]
            if "all" in shape:
                literal = ["forall", f"(?w {self.kind()})", literal]
            literals.append(literal)
        return ["and", *literals]


def _untyped(tree: Tree) -> Tree:
    if isinstance(tree, list):
        return [_untyped(each) for each in tree]
    return f"{tree.split()[0]})" if tree.startswith("(?") else tree


def _renamed(tree: Tree, names: dict[str, str]) -> Tree:
    return names.get(tree, tree) if isinstance(tree, str) else [_renamed(t, names) for t in tree]
