"""An analysis that nobody wants any more: it ends, and who asks again is told the same."""

from __future__ import annotations

import pytest

from plancore.project import ProjectSnapshot, snapshot_of
from plancore.stop import StoppedError
from plancore.workspace import diagnostics
from support.ferry import DOMAIN, PROBLEM

FILES = {
    "/w/d.pddl": DOMAIN.replace("(full)", "(empty)", 1),
    "/w/p.pddl": f"{PROBLEM} )",
    "/w/p.plan": "(board red south)\n(debark blue south)\n",
}


def project() -> ProjectSnapshot:
    return ProjectSnapshot({name: snapshot_of(text, name) for name, text in FILES.items()})


class _StopAt:
    """A checkpoint that stops at a call."""

    def __init__(self, call: int) -> None:
        self.left = call

    def __call__(self, *_: object) -> None:
        self.left -= 1
        if self.left < 0:
            raise StoppedError


@pytest.mark.parametrize("name", FILES)
def test_whoever_stops_and_asks_again_is_told_the_same(name: str) -> None:
    expected = diagnostics(project(), name)
    assert expected
    asked_again = project()
    call = 0
    while True:
        try:
            found = diagnostics(asked_again, name, checkpoint=_StopAt(call))
        except StoppedError:
            call += 1
        else:
            break
    assert found == expected
    assert call > 10  # between forms, and between rules
