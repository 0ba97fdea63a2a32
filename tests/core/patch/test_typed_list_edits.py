"""Names go from typed lists, and what is left stands where it stood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.domains import compare_domains
from plancore.merge.choice import Versions
from plancore.merge.texts import merge_texts
from plancore.snapshot import FileSnapshot

DOMAIN = """\
(define (domain d)
  (:requirements :typing)
  (:types
    car   ; on the road
    tram  ; on rails
    bus
      - vehicle
    stop vehicle - object)
  (:constants
    c1    ; the first
    c2 - car
    s1 - stop)
  (:functions
    (speed ?v - vehicle) (age ?v - vehicle) - number
    (cost))  ; of all
  (:predicates (p))
  (:action go :parameters () :precondition () :effect (p)))
"""
PROBLEM = """\
(define (problem q) (:domain d)
  (:objects
    a     ; the first
    b - place
    t - truck)
  (:init (p))
  (:goal (p)))
"""


@pytest.mark.parametrize(
    ("text", "lost", "left"),
    [
        (DOMAIN, "    tram  ; on rails\n", ""),
        (DOMAIN, "    car   ; on the road\n", ""),
        (DOMAIN, "\n    s1 - stop", ""),
        (DOMAIN, "(speed ?v - vehicle) (age ?v - vehicle) - number\n    (cost)", "(cost)"),
        (DOMAIN, "\n    (cost)", ""),
        (PROBLEM, "    a     ; the first\n", ""),
        (PROBLEM, "\n    t - truck", ""),
        (PROBLEM, "    b - place\n", "      - place\n"),
    ],
)
def test_what_is_left_of_a_section_keeps_its_layout(text: str, lost: str, left: str) -> None:
    assert lost in text
    if "car" in lost:
        text = text.replace("c2 - car", "c2 - bus")
    theirs = text.replace(lost, left)
    ours = text.replace("(define", "; ours\n(define", 1).replace("(p))", "(p))  ; mine", 1)
    merge = merge_texts(Versions(text, ours, theirs))
    assert merge.conflicts == ()
    assert merge.text is not None
    kept = [line.split(";")[0].strip() for line in theirs.splitlines()]
    assert [line.split(";")[0].strip() for line in merge.text.splitlines()][1:] == kept


NAMES = st.lists(st.sampled_from("abcdefgh"), min_size=2, max_size=8, unique=True)


@given(NAMES, st.data())
def test_who_stays_keeps_its_type(names: list[str], data: st.DataObject) -> None:
    gaps = data.draw(
        st.lists(
            st.sampled_from(["", "", " - t", " - u", "\n- t", " ; c\n- t", " - (either t u)"]),
            min_size=len(names),
            max_size=len(names),
        )
    )
    blanks = data.draw(
        st.lists(
            st.sampled_from([" ", "\n  ", " ; about\n "]), min_size=len(names), max_size=len(names)
        )
    )
    listed = "".join(f"{a}{name}{b}" for a, name, b in zip(blanks, names, gaps, strict=True))
    text = f"(define (domain d) (:types t u) (:constants{listed}\n) (:predicates (p)))"
    ours = FileSnapshot.of(text).domain
    assert ours is not None
    stays = data.draw(st.sets(st.sampled_from(names), min_size=1))
    kept = [f"{c.name} - {_either(c.types)}" for c in ours.constants if c.name in stays and c.types]
    kept += [c.name for c in ours.constants if c.name in stays and not c.types]
    wanted = f"(define (domain d) (:types t u) (:constants {' '.join(kept)}) (:predicates (p)))"
    merge = merge_texts(Versions(text, f"; here\n{text}", wanted))
    assert merge.conflicts == ()
    assert merge.text is not None
    now, then = FileSnapshot.of(merge.text).domain, FileSnapshot.of(wanted).domain
    assert now is not None
    assert then is not None
    assert compare_domains(now, then).is_same, merge.text
    assert {(c.name, c.types) for c in now.constants} == {(c.name, c.types) for c in then.constants}


def _either(types: tuple[str, ...]) -> str:
    return types[0] if len(types) == 1 else f"(either {' '.join(types)})"
