"""A keystroke in a plan file: read, checked, executed, and executed under the reference.

`python -m bench plan_files` prints CPU milliseconds for plans of 10 to 10,000 steps in the domain
of the example, without times and with them: when the plan is opened, after a keystroke in its
middle, after one in its domain, and for the inlay hints.
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
_THERE_AND_BACK: Final = ("(move ann depot square)", "(move ann square depot)")


def main() -> None:
    """Print the table."""
    print("| plan | steps | opened | keystroke | keystroke in the domain | hints |")
    print("|---|--:|--:|--:|--:|--:|")
    measured(10, timed=False)  # modules are imported only once
    for timed in (False, True):
        for size in SIZES:
            name = "with times" if timed else "without times"
            cells = " | ".join(f"{value:.1f}" for value in measured(size, timed=timed))
            print(f"| {name} | {size:,} | {cells} |", flush=True)


def measured(size: int, *, timed: bool) -> tuple[float, float, float, float]:
    """The figures of one line."""
    steps = [_THERE_AND_BACK[index % 2] for index in range(size)]
    lines = [f"{index}: {step}" if timed else step for index, step in enumerate(steps)]
    workspace = Workspace()
    for name in ("learned.pddl", "reference.pddl"):
        workspace.set_text(name, (_EXAMPLE / name).read_text("utf-8"))
    problem = (_EXAMPLE / "p01.pddl").read_text("utf-8")
    workspace.set_text("p01.pddl", problem.replace("!domain: reference", "!domain: learned"))
    workspace.set_text("a.plan", "\n".join(lines))
    at = len("\n".join(lines[: size // 2]))

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
    keystroke = statistics.median(_milliseconds(typed("a.plan", at)) for _ in range(KEYSTROKES))
    in_domain = statistics.median(
        _milliseconds(typed("learned.pddl", 0)) for _ in range(KEYSTROKES)
    )
    return opened, keystroke, in_domain, _milliseconds(hints)


def _milliseconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)
