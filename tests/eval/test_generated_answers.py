"""Result files of PlanBench in every way that plans are written in them, of plans that an executor
of a few lines has judged, which knows nothing of PDDL."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import pytest

from planeval.cli import main
from support.command import run_command
from support.ring import figures_of

DOMAIN: Final = """(define (domain yard)
  (:predicates (on ?x ?y) (ground ?x) (free ?x) (held ?x) (idle))
  (:action lift-up :parameters (?x) :precondition (and (ground ?x) (free ?x) (idle))
    :effect (and (held ?x) (not (ground ?x)) (not (free ?x)) (not (idle))))
  (:action drop :parameters (?x) :precondition (held ?x)
    :effect (and (ground ?x) (free ?x) (idle) (not (held ?x))))
  (:action unload :parameters (?x ?y) :precondition (and (on ?x ?y) (free ?x) (idle))
    :effect (and (held ?x) (free ?y) (not (on ?x ?y)) (not (free ?x)) (not (idle))))
  (:action load :parameters (?x ?y) :precondition (and (held ?x) (free ?y))
    :effect (and (on ?x ?y) (free ?x) (idle) (not (held ?x)) (not (free ?y)))))
"""
TASK: Final = "--domain", "domain.pddl", "--problems", "problems"
SENTENCES: Final = {
    "lift-up": "Lift up {0}.",
    "drop": "Drop the crate {0}.",
    "unload": "Unload {0} from {1}.",
    "load": "Load {0} on top of {1}.",
}
TRANSLATED: Final = {
    "lift-up": "hoist the {0} box",
    "drop": "let the {0} box go",
    "unload": "take the {0} box off the {1} box",
    "load": "put the {0} box onto the {1} box",
}
COLOURS: Final = {"c1": "red", "c2": "blue", "c3": "orange", "c4": "yellow"}

Step: TypeAlias = tuple[str, ...]
Plan: TypeAlias = list[Step]
Below: TypeAlias = dict[str, str]
"""What each crate stands on; the one that is held has no entry."""


def _after(below: Below, step: Step) -> Below | None:
    """Where crates stand after a step; None where it cannot happen."""
    name, crate, *others = step
    held = next(iter(COLOURS.keys() - below.keys()), None)
    is_free = crate in below and crate not in below.values()
    if name in ("lift-up", "unload"):
        place = others[0] if others else "ground"
        can = held is None and is_free and below[crate] == place
        return {each: at for each, at in below.items() if each != crate} if can else None
    place = others[0] if others else "ground"
    can = held == crate and (not others or (place in below and place not in below.values()))
    return {**below, crate: place} if can else None


def _steps() -> list[Step]:
    pairs = [(x, y) for x in COLOURS for y in COLOURS if x != y]
    alone = [(name, x) for name in ("lift-up", "drop") for x in COLOURS]
    return [*alone, *((name, *pair) for name in ("unload", "load") for pair in pairs)]


def _facts(below: Below) -> list[str]:
    facts = [f"(ground {x})" if y == "ground" else f"(on {x} {y})" for x, y in below.items()]
    return facts + [f"(free {x})" for x in below if x not in below.values()]


def _task(dice: Random) -> tuple[Below, Below, Plan]:
    """Where crates stand, where they are to stand, and a plan."""
    start: Below = {}
    for crate in COLOURS:
        start[crate] = dice.choice(["ground", *(x for x in start if x not in start.values())])
    plan: Plan = []
    below = start
    while len(plan) < 2 or len(below) < len(COLOURS) or below == start:
        step = dice.choice([each for each in _steps() if _after(below, each) is not None])
        plan.append(step)
        below = _after(below, step) or below
    return start, below, plan


def _answer(dice: Random, plan: Plan) -> Plan:
    """The plan, or one with a mistake, which may be right all the same."""
    mutated = list(plan)
    at = dice.randrange(len(plan))
    match dice.choice(("right", "right", "less", "other", "end")):
        case "less":
            del mutated[at]
        case "other":
            mutated[at] = dice.choice(_steps())
        case "end":
            del mutated[-1]
    return mutated


def _verdict(start: Below, goal: Below, plan: Plan) -> str:
    below: Below = start
    passed = below == goal
    for step in plan:
        now = _after(below, step)
        if now is None:
            return "not executable"
        below = now
        passed |= below == goal
    if below == goal:
        return "solved"
    return "not recognised goal" if passed else "not reached goal"


def _lines(plan: Plan) -> list[str]:
    return [f"({' '.join(step)})" for step in plan]


def _words(plan: Plan, phrases: Mapping[str, str], names: Mapping[str, str]) -> list[str]:
    return [phrases[step[0]].format(*(names[each] for each in step[1:])) for step in plan]


def _prose(plan: Plan) -> list[str]:
    return _words(plan, SENTENCES, {name: name for name in COLOURS})


def _numbered(lines: list[str], form: str = "{}. {}") -> str:
    return "\n".join(form.format(number, line) for number, line in enumerate(lines, start=1))


WAYS: Final[dict[str, Callable[[Plan], dict[str, Any]]]] = {
    # As PlanBench's evaluation leaves it, with the words that it was translated from.
    "text": lambda plan: {"extracted_llm_plan": "\n".join(_lines(plan)) + "\n"},
    "list": lambda plan: {"extracted_llm_plan": _lines(plan)},
    "lists of words": lambda plan: {"extracted_llm_plan": list(map(list, plan))},
    "translated": lambda plan: {
        "llm_raw_response": "\n".join(_words(plan, TRANSLATED, COLOURS)) + "\n[PLAN END]",
        "extracted_llm_plan": _lines(plan),
    },
    # Answers that nobody has extracted anything from.
    "marks": lambda plan: {"llm_raw_response": "\n".join(("[PLAN]", *_lines(plan), "[PLAN END]"))},
    "fence": lambda plan: {
        "llm_raw_response": "\n".join(("Here it is:", "```pddl", *_lines(plan), "```"))
    },
    "bare fence": lambda plan: {"llm_raw_response": "\n".join(("```", *_lines(plan), "```"))},
    "numbers": lambda plan: {"llm_raw_response": _numbered(_lines(plan))},
    "upper case": lambda plan: {"llm_raw_response": "\n".join(_lines(plan)).upper()},
    "without parentheses": lambda plan: {"llm_raw_response": "\n".join(map(" ".join, plan))},
    "sentences": lambda plan: {"llm_raw_response": _numbered(_prose(plan))},
    "bullets": lambda plan: {"llm_raw_response": "\n".join(f"- {each}" for each in _prose(plan))},
    "steps": lambda plan: {"llm_raw_response": _numbered(_prose(plan), "Step {}: {}")},
    "prose": lambda plan: {"llm_raw_response": " Then ".join(_prose(plan))},
    "backprompting": lambda plan: {
        "messages": [
            {"role": "user", "content": "What now?"},
            {"role": "assistant", "content": "[PLAN]\n" + "\n".join(_lines(plan)) + "\n[PLAN END]"},
        ]
    },
}
EVALUATED: Final = ("text", "list", "lists of words", "translated")
KEYS: Final = ("llm_correct", "correct", "act_correct", "llm_correct_binary")
SHAPES: Final[dict[str, Callable[[list[dict[str, Any]]], str]]] = {
    "list": lambda some: json.dumps({"task": "task_1_plan_generation", "instances": some}),
    "mapping": lambda some: json.dumps(
        {"task": "t1", "instances": {str(each["instance_id"]): each for each in some}}
    ),
    "bare mapping": lambda some: json.dumps({str(each["instance_id"]): each for each in some}),
    "bare list": json.dumps,
    "lines": lambda some: "".join(f"{json.dumps(each)}\n" for each in some),
}


def _write(dice: Random, count: int) -> tuple[dict[int, Plan], dict[int, str]]:
    """The task in the current folder; answers to its problems, and the verdict on each."""
    Path("problems").mkdir()
    Path("domain.pddl").write_text(DOMAIN)
    answers, verdicts = {}, {}
    for number in range(1, count + 1):
        start, goal, plan = _task(dice)
        Path(f"problems/instance-{number}.pddl").write_text(
            f"(define (problem p{number}) (:domain yard) (:objects {' '.join(COLOURS)})\n"
            f"(:init (idle) {' '.join(_facts(start))}) (:goal (and {' '.join(_facts(goal))})))"
        )
        answers[number] = _answer(dice, plan)
        verdicts[number] = _verdict(start, goal, answers[number])
    return answers, verdicts


def _classes(name: str, *task: str) -> dict[int, str]:
    text = run_command(main, "runs", name, *task, "--format", "csv").stdout
    return {int(row["instance"]): row["class"] for row in csv.DictReader(io.StringIO(text))}


@pytest.mark.parametrize("way", WAYS)
def test_our_verdict_on_a_plan_is_the_same_however_it_is_written(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the file has another verdict."""
    monkeypatch.chdir(tmp_path)
    dice = Random(way)
    answers, verdicts = _write(dice, 25)
    assert set(verdicts.values()) >= {"solved", "not executable"}
    entries = []
    for number, plan in answers.items():
        is_right: object = verdicts[number] == "solved"
        said = {dice.choice(KEYS): dice.choice((is_right, int(bool(is_right)), not is_right))}
        entries.append(
            {"instance_id": number, **WAYS[way](plan), **(said if way in EVALUATED else {})}
        )
    # What has only messages is known by the word `instances`.
    shapes = ("list", "mapping") if way == "backprompting" else tuple(SHAPES)
    Path("results.json").write_text(SHAPES[dice.choice(shapes)](entries))
    assert _classes("results.json", *TASK) == verdicts


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("key", KEYS)
def test_verdicts_of_the_file_count_as_they_are(
    shape: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    dice = Random(f"{shape} {key}")
    entries, right = [], []
    for number in range(1, 21):
        is_right = dice.random() < 0.5
        right += [number] * is_right
        plan = [dice.choice(_steps())]
        written = WAYS[dice.choice(EVALUATED)](plan)
        entries.append(
            {"instance_id": number, **written, key: dice.choice((is_right, int(is_right)))}
        )
    Path("results.json").write_text(SHAPES[shape](entries))
    figures = figures_of("results.json")
    assert (figures["n_instances"], figures["successful_tasks"]) == (20, right)
    assert figures["accuracy"] == len(right) / 20
