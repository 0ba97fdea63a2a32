"""`planeval benchmark`: evaluate action-model learners on known domains."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from planeval.commands.arguments import (
    AMLGYM,
    SEED,
    add_limits,
    add_run,
    count,
    reporter_elsewhere,
    run_of,
    seconds,
)
from planeval.commands.printing import add_report, printed
from planeval.outcome import Outcome
from planeval.programs.bounds import LEARNER, PLANNER_OF_BENCHMARK, Bounds
from planfiles.command import Progress
from planfiles.errors import UserError

if TYPE_CHECKING:
    from plancore.report.benchmark.review import Benchmark
    from planeval.benchmark.run import BenchmarkPlan
    from planeval.benchmark.solving import Solver
    from planeval.suite.entry import SuiteEntry

SUMMARY: Final = "evaluate action-model learners on benchmark domains (cross-validation)"
DESCRIPTION: Final = """\
Evaluate action-model learners on benchmark domains. Each learner learns known domains from
trajectories, and its domains are measured on held-out trajectories.

  planeval benchmark                             built-in SAM and LOCM on built-in domains
  planeval benchmark --learner sam --learner 'mine: ./learn {domain} {trajectories} {output}'
  planeval benchmark --suite DIRECTORY --noise 0,0.05 --run RUN
  planeval benchmark --suite DIRECTORY --source plans

LEARNER is a name that planeval learners lists, NAME: COMMAND, or a TOML file with tables
[learners.NAME]. It gets the domain without preconditions and effects, and training trajectories.
A suite has DIRECTORY/NAME/domain.pddl with problems, plans or trajectories, or is a checkout of the
benchmarks of AMLGym.

exit status: 0 success, 1 a learner failed or had no data, or solving had no result, 2 error"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--suite",
        default="own",
        metavar="own|DIRECTORY",
        help="benchmark domains (default: %(default)s)",
    )
    parser.add_argument(
        "--domains",
        action="extend",
        nargs="+",
        default=[],
        metavar="NAME",
        help="domains of the suite (default: all)",
    )
    parser.add_argument(
        "--learner",
        action="append",
        default=[],
        metavar="LEARNER",
        help="learner to evaluate (default: sam and locm); repeatable",
    )
    divided = parser.add_argument_group("trajectories")
    divided.add_argument(
        "--trajectories",
        type=_counts,
        default=10,
        metavar="N,…",
        help="trajectories per domain (default: %(default)s); several numbers are a learning "
        "curve: each fold is learned from so many, and measured on the same held-out trajectories",
    )
    divided.add_argument(
        "--test-states",
        action="store_true",
        help="measure on the states that the suite has for that, test_states.json as in AMLGym, "
        "and hold out no trajectories",
    )
    divided.add_argument(
        "--length", type=count, metavar="N", help="actions per random walk (default: 30)"
    )
    divided.add_argument(
        "--source",
        choices=("walks", "plans", "given"),
        help="source of the trajectories (default: given by the suite if it has some, else walks)",
    )
    divided.add_argument(
        "--plans-by",
        metavar="PLANNER",
        help="planner for the plans that --source plans lacks (default: --planner, else kairos)",
    )
    divided.add_argument(
        "--folds",
        type=count,
        default=5,
        metavar="N",
        help="folds of the cross-validation (default: %(default)s)",
    )
    divided.add_argument(
        "--split",
        type=_split,
        metavar="TRAIN/TEST",
        help="random splits instead of folds, such as 80/20",
    )
    divided.add_argument(
        "--noise",
        type=_rates,
        default=(0.0,),
        metavar="P,…",
        help="noise rates of the training trajectories (default: 0)",
    )
    parser.add_argument("--amlgym", action="store_true", help=AMLGYM)
    divided.add_argument("--seed", type=int, default=0, metavar="N", help=SEED)
    limits = parser.add_argument_group("limits of a learner")
    add_limits(
        limits.add_argument, LEARNER, "fold", "; a call for all folds gets the sum of theirs"
    )
    solving = parser.add_argument_group("problem solving")
    solving.add_argument(
        "--planner",
        metavar="PLANNER",
        help="solve the held-out problems with PLANNER, as planeval solve does",
    )
    solving.add_argument(
        "--planner-time",
        type=seconds,
        default=PLANNER_OF_BENCHMARK,
        metavar="SECONDS",
        help="wall-clock limit per attempt, in seconds (default: %(default)g)",
    )
    solving.add_argument(
        "--only-learned",
        action="store_true",
        help="do not solve with the reference: no plan recall, no ratios of time and cost",
    )
    add_run(parser)
    parser.add_argument(
        "--save-learned",
        metavar="DIRECTORY",
        help="write the learned domains and their test data to DIRECTORY",
    )
    add_report(parser, "benchmark")


def run(options: argparse.Namespace) -> int:
    """Measure; returns the exit code. Raises UserError."""
    return printed(evaluate, options)


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[Benchmark]:
    """Report the results of each learner on each fold, and save learned domains if requested.
    Raises UserError."""
    from plancore.phrases import count_of
    from planeval.benchmark.run import refuse_full, save_learned

    if options.save_learned:
        refuse_full(options.save_learned)
    plan = _plan(options)
    plan.check()
    with run_of(options, plan.manifest) as work:
        plan = plan.with_plans(work, progress)
        units = plan.units()
        progress.begin("learning", len(units))
        attempts = plan.attempts(work.rows(units, progress))
        report = plan.report(plan.solved(attempts, work, progress))
    remarks = [
        f"{name}: --planner has no effect: the problems of its trajectories are unknown"
        for name in plan.without_problems()
    ]
    if options.save_learned:
        saved = save_learned(options.save_learned, report, plan)
        written = count_of(saved.learned, "learned domain")
        written += f", {saved.unreadable} unreadable" if saved.unreadable else ""
        remarks.append(f"written to {options.save_learned}: {written}")
    return Outcome(report, report.status, remarks=tuple(remarks))


