"""A predicate is undeclared.

## What it does
Reports a predicate in a condition, an effect, a goal or the initial state that is missing from
`(:predicates …)`. Names are compared without regard to case. The fixes change it to a declared
predicate with a similar name, or declare it with the types of its arguments. Four predicates or
more that resemble no declared one are one finding. If the predicate is among the arguments, as in
`(?x on ?y)`, the fix writes it first.

## Why it matters
Planners reject the file or treat the condition as one that never holds.

## Example
```pddl
(define (domain wait)
  (:predicates (at ?x))
  (:action stay
    :parameters (?x)
    :precondition (att ?x)))
```

## Use instead
`(at ?x)`, or declare `(att ?x)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.conditions import TRAJECTORY, parts_of_constraint
from plancore.lower.environment import Environment, predicate_inside
from plancore.lower.foreign import infix_operator
from plancore.lower.numbers import is_number
from plancore.lower.section import AtomUse, Use
from plancore.model.domain import OBJECT, Action, Function
from plancore.model.finding import CAUSE, Finding, PlaceEdit, PlaceFix
from plancore.model.formula import AtomicFormula, Term
from plancore.patch.declare import declare_list
from plancore.phrases import listed
from plancore.rules.analysis import fits
from plancore.rules.base import DefinitionContext, FormContext
from plancore.rules.fixes import NameUse, remove, signature, undeclared
from plancore.syntax.nodes import Atom, List, Node, Place

CODE: Final = "undeclared-predicate"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

_MANY: Final = 4
"""The minimum number of undeclared predicates that are reported as one incomplete list."""
_MOST: Final = 10
_NEGATED: Final = ("not-", "not_")
_EQUALITY: Final = {
    **dict.fromkeys(("eq", "equal", "equals", "same"), "write `(= …)` for equality"),
    **dict.fromkeys(
        ("neq", "ne", "not-eq", "not-equal", "not-equals", "unequal", "different", "distinct"),
        "write `(not (= …))` for inequality",
    ),
}
"""Names that language models use for equality and inequality."""


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each use of an undeclared predicate."""
    uses = []
    atoms: dict[int, AtomUse] = {}
    edits_of_types: dict[int, Sequence[PlaceEdit]] | None = None
    for form in context.faulty:
        for use in form.resolution.predicates:
            node = use.atom.node
            if type(node) is List and node.items and type(node.items[0]) is Atom:
                uses.append(NameUse(node.items[0], use.atom.args, use.scope))
                atoms[id(node.items[0])] = use
    if not uses:
        return
    environment = context.environment
    in_domain = _sizes_in_domain(context)

    def declare(_: str, same: Sequence[NameUse]) -> PlaceEdit | None:
        text = _text(context, in_domain, same)
        if context.domain is None or text is None:
            return None
        return declare_list(context.domain, ":predicates", text)

    strangers: list[Finding] = []
    for name, meant, message, fixes in undeclared(
        "predicate", uses, environment.predicates, environment, declare
    ):
        if name.key in TRAJECTORY:
            yield _constraint(name, atoms[id(name)], environment)
            continue
        order = _order(atoms[id(name)], environment)
        if order is not None:
            message, fixes = order
            yield Finding(CODE, SEVERITY, name.place, message, (), fixes, mistake="order")
            continue
        if name.key in environment.functions:
            message, fixes = _function(atoms[id(name)], environment.functions[name.key])
        elif name.key in environment.hierarchy.names:
            if edits_of_types is None:
                edits_of_types = dict(chain(*map(_edits_of_types, context.faulty)))
            yield _type_as_predicate(atoms[id(name)], edits_of_types)
            continue
        elif name.key in environment.tasks:
            message, fixes = f"`{name.text}` is a task, not a predicate", ()
            if context.definition.kind == "problem":
                message += f"; write `(:htn :subtasks {_text_of(atoms[id(name)])})`"
        elif name.key in environment.actions:
            message, fixes = f"undeclared predicate `{name.text}`: `{name.text}` is an action", ()
        elif name.key.startswith(_NEGATED) and name.key[4:] in environment.predicates:
            message, fixes = _negated(atoms[id(name)], environment, fixes)
        elif meant is None and name.key in _EQUALITY:
            message += f"; {_EQUALITY[name.key]}"
            fixes = (*_equality(atoms[id(name)].atom), *fixes)
        mistake = f"{CAUSE}{name.text}" if name.key in environment.functions else name.key
        found = Finding(CODE, SEVERITY, name.place, message, (), fixes, mistake=mistake)
        if message == f"undeclared predicate `{name.text}`":
            strangers.append(found)
        else:
            yield found
    if len({found.mistake for found in strangers}) < _MANY:
        yield from strangers
    else:
        yield from _joined(context, in_domain, strangers, uses)


