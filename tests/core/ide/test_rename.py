"""Renaming: what is written, and what is refused."""

from __future__ import annotations

import pytest

from plancore.diagnostic import apply_edits
from plancore.ide.rename.conflicts import Refusal
from plancore.ide.rename.rename import rename
from support.renamed_texts import project_of

DOMAIN = """\
; on is not a name here
(define (domain shop)
  (:types toy - thing thing)
  (:constants till - thing)
  (:predicates (on ?x - thing) (off ?x - thing) (sold))
  (:functions (cost ?x - thing) (total-cost))
  (:derived (sold) (exists (?x- thing) (off ?x)))
  (:action sell :parameters (?x - toy)
    :precondition (and (ON ?x) (not (off till)) (preference cheap (<= (cost ?x) 3)))
    :effect (and (not (on ?x)) (forall (?y - thing) (when (on ?y) (off ?y)))))
  (:action stop :parameters (?x - thing) :effect (on ?x)))
"""
PROBLEM = """\
(define (problem p) (:domain Shop)
  (:objects ball - Toy)
  (:init (on ball) (= (cost ball) 1))
  (:goal (and (off ball) (on till)))
  (:metric minimize (is-violated cheap)))
"""
PLAN = "(sell ball)\n(STOP till) ; ball\n"
FILES = {"d.pddl": DOMAIN, "p.pddl": PROBLEM, "p.plan": PLAN}


def renamed(old: str, new: str, **changed: str) -> str:
    """What renaming gives: the changed lines, or the refusal with the line that it names.

    `old` stands somewhere in the files, with the cursor behind its first letter; `changed` are
    texts in place of a file's.
    """
    files = FILES | {name.replace("_", "."): text for name, text in changed.items()}
    project = project_of(files)
    key, at = next((key, t.index(old)) for key, t in files.items() if old in t)
    result = rename(project, project.files[key], at + 1, new)
    if isinstance(result, Refusal):
        if result.file is None or result.span is None:
            return result.message
        source = project.files[result.file].source
        return f"{result.message} @ {result.file}:{source.label(result.span.start)}"
    lines = []
    for name, edits in result.edits.items():
        before, after = files[name], apply_edits(files[name], edits)
        for one, other in zip(before.splitlines(), after.splitlines(), strict=True):
            if one != other:
                lines.append(f"{name}: {other.strip()}")
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "on ?x - thing) (off",
            "here",
            """\
d.pddl: (:predicates (here ?x - thing) (off ?x - thing) (sold))
d.pddl: :precondition (and (here ?x) (not (off till)) (preference cheap (<= (cost ?x) 3)))
d.pddl: :effect (and (not (here ?x)) (forall (?y - thing) (when (here ?y) (off ?y)))))
d.pddl: (:action stop :parameters (?x - thing) :effect (here ?x)))
p.pddl: (:init (here ball) (= (cost ball) 1))
p.pddl: (:goal (and (off ball) (here till)))""",
        ),
        (
            "cost ball",
            "price",
            """\
d.pddl: (:functions (price ?x - thing) (total-cost))
d.pddl: :precondition (and (ON ?x) (not (off till)) (preference cheap (<= (price ?x) 3)))
p.pddl: (:init (on ball) (= (price ball) 1))""",
        ),
        (
            "STOP",
            "halt",
            """\
d.pddl: (:action halt :parameters (?x - thing) :effect (on ?x)))
p.plan: (halt till) ; ball""",
        ),
        (
            "Toy",
            "Doll",
            """\
d.pddl: (:types Doll - thing thing)
d.pddl: (:action sell :parameters (?x - Doll)
p.pddl: (:objects ball - Doll)""",
        ),
        (
            "ball - Toy",
            "orb",
            """\
p.pddl: (:objects orb - Toy)
p.pddl: (:init (on orb) (= (cost orb) 1))
p.pddl: (:goal (and (off orb) (on till)))
p.plan: (sell orb)""",
        ),
        (
            "till - thing",
            "desk",
            """\
d.pddl: (:constants desk - thing)
d.pddl: :precondition (and (ON ?x) (not (off desk)) (preference cheap (<= (cost ?x) 3)))
p.pddl: (:goal (and (off ball) (on desk)))
p.plan: (STOP desk) ; ball""",
        ),
        (
            "?x - toy",
            "?z",
            """\
d.pddl: (:action sell :parameters (?z - toy)
d.pddl: :precondition (and (ON ?z) (not (off till)) (preference cheap (<= (cost ?z) 3)))
d.pddl: :effect (and (not (on ?z)) (forall (?y - thing) (when (on ?y) (off ?y)))))""",
        ),
        ("?x- thing", "z", "d.pddl: (:derived (sold) (exists (?z- thing) (off ?z)))"),
        (
            "sold",
            "gone",
            """\
d.pddl: (:predicates (on ?x - thing) (off ?x - thing) (gone))
d.pddl: (:derived (gone) (exists (?x- thing) (off ?x)))""",
        ),
        (
            "cheap)",
            "low",
            """\
d.pddl: :precondition (and (ON ?x) (not (off till)) (preference low (<= (cost ?x) 3)))
p.pddl: (:metric minimize (is-violated low)))""",
        ),
        (
            "Shop",
            "store",
            "d.pddl: (define (domain store)\np.pddl: (define (problem p) (:domain store)",
        ),
        ("p) (:domain", "one", "p.pddl: (define (problem one) (:domain Shop)"),
        (
            "on ?x - thing) (off",
            "On",
            """\
d.pddl: (:predicates (On ?x - thing) (off ?x - thing) (sold))
d.pddl: :precondition (and (On ?x) (not (off till)) (preference cheap (<= (cost ?x) 3)))
d.pddl: :effect (and (not (On ?x)) (forall (?y - thing) (when (On ?y) (off ?y)))))
d.pddl: (:action stop :parameters (?x - thing) :effect (On ?x)))
p.pddl: (:init (On ball) (= (cost ball) 1))
p.pddl: (:goal (and (off ball) (On till)))""",
        ),
    ],
)
def test_what_is_written(old: str, new: str, expected: str) -> None:
    assert renamed(old, new) == expected


