"""One attempt at a problem as a unit of work: JSON in, JSON out, in any process.

The arguments are ``{"side": "learned" | "reference", "planner": …, "time": seconds, "memory":
bytes, "codec": text | null, "tolerances": […]?}``, where `planner` is `Ready.data`, or null for a
given plan. The files are `learned`, `reference`, `problem`, and if given `mapping`, `codec`,
`plan`, and `planner 1` …. The result is `Attempt.data` with the file names of `models.FILES`, which
`with_names` replaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from plancore.jsonable import Json
from plancore.metrics.attempts import GIVEN, Attempt, AttemptClass, FurtherPlan, PlanCheck
from plancore.model.plan import Plan, Tolerances
from plancore.model.problem import other_domain
from plancore.notation.plans.writer import decimal, write_plan
from plancore.phrases import count_of
from plancore.simulate.execute import execute
from plancore.simulate.task import Task as Simulated
from plancore.simulate.trace import Trace, Verdict
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER, Checkpoint
from planeval.planners.asking import PlannerAnswer, ask, says_no_plan
from planeval.planners.description import PlannerResponse, Ready
from planeval.solving.models import (
    FILES,
    DomainPair,
    NoPlanError,
    SolvingDomain,
    UnreadableError,
    cost_of,
    in_learned,
    in_reference,
    judged,
    learned_task,
    load_pair,
    plan_in,
    reference_task,
)
from planeval.work.unit import Kind
from planfiles.bounded.limits import Limits
from planfiles.errors import UserError
from planfiles.files import read_text

KIND: Final = Kind("solve", version=10, module=__name__)
"""When you raise its version, raise those of `planeval.benchmark.exercises` and `planning` as well,
which call `solve`."""

LEARNED: Final = "learned"
REFERENCE: Final = "reference"

_TAIL: Final = 2000
"""Characters of a planner's output that are stored for a failed attempt."""

_AT_A_LIMIT: Final = frozenset((AttemptClass.TIMEOUT, AttemptClass.MEMOUT))
"""The classes of planners that were killed, perhaps while writing."""

_CLASSES: Final = {
    PlannerResponse.UNSOLVABLE: AttemptClass.UNSOLVABLE,
    PlannerResponse.GAVE_UP: AttemptClass.GAVE_UP,
    PlannerResponse.TIMEOUT: AttemptClass.TIMEOUT,
    PlannerResponse.MEMOUT: AttemptClass.MEMOUT,
    PlannerResponse.FAILED: AttemptClass.PLANNER_ERROR,
}


def work(arguments: Json, files: Mapping[str, str], checkpoint: Checkpoint) -> Json:
    """Do one unit. Raises UserError for unusable files and codecs, and as `checkpoint` does."""
    return attempt(arguments, files, checkpoint).data()


def attempt(
    arguments: Mapping[str, Any], files: Mapping[str, str], checkpoint: Checkpoint = NEVER
) -> Attempt:
    """The attempt of a unit. Raises as `work` does."""
    pair, side = load_pair(files, arguments["codec"]), arguments["side"]
    pair = replace(pair, tolerances=Tolerances(*arguments.get("tolerances", ())))
    try:
        problem = FileSnapshot.of(read_text(files["problem"]), FILES["problem"])
    except UserError as error:
        return _unreadable(arguments, files, error)
    if arguments["planner"] is None:
        return _given(pair, problem, side, files["plan"], checkpoint)
    limits = Limits(arguments["time"], memory=arguments["memory"])
    return solve(pair, problem, side, Ready.of(arguments["planner"]), limits, checkpoint)


def _unreadable(
    arguments: Mapping[str, Any], files: Mapping[str, str], trouble: UserError
) -> Attempt:
    """The attempt at a problem that cannot be read as text: no planner runs."""
    planner = arguments["planner"]
    return Attempt(
        problem=FILES["problem"],
        planner=GIVEN if planner is None else planner["name"],
        attempt_class=AttemptClass.PARSE_ERROR,
        reason=trouble.message.replace(files["problem"], FILES["problem"]),
        source=FILES["plan"] if "plan" in files else None,
    )


def solve(
    pair: DomainPair,
    problem: FileSnapshot,
    side: str,
    planner: Ready,
    limits: Limits,
    checkpoint: Checkpoint = NEVER,
) -> Attempt:
    """Run a planner on a problem with one of two domains. Raises as `checkpoint` does."""
    return _solved(pair, problem, side, planner, limits, checkpoint)[0]


class Solution(NamedTuple):
    """An attempt with a single domain, and its plan in IPC format, valid or not, if there is one.
    The last line is a comment with the cost of a valid plan."""

    attempt: Attempt
    plan: str | None

    def in_words(self) -> str:
        """The outcome in a line."""
        attempt = self.attempt
        if attempt.attempt_class is AttemptClass.SOLVED:
            n_steps = len(attempt.plan or ())
            cost = "" if attempt.cost in (None, n_steps) else f", cost {decimal(attempt.cost)}"
            wall = "" if attempt.wall is None else f", {attempt.wall:.1f} s"
            return f"{count_of(n_steps, 'step')}{cost} ({attempt.planner}{wall})"
        words = _IN_WORDS.get(attempt.attempt_class, "no plan")
        reason = f": {attempt.reason}" if attempt.reason else ""
        return f"{words} ({attempt.planner}){reason}"