def _joined(
    context: DefinitionContext,
    in_domain: Mapping[str, set[int]],
    strangers: Sequence[Finding],
    uses: Sequence[NameUse],
) -> Iterator[Finding]:
    """Give the findings about many predicates the same message and fix, for the whole list."""
    by_name: dict[str, list[NameUse]] = {found.mistake: [] for found in strangers}
    for use in uses:
        if use.name.key in by_name:
            by_name[use.name.key].append(use)
    names = [f"`{same[0].name.text}`" for same in by_name.values()]
    shown = names if len(names) <= _MOST else [*names[:_MOST], f"{len(names) - _MOST} more"]
    message = f"undeclared predicates {listed(shown)}"
    texts = [_text(context, in_domain, same) for same in by_name.values()]
    edit: PlaceEdit | None = None
    if context.domain is not None and None not in texts:
        edit = declare_list(context.domain, ":predicates", " ".join(filter(None, texts)))
    fixes = (PlaceFix("Declare these predicates", (edit,)),) if edit else ()
    for found in strangers:
        yield found._replace(message=message, fixes=fixes, mistake="several")


def _function(use: AtomUse, declared: Function) -> tuple[str, tuple[PlaceFix, ...]]:
    """The message about a function in place of a predicate, and a fix if it has a value."""
    node = use.atom.node
    assert type(node) is List
    message = f"`{node.items[0].text}` is a function, not a predicate"
    infix = infix_operator(node)
    if infix is not None:
        fix = PlaceFix(infix.title, (PlaceEdit(node.place, infix.instead),))
        return infix.message, (fix,)
    value = node.items[-1]
    if type(value) is not Atom or len(node.items) != len(declared.parameters) + 2:
        return message, ()
    call = " ".join(item.text for item in node.items[:-1])
    operator = "assign" if use.use is Use.ADD else "="
    text = f"({operator} ({call}) {value.text})"
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),))
    return f"{message}; write `{text}`", (fix,)


def _type_as_predicate(use: AtomUse, edits: Mapping[int, Sequence[PlaceEdit]]) -> Finding:
    """The finding about `(robot ?r)`, where `robot` is a type; `edits` are those of the fix."""
    node = use.atom.node
    assert type(node) is List
    of = node.items[0]
    of_what = node.items[1].text if len(node.items) == 2 else "?x"
    message = f"`{of.text}` is a type, not a predicate; declare `{of_what} - {of.text}`"
    fix = PlaceFix("Declare the types of the parameters", tuple(edits.get(id(node), ())))
    fixes = (fix,) if fix.edits else ()
    return Finding(CODE, SEVERITY, of.place, message, (), fixes, mistake=f"{CAUSE}types")


def _edits_of_types(form: FormContext) -> Iterator[tuple[int, Sequence[PlaceEdit]]]:
    """The ids of the atoms of types in the conjunctions of preconditions, each with the edits that
    remove it; the first also declares the types of the parameters."""
    names = form.environment.hierarchy.names
    of_types = [use.atom for use in form.resolution.predicates if use.atom.predicate in names]
    nodes = {id(atom.node): atom.node for atom in of_types if len(atom.args) == 1}
    written = {atom.args[0]: atom.predicate for atom in of_types if len(atom.args) == 1}
    for action in form.model.actions if nodes else ():
        condition = action.precondition_node
        typed = _with_types(action, written, form.environment)
        if typed is None or type(condition) is not List:
            continue
        if id(condition) in nodes:
            yield id(condition), [PlaceEdit(condition.place, "(and)"), *typed]
            continue
        for node in condition.items if condition.head == "and" else ():
            if id(node) in nodes:
                yield id(node), [remove(node), *typed]
                typed = []


def _with_types(
    action: Action, written: Mapping[Term, str], environment: Environment
) -> list[PlaceEdit] | None:
    """The edits that give the parameters of an action the types that are written as predicates;
    None if one has another type already."""
    bare: list[tuple[Node, str]] = []
    for name in action.parameters:
        wanted = written.get(name.name, OBJECT)
        if not name.types and name.node is not None:
            bare.append((name.node, wanted))
        elif not name.types or not environment.accepts((wanted,), name.types):
            return None
    return [
        PlaceEdit(Place(node.form, node.end, node.end), f" - {of}")
        for at, (node, of) in enumerate(bare)
        if at + 1 == len(bare) or bare[at + 1][1] != of
    ]


