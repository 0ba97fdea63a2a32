"""Three versions of a domain made one."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from plancore.compare.declarations import Declared, declared
from plancore.merge.actions import merge_actions
from plancore.merge.choice import Merger, Versions
from plancore.model.domain import Domain


def merge_domains(merger: Merger, domains: Versions[Domain]) -> str:
    """A domain that says what both sides changed, in a plain text; `merger` has the conflicts."""
    name = merger.choose("name of the domain", domains.each(lambda domain: domain.name))
    actions = domains.each(lambda domain: {action.name: action for action in domain.actions})
    sections = (*_declared(merger, domains), *merge_actions(merger, actions))
    return "\n".join((f"(define (domain {name})", *sections, ")"))


def merge_requirements(merger: Merger, required: Versions[tuple[str, ...]]) -> str:
    """The section, as it is written: `:adl` on both sides stays `:adl`."""
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
        # An axiom is a section of its own.
        yield texts if kind is Declared.AXIOM or not entries else f"(:{kind.value} {texts})"
