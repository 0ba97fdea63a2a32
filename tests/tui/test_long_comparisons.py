"""Large files: a comparison says how far it is, and ends at whatever it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancore.stop import StoppedError
from plandiff.compare import compare
from plandiff.inputs import read_inputs
from plandiff.options import parse

ACTION = """(:action move-{n} :parameters (?x ?y)
  :precondition (and (at ?x) (not (at ?y))) :effect (and (at ?y) (not (at ?x))))"""
ACTIONS = "\n".join(ACTION.format(n=n) for n in range(600))
DOMAIN = f"(define (domain d) (:predicates (at ?x))\n{ACTIONS})"
PLAN = "".join(f"(move p{n} p{n + 1})\n" for n in range(9_000))
TIMED = "".join(f"{n}: {line} [1]\n" for n, line in enumerate(PLAN.splitlines(), 1))
PROSE = f"First we go.\n{PLAN}"

STAGES = {
    "domain": ["sections read", "sections understood", "actions compared", "looking for errors"],
    "plan": ["steps read", "aligning the steps"],
}


class Watched:
    """A checkpoint that notes what it hears, and ends the computation at its `last` call."""

    def __init__(self, last: int | None = None) -> None:
        self.last = last
        self.count = 0
        self.told: dict[str, list[int]] = {}

    def __call__(self, done: int = 0, stage: str = "", /) -> None:
        self.count += 1
        if stage:
            self.told.setdefault(stage, []).append(done)
        if self.count == self.last:
            raise StoppedError


@pytest.mark.slow
@pytest.mark.viewer_behaviour(26)
@pytest.mark.viewer_behaviour(27, "how far large files are: read, understood, aligned, compared")
@pytest.mark.parametrize(
    ("kind", "suffix", "text"),
    [("domain", "pddl", DOMAIN), *(("plan", "plan", text) for text in (PLAN, TIMED, PROSE))],
)
def test_it_says_how_far_it_is_and_ends_wherever_it_is_stopped(
    kind: str, suffix: str, text: str, tmp_path: Path
) -> None:
    files = tmp_path / f"learned.{suffix}", tmp_path / f"reference.{suffix}"
    files[0].write_text(text.replace("(not (at ?y))", "", 20).replace("(move p7 p8)", ""))
    files[1].write_text(text)
    names = str(files[0]), str(files[1])
    options = parse(list(names), {})

    def compared(last: int | None = None) -> Watched:
        checkpoint = Watched(last)
        compare(read_inputs(names, options.labels), options, checkpoint)
        return checkpoint

    whole = compared()
    assert [stage for stage in whole.told if stage in STAGES[kind]] == STAGES[kind]
    counts = whole.told[STAGES[kind][0]]
    assert len(counts) >= 4
    assert max(counts) > min(counts) > 0
    for last in {1, 2, whole.count // 3, whole.count // 2, whole.count}:
        with pytest.raises(StoppedError):
            compared(last)
