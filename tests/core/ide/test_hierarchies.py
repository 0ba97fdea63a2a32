"""Types above and below a type, who uses whom, and from a name to what makes it true."""

from __future__ import annotations

import pytest

from plancore.ide.navigation.hierarchies import (
    HierarchyCall,
    TypeItem,
    incoming,
    named_at,
    outgoing,
    subtypes,
    supertypes,
    types_at,
)
from plancore.ide.navigation.references import implementations, type_definitions
from plancore.project import ProjectSnapshot
from plancore.snapshot import FileSnapshot
from plancore.workspace import Workspace

DOMAIN = """\
(define (domain farm)
  (:types cow sheep - animal tractor - (either machine thing) barn thing)
  (:constants main - barn)
  (:predicates (in ?a - animal ?b - barn) (fed ?a - animal) (calm))
  (:functions (milk ?c - cow) - number (owner ?c - cow) - thing)
  (:task care :parameters (?c - cow))
  (:derived (calm) (forall (?a - animal) (fed ?a)))
  (:method feeding :parameters (?c - cow) :task (care ?c) :subtasks (and (feed ?c) (drive ?c main)))
  (:action feed :parameters (?c - cow)
    :precondition (and (not (fed ?c)) (exists (?b - barn) (in ?c ?b)))
    :effect (and (fed ?c) (increase (milk ?c) 1)))
  (:action drive :parameters (?c - cow ?b - barn)
    :precondition (and (calm) (in ?c main))
    :effect (and (not (in ?c main)) (in ?c ?b) (not (fed ?c)))))
"""
PROBLEM = "(define (problem p) (:domain farm) (:objects berta - cow) (:init (fed berta)))"
PLAN = "(feed berta)\n"


def farm() -> ProjectSnapshot:
    workspace = Workspace()
    for name, text in (("d.pddl", DOMAIN), ("p.pddl", PROBLEM), ("p.plan", PLAN)):
        workspace.set_text(name, text)
    return workspace.snapshot


def at(project: ProjectSnapshot, word: str) -> tuple[str, int]:
    """The file and the offset of the first place where `word` stands."""
    for name in ("p.plan", "p.pddl", "d.pddl"):
        offset = project.files[name].text.find(word)
        if offset >= 0:
            return name, offset + 1
    raise AssertionError(word)


def names(items: list[TypeItem]) -> list[str]:
    for item in items:
        assert item.file == "d.pddl"
        assert DOMAIN[slice(*item.span)] == item.name
        assert item.span.start < DOMAIN.index("(:constants")
    return [item.name for item in items]


@pytest.mark.parametrize(
    ("word", "types", "above", "below"),
    [
        ("cow sheep", ["cow"], ["animal"], []),
        ("animal tractor", ["animal"], [], ["cow", "sheep"]),
        ("tractor", ["tractor"], ["machine", "thing"], []),
        ("machine", ["machine"], [], ["tractor"]),
        ("berta - cow", ["cow"], ["animal"], []),
        ("berta)", ["cow"], ["animal"], []),
        ("main - barn", ["barn"], [], []),
        ("?a - animal ?b", ["animal"], [], ["cow", "sheep"]),
        ("owner", ["thing"], [], ["tractor"]),
        ("calm", [], [], []),
        (":types", [], [], []),
    ],
)
def test_types(word: str, types: list[str], above: list[str], below: list[str]) -> None:
    project = farm()
    name, offset = at(project, word)
    found = types_at(project, project.files[name], offset)
    assert names(found) == types
    domain = project.files["d.pddl"]
    assert isinstance(domain, FileSnapshot)
    for item in found:
        assert names(supertypes(domain, item.name)) == above
        assert names(subtypes(domain, item.name)) == below


def calls(found: list[HierarchyCall]) -> list[str]:
    return [
        f"{call.other.kind.value} {call.other.name}: {', '.join(call.roles)} x{len(call.spans)}"
        for call in found
    ]


@pytest.mark.parametrize(
    ("word", "users", "used"),
    [
        (
            "in ?a",
            [
                "action feed: needs x1",
                "action drive: needs, deletes, adds x3",
            ],
            [],
        ),
        (
            "calm)",
            ["action drive: needs x1"],
            ["predicate fed: needs x1"],
        ),
        (
            "fed berta",
            [
                "predicate calm: needs x1",
                "action feed: needs false, adds x2",
                "action drive: deletes x1",
            ],
            [],
        ),
        (
            "feed berta",
            ["method feeding: mentions x1"],
            [
                "predicate fed: needs false, adds x2",
                "predicate in: needs x1",
                "function milk: changes x1",
            ],
        ),
        (
            "feeding",
            [],
            [
                "task care: mentions x1",
                "action feed: mentions x1",
                "action drive: mentions x1",
            ],
        ),
        ("care", ["method feeding: mentions x1"], []),
    ],
)
def test_calls(word: str, users: list[str], used: list[str]) -> None:
    project = farm()
    name, offset = at(project, word)
    named = named_at(project, project.files[name], offset)
    assert named is not None
    assert DOMAIN[slice(*named.name_span)] == named.name
    assert named.span.start <= named.name_span.start <= named.name_span.end <= named.span.end
    domain = project.files["d.pddl"]
    assert isinstance(domain, FileSnapshot)
    of_named = named.kind, named.name
    assert calls(list(incoming(domain, *of_named))) == users
    assert calls(list(outgoing(domain, *of_named))) == used
    for call in incoming(domain, *of_named):
        assert all(call.other.span.contains(span.start) for span in call.spans)


def test_who_is_used_by_one_is_used_by_it() -> None:
    """Both directions tell of the same places."""
    domain = farm().files["d.pddl"]
    assert isinstance(domain, FileSnapshot)
    project, forth, back = farm(), set(), set()
    named = (named_at(project, project.files["d.pddl"], offset) for offset in range(len(DOMAIN)))
    for one in {each for each in named if each is not None}:
        this = (one.kind, one.name)
        for call in incoming(domain, *this):
            forth |= {((call.other.kind, call.other.name), this, span) for span in call.spans}
        for call in outgoing(domain, *this):
            back |= {(this, (call.other.kind, call.other.name), span) for span in call.spans}
    assert forth == back
    assert len(forth) > 10


@pytest.mark.parametrize("word", ["berta)", "?c - cow", "barn", ":types", "farm"])
def test_what_calls_nothing(word: str) -> None:
    project = farm()
    name, offset = at(project, word)
    assert named_at(project, project.files[name], offset) is None


@pytest.mark.parametrize(
    ("word", "types", "makers"),
    [
        ("fed berta", [], ["feed"]),
        ("in ?a", [], ["drive"]),
        ("calm", [], ["calm"]),
        ("milk", [], ["feed"]),
        ("care", [], ["feeding"]),
        ("berta - ", ["cow"], []),
        ("main)", ["barn"], []),
        ("owner", ["thing"], []),
        ("?b - barn", ["barn"], []),
        ("sheep", ["sheep"], []),
        ("farm", [], []),
    ],
)
def test_going_to_types_and_to_what_makes_true(
    word: str, types: list[str], makers: list[str]
) -> None:
    project = farm()
    name, offset = at(project, word)
    file = project.files[name]
    for find, expected in ((type_definitions, types), (implementations, makers)):
        found = list(find(project, file, offset))
        assert [DOMAIN[slice(*target.name)] for target in found] == expected
        assert all(target.origin.contains(offset) for target in found)
