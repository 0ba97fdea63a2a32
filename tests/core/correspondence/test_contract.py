"""What a document of pairs promises of each field, whatever two models are given."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.correspondence.finding import find_pairs
from plancore.correspondence.stated.document import LISTS, mapping_text, pairs_data, read_mapping
from plancore.model.domain import OBJECT, Domain
from support.comparison import domain_of
from support.disguises import disguised
from support.own_domains import DISGUISES, OWN, OWN_DOMAINS, own_domain

Entry = Mapping[str, Any]


def _places(domain: Domain, kind: str) -> dict[str, int]:
    """How many arguments each predicate or function has."""
    return {symbol.name: len(symbol.parameters) for symbol in getattr(domain, kind)}


def _check_entry(entry: Entry, fields: set[str]) -> None:
    assert {*entry} - {"cover"} == {"confidence", "evidence", *fields}
    assert isinstance(entry["confidence"], float)
    assert 0 < entry["confidence"] <= 1
    assert entry["evidence"]
    assert all(isinstance(text, str) and text for text in entry["evidence"])
    assert entry.get("cover", True) is True


def _check_one_for_one(entries: list[Entry]) -> None:
    for side in ("learned", "reference"):
        names = [entry[side] for entry in entries if "cover" not in entry]
        assert len({*names}) == len(names)


def _check_actions(entries: list[Entry], learned: Domain, reference: Domain) -> None:
    ours, theirs = (
        {action.name: {p.name for p in action.parameters} for action in domain.actions}
        for domain in (learned, reference)
    )
    for entry in entries:
        _check_entry(entry, {"learned", "reference", "parameters"})
        parameters = entry["parameters"]
        assert {*parameters} <= ours[entry["learned"]]
        assert {*parameters.values()} <= theirs[entry["reference"]]
        assert len({*parameters.values()}) == len(parameters)


def _check_symbols(entries: list[Entry], ours: dict[str, int], theirs: dict[str, int]) -> None:
    for entry in entries:
        _check_entry(entry, {"learned", "reference", "arguments"})
        places = [place for place in entry["arguments"] if place is not None]
        assert len(entry["arguments"]) == ours[entry["learned"]]
        assert all(type(p) is int and 0 <= p < theirs[entry["reference"]] for p in places)
        assert len({*places}) == len(places)


def _check_types(data: Mapping[str, list[Entry]], learned: Domain, reference: Domain) -> None:
    types = {
        "learned": {*learned.hierarchy.names} - {OBJECT},
        "reference": {*reference.hierarchy.names} - {OBJECT},
    }
    predicates = {
        "learned": _places(learned, "predicates"),
        "reference": _places(reference, "predicates"),
    }
    for entry in data["types"]:
        _check_entry(entry, {"learned", "reference"})
        assert all(entry[side] in types[side] for side in types)
    for entry in data["types_as_predicates"]:
        _check_entry(entry, {"side", "predicate", "type"})
        side = entry["side"]
        other = "reference" if side == "learned" else "learned"
        assert predicates[side][entry["predicate"]] == 1
        assert entry["type"] in types[other]


def check(learned: Domain, reference: Domain) -> None:
    """Hold each field of the pairs of two models against the contract, and read them back."""
    pairs = find_pairs(learned, reference)
    data = json.loads(json.dumps(pairs_data(pairs)))
    assert tuple(data) == LISTS
    _check_actions(data["actions"], learned, reference)
    for kind in ("predicates", "negated", "functions"):
        declared = "functions" if kind == "functions" else "predicates"
        _check_symbols(data[kind], _places(learned, declared), _places(reference, declared))
    _check_types(data, learned, reference)
    for kind in ("actions", "functions", "types", "constants"):
        _check_one_for_one(data[kind])
    _check_one_for_one(data["predicates"] + data["negated"])
    text = mapping_text(pairs)
    again, wrong = read_mapping(text, learned, reference)
    assert not wrong
    assert mapping_text(again) == text


@given(OWN_DOMAINS, DISGUISES, st.integers(0, 1000), st.booleans())
def test_pairs_of_a_model_and_its_disguise(
    reference: Domain, disguise: Any, seed: int, turned: bool
) -> None:
    learned = domain_of(disguised(reference, disguise, seed).text)
    check(reference, learned) if turned else check(learned, reference)


@pytest.mark.slow
@pytest.mark.parametrize("name", OWN)
def test_pairs_of_models_of_different_things(name: str) -> None:
    for other in OWN:
        check(own_domain(name), own_domain(other))
