"""An object or constant is undeclared.

## What it does
Reports a name among the arguments of a predicate, a function or a task that is neither an object
of the problem nor a constant of the domain. The fix declares it with the type that its uses
require. If it is a variable without its `?`, the fix adds that everywhere in the file.

An object of a problem that its domain uses is a warning in the problem: domains use only their own
constants. The fix declares it in the domain, with its type in the problem. Plans are executed all
the same, as VAL and planners accept it; `planeval validate` notes it.

## Why it matters
Planners reject the file.

## Example
```pddl
(define (problem one)
  (:domain delivery)
  (:objects depot shop)
  (:init (road depot shp))
  (:goal (road depot shop)))
```

## Use instead
`shop`, or declare `shp`.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.facts import lower_facts
from plancore.lower.numbers import number
from plancore.model.domain import NUMBER, TypeNames
from plancore.model.finding import Finding, PlaceFix
from plancore.model.formula import At, Comparison, FunctionTerm, TypedName
from plancore.patch.declare import declare_name
from plancore.rules.analysis import (
    arguments,
    asked_for,
    narrowest,
    truth_values,
    undeclared_severity,
)
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import Suggestions, change_to, spelling
from plancore.syntax.nodes import Atom, List

CODE: Final = "undeclared-object"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


_DIGITS: Final = "0123456789"


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each use of an undeclared object, and each object that the domain uses undeclared."""
    yield from _used_by_domain(context)
    values = _values(context)
    found = (node for form in context.faulty for node in form.resolution.objects)
    nodes = [node for node in found if id(node) not in values]
    if nodes:
        # `malformed-typed-list` reports ranges such as `k1..k3`.
        firsts = [key.partition("..")[0] for key in context.environment.objects if ".." in key]
        common = {first.rstrip(_DIGITS) for first in firsts}
        nodes = [node for node in nodes if not _is_numbered(node.key, common)]
    if not nodes:
        return
    environment = context.environment
    noun = "object" if context.definition.kind == "problem" else "constant"
    suggest = Suggestions(environment.objects)
    asked_types = _asked_types(context, nodes)
    declarations: dict[str, PlaceFix | None] = {}
    severity = undeclared_severity(environment)
    bound = _variables(context)
    for node in nodes:
        key = node.key
        message = f"undeclared {noun} `{node.text}`"
        fixes: list[PlaceFix] = []
        variable = bound.get(id(node))
        if variable is not None:
            spelled = spelling(variable, variable.name)
            message += f"; did you mean `{spelled}`?"
            fixes.append(change_to(node, spelled))
        elif number(key) is None:
            meant = suggest(key)
            if meant is not None and meant[0] != "?":
                spelled = suggest.spelling(meant)
                message += f"; did you mean `{spelled}`?"
                types = environment.objects[meant].types
                if all(environment.accepts(use_types, types) for use_types in asked_types[key]):
                    fixes.append(change_to(node, spelled))
            if key not in declarations:
                declarations[key] = _declaration(context, node, asked_types[key])
            fix = declarations[key]
            if fix is not None:
                fixes.append(fix)
        yield Finding(CODE, severity, node.place, message, (), tuple(fixes), mistake=message)


def _is_numbered(key: str, names: Set[str]) -> bool:
    """Whether a name is one of `names` with a number after it."""
    return key[-1] in _DIGITS and key.rstrip(_DIGITS) in names


def _used_by_domain(context: DefinitionContext) -> Iterator[Finding]:
    """The objects of a problem that its domain uses without declaring them."""
    for name, node in context.used_by_domain:
        assert name.node is not None
        shown = name.node.text
        message = f"object `{shown}` is used in the domain; declare it as a constant there"
        domain = context.domain
        edit = declare_name(domain, ":constants", shown, name.types) if domain else None
        fixes = (PlaceFix(f"Declare constant `{shown}`", (edit,)),) if edit else ()
        related = ((node.place, "used here"),)
        yield Finding(CODE, Severity.WARNING, name.node.place, message, related, fixes)


def _values(context: DefinitionContext) -> set[int]:
    """The `id` of each truth value and of each non-number in `:init`, which other rules report."""
    found: set[int] = set()
    functions = context.environment.functions
    for form in context.faulty:
        for value, _ in truth_values(form.model.uses, form.resolution):
            found.add(id(value.node.items[2]))
        if form.model.keyword != ":init" or not form.resolution.objects:
            continue
        for fact in lower_facts(form.form).facts:
            match fact.body if type(fact) is At else fact:
                case Comparison("=", FunctionTerm(name), str(), List() as node):
                    if name in functions and functions[name].returns == NUMBER:
                        found.add(id(node.items[2]))
    return found


def _variables(context: DefinitionContext) -> dict[int, TypedName]:
    """The variables that undeclared names without a `?` stand for, by the `id` of the name."""
    found: dict[int, TypedName] = {}
    for form in context.faulty:
        undeclared = {id(node) for node in form.resolution.objects}
        for node, scope in arguments(form.model.uses) if undeclared else ():
            variable = scope.get(f"?{node.key}") if type(node) is Atom else None
            if variable is not None and id(node) in undeclared:
                found[id(node)] = variable
    return found


def _asked_types(context: DefinitionContext, nodes: list[Atom]) -> dict[str, list[TypeNames]]:
    """The types required at all uses of each undeclared name."""
    asked_types: dict[str, list[TypeNames]] = {node.key: [] for node in nodes}
    undeclared = {id(node) for node in nodes}
    for form in context.faulty:
        if form.resolution.objects:
            for node, types in asked_for(form.model.uses, context.environment):
                if id(node) in undeclared and type(node) is Atom:
                    asked_types[node.key].append(types)
    return asked_types


def _declaration(
    context: DefinitionContext, node: Atom, asked_types: list[TypeNames]
) -> PlaceFix | None:
    types = narrowest(asked_types, context.environment)
    if types is None:
        return None
    keyword = ":objects" if context.definition.kind == "problem" else ":constants"
    edit = declare_name(context.definition, keyword, node.text, types)
    noun = keyword[1:-1]
    return PlaceFix(f"Declare {noun} `{node.text}`", (edit,)) if edit else None