_IN_WORDS: Final = {
    AttemptClass.UNSOLVABLE: "no plan, the problem is unsolvable",
    AttemptClass.TIMEOUT: "no plan, time limit reached",
    AttemptClass.MEMOUT: "no plan, memory limit reached",
    AttemptClass.PLANNER_ERROR: "no plan, the planner failed",
    AttemptClass.FALSE_PLAN: "invalid plan",
    AttemptClass.PARSE_ERROR: "not solved",
    AttemptClass.UNDECIDED: "plan not validated",
}


def solve_alone(
    domain: FileSnapshot,
    problem: FileSnapshot,
    planner: Ready,
    limits: Limits,
    checkpoint: Checkpoint = NEVER,
) -> Solution:
    """Run a planner on a problem with its domain, and execute the plan. Raises as `checkpoint`."""
    side = SolvingDomain.of(domain)
    pair = DomainPair(side, side, None)
    attempt, plan = _solved(pair, problem, REFERENCE, planner, limits, checkpoint)
    if plan is None:
        return Solution(attempt, None)
    text = write_plan(replace(plan, cost=None))
    if attempt.cost is not None:
        is_counted = problem.problem is None or problem.problem.metric is None
        kind = "unit cost" if is_counted else "general cost"
        text += f"; cost = {decimal(attempt.cost)} ({kind})\n"
    return Solution(attempt, text)


def _solved(
    pair: DomainPair,
    problem: FileSnapshot,
    side: str,
    planner: Ready,
    limits: Limits,
    checkpoint: Checkpoint,
) -> tuple[Attempt, Plan | None]:
    base = _begun(pair, problem, planner.name)
    try:
        judge = _Judge(pair, problem, side, checkpoint)
    except UnreadableError as error:
        return replace(base, attempt_class=AttemptClass.PARSE_ERROR, reason=str(error)), None
    task = judge.task
    texts = task.domain_text, task.problem_text
    answer = ask(planner, *texts, limits, checkpoint, names=task.names)
    base = _with_costs(base, answer)
    if answer.plan is None:
        return base, None
    judged_attempt = judge.judge(base, answer.plan, is_given=False)
    plan = judge.plan
    if plan is not None and answer.further:
        judged_attempt = replace(judged_attempt, further=tuple(judge.further(answer.further)))
    return judged_attempt, plan


def _given(
    pair: DomainPair, problem: FileSnapshot, side: str, path: str, checkpoint: Checkpoint
) -> Attempt:
    """Validate the plan in a file. Raises UserError if it cannot be read."""
    base = replace(_begun(pair, problem, GIVEN), source=FILES["plan"])
    try:
        judge = _Judge(pair, problem, side, checkpoint)
    except UnreadableError as error:
        return replace(base, attempt_class=AttemptClass.PARSE_ERROR, reason=str(error))
    return judge.judge(base, read_text(path), is_given=True)


def with_names(attempt: Attempt, names: Mapping[str, str]) -> Attempt:
    """Replace the placeholders of `FILES` in an attempt by the file names in `names`, by use."""

    def renamed(text: str) -> str:
        for use, name in names.items():
            text = text.replace(FILES[use], name)
        return text

    def renamed_reason(judged: PlanCheck | None) -> PlanCheck | None:
        if judged is None or judged.reason is None:
            return judged
        return replace(judged, reason=renamed(judged.reason))

    return replace(
        attempt,
        problem=renamed(attempt.problem),
        reason=None if attempt.reason is None else renamed(attempt.reason),
        source=None if attempt.source is None else renamed(attempt.source),
        output=renamed(attempt.output),
        remark=None if attempt.remark is None else renamed(attempt.remark),
        in_reference=renamed_reason(attempt.in_reference),
        in_learned=renamed_reason(attempt.in_learned),
        further=tuple(
            FurtherPlan(
                each.plan,
                renamed_reason(each.in_reference) or each.in_reference,
                renamed_reason(each.in_learned),
            )
            for each in attempt.further
        ),
    )


def _begun(pair: DomainPair, problem: FileSnapshot, planner: str) -> Attempt:
    remark = None
    if problem.problem is not None:
        remark = other_domain(problem.problem, pair.learned.domain, pair.reference.domain)
    return Attempt(
        problem=problem.name, planner=planner, attempt_class=AttemptClass.GAVE_UP, remark=remark
    )


