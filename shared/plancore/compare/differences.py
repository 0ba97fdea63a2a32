"""All differences of two domains or two problems: the list that all outputs are converted from.

`single_differences` lists those that can be undone one by one, to find the effect of each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from plancore.compare.actions import ActionDiff, Presence
from plancore.compare.changes import (
    ACTION,
    PARAMETERS,
    Change,
    ChangeKind,
    declared_place,
    domain_place,
    name_place,
    parameters_place,
    slot_place,
)
from plancore.compare.declarations import DeclarationChange, Declared
from plancore.compare.difference import (
    DOMAIN,
    RENAMED,
    Difference,
    code_of,
    extra_predicates,
    message_of,
)
from plancore.compare.domains import DomainDiff
from plancore.compare.parameters import ParameterChange
from plancore.compare.problems import ProblemDiff
from plancore.correspondence.names import LEARNED_MARK, names_of
from plancore.correspondence.pairs import Side
from plancore.diagnostic import Severity
from plancore.formula.printing import Shape, has_blank, typed_list
from plancore.model.formula import TypedName
from plancore.phrases import SIDES, in_reference
from plancore.syntax.nodes import Place

_VARIABLE: Final = re.compile(r"\?[^\s()]+")
_NO_MEANING: Final = frozenset({Declared.TYPE, Declared.PREDICATE, Declared.FUNCTION})
"""Declarations that affect no plan unless they are used."""


def differences(
    diff: DomainDiff,
    changes_nothing: Callable[[ActionDiff, Change], bool] | None = None,
    singles: Sequence[Difference] | None = None,
) -> tuple[Difference, ...]:
    """All differences of two domains: of actions as shown, of declarations, and of names.
    `changes_nothing` is whether a literal is proved not to change the meaning; its difference then
    has the severity information. `singles` are the single differences, if known."""
    if singles is None:
        singles = single_differences(diff)
    if changes_nothing is not None:
        singles = [_with_severity(single, changes_nothing) for single in singles]
    parameters: dict[int, list[Difference]] = {}
    for single in singles:
        if single.part == PARAMETERS:
            parameters.setdefault(id(single.diff), []).append(single)
    by_change = {id(single.change): single for single in singles if single.change is not None}
    groups = {
        id(predicate.declaration): [by_change[id(change)] for _, change in predicate.uses]
        for predicate in extra_predicates(diff)
    }
    uses = {id(use) for group in groups.values() for use in group}
    found: list[Difference] = []
    for single in singles:
        if single.part == PARAMETERS:
            of_action = parameters[id(single.diff)]
            if single is of_action[0]:
                found.append(_parameter_list(of_action))
        elif id(single.change) in groups:
            found.append(_extra_predicate(single, groups[id(single.change)]))
        elif id(single) not in uses:
            found.append(single)
    return (*found, *_renamed_names(diff, len(singles)))


def single_differences(
    diff: DomainDiff, before: Iterable[Difference] = ()
) -> tuple[Difference, ...]:
    """Every difference of actions and declarations that can be undone on its own. `before` are
    differences of an earlier comparison; those of actions that both domains have are reused if the
    comparison of the action is the same object."""
    known: dict[int, list[Difference]] = {}
    for difference in before:
        if difference.diff is not None and difference.part != ACTION:
            known.setdefault(id(difference.diff), []).append(difference)
    found: list[Difference] = []
    names = {action.name for action in diff.learned.actions}
    for action in diff.actions:
        if action.is_same:
            continue
        shown, start = action.shown, len(found)
        if id(shown) in known:
            found += _from_number(known[id(shown)], start)
            continue
        listed = enumerate(_of_action(shown, names, diff), start)
        numbered = [replace(difference, number=number) for number, difference in listed]
        found += _with_requirements(shown, numbered)
    found += (_declared(n, change) for n, change in enumerate(diff.declarations, len(found)))
    return tuple(found)


def _from_number(known: Sequence[Difference], start: int) -> Sequence[Difference]:
    """The differences of an action, renumbered from `start`."""
    offset = start - known[0].number
    if not offset:
        return known
    return [
        replace(
            difference,
            number=difference.number + offset,
            requires=tuple([number + offset for number in difference.requires]),
        )
        for difference in known
    ]


def problem_differences(diff: ProblemDiff) -> tuple[Difference, ...]:
    """All differences of two problems: the domain's name, objects, then the other parts."""
    found: list[Difference] = []
    if diff.is_other_domain:
        ours, theirs = diff.learned.domain_name, diff.reference.domain_name
        kind = ChangeKind.CHANGED
        message = message_of(kind, DOMAIN, ours or "none", theirs or "none")
        code = code_of(kind, DOMAIN)
        found.append(
            Difference(0, code, Severity.WARNING, kind, DOMAIN, DOMAIN, ours, theirs, message)
        )
    found += (_declared(0, change) for change in diff.objects)
    found += (_stated(change) for part in diff.parts for change in part.changes)
    return tuple(replace(difference, number=number) for number, difference in enumerate(found))


