"""Parameters added and removed: files with a cursor `$0` in, files out."""

from __future__ import annotations

import pytest

from plancore.diagnostic import apply_edits
from plancore.ide.parameters.apply import change_parameters, names_touched
from plancore.ide.parameters.change import Changed
from plancore.ide.parameters.offers import offers
from plancore.ide.rename.refusal import Refusal
from plancore.project import ProjectSnapshot
from plancore.snapshot import FileSnapshot
from support.renamed_texts import project_of

DOMAIN = """\
(define (domain yard)
  (:requirements :typing :fluents)
  (:types crate place truck)
  (:constants main - truck)
  (:predicates (at ?c - crate ?p - place) (full))
  (:functions (cost ?p - place))
  (:action push
    :parameters (?c - crate ?from ?to - place)
    :precondition (and (at ?c ?from) (not (full)))
    :effect (and (at ?c ?to) (not (at ?c ?from)) (increase (cost ?to) 1)))
  (:action load
    :parameters (?c - crate ?p - place ?t - truck)
    :precondition (at ?c ?p)
    :effect (not (at ?c ?p)))
  (:action rest
    :parameters ()
    :effect (full)))
"""
PROBLEM = """\
(define (problem one)
  (:domain yard)
  (:objects a - crate north south - place)
  (:init (at a north) (= (cost north) 0) (= (cost south) 1))
  (:goal (at a south)))
"""
PLAN = "(push a north south) ; first\n(load a south main)\n"
FILES = {"yard.pddl": DOMAIN, "one.pddl": PROBLEM, "one.plan": PLAN}
Texts = dict[str, str]


def titles(texts: Texts, name: str) -> list[str]:
    project, file, offset = _marked(texts, name)
    return [change.title(subject) for subject, change in offers(project, file, offset)]


def changed(texts: Texts, name: str, title: str) -> Changed | Refusal:
    """What comes of the offer with this title at the cursor in the file `name`."""
    project, file, offset = _marked(texts, name)
    for subject, change in offers(project, file, offset):
        if change.title(subject) == title:
            return change_parameters(project, subject, change)
    raise AssertionError(titles(texts, name))


def after(texts: Texts, name: str, title: str) -> Texts:
    """The texts after that, which must not be refused."""
    outcome = changed(texts, name, title)
    assert isinstance(outcome, Changed), outcome
    plain = {key: text.replace("$0", "") for key, text in texts.items()}
    return plain | {key: apply_edits(plain[key], edits) for key, edits in outcome.edits.items()}


def refused(texts: Texts, name: str, title: str) -> str:
    outcome = changed(texts, name, title)
    assert isinstance(outcome, Refusal)
    return f"{outcome.file}: {outcome.message}"


def marked(texts: Texts, name: str, old: str, new: str) -> Texts:
    assert texts[name].count(old) == 1, old
    return texts | {name: texts[name].replace(old, new)}


def _marked(texts: Texts, name: str) -> tuple[ProjectSnapshot, FileSnapshot, int]:
    offset = texts[name].index("$0")
    project = project_of({key: text.replace("$0", "") for key, text in texts.items()})
    file = project.files[name]
    assert isinstance(file, FileSnapshot)
    return project, file, offset


AT = marked(FILES, "yard.pddl", "(at ?c - crate", "($0at ?c - crate")


@pytest.mark.server_behaviour(28)
def test_a_parameter_of_each_type_is_offered_on_a_name() -> None:
    assert titles(AT, "yard.pddl") == [
        "Add a parameter `?crate - crate` to `at`",
        "Add a parameter `?place - place` to `at`",
        "Add a parameter `?truck - truck` to `at`",
        "Add a parameter `?new - object` to `at`",
    ]
    used = marked(FILES, "one.pddl", "(at a south)", "(at$0 a south)")
    assert titles(used, "one.pddl") == titles(AT, "yard.pddl")
    untyped = {"d.pddl": "(define (domain d) (:predicates ($0p ?new)))"}
    assert titles(untyped, "d.pddl") == ["Add a parameter `?new2` to `p`"]


@pytest.mark.server_behaviour(28, "in the domain, its problems and their plans")
def test_an_action_without_a_variable_that_fits_gets_a_parameter() -> None:
    texts = after(AT, "yard.pddl", "Add a parameter `?truck - truck` to `at`")
    domain = texts["yard.pddl"]
    assert "(at ?c - crate ?p - place ?truck - truck) (full)" in domain
    assert ":parameters (?c - crate ?from ?to - place ?truck - truck)" in domain
    assert "(and (at ?c ?from ?truck) (not (full)))" in domain
    assert "(at ?c ?to ?truck) (not (at ?c ?from ?truck))" in domain
    assert ":precondition (at ?c ?p ?t)" in domain  # its own truck
    assert "(at a north main)" in texts["one.pddl"]
    assert "(:goal (at a south main))" in texts["one.pddl"]
    assert texts["one.plan"] == "(push a north south main) ; first\n(load a south main)\n"


