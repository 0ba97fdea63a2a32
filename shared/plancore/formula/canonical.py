"""Preconditions and effects as ordered sets of signed literals that can be compared.

The k-th parameter becomes the variable `?k`, so parameter names do not matter. What is no
literal (a disjunction, a quantified condition, a numeric effect …) is one opaque element; a
conditional effect is one element per literal, with its guard; a time tag belongs to the literal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from typing import Final

from plancore.formula.conditions import atom_words, bind, condition_key, normal_form, term_key
from plancore.formula.naming import AS_WRITTEN, Naming
from plancore.formula.printing import formula_text
from plancore.memo import Key
from plancore.model.domain import Action, ActionKind
from plancore.model.formula import (
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
    walk,
)
from plancore.model.record import record
from plancore.syntax.nodes import Node, Place


@record
class Element:
    """One member of a precondition or an effect.

    `key` is its identity. `formula` prints it in the names of its file. A literal has a
    `predicate`, canonical `args` and a sign; `positive` is None for everything else, and for
    numeric ones `predicate` is what identifies them without their value (`increase (total-cost)`).
    `time` is `start`, `end`, `all` or empty; `context` is the key of quantifiers and guards
    around a conditional effect.

    `node` is where it is written. Deleting `removal` deletes it, and what else is written there;
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
        """Its PDDL text in the names of its own file."""
        return formula_text(self.formula)

    @property
    def place(self) -> Place | None:
        """Where it is written first; None for a model that was not read from text."""
        return None if self.node is None else self.node.place

    @property
    def is_plain(self) -> bool:
        """Whether it is a literal without time and without guard."""
        return self.positive is not None and not self.time and not self.context


Elements = dict[str, Element]
"""Elements by key, in the order in which they are written."""


@record
class CanonicalAction:
    """An action as sets. `constructs` names what is no literal; `exact` means: nothing is."""

    action: Action
    naming: Naming
    precondition: Elements
    effect: Elements
    duration: Elements
    constructs: frozenset[str]

    @property
    def exact(self) -> bool:
        """Whether precondition and effect are sets of literals, as STRIPS has them."""
        return not self.constructs


_CANONICAL: Final = Key[CanonicalAction]("canonical action")


def canonical_action(
    action: Action, naming: Naming = AS_WRITTEN, order: tuple[int, ...] | None = None
) -> CanonicalAction:
    """The canonical form of `action`.

    `naming` renames what is no parameter. `order[k]` is the number that the k-th parameter gets;
    without it, k. Under its own names an action's form remembers the answer.
    """
    if naming is not AS_WRITTEN or order is not None or action.node is None:
        return _canonical(action, naming, order)
    memo = action.node.form.memo
    return memo.get(_CANONICAL, (action,), lambda: _canonical(action, naming, order))


def _canonical(action: Action, naming: Naming, order: tuple[int, ...] | None) -> CanonicalAction:
    numbers = range(len(action.parameters)) if order is None else order
    inner = naming.with_terms(
        {
            parameter.name: f"?{number}"
            for parameter, number in zip(action.parameters, numbers, strict=True)
        }
    )
    constructs: set[str] = set()
    precondition = condition_elements(action.precondition, inner, constructs)
    effect = effect_elements(action.effect, inner, constructs)
    duration: Elements = {}
    if action.duration is not None:
        duration = condition_elements(action.duration, inner, set())
    if action.kind is not ActionKind.ACTION:
        constructs.add(action.kind.value)
    return CanonicalAction(action, inner, precondition, effect, duration, frozenset(constructs))


def condition_elements(formula: Formula, naming: Naming, constructs: set[str]) -> Elements:
    """The elements of a condition; the names of what is no literal are added to `constructs`."""
    found: Elements = {}
    # Formula, its sign, its time, the node that shows it, the node that is deleted with it.
    stack: list[tuple[Formula, bool, str, Node | None, Node | None]]
    stack = [(formula, True, "", formula.node, formula.node)]
    while stack:
        part, sign, time, node, removal = stack.pop()
        match part:
            case AtomicFormula():
                _add(found, _literal(part, sign, naming, time, node, removal))
            case And(parts) if sign:
                stack.extend((p, True, time, p.node, p.node) for p in reversed(parts))
            case Not(body):
                shown = node if sign and type(body) is AtomicFormula else body.node
                stack.append((body, not sign, time, shown, removal))
            case Or(parts) if parts and (not sign or len(parts) == 1):
                stack.extend((p, sign, time, p.node, removal) for p in reversed(parts))
            case And(parts) if len(parts) == 1:
                stack.append((parts[0], sign, time, parts[0].node, removal))
            case Imply(condition, conclusion) if not sign:
                stack.append((conclusion, False, time, conclusion.node, removal))
                stack.append((condition, True, time, condition.node, removal))
            case Timed(when, body) if not time:
                stack.append((body, sign, when, node, removal))
            case _:
                plain = normal_form(part, positive=sign)
                atom = plain.body if type(plain) is Not else plain
                if type(atom) is AtomicFormula:
                    # A long way to write a literal, such as `(or (p) (p))`.
                    sign = type(plain) is not Not
                    _add(found, _literal(atom, sign, naming, time, node, removal))
                    continue
                constructs.update(_construct_names(part))
                _add(found, _opaque(part, sign, naming, time, node, removal))
    return found


