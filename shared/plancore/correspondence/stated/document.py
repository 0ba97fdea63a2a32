"""Pairs as data for JSON, which a person can read and edit, and back.

    document   = {"actions": [action*], "predicates": [symbol*], "negated": [symbol*],
                  "functions": [symbol*], "types": [pair*], "constants": [pair*],
                  "types_as_predicates": [played*], "refusals": [refusal*]}
    pair       = {"learned": name, "reference": name, "confidence"?: 0..1, "evidence"?: [text*]}
    action     = pair and {"parameters"?: {variable: variable}, "cover"?: bool}
    symbol     = pair and {"arguments"?: [position | null ...], "cover"?: bool}
    played     = {"side": "learned" | "reference", "predicate": name, "type": name, …}
    refusal    = {"kind": list's name, "learned": name, "reference": name}

All lists may be left out, and other keys may stand beside them and in entries, but for lists of
pairs and for words that are nearly those above: those are misspelt. Names are read in lower case.
But for covers a name stands in one pair of its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, Final, TypeVar

from plancore.correspondence.pairs import (
    ActionPair,
    Arguments,
    NamePair,
    Pairs,
    Side,
    SymbolPair,
    TypePredicate,
)
from plancore.spelling import nearest

T = TypeVar("T")

_FIELDS: Final = (
    "learned",
    "reference",
    "confidence",
    "evidence",
    "parameters",
    "arguments",
    "cover",
    "side",
    "predicate",
    "type",
    "kind",
)
"""The fields of entries of any list."""

LISTS: Final = (
    "actions",
    "predicates",
    "negated",
    "functions",
    "types",
    "constants",
    "types_as_predicates",
    "refusals",
)


def pairs_data(pairs: Pairs) -> dict[str, list[dict[str, Any]]]:
    """What `pairs_from` reads back."""
    return {
        "actions": [
            _pair(pair) | {"parameters": dict(pair.parameters)} | _cover(pair)
            for pair in pairs.actions
        ],
        "predicates": [_symbol(pair) for pair in pairs.predicates if not pair.negated],
        "negated": [_symbol(pair) for pair in pairs.predicates if pair.negated],
        "functions": [_symbol(pair) for pair in pairs.functions],
        "types": [_pair(pair) for pair in pairs.types],
        "constants": [_pair(pair) for pair in pairs.constants],
        "types_as_predicates": [
            {
                "side": played.side.value,
                "predicate": played.predicate,
                "type": played.type,
                "confidence": played.confidence,
                "evidence": list(played.evidence),
            }
            for played in pairs.type_predicates
        ],
        "refusals": [
            {"kind": kind, "learned": mine, "reference": yours}
            for kind, mine, yours in pairs.refusals
        ],
    }


def _pair(pair: NamePair) -> dict[str, Any]:
    return {
        "learned": pair.learned,
        "reference": pair.reference,
        "confidence": pair.confidence,
        "evidence": list(pair.evidence),
    }


def _symbol(pair: SymbolPair) -> dict[str, Any]:
    return _pair(pair) | {"arguments": list(pair.arguments)} | _cover(pair)


def _cover(pair: ActionPair | SymbolPair) -> dict[str, bool]:
    return {"cover": True} if pair.is_cover else {}


def pairs_from(data: object) -> tuple[Pairs, list[str]]:
    """The pairs that `data` describes, and in a sentence each what is wrong with it.

    An entry that is wrong is left out.
    """
    if not isinstance(data, Mapping):
        return Pairs(), ["a mapping is an object with lists of pairs"]
    reader = _Reader(data)
    symbols = reader.entries("predicates", reader.symbol)
    negated = reader.entries("negated", lambda entry: reader.symbol(entry, negated=True))
    pairs = Pairs(
        actions=reader.entries("actions", reader.action),
        predicates=symbols + negated,
        functions=reader.entries("functions", reader.symbol),
        types=reader.entries("types", reader.pair),
        constants=reader.entries("constants", reader.pair),
        type_predicates=reader.entries("types_as_predicates", reader.type_predicate),
        refusals=reader.entries("refusals", reader.refusal),
    )
    return pairs, [*_unknown_lists(data), *reader.errors, *_clashes(pairs)]


def _unknown_lists(data: Mapping[Any, Any]) -> Iterator[str]:
    """Lists of pairs of which it is not known what they pair."""
    for key, value in data.items():
        is_of_pairs = isinstance(value, list) and any(
            isinstance(entry, Mapping) and "learned" in entry for entry in value
        )
        if is_of_pairs and key not in LISTS:
            yield f"`{key}` is none of the lists {', '.join(LISTS)}"


def _clashes(pairs: Pairs) -> Iterator[str]:
    """Pairs that say the same twice, or deny one another."""
    refused = set(pairs.refusals)
    for kind in ("actions", "predicates", "functions", "types", "constants"):
        said: set[Hashable] = set()
        for pair in getattr(pairs, kind):
            negated = isinstance(pair, SymbolPair) and pair.negated
            is_cover = isinstance(pair, ActionPair | SymbolPair) and pair.is_cover
            both = f"`{pair.learned}` and `{pair.reference}`"
            if (pair.learned, pair.reference, negated) in said:
                yield f"`{kind}` pairs {both} twice"
            elif not is_cover and said & {
                (Side.LEARNED, pair.learned),
                (Side.REFERENCE, pair.reference),
            }:
                yield f"`{kind}` pairs one of {both} with another name, too: that is a `cover`"
            if ("negated" if negated else kind, pair.learned, pair.reference) in refused:
                yield f"`{kind}` pairs {both}, which are refused"
            said.add((pair.learned, pair.reference, negated))
            if not is_cover:
                said |= {(Side.LEARNED, pair.learned), (Side.REFERENCE, pair.reference)}


class _WrongError(ValueError):
    """An entry is not what it should be; the text says what it should be."""


class _Reader:
    def __init__(self, data: Mapping[Any, Any]) -> None:
        self.data = data
        self.errors: list[str] = []

    def entries(self, name: str, read: Callable[[Mapping[Any, Any]], T]) -> tuple[T, ...]:
        entries = self.data.get(name, [])
        if not isinstance(entries, list):
            self.errors.append(f"`{name}` is a list of pairs")
            return ()
        return tuple(self._read(name, entries, read))

    def _read(
        self, name: str, entries: list[Any], read: Callable[[Mapping[Any, Any]], T]
    ) -> Iterator[T]:
        for number, entry in enumerate(entries):
            try:
                if not isinstance(entry, Mapping):
                    raise _WrongError("is an object")
                _check_spelling(entry)
                yield read(entry)
            except _WrongError as wrong:
                self.errors.append(f"`{name}[{number}]` {wrong}")

    def pair(self, entry: Mapping[Any, Any]) -> NamePair:
        return NamePair(*self._names(entry), *self._why(entry))

    def action(self, entry: Mapping[Any, Any]) -> ActionPair:
        parameters = entry.get("parameters", {})
        if not isinstance(parameters, Mapping) or not _are_names(parameters):
            raise _WrongError("has `parameters`: learned variable to the reference's")
        renamed = {_variable(mine): _variable(yours) for mine, yours in parameters.items()}
        if len({*renamed.values()}) < len(renamed):
            raise _WrongError("gives one parameter of the reference to two")
        names, why = self._names(entry), self._why(entry)
        return ActionPair(*names, *why, renamed, _is_cover(entry))

    def symbol(self, entry: Mapping[Any, Any], *, negated: bool = False) -> SymbolPair:
        arguments = entry.get("arguments", [])
        if not isinstance(arguments, list) or not _are_places(arguments):
            raise _WrongError("has `arguments`: different positions from 0, or null")
        names, why = self._names(entry), self._why(entry)
        placed: Arguments = tuple(arguments)
        return SymbolPair(*names, *why, placed, negated, _is_cover(entry))

    def type_predicate(self, entry: Mapping[Any, Any]) -> TypePredicate:
        side, predicate, name = (entry.get(key) for key in ("side", "predicate", "type"))
        if side not in tuple(Side) or not isinstance(predicate, str) or not isinstance(name, str):
            raise _WrongError("has `side` (learned or reference), `predicate` and `type`")
        return TypePredicate(Side(side), predicate.lower(), name.lower(), *self._why(entry))

    def refusal(self, entry: Mapping[Any, Any]) -> tuple[str, str, str]:
        kind = entry.get("kind")
        if kind not in LISTS[:-2]:
            raise _WrongError(f"has a `kind`, one of {', '.join(LISTS[:-2])}")
        return (str(kind), *self._names(entry))

    def _names(self, entry: Mapping[Any, Any]) -> tuple[str, str]:
        mine, yours = entry.get("learned"), entry.get("reference")
        if not isinstance(mine, str) or not isinstance(yours, str) or not mine or not yours:
            raise _WrongError("has two names, `learned` and `reference`")
        return mine.lower(), yours.lower()

    def _why(self, entry: Mapping[Any, Any]) -> tuple[float, tuple[str, ...]]:
        confidence, evidence = entry.get("confidence", 1.0), entry.get("evidence", [])
        if type(confidence) not in (int, float) or not 0 <= confidence <= 1:
            raise _WrongError("has a `confidence` in 0..1")
        if not isinstance(evidence, list) or not all(isinstance(text, str) for text in evidence):
            raise _WrongError("has `evidence`, a list of texts")
        return float(confidence), tuple(evidence)


def _check_spelling(entry: Mapping[Any, Any]) -> None:
    for key in entry:
        if isinstance(key, str) and key not in _FIELDS:
            meant = nearest(key, _FIELDS)
            if meant is not None and meant not in entry:
                raise _WrongError(f"has `{key}`: did you mean `{meant}`?")


def _is_cover(entry: Mapping[Any, Any]) -> bool:
    is_cover = entry.get("cover", False)
    if not isinstance(is_cover, bool):
        raise _WrongError("has a `cover` that is true or false")
    return is_cover


def _are_names(names: Mapping[Any, Any]) -> bool:
    return all(isinstance(name, str) and name for pair in names.items() for name in pair)


def _variable(name: str) -> str:
    return name.lower() if name.startswith("?") else f"?{name.lower()}"


def _are_places(places: list[Any]) -> bool:
    stated = [place for place in places if place is not None]
    return all(type(place) is int and place >= 0 for place in stated) and (
        len({*stated}) == len(stated)
    )