def _stated(change: Change) -> Difference:
    """The difference of a fact, a goal condition or another part of a problem."""
    part, kind = change.part.value, change.kind
    ours = None if change.learned is None else change.learned.text
    theirs = None if change.reference is None else change.reference.text
    return Difference(
        0,
        code_of(kind, part),
        Severity.WARNING,
        kind,
        part,
        part,
        ours,
        theirs,
        message_of(kind, part, ours, theirs),
        change.wanted,
        change.learned_place,
        change.reference_place,
        change=change,
    )


def _of_action(action: ActionDiff, names: set[str], diff: DomainDiff) -> Iterator[Difference]:
    """The single differences of an action, each with the number 0."""
    learned, reference = action.learned, action.reference
    if learned is None or reference is None:
        yield _whole_action(action, names, diff)
        return
    if action.is_other_kind:
        ours, theirs = learned.kind.value, reference.kind.value
        message = f"changed action `{learned.name}`: {in_reference(f'`:{ours}`', f'`:{theirs}`')}"
        yield _difference(action, ACTION, ChangeKind.CHANGED, ours, theirs, message, theirs)
        return
    obstacle = _repeated_parameter(learned.parameters)
    for parameter in action.parameters:
        yield _parameter(action, parameter, obstacle)
    if action.is_reordered:
        ours, theirs = _names(learned.parameters), _names(reference.parameters)
        wanted = _names(reference.parameters, action)
        made = _difference(
            action, PARAMETERS, ChangeKind.CHANGED, ours, theirs, action.order_text, wanted
        )
        yield replace(made, obstacle=obstacle)
    for part in action.parts:
        for change in part.changes:
            yield _literal(action, change, obstacle)


def _whole_action(action: ActionDiff, names: set[str], diff: DomainDiff) -> Difference:
    is_missing = action.status is Presence.MISSING
    kind = ChangeKind.MISSING if is_missing else ChangeKind.EXTRA
    ours = None if action.learned is None else action.learned.name
    theirs = None if action.reference is None else action.reference.name
    message = message_of(kind, ACTION, ours, theirs)
    made = _difference(action, ACTION, kind, ours, theirs, message, theirs)
    taken = f"the {SIDES.learned} domain has another action named `{theirs}`"
    return replace(
        made,
        learned_place=made.learned_place or domain_place(diff.learned),
        reference_place=made.reference_place or domain_place(diff.reference),
        obstacle=taken if is_missing and theirs in names else None,
    )


def _difference(
    action: ActionDiff,
    part: str,
    kind: str,
    learned: str | None,
    reference: str | None,
    message: str,
    wanted: str | None = None,
) -> Difference:
    """A difference of an action as a whole or of its parameters, with their places."""
    place_of = parameters_place if part == PARAMETERS else name_place
    return Difference(
        0,
        code_of(kind, part),
        Severity.WARNING,
        kind,
        action.name,
        part,
        learned,
        reference,
        message,
        wanted,
        place_of(action.learned),
        place_of(action.reference),
        diff=action,
    )


def _parameter(action: ActionDiff, change: ParameterChange, obstacle: str | None) -> Difference:
    naming = action.to_learned
    ours = None if change.learned is None else typed_list([change.learned])
    theirs = None if change.reference is None else typed_list([change.reference])
    wanted = None if change.reference is None else typed_list([change.reference], naming)
    message = message_of(change.kind, PARAMETERS, ours, wanted)
    made = _difference(action, PARAMETERS, change.kind, ours, theirs, message, wanted)
    return replace(
        made,
        learned_place=_place_of(change.learned) or made.learned_place,
        reference_place=_place_of(change.reference) or made.reference_place,
        change=change,
        obstacle=obstacle,
    )


def _place_of(name: TypedName | None) -> Place | None:
    return None if name is None or name.node is None else name.node.place


