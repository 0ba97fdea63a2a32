"""Read runs, execute them again if possible, and evaluate them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from plancore.instances import Instances, PlansOf, stem_of
from plancore.model.run import ModelRun
from plancore.phrases import count_of
from plancore.report.runs.document import Experiment, UnusableRun, sorted_runs
from plancore.runs import Disagreement, Played, RunFacts, disagreements, facts_of, play
from plancore.simulate.atoms import UndecidedError
from plancore.stop import NEVER, Checkpoint
from planeval.runs.request import (
    Logs,
    RunsRequest,
    Tasks,
    adapted_versions,
    plans_and_logs_in,
    read_logs,
)
from planfiles.errors import UserError
from planfiles.plans import read_whole_plan
from planfiles.surroundings import name_of


def measure(request: RunsRequest, checkpoint: Checkpoint = NEVER) -> Experiment:
    """Evaluate one set of runs. Raises UserError if logs, gold plans, domain or problems do not
    exist; errors in single files are in the result."""
    logs = read_logs(request.logs)
    return _Evaluation(request, logs, checkpoint).of(logs.runs)


class _Known(NamedTuple):
    """A run with its instance and problem. Runs of one instance have the same `key`; `problem` is
    None if it is unknown, for `reason`."""

    run: ModelRun
    key: str
    problem: str | None
    reason: str


class _Evaluation:
    """The evaluation of a set of runs, one after another."""

    def __init__(self, request: RunsRequest, logs: Logs, checkpoint: Checkpoint) -> None:
        self._request = request
        self._problems = logs.problems
        self._checkpoint = checkpoint
        self._gold: PlansOf | None = None
        self._tasks: Tasks | None = None
        if request.domain is not None and request.problems is not None:
            self._tasks = Tasks(request.domain, request.problems, self._problems.append)
        self._is_tied = False
        self._facts: list[RunFacts] = []
        self._disagreements: list[Disagreement] = []
        self._left_out = logs.left_out
        self._n_skipped = logs.n_skipped
        self._not_executed: list[UnusableRun] = []
        self._former: dict[str, list[_Known]] = {}

    def of(self, runs: Sequence[ModelRun]) -> Experiment:
        names = Instances(run.instance for run in runs if _is_of_file(run)).names
        counting = self._counting(self._known(run, names) for run in runs)
        if self._request.gold is not None:
            gold = adapted_versions(plans_and_logs_in(self._request.gold)).files
            self._gold = PlansOf((known.key for known in counting), gold, name_of)
        samples: list[tuple[RunFacts, ...]] = []
        for number, known in enumerate(counting):
            self._checkpoint(number, "runs")
            taken = self._take(known)
            former = map(self._sample, self._former.get(known.key, ()))
            samples.append(tuple(run for run in (*former, taken) if run is not None))
        n_not_executed, n_read = len(self._not_executed), sum(run.is_read for run in self._facts)
        if not n_read and not self._is_tied:
            self._problems.append(f"{self._request.logs}: {self._why_nothing()}")
        return Experiment(
            self._request.logs,
            sorted_runs(self._facts),
            0 if self._tasks is None else n_read - n_not_executed,
            tuple(self._disagreements),
            tuple(self._left_out),
            tuple(self._not_executed),
            tuple(self._problems),
            self._n_skipped,
            tuple(samples),
        )

    def _why_nothing(self) -> str:
        """Why no run was evaluated."""
        if self._facts:
            return f"no run was evaluated; {len(self._facts)} {self._facts[0].reason}"
        if not self._left_out:
            skipped = f"skipped {count_of(self._n_skipped, 'file')} with PDDL definitions"
            return f"no runs found; {skipped}" if self._n_skipped else "no runs found"
        reasons = Counter(entry.reason for entry in self._left_out)
        (reason, count), *rest = reasons.most_common()
        several = f"{count} of {len(self._left_out)}" if rest else f"{count}"
        return f"no run was evaluated; {several} left out: {reason}"

    def _known(self, run: ModelRun, names: Mapping[str, str]) -> _Known:
        """Link a run to its instance and problem; `names` are of instances known by file only."""
        is_of_file = _is_of_file(run)
        file, reason = None, ""
        if self._tasks is not None:
            name = run.source if is_of_file else run.instance
            named = None if run.is_unnamed else name
            file, reason = self._tasks.problem_of(named, is_file=is_of_file)[:2]
        of_problem = None if self._tasks is None or file is None else self._tasks.instance_of(file)
        name = (of_problem or names[run.instance]) if is_of_file else run.instance
        key = run.instance if of_problem is None or file is None else file
        return _Known(replace(run, instance=name), key, file, f"unknown problem: {reason}")

    def _counting(self, runs: Iterable[_Known]) -> list[_Known]:
        """The runs to evaluate, one per instance: complete logs of one kind of run, and the last
        one of each instance, because metrics are averages over instances."""
        runs = list(runs)
        expected = self._expected([known.run for known in runs])
        n_others = sum(
            known.run.is_complete_plan == expected and not known.run.is_broken_off for known in runs
        )
        wish = f"unlike {count_of(n_others, 'other')}"
        if self._request.is_complete_plan is not None:
            wish = (
                f"but the request asks for {'complete plans' if expected else 'incremental runs'}"
            )
        ended: dict[str, list[_Known]] = {}
        for known in runs:
            run = known.run
            if expected is None:
                self._leave_out(run, f"it is {_kind(run)}; equally many runs are not")
            elif run.is_complete_plan != expected:
                self._leave_out(run, f"it is {_kind(run)}, {wish}")
            elif run.is_broken_off:
                reason = "incomplete run" if run.attempts else "no answer in it"
                self._leave_out(run, reason)
            else:
                ended.setdefault(known.key, []).append(known)
        for key, (*former, last) in ended.items():
            self._former[key] = former
            for known in former:
                is_same = known.run.source == last.run.source
                where = "the same file" if is_same else last.run.source
                self._leave_out(known.run, f"replaced by a later run of the instance, in {where}")
        return [of_one[-1] for of_one in ended.values()]

    def _expected(self, runs: Sequence[ModelRun]) -> bool | None:
        """Whether runs of complete plans are evaluated, or incremental ones: as in the request, or
        else the kind of most complete logs. None for a tie, which is reported."""
        if self._request.is_complete_plan is not None:
            return self._request.is_complete_plan
        ended = [run for run in runs if not run.is_broken_off] or runs
        complete = [run for run in ended if run.is_complete_plan]
        others = [run for run in ended if not run.is_complete_plan]
        if len(complete) != len(others) or not ended:
            return len(complete) > len(others)
        self._is_tied = True
        self._problems.append(
            f"{self._request.logs}: {len(others)} runs are incremental (such as "
            f"{others[0].source}) and {len(complete)} have complete plans (such as "
            f"{complete[0].source}): use a directory for each, or set is_complete_plan in a "
            "request file"
        )
        return None

    def _leave_out(self, run: ModelRun, reason: str) -> None:
        self._left_out.append(UnusableRun(run.instance, reason, run.source))

    def _sample(self, known: _Known) -> RunFacts | None:
        """The facts of a run replaced by a later one of its instance: only pass@k uses them."""
        run, played = known.run, self._played(known)
        if isinstance(played, Played) and (played.outcome.is_read or run.logged is None):
            return facts_of(played.run, played.outcome, None)
        return None if run.logged is None else facts_of(run, run.logged, None)

    def _take(self, known: _Known) -> RunFacts | None:
        """Store the facts of a run and return them; None if it is left out."""
        run, played = known.run, self._played(known)
        gold_length = self._gold_length(known)
        if isinstance(played, Played) and not played.outcome.is_read and run.logged is not None:
            played = played.outcome.reason
        if isinstance(played, Played):
            self._facts.append(facts_of(played.run, played.outcome, gold_length))
            self._disagreements += disagreements(played, run)
        elif run.logged is None:
            self._leave_out(run, played)
            return None
        else:
            self._facts.append(facts_of(run, run.logged, gold_length))
            if self._tasks is not None:
                self._not_executed.append(UnusableRun(run.instance, played, run.source))
        return self._facts[-1]

    def _played(self, known: _Known) -> Played | str:
        """The run executed again, or why it was not."""
        if self._tasks is None:
            return "the logs do not state the outcome, and no domain and problems are given"
        if known.run.other_task or not known.run.attempts:
            return known.run.other_task or "no plan in it"
        if known.problem is None:
            return known.reason
        task = self._tasks.task_of(known.problem)
        if isinstance(task, str):
            return task
        try:
            return play(known.run, task, self._checkpoint)
        except UndecidedError as undecided:
            return undecided.reason

    def _gold_length(self, known: _Known) -> int | None:
        """The length of the gold plan, from its file or else from the log; None without one."""
        run = known.run
        logged = None if run.gold is None else len(run.gold)
        if self._gold is None:
            return logged
        path, reason = self._gold.plan_for(known.key)[:2]
        if path is None:
            if logged is None:
                self._problems.append(f"{run.instance}: no gold plan: {reason}")
            return logged
        try:
            return sum(len(step.actions) for step in read_whole_plan(path).steps)
        except UserError as error:
            self._problems.append(error.message)
            return logged


def _is_of_file(run: ModelRun) -> bool:
    """Whether the instance of a run is known only from its file name."""
    return run.instance == stem_of(run.source)


def _kind(run: ModelRun) -> str:
    return "a complete-plan run" if run.is_complete_plan else "an incremental run"