Wrapper = Timed | When | Forall


def effect_elements(formula: Formula, naming: Naming, constructs: set[str]) -> Elements:
    """The elements of an effect; the names of what is no literal are added to `constructs`."""
    found: Elements = {}
    stack: list[tuple[Formula, Node | None, tuple[Wrapper, ...]]] = [(formula, formula.node, ())]
    while stack:
        part, removal, wrappers = stack.pop()
        match part:
            case And(parts):
                stack.extend((p, p.node, wrappers) for p in reversed(parts))
            case Timed(body=body) | Forall(body=body) | When(effect=body):
                stack.append((body, removal, (*wrappers, part)))
            case _:
                _add(found, _effect(part, wrappers, naming, constructs, removal))
    return found


def _add(found: Elements, element: Element) -> None:
    known = found.get(element.key)
    if known is not None:
        repeats = (*known.repeats, (element.node, element.removal))
        element = replace(known, repeats=repeats)
    found[element.key] = element


def _literal(
    atom: AtomicFormula,
    sign: bool,
    naming: Naming,
    time: str,
    node: Node | None,
    removal: Node | None,
) -> Element:
    predicate, *args = words = atom_words(atom, naming)
    key = f"({' '.join(words)})"
    formula: Formula = atom
    if not sign:
        key = f"(not {key})"
        formula = Not(atom)
    if time:
        key = f"{time} {key}"
        formula = Timed(time, formula)
    return Element(key, formula, sign, predicate, tuple(args), time, "", node, removal)


def _opaque(
    part: Formula,
    sign: bool,
    naming: Naming,
    time: str,
    node: Node | None,
    removal: Node | None,
) -> Element:
    key = condition_key(part, naming, positive=sign)
    predicate = ""
    if type(part) is Comparison:
        predicate = f"{term_key(part.left, naming)} {term_key(part.right, naming)}"
    formula = part if sign else Not(part)
    if time:
        key, formula = f"{time} {key}", Timed(time, formula)
    return Element(key, formula, None, predicate, (), time, "", node, removal)


def _effect(
    part: Formula,
    wrappers: tuple[Wrapper, ...],
    naming: Naming,
    constructs: set[str],
    removal: Node | None,
) -> Element:
    """The element of an effect that is no conjunction, inside `wrappers`, outermost first."""
    context = ""
    time = ""
    for wrapper in wrappers:
        match wrapper:
            case Timed(when):
                time = when
            case When(condition):
                constructs.add("when")
                constructs.update(_construct_names(condition))
                context += f"when {condition_key(condition, naming)} "
            case Forall(variables):
                constructs.add("forall")
                binding, naming = bind(variables, naming)
                context += f"forall {binding} "
    bare = _bare_effect(part, naming, constructs, removal)
    if not wrappers:
        return bare
    formula = bare.formula
    for wrapper in reversed(wrappers):
        formula = _rewrap(wrapper, formula)
    key = f"{context}{time} {bare.key}" if time else f"{context}{bare.key}"
    return replace(bare, key=key, formula=formula, time=time, context=context)


def _bare_effect(
    part: Formula, naming: Naming, constructs: set[str], removal: Node | None
) -> Element:
    node = part.node
    if type(part) is AtomicFormula:
        return _literal(part, True, naming, "", node, removal)
    if type(part) is Not and type(part.body) is AtomicFormula:
        return _literal(part.body, False, naming, "", node, removal)
    constructs.update(_construct_names(part))
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


def _construct_names(formula: Formula) -> Iterable[str]:
    """What in `formula` is no literal and no conjunction."""
    for part in walk(formula):
        kind = type(part)
        if kind is Comparison or kind is Assign:
            yield "numeric"
        elif kind is Not:
            if type(part.body) is not AtomicFormula:  # type: ignore[union-attr]  # kind
                yield "not"
        elif kind not in (AtomicFormula, And, Timed):
            yield kind.__name__.lower()
