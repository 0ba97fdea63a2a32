"""Between two calls of a checkpoint little is done for each object, fact and step of a large file.

A stage without a checkpoint reads, joins and sorts each of them, which is many lines.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from plancore.ide.formatting.edits import format_edits, typed_edits
from plancore.ide.information.hover import hover
from plancore.ide.information.signature import signature
from plancore.ide.navigation.references import highlights, linked, references
from plancore.ide.navigation.symbols import subject_at
from plancore.ide.navigation.workspace_symbols import workspace_symbols
from plancore.ide.rename.rename import rename
from plancore.ide.tokens import parts
from plancore.index.index import Index
from plancore.index.summary import summarise
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint
from plancore.workspace import diagnostics, edited, run_of_plan
from support.looks import most_lines_between

pytestmark = [pytest.mark.slow, pytest.mark.server_behaviour(40, "it gives way")]

SIZE = 20_000
MOST = 16 * SIZE
"""The lines of some 4,000 objects, or a few for each. Without checkpoints: 40 to 120 for each."""

DOMAIN = """\
(define (domain shelves)
  (:types book)
  (:predicates (dusty ?b - book) (clean ?b - book) (done))
  (:action dust :parameters (?x - book)
    :precondition (forall (?b - book) (dusty ?b))
    :effect (and (done) (forall (?b - book) (when (dusty ?b) (clean ?b))))))
"""
BOOKS = [f"b{number}" for number in range(SIZE)]
GOAL = f"(done) {' '.join(f'(clean {book})' for book in BOOKS)}"
PROBLEM = f"""\
(define (problem all) (:domain shelves)
  (:objects {" ".join(BOOKS)} - book)
  (:init {" ".join(f"(dusty {book})" for book in BOOKS)})
  (:goal (and {GOAL})))
"""
FEW = PROBLEM.replace(GOAL, "(done)")


def read(checkpoint: Checkpoint, text: str = PROBLEM) -> FileSnapshot:
    file = snapshot_of(text, "all.pddl", checkpoint=checkpoint)
    assert isinstance(file, FileSnapshot)
    for definition in file.definitions:
        definition.lower(checkpoint)
        checkpoint()
        assert definition.sections
    return file


def project(text: str) -> tuple[ProjectSnapshot, AnySnapshot, AnySnapshot]:
    """A problem with a plan, read before anything is counted."""
    problem = read(NEVER, text)
    plan = snapshot_of("(dust b1)\n(dust b2)\n", "all.plan")
    files = {"shelves.pddl": snapshot_of(DOMAIN, "shelves.pddl"), "all.pddl": problem}
    return ProjectSnapshot({**files, "all.plan": plan}), problem, plan


def check_of_the_problem() -> Callable[[Checkpoint], object]:
    files, _, _ = project(PROBLEM)
    return lambda checkpoint: diagnostics(files, "all.pddl", None, checkpoint)


def execution() -> Callable[[Checkpoint], object]:
    files, _, plan = project(FEW)
    assert isinstance(plan, PlanSnapshot)
    return lambda checkpoint: run_of_plan(files, plan, checkpoint)


def hover_of_a_step() -> Callable[[Checkpoint], object]:
    files, _, plan = project(FEW)
    assert isinstance(plan, PlanSnapshot)
    run_of_plan(files, plan)
    return lambda checkpoint: hover(files, plan, 12, checkpoint)


def tokens() -> Callable[[Checkpoint], object]:
    files, problem, _ = project(FEW)
    return lambda checkpoint: [[*part.tokens()] for part in parts(files, problem, checkpoint)]


Work = Callable[[ProjectSnapshot, AnySnapshot, int, Checkpoint], object]


def in_the_goal(work: Work) -> Callable[[], Callable[[Checkpoint], object]]:
    """Work at a name in the middle of a goal that is one large form, whose names were not sought
    before."""

    def of() -> Callable[[Checkpoint], object]:
        files, problem, _ = project(PROBLEM)
        at = PROBLEM.index(f"(clean {BOOKS[SIZE // 2]})") + 2
        return lambda checkpoint: work(files, problem, at, checkpoint)

    return of


def all_references(
    files: ProjectSnapshot, file: AnySnapshot, at: int, checkpoint: Checkpoint
) -> object:
    subject = subject_at(files, file, at, checkpoint)
    assert subject is not None
    return [*references(files, subject, checkpoint)]


def symbols(_: ProjectSnapshot, file: AnySnapshot, __: int, checkpoint: Checkpoint) -> object:
    index = Index({file.name: summarise(file, None, checkpoint)})
    return workspace_symbols(index, "b", 10, checkpoint)


def after_a_paste(_: ProjectSnapshot, file: AnySnapshot, at: int, checkpoint: Checkpoint) -> object:
    return edited(file, Span(at - 2, at - 2), GOAL, "", checkpoint)


def of_many_ranges(
    _: ProjectSnapshot, file: AnySnapshot, at: int, checkpoint: Checkpoint
) -> object:
    assert isinstance(file, FileSnapshot)
    spans = [Span(start, start + 10) for start in range(0, at, at // 50)]
    return format_edits(file, *spans, checkpoint=checkpoint)


REQUESTS: list[Work] = [
    hover,
    signature,
    all_references,
    highlights,
    symbols,
    after_a_paste,
    of_many_ranges,
    lambda _, file, at, checkpoint: linked(file, at, checkpoint),
    lambda files, file, at, checkpoint: rename(files, file, at, "neat", checkpoint),
    lambda _, file, at, checkpoint: typed_edits(file, at + 10, None, checkpoint),
    lambda _, file, __, checkpoint: format_edits(file, checkpoint=checkpoint),
]


@pytest.mark.parametrize("work", REQUESTS)
def test_little_is_done_for_a_name_in_a_large_form(work: Work) -> None:
    assert most_lines_between(in_the_goal(work)()) < MOST


def reading() -> Callable[[Checkpoint], object]:
    return read


@pytest.mark.parametrize("of", [reading, check_of_the_problem, execution, hover_of_a_step, tokens])
def test_little_is_done_for_each_between_two_looks(
    of: Callable[[], Callable[[Checkpoint], object]],
) -> None:
    assert most_lines_between(of()) < MOST
