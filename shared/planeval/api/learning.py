"""Learn domains, and evaluate learners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plancore.report.learned.document import LearnedReport
from planeval.api.result import PathLike, Paths, Result, Watch, evaluated, outcome_of
from planeval.commands import benchmark as benchmark_command
from planeval.commands import learn as learn_command
from planeval.programs.bounds import LEARNER, PLANNER_OF_BENCHMARK

if TYPE_CHECKING:
    from plancore.report.benchmark.review import Benchmark


@dataclass(frozen=True, repr=False)
class Learned(Result[LearnedReport]):
    """A learned domain, with the report on it."""

    @property
    def domain(self) -> str:
        """The text of the domain."""
        return self.report.text


def learn(
    learner: Literal["sam", "esam", "locm"],
    files: Paths,
    *,
    domain: PathLike | None = None,
    problem: PathLike | None = None,
    output: PathLike | None = None,
    codec_output: PathLike | None = None,
    distinct: bool = False,
    progress: bool | Watch = False,
) -> Learned:
    """Learn a domain from trajectories, plans, or folders of them, as `planeval learn` does.

    `domain` has types, predicates, constants and the parameters of actions; `problem` is the
    problem of all plans. The learned domain is written to `output` and a codec for `domain` to
    `codec_output`, if given; the text is also the property `domain` of the result. With `distinct`
    SAM assumes that no atom repeats an object.

    The frame has a row for each action. The status is 1 if an action was left out or an example
    contradicts the domain. Raises Trouble.
    """
    outcome = outcome_of(learn_command, locals(), progress)
    return Learned.of(outcome)


def benchmark(
    *,
    suite: PathLike = "own",
    domains: str | Sequence[str] = (),
    learner: str | Sequence[str] = (),
    trajectories: int | Sequence[int] = 10,
    test_states: bool = False,
    amlgym: bool = False,
    length: int | None = None,
    source: Literal["walks", "plans", "given"] | None = None,
    plans_by: str | None = None,
    folds: int = 5,
    split: str | None = None,
    noise: Sequence[float] = (0.0,),
    seed: int = 0,
    time: float = LEARNER.wall,
    memory: int = LEARNER.memory,
    planner: str | None = None,
    planner_time: float = PLANNER_OF_BENCHMARK,
    only_learned: bool = False,
    run: PathLike | None = None,
    again: bool = False,
    jobs: int | None = None,
    dask: str | None = None,
    ray: str | None = None,
    save_learned: PathLike | None = None,
    progress: bool | Watch = False,
) -> Result[Benchmark]:
    """Evaluate learners on known domains, as `planeval benchmark` does.

    `suite` is "own" or a folder, `domains` are the names of some of its domains, `learner` one or
    several learners, by default the built-in SAM and LOCM.

    Each domain has as many trajectories as `trajectories` says, from `source` and of `length`
    steps, divided into `folds` or by `split` ("80/20"), with noise at the rates `noise` and the
    random `seed`. Several numbers of trajectories give a learning curve: each fold is learned from
    that many, and tested on the same ones. With `test_states`, domains are tested on the test
    states of the suite. `amlgym` adds scores by AMLGym's conventions. Missing plans for
    trajectories are found by `plans_by`, else by `planner`, else by kairos.

    A learner has `time` seconds and `memory` MiB per fold. `planner` solves the held-out problems
    with the learned domains and, unless `only_learned`, with the references, in at most
    `planner_time` seconds per problem. `run` is a folder that saves results: the same call
    continues the run, and with `again` repeats failed tasks. `save_learned` is a folder for the
    learned domains and their test data.

    The frame has a row for each fold with all scores. The status is 1 if a domain was not learned.
    Raises Trouble.
    """
    given = {
        **locals(),
        "trajectories": (
            str(trajectories) if isinstance(trajectories, int) else ",".join(map(str, trajectories))
        ),
        "noise": ",".join(map(str, noise)),
    }
    return evaluated(benchmark_command, given, progress)
