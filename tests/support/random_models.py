"""Random pairs of small domains: types, `either`, constants, axioms, quantifiers, conditions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from plancore.model.domain import Domain
from plancore.snapshot import FileSnapshot

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
