"""Three-way merges of models: domains, problems, actions, and sets of literals, such as
preconditions, effects, goals and initial states.

Literals are identified without sign and value: `(p a)` and `(not (p a))` are the same, as are
`(= (f) 1)` and `(= (f) 2)`. Each is merged by itself. A literal that both sides removed is a
conflict if they replaced it by different ones: `(at t a)` became `(at t b)` here and `(at t c)`
there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from plancore.compare.declarations import Declared, declared, typed_entries
from plancore.compare.problems import initial_elements
from plancore.formula.canonical import CanonicalAction, canonical_action
from plancore.formula.elements import Element, Elements, condition_elements
from plancore.formula.printing import AS_WRITTEN, Naming, formula_text, type_text, typed_list
from plancore.grouping import grouped
from plancore.merge.choice import Merger, MergeSide, Versions, in_order
from plancore.model.domain import Action, ActionKind, Domain
from plancore.model.formula import TypedName
from plancore.model.problem import PlanMetric, Problem
from plancore.model.record import record


def merge_domains(merger: Merger, domains: Versions[Domain]) -> str:
    """The merged domain as plain text; conflicts are added to `merger`."""
    name = merger.choose("domain name", domains.each(lambda domain: domain.name))
    actions = domains.each(lambda domain: {action.name: action for action in domain.actions})
    sections = (*_declared(merger, domains), *merge_actions(merger, actions))
    return "\n".join((f"(define (domain {name})", *sections, ")"))


def merge_requirements(merger: Merger, required: Versions[tuple[str, ...]]) -> str:
    """The merged section, without expansion: `:adl` on both sides stays `:adl`."""
    names = required.each(lambda stated: {name: name for name in stated})
    chosen = merger.choose_each("requirement", names, str, str)
    return f"(:requirements {' '.join(chosen)})" if chosen else ""


def _declared(merger: Merger, domains: Versions[Domain]) -> Iterator[str]:
    yield merge_requirements(merger, domains.each(lambda domain: domain.requirements))
    tables = domains.each(declared)
    for kind in tables.ours:
        if kind is Declared.REQUIREMENT:
            continue
        entries = merger.choose_each(
            f":{kind.value}",
            tables.each(itemgetter(kind)),
            lambda entry: entry.meaning,
            lambda entry: entry.text,
        )
        texts = " ".join(entry.text for entry in entries)
        # Each axiom is a section of its own.
        yield texts if kind is Declared.AXIOM or not entries else f"(:{kind.value} {texts})"


def merge_problems(merger: Merger, problems: Versions[Problem]) -> str:
    """The merged problem as plain text; conflicts are added to `merger`."""
    name = merger.choose("problem name", problems.each(lambda problem: problem.name))
    domain = merger.choose("domain", problems.each(lambda problem: problem.domain_name))
    objects = merger.choose_each(
        "object",
        problems.each(lambda problem: typed_entries(problem.objects, AS_WRITTEN)),
        lambda entry: entry.meaning,
        lambda entry: entry.text,
    )
    init = _merge_texts(
        merger, "init", problems.each(lambda problem: initial_elements(problem.init))
    )
    goal = _merge_texts(merger, "goal", problems.each(_goal))
    metric = merger.choose("metric", problems.each(lambda problem: _metric(problem.metric)))
    sections = (
        f"(define (problem {name}) (:domain {domain})",
        merge_requirements(merger, problems.each(lambda problem: problem.requirements)),
        f"(:objects {' '.join(entry.text for entry in objects)})" if objects else "",
        "\n".join(("(:init", *init, ")")),
        f"(:goal {conjunction(goal)})",
        metric,
        ")",
    )
    return "\n".join(sections)


def _merge_texts(merger: Merger, where: str, versions: Versions[Elements]) -> list[str]:
    return [chosen.element.text for chosen in merge_elements(merger, where, versions)]


def _goal(problem: Problem) -> Elements:
    return condition_elements(problem.goal, AS_WRITTEN, set())


def _metric(metric: PlanMetric | None) -> str:
    if metric is None:
        return ""
    return f"(:metric {metric.direction} {formula_text(metric.expression)})"


def merge_actions(merger: Merger, versions: Versions[Mapping[str, Action]]) -> Iterator[str]:
    """The text of each merged action, in our order, followed by new ones of theirs. An action that
    one side deleted and the other changed is a conflict; so are two new actions with one name and
    different content."""

    def of(name: str) -> str:
        actions = versions.each(lambda table: table.get(name))
        base, ours, theirs = actions
        if base is not None and ours is not None and theirs is not None:
            changed = Versions(base, ours, theirs)
            if len(set(changed.each(_meaning))) == len(changed):
                return _merged(merger, changed)
        chosen = merger.choose(
            f"action {name}",
            actions,
            lambda action: None if action is None else _meaning(action),
            lambda action: "" if action is None else "another one",
        )
        return "" if chosen is None else _as_it_is(chosen)

    return filter(None, map(of, in_order(versions)))


def _meaning(action: Action) -> object:
    """The content of an action, without parameter names and the order of literals."""
    canonical = canonical_action(action)
    types = tuple(AS_WRITTEN.type_names(parameter.types) for parameter in action.parameters)
    return action.kind, types, *(frozenset(part) for part in _parts(canonical))


def _parts(action: CanonicalAction) -> tuple[Elements, Elements, Elements]:
    return action.duration, action.precondition, action.effect


def _merged(merger: Merger, actions: Versions[Action]) -> str:
    where = f"action {actions.ours.name}"
    kind = merger.choose(where, actions.each(lambda action: action.kind))
    parameters = merge_parameters(merger, where, actions)
    canonical = Versions(
        *(
            canonical_action(action, AS_WRITTEN, numbers)
            for action, numbers in zip(actions, parameters.numbers, strict=True)
        )
    )
    durations, conditions, effects = zip(*canonical.each(_parts), strict=True)
    chosen = merger.choose(f"{where}, duration", Versions(*durations), frozenset, " ".join)
    side = next(
        side
        for side in (MergeSide.OURS, MergeSide.THEIRS, MergeSide.BASE)
        if chosen is durations[side]
    )
    duration = [Chosen(element, side) for element in chosen.values()]
    precondition = merge_elements(merger, f"{where}, precondition", Versions(*conditions))
    effect = merge_elements(merger, f"{where}, effect", Versions(*effects))

    def texts(part: Iterable[Chosen]) -> list[str]:
        return [formula_text(element.formula, parameters.namings[side]) for element, side in part]

    return _text(
        kind,
        actions.ours.name,
        parameters.parameters,
        *(texts(part) for part in (duration, precondition, effect)),
    )


def _as_it_is(action: Action) -> str:
    parts = _parts(canonical_action(action))
    texts = ([element.text for element in part.values()] for part in parts)
    return _text(action.kind, action.name, action.parameters, *texts)


def _text(
    kind: ActionKind,
    name: str,
    parameters: Iterable[TypedName],
    duration: list[str],
    precondition: list[str],
    effect: list[str],
) -> str:
    condition = ":condition" if kind is ActionKind.DURATIVE else ":precondition"
    slots = [(":duration", duration), (condition, precondition), (":effect", effect)]
    body = " ".join(f"{slot} {conjunction(texts)}" for slot, texts in slots if texts)
    return f"(:{kind.value} {name} :parameters ({typed_list(parameters)}) {body})"


def conjunction(texts: list[str]) -> str:
    """The conjunction of `texts`."""
    return texts[0] if len(texts) == 1 else f"(and {' '.join(texts)})"


@record
class MergedParameters:
    """The merged parameters. `numbers` identifies the parameters of each version: the same
    parameter has the same number. `namings` maps the names of each version to those of the
    result."""

    parameters: tuple[TypedName, ...]
    numbers: Versions[tuple[int, ...]]
    namings: Versions[Naming]


def merge_parameters(merger: Merger, where: str, actions: Versions[Action]) -> MergedParameters:
    """The merged parameters, with our names where we have them."""
    lists = actions.each(lambda action: action.parameters)
    numbers = _numbered(lists)
    tables = Versions(
        *(dict(zip(at, names, strict=True)) for at, names in zip(numbers, lists, strict=True))
    )
    names = {**tables.base, **tables.theirs, **tables.ours}
    order = merger.choose(
        f"{where}, parameters",
        numbers,
        text=lambda sequence: f"({' '.join(names[number].name for number in sequence)})",
    )

    def types(number: int) -> TypedName | None:
        return merger.choose(
            f"{where}, parameter {names[number].name}",
            tables.each(lambda table: table.get(number)),
            lambda name: None if name is None else AS_WRITTEN.type_names(name.types),
            lambda name: "" if name is None else type_text(name.types),
        )

    chosen = {number: types(number) for number in in_order(numbers)}
    parameters = tuple(
        TypedName(names[number].name, typed.types)
        for number in order
        if (typed := chosen[number]) is not None
    )
    said = [parameter.name for parameter in parameters]
    if len(set(said)) < len(said):
        # Each side has a different parameter of that name.
        ours, theirs = (" ".join(name.name for name in names) for names in lists[1:])
        merger.disagree(f"{where}, parameter names", Versions("", ours, theirs))
    namings = tables.each(
        lambda table: AS_WRITTEN.with_terms(
            {parameter.name: names[number].name for number, parameter in table.items()}
        )
    )
    return MergedParameters(parameters, numbers, namings)


def _numbered(lists: Versions[tuple[TypedName, ...]]) -> Versions[tuple[int, ...]]:
    """A number for each parameter: the base's in order, then our new ones, then theirs."""
    base = list(enumerate(lists.base))
    ours = _numbers(lists.ours, base, len(base))
    new = [
        (number, parameter)
        for number, parameter in zip(ours, lists.ours, strict=True)
        if number >= len(base)
    ]
    theirs = _numbers(lists.theirs, base, len(base) + len(new), new)
    return Versions(tuple(range(len(base))), ours, theirs)


