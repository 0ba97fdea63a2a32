"""Domains and problems beside their references."""

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

    `plans` says which plans the learned domain accepts, what is to blame and what mends it: plans
    for `problem` or the problems that belong to them, folders of plans, or a list of cases.
    `states` are trajectories or AMLGym's test_states.json, with the `problems` that they are of;
    `walks` takes that many random walks of `walk_length` steps from `problem`, the same ones for
    the same `seed`. `planner`, the name of one or of several, solves the `problems`, or `problem`,
    each within `time` seconds and `memory` MiB. `optimal` searches so many seconds for the least
    edit distance.

    Without `plans` those next to the files are executed; `no_evidence` ignores them. `align`
    matches names by structure (None: if the domains share almost no names), `mapping` states them
    in a file, `codec` is another language (docs/reference/codecs.md). `no_blame` leaves out blame
    and repair.

    The frame has a row for each figure: metric, figure, action (none for the whole domain), value,
    counts. The status is 0 where nothing differs. Raises Trouble.
    """
    given = {
        "learned": learned,
        "reference": reference,
        "plans": plans,
        "problem": problem,
        "states": states,
        "problems": problems,
        "walks": walks,
        "walk_length": walk_length,
        "seed": seed,
        "planner": planner,
        "time": time,
        "memory": memory,
        "optimal": optimal,
        "align": align,
        "mapping": mapping,
        "save_mapping": save_mapping,
        "no_evidence": no_evidence,
        "codec": codec,
        "ambiguity": ambiguity,
        "amlgym": amlgym,
        "no_blame": no_blame,
        "strict": strict,
    }
    return evaluated(domain_command, domain_command.evaluate, given, progress)


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

    `folders` are looked through for folders with a learned.pddl and a reference.pddl; `pairs` are
    lists of pairs. `sort` is a column, `-column` from high to low. Several processes work where
    there are many pairs, or as many as `jobs` says. `amlgym` adds scores by AMLGym's conventions.

    The frame has a row for each pair; one that could not be measured has its `error`. Raises
    Trouble.
    """
    given = {
        "folders": folders,
        "pairs": pairs,
        "sort": sort,
        "align": align,
        "mapping": mapping,
        "no_evidence": no_evidence,
        "optimal": optimal,
        "no_states": no_states,
        "amlgym": amlgym,
        "strict": strict,
        "jobs": jobs,
    }
    return evaluated(domains_command, domains_command.evaluate, given, progress)


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
    """Say what stands for what in two domains, as `planeval align` does.

    Plans of either domain, for `problem` and `reference_problem`, are executed in both. The frame
    has a row for each pair: its kind, both names, confidence from 0 to 1, evidence. Raises Trouble.
    """
    given = {
        "learned": learned,
        "reference": reference,
        "mapping": mapping,
        "save_mapping": save_mapping,
        "plans": plans,
        "problem": problem,
        "reference_plans": reference_plans,
        "reference_problem": reference_problem,
        "no_evidence": no_evidence,
        "strict": strict,
    }
    return evaluated(align_command, align_command.evaluate, given, progress)


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
    given = {"learned": learned, "reference": reference, "mapping": mapping, "strict": strict}
    return evaluated(problem_command, problem_command.evaluate, given, progress)


# What differences do to plans, and what mends it.


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
