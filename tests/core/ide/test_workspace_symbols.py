"""What is declared in a workspace and is called like what somebody types."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.ide.navigation.workspace_symbols import rank, workspace_symbols
from plancore.index.index import Index
from plancore.index.summary import summarise
from plancore.project import snapshot_of
from support.ferry import DOMAIN, PROBLEM

FILES = {"/w/d.pddl": DOMAIN, "/w/far/p.pddl": PROBLEM, "/w/far/p.plan": "(board red south)"}
INDEX = Index({name: summarise(snapshot_of(text, name)) for name, text in FILES.items()})


def names(query: str, most: int = 200) -> list[str]:
    found = workspace_symbols(INDEX, query, most)
    return [f"{symbol.kind} {name} in {container}" for symbol, _, name, container in found]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("board", ["action board in ferry", "predicate aboard in ferry"]),
        ("BOARD", ["action board in ferry", "predicate aboard in ferry"]),
        ("vhc", ["type vehicle in ferry"]),
        ("red", ["object red in two"]),
        ("ferry", ["domain ferry in ferry"]),
        ("nothing", []),
    ],
)
def test_names_are_found_in_any_file(query: str, expected: list[str]) -> None:
    assert names(query) == expected


def test_only_declarations_are_found() -> None:
    found = workspace_symbols(INDEX, "")
    declared = {(symbol, mention.file) for symbol, mention, *_ in found}
    assert len(declared) == len(found)
    assert not {file for _, file in declared} - {"/w/d.pddl", "/w/far/p.pddl"}
    for symbol, mention, name, _ in found:
        start, end = mention.span
        assert FILES[mention.file][start:end] == name
        assert name.lower() == symbol.name


def test_names_are_written_as_they_are_declared() -> None:
    text = (
        "(define (domain Ferry) (:types Car) (:predicates (At ?c - car))\n"
        "  (:action Board :parameters (?c - CAR) :effect (AT ?c)))\n"
    )
    index = Index({"/d.pddl": summarise(snapshot_of(text, "/d.pddl"))})
    found = {name: container for *_, name, container in workspace_symbols(index, "")}
    assert found == dict.fromkeys(["At", "Board", "Car", "Ferry"], "Ferry")


def test_no_more_are_found_than_are_asked_for() -> None:
    assert names("", most=3) == names("")[:3]


@given(st.text("ab", max_size=3), st.text("ab", max_size=5))
def test_a_name_fits_if_the_letters_stand_in_it_in_order(query: str, name: str) -> None:
    fits = query in [
        "".join(letter for i, letter in enumerate(name) if mask >> i & 1)
        for mask in range(1 << len(name))
    ]
    assert (rank(query, name) is not None) == fits
