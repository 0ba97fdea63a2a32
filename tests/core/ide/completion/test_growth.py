"""What is offered costs the same in a file of any size: only the form at the cursor is read."""

from __future__ import annotations

import pytest

from plancore.ide.completion.complete import complete
from plancore.source import Span
from plancore.workspace import Workspace
from support.cpu import cpu_time
from support.ferry import DOMAIN


def seconds(facts: int) -> float:
    """The CPU time of completing a fact in the middle of so many, behind an edit."""
    workspace = Workspace()
    workspace.set_text("domain.pddl", DOMAIN, "pddl")
    init = "\n".join("    (at red south)" for _ in range(facts))
    objects = "(:objects red - car south - port)"
    text = f"(define (problem p) (:domain ferry)\n  {objects}\n  (:init\n{init})"
    workspace.set_text("p.pddl", f"{text}\n  (:goal (full)))\n", "pddl")
    at = text.index("    (at", len(text) // 2)
    complete(workspace.snapshot, workspace.snapshot.files["p.pddl"], at)
    workspace.edit("p.pddl", Span(at, at), "    (at red s)\n")
    project = workspace.snapshot
    file = project.files["p.pddl"]
    offered = complete(project, file, at + 13)
    assert [item.label for item in offered.items] == ["south"]
    return min(cpu_time(lambda: complete(project, file, at + 13)) for _ in range(5))


@pytest.mark.slow
def test_the_size_of_the_initial_state_does_not_matter() -> None:
    assert seconds(24_000) < 3 * seconds(3_000) + 0.005
