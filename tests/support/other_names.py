"""Other names for all that a domain declares: alike ones, synonyms, words that say nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from random import Random
from typing import Any, Final

from plancore.correspondence.names import KINDS, Correspondence, names_of, renaming
from plancore.model.domain import OBJECT, Domain

_SYNONYMS: Final = (
    "at located in inside on upon holding gripping clear uncovered free unoccupied empty vacant "
    "pick fetch pickup grab put deposit putdown drop move travel drive steer walk stroll go "
    "proceed fly pilot load insert unload extract stack pile unstack unpile open unlock close shut "
    "connected linked adjacent neighbouring next beside path route road street block cube robot "
    "machine room chamber ball sphere gripper claw truck lorry location place package parcel "
    "plane aircraft airport airfield city town person human passenger traveller lift elevator "
    "floor storey fuel energy level amount key token door gate tile square car automobile "
    "switch toggle turn rotate make produce build construct paint colour send transmit "
    "receive obtain start begin finish end up above down below left west right east goal target "
    "object thing item article cost expense time duration"
)


class Names(StrEnum):
    """How names differ."""

    SAME = "same names"
    PREFIXED = "prefixed names"
    SYNONYMS = "synonyms"
    RANDOM = "random names"


def other_names(domain: Domain, names: Names, random: Random) -> Correspondence:
    """New names; no two of one kind are the same."""
    if names is Names.SAME:
        return Correspondence()
    taken: set[str] = set()
    new: dict[str, dict[str, str]] = {}
    for kind in KINDS:
        new[kind] = {}
        for name, declared in names_of(domain, kind).items():
            if name == OBJECT:
                continue
            fresh = _MAKERS[names](kind, name, declared, random)
            while fresh in taken:
                fresh += random.choice("xyz")
            taken.add(fresh)
            new[kind][name] = fresh
    return renaming(new)


def _random_word(_kind: str, _name: str, _declared: Any, random: Random) -> str:
    syllables = (random.choice("bcdfgklmnprstvz") + random.choice("aeiou") for _ in range(4))
    return "".join(syllables)


def _with_prefix(kind: str, name: str, declared: Any, random: Random) -> str:
    if kind in ("types", "constants"):
        return f"{name}-{kind[:-1]}"
    types = [p.types[0] for p in declared.parameters if p.types and p.types[0] != OBJECT]
    prefixes = ["do", "make"] if kind == "actions" else ["is", "has"]
    return f"{random.choice(prefixes + types)}-{name}"


def _synonym(_kind: str, name: str, _declared: Any, _random: Random) -> str:
    words = _SYNONYMS.split()
    table = dict(zip(words[::2], words[1::2], strict=True))
    return re.sub(r"[a-z]+", lambda match: table.get(match.group(), match.group()), name)


_MAKERS: Final[dict[Names, Callable[[str, str, Any, Random], str]]] = {
    Names.PREFIXED: _with_prefix,
    Names.SYNONYMS: _synonym,
    Names.RANDOM: _random_word,
}
