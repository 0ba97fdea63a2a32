"""PDDL as beginners and language models write it: one finding for each mistake, and a fix that
gives back the text that is meant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from plancore.diagnostic import apply_edits
from support.mistakes import DOMAIN, NAMES, PROBLEM, ROLES, USUAL, Kind, assert_told_once, checked
from support.mistakes import words as words_of

CALLED: Final = "expected the name inside the parentheses; write "
FIRST: Final = "expected the operator first; write "
TYPES_FIRST: Final = "expected the type after its names; write "
NO_DASH: Final = "expected `-` before a type, found "
FACTS: Final = "({at} {ann} {hall}) ({road} {hall} {yard}) ({wet} {yard})"
ALL: Final = "(and ({at} ?a ?from) ({road} ?from ?to) ({wet} ?to))"
GOAL: Final = "(and ({at} {ann} {yard}) ({late}))"
MOVED: Final = "(and ({at} ?a ?to) (not ({at} ?a ?from)) ({late}))"
OBJECTS: Final = "{ann} - {agent} {hall} {yard} - {place}"
PARAMETERS: Final = "?a - {agent} ?from ?to - {place}"
TYPED: Final = "?x - {agent} ?y - {place}"

KINDS: Final[Mapping[str, Kind]] = {
    "calls with a blank as facts": Kind(
        "bare-atom",
        f"{CALLED}`({{at}} {{ann}} {{hall}})`",
        FACTS,
        "{at} ({ann} {hall}) {road} ({hall}, {yard}) {wet} ({yard})",
        3,
    ),
    "a call with a blank as fact": Kind(
        "bare-atom",
        f"{CALLED}`({{wet}} {{yard}})`",
        "({wet} {yard})",
        "{wet} ({yard})",
    ),
    "a call with a blank as goal": Kind(
        "bare-atom",
        f"{CALLED}`({{at}} {{ann}} {{yard}})`",
        "({at} {ann} {yard}) ({late})",
        "{at} ({ann} {yard}) ({late})",
    ),
    "calls with a blank in a precondition": Kind(
        "malformed-formula",
        f"{CALLED}`({{at}} ?a ?from)`",
        "({at} ?a ?from) ({road} ?from ?to)",
        "{at} (?a ?from) {road} (?from, ?to)",
        2,
    ),
    "arguments in parentheses": Kind(
        "malformed-formula",
        "expected one pair of parentheses; write `({road} ?from ?to)`",
        "({road} ?from ?to)",
        "({road} (?from ?to))",
    ),
    "each argument in parentheses": Kind(
        "undeclared-function",
        "expected arguments without parentheses; write `?from`",
        "({road} ?from ?to)",
        "({road} (?from) (?to))",
        2,
    ),
    "arguments of facts in parentheses": Kind(
        "undeclared-function",
        "expected arguments without parentheses; write `{ann} {hall}`",
        "({at} {ann} {hall})",
        "({at} ({ann} {hall}))",
    ),
    "each argument of the last fact in parentheses": Kind(
        "undeclared-function",
        "expected arguments without parentheses; write `{yard}`",
        "({wet} {yard})",
        "({wet} ({yard}))",
    ),
    "a word around a fact": Kind(
        "unknown-operator",
        "unknown operator `zap` applied to formulas",
        "({at} {ann} {hall})",
        "(zap ({at} {ann} {hall}))",
    ),
    "a word around each fact": Kind(
        "unknown-operator",
        "unknown operator `zap` applied to formulas",
        FACTS,
        "(zap ({at} {ann} {hall})) (zap ({road} {hall} {yard})) (zap ({wet} {yard}))",
        3,
    ),
    "`and` also between formulas": Kind(
        "bare-atom",
        "expected `and` once, before its formulas; write `(and …)`",
        ALL,
        "(and ({at} ?a ?from) and ({road} ?from ?to) & ({wet} ?to))",
        2,
    ),
    "`and` also between goals": Kind(
        "bare-atom",
        "expected `and` once, before its formulas; write `(and …)`",
        GOAL,
        "(AND ({at} {ann} {yard}) AND ({late}))",
    ),
    "an operator before a proposition": Kind(
        "unknown-operator",
        f"{FIRST}`(and …)`",
        GOAL,
        "({at} {ann} {yard}) && {late}",
    ),
    "an operator before a proposition in parentheses": Kind(
        "unknown-operator",
        f"{FIRST}`(and …)`",
        GOAL,
        "(({at} {ann} {yard}) and {late})",
    ),
    "a negation between effects": Kind(
        "unknown-operator",
        f"{FIRST}`(and …)`",
        MOVED,
        "{at}(?a, ?to) && !{at}(?a, ?from) && {late}",
    ),
    "a negation with a blank between effects": Kind(
        "unknown-operator",
        f"{FIRST}`(and …)`",
        MOVED,
        "({at} ?a ?to) and not ({at} ?a ?from) and ({late})",
    ),
    **{
        f"a negation written as {new}": Kind(
            "unknown-operator",
            f"unknown operator `{new[0]}`; write `(not ({{at}} ?a ?from))`"
            if new[0] != "("
            else f"unknown operator `{new[1]}`; write `(not ({{at}} ?a ?from))`",
            "(not ({at} ?a ?from))",
            new,
        )
        for new in ("!{at}(?a ?from)", "(!{at} ?a ?from)", "(~{at} ?a ?from)", "-({at} ?a ?from)")
    },
    "a negation of words": Kind(
        "malformed-formula",
        "expected one atom after `not`; write `(not ({at} ?a ?from))`",
        "(not ({at} ?a ?from))",
        "(not {at} ?a ?from)",
    ),
    "a negation without parentheses": Kind(
        "malformed-formula",
        f"{CALLED}`(not ({{at}} ?a ?from))`",
        "(not ({at} ?a ?from))",
        "not ({at} ?a ?from)",
    ),
    "formulas in brackets": Kind(
        "missing-and",
        "missing operator before a list of formulas; write `(and …)`",
        GOAL,
        "[({at} {ann} {yard}), ({late})]",
    ),
    "effects in braces": Kind(
        "missing-and",
        "missing operator before a list of formulas; write `(and …)`",
        MOVED,
        "{{({at} ?a ?to), (not ({at} ?a ?from)), ({late})}}",
    ),
    "formulas with commas between them": Kind(
        "stray-text",
        "expected one formula after `:precondition`; write `(and …)` for several",
        ALL,
        "({at} ?a ?from), ({road} ?from ?to), ({wet} ?to)",
    ),
    **{
        f"an effect with a truth value: {new}": Kind(
            code,
            f"`{value}` is not {what}; write `(not ({{at}} ?a ?from))`",
            "(not ({at} ?a ?from))",
            new,
        )
        for code, value, what, new in (
            ("undeclared-function", "false", "a value", "(assign ({at} ?a ?from) false)"),
            ("unknown-operator", "false", "a value", "(set ({at} ?a ?from) false)"),
            ("unknown-operator", "false", "a value", "(:= ({at} ?a ?from) false)"),
            ("unknown-operator", "false", "a value", "({at} ?a ?from = false)"),
            ("unknown-operator", "false", "a value", "(({at} ?a ?from) = false)"),
            ("unknown-operator", "false", "a value", "({at} ?a ?from) := false"),
            ("unknown-operator", "false", "a value", "{at}(?a, ?from) = false"),
            ("wrong-arity", "false", "an argument", "({at} ?a ?from false)"),
        )
    },
    **{
        f"a condition with a truth value: {new}": Kind(
            "unknown-operator", "`true` is not a value; write `({wet} ?to)`", "({wet} ?to)", new
        )
        for new in ("({wet} ?to = true)", "(({wet} ?to) == true)", "({wet} ?to) = true")
    },
    **{
        f"a fact with a truth value: {new}": Kind(
            code, f"`true` is not {what}; write `({{wet}} {{yard}})`", "({wet} {yard})", new
        )
        for code, what, new in (
            ("undeclared-function", "a value", "(= ({wet} {yard}) true)"),
            ("misplaced-operator", "a value", "(:= ({wet} {yard}) true)"),
            ("misplaced-operator", "a value", "(set ({wet} {yard}) true)"),
            ("misplaced-operator", "a value", "({wet} {yard} = true)"),
            ("misplaced-operator", "a value", "(({wet} {yard}) = true)"),
            ("wrong-arity", "an argument", "({wet} {yard} true)"),
        )
    },
    "a goal without parentheses": Kind(
        "bare-atom",
        "expected a formula in parentheses, found `{at}`",
        "({at} {ann} {yard}) ({late})",
        "{at} {ann} {yard} ({late})",
    ),
    "a precondition without parentheses": Kind(
        "bare-atom",
        "expected a formula in parentheses, found `{at}`",
        ":precondition ({at} ?a ?from)",
        ":precondition {at} ?a ?from",
    ),
    "a keyword with its colon behind": Kind(
        "unknown-keyword",
        "unknown keyword `effect:`; did you mean `:effect`?",
        ":effect ({wet} ?from)",
        "effect: ({wet} ?from)",
    ),
    "a sign after a keyword": Kind(
        "stray-text",
        "surplus `=` after `:effect`",
        ":effect ({wet} ?from)",
        ":effect = ({wet} ?from)",
    ),
    "a name of an action in parentheses": Kind(
        "missing-name",
        "expected the name without parentheses; write `{rain}`",
        "(:action {rain}",
        "(:action ({rain})",
    ),
    "an action as a call": Kind(
        "missing-parameters",
        "missing `:parameters` before the list of parameters",
        "{rain}\n    :parameters (?a",
        "{rain}(?a",
    ),
    "requirements in parentheses": Kind(
        "malformed-section",
        "expected a requirement, found a list",
        ":strips :typing :adl",
        "(:strips :typing :adl)",
    ),
    "predicates with types only": Kind(
        "malformed-typed-list",
        "expected a variable before its type; write `?{place}1 - {place}`",
        "({road} ?x ?y - {place})",
        "({road} {place} {place})",
    ),
    "predicates with types and dashes only": Kind(
        "malformed-typed-list",
        "expected a variable before its type; write `?x1 - {place}`",
        "({road} ?x ?y - {place})",
        "({road} - {place} - {place})",
    ),
    "facts in parentheses": Kind(
        "malformed-formula",
        "surplus parentheses around facts",
        FACTS,
        f"({FACTS})",
    ),
    "a slot with a string": Kind(
        "unknown-keyword",
        "unknown keyword `:description`; a comment begins with `;`",
        "(:action {rain}\n",
        '(:action {rain}\n    :description "it rains"\n',
    ),
    "predicates with a type of truth": Kind(
        "malformed-section",
        "predicates have no type such as `boolean`",
        "({wet} ?y - {place})",
        "({wet} ?y - {place}) - boolean",
    ),
    "a predicate with a string": Kind(
        "malformed-section",
        "a string is not part of PDDL; a comment begins with `;`",
        "({wet} ?y - {place})",
        '({wet} ?y - {place}) "wet places"',
    ),
    "parameters without dashes": Kind(
        "malformed-typed-list",
        "missing `-` before a type; write `- {agent}`",
        PARAMETERS,
        "?a {agent} ?from ?to {place}",
    ),
    "parameters of a predicate without dashes": Kind(
        "malformed-typed-list",
        "missing `-` before a type; write `- {agent}`",
        TYPED,
        "?x {agent} ?y {place}",
    ),
    "parameters with their marks behind": Kind(
        "malformed-typed-list",
        "`?` belongs before a parameter; write `?a`",
        PARAMETERS,
        "a? - {agent} from? to? - {place}",
    ),
    "lists of objects": Kind(
        "malformed-typed-list",
        "expected an object, found a list",
        OBJECTS,
        "({ann} - {agent}) ({hall} {yard} - {place})",
        2,
    ),
    "objects in brackets": Kind(
        "malformed-typed-list",
        "expected an object, found a list",
        OBJECTS,
        "{ann} - {agent} [{hall}, {yard}] - {place}",
    ),
    "types before objects and dashes": Kind(
        "malformed-typed-list",
        f"{TYPES_FIRST}`{{ann}} - {{agent}}`",
        OBJECTS,
        "{agent} - {ann} {place} - {hall} {yard}",
    ),
    **{
        f"`{sign}` before types of objects": Kind(
            "malformed-typed-list",
            f"{NO_DASH}`{sign}`",
            OBJECTS,
            f"{{ann}} {sign} {{agent}} {{hall}} {{yard}} {sign} {{place}}",
            2,
        )
        for sign in ("=", "::", "--", ":=")
    },
    "parents without dashes": Kind(
        "malformed-typed-list",
        "missing `-` before a parent; write `- object`",
        "{agent} {place} - object",
        "{agent} object\n {place} object",
    ),
    "a name of a domain without parentheses": Kind(
        "unnamed-definition",
        "expected the name in parentheses; write `(domain {domain})`",
        "(define (domain {domain})",
        "(define domain {domain}",
    ),
    "a name of a problem alone": Kind(
        "unnamed-definition",
        "expected the name in parentheses; write `(problem {domain}-1)`",
        "(define (problem {domain}-1)",
        "(define {domain}-1",
    ),
    "a problem without `define`": Kind(
        "no-definition",
        "section outside `(define …)`",
        "(define (problem {domain}-1)",
        "(problem {domain}-1)",
    ),
}  # fmt: skip
OTHERWISE: Final = (
    "types only",
    "dashes only",
    "lists of objects",
    "objects in",
    "without dashes",
    "types first",
)
"""Kinds whose fix gives a text of the same meaning in other words."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_mistake_is_told_once_and_its_fix_leaves_nothing(kind: str) -> None:
    assert_told_once(KINDS[kind], USUAL)


