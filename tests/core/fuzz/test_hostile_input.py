"""Texts made to hurt: deep, long, torn. Nothing raises, and time grows no faster than size.

The long tests take 50,000 of each; `FUZZ_SIZE=500000` takes more.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from plancore.diagnostic import apply_edits
from plancore.ide.formatting.edits import format_edits
from plancore.notation.plans.reader import read_plan
from plancore.project import PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.workspace import diagnostics

MANY = int(os.environ.get("FUZZ_SIZE", "50000"))

DOMAIN = "(define (domain d) (:predicates (p)) (:action a :precondition {} :effect (p)))"
PROBLEM = "(define (problem q) (:domain d) (:objects {}) (:init {}) (:goal (p)))"

MAKERS: dict[str, Callable[[int], str]] = {
    "nested lists in a condition": lambda n: DOMAIN.format("(" * n + ")" * n),
    "nested conjunctions": lambda n: DOMAIN.format("(and " * n + "(p)" + ")" * n),
    "nested negations": lambda n: DOMAIN.format("(not " * n + "(p)" + ")" * n),
    "nested atoms": lambda n: DOMAIN.format("(p " * n + ")" * n),
    "nested facts": lambda n: PROBLEM.format("a", "(p " * n + ")" * n),
    "nested at the top": lambda n: "(" * n + ")" * n,
    "only opening parentheses": lambda n: "(" * n,
    "only closing parentheses": lambda n: ")" * n,
    "openings with blanks": lambda n: "( " * n,
    "many definitions": lambda n: "(define (domain d))" * (n // 10),
    "many unclosed definitions": lambda n: "(define (domain d) " * (n // 10),
    "many unclosed sections": lambda n: "(define (domain d) " + "(:action a " * (n // 10),
    "many unclosed slots": lambda n: DOMAIN.format("(and (p) :effect " * (n // 10)),
    "many sections of one kind": lambda n: (
        "(define (domain d)" + "(:types a - b)" * (n // 10) + ")"
    ),
    "many same names": lambda n: PROBLEM.format("a " * n, "(p)"),
    "many same facts": lambda n: PROBLEM.format("a", "(p) " * n),
    "many unknown facts": lambda n: PROBLEM.format("a", "".join(f"(q{i} a)" for i in range(n))),
    "unclosed facts": lambda n: PROBLEM.format("a", "(p a " * n),
    "facts with comments": lambda n: PROBLEM.format("a", "(p) ; c\n" * n),
    "dashes": lambda n: PROBLEM.format("- " * n, "(p)"),
    "quotation marks": lambda n: '"' * n,
    "question marks": lambda n: DOMAIN.format("(p " + "?" * n + ")"),
    "colons": lambda n: ":" * n + "(:" * n,
    "blanks in bare requirements": lambda n: (
        f"(define (domain d) :requirements ({' ' * n}x; )\n (:predicates (p)))"
    ),
    "digits before dots": lambda n: PROBLEM.format(f"{'1' * n}a.. " + "b..c " * n, "(p a1) " * n),
    "words for dashes": lambda n: (
        f"(define (domain d) (:action a :parameters ({'?x in t ' * n}) :effect (p)))"
    ),
    "functions without parentheses": lambda n: (
        f"(define (domain d) (:functions (f ?x)) (:action a :effect (increase g (+ {'f a ' * n}))))"
    ),
    "operators that touch numbers": lambda n: PROBLEM.format("a", "(f a)=5 " * n + "(f)=" * n),
    "placeholders in brackets": lambda n: PROBLEM.format("a", "(p [a]) " * n + "(p" + " [a]" * n),
    "escaped line ends": lambda n: PROBLEM.format("a\\n" * n, "(p)\\n" * n + "\\n" * n),
    "facts before a call": lambda n: PROBLEM.format("a", "p " * n + "(p) " + "p a (p) " * n),
    "operators with colons": lambda n: DOMAIN.format("(:and " * n + "(p)" + ")" * n),
    "question marks and blanks": lambda n: DOMAIN.format("(p " + "? x " * n + ")"),
    "drafts": lambda n: "<think>\n" + "a b\n</think>\n(a b)\n" * n,
    "thinking sections that do not end": lambda n: "<think>\n(a b)\n" * n,
    "tags of answers": lambda n: "<answer>(a b)" * n,
    "tags of steps": lambda n: "<step>(a b)</step>" * n,
    "numbered sentences": lambda n: "(a b)\n" + "".join(f"{i}. go on\n" for i in range(n)),
    "numbered sentences between steps": lambda n: "1. (a b)\n2. go on\n" * n + "3. (a b)\n",
    "ellipses": lambda n: "(a b)\n" + "...\n" * n + "(a b)\n" + "... " * n,
    "facts below headings": lambda n: "1. (a b)\n" + "Effects:\n- (p)\n" * n,
    "words before a colon": lambda n: "the " * n + "effects " * n + ": (a b)",
    "words between steps": lambda n: "(a b)" + " and then (a b)" * n,
    "words before steps": lambda n: "First, then, and next, " * n + "(a b)",
    "fields of a log": lambda n: "12:00:00 " + "a | " * n + "(a b)",
    "brackets of a log": lambda n: "[" * n + "INFO] " + "[1] " * n + "(a b)",
    "blanks in tuples": lambda n: "('a'" + " " * n + "'b')\n" + "('a'," + " " * n + "\n",
    "tuples": lambda n: "('a', ['b', 'c'])\n" * n,
    "JSON Lines": lambda n: '{"response": "(a b)"}\n' * n,
    "nested replies": lambda n: '{"response": ' * n,
    "nested lists of replies": lambda n: '{"content": [' * n + '"(a b)"' + "]}" * n,
    "escapes in JSON": lambda n: '["' + "\\" * n + '"]' + '{"plan": "' + "\\n" * n,
    "JSON below text": lambda n: "Plan:\n" + '{"\n' * n,
    "statements about plans": lambda n: "no " * n + "plan solvable " * n + "un" * n,
    "results of unified-planning": lambda n: "PlanGenerationResult(plan=SequentialPlan([" * n,
    "times of unified-planning": lambda n: "(Fraction(1, 2), a(b), " * n,
    "blanks behind words of planners": lambda n: "\n".join(
        f"{word}{' ' * n}x"
        for word in ("unsolvable", "timeout", "plan length", "solution", "plan", "steps", "cost")
    ),
    "cells of a table": lambda n: "1\ta" + "\tb" * n + "!",
    "columns of a table": lambda n: "step" + ", c" * n + "\n1, 2.5",
    "words that lead to steps": lambda n: "plan-" * n,
    "plans one below the other": lambda n: "(a b)\n---\n" * n,
    "repeated connectives": lambda n: DOMAIN.format("(and " + "and " * n + "(p))"),
    "one long name": lambda n: DOMAIN.format(f"({'x' * n})"),
    "one long line": lambda n: PROBLEM.format("a b " * n, "(p a) (p b) " * n),
    "NULs": lambda n: "\0" * n + DOMAIN.format("\0" * n),
    "lone surrogates": lambda n: DOMAIN.format("(\ud800\udfff) " * n),
    "carriage returns": lambda n: (DOMAIN.format("(p)") + "\r") * (n // 20),
    "blanks": lambda n: " " * n + "\n" * n,
    "comments": lambda n: ";\n" * n,
    "fences": lambda n: "```\n" * n,
    "fences around definitions": lambda n: "```pddl\n(define (domain d))\n```\n" * (n // 20),
    "capitals that grow when lowered": lambda n: DOMAIN.format(f"({'İ' * n})"),
    "steps of a plan": lambda n: "(a b)\n" * n,
    "steps of a plan on one line": lambda n: "(a b) " * n,
    "stray backslashes": lambda n: "(a b)" + "\\" * n + " c\n(a b)" + "\\ " * n,
    "a type cycle": lambda n: (
        "(define (domain d) (:types " + " ".join(f"t{i} - t{(i + 1) % n}" for i in range(n)) + "))"
    ),
    "a chain of types": lambda n: (
        "(define (domain d) (:types " + " ".join(f"t{i} - t{i + 1}" for i in range(n)) + "))"
    ),
    "many parameters": lambda n: (
        "(define (domain d) (:action a :parameters ("
        + " ".join(f"?x{i}" for i in range(n))
        + ") :effect (p)))"
    ),
    "many predicates": lambda n: (
        "(define (domain d) (:predicates "
        + " ".join(f"(p{i})" for i in range(n))
        + ") (:action a))"
    ),
    "many misspelt names": lambda n: (
        "(define (domain d) (:predicates "
        + " ".join(f"(pr{i})" for i in range(n // 20))
        + ") (:action a :effect (and "
        + " ".join(f"(prx{i})" for i in range(n // 20))
        + ")))"
    ),
}


def work(text: str) -> None:
    file = snapshot_of(text, "file.pddl")
    found = diagnostics(ProjectSnapshot({"file.pddl": file}), "file.pddl")
    for diagnostic in found:
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
    if isinstance(file, PlanSnapshot):
        assert len(file.plan) <= len(text)
    else:
        assert len(read_plan(text)[0].steps) <= len(text)
    formatted = apply_edits(text, format_edits(file))
    assert len(formatted) <= 100 * len(text) + 1000
    middle = len(text) // 2
    edited = FileSnapshot.of(text).edited(slice_at(middle), "(")
    assert edited.text == f"{text[:middle]}({text[middle:]}"


def slice_at(offset: int) -> Span:
    return Span(offset, offset)


@pytest.mark.parametrize("name", MAKERS)
def test_two_thousand_of_it(name: str) -> None:
    work(MAKERS[name](2_000))  # twice the limit of recursion


@pytest.mark.long
@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", MAKERS)
def test_tens_of_thousands_of_it(name: str) -> None:
    # Time that grew with the square of the size would run into the limit.
    work(MAKERS[name](MANY))


@pytest.mark.parametrize(
    "text", ["", " ", "\ufeff", "\ufeff(define (domain d))", "\0", "(", ")", "\ud800"]
)
def test_next_to_nothing(text: str) -> None:
    work(text)
