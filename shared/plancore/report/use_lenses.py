"""A line above each predicate of a domain: how often conditions need it, and effects change it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from plancore.lower.section import SectionModel, Use
from plancore.memo import Key
from plancore.phrases import count_of
from plancore.project import DomainLink
from plancore.report.review_lenses import FilePlace, Lens
from plancore.syntax.nodes import Place

_NOUNS: Final = {
    Use.CONDITION: "need",
    Use.NEGATIVE_CONDITION: "need",
    Use.ADD: "add",
    Use.DELETE: "delete",
    Use.DERIVED: "axiom",
}
_ORDER: Final = tuple(dict.fromkeys(_NOUNS.values()))
_Places = Mapping[tuple[str, str], Sequence[Place]]
_USES: Final = Key["_Places"]("uses of predicates")


def use_lenses(domain: DomainLink) -> Iterator[Lens]:
    """A lens for each declared predicate that conditions, effects or axioms of its domain use."""
    uses: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for section, model in domain.definition.sections:
        if model.uses.atoms:
            known = section.head.memo.get(_USES, (model,), partial(_uses, model))
            for key, places in known.items():
                uses[key] += places
    declared = [
        (predicate.name, predicate.name_node)
        for model in domain.definition.models
        for predicate in model.predicates
    ]
    for name, node in declared:
        counts = [(noun, uses[name, noun]) for noun in _ORDER if uses.get((name, noun))]
        if node is None or not counts:
            continue
        title = " · ".join(count_of(len(places), noun) for noun, places in counts)
        spans = sorted(domain.file.span(place) for _, places in counts for place in places)
        at = domain.file.span(node.place)
        yield Lens(
            at, f"{name}: {title}", tuple(FilePlace(domain.file.name, span) for span in spans)
        )


def _uses(model: SectionModel) -> _Places:
    """The places of each predicate in a form, by its kind of use."""
    found: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for use in model.uses.atoms:
        noun, node = _NOUNS.get(use.use), use.atom.node
        if noun is not None and node is not None:
            found[use.atom.predicate, noun].append(node.place)
    return found