def _negated(
    use: AtomUse, environment: Environment, fixes: tuple[PlaceFix, ...]
) -> tuple[str, tuple[PlaceFix, ...]]:
    """The message about `(not-p ?x)`, and its fixes; `p` is declared."""
    node = use.atom.node
    assert type(node) is List
    text = " ".join([node.items[0].text[4:], *(item.text for item in node.items[1:])])
    text = f"(not ({text}))"
    declared = environment.predicates[use.atom.predicate[4:]]
    message = f"undeclared predicate `{node.items[0].text}`"
    if use.use is Use.DELETE or not fits(use.atom.args, use.scope, declared, environment):
        return message, fixes
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),))
    return f"{message}; write `{text}`", (fix, *fixes)


def _equality(atom: AtomicFormula) -> tuple[PlaceFix, ...]:
    """The fix that compares the two arguments of an atom; empty for any other number."""
    node = atom.node
    if type(node) is not List or len(node.items) != 3:
        return ()
    text = f"(= {node.items[1].text} {node.items[2].text})"
    if "not" in _EQUALITY[atom.predicate]:
        text = f"(not {text})"
    return (PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),)),)


def _constraint(word: Atom, use: AtomUse, environment: Environment) -> Finding:
    """The finding about `(always p ?x)`, an operator of PDDL 3 before words."""
    node = use.atom.node
    assert type(node) is List
    if word.form.keyword != ":constraints":
        message = f"`{word.text}` is only allowed in `:constraints`"
        return Finding(CODE, SEVERITY, word.place, message, mistake=f"constraint {word.key}")
    numbers, formulas = TRAJECTORY[word.key]
    message = f"`{word.text}` takes {parts_of_constraint(numbers, formulas)}"
    fixes: tuple[PlaceFix, ...] = ()
    atoms = _atoms(node.items[1 + numbers :], environment)
    if len(atoms) == formulas and all(map(is_number, node.items[1 : 1 + numbers])):
        text = f"({' '.join([*(item.text for item in node.items[: 1 + numbers]), *atoms])})"
        message += f"; write `{text}`"
        fixes = (PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),)),)
    return Finding(CODE, SEVERITY, word.place, message, (), fixes, mistake=f"{CAUSE}{node.start}")


def _atoms(words: Sequence[Node], environment: Environment) -> list[str]:
    """The atoms of words without parentheses; empty if they are not those of declared
    predicates."""
    atoms: list[str] = []
    at = 0
    while at < len(words):
        predicate = environment.predicates.get(words[at].text.lower())
        end = at + 1 + len(predicate.parameters) if predicate else len(words) + 1
        if end > len(words):
            return []
        atoms.append(f"({' '.join(word.text for word in words[at:end])})")
        at = end
    return atoms


def _order(use: AtomUse, environment: Environment) -> tuple[str, tuple[PlaceFix, ...]] | None:
    """The message and the fix for an atom whose predicate is among its arguments; None for any
    other atom."""
    atom, node = use.atom, use.atom.node
    name = predicate_inside(atom, environment)
    if name is None or type(node) is not List:
        return None
    at = atom.args.index(name)
    word = node.items[at + 1].text
    if name in environment.actions and name not in environment.predicates:
        return f"expected a predicate first; `{word}` is an action", ()
    declared = environment.predicates.get(name)
    message = f"expected the predicate `{word}` first"
    around = node.items[:1] + node.items[1 : at + 1] + node.items[at + 2 :]
    for items in (around, node.items[at + 2 :]):
        args = tuple([item.key for item in items if type(item) is Atom])
        if declared is None or fits(args, use.scope, declared, environment):
            text = f"({' '.join([word, *(item.text for item in items)])})"
            fix = PlaceFix("Write the predicate first", (PlaceEdit(node.place, text),))
            return f"{message}; write `{text}`", (fix,)
    return message, ()


def _text_of(use: AtomUse) -> str:
    return use.atom.node.text if use.atom.node is not None else ""


def _sizes_in_domain(context: DefinitionContext) -> dict[str, set[int]]:
    """The numbers of arguments with which the domain uses each predicate."""
    sizes: dict[str, set[int]] = {}
    for model in context.domain.models if context.domain else ():
        for use in model.uses.atoms:
            sizes.setdefault(use.atom.predicate, set()).add(len(use.atom.args))
    return sizes


def _text(
    context: DefinitionContext, in_domain: Mapping[str, set[int]], same: Sequence[NameUse]
) -> str | None:
    """A declaration that fits every use of a name; None if their numbers of arguments differ."""
    name, args = same[0].name, same[0].args
    sizes = in_domain.get(name.key, set())
    return signature(same, context.environment) if sizes <= {len(args)} else None
