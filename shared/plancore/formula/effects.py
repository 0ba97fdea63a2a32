"""Effects as ordered sets of signed literals that can be compared.

A conditional effect is one element per literal, with its guard. Guards around guards are one
conjunction, a guard that always holds is none, and what never happens is no effect; quantifiers
around quantifiers are one. A time around a guard is also the time of the guard.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from plancore.formula.conditions import (
    BOUND,
    FALSE,
    bound_names,
    condition_key,
    effort,
    normal_form,
    normal_key,
    numbered,
    size_of,
    term_key,
    type_key,
)
from plancore.formula.elements import Element, Elements, add, construct_names, literal
from plancore.formula.naming import Naming
from plancore.model.formula import (
    TRUE,
    And,
    Assign,
    AtomicFormula,
    Forall,
    Formula,
    Not,
    Timed,
    When,
    conjuncts,
)
from plancore.syntax.nodes import Node

Wrapper = Timed | When | Forall
_WRAPPERS: Final = (Timed, When, Forall)


def effect_elements(formula: Formula, naming: Naming, constructs: set[str]) -> Elements:
    """The elements of an effect; `constructs` gets the names of constructs beside literals."""
    elements: Elements = {}
    stack: list[tuple[Formula, Node | None, tuple[Wrapper, ...]]] = [(formula, formula.node, ())]
    while stack:
        part, removal, wrappers = stack.pop()
        if not wrappers and type(part) is AtomicFormula:  # most are
            add(elements, literal(part, True, naming, "", part.node, removal))
            continue
        if not wrappers and type(part) is Not and type(part.body) is AtomicFormula:
            add(elements, literal(part.body, False, naming, "", part.node, removal))
            continue
        if type(part) is AtomicFormula or type(part) is Not:
            add(elements, _effect(part, wrappers, naming, constructs, removal))
            continue
        match part:
            case And(parts):
                stack += [(p, p.node, wrappers) for p in reversed(parts)]
            case When(condition, body):
                guard = normal_form(condition)
                if FALSE not in conjuncts(guard):
                    around = wrappers if guard == TRUE else (*wrappers, part)
                    stack.append((body, removal, around))
            case Forall((), body):
                stack.append((body, removal, wrappers))
            case Timed(body=body) | Forall(body=body):
                stack.append((body, removal, (*wrappers, part)))
            case _:
                add(elements, _effect(part, wrappers, naming, constructs, removal))
    return elements


def unwrapped(effect: Formula) -> tuple[tuple[Wrapper, ...], Formula]:
    """The wrappers around an effect, outermost first, and the effect itself.

    Of two times the inner one counts, and a time around a guard is put into the guard.
    """
    wrappers: list[Wrapper] = []
    time = ""
    while isinstance(effect, _WRAPPERS):
        if isinstance(effect, When):
            condition = Timed(time, effect.condition) if time else effect.condition
            wrappers.append(When(condition, effect.effect))
            effect = effect.effect
            continue
        if isinstance(effect, Timed):
            time = effect.when
        else:
            wrappers.append(effect)
        effect = effect.body
    if time:
        wrappers.append(Timed(time, effect))
    return tuple(wrappers), effect


def _conjunction_key(keys: set[str]) -> str:
    return next(iter(keys)) if len(keys) == 1 else f"(and {' '.join(sorted(keys))})"


def _effect(
    part: Formula,
    wrappers: tuple[Wrapper, ...],
    naming: Naming,
    constructs: set[str],
    removal: Node | None,
) -> Element:
    """The element of an effect other than a conjunction, inside `wrappers`, outermost first."""
    if not wrappers:
        return _bare_effect(part, naming, constructs, removal)
    formula = part
    for wrapper in reversed(wrappers):
        formula = _rewrap(wrapper, formula)
    around, _ = unwrapped(formula)
    time = ""
    for wrapper in around:
        match wrapper:
            case Timed(when):
                time = when
            case When(condition):
                constructs.add("when")
                constructs.update(construct_names(condition))
            case Forall():
                constructs.add("forall")
    context, inner = _context(part, around, naming)
    bare = _bare_effect(part, inner, constructs, removal)
    key = f"{context}{time} {bare.key}" if time else f"{context}{bare.key}"
    return Element(
        key,
        formula,
        bare.positive,
        bare.predicate,
        bare.args,
        time,
        context,
        bare.node,
        bare.removal,
    )


def _context(part: Formula, around: Sequence[Wrapper], naming: Naming) -> tuple[str, Naming]:
    """The key of quantifiers and guards around an effect, and the naming inside of them."""
    variables = [v for wrapper in around if type(wrapper) is Forall for v in wrapper.variables]
    budget = effort()

    def inside(names: Sequence[str]) -> tuple[str, Naming]:
        inner, left = naming, iter(names)
        guards: set[str] = set()
        for wrapper in around:
            if type(wrapper) is Forall:
                own_names = tuple(islice(left, len(wrapper.variables)))
                inner = inner.with_terms(bound_names(own_names, wrapper.variables))
            elif type(wrapper) is When:
                condition = conjuncts(normal_form(wrapper.condition, budget=budget))
                guards.update(normal_key(part, inner, budget, len(variables)) for part in condition)
        return f"when {_conjunction_key(guards)} " if guards else "", inner

    def key_of(names: Sequence[str]) -> str:
        guard, inner = inside(names)
        return f"{guard}{_bare_effect(part, inner, set(), None).key}"

    if not variables:
        return inside(())
    types = [type_key(variable, naming) for variable in variables]
    if len(types) == 1:
        guard, inner = inside((f"{BOUND}0",))
        return f"forall {BOUND}0-{types[0]} {guard}", inner
    conditions = [wrapper.condition for wrapper in around if type(wrapper) is When]
    size = sum(map(size_of, (part, *conditions)))
    block = numbered(types, 0, key_of, size, budget)
    guard, inner = inside(block.names)
    return f"forall {block.binding} {guard}", inner


def _bare_effect(
    part: Formula, naming: Naming, constructs: set[str], removal: Node | None
) -> Element:
    node = part.node
    if type(part) is AtomicFormula:
        return literal(part, True, naming, "", node, removal)
    if type(part) is Not and type(part.body) is AtomicFormula:
        return literal(part.body, False, naming, "", node, removal)
    constructs.update(construct_names(part))
    if type(part) is Assign:
        target = f"{part.operator} {term_key(part.target, naming)}"
        key = f"({target} {term_key(part.value, naming)})"
        return Element(key, part, None, target, (), "", "", node, removal)
    key = condition_key(part, naming)
    return Element(key, part, None, "", (), "", "", node, removal)


def _rewrap(wrapper: Wrapper, body: Formula) -> Formula:
    match wrapper:
        case Timed(when):
            return Timed(when, body)
        case When(condition):
            return When(condition, body)
        case Forall(variables):
            return Forall(variables, body)
