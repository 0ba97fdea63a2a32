"""Mapping files: pairs as a text that can be read and edited, and back.

    text     = JSON | TOML | the answer of a language model, which contains JSON or TOML
    content  = lists of pairs (`PairLists`), as `planeval align` prints them
             | tables of names (`NameTables`)

JSON may have comments and be truncated (`answer`). The content may have `format` and `version`.

All lists are optional. Other keys are allowed next to them and in entries, except unknown lists of
pairs and near misses of a field, which are taken for misspelt. Names are read in lower case. Each
name occurs in one pair of its kind, except in one-to-many pairs (`cover`).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct, convert, field, to_builtins

from plancore.correspondence.names import KINDS, Correspondence, renaming
from plancore.correspondence.pairs import (
    ActionPair,
    NamePair,
    Pairs,
    Side,
    SymbolPair,
    TypePredicate,
    is_one_to_many,
)
from plancore.correspondence.stated.answer import Answer, read_answer
from plancore.correspondence.stated.applied import pairs_of
from plancore.decoding import decode_partly
from plancore.json_toml import DocumentError, json_value, toml_value
from plancore.model.domain import Domain
from plancore.source import SourceText

T = TypeVar("T")
Name: TypeAlias = Annotated[str, Meta(min_length=1, description="a name")]
Confidence: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
Position: TypeAlias = Annotated[int, Meta(ge=0, description="a position (0 or greater)")]


class PairEntry(Struct, kw_only=True, omit_defaults=True):
    """A learned name and its counterpart in the reference."""

    learned: Name
    reference: Name
    # Fields with a factory are always written.
    confidence: Confidence = field(default_factory=lambda: 1.0)
    evidence: tuple[str, ...] = field(default_factory=lambda: ())

    def __post_init__(self) -> None:
        self.learned, self.reference = self.learned.lower(), self.reference.lower()


class ActionEntry(PairEntry, kw_only=True):
    """Two actions; `parameters` maps learned variables to those of the reference."""

    parameters: dict[Name, Name] = field(default_factory=lambda: {})
    is_one_to_many: bool = field(default=False, name="cover")

    def __post_init__(self) -> None:
        super().__post_init__()
        names = {_variable(mine): _variable(yours) for mine, yours in self.parameters.items()}
        if len({*names.values()}) < len(names):
            raise ValueError("`parameters` uses a reference parameter twice")
        self.parameters = names


class SymbolEntry(PairEntry, kw_only=True):
    """Two predicates or functions; `arguments` are positions in the reference, null for none."""

    arguments: tuple[Position | None, ...] = field(default_factory=lambda: ())
    is_one_to_many: bool = field(default=False, name="cover")

    def __post_init__(self) -> None:
        super().__post_init__()
        stated = [place for place in self.arguments if place is not None]
        if len({*stated}) < len(stated):
            raise ValueError("`arguments` uses a position twice")


class PlayedEntry(Struct):
    """A predicate of the model on `side` that plays a type of the other one."""

    side: Side
    predicate: Name
    type: Name
    confidence: Confidence = 1.0
    evidence: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.predicate, self.type = self.predicate.lower(), self.type.lower()


class RefusalEntry(Struct):
    """Two names that are not a pair."""

    kind: Literal["actions", "predicates", "negated", "functions", "types", "constants"]
    learned: Name
    reference: Name


class PairLists(Struct):
    """The lists of a mapping file."""

    actions: tuple[ActionEntry, ...] = ()
    predicates: tuple[SymbolEntry, ...] = ()
    negated: tuple[SymbolEntry, ...] = ()
    functions: tuple[SymbolEntry, ...] = ()
    types: tuple[PairEntry, ...] = ()
    constants: tuple[PairEntry, ...] = ()
    types_as_predicates: tuple[PlayedEntry, ...] = ()
    refusals: tuple[RefusalEntry, ...] = ()


class NameTables(Struct, forbid_unknown_fields=True):
    """The older form: for each kind a table from learned names to reference names. `parameters` has
    for each action of the reference the positions of the learned parameters in it."""

    actions: dict[Name, Name] = {}
    predicates: dict[Name, Name] = {}
    functions: dict[Name, Name] = {}
    types: dict[Name, Name] = {}
    constants: dict[Name, Name] = {}
    parameters: dict[Name, tuple[Position, ...]] = {}


LISTS: Final = PairLists.__struct_fields__


def pair_lists(pairs: Pairs) -> PairLists:
    """Convert pairs to lists; `pairs_from` reads their data."""
    lists = {
        "actions": pairs.actions,
        "predicates": [pair for pair in pairs.predicates if not pair.negated],
        "negated": [pair for pair in pairs.predicates if pair.negated],
        "functions": pairs.functions,
        "types": pairs.types,
        "constants": pairs.constants,
        "types_as_predicates": pairs.type_predicates,
        "refusals": [
            {"kind": kind, "learned": mine, "reference": yours}
            for kind, mine, yours in pairs.refusals
        ],
    }
    return convert(lists, PairLists, from_attributes=True)


def pairs_data(pairs: Pairs) -> dict[str, list[dict[str, Any]]]:
    """Convert pairs to lists of plain data."""
    data: dict[str, list[dict[str, Any]]] = to_builtins(pair_lists(pairs))
    return data


def pairs_from(data: object) -> tuple[Pairs, list[DocumentError]]:
    """Decode pairs; invalid entries are left out and reported."""
    lists, errors = decode_partly(data, PairLists)
    negated = _records(lists.negated, SymbolPair)
    pairs = Pairs(
        _records(lists.actions, ActionPair),
        (
            *_records(lists.predicates, SymbolPair),
            *(replace(pair, negated=True) for pair in negated),
        ),
        _records(lists.functions, SymbolPair),
        _records(lists.types, NamePair),
        _records(lists.constants, NamePair),
        _records(lists.types_as_predicates, TypePredicate),
        tuple((no.kind, no.learned.lower(), no.reference.lower()) for no in lists.refusals),
    )
    misspelt = {error.path[0] for error in errors if error.path}
    unknown = _unknown_lists(data, misspelt) if isinstance(data, Mapping) else ()
    clashes: list[DocumentError] = []
    pairs = _without_clashes(pairs, _paths(data), clashes)
    return pairs, [*unknown, *errors, *clashes]


def _records(entries: Iterable[Struct], kind: type[T]) -> tuple[T, ...]:
    return tuple(convert(entry, kind, from_attributes=True) for entry in entries)


def correspondence_from(data: object) -> tuple[Correspondence, list[DocumentError]]:
    """Decode tables of names; invalid entries are left out and reported."""
    tables, errors = decode_partly(data, NameTables)
    names: dict[str, dict[str, str]] = {}
    for kind in KINDS:
        given: dict[str, str] = {}
        for mine, yours in getattr(tables, kind).items():
            if yours.lower() in given.values():
                message = f"maps two names to `{yours.lower()}`"
                errors.append(DocumentError(message, (kind, mine)))
            else:
                given[mine.lower()] = yours.lower()
        names[kind] = given
    orders: dict[str, tuple[int, ...]] = {}
    for name, order in tables.parameters.items():
        if len({*order}) < len(order):
            errors.append(DocumentError("uses a position twice", ("parameters", name)))
        else:
            orders[name.lower()] = order
    return renaming(names, orders), errors


def _unknown_lists(data: Mapping[Any, Any], misspelt: set[Any]) -> Iterator[DocumentError]:
    """Report lists of pairs with an unknown key."""
    for key, value in data.items():
        is_of_pairs = isinstance(value, list) and any(
            isinstance(entry, Mapping) and "learned" in entry for entry in value
        )
        if is_of_pairs and key not in {*LISTS, *misspelt}:
            yield DocumentError(f"unknown key; expected one of {', '.join(LISTS)}", (key,))


_Names = tuple[str, str, str]
"""The list of an entry, its learned name and its reference name."""


def _paths(data: object) -> dict[_Names, list[tuple[str, int]]]:
    """The paths of the entries of each pair."""
    paths: dict[_Names, list[tuple[str, int]]] = {}
    if not isinstance(data, Mapping):
        return paths
    for name in LISTS:
        entries = data.get(name)
        for number, entry in enumerate(entries if isinstance(entries, list) else ()):
            if isinstance(entry, Mapping):
                is_played = name == "types_as_predicates"
                keys = ("predicate", "type") if is_played else ("learned", "reference")
                mine, yours = (str(entry.get(key)).lower() for key in keys)
                paths.setdefault((name, mine, yours), []).append((name, number))
    return paths


def _without_clashes(
    pairs: Pairs, paths: Mapping[_Names, Sequence[tuple[str, int]]], clashes: list[DocumentError]
) -> Pairs:
    """`pairs` without duplicates and without those that contradict an earlier one. A name can have
    both a match and a match that is its negation."""
    refused = set(pairs.refusals)
    kinds: dict[str, Any] = {}
    for kind in KINDS:
        left: list[NamePair] = []
        times: Counter[_Names] = Counter()
        taken: dict[tuple[Side, str], set[bool]] = {}
        for pair in getattr(pairs, kind):
            negated = isinstance(pair, SymbolPair) and pair.negated
            key = "negated" if negated else kind, pair.learned, pair.reference
            names = (Side.LEARNED, pair.learned), (Side.REFERENCE, pair.reference)
            has_match = [taken.get(name, ()) for name in names]
            is_free = is_one_to_many(pair)
            times[key] += 1
            fault = ""
            if times[key] > 1:
                fault = f"duplicate match of `{pair.learned}` and `{pair.reference}`"
            elif key in refused:
                fault = f"`refusals` excludes `{pair.learned}` and `{pair.reference}`"
            elif not is_free and any(negated in match for match in has_match):
                fault = f"`{pair.learned}` or `{pair.reference}` has another match; use `cover`"
            if fault:
                clashes.append(DocumentError(fault, paths[key][times[key] - 1]))
                continue
            if isinstance(pair, SymbolPair) and any(has_match) and not is_free:
                pair = replace(pair, is_one_to_many=True)
            elif not is_free:
                for name in names:
                    taken.setdefault(name, set()).add(negated)
            left.append(pair)
        kinds[kind] = tuple(left)
    return replace(pairs, **kinds)


def _variable(name: str) -> str:
    return name.lower() if name.startswith("?") else f"?{name.lower()}"


FORMAT: Final = "planeval align"
VERSION: Final = 1

_LAST: Final = ("cover", "confidence", "evidence")
"""The keys at the end of an entry; those that readers edit come first."""


def read_mapping(
    text: str, learned: Domain, reference: Domain
) -> tuple[Pairs, list[DocumentError]]:
    """Read the pairs that a text states for two models, and the errors with their places. The text
    may be an answer with prose around JSON, see `answer`. The models are only used to resolve
    parameter positions in tables of names."""
    try:
        written = _written(text)
    except DocumentError as error:
        return Pairs(), [error]
    source, data = SourceText(text), written.data

    def placed(message: str, place: int | None) -> DocumentError:
        if place is None:
            return DocumentError(message)
        at = source.position(place)
        return DocumentError(message, (), (at.line + 1, at.column + 1))

    version = data.get("version", VERSION)
    if _is_tables(data):
        names, wrong = correspondence_from(data)
        pairs = pairs_of(names, learned, reference)
    elif data.get("format", FORMAT) != FORMAT or version != VERSION:
        return Pairs(), [DocumentError(f"expected the format `{FORMAT}` and the version {VERSION}")]
    else:
        pairs, wrong = pairs_from(data)
    places = {
        ("predicates" if key[0] == "negated" else key[0], *key[1:]): source.position(place)
        for key, paths in _paths(data).items()
        if (place := written.place(paths[0])) is not None
    }
    pairs = replace(pairs, places={key: (at.line + 1, at.column + 1) for key, at in places.items()})
    malformed = [placed(message, place) for place, message in written.wrong]
    return pairs, [*malformed, *(placed(e.message, written.place(e.path)) for e in wrong)]


def is_document(text: str) -> bool:
    """Whether a text is pure JSON: writing it again loses no comments and no prose."""
    try:
        return isinstance(json_value(text), dict)
    except DocumentError:
        return False


_FENCED: Final = re.compile(r"^[ \t]*(`{3,}|~{3,})[^\n]*\n(.*?)^[ \t]*\1", re.M | re.S)
_TOML: Final = re.compile(r"""\s*(?:#[^\n]*\s*)*(?:\[|[\w."'-]+[ \t]*=)""")
_KEYS: Final = (*LISTS, "parameters", "format")


def _written(text: str) -> Answer:
    """Read a text as JSON, as TOML, or as prose with either. Raises DocumentError."""
    starts_with = text.lstrip("\ufeff \t\r\n")[:1]
    no_mapping = DocumentError(f"expected at least one of the lists {', '.join(LISTS)}")
    if starts_with != "{":
        try:
            data = toml_value(text)
        except DocumentError as error:
            if _TOML.match(text):
                no_mapping = error
        else:
            if data and not data.keys() & {*_KEYS}:
                raise no_mapping
            return Answer(data, {}, [])
    answer = read_answer(text, _KEYS)
    if answer.data:
        return answer
    for found in reversed([*_FENCED.finditer(text)]):
        try:
            data = toml_value(found[2])
        except DocumentError:
            continue
        if data.keys() & {*_KEYS}:
            return Answer(data, {}, [])
    if starts_with == "{" and not json_value(text):
        return answer
    raise no_mapping


def _is_tables(data: Mapping[str, Any]) -> bool:
    """Whether `data` maps names to names, as the older form does."""
    return "parameters" in data or any(isinstance(data.get(kind), Mapping) for kind in KINDS)


def mapping_text(pairs: Pairs) -> str:
    """The text of a mapping file, JSON with a line for each pair; `read_mapping` reads it."""
    data = pairs_data(pairs)
    blocks = [f'  "format": {_json(FORMAT)}', f'  "version": {VERSION}']
    for name in LISTS:
        rows = ",\n".join(f"    {_json(_ordered(entry))}" for entry in data[name])
        blocks.append(f'  "{name}": [\n{rows}\n  ]' if rows else f'  "{name}": []')
    return "{\n" + ",\n".join(blocks) + "\n}\n"


_PROMPT: Final = """\
Match the names of two PDDL domains that were written independently for the same task. For each
action, predicate, function, type and constant of the learned domain, find the name in the
reference domain that means the same. Compare preconditions and effects, not only names.

The learned domain:

{learned}

The reference domain:

{reference}

Answer with one JSON object in a code block. It has these lists, which can be empty:

- "actions": "learned", "reference", and "parameters", an object from each variable of the learned
  action to the variable of the reference action; leave out variables without a counterpart.
- "predicates" and "functions": "learned", "reference", and "arguments", a list with the position
  in the reference, from 0, of each argument of the learned name; null if it has no counterpart.
- "negated": the same, for a learned predicate that is true where the reference predicate is false.
- "types" and "constants": "learned" and "reference".
- "types_as_predicates": "side" ("learned" or "reference"), "predicate" and "type", for a predicate
  of that side that takes the place of a type of the other side.

Use each name in one entry of a list. If a name has several matches, add "cover": true to all
entries but the first. Leave out names without a counterpart. Add "confidence" from 0 to 1.

For example, if `(go ?to ?from)` is `(walk ?from ?to)`, and `(has ?r ?d)` is `(in ?d ?r)`:

```json
{example}
```
"""

_EXAMPLE: Final = Pairs(
    actions=(ActionPair("go", "walk", 0.9, (), {"?to": "?to", "?from": "?from"}),),
    predicates=(SymbolPair("has", "in", 0.8, (), (1, 0)),),
)


def prompt_text(learned: str, reference: str) -> str:
    """A prompt that asks a language model to match the names of two domains, given as texts.
    `read_mapping` reads the answer."""
    return _PROMPT.format(
        learned=_fenced(learned),
        reference=_fenced(reference),
        example=mapping_text(_EXAMPLE).replace('"evidence": []', "").replace(", }", "}").strip(),
    )


def _fenced(text: str) -> str:
    """A fenced code block; the fence is longer than any in the text."""
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`{3,}", text))])
    return f"{fence}pddl\n{text.strip()}\n{fence}"


def _ordered(entry: Mapping[str, Any]) -> dict[str, Any]:
    last = {key: entry[key] for key in _LAST if key in entry}
    return {key: value for key, value in entry.items() if key not in last} | last


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
