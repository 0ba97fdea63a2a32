"""Domains and problems as people publish them, made at random in every dialect, without a mistake.

A vocabulary is drawn first, typed or not; every formula takes its arguments from what is in scope
and fits. Layout, case, comments and ends of lines vary as they do between authors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

DIALECTS: Final = (
    "strips",
    "typing",
    "adl",
    "numeric",
    "durative",
    "derived",
    "preferences",
    "object fluents",
    "timed literals",
    "pddl+",
    "hddl",
    "probabilistic",
    "multi-agent",
)
_REQUIREMENTS: Final[Mapping[str, str]] = {
    "strips": ":strips",
    "typing": ":strips :typing",
    "adl": ":adl",
    "numeric": ":typing :negative-preconditions :numeric-fluents",
    "durative": ":typing :durative-actions :duration-inequalities :numeric-fluents",
    "derived": ":typing :derived-predicates :existential-preconditions",
    "preferences": ":typing :preferences :constraints",
    "object fluents": ":typing :equality :object-fluents",
    "timed literals": ":typing :durative-actions :timed-initial-literals",
    "pddl+": ":typing :numeric-fluents :time",
    "hddl": ":typing :hierarchy :method-preconditions",
    "probabilistic": ":typing :probabilistic-effects :negative-preconditions",
    "multi-agent": ":typing :multi-agent :unfactored-privacy",
}
_NOUNS: Final = (
    *("robot", "crate", "room", "tray", "lift", "pump", "valve", "tower", "wagon", "field", "bed"),
    *("nurse", "probe", "dock", "shelf", "tank", "drone", "gate", "block", "hoist", "cart", "well"),
)
_RELATIONS: Final = (
    *("at", "in", "on", "near", "holds", "free", "open", "linked", "ready", "clean", "full", "lit"),
    *("locked", "visited", "stacked", "charged", "above", "behind", "assigned", "delivered"),
)
_VERBS: Final = (
    *("move", "load", "unload", "lift", "drop", "fill", "drain", "clean", "open", "shut", "turn"),
    *("send", "fetch", "stack", "charge", "inspect", "assign", "connect", "release", "deliver"),
)


class Pair(NamedTuple):
    """The texts of a domain and of a problem for it."""

    domain: str
    problem: str


class _Symbol(NamedTuple):
    name: str
    types: tuple[str, ...]


@dataclass
class _Maker:
    """One domain and its problem."""

    random: Random
    dialect: str
    parents: dict[str, str] = field(default_factory=dict)
    predicates: list[_Symbol] = field(default_factory=list)
    functions: list[_Symbol] = field(default_factory=list)
    objects: dict[str, list[str]] = field(default_factory=dict)
    actions: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    task: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        random = self.random
        names = random.sample(_NOUNS, random.randint(3, 6))
        if self.dialect != "strips" and (self.dialect != "adl" or random.random() < 0.5):
            for number, name in enumerate(names):
                self.parents[name] = random.choice([*names[:number], "object"])
        relations = random.sample(_RELATIONS, random.randint(4, 8))
        self.predicates = [_Symbol(name, self._some_types(1, 3)) for name in relations]
        self.functions = [
            _Symbol(name, self._some_types(0, 2))
            for name in random.sample(("fuel", "load", "distance", "level", "weight"), 3)
        ]
        for kind in self.parents or ["object"]:
            self.objects[kind] = [f"{kind}{n}" for n in range(1, random.randint(3, 5))]

    def _some_types(self, least: int, most: int) -> tuple[str, ...]:
        known = [*self.parents] or ["object"]
        return tuple(self.random.choices(known, k=self.random.randint(least, most)))

    def fits(self, kind: str, wanted: str) -> bool:
        """Whether something of a type may stand where another one is wanted."""
        while kind != wanted and kind != "object":
            kind = self.parents[kind]
        return kind == wanted

    def typed(self, names: Mapping[str, str]) -> str:
        """Names with their types."""
        if not self.parents:
            return " ".join(names)
        return " ".join(f"{name} - {kind}" for name, kind in names.items())

    def atoms(self, symbols: Sequence[_Symbol], scope: Mapping[str, str]) -> list[str]:
        """All atoms of the symbols whose arguments are in scope, no two the same."""
        found = []
        for symbol in symbols:
            choices = [
                [name for name, kind in scope.items() if self.fits(kind, wanted)]
                for wanted in symbol.types
            ]
            if all(choices):
                chosen = [self.random.choice(each) for each in choices]
                found.append(f"({' '.join([symbol.name, *chosen])})")
        self.random.shuffle(found)
        return found

    def scope(self) -> dict[str, str]:
        """Parameters with their types."""
        kinds = self._some_types(2, 5)
        return {f"?{kind[0]}{n}": kind for n, kind in enumerate(kinds)}


def pair(random: Random, dialect: str) -> Pair:
    """A domain of the dialect and a problem for it."""
    maker = _Maker(random, dialect)
    domain = [f"(define (domain {random.choice(_NOUNS)}-world)"]
    domain += [f"  (:requirements {_REQUIREMENTS[dialect]})", *_declarations(maker)]
    made = [_action(maker, verb) for verb in random.sample(_VERBS, random.randint(2, 5))]
    domain += [*made, *_more_of(maker)]
    name = domain[0].split()[-1].rstrip(")")
    texts = "\n".join([*domain, ")"]), "\n".join([*_problem(maker, name), ")"])
    return Pair(*(_as_written(random, text) for text in texts))


def _declarations(maker: _Maker) -> Iterator[str]:
    if maker.parents:
        kinds = [f"{kind} - {parent}" for kind, parent in maker.parents.items()]
        yield f"  (:types {' '.join(kinds)})"
    declared = [f"({symbol.name} {maker.typed(_numbered(symbol))})" for symbol in maker.predicates]
    if maker.dialect == "derived":
        declared.append("(settled ?x - object)")
    yield f"  (:predicates {' '.join(declared)})"
    if maker.dialect in ("numeric", "durative", "pddl+", "object fluents"):
        kind = " - number"
        declared = [
            f"({symbol.name} {maker.typed(_numbered(symbol))}){kind}" for symbol in maker.functions
        ]
        if maker.dialect == "object fluents":
            of = next(iter(maker.parents))
            declared = [f"(place-of ?x - {of}) - {of}"]
        yield f"  (:functions {' '.join(declared)})"


def _numbered(symbol: _Symbol) -> dict[str, str]:
    return {f"?x{number}": kind for number, kind in enumerate(symbol.types)}


def _action(maker: _Maker, verb: str) -> str:
    atoms: list[str] = []
    while len(atoms) < 3:
        scope = maker.scope()
        atoms = maker.atoms(maker.predicates, scope)
    condition, deleted, added = atoms[:-2], atoms[0], atoms[-1]
    maker.actions.append((verb, scope))
    parameters = maker.typed(scope)
    head = f"  (:action {verb}\n    :parameters ({parameters})"
    effects = [added, f"(not {deleted})"]
    match maker.dialect:
        case "durative" | "timed literals":
            when = ["at start", "over all"]
            told = [f"({maker.random.choice(when)} {atom})" for atom in condition]
            duration = "(= ?duration 5)"
            if maker.dialect == "durative":
                duration = "(and (>= ?duration 2) (<= ?duration 7.5))"
            head = f"  (:durative-action {verb}\n    :parameters ({parameters})"
            return (
                f"{head}\n    :duration {duration}\n    :condition (and {' '.join(told)})\n"
                f"    :effect (and (at start (not {deleted})) (at end {added})))"
            )
        case "adl":
            several = f"(or {atoms[1]} (not {added}))" if len(atoms) > 3 else atoms[1]
            condition = [deleted, several]
            effects[0] = f"(when {atoms[1]} {added})"
        case "numeric":
            numbers = maker.atoms(maker.functions, scope)
            if numbers:
                condition = [*condition, f"(>= {numbers[0]} 1)"]
                effects.append(f"(decrease {numbers[0]} 1)")
        case "probabilistic":
            effects[0] = f"(probabilistic 0.7 {added})"
        case "object fluents":
            of = next(iter(maker.parents))
            own = [name for name, kind in scope.items() if kind == of]
            if len(own) > 1:
                condition = [*condition, f"(= (place-of {own[0]}) {own[1]})"]
                effects.append(f"(assign (place-of {own[0]}) {own[0]})")
        case "preferences":
            condition = [*condition[:-1], f"(preference likes-{verb} {condition[-1]})"]
        case "multi-agent":
            agent, *others = scope.items()
            head = (
                f"  (:action {verb}\n    :agent {agent[0]} - {agent[1]}\n"
                f"    :parameters ({maker.typed(dict(others))})"
            )
    whole = f"(and {' '.join(condition)})" if len(condition) > 1 else condition[0]
    return f"{head}\n    :precondition {whole}\n    :effect (and {' '.join(effects)}))"


def _more_of(maker: _Maker) -> Iterator[str]:
    """What a dialect has besides actions."""
    scope = maker.scope()
    atoms = maker.atoms(maker.predicates, scope)
    match maker.dialect:
        case "derived":
            symbol = maker.predicates[0]
            others = {f"?y{n}": kind for n, kind in enumerate(symbol.types[1:])}
            inner = f"({' '.join([symbol.name, '?x', *others])})"
            if others:
                inner = f"(exists ({maker.typed(others)}) {inner})"
            yield f"  (:derived (settled ?x - {symbol.types[0]}) {inner})"
        case "hddl" if maker.actions:
            verb, wanted = maker.random.choice(maker.actions)
            call = " ".join([verb, *wanted])
            maker.task = tuple(wanted.values())
            ordered = maker.random.random() < 0.5
            parts = f"(and (first ({call})) (then ({call})))"
            steps = f":ordered-subtasks {parts}"
            if not ordered:
                steps = f":subtasks {parts}\n    :ordering (and (< first then))"
            yield f"  (:task manage\n    :parameters ({maker.typed(wanted)}))"
            yield (
                f"  (:method manage-twice\n    :parameters ({maker.typed(wanted)})\n"
                f"    :task (manage {' '.join(wanted)})\n    {steps})"
            )
        case "pddl+" if len(atoms) > 1:
            numbers = maker.atoms(maker.functions, scope)
            if numbers:
                yield (
                    f"  (:process flow\n    :parameters ({maker.typed(scope)})\n"
                    f"    :precondition (and {atoms[0]})\n"
                    f"    :effect (and (increase {numbers[0]} (* #t 2))))"
                )
                yield (
                    f"  (:event overflow\n    :parameters ({maker.typed(scope)})\n"
                    f"    :precondition (and {atoms[1]} (>= {numbers[0]} 9))\n"
                    f"    :effect (and (not {atoms[1]})))"
                )


def _problem(maker: _Maker, name: str) -> Iterator[str]:
    random = maker.random
    objects = {each: kind for kind, names in maker.objects.items() for each in names}
    yield f"(define (problem {name}-{random.randint(1, 30)})"
    yield f"  (:domain {name})"
    if maker.parents:
        grouped = (f"{' '.join(names)} - {kind}" for kind, names in maker.objects.items())
        yield f"  (:objects {' '.join(grouped)})"
    else:
        yield f"  (:objects {' '.join(objects)})"
    facts = dict.fromkeys(atom for _ in range(6) for atom in maker.atoms(maker.predicates, objects))
    # True from the start: what else can be reached nobody has worked out.
    goals = random.sample([*facts], 2)
    values = []
    if maker.dialect in ("numeric", "durative", "pddl+"):
        values = [f"(= {atom} {random.randint(0, 9)})" for atom in _ground(maker, objects)]
    if maker.dialect == "object fluents":
        of = next(iter(maker.parents))
        values = [f"(= (place-of {each}) {maker.objects[of][0]})" for each in maker.objects[of]]
    if maker.dialect == "timed literals":
        values = [f"(at 5 {goals[0]})"]
        del facts[goals[0]]
    if maker.task:
        fitting = [
            random.choice(
                [name for name, known in objects.items() if maker.fits(known, kind)] or [""]
            )
            for kind in maker.task
        ]
        if all(fitting):
            yield f"  (:htn :parameters () :subtasks (and (manage {' '.join(fitting)})))"
    yield f"  (:init {' '.join([*facts, *values])})"
    yield f"  (:goal (and {' '.join(goals)}))"
    if maker.dialect == "numeric":
        yield f"  (:metric minimize {_ground(maker, objects)[0]})"
    if maker.dialect == "preferences":
        yield f"  (:constraints (preference soon (sometime {goals[0]})))"
        yield "  (:metric minimize (is-violated soon))"


def _ground(maker: _Maker, objects: Mapping[str, str]) -> list[str]:
    """All ground functions."""
    found = []
    for symbol in maker.functions:
        rows: list[list[str]] = [[]]
        for wanted in symbol.types:
            fitting = [each for each, kind in objects.items() if maker.fits(kind, wanted)]
            rows = [[*row, each] for row in rows for each in fitting]
        found += [f"({' '.join([symbol.name, *row])})" for row in rows]
    return found


def _as_written(random: Random, text: str) -> str:
    """The same in the manner of one author."""
    if random.random() < 0.2:
        text = (
            text.replace("(:action", "(:ACTION").replace("(and ", "(AND ").replace("(not", "(NOT")
        )
    if random.random() < 0.3:
        text = text.replace("\n  (:", "\n\n;; ---- next part\n  (:")
    if random.random() < 0.3:
        text = text.replace("    :", "\t\t:")
    if random.random() < 0.2:
        text = text.replace(") (", ")\n      (")
    if random.random() < 0.2:
        text = text.replace("(and ", "( and ")
    if random.random() < 0.2:
        text = text.replace("\n", "\r\n")
    return text
