"""Mapping files: pairs as a text that a person can read and edit, and back.

    text     = JSON | TOML
    content  = the document of `document`, as `planeval align` prints it
             | the tables of names of `names`

A text that starts with `{` is JSON, any other TOML. The document may carry `format` and `version`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from plancore.correspondence.names import KINDS
from plancore.correspondence.pairs import NamePair, Pairs
from plancore.correspondence.stated.applied import pairs_of
from plancore.correspondence.stated.document import (
    LISTS,
    correspondence_from,
    pairs_data,
    pairs_from,
)
from plancore.json_toml import DocumentError, json_value, toml_value
from plancore.model.domain import Domain

FORMAT: Final = "planeval align"
VERSION: Final = 1

_LAST: Final = ("cover", "confidence", "evidence")
"""Behind what a pair says; what people look at and edit first stands first."""


def read_mapping(text: str, learned: Domain, reference: Domain) -> tuple[Pairs, list[str]]:
    """The pairs that a text states for two models, and in a sentence each what is wrong with it.

    The models are asked for the parameters that positions in tables of names mean, no more.
    """
    try:
        data = (json_value if text.lstrip("\ufeff \t\r\n").startswith("{") else toml_value)(text)
    except DocumentError as error:
        return Pairs(), [str(error)]
    if _is_tables(data):
        names, wrong = correspondence_from(data)
        return pairs_of(names, learned, reference), wrong
    if data and not data.keys() & {*LISTS, "format"}:
        return Pairs(), [f"none of the lists {', '.join(LISTS)} is in it"]
    version = data.get("version", VERSION)
    if data.get("format", FORMAT) != FORMAT or version != VERSION:
        return Pairs(), [f"a mapping has the format `{FORMAT}` and the version {VERSION}"]
    return pairs_from(data)


def _is_tables(data: Mapping[str, Any]) -> bool:
    """Whether `data` maps names to names, as the older form does."""
    return "parameters" in data or any(isinstance(data.get(kind), Mapping) for kind in KINDS)


def mapping_text(pairs: Pairs) -> str:
    """The text of a mapping file, JSON with a line for each pair; `read_mapping` reads it back."""
    data = pairs_data(pairs)
    blocks = [f'  "format": {_json(FORMAT)}', f'  "version": {VERSION}']
    for name in LISTS:
        rows = ",\n".join(f"    {_json(_ordered(entry))}" for entry in data[name])
        blocks.append(f'  "{name}": [\n{rows}\n  ]' if rows else f'  "{name}": []')
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def _ordered(entry: Mapping[str, Any]) -> dict[str, Any]:
    last = {key: entry[key] for key in _LAST if key in entry}
    return {key: value for key, value in entry.items() if key not in last} | last


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


# What a person decides of pairs, one at a time, beside what is stated already.


def confirmed(stated: Pairs, kind: str, pair: NamePair) -> Pairs:
    """`stated` and a pair, in place of what else it says of the two names."""
    pairs: tuple[NamePair, ...] = getattr(stated, kind)
    others = [p for p in pairs if p.learned != pair.learned and p.reference != pair.reference]
    changed: dict[str, Any] = {kind: (*others, replace(pair, confidence=1.0, evidence=()))}
    refusal = (kind, pair.learned, pair.reference)
    return replace(stated, **changed, refusals=_without(stated.refusals, refusal))


def refused(stated: Pairs, kind: str, learned: str, reference: str) -> Pairs:
    """`stated` without the pair of these names, which is refused."""
    pairs: tuple[NamePair, ...] = getattr(stated, kind)
    others = tuple(p for p in pairs if (p.learned, p.reference) != (learned, reference))
    refusal = (kind, learned, reference)
    changed: dict[str, Any] = {kind: others}
    return replace(stated, **changed, refusals=(*_without(stated.refusals, refusal), refusal))


def with_decisions(stated: Pairs, decided: Pairs) -> Pairs:
    """What is stated with what was decided later, which counts where they differ."""
    for refusal in decided.refusals:
        stated = refused(stated, *refusal)
    for kind in KINDS:
        for pair in getattr(decided, kind):
            stated = confirmed(stated, kind, pair)
    return stated


def _without(
    refusals: tuple[tuple[str, str, str], ...], refusal: tuple[str, str, str]
) -> tuple[tuple[str, str, str], ...]:
    return tuple(other for other in refusals if other != refusal)
