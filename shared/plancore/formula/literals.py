"""What conjunctions of literals say, as conditions and effects of STRIPS are, without elements.

An element also knows where it is written and how it prints. Of most actions of two versions of a
domain nobody looks at one: they are the same, and it is only counted which literals they have.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from plancore.model.formula import And, AtomicFormula, Formula, Not, Term

Literal: TypeAlias = tuple[bool, str, tuple[Term, ...]]
"""The sign of a literal, its predicate, and its arguments as in elements: the k-th parameter is
`?k`."""


def is_plain(formula: Formula) -> bool:
    """Whether a formula is a literal or a conjunction of literals, in one list and with names and
    variables alone. An equality is none: it may stand either way round."""
    for part in formula.parts if type(formula) is And else (formula,):
        atom = part.body if type(part) is Not else part
        if type(atom) is not AtomicFormula or atom.predicate == "=":
            return False
        for arg in atom.args:
            if type(arg) is not str:
                return False
    return True


def plain_literals(formula: Formula, parameters: tuple[str, ...]) -> tuple[Literal, ...]:
    """What the elements of a plain formula say, in their order, without repetitions. `parameters`
    are the names of the action's parameters."""
    found: dict[Literal, None] = {}
    for part in formula.parts if type(formula) is And else (formula,):
        atom = part.body if type(part) is Not else part
        assert type(atom) is AtomicFormula, "the formula is plain"
        found[atom is part, atom.predicate, _numbered(atom.args, parameters)] = None
    return tuple(found)


@lru_cache(maxsize=4_096)
def _numbered(args: tuple[Term, ...], parameters: tuple[str, ...]) -> tuple[Term, ...]:
    """The arguments with parameters by their numbers: in a domain there are few kinds of them."""
    numbers: dict[Term, Term] = {name: f"?{number}" for number, name in enumerate(parameters)}
    return tuple([numbers.get(arg, arg) for arg in args])
