"""What may be shown between the words of domains and problems."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from plancore.diagnostic import Edit, Severity, apply_edits
from plancore.ide.information.hints import Hint, HintKind
from plancore.ide.information.inlay_hints import model_hints
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.workspace import Workspace
from support.corpus import LARGE_CORPORA, corpus_texts
from support.cpu import takes_linear_time
from support.ferry import DOMAIN, PROBLEM
from support.findings import findings

pytestmark = pytest.mark.server_behaviour(21)

LARGEST = 12_000
MOST_EDITS = 150
_LAST_TYPE = re.compile(r"(:parameters\s*\([^()]*?)\s+-\s+[\w-]+(\s*\))", re.IGNORECASE)
"""The type at the end of a list of parameters, which few leave out."""
YARD = """\
(define (domain yard)
  (:requirements :strips :typing :disjunctive-preconditions)
  (:types crate place - thing box - crate)
  (:predicates (at ?c - crate ?p - place) (shut ?b - box) (seen ?t - thing) (odd ?x))
  (:action look
    :parameters (?p - place)
    :precondition {condition}
    :effect (seen ?p)))
"""


def hints(text: str, span: Span | None = None, **others: str) -> list[Hint]:
    workspace = Workspace()
    for name, other in others.items():
        workspace.set_text(f"{name}.pddl", other)
    workspace.set_text("file.pddl", text)
    file = workspace.snapshot.files["file.pddl"]
    assert isinstance(file, FileSnapshot)
    return model_hints(workspace.snapshot, file, span or Span(0, len(text)), frozenset(HintKind))


def shown(text: str, condition: str) -> str:
    """The condition with its hints in it: between « and » where they may be written there, between
    ‹ and › elsewhere."""
    whole = text.replace("{condition}", condition)
    start = whole.index(condition)
    for hint in reversed(hints(whole)):
        label = f"«{hint.label}»" if hint.text else f"‹{hint.label}›"
        whole = f"{whole[: hint.offset]}{label}{whole[hint.offset :]}"
    return whole[start : whole.index("    :effect")].rstrip()


@pytest.mark.parametrize(
    "expected",
    [
        "(exists (?c«- crate») (at ?c ?p))",
        "(exists (?c - crate) (at ?c ?p))",
        "(exists (?c«- box») (and (at ?c ?p) (shut ?c) (seen ?c)))",
        "(exists (?c«- crate» ?d«- crate») (and (at ?c ?p) (at ?d ?p)))",
        "(exists (?c«- crate» ?q‹- place›) (at ?c ?q))",
        "(exists (?c«- crate» ?x) (and (at ?c ?p) (odd ?x)))",
        "(exists (?x ?c‹- crate›) (and (at ?c ?p) (odd ?x)))",
        "(exists (?c - crate ?q«- place») (at ?c ?q))",
        "(exists (?c) (and (shut ?c) (at ?c ?c)))",
        "(exists (?c) (unknown ?c))",
    ],
)
def test_types_that_variables_are_used_as(expected: str) -> None:
    condition = expected
    for label in ("crate", "box", "place"):
        condition = condition.replace(f"«- {label}»", "").replace(f"‹- {label}›", "")
    assert shown(YARD, condition) == expected


def test_a_domain_without_types_has_no_hints() -> None:
    text = "(define (domain d) (:predicates (p ?x)) (:action a :parameters (?x) :effect (p ?x)))"
    assert hints(text) == []


def test_parameters_of_facts() -> None:
    labels = [hint for hint in hints(PROBLEM, domain=DOMAIN) if hint.kind is HintKind.PARAMETERS]
    at = PROBLEM.index("(at red south)")
    here = [(h.offset - at, h.label) for h in labels if at <= h.offset < at + 14]
    assert here == [(4, "?c:"), (8, "?p:")]
    span = Span(at, at + 5)
    asked = [h for h in hints(PROBLEM, span, domain=DOMAIN) if h.kind is HintKind.PARAMETERS]
    assert [hint.offset for hint in asked] == [at + 4]


def test_names_are_shown_as_they_are_declared() -> None:
    domain = """(define (domain Yard) (:requirements :typing) (:types Crate)
      (:predicates (shut ?Crate - crate) (all))
      (:derived (all) (forall (?c) (shut ?c))))"""
    problem = """(define (problem p) (:domain yard) (:objects a - crate) (:init (shut a))
      (:goal (exists (?c) (shut ?c))))"""
    assert [(hint.label, hint.text) for hint in hints(domain)] == [("- Crate", " - Crate")]
    assert [(hint.label, hint.text) for hint in hints(problem, domain=domain)] == [
        ("?Crate:", ""),
        ("- Crate", " - Crate"),
    ]


@pytest.mark.parametrize("corpus", LARGE_CORPORA)
def test_what_is_written_says_the_same_without_an_error(corpus: Path) -> None:
    done = 0
    for path, typed_text in corpus_texts(corpus, max_bytes=LARGEST):
        text = _LAST_TYPE.sub(r"\1\2", typed_text)
        offered = [hint for hint in hints(text) if hint.kind is HintKind.TYPES]
        assert all(0 <= hint.offset <= len(text) for hint in offered)
        for hint in offered:
            if hint.text and done < MOST_EDITS:
                at = Span(hint.offset, hint.offset)
                typed = apply_edits(text, (Edit(at, hint.text),))
                assert not errors(typed) - errors(text), (path, hint)
                left = {(h.offset, h.label) for h in hints(typed) if h.kind is HintKind.TYPES}
                assert (hint.offset, hint.label) not in left
                done += 1
    assert done > 20


def errors(text: str) -> Counter[str]:
    return Counter(d.code for d in findings(text) if d.severity <= Severity.ERROR)


def test_hints_cost_as_much_as_there_are_parameters() -> None:
    def work(count: int) -> None:
        names = " ".join(f"?x{number}" for number in range(count))
        needs = " ".join(f"(p ?x{number})" for number in range(count))
        text = (
            "(define (domain d) (:requirements :typing) (:types t) (:predicates (p ?x - t))\n"
            f"(:action a :parameters ({names}) :precondition (and {needs})))"
        )
        workspace = Workspace()
        workspace.set_text("d.pddl", text)
        file = workspace.snapshot.files["d.pddl"]
        assert isinstance(file, FileSnapshot)
        hints = model_hints(workspace.snapshot, file, Span(0, len(text)), list(HintKind))
        assert len([*hints]) == count

    assert takes_linear_time(work, 250)