@given(st.sampled_from(sorted(KINDS)), st.permutations(NAMES))
def test_names_do_not_matter(kind: str, names: list[str]) -> None:
    drawn = dict(zip(ROLES, names, strict=False))
    # `(at (p))` lacks a time as well, and the other words are operators before a list.
    operators = {"at", "before", "holds", "set", "is", "end", "start"}
    assume(drawn["wet"] not in operators or "({wet} (" not in KINDS[kind].new)
    assert_told_once(KINDS[kind], drawn)


def test_a_predicate_whose_name_is_near_that_of_an_operator() -> None:
    assert_told_once(KINDS["each argument in parentheses"], {**USUAL, "road": "end"})


@pytest.mark.parametrize("kind", KINDS)
def test_a_fix_writes_what_is_meant(kind: str) -> None:
    if any(each in kind for each in OTHERWISE):
        return
    old, new = KINDS[kind].old.format(**USUAL), KINDS[kind].new.format(**USUAL)
    right = [text.format(**USUAL) for text in (DOMAIN, PROBLEM)]
    texts = [text.replace(old, new) for text in right]
    number, found = checked(texts)[0]
    fixed = apply_edits(texts[number], found.fixes[0].edits)
    assert words_of(fixed) == words_of(right[number].replace(OBJECTS.format(**USUAL), spelt(fixed)))