def _numbers(
    parameters: Sequence[TypedName],
    base: list[tuple[int, TypedName]],
    first_free: int,
    new: Sequence[tuple[int, TypedName]] = (),
) -> tuple[int, ...]:
    by_name = {parameter.name: number for number, parameter in base}
    numbers = [by_name.get(parameter.name) for parameter in parameters]
    known = {(parameter.name, parameter.types): number for number, parameter in new}
    for at, parameter in enumerate(parameters):
        if numbers[at] is not None:
            continue
        if at < len(base) and at not in numbers and base[at][1].types == parameter.types:
            numbers[at] = at
        else:
            numbers[at] = known.get((parameter.name, parameter.types))
        if numbers[at] is None:
            numbers[at] = first_free
            first_free += 1
    return tuple(number for number in numbers if number is not None)


class Chosen(NamedTuple):
    """A merged element, and the side whose names it uses."""

    element: Element
    side: MergeSide


def merge_elements(merger: Merger, where: str, versions: Versions[Elements]) -> list[Chosen]:
    """The merged elements, ours first, then theirs; all versions number variables alike."""
    by_subject = versions.each(
        lambda elements: grouped((_subject(element), element) for element in elements.values())
    )

    def of(subject: Hashable) -> Sequence[Element]:
        return merger.choose(
            where, by_subject.each(lambda groups: groups.get(subject, ())), _keys, _texts
        )

    kept = {element.key for subject in in_order(by_subject) for element in of(subject)}
    for replaced in _replaced(merger, where, versions):
        kept -= {key for keys in replaced for key in keys}
        kept |= merger.settled(replaced)
    found: dict[str, Chosen] = {}
    for side in (MergeSide.OURS, MergeSide.THEIRS, MergeSide.BASE):
        for key, element in versions[side].items():
            if key in kept:
                found.setdefault(key, Chosen(element, side))
    return list(found.values())


