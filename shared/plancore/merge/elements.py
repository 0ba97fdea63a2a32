"""Three versions of a set of literals: a precondition, an effect, a goal, an initial state.

A literal is the same one whatever its sign or value: `(p a)` and `(not (p a))`, `(= (f) 1)` and
`(= (f) 2)`. Each is merged for itself. A literal that both sides took out is in conflict when they
put different ones in its place: `(at t a)` became `(at t b)` here and `(at t c)` there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from plancore.formula.elements import Element, Elements
from plancore.merge.choice import Merger, MergeSide, Versions, in_order


class Chosen(NamedTuple):
    """An element of the result, and whose words it is in."""

    element: Element
    side: MergeSide


def merge_elements(merger: Merger, where: str, versions: Versions[Elements]) -> list[Chosen]:
    """The elements of the result, ours first, then theirs; all versions must number their variables
    alike."""
    grouped = versions.each(_by_subject)

    def of(subject: Hashable) -> Sequence[Element]:
        return merger.choose(
            where, grouped.each(lambda groups: groups.get(subject, ())), _keys, _texts
        )

    kept = {element.key for subject in in_order(grouped) for element in of(subject)}
    for replaced in _replaced(merger, where, versions):
        kept -= {key for keys in replaced for key in keys}
        kept |= merger.settled(replaced)
    found: dict[str, Chosen] = {}
    for side in (MergeSide.OURS, MergeSide.THEIRS, MergeSide.BASE):
        for key, element in versions[side].items():
            if key in kept:
                found.setdefault(key, Chosen(element, side))
    return list(found.values())


def _by_subject(elements: Elements) -> dict[Hashable, list[Element]]:
    """Elements by what they speak of."""
    groups: dict[Hashable, list[Element]] = {}
    for element in elements.values():
        groups.setdefault(_subject(element), []).append(element)
    return groups


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
    """What both sides replaced, each by something else, by its keys; `merger` has the conflicts."""
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
    """Whether `new` may have been put in place of `old`: a literal of the same predicate that
    shares an argument, or at another time; a formula for a formula."""
    if new.positive is None or old.positive is None:
        return new.positive is old.positive
    if new.predicate != old.predicate or new.context != old.context:
        return False
    return _are_near(new.args, old.args)


def _are_near(new: tuple[str, ...], old: tuple[str, ...]) -> bool:
    if len(new) != len(old):
        return not set(new).isdisjoint(old)
    return sum(mine != other for mine, other in zip(new, old, strict=True)) <= 1
