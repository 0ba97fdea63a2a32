"""Conditions and effects as ordered sets of signed literals that can be compared.

Any other condition (a disjunction, a quantified condition, a numeric comparison …) is one opaque
element. A time specifier belongs to the literal.

A conditional effect is one element per literal, with its guard. Nested guards are one conjunction,
a true guard is dropped, an effect with a false guard is dropped, and nested quantifiers are merged.
A time around a guard is also the time of the guard.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from functools import lru_cache
from itertools import islice
from typing import Final

from plancore.formula.conditions import (
    BOUND,
    FALSE,
    atom_words,
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
from plancore.formula.printing import Naming, formula_text
from plancore.model.formula import (
    TRUE,
    And,
    Assign,
    AtomicFormula,
    Comparison,
    Forall,
    Formula,
    Imply,
    Not,
    Or,
    Timed,
    When,
    conjuncts,
    walk,
)
from plancore.model.record import record
from plancore.syntax.nodes import Node, Place


@record
class Element:
    """One member of a precondition or an effect.

    `key` is its identity. `formula` prints it in the names of its file. A literal has a
    `predicate`, canonical `args` and a sign. For everything else `positive` is None, and
    `predicate` identifies numeric elements without their value (`increase (total-cost)`). `time` is
    `start`, `end`, `all` or empty; `context` is the key of quantifiers and guards around a
    conditional effect.

    `node` is where it is written. Deleting `removal` deletes it with everything else in that node;
    `repeats` are the same pair for further occurrences.
    """

    key: str
    formula: Formula
    positive: bool | None = None
    predicate: str = ""
    args: tuple[str, ...] = ()
    time: str = ""
    context: str = ""
    node: Node | None = field(default=None, compare=False, repr=False)
    removal: Node | None = field(default=None, compare=False, repr=False)
    repeats: tuple[tuple[Node | None, Node | None], ...] = field(
        default=(), compare=False, repr=False
    )

    @property
    def text(self) -> str:
        """The PDDL text in the names of its own file."""
        return formula_text(self.formula)

    @property
    def place(self) -> Place | None:
        """The place of its first occurrence; None for a model that was not read from text."""
        return None if self.node is None else self.node.place

    @property
    def removals(self) -> list[Node]:
        """The nodes to delete to remove it with all repetitions."""
        nodes = (self.removal, *(removal for _, removal in self.repeats))
        return [node for node in nodes if node is not None]

    def negates(self, other: Element) -> bool:
        """Whether the two are the same literal with opposite signs."""
        if self.positive is None or other.positive is None or self.positive is other.positive:
            return False
        ours = self.predicate, self.args, self.time, self.context
        return ours == (other.predicate, other.args, other.time, other.context)

    @property
    def is_plain(self) -> bool:
        """Whether it is a literal without time and guard."""
        return self.positive is not None and not self.time and not self.context


Elements = dict[str, Element]
"""Elements by key, in the order of the text."""


def condition_elements(formula: Formula, naming: Naming, constructs: set[str]) -> Elements:
    """The elements of a condition; adds the names of other constructs to `constructs`."""
    elements: Elements = {}
    # Formula, sign, time, the node that shows it, the node to delete to remove it.
    stack: list[tuple[Formula, bool, str, Node | None, Node | None]]
    stack = [(formula, True, "", formula.node, formula.node)]
    while stack:
        part, sign, time, node, removal = stack.pop()
        if type(part) is AtomicFormula:  # the commonest case, before negated ones
            add(elements, literal(part, sign, naming, time, node, removal))
            continue
        if type(part) is Not and type(part.body) is AtomicFormula:
            shown = node if sign else part.body.node
            add(elements, literal(part.body, not sign, naming, time, shown, removal))
            continue
        match part:
            case And(parts) if sign:
                stack += [(p, True, time, p.node, p.node) for p in reversed(parts)]
            case Not(body):
                stack.append((body, not sign, time, body.node, removal))
            case Or(parts) if not sign or len(parts) == 1:
                stack.extend((p, sign, time, p.node, removal) for p in reversed(parts))
            case And(parts) if len(parts) == 1:
                stack.append((parts[0], sign, time, parts[0].node, removal))
            case Imply(condition, conclusion) if not sign:
                stack.append((conclusion, False, time, conclusion.node, removal))
                stack.append((condition, True, time, condition.node, removal))
            case Timed(when, body) if not time and (sign or when != "all"):
                stack.append((body, sign, when, node, removal))
            case _:
                budget = effort()
                plain = normal_form(part, positive=sign, budget=budget)
                if type(plain) is And:
                    # A disguised conjunction, such as `(or (and (p) (q)) (and (q) (p)))`.
                    stack.extend(
                        (p, True, time, p.node or node, removal) for p in plain.parts[::-1]
                    )
                    continue
                atom = plain.body if type(plain) is Not else plain
                if type(atom) is AtomicFormula:
                    sign = type(plain) is not Not
                    add(elements, literal(atom, sign, naming, time, node, removal))
                    continue
                constructs.update(construct_names(part))
                key = normal_key(plain, naming, budget)
                add(elements, _opaque(part, key, sign, naming, time, node, removal))
    return elements


def add(elements: Elements, element: Element) -> None:
    known = elements.setdefault(element.key, element)
    if known is not element:
        repeats = (*known.repeats, (element.node, element.removal))
        elements[element.key] = replace(known, repeats=repeats)


def literal(
    atom: AtomicFormula,
    sign: bool,
    naming: Naming,
    time: str,
    node: Node | None,
    removal: Node | None,
) -> Element:
    """The element of a signed atom."""
    words = atom_words(atom, naming)
    positive = sign is not naming.denies(atom.predicate) if naming.shapes else sign
    key, args = _identity(words, positive, time)
    formula: Formula = atom if sign else Not(atom)
    if time:
        formula = Timed(time, formula)
    return Element(key, formula, positive, words[0], args, time, "", node, removal)


@lru_cache(maxsize=4_096)
def _identity(words: tuple[str, ...], positive: bool, time: str) -> tuple[str, tuple[str, ...]]:
    """The key and the arguments of a literal, cached because literals recur in a large domain."""
    key = f"({' '.join(words)})"
    if not positive:
        key = f"(not {key})"
    return f"{time} {key}" if time else key, words[1:]


def _opaque(
    part: Formula,
    key: str,
    sign: bool,
    naming: Naming,
    time: str,
    node: Node | None,
    removal: Node | None,
) -> Element:
    predicate = ""
    if type(part) is Comparison:
        predicate = f"{term_key(part.left, naming)} {term_key(part.right, naming)}"
    formula = part if sign else Not(part)
    if time:
        key, formula = f"{time} {key}", Timed(time, formula)
    return Element(key, formula, None, predicate, (), time, "", node, removal)


def construct_names(formula: Formula) -> Iterable[str]:
    """The names of the constructs in `formula` other than literals and conjunctions."""
    for part in walk(formula):
        kind = type(part)
        if kind is AtomicFormula:
            continue
        if kind is Comparison or kind is Assign:
            yield "numeric"
        elif isinstance(part, Not):
            if type(part.body) is not AtomicFormula:
                yield "not"
        elif kind is not And and kind is not Timed:
            yield kind.__name__.lower()


Wrapper = Timed | When | Forall
_WRAPPERS: Final = (Timed, When, Forall)


def effect_elements(formula: Formula, naming: Naming, constructs: set[str]) -> Elements:
    """The elements of an effect; adds the names of other constructs to `constructs`."""
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
    """The wrappers around an effect, outermost first, and the effect itself. The inner one of two
    times counts, and a time around a guard is moved into the guard."""
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
    """The key of quantifiers and guards around an effect, and the naming inside them."""
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
