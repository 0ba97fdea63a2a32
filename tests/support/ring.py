"""An experiment with a language model: logs, gold plans and the task, for `planeval runs`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from planeval.cli import main
from support.command import run_command
from support.run_logs import incremental

DOMAIN: Final = """(define (domain ring)
  (:predicates (at ?p) (road ?p ?q))
  (:action go :parameters (?p ?q) :precondition (and (at ?p) (road ?p ?q))
    :effect (and (at ?q) (not (at ?p)))))
"""
PROBLEM: Final = """(define (problem p{number}) (:domain ring) (:objects a b c)
  (:init (at a) (road a b) (road b c) (road c a)) (:goal (at {goal})))
"""


def write_experiment() -> None:
    """Logs of two instances, gold plans and the task; the second log is wrong. Into the
    current folder."""
    for folder in ("logs", "gold", "problems"):
        Path(folder).mkdir()
    Path("domain.pddl").write_text(DOMAIN)
    for number, goal in ((1, "b"), (2, "c")):
        text = PROBLEM.format(number=number, goal=goal)
        Path(f"problems/instance-{number}.pddl").write_text(text)
    Path("gold/instance-1_gold_plan.txt").write_text("(go a b)\n; cost = 1\n")
    Path("gold/instance-2_gold_plan.txt").write_text("(go a b)\n(go b c)\n")
    solved = incremental("-(go a c)", "+(go a b)", "done", success=True, reached=True)
    claimed = incremental("+(go a b)", "done", success=True, reached=True, instance=2)
    Path("logs/m_instance-1.jsonl").write_text(solved)
    Path("logs/m_instance-2.jsonl").write_text(claimed)


TASK: Final = "--domain", "domain.pddl", "--problems", "problems"


def figures_of(*arguments: str) -> dict[str, object]:
    """The metrics of the one experiment that the arguments name."""
    result = run_command(main, "runs", *arguments, "--format", "json")
    figures: dict[str, object] = json.loads(result.stdout)["experiments"][0]["metrics"]
    return figures