def _literal(action: ActionDiff, change: Change, obstacle: str | None) -> Difference:
    if has_blank(change.wanted or ""):
        where = SIDES.the_reference
        obstacle = f"an argument of the {SIDES.learned} literal has no counterpart in {where}"
    ours = None if change.learned is None else change.learned.text
    theirs = None if change.reference is None else change.reference.text
    return Difference(
        0,
        code_of(change.kind, change.part.value),
        Severity.WARNING,
        change.kind,
        action.name,
        change.part.value,
        ours,
        theirs,
        _literal_message(change, ours),
        change.wanted,
        change.learned_place or slot_place(action.learned, change.part),
        change.reference_place or slot_place(action.reference, change.part),
        diff=action,
        change=change,
        obstacle=obstacle,
    )


def _literal_message(change: Change, ours: str | None) -> str:
    """The message in the learned action's names, with the reference's if the words differ."""
    noun, wanted = change.part.value, change.wanted
    others = other_words(change)
    match change.kind:
        case ChangeKind.EXTRA:
            return message_of(change.kind, noun, change.learned_text, None)
        case ChangeKind.MISSING:
            kind = change.aspect or change.kind
            return message_of(kind, noun, None, change.learned_text) + (
                f", in {SIDES.the_reference} `{others}`" if others else ""
            )
        case ChangeKind.CHANGED:
            message = message_of(change.kind, noun, ours or change.learned_text, wanted)
            return f"{message}, there `{others}`" if others else message


def other_words(change: Change) -> str:
    """The reference's text of a change; empty if only variables differ or it is inexpressible."""
    ours, theirs = change.wanted or change.learned_text, change.reference_text
    has_words = LEARNED_MARK not in theirs and not has_blank(theirs)
    differs = _VARIABLE.sub("?", ours) != _VARIABLE.sub("?", theirs)
    return theirs if differs and has_words else ""


def _declared(number: int, change: DeclarationChange) -> Difference:
    what, kind = change.what, change.kind
    ours = None if kind is ChangeKind.MISSING else change.learned_text or change.name
    theirs = None if kind is ChangeKind.EXTRA else change.reference_text or change.name
    severity = Severity.WARNING
    if what is Declared.REQUIREMENT:
        severity = Severity.HINT
    elif what in _NO_MEANING and kind is ChangeKind.EXTRA:
        severity = Severity.INFORMATION
    return Difference(
        number,
        code_of(kind, what.value),
        severity,
        kind,
        f":{what.value}",
        what.value,
        ours,
        theirs,
        message_of(kind, what.value, ours, theirs),
        learned_place=change.learned_place,
        reference_place=change.reference_place,
        change=change,
    )


def _with_severity(
    single: Difference, changes_nothing: Callable[[ActionDiff, Change], bool]
) -> Difference:
    action, change = single.diff, single.change
    if action is not None and isinstance(change, Change) and changes_nothing(action, change):
        return replace(single, severity=Severity.INFORMATION)
    return single


def _parameter_list(parts: Sequence[Difference]) -> Difference:
    """The differences of one parameter list as one: they can only be fixed together."""
    first = parts[0]
    action = first.diff
    assert action is not None, "parameters are those of an action"
    assert action.learned is not None, "both sides have it"
    assert action.reference is not None, "both sides have it"
    places = parameters_place(action.learned), parameters_place(action.reference)
    if len(parts) == 1:
        return replace(first, learned_place=places[0], reference_place=places[1])
    kinds = {part.kind for part in parts}
    kind = kinds.pop() if len(kinds) == 1 else ChangeKind.CHANGED.value
    ours, theirs = _typed(action.learned.parameters), _typed(action.reference.parameters)
    return replace(
        first,
        code=code_of(kind, PARAMETERS),
        severity=min(part.severity for part in parts),
        kind=kind,
        learned=ours,
        reference=theirs,
        message=f"changed parameters {in_reference(f'`{ours}`', f'`{theirs}`')}",
        wanted=None,
        learned_place=places[0],
        reference_place=places[1],
        change=None,
        parts=tuple(parts),
        requires=(),
        obstacle=None,
    )


def _extra_predicate(declaration: Difference, uses: Sequence[Difference]) -> Difference:
    """An extra predicate with all literals that use it, as one: they go or stay together."""
    times = "once" if len(uses) == 1 else f"{len(uses)} times"
    return replace(
        declaration,
        severity=min(use.severity for use in uses),
        message=f"{declaration.message}, used {times}",
        parts=(declaration, *uses),
    )