def _with_costs(base: Attempt, answer: PlannerAnswer) -> Attempt:
    """The attempt with the planner's answer and its costs, without a plan."""
    ended = answer.ended
    return replace(
        base,
        attempt_class=_CLASSES[answer.response],
        reason=answer.reason,
        wall=None if ended is None else round(ended.wall, 6),
        cpu=None if ended is None else round(ended.cpu, 6),
        memory=None if ended is None else ended.memory,
        exit_code=None if ended is None else ended.code,
        signal=None if ended is None else ended.signal,
        output=answer.output[-_TAIL:],
    )


class _Judge:
    """Validates plans of a planner or user, each with its `task`; `plan` is the validated one."""

    def __init__(
        self, pair: DomainPair, problem: FileSnapshot, side: str, checkpoint: Checkpoint
    ) -> None:
        """Raises UnreadableError."""
        self._checkpoint = checkpoint
        self._pair = pair
        self._is_learned = side == LEARNED
        self._truth = reference_task(pair, problem)
        # Plans for the reference are executed even if the learned domain cannot be read.
        self.task = learned_task(pair, problem) if self._is_learned else self._truth
        self.plan: Plan | None = None

    def judge(self, base: Attempt, text: str, *, is_given: bool) -> Attempt:
        """The attempt with the plan in `text`. Raises the exceptions of the checkpoint."""
        try:
            plan = plan_in(text, self.task.domain, self._checkpoint)
        except NoPlanError as error:
            if is_given:
                return replace(base, attempt_class=AttemptClass.FALSE_PLAN, reason=str(error))
            if not error.is_damaged or base.attempt_class in _AT_A_LIMIT:
                return base  # it already explains how the planner ended
            return replace(base, attempt_class=AttemptClass.PLANNER_ERROR, reason=str(error))
        why = None if is_given else self._why_no_plan(base, plan)
        if why is None:
            return self._with(base, plan)
        if says_no_plan(text):
            return base  # the text agrees with how the planner ended
        if plan.steps or base.attempt_class is AttemptClass.GAVE_UP:
            return replace(base, reason=f"{why}: {base.reason}")
        return base  # an empty file adds nothing to how the planner ended

    def _why_no_plan(self, base: Attempt, plan: Plan) -> str | None:
        """Why a text that can be read as a plan is not one; None if it is. Some planners create the
        plan file before they have a plan, others write messages to it. So an empty file counts as
        an empty plan only if the planner exited without any other answer, and the plan is valid."""
        if not plan.steps:
            if base.attempt_class is not AttemptClass.GAVE_UP:
                return "the plan is empty"
            at_home = self._is_plan_at_home(plan)
            return None if at_home else "the plan is empty, but the goal does not hold initially"
        known = {action.name for action in self.task.domain.actions}
        named = {action.name for step in plan.steps for action in step.actions}
        return None if named & known else "the output contains no action of the domain"

    def _is_plan_at_home(self, plan: Plan) -> bool:
        task = Simulated(self.task.domain, self.task.problem)
        return self._execute(task, plan).verdict is Verdict.VALID

    def _with(self, base: Attempt, plan: Plan) -> Attempt:
        self.plan = plan
        trace = self._in_reference(plan)
        verdict = judged(trace)
        if verdict.verdict is Verdict.VALID:
            attempt_class = AttemptClass.SOLVED
        elif verdict.verdict is Verdict.UNDECIDED:
            attempt_class = AttemptClass.UNDECIDED
        else:
            attempt_class = AttemptClass.FALSE_PLAN
        is_translated = self._is_learned and self._pair.codec is not None
        return replace(
            base,
            attempt_class=attempt_class,
            reason=verdict.reason,
            plan=tuple(map(str, trace.plan.steps)),
            own_plan=tuple(map(str, plan.steps)) if is_translated else None,
            cost=cost_of(trace, self._truth.problem),
            in_reference=verdict,
            in_learned=self._in_learned(plan),
            output="",
        )

    def further(self, texts: Iterable[str]) -> Iterator[FurtherPlan]:
        """Validate the plans after the first, skipping other texts. Raises as the checkpoint."""
        for text in texts:
            try:
                plan = plan_in(text, self.task.domain, self._checkpoint)
            except NoPlanError:
                continue
            trace = self._in_reference(plan)
            steps = tuple(map(str, trace.plan.steps))
            yield FurtherPlan(steps, judged(trace), self._in_learned(plan))

    def _in_reference(self, plan: Plan) -> Trace:
        if self._is_learned:
            return in_reference(self._pair, self._truth.problem, plan, self._checkpoint)
        return self._execute(Simulated(self._truth.domain, self._truth.problem), plan)

    def _in_learned(self, plan: Plan) -> PlanCheck | None:
        if self._is_learned:
            task = Simulated(self.task.domain, self.task.problem)
            return judged(self._execute(task, plan))
        if self._pair.learned.errors or self._pair.learned is self._pair.reference:
            return None
        return in_learned(self._pair, self._truth.problem, plan, self._checkpoint)

    def _execute(self, task: Simulated, plan: Plan) -> Trace:
        tolerances = self._pair.tolerances
        return execute(task, plan, checkpoint=self._checkpoint, tolerances=tolerances)