def spelt(text: str) -> str:
    """The objects of a problem, as they are written there."""
    return text.partition("(:objects ")[2].partition(")")[0]


@given(st.permutations(NAMES))
def test_objects_without_types_are_one_finding(names: list[str]) -> None:
    chosen = dict(zip(ROLES, names, strict=False))
    right = [text.format(**chosen) for text in (DOMAIN, PROBLEM)]
    made = [
        right[0],
        right[1].replace(OBJECTS.format(**chosen), "{ann} {hall} {yard}".format(**chosen)),
    ]
    ((_, found),) = checked(made)
    assert found.code == "type-mismatch"
    made[1] = apply_edits(made[1], found.fixes[0].edits)
    assert words_of(made[1]) == words_of(right[1])


@pytest.mark.parametrize("line_end", ["\\n", "\\r\\n", "\\n\n"])
@pytest.mark.parametrize("blank", ["  ", "\\t"])
def test_line_ends_of_strings_of_programs_are_one_finding(line_end: str, blank: str) -> None:
    right = [text.format(**USUAL).rstrip() for text in (DOMAIN, PROBLEM)]
    for number, text in enumerate(right):
        written = text.replace("\n", line_end).replace("  ", blank)
        made = [*right]
        made[number] = f"{written}{line_end}"
        ((at, found),) = checked(made)
        assert (at, found.code) == (number, "foreign-sign")
        fixed = apply_edits(made[number], found.fixes[0].edits)
        assert fixed.replace("\n\n", "\n").replace("\t", "  ").rstrip() == text
