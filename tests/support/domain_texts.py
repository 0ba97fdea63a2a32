"""Random domains as text, in all the ways in which people lay conditions out."""

from __future__ import annotations

from hypothesis import strategies as st

_HEAD = """(define (domain d){nl}  (:requirements :strips :typing :negative-preconditions){nl}\
  (:types sub - top other){nl}  (:constants c - sub){nl}\
  (:predicates (p) (q ?x - top) (r ?x ?y - top) (s ?x - top ?y - other))"""
_PREDICATES = {"p": 0, "q": 1, "r": 2, "s": 2}
_TYPES = ("sub", "top", "other")


@st.composite
def domain_texts(draw: st.DrawFn, rich: bool = False) -> str:
    """A domain with two or three actions; `rich` adds what is no literal."""
    newline = draw(st.sampled_from(("\n", "\r\n")))
    pieces = [_HEAD.replace("{nl}", newline)]
    names = draw(st.lists(st.sampled_from("abc"), unique=True, min_size=2))
    for name in names:
        pieces.append(draw(_actions(name, newline, rich)))
    return newline.join(pieces) + draw(st.sampled_from((")", f"{newline}){newline}")))


@st.composite
def _actions(draw: st.DrawFn, name: str, newline: str, rich: bool) -> str:
    stem = draw(st.sampled_from(("x", "v", "arg")))
    count = draw(st.integers(0, 3))
    names = [f"?{stem}{number}" for number in range(count)]
    declared = [f"{n} - {draw(st.sampled_from(_TYPES))}" for n in names]
    slots = [f":parameters ({' '.join(declared)})"]
    terms = [*names, "c"]
    for keyword in (":precondition", ":effect"):
        condition = keyword == ":precondition"
        value = draw(_values(terms, newline, rich, condition))
        if value:
            slots.append(f"{keyword} {value}")
    gap = draw(st.sampled_from((" ", f"{newline}    ", f" ; about {name} ({newline}\t")))
    return f"  (:action {name}{gap}{gap.join(slots)}{draw(st.sampled_from(('', newline)))})"


@st.composite
def _values(draw: st.DrawFn, terms: list[str], newline: str, rich: bool, condition: bool) -> str:
    literals = draw(st.lists(_literals(terms, rich, condition), max_size=5))
    if not literals:
        return draw(st.sampled_from(("", "()", "(and)", f"(and{newline} )")))
    if len(literals) == 1 and draw(st.booleans()):
        return literals[0]
    if len(literals) > 2 and draw(st.booleans()):
        literals = [literals[0], f"(and {' '.join(literals[1:])})"]
    gap = draw(st.sampled_from((" ", f"{newline}      ", f" ; why ({newline}      ")))
    return f"(and {gap.join(literals)}{draw(st.sampled_from(('', gap)))})"


@st.composite
def _literals(draw: st.DrawFn, terms: list[str], rich: bool, condition: bool) -> str:
    predicate = draw(st.sampled_from(sorted(_PREDICATES)))
    args = [draw(st.sampled_from(terms)) for _ in range(_PREDICATES[predicate])]
    atom = f"({' '.join([predicate, *args])})"
    literal = draw(st.sampled_from((atom, atom.upper(), f"(not {atom})")))
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
    return draw(st.sampled_from(shapes))