def test_the_names_that_other_files_may_mention() -> None:
    project, file, offset = _marked(AT, "yard.pddl")
    offered = {
        change.title(subject)[16:]: names_touched(project, subject, change)
        for subject, change in offers(project, file, offset)
    }
    assert offered["`?truck - truck` to `at`"] == {"at", "push"}
    assert offered["`?place - place` to `at`"] == {"at", "load"}


def test_of_several_that_fit_the_first_is_a_guess() -> None:
    outcome = changed(AT, "yard.pddl", "Add a parameter `?new - object` to `at`")
    assert isinstance(outcome, Changed)
    assert [(guess.file, guess.message) for guess in outcome.guesses] == [
        ("one.pddl", "`main` is a guess: `south` fits, too"),
        ("one.pddl", "`main` is a guess: `north` fits, too"),
    ]


@pytest.mark.server_behaviour(28)
@pytest.mark.parametrize("type_", ["crate", "place", "truck", "object"])
@pytest.mark.parametrize(
    "place", ["(at ?c - crate", "(cost ?p - place", "(full))\n  (:f", "push\n"]
)
def test_removing_gives_back_the_bytes(type_: str, place: str) -> None:
    texts = marked(FILES, "yard.pddl", place, place[0] + "$0" + place[1:])
    (title,) = (t for t in titles(texts, "yard.pddl") if f" - {type_}`" in t)
    outcome = changed(texts, "yard.pddl", title)
    if isinstance(outcome, Refusal):
        assert "there is no object" in outcome.message
        return
    wider = after(texts, "yard.pddl", title)
    while wider != FILES:
        domain = wider["yard.pddl"]
        differing = (
            n for n, pair in enumerate(zip(domain, DOMAIN, strict=False)) if len({*pair}) > 1
        )
        at = domain.index("?", next(differing))
        here = wider | {"yard.pddl": f"{domain[:at]}$0{domain[at:]}"}
        (removal,) = (t for t in titles(here, "yard.pddl") if t.startswith("Remove"))
        wider = after(here, "yard.pddl", removal)


def test_an_action_without_a_list_of_parameters_gets_one() -> None:
    texts = {"d.pddl": "(define (domain d) (:predicates ($0p)) (:action a :effect (p)))"}
    (domain,) = after(texts, "d.pddl", "Add a parameter `?new` to `p`").values()
    assert domain == (
        "(define (domain d) (:predicates (p ?new)) (:action a\n"
        "    :parameters (?new) :effect (p ?new)))"
    )


def test_a_parameter_that_is_used_stays() -> None:
    texts = marked(FILES, "yard.pddl", "(?c - crate ?from", "($0?c - crate ?from")
    assert refused(texts, "yard.pddl", "Remove the parameter `?c` of `push`") == (
        "yard.pddl: `?c` is used here"
    )


def test_a_parameter_goes_with_its_arguments() -> None:
    texts = marked(FILES, "yard.pddl", "?p - place) (full)", "?p$0 - place) (full)")
    texts = after(texts, "yard.pddl", "Remove the parameter `?p` of `at`")
    assert "(at ?c - crate) (full)" in texts["yard.pddl"]
    assert "(and (at ?c) (not (at ?c))" in texts["yard.pddl"]
    assert "(at a) (=" in texts["one.pddl"]
    unused = marked(FILES, "yard.pddl", "?t - truck)", "$0?t - truck)")
    texts = after(unused, "yard.pddl", "Remove the parameter `?t` of `load`")
    assert texts["one.plan"] == "(push a north south) ; first\n(load a south)\n"


def test_axioms_are_given_the_parameter_in_their_heads() -> None:
    text = (
        "(define (domain d) (:types a b) (:predicates (p$0 ?x - a) (q ?x - a ?y - b))\n"
        "  (:derived (p ?x - a) (exists (?y - b) (q ?x ?y)))\n"
        "  (:action c :parameters (?x - a) :precondition (p ?x)))"
    )
    texts = after({"d.pddl": text}, "d.pddl", "Add a parameter `?b - b` to `p`")
    assert "(:derived (p ?x - a ?b - b) (exists" in texts["d.pddl"]
    assert ":parameters (?x - a ?b - b) :precondition (p ?x ?b)" in texts["d.pddl"]


@pytest.mark.parametrize(
    ("name", "old", "new", "reason"),
    [
        ("one.pddl", "(at a north)", "(at a)", "one.pddl: `at` has 2 parameters, but 1 argument"),
        ("one.plan", "(push a north south)", "(push a)", "one.plan: `push` has 3 parameters"),
        ("yard.pddl", "(:constants main - truck)", "", "one.pddl: there is no object of type"),
    ],
)
def test_conflicts_are_refused(name: str, old: str, new: str, reason: str) -> None:
    texts = marked(AT, name, old, new)
    title = "Add a parameter `?truck - truck` to `at`"
    assert refused(texts, "yard.pddl", title).startswith(reason)
