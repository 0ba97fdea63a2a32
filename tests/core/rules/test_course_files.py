"""What files of courses and answers of language models contain: one finding for each mistake, at
its place, and a fix after which nothing is left of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import apply_edits
from plancore.lower.environment import resolve
from plancore.project import DomainChoice
from plancore.rules.base import DefinitionContext, FormContext
from plancore.rules.catalogue import type_mismatch
from plancore.snapshot import FileSnapshot
from support.findings import findings, fixed
from support.mistakes import DOMAIN, NAMES, PROBLEM, ROLES, USUAL, Kind, assert_told_once, checked
from support.mistakes import words as words_of

QUOTED: Final = "write the name alone"

KINDS: Final[Mapping[str, Kind]] = {
    **{
        f"comments that begin with {sign}": Kind(
            "foreign-sign",
            f"`{sign}` does not begin a comment; write `;`",
            old,
            new.replace("#", sign),
            many,
        )
        for sign in ("#", "--")
        for old, new, many in (
            (
                "(define (domain {domain})",
                "# first, 'it'\n(define (domain {domain}) # (2) {at}\n",
                2,
            ),
            ("  (:action {go}", "  # {go}s\n  (:action {go} # the {agent} ?a\n", 2),
            (":precondition ({at} ?a ?from)", ":precondition # at\n ({at} ?a ?from) # a b\n", 2),
            ("({late}))", "({late}) # it is (not) late\n  # nor early\n)", 2),
            ("{ann} - {agent} {hall}", "{ann} - {agent} # who?\n {hall}", 1)
            if sign == "#"
            else ("({wet} {yard}))", "({wet} {yard}) # it rained\n)", 1),
        )
    },
    **{
        f"quotation marks {marks} around {old}": Kind(
            "foreign-sign",
            f"quotation mark `{marks[0]}` is not part of PDDL; {QUOTED}",
            old,
            old.replace(word, f"{marks[0]}{word}{marks[1]}"),
            2,
        )
        for marks in ("\u2018\u2019", "\u201c\u201d", "\u201e\u201c", '""', "''")
        for old, word in (
            ("({wet} ?to)", "?to"),
            ("({wet} {yard}))", "{wet}"),
            ("(?a - {agent} ?from -", "?a"),
            ("(:objects {ann} -", "{ann}"),
        )
    },
    **{
        f"a definition that begins with {new}": Kind(
            "no-definition",
            "section outside `(define …)`",
            "(define (domain {domain})",
            new,
        )
        for new in ("(domain {domain}", "domain {domain})", "define (domain {domain})")
    },
    "a problem without the beginning of its definition": Kind(
        "no-definition",
        "section outside `(define …)`",
        "(define (problem {domain}-1)",
        "; a problem\nproblem {domain}-1)",
    ),
    "parameters in lists of a variable and a type": Kind(
        "malformed-typed-list",
        "expected a parameter, found a list",
        "(?a - {agent} ?from - {place})",
        "((?a {agent}) (?from {place}))",
        2,
    ),
    **{
        f"a placeholder in {old}": Kind(
            "foreign-sign",
            f"placeholder `{sign}`: write the intended PDDL",
            old,
            new.replace("...", sign),
            many,
        )
        for sign in ("...", "\u2026", "TODO", "FIXME:")
        for old, new, many in (
            (":effect ({wet} ?from)", ":effect (and ({wet} ?from) ...)", 1),
            ("    ({late}))\n", "    ({late}) ...)\n  ...\n", 2),
            ("({wet} {yard}))", "({wet} {yard}) ...)", 1),
        )
    },
    "a name of two words": Kind(
        "stray-text",
        "a name is one word; write `{go}-{rain}`",
        "(:action {go}\n",
        "(:action {go} {rain}\n",
    ),
    "a keyword without a blank before it": Kind(
        "unknown-keyword",
        "missing blank before `:parameters`",
        "{go}\n    :parameters (?a",
        "{go}:parameters(?a",
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_mistake_is_told_once_and_its_fix_leaves_nothing(kind: str) -> None:
    assert_told_once(KINDS[kind], USUAL)


@given(st.sampled_from(sorted(KINDS)), st.permutations(NAMES))
def test_names_do_not_matter(kind: str, names: list[str]) -> None:
    assert_told_once(KINDS[kind], dict(zip(ROLES, names, strict=False)))


@pytest.mark.parametrize("kind", KINDS)
def test_a_fix_writes_what_is_meant(kind: str) -> None:
    if "placeholder in :effect" in kind or "two words" in kind:
        return  # the fix leaves an `and` around one formula, or another name
    old, new = KINDS[kind].old.format(**USUAL), KINDS[kind].new.format(**USUAL)
    right = [text.format(**USUAL) for text in (DOMAIN, PROBLEM)]
    texts = [text.replace(old, new) for text in right]
    number, found = checked(texts)[0]
    corrected = apply_edits(texts[number], found.fixes[0].edits)
    assert words_of(corrected) == words_of(right[number])


def test_a_definition_without_its_beginning_and_end_gets_both() -> None:
    right = DOMAIN.format(**USUAL).rstrip()
    text = right.replace("(define (domain ferry)", "(domain ferry)")[:-1]
    (found,) = findings(text)
    assert apply_edits(text, found.fixes[0].edits) == right


TYPES: Final = """(define (domain house) (:requirements :typing) (:types lamp robot)
  (:predicates (lit ?l - lamp) (near ?r - robot ?l - lamp))
  (:action on :parameters ({}) :precondition (and {}(near ?r ?l)) :effect (lit ?l)))"""


@pytest.mark.parametrize(
    ("parameters", "right"),
    [
        ("?l ?r", "?l - lamp ?r - robot"),
        ("?l - lamp ?r", "?l - lamp ?r - robot"),
        ("?l - lamp ?r - robot", "?l - lamp ?r - robot"),
    ],
)
def test_types_written_as_predicates_are_one_finding(parameters: str, right: str) -> None:
    text = TYPES.format(parameters, "(robot ?r) (lamp ?l) ")
    (found,) = findings(text)
    assert found.message == "`robot` is a type, not a predicate; declare `?r - robot`"
    assert apply_edits(text, found.fixes[0].edits) == TYPES.format(right, "")


@pytest.mark.parametrize("word", [":actions", ":operators", ":schemas"])
def test_a_list_around_sections_is_one_finding(word: str) -> None:
    right = DOMAIN.format(**USUAL)
    text = right.replace("(:action go", f"({word} (:action go").rstrip() + ")"
    (found,) = findings(text)
    assert (found.code, text[slice(*found.span)]) == ("surplus-parenthesis", word)
    assert words_of(apply_edits(text, found.fixes[0].edits)) == words_of(right)


def test_facts_under_another_keyword_are_one_finding() -> None:
    domain, text = DOMAIN.format(**USUAL), PROBLEM.format(**USUAL)
    (found,) = findings(text.replace("(:init", "(:initial"), domain)
    assert found.message == "unknown section `:initial`; did you mean `:init`?"


@pytest.mark.parametrize("slot", [":subtasks", ":tasks"])
def test_tasks_in_an_order_get_labels(slot: str) -> None:
    text = """(define (domain house) (:requirements :hierarchy) (:predicates (lit ?l))
      (:task light :parameters (?l))
      (:method m :parameters (?l) :task (light ?l)
        {} (and {} (leave ?l)) :ordering (and (< walk s) (< walk leave)))
      (:action walk :parameters (?l) :effect (lit ?l))
      (:action leave :parameters (?l) :effect (lit ?l)))"""
    text = text.format(slot, "(walk ?l) (s (walk ?l))")
    (found,) = findings(text)
    assert found.message == "`walk` is a task without a label; write `(walk (walk ?l))`"
    assert len(found.spans) == 3
    right = apply_edits(text, found.fixes[0].edits)
    assert right == text.replace("(walk ?l) (s", "(walk (walk ?l)) (s").replace(
        "(leave ?l))", "(leave (leave ?l)))"
    )
    assert findings(right) == ()


@pytest.mark.parametrize("chances", [["0.8"], ["1/2"], ["0.8", "0.2"]])
def test_probabilities_behind_their_effects_are_one_finding(chances: list[str]) -> None:
    text = """(define (domain house) (:requirements :probabilistic-effects)
      (:predicates (lit ?l) (hot ?l))
      (:action on :parameters (?l) :effect (probabilistic {})))"""
    effects = ["(and (lit ?l) (hot ?l))", "(and (hot ?l) (not (lit ?l)))"]
    pairs = [*zip(effects, chances, strict=False)]
    (found,) = findings(text.format(" ".join(f"{effect} {chance}" for effect, chance in pairs)))
    right = text.format(" ".join(f"{chance} {effect}" for effect, chance in pairs))
    assert found.message.startswith("expected the probability before its effect; write ")
    wrong = text.format(" ".join(f"{effect} {chance}" for effect, chance in pairs))
    assert apply_edits(wrong, found.fixes[0].edits) == right


DURATIVE: Final = """(define (domain house) (:requirements :durative-actions :fluents :typing
    :disjunctive-preconditions :continuous-effects) (:predicates (lit) (hot)) (:functions (heat))
  (:durative-action on :parameters () :duration (= ?duration 2)
    :condition {condition} :effect (and (at end (lit)) {effect})))"""


@pytest.mark.parametrize("operator", ["or", "imply"])
def test_conditions_of_different_times_are_one_finding(operator: str) -> None:
    condition = f"(and ({operator} (at start (lit)) (over all (hot))))"
    text = DURATIVE.format(condition=condition, effect="(increase (heat) (* #t 1))")
    (found,) = findings(text)
    shown = f"`(at start ({operator} …))`"
    assert found.message == f"`{operator}` cannot combine different times; write one, as in {shown}"
    assert [text[slice(*span)] for span in found.spans] == ["at", "over"]


@pytest.mark.parametrize("operator", ["assign", "scale-up", "scale-down"])
@pytest.mark.parametrize("effect", ["(at start {})", "{}", "(at end {})"])
def test_only_increase_and_decrease_are_continuous(operator: str, effect: str) -> None:
    change = f"({operator} (heat) (* #t 2))"
    (found,) = findings(DURATIVE.format(condition="(over all (hot))", effect=effect.format(change)))
    wanted = f"`{operator}` with `#t`; write `(increase … (* #t …))` without a time"
    assert found.message == wanted


@given(st.permutations(NAMES), st.sets(st.sampled_from(["ann", "hall", "yard"]), min_size=1))
def test_objects_with_marks_are_one_mistake(names: list[str], marked: set[str]) -> None:
    drawn = dict(zip(ROLES, names, strict=False))
    domain, right = (text.format(**drawn) for text in (DOMAIN, PROBLEM))
    made = PROBLEM.format(**{**drawn, **{role: f"?{drawn[role]}" for role in marked}})
    (found,) = findings(made, domain)
    assert found.message.startswith("a variable among objects; write ")
    assert apply_edits(made, found.fixes[0].edits) == right


def test_predicates_in_a_conjunction_are_one_finding() -> None:
    text = """(define (domain house) (:predicates (and (lit ?l) (off ?l)))
      (:action on :parameters (?l) :precondition (off ?l) :effect (and (lit ?l) (not (off ?l)))))"""
    (found,) = findings(text)
    assert found.message == "surplus parentheses around predicates"
    assert "(:predicates (lit ?l) (off ?l))" in apply_edits(text, found.fixes[0].edits)


def test_objects_of_a_domain_are_one_finding() -> None:
    text = """(define (domain house) (:requirements :typing) (:types lamp)
      (:objects l1 l2 - lamp) (:predicates (lit ?l - lamp))
      (:action on :parameters (?l - lamp) :effect (and (lit ?l) (lit l1) (lit l2))))"""
    (found,) = findings(text)
    assert (found.code, text[slice(*found.span)]) == ("misplaced-section", ":objects")
    right = fixed(text, "Change to `:constants`")
    assert right == text.replace(":objects", ":constants")
    assert findings(right) == ()


def test_objects_of_a_domain_with_constants_are_not_renamed() -> None:
    text = """(define (domain house) (:constants l1) (:objects l2) (:predicates (lit ?l))
      (:action on :parameters (?l) :effect (and (lit ?l) (lit l1))))"""
    (found,) = findings(text)
    assert (found.code, found.fixes) == ("misplaced-section", ())


def test_a_comment_that_hides_a_parenthesis_is_not_fixed() -> None:
    text = "(define (domain d) (:predicates (p)) # all :)\n (:action a :effect (p)))"
    (found,) = [each for each in findings(text) if each.code == "foreign-sign"]
    assert found.fixes == ()


@pytest.mark.parametrize(("sign", "right"), [("\u00d7", "*"), ("\u22c5", "*"), ("\u00f7", "/")])
def test_signs_of_arithmetic_are_replaced(sign: str, right: str) -> None:
    text = f"""(define (domain d) (:requirements :fluents) (:functions (x))
      (:action a :parameters () :effect (increase (x) ({sign} (x) 2))))"""
    (found,) = findings(text)
    assert found.message.endswith(f"`{sign}` is not part of PDDL; write `{right}`")
    assert apply_edits(text, found.fixes[0].edits) == text.replace(sign, right)


def test_a_formula_in_an_atom_is_one_finding() -> None:
    text = """(define (domain d) (:requirements :fluents) (:predicates (p ?x)) (:functions (f ?x))
      (:action a :parameters (?x ?y) :precondition (p (= (f ?x) 3) ?y) :effect (p ?x)))"""
    assert [each.code for each in findings(text)] == ["missing-parenthesis"]


def test_each_type_that_is_its_own_parent_is_told() -> None:
    text = "(define (domain d) (:requirements :typing) (:types a - a b c - b d - d))"
    told = [each.message for each in findings(text) if each.code == "cyclic-types"]
    assert told == [f"cyclic type hierarchy: `{name} - {name}`" for name in "abd"]


def test_mistakes_of_types_have_the_same_names_in_each_check() -> None:
    text = """(define (domain d) (:requirements :typing) (:types a b)
      (:predicates (p ?x - a ?y - b)) (:action one :parameters (?x - a ?y - b ?z)
        :precondition (and (p ?y ?x) (p ?z ?y)) :effect (p ?y ?x)))"""
    named = []
    for definition in [each for _ in range(2) for each in FileSnapshot.of(text).definitions]:
        environment = definition.environment
        forms = [
            FormContext(
                section.head, model, resolve(model.uses, environment), environment, "domain"
            )
            for section, model in definition.sections
        ]
        context = DefinitionContext(
            definition, definition, DomainChoice(), environment, tuple(forms)
        )
        named.append([found.mistake for found in type_mismatch.check(context)])
    assert named[0] == named[1]
    assert len({*named[0]}) == 3


@pytest.mark.parametrize("text", ["TODO", "...", "(...)", "TBD"])
def test_a_placeholder_in_place_of_a_formula_is_one_finding(text: str) -> None:
    domain = f"""(define (domain d) (:predicates (p ?x))
      (:action a :parameters (?x) :precondition {text} :effect (p ?x)))"""
    (found,) = findings(domain)
    assert found.message.startswith("placeholder ") or text == "TBD"


def test_names_in_capitals_are_no_placeholders() -> None:
    domain = "(define (domain d) (:predicates (TODO ?t) (done ?t)))"
    text = (
        "(define (problem e) (:domain d) (:objects TODO) (:init (TODO TODO)) (:goal (done TODO)))"
    )
    told = {each.code for each in findings(domain) + findings(text, domain)}
    assert told == {"unachievable-goal"}


@pytest.mark.parametrize(
    "text",
    [
        "(:process p :effect (increase (x) (* #t 2)))",
        "(:process p :effect (increase (x) (* 2 #T)))",
        "(:action p :parameters (?x#1 ?y) :effect (assign (x) 1))",
    ],
)
def test_other_words_with_such_signs_are_no_comments(text: str) -> None:
    domain = f"(define (domain d) (:requirements :time :fluents) (:functions (x)) {text})"
    assert "foreign-sign" not in {each.code for each in findings(domain)}


@pytest.mark.parametrize("dash", ["--", "---"])
def test_dashes_before_a_type_are_no_comment(dash: str) -> None:
    text = f"""(define (domain d) (:requirements :typing) (:types lamp {dash} object)
      (:predicates (lit ?l {dash} lamp)) (:functions (heat ?l {dash} lamp) {dash} number)
      (:action on :parameters (?l
        {dash} lamp) :effect (lit ?l)))"""
    assert "foreign-sign" not in {each.code for each in findings(text)}
