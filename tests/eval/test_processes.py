"""The command as a process: what it prints and how it ends."""

from __future__ import annotations

import pytest

from support.examples import DELIVERY
from support.programs import run_program


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("arguments", "status", "printed"),
    [
        (("domain", "learned.pddl", "reference.pddl"), 1, "pick-up"),
        (("validate", "reference.pddl", "p01.pddl", "reference.plan"), 0, "valid"),
        (("nothing",), 2, ""),
    ],
)
def test_a_command_as_a_process(arguments: tuple[str, ...], status: int, printed: str) -> None:
    run = run_program("planeval", *arguments, folder=DELIVERY)
    assert run.status == status, run.err
    assert printed in run.out
    assert bool(run.err) == (status == 2)
