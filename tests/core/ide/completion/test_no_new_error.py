"""Whatever is offered may be taken: it brings no error into the file."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from support.completions import Trial, mixed_up, random_position, sample
from support.corpus import corpus_index, decoded
from support.ferry import DOMAIN, PROBLEM
from support.material import CORPUS, material

EXAMPLES = Path(__file__).parents[4] / "examples"
PLAN = "(board red south)\n(leave red south)\n"
TIDE = """\
(define (domain tide)
  (:requirements :typing :durative-actions)
  (:types boat)
  (:predicates (afloat ?b - boat) (loaded ?b - boat))
  (:action load :parameters (?b - boat) :precondition () :effect (loaded ?b))
  (:durative-action float
    :parameters (?b - boat)
    :duration (= ?duration 2.5)
    :condition (at start (loaded ?b))
    :effect (at end (afloat ?b))))
"""
TIDES = "(define (problem p) (:domain tide) (:objects red - boat) (:init) (:goal (afloat red)))"
TIDE_PLAN = "0: (load red)\n1: (float red) [2.5]\n\n"


PLANS = (
    PLAN,
    "1. (board red south)\n2. (leave red south)\n",
    "board(red, south)\nleave(red, south)\n",
    "0: (board red south) [1]\n1: (leave red south) [1]\n",
    "```\n(board red south)\n```\nand\n- (leave red south)\n",
    "(board red south) (leave red south)\n(board\n  red south)\n",
)
TIDE_PLANS = (
    TIDE_PLAN,
    "0.0: (load red) [1]\n1: (float red) [2.5]\n",
    "0: load(red)\n1: float(red) [2.5]\n",
)


class Case(NamedTuple):
    """A text with the files that it needs, by name."""

    name: str
    text: str
    others: dict[str, str]


def own_cases() -> Iterator[Case]:
    yield Case("here.pddl", DOMAIN, {})
    yield Case("here.pddl", PROBLEM, {"domain.pddl": DOMAIN})
    for folder in sorted(EXAMPLES.iterdir()):
        texts = {path.name: path.read_text() for path in sorted(folder.glob("*.pddl"))}
        named = "reference.pddl" if "reference.pddl" in texts else "domain.pddl"
        yield Case("here.pddl", texts[named], {})
        for name, text in texts.items():
            if "(:init" in text:
                yield Case(name, text, {named: texts[named]})
    yield from corpus_cases(CORPUS / "dialects", 30_000)


def corpus_cases(root: Path, max_bytes: int) -> Iterator[Case]:
    """Each file of an index with its domain."""
    for row in corpus_index(root, max_bytes):
        domain = root / row["domain_file"]
        others = {"domain.pddl": decoded(domain)} if row["domain_file"] and domain.exists() else {}
        yield Case("here.pddl", decoded(root / row["path"]), others)


def check(cases: list[Case], positions: int, seed: int, most: int) -> tuple[int, int]:
    """Take what is offered at random positions, half of them in damaged files; returns at how many
    positions something was offered, and how many items were taken."""
    rng = random.Random(seed)
    answered = taken = 0
    for number in range(positions):
        case = rng.choice(cases)
        position = random_position(rng, case.text, damaged=number % 2 == 1)
        trial = Trial(position, case.name, case.others)
        at = trial.offer.replace
        answered += bool(trial.offer.items)
        for item in sample(rng, trial.offer.items, most):
            taken += 1
            worse = trial.new_errors(item)
            before, behind = position.text[: at.start][-300:], position.text[at.end :][:100]
            assert worse == [], f"{number}: {before}«{item.text}»{behind}"
    return answered, taken


@pytest.mark.server_behaviour(23, "120 positions in our own files")
def test_own_files() -> None:
    answered, taken = check([*own_cases()], 120, seed=23, most=20)
    assert answered > 50
    assert taken > 130


@pytest.mark.server_behaviour(23, "60 positions in a plan")
def test_a_plan() -> None:
    case = Case("here.plan", PLAN, {"domain.pddl": DOMAIN, "here.pddl": PROBLEM})
    answered, taken = check([case], 60, seed=23, most=20)
    assert answered > 20
    assert taken > 20


@pytest.mark.server_behaviour(23, "60 positions in a plan with times")
def test_a_plan_with_times() -> None:
    others = {"domain.pddl": TIDE, "here.pddl": TIDES}
    cases = [Case("here.plan", plan, others) for plan in ("", TIDE_PLAN)]
    answered, taken = check(cases, 60, seed=23, most=20)
    assert answered > 20
    assert taken > 30


@pytest.mark.long
@pytest.mark.server_behaviour(
    23, "10,000 positions in plans of several notations, half of them damaged"
)
def test_plans_in_any_notation() -> None:
    """Some are mixed up before, too, so that up to eight words are wrong."""
    rng = random.Random(5)
    ferry = {"domain.pddl": DOMAIN, "here.pddl": PROBLEM}
    tides = {"domain.pddl": TIDE, "here.pddl": TIDES}
    plans = [(plan, ferry) for plan in PLANS] + [(plan, tides) for plan in TIDE_PLANS]
    cases = [
        Case("here.plan", mixed_up(rng, plan, words), others)
        for plan, others in plans
        for words in (0, 0, 0, 1, 1, 2, 2, 3, 4, 5)
    ]
    answered, taken = check(cases, 10_000, seed=23, most=20)
    assert answered > 2_000
    assert taken > 3_000


@pytest.mark.long
@pytest.mark.server_behaviour(23, "500 positions in files of others, half of them damaged")
@pytest.mark.needs("material:corpus/dev")
def test_files_of_others() -> None:
    cases = [*corpus_cases(material("corpus", "dev"), 30_000)]
    answered, taken = check(cases, 500, seed=23, most=200)
    assert answered > 250
    assert taken > 1_500
