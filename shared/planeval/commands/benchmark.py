"""`planeval benchmark`: learners measured on domains that are known."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from plancore.report.registry import formats_of
from planeval.commands.engines import add_run, run_of
from planeval.commands.printing import printed, put_where_asked
from planeval.commands.values import count, mebibytes, seconds
from planeval.outcome import Outcome
from planfiles.progress import Progress

if TYPE_CHECKING:
    from plancore.report.benchmark.review import Benchmark
    from planeval.benchmark.run import Plan
    from planeval.benchmark.solving import Solver

NAME: Final = "benchmark"
SUMMARY: Final = "learn domains that are known, and measure what was learned"
DESCRIPTION: Final = """\
Let learners learn domains that are known from trajectories, and measure what they learned on
trajectories that were kept back.

  planeval benchmark                             our own SAM and LOCM on our own domains
  planeval benchmark --learner sam --learner 'mine: ./learn {domain} {trajectories} {output}'
  planeval benchmark --suite FOLDER --noise 0,0.05 --run RUN

A learner is a name that planeval learners lists, NAME: COMMAND, or a TOML file with tables
[learners.NAME]. It is told the domain without preconditions and effects, and the trajectories to
learn from; noise is in these only. A suite is "own", or a folder: FOLDER/NAME/domain.pddl with
problems, plans or trajectories, or the benchmarks of AMLGym.

Exit status: 0, 1 something was not learned, 2 trouble."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--suite", default="own", metavar="own|FOLDER", help="default %(default)s")
    parser.add_argument("--domains", nargs="+", default=[], metavar="NAME", help="only these")
    parser.add_argument(
        "--learner",
        action="append",
        default=[],
        metavar="LEARNER",
        help="may be given several times; default sam and locm",
    )
    divided = parser.add_argument_group("trajectories")
    divided.add_argument(
        "--trajectories", type=count, default=10, metavar="N", help="for each domain, default 10"
    )
    divided.add_argument("--length", type=count, metavar="N", help="actions of a walk, default 30")
    divided.add_argument(
        "--source",
        choices=("walks", "plans", "given"),
        help="random walks, the plans of the suite, or its trajectories; by default these, where "
        "there are some, else walks",
    )
    divided.add_argument("--folds", type=count, default=5, metavar="N", help="default 5")
    divided.add_argument(
        "--split", type=_split, metavar="TRAIN/TEST", help="random splits, such as 80/20"
    )
    divided.add_argument(
        "--noise", type=_rates, default=(0.0,), metavar="P,…", help="rates of noise, default 0"
    )
    divided.add_argument("--seed", type=int, default=0, metavar="N", help="default 0")
    limits = parser.add_argument_group("limits of a learner, for each fold")
    limits.add_argument("--time", type=seconds, default=300.0, metavar="SECONDS")
    limits.add_argument("--memory", type=mebibytes, default=4_000, metavar="MIB")
    solving = parser.add_argument_group("problem solving")
    solving.add_argument(
        "--planner", metavar="PLANNER", help="solve the problems kept back, as planeval solve does"
    )
    solving.add_argument(
        "--planner-time", type=seconds, default=10.0, metavar="SECONDS", help="for each (10)"
    )
    add_run(parser)
    parser.add_argument(
        "--save-learned", metavar="FOLDER", help="write what was learned, as planeval domains reads"
    )
    parser.add_argument("--format", choices=formats_of("benchmark"), default="text")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to it, as its name says")


def run(options: argparse.Namespace) -> int:
    """Measure; returns the exit code. Raises Trouble."""
    if options.output:
        return put_where_asked(evaluate, options)
    return printed(evaluate, options)


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[Benchmark]:
    """What each learner made of each fold; what was learned is saved where that is asked for.
    Raises Trouble."""
    from planeval.benchmark.saving import save_learned

    plan = _plan(options)
    plan.check()
    units = plan.units()
    progress.begin("learning", len(units))
    with run_of(options, plan.manifest) as work:
        report = plan.report(list(work.rows(units, progress)))
    if options.save_learned:
        save_learned(options.save_learned, report, plan)
    return Outcome(report, report.status)


def _plan(options: argparse.Namespace) -> Plan:
    from planeval.benchmark.observed import Making, Source
    from planeval.benchmark.run import Plan
    from planeval.benchmark.unit import Bounds, Splitting
    from planeval.learners.registry import learners_named
    from planeval.suite.finding import suite_entries

    source = Source(options.source) if options.source else None
    # What is misspelt is told before a suite is made or read, which takes seconds.
    learners = learners_named(options.learner or ["sam", "locm"])
    solver = _solver(options)
    return Plan(
        options.suite,
        suite_entries(options.suite, options.domains, options.trajectories, options.seed),
        learners,
        options.noise,
        Making(source, options.trajectories, options.length, options.seed),
        Splitting(options.folds, options.split),
        Bounds(options.time, options.memory),
        solver,
    )


def _solver(options: argparse.Namespace) -> Solver | None:
    """What solves problems; None where nothing does. Raises Trouble for a planner that is not here,
    and for several."""
    if options.planner is None:
        return None
    from planeval.benchmark.solving import Solver
    from planeval.planners.naming import planners_of
    from planfiles.bounded.limits import MIB
    from planfiles.trouble import Trouble

    planners = planners_of([options.planner])
    if len(planners) != 1:
        raise Trouble(f"--planner {options.planner} names several; a benchmark has one")
    return Solver(planners[0], options.planner_time, options.memory * MIB)


def _rates(text: str) -> tuple[float, ...]:
    """Numbers from 0 to 1, each once."""
    try:
        rates = tuple(dict.fromkeys(float(part) for part in text.split(",")))
    except ValueError:
        rates = ()
    if not rates or not all(0 <= rate <= 1 for rate in rates):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no list of rates from 0 to 1, such as 0,0.05"
        )
    return rates


def _split(text: str) -> float:
    """The share that is kept back."""
    train, slash, test = text.partition("/")
    if not slash or not train.isdecimal() or not test.isdecimal() or not int(test) * int(train):
        raise argparse.ArgumentTypeError(f"{text!r} is no split, such as 80/20")
    return int(test) / (int(train) + int(test))
