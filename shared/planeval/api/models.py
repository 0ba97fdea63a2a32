"""Compare domains and problems with their references, and repair domains."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plancore.report.repair.document import RepairReport
from planeval.api.result import PathLike, Paths, Result, Watch, evaluated, outcome_of
from planeval.commands import align as align_command
from planeval.commands import blame as blame_command
from planeval.commands import domain as domain_command
from planeval.commands import domains as domains_command
from planeval.commands import problem as problem_command
from planeval.commands import repair as repair_command
from planeval.programs.bounds import PLANNER

if TYPE_CHECKING:
    from plancore.report.alignment.document import AlignmentReview
    from plancore.report.blame.review import BlameReport
    from plancore.report.domains.document import DomainTable
    from plancore.report.evaluation.review import Evaluation
    from plancore.report.problem.review import ProblemReview


def domain(
    learned: PathLike,
    reference: PathLike,
    *,
    plans: Paths = (),
    problem: PathLike | None = None,
    states: Paths = (),
    problems: Paths = (),
    walks: int | None = None,
    walk_length: int = 20,
    seed: int = 0,
    planner: str | tuple[str, ...] = (),
    time: float = PLANNER.wall,
    memory: int = PLANNER.memory,
    optimal: float | None = None,
    align: bool | None = None,
    mapping: PathLike | None = None,
    save_mapping: PathLike | None = None,
    no_evidence: bool = False,
    codec: PathLike | None = None,
    ambiguity: Literal["mean", "best", "worst"] = "mean",
    amlgym: bool = False,
    no_blame: bool = False,
    strict: bool = False,
    progress: bool | Watch = False,
) -> Result[Evaluation]:
    """Measure a learned domain against its reference, as `planeval domain` does.

    `plans` shows which plans the learned domain accepts, which differences are the cause, and the
    minimum repair: plans for `problem` or the problems that belong to them, folders of plans, or a
    list of cases. `states` are trajectories or AMLGym's test_states.json, with their `problems`;
    `walks` is the number of random walks of `walk_length` steps from `problem`, determined by
    `seed`. `planner`, one name or a tuple of names, solves the `problems`, or `problem`, each
    within `time` seconds and `memory` MiB. `optimal` is the time limit in seconds for the minimum
    edit distance.

    Without `plans`, those next to the files are executed; `no_evidence` ignores them. `align`
    matches names by structure (None: if the domains share almost no names), `mapping` is the file
    of a name mapping, `codec` translates between vocabularies (docs/reference/codecs.md).
    `no_blame` leaves out blame and repair.

    The frame has a row for each score: metric, figure, action (none for the whole domain), value,
    counts. The status is 0 if there are no differences. Raises Trouble.
    """
    return evaluated(domain_command, locals(), progress)


def domains(
    folders: Paths = (),
    *,
    pairs: Paths = (),
    sort: str | None = None,
    align: bool | None = None,
    mapping: PathLike | None = None,
    no_evidence: bool = False,
    optimal: float | None = None,
    no_states: bool = False,
    amlgym: bool = False,
    strict: bool = False,
    jobs: int | None = None,
    progress: bool | Watch = False,
) -> Result[DomainTable]:
    """Measure many learned domains, as `planeval domains` does.

    `folders` are searched for folders with a learned.pddl and a reference.pddl; `pairs` are
    lists of pairs. `sort` is a column, `-column` for descending order. `jobs` is the number of
    processes, by default one per core. `amlgym` adds scores by AMLGym's conventions.

    The frame has a row for each pair; one that could not be measured has an `error`. Raises
    Trouble.
    """
    return evaluated(domains_command, locals(), progress)


def align(
    learned: PathLike,
    reference: PathLike,
    *,
    mapping: PathLike | None = None,
    save_mapping: PathLike | None = None,
    plans: Paths = (),
    problem: PathLike | None = None,
    reference_plans: Paths = (),
    reference_problem: PathLike | None = None,
    no_evidence: bool = False,
    strict: bool = False,
    progress: bool | Watch = False,
) -> Result[AlignmentReview]:
    """Match the names of two domains, as `planeval align` does.

    Plans of either domain, for `problem` and `reference_problem`, are executed in both. The frame
    has a row for each match: its kind, both names, confidence from 0 to 1, evidence. Raises
    Trouble.
    """
    return evaluated(align_command, locals(), progress)


def problem(
    learned: PathLike,
    reference: PathLike,
    *,
    mapping: PathLike | None = None,
    strict: bool = False,
    progress: bool | Watch = False,
) -> Result[ProblemReview]:
    """Compare a problem with its reference, as `planeval problem` does.

    The frame has a row for each difference. Raises Trouble.
    """
    return evaluated(problem_command, locals(), progress)


# Effects of differences on plans, and repairs.


@dataclass(frozen=True, repr=False)
class Repaired(Result[RepairReport]):
    """Repairs of a domain, the best one first."""

    @property
    def patch(self) -> str:
        """The best repair as a unified diff of the file; empty if there is none."""
        from planeval.consequences.repair import patch_of

        return patch_of(self.report)

    @property
    def domain(self) -> str:
        """The text of the file with the best repair applied, in its own layout."""
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
    """Find the differences that reject valid plans or accept invalid ones, as `planeval blame`
    does.

    `plans` should be valid, or as in the reference if there is one, `not_plans` invalid: plans for
    `problem` or the problems that belong to them, folders of plans, or lists of cases. Without a
    reference, the result shows why plans fail. `effort` is the number of sets of differences tried
    per failure.

    The frame has a row for each difference, with the number of plans that it affects. The status is
    0 if every plan behaves as expected. Raises Trouble.
    """
    return evaluated(blame_command, locals(), progress)


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
    """Find the minimum repair of a domain after which plans are valid, as `planeval repair` does.

    `plans` must be valid, `not_plans` invalid. Of repairs of equal cost, those that bring the
    domain closer to `reference` come first. `cost` has the costs of edits: `{"add-effect": 2}`. At
    most `answers` repairs are returned; `effort` limits the search. With `write`, the first repair
    is written to the file; see also `patch` and `domain` of the result.

    The frame has a row for each edit of each repair. The status is 0 if a repair was found. Raises
    Trouble.
    """
    given = {**locals(), "cost": [f"{kind}={number}" for kind, number in (cost or {}).items()]}
    outcome = outcome_of(repair_command, given, progress)
    return Repaired.of(outcome)
