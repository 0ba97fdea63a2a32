"""The suite that a command line names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from plancore.spelling import hint
from planeval.suite.entry import Entry
from planeval.suite.folder import folder_domains
from planeval.suite.own import own_entry
from planeval.suite.registry import OWN
from planfiles.trouble import Trouble

OWN_SUITE: Final = "own"


def suite_entries(name: str, only: Sequence[str], problems: int, seed: int) -> list[Entry]:
    """The domains of the suite called `name`: `own`, with so many `problems` made for each, or a
    folder; with `only` those of these names, in this order, and nothing else is read. Raises
    Trouble."""
    if name == OWN_SUITE:
        chosen = _chosen(only, list(OWN), name)
        return [own_entry(each, problems, seed) for each in chosen]
    domains = folder_domains(name)
    return [domains[each]() for each in _chosen(only, list(domains), name)]


def _chosen(only: Sequence[str], known: list[str], suite: str) -> Sequence[str]:
    for name in only:
        if name not in known:
            raise Trouble(f"the suite {suite} has no domain called {name}; {hint(name, known)}")
    return list(dict.fromkeys(only)) or known
