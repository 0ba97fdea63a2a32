"""Three versions of an action made one: its parameters, then each part literal by literal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from plancore.formula.canonical import CanonicalAction, canonical_action
from plancore.formula.elements import Elements
from plancore.formula.naming import AS_WRITTEN
from plancore.formula.printing import formula_text, typed_list
from plancore.merge.choice import Merger, Side, Versions, in_order
from plancore.merge.elements import Chosen, merge_elements
from plancore.merge.parameters import merge_parameters
from plancore.model.domain import Action, ActionKind
from plancore.model.formula import TypedName


def merge_actions(merger: Merger, versions: Versions[Mapping[str, Action]]) -> Iterator[str]:
    """The text of each action of the result, in our order; what is new on their side comes last.

    An action that one side took out and the other changed is a conflict, and so are two new ones
    with one name that say different things.
    """

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
    """What an action says, whatever its parameters are called and whatever stands first."""
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
    side = next(side for side in (Side.OURS, Side.THEIRS, Side.BASE) if chosen is durations[side])
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
    """A formula that says all of `texts`."""
    return texts[0] if len(texts) == 1 else f"(and {' '.join(texts)})"