def _plan(options: argparse.Namespace) -> BenchmarkPlan:
    from planeval.benchmark.observed import Making, Origin
    from planeval.benchmark.run import BenchmarkPlan
    from planeval.benchmark.task import SplitMethod
    from planeval.learners.naming import learners_named
    from planeval.suite.folder import suite_entries

    source = Origin(options.source) if options.source else None
    if options.only_learned and not options.planner:
        raise UserError("--only-learned needs --planner")
    if options.plans_by and source is not Origin.PLANS:
        raise UserError("--plans-by needs --source plans")
    # Misspelt names are refused before a suite is made or read, which takes seconds.
    learners = learners_named(options.learner or ["sam", "locm"], reporter_elsewhere(options))
    solver = _named(options, "planner")
    planning = _named(options, "plans_by") or solver
    numbers = options.trajectories
    several: tuple[int, ...] = (numbers,) if isinstance(numbers, int) else numbers
    sizes = several if len(several) > 1 else ()
    splitting = SplitMethod(options.folds, options.split, sizes, options.test_states)
    count = splitting.n_needed if sizes else several[0]
    entries = suite_entries(options.suite, options.domains, count, options.seed)
    if getattr(options, "plot", None) == "curves" and not sizes:
        raise UserError("--plot curves needs --trajectories with several numbers, such as 1,2,5,10")
    if options.test_states:
        entries = _tested_apart(options, entries)
    if source is Origin.PLANS:
        entries, planning = _with_problems(entries, options, count, planning)
    return BenchmarkPlan(
        options.suite,
        entries,
        learners,
        options.noise,
        Making(source, count, options.length, options.seed),
        splitting,
        Bounds(options.time, options.memory),
        solver,
        with_references=not options.only_learned,
        planning=planning if source is Origin.PLANS else None,
        like_amlgym=options.amlgym,
    )


def _tested_apart(options: argparse.Namespace, entries: Sequence[SuiteEntry]) -> list[SuiteEntry]:
    """Add the test states of the suite to the domains. Raises UserError if a domain has none."""
    from planeval.benchmark.observed import tested_on
    from planeval.suite.folder import test_states_of

    if options.split is not None:
        raise UserError("--split: not allowed with --test-states, which holds out no trajectories")
    if options.planner:
        raise UserError("--planner: not allowed with --test-states, which holds out no problems")
    found = []
    for entry in entries:
        states = test_states_of(options.suite, entry.name)
        if states is None:
            raise UserError(
                f"{entry.name}: the suite has no states to measure on (test_states.json); omit "
                "--test-states, or name the domains that have some with --domains"
            )
        found.append(tested_on(entry, states))
    return found


def _with_problems(
    entries: Sequence[SuiteEntry],
    options: argparse.Namespace,
    count: int,
    planning: Solver | None,
) -> tuple[list[SuiteEntry], Solver | None]:
    """The domains with only the problems for trajectories along plans, and the planner for missing
    plans, by default the default planner. Raises UserError if that is not installed."""
    from planeval.benchmark.planning import chosen

    some = [replace(entry, exercises=tuple(chosen(entry, count))) for entry in entries]
    if all(exercise.plan is not None for entry in some for exercise in entry.exercises):
        return some, None
    return some, planning or _solver(options, [])


def _named(options: argparse.Namespace, name: str) -> Solver | None:
    """The planner in an option; None if it is not given. Raises UserError."""
    named = getattr(options, name)
    return None if named is None else _solver(options, [named])


def _solver(options: argparse.Namespace, names: Sequence[str]) -> Solver:
    """The planner in `names`, or the default one. Raises UserError if it is not installed, and for
    several planners."""
    from planeval.benchmark.solving import Solver
    from planeval.planners.naming import planners_of
    from planfiles.bounded.limits import MIB

    planners = planners_of(names, reporter_elsewhere(options))
    if len(planners) != 1:
        raise UserError(f"{', '.join(names)} names several planners; expected one")
    return Solver(planners[0], options.planner_time, options.memory * MIB)


def _counts(text: str) -> tuple[int, ...]:
    """Parse numbers of at least 1, each once, in ascending order."""
    return tuple(sorted({count(part) for part in text.split(",")}))


def _rates(text: str) -> tuple[float, ...]:
    """Parse numbers from 0 to 1, each once."""
    try:
        rates = tuple(dict.fromkeys(float(part) for part in text.split(",")))
    except ValueError:
        rates = ()
    if not rates or not all(0 <= rate <= 1 for rate in rates):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a list of rates from 0 to 1, such as 0,0.05"
        )
    return rates


def _split(text: str) -> float:
    """Parse two percentages, and return the held-out share."""
    train, slash, test = text.partition("/")
    if not slash or not train.isdecimal() or not test.isdecimal() or not int(test) * int(train):
        raise argparse.ArgumentTypeError(f"{text!r} is not a split, such as 80/20")
    if int(train) + int(test) != 100:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a split: the sum must be 100, as in 80/20"
        )
    return int(test) / 100