def line_of(name: str, old: str, new: str) -> dict[str, str]:
    """The file `name` with `old`, which stands in it once, replaced."""
    assert FILES[name].count(old) == 1, old
    return {name.replace(".", "_"): FILES[name].replace(old, new)}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("on ?x - thing) (off", "off", "the predicate `off` has this name already @ d.pddl:5:33"),
        ("on ?x - thing) (off", "COST", "the function `cost` has this name already @ d.pddl:6:16"),
        ("cost ball", "ball", "the object `ball` has this name already @ p.pddl:2:13"),
        ("ball - Toy", "till", "the object `till` has this name already @ d.pddl:4:15"),
        ("till)", "ball", "the object `ball` has this name already @ p.pddl:2:13"),
        ("sell :par", "stop", "the action `stop` has this name already @ d.pddl:11:12"),
        ("toy -", "thing", "the type `thing` has this name already @ d.pddl:3:17"),
        ("?y - thing", "?x", "the variable `?x` has this name already @ d.pddl:8:30"),
        ("on ?x - thing) (off", "and", "`and` is a word of PDDL itself"),
        ("on ?x - thing) (off", "total-cost", "`total-cost` is a word of PDDL itself"),
        ("toy -", "object", "`object` is a word of PDDL itself"),
        (
            "on ?x - thing) (off",
            "no way",
            "`no way` is no name in PDDL: a letter first, then letters, digits, `-` and `_`",
        ),
        (
            "?y - thing",
            "?9",
            "`?9` is no name in PDDL: `?` and a letter first, then letters, digits, `-` and `_`",
        ),
        ("total-cost", "x", "`total-cost` belongs to PDDL and keeps its name"),
        (
            "forall",
            "x",
            "there is no name here that can be renamed: only what a file declares, "
            "not the words of PDDL",
        ),
        ("?x - toy", "?y", "the variable `?y` has this name already @ d.pddl:10:41"),
    ],
)
def test_what_is_refused(old: str, new: str, expected: str) -> None:
    assert renamed(old, new) == expected


