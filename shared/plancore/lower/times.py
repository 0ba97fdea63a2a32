"""Times in actions: what of a durative action needs one, and where none may be.

::

    condition = "(" "and" condition* ")" | "(" "forall" variables condition ")"
              | "(" "preference" name? condition ")" | timed
    effect    = "(" "and" effect* ")" | "(" "forall" variables effect ")"
              | "(" "when" condition effect ")" | timed | change with "#t"
    timed     = "(" "at" "start" φ ")" | "(" "at" "end" φ ")" | "(" "over" "all" φ ")"

as in PDDL 2.1, appendix A. An effect has no `over all`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from plancore.lower.section import Uses
from plancore.model.domain import Action, ActionKind
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.model.formula import (
    And,
    Assign,
    Damaged,
    Expression,
    Forall,
    Formula,
    FunctionTerm,
    OneOf,
    Preference,
    Probabilistic,
    Timed,
    When,
    has_damage,
    operands,
    walk,
)
from plancore.syntax.nodes import Atom, List, Place

_CLOCK: Final = "#t"


def check_times(action: Action, clocks: Sequence[Atom], uses: Uses) -> None:
    """Report the conditions and effects of a durative action that have no time, and the `clocks` of
    an action that has none; other times in the wrong place are reported as they are read."""
    if action.kind is ActionKind.DURATIVE:
        _condition(action.precondition, uses)
        _effect(action.effect, uses)
        return
    for clock in clocks:
        if clock.key != _CLOCK or action.kind is ActionKind.ACTION:
            word = "durative action" if clock.key != _CLOCK else "durative action, process or event"
            message = f"`{clock.text}` is only allowed in a {word}"
            uses.report("misplaced-operator", clock.place, message, mistake=clock.key)


def _condition(formula: Formula, uses: Uses) -> None:
    match formula:
        case And(parts):
            for part in parts:
                _condition(part, uses)
        case Forall(body=body) | Preference(body=body):
            _condition(body, uses)
        case Timed() | Damaged():
            return
        case _ if has_damage(formula):
            return
        case _:
            _without_time(formula, "start", "condition", "`at start`, `over all` or `at end`", uses)


def _effect(formula: Formula, uses: Uses) -> None:
    match formula:
        case And(parts):
            for part in parts:
                _effect(part, uses)
        case Forall(body=body):
            _effect(body, uses)
        case When(condition, effect) if _is_timed(condition) or _is_timed(effect):
            _condition(condition, uses)
            _effect(effect, uses)
        case Timed(_, body):
            for part in walk(body):
                clock = _clock(part)
                if clock is not None:
                    message = "`#t` in an effect at one time; write the effect without its time"
                    uses.report("misplaced-operator", clock.place, message)
        case Damaged() | OneOf() | Probabilistic():
            return
        case Assign(operator="increase" | "decrease") if _clock(formula):
            return
        case _:
            _without_time(formula, "end", "effect", "`at start` or `at end`", uses)


def _is_timed(formula: Formula) -> bool:
    return any(type(part) is Timed for part in walk(formula))


def _clock(formula: Formula) -> Atom | None:
    """The `#t` in a change or a comparison."""
    stack: list[Formula | Expression] = [formula]
    while stack:
        part = stack.pop()
        if type(part) is FunctionTerm and part.name == _CLOCK and type(part.node) is Atom:
            return part.node
        if not isinstance(part, And | Forall | When | Timed):
            stack.extend(operands(part))
    return None


def _without_time(formula: Formula, time: str, what: str, times: str, uses: Uses) -> None:
    node = formula.node
    if node is None:
        return
    place = node.word_place(0) if type(node) is List and node.head else node.place
    message = f"missing time of the {what}: expected {times}; write `(at {time} …)`"
    form = node.form
    edits = (
        PlaceEdit(Place(form, node.start, node.start), f"(at {time} "),
        PlaceEdit(Place(form, node.end, node.end), ")"),
    )
    fix = PlaceFix(f"Write `(at {time} …)`", edits)
    uses.report("missing-value", place, message, fix, mistake=message)
