"""A construct is valid PDDL but a widely used tool rejects it.

## What it does
Reports which of Fast Downward, VAL, unified-planning and the Python package `pddl` reject a
construct, a requirement, the order of sections, an upper-case keyword, a number or a name. Each
reason is given once per definition. Off by default. Measured with Fast Downward's translator, VAL's
parser, unified-planning 1.3 and `pddl` 0.5 on 643 benchmark domains.

## Why it matters
A domain that you share should work with the tools of its users.

## Example
```pddl
(define (domain d)
  (:predicates (p))
  (:requirements :strips)
  (:action a
    :parameters ()
    :effect (p)))
```

## Use instead
```pddl
(define (domain d)
  (:requirements :strips)
  (:predicates (p))
  (:action a
    :parameters ()
    :effect (p)))
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding
from plancore.model.formula import Forall, When, walk
from plancore.rules.analysis import declarations
from plancore.rules.base import DefinitionContext
from plancore.syntax.nodes import Place

CODE: Final = "portability"
SEVERITY: Final = Severity.INFORMATION
DEFAULT: Final = False

_FD: Final = "Fast Downward"
_VAL: Final = "VAL"
_UP: Final = "unified-planning"
_PDDL: Final = "`pddl`"

_ORDER: Final = {
    "domain": ("domain", ":requirements", ":types", ":constants", ":predicates", ":functions"),
    "problem": ("problem", ":domain", ":requirements", ":objects", ":init", ":goal", ":metric"),
}
_UNREAD: Final[dict[str, tuple[str, ...]]] = {
    ":durative-actions": (_FD, _PDDL),
    ":continuous-effects": (_FD, _PDDL),
    ":time": (_FD, _PDDL),
    ":numeric-fluents": (_FD,),
    ":object-fluents": (_FD, _PDDL, _UP, _VAL),
    ":derived-predicates": (_UP,),
    ":preferences": (_FD, _PDDL),
    ":constraints": (_FD, _PDDL),
    ":timed-initial-literals": (_FD,),
    ":hierarchy": (_FD, _PDDL, _VAL),
    ":non-deterministic": (_FD, _UP, _VAL),
    ":probabilistic-effects": (_FD, _PDDL, _UP, _VAL),
    ":contingent": (_FD, _PDDL, _VAL),
}
"""The tools that do not support a construct, by its requirement."""

_FD_REQUIREMENTS: Final = frozenset(
    """
    :strips :adl :typing :negation :equality :negative-preconditions :disjunctive-preconditions
    :existential-preconditions :universal-preconditions :quantified-preconditions
    :conditional-effects :derived-predicates :action-costs
    """.split()  # noqa: SIM905 - a list of 13 quoted words reads worse
)
_PDDL_REQUIREMENTS: Final = (_FD_REQUIREMENTS - {":negation"}) | {
    ":non-deterministic",
    ":fluents",
    ":object-fluents",
    ":numeric-fluents",
}


_COMMENT: Final = re.compile(r";[^\n\r]*")
_ODD_NUMBER: Final = re.compile(
    r"(?<=[\s(])(?:\+[0-9]+(?:\.[0-9]*)?|-?\.[0-9]+|-?[0-9]+\."
    r"|[-+]?[0-9]+(?:\.[0-9]*)?[eE][-+]?[0-9]+)(?=[\s)]|\Z)"
)
"""Numbers that are accepted here but are not in the grammar of PDDL: digits, a dot and digits."""


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each reason for which some tool rejects the definition, at its first place."""
    reported: set[str] = set()
    for place, message in _reasons(context):
        if message not in reported:
            reported.add(message)
            yield Finding(CODE, SEVERITY, place, message)


def _reasons(context: DefinitionContext) -> Iterator[tuple[Place, str]]:
    yield from _order(context)
    yield from _requirements(context)
    yield from _constructs(context)
    yield from _nested_effects(context)
    yield from _numbers(context)
    yield from _names(context)


