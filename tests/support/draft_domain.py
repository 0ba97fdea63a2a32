"""A domain in the making: a disguised copy of a reference, changed step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import TypeVar

from plancore.correspondence.names import names_of
from plancore.correspondence.pairs import Arguments
from plancore.model.domain import Action, Axiom, Domain, Function, Predicate
from plancore.model.formula import Exists, Forall, TypedName, walk
from support.formula_edits import Args, with_arguments

T = TypeVar("T")
D = TypeVar("D", Predicate, Function)

Change = Callable[[Args], Args]
"""The new arguments of a predicate or function."""


class Draft:
    """The learned domain in the making. Its names are the reference's until it is finished.

    `arguments` and `parameters` have for each learned one its counterpart in the reference.
    """

    def __init__(self, domain: Domain, random: Random) -> None:
        self.domain = replace(domain, actions=tuple(names_of(domain, "actions").values()))
        self.random = random
        self.arguments: dict[str, Arguments] = {
            declared.name: tuple(range(len(declared.parameters))) for declared in self.symbols
        }
        self.parameters: dict[str, dict[str, str]] = {
            action.name: {p.name: p.name for p in action.parameters} for action in domain.actions
        }
        self.new_predicates: list[str] = []
        self.new_types: list[str] = []

    @property
    def symbols(self) -> Iterator[Predicate | Function]:
        """All predicates and functions that are declared."""
        yield from self.domain.predicates
        yield from self.domain.functions

    @property
    def has_quantifiers(self) -> bool:
        """Whether any action or axiom has one."""
        formulas = [
            f for action in self.domain.actions for f in (action.precondition, action.effect)
        ]
        formulas += [axiom.body for axiom in self.domain.axioms]
        return any(isinstance(part, Forall | Exists) for f in formulas for part in walk(f))

    def change_actions(self, change: Callable[[Action], Action]) -> None:
        """Change all actions."""
        self.domain = replace(self.domain, actions=tuple(map(change, self.domain.actions)))

    def change_symbol(self, name: str, change: Change, extra: TypedName | None = None) -> None:
        """Change the arguments of a predicate or function wherever it stands.

        `extra` is declared for the argument of that name.
        """

        def if_named(symbol: str, args: Args) -> Args:
            return change(args) if symbol == name else args

        def declared(declaration: D) -> D:
            if declaration.name != name:
                return declaration
            return replace(declaration, parameters=_changed(declaration.parameters, change, extra))

        def axiom(axiom: Axiom) -> Axiom:
            parameters = axiom.parameters
            if axiom.predicate == name:
                parameters = _changed(parameters, change, extra)
            return replace(axiom, parameters=parameters, body=with_arguments(axiom.body, if_named))

        self.change_actions(
            lambda action: replace(
                action,
                precondition=with_arguments(action.precondition, if_named),
                effect=with_arguments(action.effect, if_named),
                duration=with_arguments(action.duration, if_named) if action.duration else None,
            )
        )
        rules = self.domain.constraints
        self.domain = replace(
            self.domain,
            predicates=tuple(map(declared, self.domain.predicates)),
            functions=tuple(map(declared, self.domain.functions)),
            axioms=tuple(map(axiom, self.domain.axioms)),
            constraints=with_arguments(rules, if_named) if rules else None,
        )

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """`items` in another order."""
        listed = list(items)
        return tuple(self.random.sample(listed, len(listed)))


def _changed(
    parameters: Iterable[TypedName], change: Change, extra: TypedName | None
) -> tuple[TypedName, ...]:
    listed = list(parameters)
    by_name = {parameter.name: parameter for parameter in listed}
    if extra is not None:
        by_name[extra.name] = extra
    return tuple(by_name[str(arg)] for arg in change(tuple(p.name for p in listed)))
