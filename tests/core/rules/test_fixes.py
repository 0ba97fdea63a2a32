"""Every fix that is offered, applied, removes its finding and adds no error."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from support.findings import findings, fixed, split
from support.fixes import Pair, complaint, offers

FOLDER = Path(__file__).parents[2] / "corpus" / "broken"
FILES = sorted(FOLDER.glob("*.pddl"))
TEXTS = {path.stem: split(path.read_text("utf-8"))[0] for path in FILES}


@pytest.mark.server_behaviour(5)
def test_fixes_of_broken_files() -> None:
    complaints = {
        (name, offer.title): complaint(Pair(text), offer)
        for name, text in TEXTS.items()
        for offer in offers(findings(text))
    }
    assert {which: said for which, said in complaints.items() if said} == {}


def test_a_fix_keeps_the_line_breaks_of_the_file() -> None:
    for name, text in TEXTS.items():
        pair = Pair(text.replace("\n", "\r\n"))
        for offer in offers(findings(*pair)):
            after = pair.after(offer.fix).text
            assert "\n" not in after.replace("\r\n", ""), (name, offer.title)


def mutated(text: str, rng: random.Random) -> str:
    """`text` with a few names deleted, doubled, exchanged or misspelt."""
    words = text.split(" ")
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(words))
        other = rng.randrange(len(words))
        match rng.randrange(4):
            case 0:
                del words[at]
            case 1:
                words.insert(at, words[at])
            case 2:
                words[at], words[other] = words[other], words[at]
            case _:
                words[at] = words[at].replace("a", "o", 1)
    return " ".join(words)


def test_fixes_of_mutated_files() -> None:
    # A conflict hides what else is wrong with a file.
    names = sorted(TEXTS.keys() - {"merge-conflict"})
    for seed in range(60):
        rng = random.Random(seed)
        pair = Pair(mutated(TEXTS[rng.choice(names)], rng))
        chosen = list(offers(findings(*pair)))
        rng.shuffle(chosen)
        assert [c for c in (complaint(pair, offer) for offer in chosen[:8]) if c] == [], seed


def test_every_kind_of_fix_is_offered_somewhere() -> None:
    titles = {
        offer.fix.title.split("`")[0].strip()
        for text in TEXTS.values()
        for offer in offers(findings(text))
    }
    assert titles >= {
        "Add",
        "Add parameter",
        "Change to",
        "Declare constant",
        "Declare function",
        "Declare object",
        "Declare predicate",
        "Declare type",
        "Swap",
        "Insert",
        "Remove",
        "Remove everything that is not PDDL",
        "Remove the duplicate declaration",
        "Remove the duplicate requirement",
        "Remove the parenthesis",
        "Remove the stray text",
        "Write",
    }


ACTION = "(:action a :parameters (?x - t) :effect (p ?x))"


@pytest.mark.parametrize(
    ("action", "title"),
    [
        ("(:action a :parameters () :effect (p ?x))", "Add parameter `?x`"),
        ("(:action a :effect (p ?x))", "Add `:parameters`"),
        ("(:action a :parameters () :effect (p c))", "Declare constant `c`"),
    ],
)
def test_a_declaration_never_has_a_type_that_is_not_declared(action: str, title: str) -> None:
    """Found by the long run of random fixes, as were those below."""
    text = f"(define (domain d) (:types u) (:predicates (p ?x - t)) {action})"
    assert fixed(text, title).count("- t") == 1


@pytest.mark.parametrize(
    "text",
    [
        f"(define (domain d) (:types t t u) (:predicates (p ?x - u)) {ACTION})",
        f"(define (domain d) (:constants c c) (:predicates (p ?x)) {ACTION})",
        "(define (problem p) (:domain d) (:objects c c) (:init) (:goal (and)))",
        f"(define (domain d) (:predicates (p ?x) (q) (q)) {ACTION})",
    ],
)
def test_of_two_declarations_the_second_goes_not_the_name(text: str) -> None:
    titles = [offer.title for offer in offers(findings(text))]
    assert "duplicate-declaration: Remove the duplicate declaration" in titles
    assert not [title for title in titles if title.startswith("unused")]


def test_what_is_never_used_stays_where_parentheses_are_missing() -> None:
    text = f"(define (domain d) (:predicates (p ?x) (q {ACTION})"
    found = findings(text)
    assert {"unused-predicate", "missing-parenthesis"} <= {finding.code for finding in found}
    assert "unused-predicate" not in {offer.finding.code for offer in offers(found)}


def test_a_predicate_in_the_place_of_a_number_is_used() -> None:
    text = "(define (domain d) (:predicates (p)) (:action a :precondition (= (p) 1)))"
    assert "unused-predicate" not in {finding.code for finding in findings(text)}


def test_a_string_is_not_changed_to_the_name_of_the_domain() -> None:
    problem = '(define (problem p) (:domain"x"y) (:init) (:goal (and)))'
    (finding,) = (
        finding
        for finding in findings(problem, "(define (domain d))")
        if finding.code == "unknown-domain"
    )
    assert finding.fixes == ()


def test_no_fix_is_safe_where_parentheses_are_wrong() -> None:
    text = "(define (domain d) (:requirement :typing) (:predicates (p))"
    safe = {offer.title: offer.fix.safe for offer in offers(findings(text))}
    title = "unknown-section: Change to `:requirements`"
    assert not safe[title]
    assert {offer.title: offer.fix.safe for offer in offers(findings(f"{text})"))}[title]


def test_no_section_is_added_beside_one_that_has_lost_its_keyword() -> None:
    problem = "(define (problem p) (:domain d) ( a b) (:init (p a)) (:goal (p b)))"
    found = findings(problem, "(define (domain d) (:predicates (p ?x)))")
    assert "undeclared-object" in {finding.code for finding in found}
    assert "undeclared-object" not in {offer.finding.code for offer in offers(found)}


@pytest.mark.parametrize("name", [":f", "?f"])
def test_what_is_no_name_is_not_declared(name: str) -> None:
    text = f"(define (domain d) (:functions (g)) (:action a :effect (increase ({name}) 1)))"
    assert not [o for o in offers(findings(text)) if o.fix.title.startswith("Declare")]


def test_a_name_does_not_become_the_type_that_is_missing() -> None:
    for text in (
        "(define (domain d) (:constants c -) (:predicates (p ?x)) (:action a :effect (p e)))",
        "(define (domain d) (:predicates (p ?x)) (:action a :parameters (?y -) :effect (p ?x)))",
    ):
        codes = {offer.finding.code for offer in offers(findings(text))}
        assert not codes & {"undeclared-object", "undeclared-variable"}


def test_a_word_is_not_removed_where_a_section_has_lost_its_start() -> None:
    """Without it, the facts would be read as objects."""
    objects = "(define (problem p) (:domain d) (:objects a - t)\n"
    text = f"{objects}  :start (at a) (at a)\n  (:goal (at a)))"
    (stray,) = (d for d in findings(text) if d.code == "stray-text")
    assert stray.fixes == ()
    text = text.replace("(at a) (at a)", "")
    assert ":start" not in fixed(text, "Remove the stray text")


def test_an_object_is_not_changed_to_what_reads_as_a_variable() -> None:
    text = "(define (problem p) (:domain d) (:objects ?truck - t) (:init (at truck)))"
    fixes = [fix.title for d in findings(text, "(define (domain d))") for fix in d.fixes]
    assert "Remove `?` before each of the names" in fixes
    assert "Change to `?truck`" not in fixes


def test_a_lone_quotation_mark_is_not_removed() -> None:
    text = (
        '(define (domain d) (:types a"b) (:predicates (p ?x - a ?y - b)) (:action c :effect (p)))'
    )
    assert not any(fix.title == 'Remove `"`' for d in findings(text) for fix in d.fixes)
