"""Lenses above predicates: the uses that they count are those that the text has."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from plancore.project import DomainLink
from plancore.report.use_lenses import use_lenses
from plancore.snapshot import FileSnapshot
from support.examples import DELIVERY

DOMAIN = """\
(define (domain d)
  (:requirements :adl :derived-predicates)
  (:predicates (at ?x) (free) (unused ?x) (known ?x))
  (:derived (known ?x) (at ?x))
  (:action go :parameters (?x ?y)
    :precondition (and (at ?x) (not (at ?y)) (or (free) (known ?y)))
    :effect (and (not (at ?x)) (at ?y) (when (free) (not (free))))))
"""


def lenses(text: str, before: FileSnapshot | None = None) -> tuple[FileSnapshot, list[str]]:
    """The file, and the title and texts of each lens."""
    file = FileSnapshot.of(text, "d", before)
    domain = file.first("domain")
    assert domain is not None
    return file, [
        f"{text[slice(*lens.span)]} | {lens.title} | "
        + " ".join(text[slice(*place.span)] for place in lens.places)
        for lens in use_lenses(DomainLink(file, domain))
    ]


def test_uses_are_counted_and_listed() -> None:
    assert lenses(DOMAIN)[1] == [
        "at | at: 3 needs · 1 add · 1 delete | (at ?x) (at ?x) (at ?y) (at ?x) (at ?y)",
        "free | free: 2 needs · 1 delete | (free) (free) (free)",
        "known | known: 1 need · 1 axiom | (known ?x) (known ?y)",
    ]


LITERALS = st.sampled_from(["(at ?x)", "(free)", "(not (at ?y))", "(unused ?x)"])
LISTS = st.lists(LITERALS, max_size=4)


@given(st.lists(st.tuples(LISTS, LISTS), min_size=1, max_size=3), LISTS)
def test_counts_are_those_of_the_text_also_after_an_edit(
    actions: list[tuple[list[str], list[str]]], new: list[str]
) -> None:
    def text(of: list[tuple[list[str], list[str]]]) -> str:
        head = "(define (domain d) (:predicates (at ?a) (free) (unused ?a))\n"
        bodies = (
            f"(:action a{number} :parameters (?x ?y) :precondition (and {' '.join(needs)})"
            f" :effect (and {' '.join(makes)}))\n"
            for number, (needs, makes) in enumerate(of)
        )
        return f"{head}{''.join(bodies)})"

    before, _ = lenses(text(actions))
    edited = [*actions[:-1], (new, actions[-1][1])]
    _, found = lenses(text(edited), before)
    assert found == lenses(text(edited))[1]
    expected = Counter(
        (literal.replace("(not ", "").strip("()").split()[0], kind)
        for needs, makes in edited
        for literal, kind in [
            *((each, "need") for each in needs),
            *((each, "delete" if "not" in each else "add") for each in makes),
        ]
    )
    counted = {
        (title.partition(":")[0], part.split()[1].rstrip("s")): int(part.split()[0])
        for title in (line.split(" | ")[1] for line in found)
        for part in title.partition(": ")[2].split(" · ")
    }
    assert counted == dict(expected)


def test_nothing_outside_the_domain_is_counted() -> None:
    problem = (DELIVERY / "p01.pddl").read_text()
    text = (DELIVERY / "reference.pddl").read_text()
    assert lenses(text)[1] == lenses(text + problem)[1]