def _renamed_names(diff: DomainDiff, number: int) -> Iterator[Difference]:
    """Yield renamed names, and matches that are more than a renaming."""
    names = diff.correspondence
    shapes: dict[str, Mapping[str, Shape]] = {
        "predicates": names.shapes,
        "functions": names.function_shapes,
    }
    found: dict[tuple[str, str, str], str] = {
        renamed: _reshaped(shapes.get(renamed[0], {}).get(renamed[1]))
        for renamed in names.renamings()
    }
    for kind, by_name in shapes.items():
        for ours, shape in by_name.items():
            found.setdefault((kind, ours, names.of(kind).get(ours, ours)), _reshaped(shape))
    for several in names.one_to_many:
        is_predicate = several.learned in names_of(diff.learned, "predicates")
        kind = "predicates" if is_predicate else "functions"
        found.setdefault((kind, several.learned, several.reference), ", one-to-many match")
    for played in names.type_predicates:
        pair = played.predicate, played.type
        pair = pair if played.side is Side.LEARNED else pair[::-1]
        found.setdefault(("predicates", *pair), ", a type")
    for (kind, ours, theirs), more in found.items():
        made = _renamed(diff, number, kind, ours, theirs)
        yield replace(made, message=f"{made.message}{more}")
        number += 1


def _reshaped(shape: Shape | None) -> str:
    """The end of a message: how the match is more than a renaming."""
    if shape is None:
        return ""
    is_permuted = shape.places != tuple(range(shape.n_before))
    return f"{', negated' * shape.negated}{', with other arguments' * is_permuted}"


def _renamed(diff: DomainDiff, number: int, kind: str, ours: str, theirs: str) -> Difference:
    learned = names_of(diff.learned, kind).get(ours)
    reference = names_of(diff.reference, kind).get(theirs)
    action = diff.action(theirs) if kind == "actions" else None
    return Difference(
        number,
        code_of(RENAMED, kind),
        Severity.INFORMATION,
        RENAMED,
        f":{kind}" if action is None else action.name,
        kind,
        ours,
        theirs,
        message_of(RENAMED, kind, ours, theirs),
        learned_place=name_place(learned) if action else declared_place(learned),
        reference_place=name_place(reference) if action else declared_place(reference),
        diff=action,
    )


def _with_requirements(action: ActionDiff, found: list[Difference]) -> list[Difference]:
    """The differences of an action, each with those that must be undone with it."""
    by_parameter = {
        _parameter_name(action, difference.change): difference
        for difference in found
        if isinstance(difference.change, ParameterChange)
    }
    lacking = {n: d.number for n, d in by_parameter.items() if d.kind == ChangeKind.MISSING}
    order = [d.number for d in found if d.part == PARAMETERS and d.change is None]
    if not by_parameter and not order:
        return found
    mentions: dict[str, list[int]] = {}
    for difference in found:
        if isinstance(difference.change, Change):
            for name in _variables(difference.learned):
                mentions.setdefault(name, []).append(difference.number)
    result: list[Difference] = []
    for difference in found:
        needed: set[int] = set()
        change = difference.change
        if isinstance(change, Change):
            needed.update(lacking[n] for n in _variables(difference.wanted) if n in lacking)
        elif isinstance(change, ParameterChange) and change.kind is ChangeKind.EXTRA:
            needed.update(mentions.get(_parameter_name(action, change), ()))
        elif isinstance(change, ParameterChange) and change.kind is ChangeKind.MISSING:
            needed.update(order)
        result.append(replace(difference, requires=tuple(sorted(needed))))
    return result


def _parameter_name(action: ActionDiff, change: ParameterChange) -> str:
    """The name of a parameter in the learned action, present or to be added."""
    if change.learned is not None:
        return change.learned.name
    assert change.reference is not None, "one side has the parameter"
    return action.to_learned.terms.get(change.reference.name, change.reference.name)


def _variables(text: str | None) -> set[str]:
    return set(_VARIABLE.findall(text or ""))


def _names(parameters: tuple[TypedName, ...], action: ActionDiff | None = None) -> str:
    terms = {} if action is None else action.to_learned.terms
    return f"({' '.join(terms.get(p.name, p.name) for p in parameters)})"


def _typed(parameters: tuple[TypedName, ...]) -> str:
    return f"({' '.join(typed_list((parameter,)) for parameter in parameters)})"


def _repeated_parameter(parameters: tuple[TypedName, ...]) -> str | None:
    names = [parameter.name for parameter in parameters]
    repeated = next((name for name in names if names.count(name) > 1), None)
    return None if repeated is None else f"two parameters are called `{repeated}`"
