"""How near two files are: by their folders, by their names, and by the words that they share."""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from functools import lru_cache
from typing import Final, NamedTuple

from plancore.lower.environment import BUILT_IN
from plancore.lower.facts import fact_table, lower_facts
from plancore.lower.section import Uses
from plancore.model.types import OBJECT
from plancore.snapshot import DefinitionSnapshot

_ROLE: Final = re.compile(r"domain|problem|instance|task|prob|dom|pfile|p(?=[-_]?\d)|[-_. ]")
_UNDECLARED: Final = BUILT_IN | {"=", OBJECT}
"""What a problem may use without a domain."""


class SharedVocabulary(NamedTuple):
    """Of the predicates, functions and types that a problem uses, how many a domain declares."""

    declared: int
    used: int

    @property
    def is_foreign(self) -> bool:
        """Whether the domain declares less than half of them."""
        return 2 * self.declared < self.used


def vocabulary(problem: DefinitionSnapshot, domain: DefinitionSnapshot) -> SharedVocabulary:
    """How much of what `problem` uses `domain` declares."""
    return overlap(words(problem), words(domain))


def overlap(used: Set[str], declared: Set[str]) -> SharedVocabulary:
    """How many of the words `used` are `declared`."""
    return SharedVocabulary(len(used & declared), len(used))


def words(definition: DefinitionSnapshot) -> frozenset[str]:
    """The predicates, functions and types that a domain declares, or that a problem uses."""
    if definition.kind != "problem":
        environment = definition.environment
        return frozenset(
            (*environment.predicates, *environment.functions, *environment.hierarchy.names)
        )
    used: set[str] = set()
    for model in definition.models:
        used |= _names(model.uses)
    for form in definition.fact_forms:
        table = fact_table(form)
        if table is None:
            used |= _names(lower_facts(form).uses)
        else:
            used.update(table.atoms, table.fluents)
    return frozenset(used - _UNDECLARED)


def _names(uses: Uses) -> set[str]:
    names = {use.atom.predicate for use in uses.atoms}
    names.update(use.term.name for use in uses.functions)
    names.update(uses.type_names())
    return names


def stem(name: str) -> str:
    """The file name up to its first dot: `p01` for `p01.pddl` and for `p01.pddl.soln`."""
    return name.rpartition("/")[2].partition(".")[0].lower()


def kinship(problem: str, problem_folder: str) -> Callable[[str], tuple[int, int]]:
    """How well names of domains' files fit a problem's, the smaller the better: `p01-domain.pddl`
    and `p01.pddl`, `logistics.pddl` and `logistics/p1.pddl`. First letters shared, then letters
    left over."""
    names = _role_free(problem), _ROLE.sub("", problem_folder.rpartition("/")[2].lower())

    def of(domain: str) -> tuple[int, int]:
        plain = _role_free(domain)
        return -max(_shared(plain, name) for name in names), len(plain)

    return of


@lru_cache(maxsize=10_000)  # each problem of a folder is held against each of its domains
def _role_free(file: str) -> str:
    """The name of a file without words such as `domain`."""
    return _ROLE.sub("", stem(file))


def _shared(one: str, other: str) -> int:
    """How many first letters two words share; the same word counts one more."""
    if one and one == other:
        return len(one) + 1
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def in_line(folder: str, other_folder: str) -> bool:
    """Whether two folders are the same or one holds the other, at any depth."""
    short, long = sorted((folder, other_folder), key=len)
    return not short or long == short or long.startswith(f"{short}/")


def distance(folder: str, other_folder: str) -> tuple[int, int]:
    """How far two folders are apart: 0 for the same, then by ancestors shared."""
    if folder == other_folder:
        return (0, 0)
    parts, other_parts = folder.split("/"), other_folder.split("/")
    shared = 0
    for part, other_part in zip(parts, other_parts, strict=False):
        if part != other_part:
            break
        shared += 1
    return (len(parts) - shared, len(other_parts) - shared + 1)
