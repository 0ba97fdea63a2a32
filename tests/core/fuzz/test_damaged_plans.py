"""Plans, domains and problems damaged token by token, as while one types: nothing raises, every
span lies in its text, and a text that was edited says what it says when it is read afresh."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import Diagnostic, apply_edits
from plancore.ide.information.hints import HintKind
from plancore.ide.information.hover import hover
from plancore.ide.information.inlay_hints import plan_hints
from plancore.project import DomainLink, PlanSnapshot, ProjectSnapshot
from plancore.report.plan_tally import folder_tally, tally_lens
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.workspace import Workspace, diagnostics, run_of_plan
from support.examples_tried import for_each_of_many
from support.oracle_tasks import TASKS
from support.plan_findings import delivery
from support.random_plans import Walker, text_of
from support.tasks import task_of
from support.token_damage import mutation

VALIDATION: Final = Path(__file__).parents[2] / "corpus" / "validation"


def texts_of(name: str, dice: random.Random) -> dict[str, str]:
    """A domain, a problem and a plan of some task."""
    if name == "delivery":
        return {**delivery(), "a.plan": "(pick-up ann parcel depot)\n(move ann depot square)\n"}
    domain, problem = TASKS[name]
    lines, _ = Walker(task_of(domain, problem), dice).walk(4)
    return {"d.pddl": domain, "p.pddl": problem, "a.plan": text_of(lines)}


@pytest.mark.parametrize("name", [*sorted(TASKS), "delivery"])
@for_each_of_many
@given(seed=st.integers(0, 1_000_000))
def test_nothing_raises_while_one_types(name: str, seed: int) -> None:
    dice = random.Random(seed)
    workspace = Workspace()
    for file, text in texts_of(name, dice).items():
        workspace.set_text(file, text)
    for _ in range(6):
        file = dice.choice(sorted(workspace.snapshot.files))
        span, replacement = mutation(dice, workspace.snapshot.files[file].text)
        workspace.edit(file, span, replacement)
        look_at_everything(workspace.snapshot, dice)
    afresh = Workspace()
    for file, snapshot in workspace.snapshot.files.items():
        afresh.set_text(file, snapshot.text)
    assert diagnostics(afresh.snapshot, "a.plan") == diagnostics(workspace.snapshot, "a.plan")


def look_at_everything(project: ProjectSnapshot, dice: random.Random) -> None:
    plan = project.files["a.plan"]
    assert isinstance(plan, PlanSnapshot)
    for diagnostic in diagnostics(project, "a.plan"):
        assert_inside(diagnostic, project)
    for _ in range(5):
        answer = hover(project, plan, dice.randint(0, len(plan.text)))
        assert answer is None or 0 <= answer.span.start <= answer.span.end <= len(plan.text)
    run = run_of_plan(project, plan)
    for hint in plan_hints(project, plan, run, Span(0, len(plan.text)), set(HintKind)):
        assert 0 <= hint.offset <= len(plan.text)
    for file in project.files.values():
        definition = file.first("domain") if isinstance(file, FileSnapshot) else None
        if isinstance(file, FileSnapshot) and definition is not None:
            domain = DomainLink(file, definition)
            lens = tally_lens(domain, folder_tally(project, domain))
            for place in lens.places if lens else ():
                assert place.span.end <= len(project.files[place.file].text)


def assert_inside(diagnostic: Diagnostic, project: ProjectSnapshot) -> None:
    text = project.files["a.plan"].text
    assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
    for place in diagnostic.related:
        assert 0 <= place.span.start <= place.span.end
        assert place.span.end <= len(project.files[place.file or "a.plan"].text)
    for fix in diagnostic.fixes:
        apply_edits(text, fix.edits)


def test_plans_of_the_corpus_are_said_to_be_what_they_are() -> None:
    """`cases.jsonl` has the verdicts, which another validator gave."""
    lines = (VALIDATION / "cases.jsonl").read_text("utf-8").splitlines()
    expected = {case["plan"]: case["expected"] for case in map(json.loads, lines)}
    for path in sorted(VALIDATION.glob("*/plans/*.plan")):
        workspace = Workspace()
        folder = path.parents[1]
        for name in ("domain.pddl", "problem.pddl"):
            workspace.set_text(name, (folder / name).read_text("utf-8"))
        workspace.set_text("a.plan", path.read_text("utf-8"))
        errors = [d for d in diagnostics(workspace.snapshot, "a.plan") if d.severity == 1]
        said = expected[path.relative_to(VALIDATION).as_posix()]
        assert bool(errors) is (said != "valid"), path
