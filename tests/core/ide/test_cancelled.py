"""Whatever is asked about a large text ends soon after nobody wants the answer any more."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from plancore.ide.information.hints import HintKind
from plancore.ide.information.hover import hover
from plancore.ide.information.inlay_hints import model_hints
from plancore.ide.navigation.references import highlights, references
from plancore.ide.navigation.symbols import subject_at
from plancore.ide.shape import folds, line_folds, outline
from plancore.ide.tokens import parts
from plancore.index.summary import summarise
from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.stop import Checkpoint, StoppedError
from plancore.workspace import Workspace, run_of_plan
from support.ferry import DOMAIN, PROBLEM

ACTIONS = "\n".join(f"(:action a{n} :parameters (?x ?y) :effect (at ?x ?y))" for n in range(300))
LARGE = DOMAIN.rstrip().removesuffix(")") + ACTIONS + ")"
STEPS = "(board red main)\n(leave red south)\n" * 6_000


def project() -> tuple[ProjectSnapshot, FileSnapshot, PlanSnapshot]:
    workspace = Workspace()
    workspace.set_text("domain.pddl", LARGE)
    workspace.set_text("two.pddl", PROBLEM)
    workspace.set_text("two.plan", STEPS)
    files = workspace.snapshot.files
    domain, plan = files["domain.pddl"], files["two.plan"]
    assert isinstance(domain, FileSnapshot)
    assert isinstance(plan, PlanSnapshot)
    return workspace.snapshot, domain, plan


def hints_of(checkpoint: Checkpoint) -> object:
    files, domain, _ = project()
    return model_hints(files, domain, Span(0, len(LARGE)), list(HintKind), checkpoint)


def folds_of(checkpoint: Checkpoint) -> object:
    return folds(project()[1], checkpoint)


def line_folds_of(checkpoint: Checkpoint) -> object:
    return line_folds(project()[1], checkpoint)


def outline_of(checkpoint: Checkpoint) -> object:
    return outline(project()[1], checkpoint)


def tokens_of_a_domain(checkpoint: Checkpoint) -> object:
    files, domain, _ = project()
    return used(parts(files, domain, checkpoint))


def tokens_of_a_plan(checkpoint: Checkpoint) -> object:
    files, _, plan = project()
    return used(parts(files, plan, checkpoint))


def hover_of_a_step(checkpoint: Checkpoint) -> object:
    files, _, plan = project()
    return hover(files, plan, 2, checkpoint)


def references_in_a_plan(checkpoint: Checkpoint) -> object:
    files, _, plan = project()
    subject = subject_at(files, plan, 8)
    assert subject is not None
    return used(references(files, subject, checkpoint))


def highlights_in_a_plan(checkpoint: Checkpoint) -> object:
    files, _, plan = project()
    return highlights(files, plan, 8, checkpoint)


def summary_of_a_plan(checkpoint: Checkpoint) -> object:
    return summarise(project()[2], None, checkpoint)


def execution(checkpoint: Checkpoint) -> object:
    files, _, plan = project()
    return run_of_plan(files, plan, checkpoint)


def used(items: Iterable[object]) -> list[object]:
    return [*items]


@pytest.mark.server_behaviour(43, "a request that is cancelled ends")
@pytest.mark.parametrize(
    "work",
    [
        hints_of,
        folds_of,
        line_folds_of,
        outline_of,
        tokens_of_a_domain,
        tokens_of_a_plan,
        hover_of_a_step,
        references_in_a_plan,
        highlights_in_a_plan,
        summary_of_a_plan,
        execution,
    ],
)
def test_it_ends_at_its_next_look(work: Callable[[Checkpoint], object]) -> None:
    looks = 0

    def stop_at_the_third(*_: object) -> None:
        nonlocal looks
        looks += 1
        if looks == 3:
            raise StoppedError

    with pytest.raises(StoppedError):
        work(stop_at_the_third)
    assert looks == 3
