"""The least number of edits between two small domains, by trying every mapping of names.

The definition of Chrpa et al. (JELIA 2023) word by word, for domains of literals only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plancore.model.domain import Action, Domain
from plancore.model.formula import AtomicFormula, Not, conjuncts

Literal = tuple[str, str, bool, tuple[str, ...]]
"""Part, predicate, sign and terms; a parameter is its place."""


def least_edits(learned: Domain, reference: Domain) -> int:
    """Actions, predicates and literals that one side has alone under the best mapping."""
    ours, theirs = ({a.name: _literals(a) for a in side.actions} for side in (learned, reference))
    predicates = [[p.name for p in side.predicates] for side in (learned, reference)]
    mappings = list(_mappings(list(ours), list(theirs)))
    both = max(
        len(names) + len(actions) + sum(shared[pair] for pair in actions.items())
        for names in _mappings(*predicates)
        for shared in [_shared(_renamed(ours, names), theirs)]
        for actions in mappings
    )
    literals = (*ours.values(), *theirs.values())
    return sum(map(len, (ours, theirs, *predicates, *literals))) - 2 * both


def _mappings(left: Sequence[str], right: Sequence[str]) -> Iterator[dict[str, str]]:
    """Every way to map some names on the left to names on the right, one to one."""
    if not left:
        yield {}
        return
    for rest in _mappings(left[1:], right):
        yield rest
        for name in right:
            if name not in rest.values():
                yield {left[0]: name, **rest}


def _renamed(ours: dict[str, set[Literal]], names: dict[str, str]) -> dict[str, set[Literal]]:
    """The literals under their names on the other side."""
    return {
        action: {
            (part, names.get(predicate, f"only here: {predicate}"), sign, terms)
            for part, predicate, sign, terms in literals
        }
        for action, literals in ours.items()
    }


def _shared(
    ours: dict[str, set[Literal]], theirs: dict[str, set[Literal]]
) -> dict[tuple[str, str], int]:
    """How many literals two actions have in common, for each two."""
    return {(one, two): len(ours[one] & theirs[two]) for one in ours for two in theirs}


def _literals(action: Action) -> set[Literal]:
    places = {parameter.name: str(place) for place, parameter in enumerate(action.parameters)}
    parts = (("precondition", action.precondition), ("effect", action.effect))
    literals = set()
    for part, formula in parts:
        for literal in conjuncts(formula):
            atom = literal.body if isinstance(literal, Not) else literal
            assert isinstance(atom, AtomicFormula)
            terms = tuple(places.get(str(term), str(term)) for term in atom.args)
            literals.add((part, atom.predicate, atom is literal, terms))
    return literals
