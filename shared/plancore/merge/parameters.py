"""The parameters of three versions of an action: which are the same, and what becomes of them.

A parameter is the same one where it has the same name, or, renamed, where it stands at the same
position with the same types.
"""

from __future__ import annotations

from collections.abc import Sequence

from plancore.formula.naming import AS_WRITTEN, Naming
from plancore.formula.printing import type_text
from plancore.merge.choice import Merger, Versions, in_order
from plancore.model.domain import Action
from plancore.model.formula import TypedName
from plancore.model.record import record


@record
class MergedParameters:
    """The parameters of the result. `numbers` has for each version the number of each of its
    parameters, the same for the same one; `namings` what each version's are called in the result.
    """

    parameters: tuple[TypedName, ...]
    numbers: Versions[tuple[int, ...]]
    namings: Versions[Naming]


def merge_parameters(merger: Merger, where: str, actions: Versions[Action]) -> MergedParameters:
    """The parameters of the result, in its order, with our names where we have them."""
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
        # Each side has its own by that name.
        ours, theirs = (" ".join(name.name for name in names) for names in lists[1:])
        merger.disagree(f"{where}, names of parameters", Versions("", ours, theirs))
    namings = tables.each(
        lambda table: AS_WRITTEN.with_terms(
            {parameter.name: names[number].name for number, parameter in table.items()}
        )
    )
    return MergedParameters(parameters, numbers, namings)


def _numbered(lists: Versions[tuple[TypedName, ...]]) -> Versions[tuple[int, ...]]:
    """A number for each parameter: the base's in order, then what is new with us, then theirs."""
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
