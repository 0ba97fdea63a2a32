"""A keystroke in a plan file: read, check, execute, and execute with the reference.

`python -m bench plan_files` prints CPU milliseconds for plans of 10 to 10,000 steps in the domain
of the example, without and with times: when the plan is opened, after a keystroke in its middle, in
its last tenth and in its domain, and for the inlay hints. Then the same for 101 steps whose
conditions and effects are about 100,000 objects each.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from plancore.ide.information.hints import HintKind
from plancore.ide.information.inlay_hints import plan_hints
from plancore.project import PlanSnapshot
from plancore.source import Span
from plancore.workspace import Workspace, diagnostics, run_of_plan

SIZES: Final = (10, 100, 1_000, 10_000)
KEYSTROKES: Final = 9
_EXAMPLE: Final = Path(__file__).parents[1] / "examples" / "delivery"
_OBJECTS: Final = 100_000
_STEPS: Final = 101
_ABOUT_ALL: Final = """(define (domain all) (:requirements :adl) (:predicates (at ?x) (seen ?x))
(:action go :parameters (?x ?y)
  :precondition (and (at ?x) (forall (?z) (not (seen ?z))))
  :effect (and (at ?y) (forall (?z) (not (seen ?z))))))
"""
_THERE_AND_BACK: Final = ("(move ann depot square)", "(move ann square depot)")


def main() -> None:
    """Print the table."""
    print("| plan | steps | opened | keystroke | in the last tenth | in the domain | hints |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    measured(10, timed=False)  # import all modules
    for timed in (False, True):
        for size in SIZES:
            name = "with times" if timed else "without times"
            cells = " | ".join(f"{value:.1f}" for value in measured(size, timed=timed))
            print(f"| {name} | {size:,} | {cells} |", flush=True)
    cells = " | ".join(f"{value:.1f}" for value in about_all_objects())
    print(f"| about all objects | {_STEPS} | {cells} |")


def measured(size: int, *, timed: bool) -> tuple[float, ...]:
    """The values of one row."""
    steps = [_THERE_AND_BACK[index % 2] for index in range(size)]
    lines = [f"{index}: {step}" if timed else step for index, step in enumerate(steps)]
    workspace = Workspace()
    for name in ("learned.pddl", "reference.pddl"):
        workspace.set_text(name, (_EXAMPLE / name).read_text("utf-8"))
    problem = (_EXAMPLE / "p01.pddl").read_text("utf-8")
    workspace.set_text("p01.pddl", problem.replace("!domain: reference", "!domain: learned"))
    return _figures(workspace, lines)


def about_all_objects() -> tuple[float, ...]:
    """The values for a plan whose steps have `forall` over all objects."""
    workspace = Workspace()
    workspace.set_text("learned.pddl", _ABOUT_ALL)
    objects = " ".join(f"o{number}" for number in range(_OBJECTS))
    workspace.set_text(
        "p01.pddl",
        f"(define (problem p) (:domain all) (:objects {objects}) (:init (at o0)) (:goal (at o1)))",
    )
    return _figures(workspace, [f"(go o{step} o{step + 1})" for step in range(_STEPS)])


def _figures(workspace: Workspace, lines: list[str]) -> tuple[float, ...]:
    workspace.set_text("a.plan", "\n".join(lines))
    middle, late = (len("\n".join(lines[: len(lines) * tenths // 20])) for tenths in (10, 19))

    def typed(name: str, place: int) -> Callable[[], object]:
        def key() -> object:
            workspace.edit(name, Span(place, place), " ")
            return diagnostics(workspace.snapshot, "a.plan")

        return key

    def hints() -> object:
        plan = workspace.snapshot.files["a.plan"]
        assert isinstance(plan, PlanSnapshot)
        run = run_of_plan(workspace.snapshot, plan)
        return plan_hints(workspace.snapshot, plan, run, Span(0, len(plan.text)), set(HintKind))

    opened = _milliseconds(lambda: diagnostics(workspace.snapshot, "a.plan"))
    keystrokes = (
        statistics.median(_milliseconds(typed(name, place)) for _ in range(KEYSTROKES))
        for name, place in (("a.plan", late), ("a.plan", middle), ("learned.pddl", 0))
    )
    in_last_tenth, keystroke, in_domain = keystrokes
    return opened, keystroke, in_last_tenth, in_domain, _milliseconds(hints)


def _milliseconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)
