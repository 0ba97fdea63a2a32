"""Random domains as text, in all the ways in which people lay conditions out."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

_HEAD = """(define (domain d){nl}  (:requirements :strips :typing :negative-preconditions){nl}\
  (:types sub - top other){nl}  (:constants c - sub){nl}\
  (:predicates (p) (q ?x - top) (r ?x ?y - top) (s ?x - top ?y - other))"""
_PREDICATES = {"p": 0, "q": 1, "r": 2, "s": 2}
_TYPES = ("sub", "top", "other")


@cache
def _one_of(choices: tuple[str, ...]) -> st.SearchStrategy[str]:
    # To make a strategy takes longer than to draw from it, so each is made once.
    return st.sampled_from(choices)


_NAMES = st.lists(_one_of(("a", "b", "c")), unique=True, min_size=2)


@st.composite
def domain_texts(draw: st.DrawFn, rich: bool = False) -> str:
    """A domain with two or three actions; `rich` adds what is no literal."""
    newline = draw(_one_of(("\n", "\r\n")))
    pieces = [_HEAD.replace("{nl}", newline)]
    for name in draw(_NAMES):
        pieces.append(draw(_actions(name, newline, rich)))
    return newline.join(pieces) + draw(_one_of((")", f"{newline}){newline}")))


@cache
@st.composite
def _actions(draw: st.DrawFn, name: str, newline: str, rich: bool) -> str:
    stem = draw(_one_of(("x", "v", "arg")))
    count = draw(st.integers(0, 3))
    names = [f"?{stem}{number}" for number in range(count)]
    declared = [f"{n} - {draw(_one_of(_TYPES))}" for n in names]
    slots = [f":parameters ({' '.join(declared)})"]
    terms = (*names, "c")
    for keyword in (":precondition", ":effect"):
        condition = keyword == ":precondition"
        value = draw(_values(terms, newline, rich, condition))
        if value:
            slots.append(f"{keyword} {value}")
    gap = draw(_one_of((" ", f"{newline}    ", f" ; about {name} ({newline}\t")))
    return f"  (:action {name}{gap}{gap.join(slots)}{draw(_one_of(('', newline)))})"


@cache
@st.composite
def _values(
    draw: st.DrawFn, terms: tuple[str, ...], newline: str, rich: bool, condition: bool
) -> str:
    literals = draw(st.lists(_literals(terms, rich, condition), max_size=5))
    if not literals:
        return draw(_one_of(("", "()", "(and)", f"(and{newline} )")))
    if len(literals) == 1 and draw(st.booleans()):
        return literals[0]
    if len(literals) > 2 and draw(st.booleans()):
        literals = [literals[0], f"(and {' '.join(literals[1:])})"]
    gap = draw(_one_of((" ", f"{newline}      ", f" ; why ({newline}      ")))
    return f"(and {gap.join(literals)}{draw(_one_of(('', gap)))})"


@cache
@st.composite
def _literals(draw: st.DrawFn, terms: tuple[str, ...], rich: bool, condition: bool) -> str:
    predicate = draw(_one_of(tuple(_PREDICATES)))
    args = [draw(_one_of(terms)) for _ in range(_PREDICATES[predicate])]
    atom = f"({' '.join([predicate, *args])})"
    literal = draw(_one_of(("{}", "{}", "(not {})"))).format(atom)
    if not rich:
        return literal
    other = draw(_literals(terms, False, condition))
    shapes: tuple[str, ...]
    if condition:
        shapes = (
            literal,
            f"(or {literal} {other})",
            f"(not (or {literal} {other}))",
            f"(imply {literal} {other})",
            f"(forall (?z - top) (and (q ?z) {other}))",
        )
    else:
        shapes = (
            literal,
            f"(when {other} {literal})",
            f"(when (p) (and {literal} {other}))",
            f"(forall (?z - top) (when (q ?z) (and {literal} {other})))",
        )
    return shapes[draw(st.integers(0, len(shapes) - 1))]