@pytest.mark.parametrize(
    ("old", "new", "changed", "expected"),
    [
        # A word that nothing reads.
        (
            "on ?x - thing) (off",
            "here",
            line_of("d.pddl", ":effect (on ?x)))", ":observe (on ?x) :effect (on ?x)))"),
            "the predicate `on` may be meant here, in text that could not be read @ d.pddl:11:52",
        ),
        (
            "ball - Toy",
            "orb",
            line_of("p.pddl", "(:init (on ball)", "(:observed ball) (:init (on ball)"),
            "the object `ball` may be meant here, in text that could not be read @ p.pddl:3:14",
        ),
        (
            "ball - Toy",
            "orb",
            line_of("p.plan", "(sell ball)", "(sell ball"),
            "the object `ball` may be meant here, in text that could not be read @ p.plan:1:7",
        ),
        # Used, though not declared: it would be declared from now on.
        (
            "on ?x - thing) (off",
            "up",
            line_of("p.pddl", "(off ball)", "(up ball)"),
            "the predicate `up` has this name already @ p.pddl:4:16",
        ),
        # What a problem takes from a domain that is not known.
        (
            "on ball",
            "up",
            {"p_pddl": PROBLEM.replace("Shop", "zoo"), "d_pddl": "(define (domain shop))"},
            "the predicate `on` is declared nowhere, so it cannot be renamed",
        ),
        (
            "zoo",
            "zoo2",
            {"p_pddl": PROBLEM.replace("Shop", "zoo"), "d_pddl": "(define (domain shop))"},
            "the domain `zoo` is declared nowhere, so it cannot be renamed",
        ),
        # Another file's domain of the new name would be taken for it, or it for that.
        (
            "shop",
            "kiosk",
            {
                "other_pddl": "(define (domain kiosk))",
                "k_pddl": "(define (problem k) (:domain kiosk))",
            },
            "this problem would come to have another domain @ k.pddl:1:18",
        ),
        (
            "shop",
            "kiosk",
            {"d_pddl": f"{DOMAIN}(define (domain kiosk))"},
            "the domain `kiosk` has this name already @ d.pddl:12:17",
        ),
    ],
)
def test_what_is_refused_in_other_texts(
    old: str, new: str, changed: dict[str, str], expected: str
) -> None:
    assert renamed(old, new, **changed) == expected


def test_a_requirement_keeps_its_name() -> None:
    text = "(define (domain d) (:requirements :typing))"
    assert renamed(":typing", "x", d_pddl=text) == (
        "`:typing` is a requirement of PDDL and keeps its name"
    )


def test_what_is_damaged_elsewhere_does_not_matter() -> None:
    damaged = DOMAIN.replace("(off ?y)))))", "(off ?y)))")
    assert "d.pddl: (:action halt" in renamed("stop", "halt", d_pddl=damaged)


def test_names_of_tasks_and_methods() -> None:
    text = (
        "(define (domain d) (:task get :parameters (?x)) (:action get-it :parameters (?x))\n"
        "(:method m :parameters (?x) :task (get ?x) :ordered-subtasks (and (get-it ?x))))"
    )
    assert renamed("get ?x", "fetch", d_pddl=text, p_pddl="", p_plan="") == (
        "d.pddl: (define (domain d) (:task fetch :parameters (?x)) "
        "(:action get-it :parameters (?x))\n"
        "d.pddl: (:method m :parameters (?x) :task (fetch ?x) "
        ":ordered-subtasks (and (get-it ?x))))"
    )
    assert renamed("m :par", "fetch", d_pddl=text, p_pddl="", p_plan="").startswith(
        "d.pddl: (:method fetch"
    )
    assert renamed("get ?x", "get-it", d_pddl=text, p_pddl="", p_plan="") == (
        "the action `get-it` has this name already @ d.pddl:1:58"
    )


def test_a_file_with_both() -> None:
    both = f"{DOMAIN}{PROBLEM}"
    written = renamed("till - thing", "desk", d_pddl=both, p_pddl="", p_plan="")
    assert written.count("desk") == 3