def _keys(elements: Iterable[Element]) -> frozenset[str]:
    return frozenset(element.key for element in elements)


def _texts(elements: Iterable[Element]) -> str:
    return " ".join(sorted(element.text for element in elements))


def _subject(element: Element) -> Hashable:
    if element.positive is None and not element.predicate:
        return element.key
    return element.predicate, element.args, element.time, element.context


def _replaced(
    merger: Merger, where: str, versions: Versions[Elements]
) -> Iterator[Versions[frozenset[str]]]:
    """The keys of elements that both sides replaced differently: conflicts, for `merger`."""
    base, ours, theirs = versions
    our_new, their_new = (
        [element for key, element in side.items() if key not in base] for side in (ours, theirs)
    )
    for key, element in base.items():
        if key in ours or key in theirs:
            continue
        mine = [new for new in our_new if _may_replace(new, element)]
        other = [new for new in their_new if _may_replace(new, element)]
        if _keys(mine) != _keys(other):
            merger.disagree(where, Versions(element.text, _texts(mine), _texts(other)))
            yield Versions(frozenset((key,)), _keys(mine), _keys(other))


def _may_replace(new: Element, old: Element) -> bool:
    """Whether `new` may replace `old`: a literal of the same predicate and context that differs in
    at most one argument (or, with another arity, shares one), perhaps at another time; a formula
    for a formula."""
    if new.positive is None or old.positive is None:
        return new.positive is old.positive
    if new.predicate != old.predicate or new.context != old.context:
        return False
    return _are_near(new.args, old.args)


def _are_near(new: tuple[str, ...], old: tuple[str, ...]) -> bool:
    if len(new) != len(old):
        return not set(new).isdisjoint(old)
    return sum(mine != other for mine, other in zip(new, old, strict=True)) <= 1
