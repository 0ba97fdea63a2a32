"""Check times in actions: where a durative action needs one, and where none is allowed.

::

    condition = "(" "and" condition* ")" | "(" "forall" variables condition ")"
              | "(" "preference" name? condition ")" | timed
    effect    = "(" "and" effect* ")" | "(" "forall" variables effect ")"
              | "(" "when" condition effect ")" | timed | change with "#t"
    timed     = "(" "at" "start" φ ")" | "(" "at" "end" φ ")" | "(" "over" "all" φ ")"

as in PDDL 2.1, appendix A. An effect cannot be `over all`. Constraints on durations are also read
here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from plancore.lower.foreign import infix_operator
from plancore.lower.formulas import FormulaReader
from plancore.lower.numbers import is_number
from plancore.lower.section import Scope, Uses
from plancore.lower.terms import damage
from plancore.model.domain import Action, ActionKind
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.model.formula import (
    And,
    Arithmetic,
    Assign,
    AtomicFormula,
    Comparison,
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
from plancore.syntax.nodes import Atom, List, Node, Place

_CLOCK: Final = "#t"
_CONTINUOUS: Final = ("increase", "decrease")
_WITH_NUMBERS: Final = (Assign, Comparison, Arithmetic, Probabilistic)


def check_times(action: Action, clocks: Sequence[Atom], uses: Uses) -> None:
    """Report conditions and effects of a durative action without a time, discrete effects of a
    process, and misplaced `clocks`. Other misplaced times are reported when they are read."""
    n_findings = len(uses.findings)
    clock = _clock_in(action.precondition) if clocks else None
    if clock is not None and action.kind is not ActionKind.ACTION:
        message = "`#t` is only allowed in the value of a continuous effect"
        uses.report("misplaced-operator", clock.place, message)
    if action.kind is ActionKind.DURATIVE:
        _condition(action.precondition, uses)
        _effect(action.effect, clocks, uses)
    elif action.kind is ActionKind.PROCESS:
        _process(action.effect, uses)
    for clock in clocks if action.kind is not ActionKind.DURATIVE else ():
        if clock.key != _CLOCK or action.kind is ActionKind.ACTION:
            word = "durative action" if clock.key != _CLOCK else "durative action or process"
            message = f"`{clock.text}` is only allowed in a {word}"
            uses.report("misplaced-operator", clock.place, message, mistake=clock.key)
        elif action.kind is ActionKind.EVENT:
            message = "`#t` in an event, which takes no time"
            uses.report("misplaced-operator", clock.place, message, mistake=clock.key)
    misplaced = {found.place for found in uses.findings[n_findings:]}
    if clocks and all(clock.key != _CLOCK or clock.place in misplaced for clock in clocks):
        # A misplaced `#t` is not a continuous effect and needs no requirement.
        uses.features.pop(":continuous-effects", None)


def report_clocks(clocks: Sequence[Atom], uses: Uses) -> None:
    """Report `?duration` and `#t` outside actions."""
    for clock in clocks:
        word = "durative action" if clock.key != _CLOCK else "durative action or process"
        message = f"`{clock.text}` is only allowed in a {word}"
        uses.report("misplaced-operator", clock.place, message, mistake=clock.key)
    if clocks:
        uses.features.pop(":continuous-effects", None)


def _condition(formula: Formula, uses: Uses) -> None:
    match formula:
        case And(parts):
            for part in parts:
                if type(part) is not Timed:
                    _condition(part, uses)
        case Timed() | Damaged():
            return
        case Forall(body=body) | Preference(body=body):
            _condition(body, uses)
        case _ if has_damage(formula):
            return
        case _:
            _without_time(formula, "start", "condition", "`at start`, `over all` or `at end`", uses)


def _effect(formula: Formula, clocks: Sequence[Atom], uses: Uses) -> None:
    match formula:
        case Timed(body=body):
            for part in walk(body) if clocks else ():
                clock = _clock(part)
                if clock is not None and not _sets_continuously(part, uses):
                    message = "`#t` in an effect at one time; write the effect without its time"
                    uses.report("misplaced-operator", clock.place, message)
        case And(parts):
            for part in parts:
                if clocks or type(part) is not Timed:
                    _effect(part, clocks, uses)
        case Forall(body=body):
            _effect(body, clocks, uses)
        case When(condition, effect) if _is_timed(condition) or _is_timed(effect):
            _condition(condition, uses)
            _effect(effect, clocks, uses)
        case Damaged() | OneOf() | Probabilistic():
            return
        case Assign(operator="increase" | "decrease") if _clock(formula):
            return
        case Assign() if _sets_continuously(formula, uses):
            return
        case _:
            _without_time(formula, "end", "effect", "`at start` or `at end`", uses)


def _sets_continuously(formula: Formula, uses: Uses) -> bool:
    """Whether an effect with `#t` is not `increase` or `decrease`, which is reported."""
    clock = _clock(formula) if type(formula) is Assign else None
    if clock is None or type(formula) is not Assign or formula.operator in _CONTINUOUS:
        return False
    message = f"`{formula.operator}` with `#t`; write `(increase … (* #t …))` without a time"
    uses.report("misplaced-operator", clock.place, message)
    return True


def _process(effect: Formula, uses: Uses) -> None:
    """Report discrete effects of a process, which may only have continuous ones."""
    for part in walk(effect):
        node = part.node
        is_continuous = type(part) is Assign and part.operator in _CONTINUOUS
        if type(part) is Assign and node is not None and is_continuous and _clock(part):
            continue
        if type(part) is Assign and node is not None:
            message = f"`{part.operator}` in a process; write `(increase … (* #t …))`"
            if is_continuous:
                message = f"`{part.operator}` in a process without `#t`; write `(* #t …)`"
            place = node.word_place(0) if type(node) is List else node.place
            uses.report("misplaced-operator", place, message)
        elif type(part) is AtomicFormula and node is not None:
            message = "a process only changes numbers; write an `:event`"
            uses.report("misplaced-operator", node.place, message, mistake=message)


def _clock_in(formula: Formula) -> Atom | None:
    """The first `#t` in a condition or an effect."""
    return next((clock for part in walk(formula) if (clock := _clock(part))), None)


def _is_timed(formula: Formula) -> bool:
    return any(type(part) is Timed for part in walk(formula))


def _clock(formula: Formula) -> Atom | None:
    """The `#t` in a change or a comparison."""
    stack: list[Formula | Expression] = [formula]
    while stack:
        part = stack.pop()
        if type(part) is FunctionTerm and part.name == _CLOCK and type(part.node) is Atom:
            return part.node
        if type(part) in _WITH_NUMBERS:
            stack += operands(part)
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


# Durations


def read_duration(node: Node | None, root: List, scope: Scope, read: FormulaReader) -> Formula:
    """The constraint on the duration of the action `root`, from the value of its `:duration`."""
    uses = read.uses
    if node is None:
        if all(type(item) is not Atom or item.key != ":duration" for item in root.items):
            message = "missing `:duration`; write `:duration (= ?duration …)`"
            uses.report("missing-value", root.items[0].place, message)
        return Damaged("a missing :duration")
    if type(node) is List and len(node.words) == 3 and node.words[:2] == ("=", _DURATION):
        return read.condition(node, scope)  # the usual case
    if type(node) is not List or node.head not in _HEADS_OF_DURATIONS:
        node = _as_constraint(node, uses)
    parts = _bounds(node)
    for part in parts:
        if part.head in _NOT_OF_DURATIONS:
            message = f"`{part.head}` cannot bound a duration; write `(= ?duration …)`"
            uses.report("malformed-formula", part.word_place(0), message)
            return damage(node)
    is_strict = False
    for bound in parts:
        text = _with_duration(bound)
        if text:
            message = f"expected `{_DURATION}` first; write `{text}`"
            fix = PlaceFix(f"Write `{text}`", (PlaceEdit(bound.place, text),))
            uses.report("malformed-formula", bound.place, message, fix)
            return damage(node)
        if bound.head not in _COMPARISONS or len(bound.items) != 3:
            continue
        sides = [side.key for side in bound.items[1:] if type(side) is Atom]
        if _DURATION not in sides and _report_no_duration(bound, scope, uses):
            return damage(node)
        is_exchanged = bound.items[2].text.lower() == _DURATION != bound.items[1].text.lower()
        if is_exchanged:
            _report_exchanged(bound, uses)
        if bound.head in ("<", ">") and is_exchanged:
            is_strict = True
        elif bound.head in ("<", ">") and _DURATION in sides:
            meant, place = f"{bound.head}=", bound.word_place(0)
            message = f"`{bound.head}` cannot bound a duration; write `{meant}`"
            fix = PlaceFix(f"Change to `{meant}`", (PlaceEdit(place, meant),))
            uses.report("malformed-formula", place, message, fix)
            is_strict = True
        elif bound.head != "=":
            uses.feature(":duration-inequalities", bound)
    formula = read.condition(node, scope)
    return damage(node) if is_strict else formula


def _with_duration(bound: List) -> str:
    """What `(>= 5)` and `(<= 1 ?duration 5)` stand for; empty for any other list."""
    words = [item.text for item in bound.items]
    if bound.head in _COMPARISONS and len(words) == 2:
        return f"({words[0]} {_DURATION} {words[1]})"
    if len(words) != 4 or bound.head not in ("<", "<=") or words[2].lower() != _DURATION:
        return ""
    return f"(and (>= {words[2]} {words[1]}) (<= {words[2]} {words[3]}))"


def _report_exchanged(bound: List, uses: Uses) -> None:
    """Report `(= 5 ?duration)`, and in `(< 5 ?duration)` also the operator."""
    operator, value, duration = bound.items
    is_strict = operator.text in ("<", ">")
    meant = operator.text.translate(str.maketrans("<>", "><")) + "=" * is_strict
    text = f"({meant} {duration.text} {value.text})"
    message = f"expected `{_DURATION}` first; write `{text}`"
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(bound.place, text),), safe=not is_strict)
    uses.report("malformed-formula", bound.place, message, fix)


def _as_constraint(node: Node, uses: Uses) -> List:
    """`(= ?duration 5)` for `5`, `(?duration 5)` or `(?duration = 5)`; the original is reported."""
    form, start, end = node.form, node.start, node.end
    if type(node) is List and node.head == _DURATION and len(node.items) == 2:
        text = f"= {node.text[1:-1]}"
        edits: tuple[PlaceEdit, ...] = (PlaceEdit(Place(form, start + 1, start + 1), "= "),)
        value: Node = node.items[1]
    elif type(node) is List and node.head in ("==", ":=", "eq") and len(node.items) == 3:
        place = node.word_place(0)
        fix = PlaceFix("Change to `=`", (PlaceEdit(place, "="),), safe=True)
        uses.report("malformed-formula", place, f"unknown operator `{node.head}`; write `=`", fix)
        return List(form, start, end, [Atom(form, place.start, "="), *node.items[1:]])
    elif type(node) is List and (infix := infix_operator(node)) and node.items[1].text in "<=>=":
        place = node.items[1].place
        fix = PlaceFix(infix.title, (PlaceEdit(node.place, infix.instead),), safe=True)
        uses.report("malformed-formula", place, infix.message, fix)
        return List(form, start, end, [node.items[1], node.items[0], node.items[2]])
    elif type(node) is List and len(node.items) == 1 and is_number(node.items[0]):
        value = node.items[0]
        text = f"= {_DURATION} {value.text}"
        edits = (PlaceEdit(node.place, f"({text})"),)
    else:
        text, value = f"= {_DURATION} {node.text}", node
        edits = (
            PlaceEdit(Place(form, start, start), "(= ?duration "),
            PlaceEdit(Place(form, end, end), ")"),
        )
    fix = PlaceFix(f"Write `({text})`", edits, safe=True)
    message = f"expected a constraint; write `({text})`"
    uses.report("malformed-formula", node.place, message, fix)
    return List(form, start, end, [Atom(form, start, "="), Atom(form, start, _DURATION), value])


def _bounds(node: Node) -> list[List]:
    """The members of a conjunction of constraints, without their times."""
    found: list[List] = []
    stack = [node]
    while stack:
        part = stack.pop()
        if type(part) is not List:
            continue
        if part.head in ("and", ""):
            stack += reversed(part.items)
        elif part.head == "at" and len(part.items) == 3:
            stack.append(part.items[2])
        else:
            found.append(part)
    return found


def _report_no_duration(bound: List, scope: Scope, uses: Uses) -> bool:
    """Report a constraint without `?duration`; return whether it has another variable instead."""
    for side in bound.items[1:]:
        if type(side) is not Atom:
            continue
        if side.key.lstrip("?")[:3] == "dur" or (side.key[0] == "?" and side.key not in scope):
            message = f"expected `?duration`, found `{side.text}`"
            fix = PlaceFix("Change to `?duration`", (PlaceEdit(side.place, _DURATION),), safe=True)
            uses.report("malformed-formula", side.place, message, fix)
            return True
    message = "expected a bound of `?duration`; write `(= ?duration …)`"
    uses.report("malformed-formula", bound.word_place(0), message)
    return False


_DURATION: Final = "?duration"
_COMPARISONS: Final = ("=", "<", ">", "<=", ">=")
_NOT_OF_DURATIONS: Final = ("or", "not", "imply", "over", "forall", "exists", "when")
_HEADS_OF_DURATIONS: Final = frozenset(("", "and", "at", *_COMPARISONS, *_NOT_OF_DURATIONS))
"""Heads of constraints on a duration, also those that are not allowed there."""


_CONDITIONS: Final = (":precondition", ":condition")


def has_times(slots: dict[str, Node]) -> bool:
    """Whether the condition or the effect is that of a durative action."""
    effect = slots.get(":effect")
    texts = [effect.text.lower()] if effect is not None else []
    return ":condition" in slots or any(
        re.search(r"\(\s*(?:at\s+(?:start|end)|over\s+all)\s*\(", text) for text in texts
    )


def check_slots(kind: ActionKind, root: List, slots: dict[str, Node], uses: Uses) -> None:
    """Report slots that belong to another kind of action."""
    durative = kind is ActionKind.DURATIVE
    wrong, right = _CONDITIONS if durative else _CONDITIONS[::-1]
    of_kind = "a durative action" if durative else f"`:{kind}`"
    for item in root.items:
        if type(item) is not Atom or item.key not in (wrong, ":duration"):
            continue
        if item.key == wrong and wrong in slots:
            message = f"`{item.text}` in {of_kind}; write `{right}`"
            fix = PlaceFix(f"Change to `{right}`", (PlaceEdit(item.place, right),), safe=True)
            uses.report("unknown-keyword", item.place, message, fix, mistake=message)
        elif item.key == ":duration" and not durative:
            message = "`:duration` is only allowed in a `:durative-action`"
            uses.report("unknown-keyword", item.place, message, mistake=message)
