"""Domains and problems beside their references."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from planeval.api.calling import PathLike, Paths, Watch, evaluated
from planeval.api.result import Result
from planeval.commands import align as align_command
from planeval.commands import domain as domain_command
from planeval.commands import domains as domains_command
from planeval.commands import problem as problem_command
from planeval.programs.bounds import PLANNER

if TYPE_CHECKING:
    from plancore.report.alignment.review import AlignmentReview
    from plancore.report.domains.review import DomainTable
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
    align: bool = False,
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

    `align` finds what corresponds by its use, `mapping` states it in a file, `codec` is another
    language (docs/reference/codecs.md). `no_blame` leaves out blame and repair.

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
    align: bool = False,
    mapping: PathLike | None = None,
    no_evidence: bool = False,
    optimal: float | None = None,
    no_states: bool = False,
    strict: bool = False,
    jobs: int | None = None,
    progress: bool | Watch = False,
) -> Result[DomainTable]:
    """Measure many learned domains, as `planeval domains` does.

    `folders` are looked through for folders with a learned.pddl and a reference.pddl; `pairs` are
    lists of pairs. `sort` is a column, `-column` from high to low. Several processes work where
    there are many pairs, or as many as `jobs` says.

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
