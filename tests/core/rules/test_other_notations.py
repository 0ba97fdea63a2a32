"""PDDL as it is written by people who know another notation: one finding for each mistake, at its
place, and a fix after which nothing is left of it.

Each kind is put into texts that are right: a domain and a problem with drawn names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.findings import findings
from support.mistakes import DOMAIN, NAMES, PROBLEM, ROLES, USUAL, Kind, assert_told_once

KINDS: Final[Mapping[str, Kind]] = {
    "parameters as lists of a type and a variable": Kind(
        "malformed-typed-list",
        "expected a parameter, found a list",
        "(?a - {agent} ?from ?to - {place})",
        "(({agent} ?a) ({place} ?from) ({place} ?to))",
        3,
    ),
    "parameters as lists of a variable and a type": Kind(
        "malformed-typed-list",
        "expected a parameter, found a list",
        "(?a - {agent} ?from - {place})",
        "((?a - {agent}) (?from - {place}))",
        2,
    ),
    "the colon of the first keyword at its end": Kind(
        "unknown-keyword",
        "unknown keyword `parameters:`; did you mean `:parameters`?",
        ":parameters (?a - {agent} ?from ?to",
        "parameters: (?a - {agent} ?from ?to",
    ),
    "the colon of a short keyword at its end": Kind(
        "unknown-keyword",
        "unknown keyword `params:`; did you mean `:parameters`?",
        ":parameters (?a - {agent} ?from ?to",
        "params: (?a - {agent} ?from ?to",
    ),
    "operators with a colon": Kind(
        "foreign-sign",
        "an operator has no colon; write `and`",
        "(and ({at} ?a ?to) (not ({at} ?a ?from)) ({late}))",
        "(:and ({at} ?a ?to) (:not ({at} ?a ?from)) ({late}))",
        2,
    ),
    "an operator with a colon in a precondition": Kind(
        "foreign-sign",
        "an operator has no colon; write `and`",
        "(and ({at} ?a ?from) ({road} ?from ?to) ({wet} ?to))",
        "(:and ({at} ?a ?from) ({road} ?from ?to) ({wet} ?to))",
    ),
    "an operator with a colon in a goal": Kind(
        "foreign-sign",
        "an operator has no colon; write `and`",
        "(and ({at} {ann} {yard}) ({late}))",
        "(:AND ({at} {ann} {yard}) ({late}))",
    ),
    "blanks after question marks of an atom": Kind(
        "foreign-sign",
        "blank after `?`; write `?a`",
        "({at} ?a ?from) ({road}",
        "({at} ? a ? from) ({road}",
        2,
    ),
    "a blank after the question mark of a parameter": Kind(
        "foreign-sign",
        "blank after `?`; write `?a`",
        "(?a - {agent} ?from ?to",
        "(? a - {agent} ?from ?to",
    ),
    "full stops after facts": Kind(
        "bare-atom",
        "`.` after a formula is not part of PDDL",
        "({at} {ann} {hall}) ({road} {hall} {yard}) ({wet} {yard})",
        "({at} {ann} {hall}). ({road} {hall} {yard}).\n ({wet} {yard}).",
        3,
    ),
    "an unknown word before a formula of a precondition": Kind(
        "unknown-operator",
        "unknown operator `zap` applied to formulas",
        "({road} ?from ?to)",
        "(zap ({road} ?from ?to))",
    ),
    "an unknown word before a precondition": Kind(
        "unknown-operator",
        "unknown operator `zap` applied to formulas",
        ":precondition ({at} ?a ?from)",
        ":precondition (zap ({at} ?a ?from))",
    ),
    "an unknown word before formulas of a goal": Kind(
        "unknown-operator",
        "unknown operator `zap` applied to formulas",
        "(and ({at} {ann} {yard}) ({late}))",
        "(and (zap ({at} {ann} {yard})) (zap ({late})))",
        2,
    ),
    "an operator between formulas": Kind(
        "unknown-operator",
        "expected the operator first; write `(and …)`",
        "(and ({at} ?a ?from) ({road} ?from ?to) ({wet} ?to))",
        "(({at} ?a ?from) and ({road} ?from ?to) AND ({wet} ?to))",
    ),
    "an operator between effects": Kind(
        "unknown-operator",
        "expected the operator first; write `(and …)`",
        "(and ({at} ?a ?to) (not ({at} ?a ?from)) ({late}))",
        "(({at} ?a ?to) & not ({at} ?a ?from) & ({late}))",
    ),
    "an operator between goals": Kind(
        "unknown-operator",
        "expected the operator first; write `(or …)`",
        "(and ({at} {ann} {yard}) ({late}))",
        "(({at} {ann} {yard}) || ({late}))",
    ),
    "an operator between goals without parentheses": Kind(
        "unknown-operator",
        "expected the operator first; write `(and …)`",
        "(and ({at} {ann} {yard}) ({late}))",
        "({at} {ann} {yard}) and ({late})",
    ),
    "an operator between calls": Kind(
        "unknown-operator",
        "expected the operator first; write `(and …)`",
        "(and ({at} ?a ?from) ({road} ?from ?to) ({wet} ?to))",
        "({at}(?a, ?from) and {road}(?from, ?to) and not {wet}(?to))",
    ),
    "an operator between calls without parentheses": Kind(
        "unknown-operator",
        "expected the operator first; write `(and …)`",
        "(and ({at} {ann} {yard}) ({late}))",
        "{at}({ann}, {yard}) and {late}()",
    ),
    "an operator between conditions without parentheses": Kind(
        "unknown-operator",
        "expected the operator first; write `(or …)`",
        "(and ({at} ?a ?from) ({road} ?from ?to) ({wet} ?to))",
        "{at}(?a, ?from) or ({road} ?from ?to) or {wet}(?to)",
    ),
    "an implication between formulas": Kind(
        "unknown-operator",
        "expected the operator first; write `(imply A B)`",
        ":precondition ({at} ?a ?from)",
        ":precondition (({late}) => ({at} ?a ?from))",
    ),
    "operators between facts": Kind(
        "misplaced-operator",
        "operators are not allowed in `:init`; list the facts one after another",
        "({at} {ann} {hall}) ({road} {hall} {yard})",
        "(({at} {ann} {hall}) and ({road} {hall} {yard}))",
    ),
    "a predicate between variables": Kind(
        "undeclared-predicate",
        "expected the predicate `{road}` first; write `({road} ?from ?to)`",
        "({road} ?from ?to)",
        "(?from {road} ?to)",
    ),
    "a predicate after its argument": Kind(
        "undeclared-predicate",
        "expected the predicate `{wet}` first; write `({wet} ?from)`",
        ":effect ({wet} ?from)",
        ":effect (?from {wet})",
    ),
    "predicates between objects of facts": Kind(
        "undeclared-predicate",
        "expected the predicate `{at}` first; write `({at} {ann} {hall})`",
        "({at} {ann} {hall}) ({road} {hall} {yard})",
        "({ann} {at} {hall}) ({hall} {road} {yard})",
        2,
    ),
    "a predicate between objects of a goal": Kind(
        "undeclared-predicate",
        "expected the predicate `{at}` first; write `({at} {ann} {yard})`",
        "({at} {ann} {yard}) ({late})",
        "({ann} {at} {yard}) ({late})",
    ),
    "a state before a predicate": Kind(
        "undeclared-predicate",
        "expected the predicate `{at}` first; write `({at} {ann} {yard})`",
        "({at} {ann} {yard}) ({late})",
        "(s2 {at} {ann} {yard}) ({late})",
    ),
    "calls in a precondition": Kind(
        "malformed-formula",
        "expected the name inside the parentheses; write `({at} ?a ?from)`",
        "({at} ?a ?from) ({road} ?from ?to)",
        "{at}(?a, ?from) {road}(?from, ?to)",
        2,
    ),
    "a call as effect, negated": Kind(
        "malformed-formula",
        "expected the name inside the parentheses; write `(not ({at} ?a ?from))`",
        "(not ({at} ?a ?from))",
        "not({at}(?a, ?from))",
    ),
    "calls as facts": Kind(
        "malformed-formula",
        "expected the name inside the parentheses; write `({at} {ann} {hall})`",
        "({at} {ann} {hall}) ({road} {hall} {yard}) ({wet} {yard})",
        "{at}({ann}, {hall}), {road}({hall}, {yard})\n    {wet}({yard})",
        3,
    ),
    "a call after facts": Kind(
        "malformed-formula",
        "expected the name inside the parentheses; write `({wet} {yard})`",
        "({wet} {yard})",
        "{wet}({yard})",
    ),
    "a call as goal": Kind(
        "malformed-formula",
        "expected the name inside the parentheses; write `({at} {ann} {yard})`",
        "(and ({at} {ann} {yard}) ({late}))",
        "{at}({ann}, {yard})",
    ),
    "a call between parentheses": Kind(
        "malformed-formula",
        "expected one pair of parentheses; write `({road} ?from ?to)`",
        "({road} ?from ?to)",
        "({road}(?from, ?to))",
    ),
    "a call between parentheses as fact": Kind(
        "malformed-formula",
        "expected one pair of parentheses; write `({at} {ann} {hall})`",
        "({at} {ann} {hall})",
        "({at}({ann}, {hall}))",
    ),
    **{
        f"colons before types: {new}": Kind(
            "malformed-typed-list",
            f"expected `-` before a type; write `{meant}`",
            "?a - {agent} ?from ?to - {place})\n    :precondition (and",
            f"{new})\n    :precondition (and",
            many,
        )
        for new, meant, many in (
            ("?a: {agent}, ?from: {place}, ?to: {place}", "?a -", 3),
            ("?a:{agent},?from:{place},?to:{place}", "?a - {agent}", 3),
            ("?a : {agent} ?from , ?to : {place}", "- {agent}", 2),
            ("?a - {agent} ?from ?to:{place}", "?to - {place}", 1),
        )
    },
    **{
        f"colons before types of objects: {new}": Kind(
            "malformed-typed-list",
            f"expected `-` before a type; write `{meant}`",
            "{ann} - {agent} {hall} {yard} - {place}",
            new,
            many,
        )
        for new, meant, many in (
            ("{ann}: {agent}, {hall}: {place}, {yard}: {place}", "{ann} -", 3),
            ("{ann}:{agent} {hall}:{place} {yard}:{place}", "{ann} - {agent}", 3),
            ("{ann} : {agent}\n {hall} {yard} : {place}", "- {agent}", 2),
        )
    },
    "colons before types of a predicate": Kind(
        "malformed-typed-list",
        "expected `-` before a type; write `?x - {agent}`",
        "?x - {agent} ?y - {place}",
        "?x:{agent}, ?y:{place}",
        2,
    ),
    "colons before parents": Kind(
        "malformed-typed-list",
        "expected `-` before a type; write `{place} -`",
        "{agent} {place} - object",
        "{agent}, {place}: object",
    ),
    **{
        f"semicolons between names: {new}": Kind(
            "missing-parenthesis",
            "missing `)`: it is in a comment, as `;` does not separate names",
            old,
            new,
        )
        for old, new in (
            ("{agent} {place} - object)", "{agent} - object; {place} - object)"),
            ("{agent} {place} - object)", "{agent} - object ; {place} - object ;)"),
            ("{agent} {place} - object)", "{agent};\n {place};)"),
            ("?x - {agent} ?y - {place})", "?x - {agent}; ?y - {place})"),
            ("?a - {agent} ?from ?to - {place})", "?a - {agent}; ?from - {place}; ?to - {place})"),
            ("{ann} - {agent} {hall} {yard} - {place}", "{ann} - {agent}; {hall} {yard} - {place}"),
        )
    },
    "predicates as words": Kind(
        "malformed-section",
        "expected predicates in parentheses; write `({at} ?a - {agent} ?from - {place})`",
        """({at} ?x - {agent} ?y - {place})
    ({road} ?x ?y - {place})
    ({wet} ?y - {place})
    ({late})""",
        "{at} {road} {wet} {late}",
        4,
    ),
    "a predicate as word": Kind(
        "malformed-section",
        "expected predicates in parentheses; write `({late})`",
        "({late}))\n  (:action",
        "{late})\n  (:action",
    ),
    "predicates without parentheses": Kind(
        "malformed-section",
        "expected predicates in parentheses; write `({road} ?x ?y - {place})`",
        "({road} ?x ?y - {place})\n    ({wet} ?y - {place})\n    ({late})",
        "{road} ?x ?y - {place}, {wet} ?y - {place}, {late}",
        3,
    ),
    "types before parameters": Kind(
        "malformed-typed-list",
        "expected the type after its variables; write `?a - {agent}`",
        "?a - {agent} ?from ?to - {place}",
        "{agent} ?a, {place} ?from, {place} ?to",
    ),
    "types before variables of a predicate": Kind(
        "malformed-typed-list",
        "expected the type after its variables; write `?x - {agent}`",
        "?x - {agent} ?y - {place}",
        "{agent} ?x {place} ?y",
    ),
    "a type before the variable of a predicate": Kind(
        "malformed-typed-list",
        "expected the type after its variables; write `?y - {place}`",
        "({wet} ?y - {place})",
        "({wet} {place} ?y)",
    ),
    "types before objects": Kind(
        "malformed-typed-list",
        "expected the type after its names; write `{ann} - {agent}`",
        "{ann} - {agent} {hall} {yard} - {place}",
        "{agent} {ann}, {place} {hall}, {place} {yard}",
    ),
    **{
        f"`{section}` as a section": Kind(
            "unknown-section",
            f"unknown section `{section}`; did you mean `:{section}`?",
            f"(:{section}",
            f"({section}",
        )
        for section in ("requirements", "types", "predicates", "domain", "objects", "init", "goal")
    },
    "`:init` without parentheses": Kind(
        "missing-parenthesis",
        "`:init` is not in parentheses; write `(:init …)`",
        "(:init ({at} {ann} {hall}) ({road} {hall} {yard}) ({wet} {yard}))",
        ":init ({at} {ann} {hall}) ({road} {hall} {yard}) ({wet} {yard})",
    ),
    "`:objects` and `:domain` without parentheses": Kind(
        "missing-parenthesis",
        "`:domain` is not in parentheses; write `(:domain …)`",
        "(:domain {domain})\n  (:objects {ann} - {agent} {hall} {yard} - {place})",
        ":domain {domain}\n  :objects {ann} - {agent} {hall} {yard} - {place}",
        2,
    ),
    "`init:` as a section": Kind(
        "unknown-section",
        "unknown section `init:`; did you mean `:init`?",
        "(:init",
        "(init:",
    ),
    "`action` as a section": Kind(
        "unknown-section",
        "unknown section `action`; did you mean `:action`?",
        "(:action",
        "(action",
        2,
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_mistake_is_told_once_and_its_fix_leaves_nothing(kind: str) -> None:
    assert_told_once(KINDS[kind], USUAL)


@given(st.sampled_from(sorted(KINDS)), st.permutations(NAMES))
def test_names_do_not_matter(kind: str, names: list[str]) -> None:
    assert_told_once(KINDS[kind], dict(zip(ROLES, names, strict=False)))


@pytest.mark.parametrize(
    "goal", ["", ":init", ":init (p) and (q)", "and", "p(", "(p) and", "and (p)"]
)
def test_what_is_no_formula_is_no_error_of_ours(goal: str) -> None:
    text = PROBLEM.format(**USUAL).replace("(and (at ann yard) (late))", goal)
    assert findings(text, DOMAIN.format(**USUAL))


def test_sections_of_a_problem_without_a_colon_in_a_domain() -> None:
    text = DOMAIN.format(**USUAL)
    for section in ("(init)", "(init:(late))", "(objects:)", "(init:late)", "()"):
        assert findings(text.replace("  (:types", f"  {section}\n  (:types"))