def _order(context: DefinitionContext) -> Iterator[tuple[Place, str]]:
    order = _ORDER.get(context.definition.kind, ())
    furthest, after = -1, ""
    for section, model in context.definition.sections:
        keyword = model.keyword
        written = section.head.text[: len(keyword) + 1].lstrip("(")
        if written.lower() == keyword and written != keyword:
            yield section.keyword_place, f"{_PDDL} expects keywords in lower case: `{keyword}`"
        rank = order.index(keyword) if keyword in order else len(order)
        if rank < furthest:
            both = context.definition.kind == "domain"
            expects = f"{_FD} and {_PDDL} expect" if both else f"{_PDDL} expects"
            message = f"{expects} `{keyword}` before `{after}`"
            yield section.keyword_place, message
        else:
            furthest, after = rank, keyword


def _requirements(context: DefinitionContext) -> Iterator[tuple[Place, str]]:
    for model in context.definition.models:
        for node in model.requirements:
            supported = ((_FD, _FD_REQUIREMENTS), (_PDDL, _PDDL_REQUIREMENTS))
            tools = [tool for tool, requirements in supported if node.key not in requirements]
            if tools:
                yield node.place, f"{_rejected_by(tools)} the requirement `{node.key}`"


def _constructs(context: DefinitionContext) -> Iterator[tuple[Place, str]]:
    for form in context.forms:
        uses = form.model.uses
        for requirement in uses.features:
            tools = _UNREAD.get(requirement)
            if tools:
                place = uses.needed_at(requirement)
                yield place, f"{_rejected_by(tools)} this construct of `{requirement}`"


def _nested_effects(context: DefinitionContext) -> Iterator[tuple[Place, str]]:
    """The parts of a conditional effect that the grammar of PDDL does not allow: anything except
    literals and numeric changes."""
    for model in context.definition.models:
        for action in model.actions:
            guarded = (part.effect for part in walk(action.effect) if isinstance(part, When))
            for inner in (inner for effect in guarded for inner in walk(effect)):
                if isinstance(inner, When | Forall) and inner.node is not None:
                    word = "when" if isinstance(inner, When) else "forall"
                    yield inner.node.place, f"{_VAL} rejects a `{word}` inside a `when`"


def _numbers(context: DefinitionContext) -> Iterator[tuple[Place, str]]:
    if not context.environment.functions:
        return
    forms = [section.head for section, _ in context.definition.sections]
    for form in (*forms, *context.definition.fact_forms):
        text = _COMMENT.sub(lambda comment: " " * len(comment.group()), form.text)
        for match in _ODD_NUMBER.finditer(text):
            yield Place(form, *match.span()), f"{_VAL} rejects the number `{match.group()}`"


def _names(context: DefinitionContext) -> Iterator[tuple[Place, str]]:
    kinds: dict[str, str] = {}
    for model in context.definition.models:
        for declaration in declarations(model):
            name = declaration.name
            if name.key.startswith("_"):
                yield name.place, f"{_UP} rejects names that start with `_`: `{name.text}`"
            if "." in name.key:
                yield name.place, f"{_PDDL} rejects names with a dot: `{name.text}`"
            kind = kinds.setdefault(name.key, declaration.kind)
            if kind != declaration.kind:
                message = (
                    f"{_UP} rejects {_article(declaration.kind)} with the name of {_article(kind)}"
                )
                yield name.place, f"{message}: `{name.text}`"


def _rejected_by(tools: tuple[str, ...] | list[str]) -> str:
    verb = "rejects" if len(tools) == 1 else "reject"
    if len(tools) == 1:
        return f"{tools[0]} {verb}"
    return f"{', '.join(tools[:-1])} and {tools[-1]} {verb}"


def _article(kind: str) -> str:
    return f"an {kind}" if kind[0] in "ao" else f"a {kind}"
