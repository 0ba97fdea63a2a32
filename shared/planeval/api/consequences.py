"""What differences do to plans, and what mends it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plancore.report.repair.review import RepairReport
from planeval.api.calling import PathLike, Paths, Watch, evaluated, outcome_of
from planeval.api.result import Result
from planeval.commands import blame as blame_command
from planeval.commands import repair as repair_command

if TYPE_CHECKING:
    from plancore.report.blame.review import BlameReport


@dataclass(frozen=True, repr=False)
class Repaired(Result[RepairReport]):
    """Repairs of a domain, the best one first."""

    @property
    def patch(self) -> str:
        """What the best repair changes in the file, as a unified diff; empty without one."""
        from planeval.consequences.repair import patch_of

        return patch_of(self.report)

    @property
    def domain(self) -> str:
        """The text of the domain with the best repair, in the layout of the file."""
        from plancore.diagnostic import apply_edits
        from planeval.consequences.repair import edits_of

        return apply_edits(self.report.file.text, edits_of(self.report))


def blame(
    learned: PathLike,
    reference: PathLike | None = None,
    *,
    plans: Paths = (),
    not_plans: Paths = (),
    problem: PathLike | None = None,
    align: bool = False,
    mapping: PathLike | None = None,
    effort: int | None = None,
    progress: bool | Watch = False,
) -> Result[BlameReport]:
    """Say which differences stop plans and which let them through, as `planeval blame` does.

    `plans` are valid, or meant to be, `not_plans` are meant to fail: plans for `problem` or the
    problems that belong to them, folders of plans, or lists of cases. Without a reference it says
    why plans stop. `effort` is how many sets of differences are tried for one failure.

    The frame has a row for each difference and how many plans it concerns. The status is 0 where
    every plan is as it is meant to be. Raises Trouble.
    """
    given = {
        "learned": learned,
        "reference": reference,
        "plans": plans,
        "not_plans": not_plans,
        "problem": problem,
        "align": align,
        "mapping": mapping,
        "effort": effort,
    }
    return evaluated(blame_command, blame_command.evaluate, given, progress)


def repair(
    domain: PathLike,
    *,
    plans: Paths = (),
    not_plans: Paths = (),
    problem: PathLike | None = None,
    reference: PathLike | None = None,
    align: bool = False,
    mapping: PathLike | None = None,
    answers: int = 5,
    cost: Mapping[str, int] | None = None,
    types: bool = False,
    effort: int = 20_000,
    write: bool = False,
    progress: bool | Watch = False,
) -> Repaired:
    """Find the least change of a domain after which plans are valid, as `planeval repair` does.

    `plans` must be valid, `not_plans` must not. Of repairs of one size those come first that bring
    the domain nearer to `reference`. `cost` says what an edit costs: `{"add-effect": 2}`. At most
    `answers` repairs are given, found with so much `effort`. With `write` the first one is written
    into the file; else see `patch` and `domain` of what is returned.

    The frame has a row for each edit of each repair. The status is 0 where a repair was found.
    Raises Trouble.
    """
    given = {
        "domain": domain,
        "plans": plans,
        "not_plans": not_plans,
        "problem": problem,
        "reference": reference,
        "align": align,
        "mapping": mapping,
        "answers": answers,
        "cost": [f"{kind}={number}" for kind, number in (cost or {}).items()],
        "types": types,
        "effort": effort,
        "write": write,
    }
    outcome = outcome_of(repair_command, repair_command.evaluate, given, progress)
    return Repaired.of(outcome)
