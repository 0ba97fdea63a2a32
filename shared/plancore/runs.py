"""Results of runs of language models: read from their logs, or found by executing them again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from typing import Final, NamedTuple

from plancore.model.formula import AtomicFormula, conjuncts
from plancore.model.plan import GroundAction, Plan, Step
from plancore.model.run import (
    UNKNOWN_EFFORT,
    Attempt,
    ModelResponse,
    ModelRun,
    Prediction,
    RunEffort,
    RunOutcome,
)
from plancore.notation.runs.sentences import Sentence, Vocabulary, read_sentences
from plancore.phrases import some_of
from plancore.simulate.atoms import UndecidedError
from plancore.simulate.execute import execute, is_stepwise
from plancore.simulate.ground import GroundOperator
from plancore.simulate.successor import Play
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from plancore.stop import NEVER, Checkpoint

# Facts about a run, from its log or from an execution


class Mistake(StrEnum):
    """A mistake of a model in a run."""

    NOT_EXECUTABLE = "not executable"
    WRONG_FINISH = "wrong finish"
    """The model claimed to have finished before the goal was reached."""


class RunClass(StrEnum):
    """How a run ended. Every run is in exactly one class."""

    SOLVED = "solved"
    NOT_REACHED_GOAL = "not reached goal"
    """No mistake, but the goal was never reached."""
    NOT_RECOGNISED_GOAL = "not recognised goal"
    """No mistake, and the goal was reached, but the model did not stop there."""
    NOT_EXECUTABLE = "not executable"
    """The first mistake is an inapplicable action."""
    WRONG_FINISH = "wrong finish"
    """The first mistake is the claim to have finished."""
    UNKNOWN = "unknown"
    """The run failed, and the log does not state how."""
    NOT_READ = "not read"
    """The answer is in words whose actions are in doubt."""


@dataclass(frozen=True, slots=True)
class RunFacts:
    """Facts about a run, the input of its scores.

    `mistakes` are in order; of complete plans only the first one of the last attempt counts. Fields
    of incremental runs are None for complete plans. `plan_length` is the number of actions of a
    plan that solved the task, else None; `gold_length` that of the gold plan; `n_actions_to_goal`
    is the number of actions executed up to the goal, if it was reached. For a complete plan that
    failed, `is_executable` and `reached_goal` are None if unknown. `reason` states in one line why
    the run failed. A run that is not `is_read` is not scored. `effort` is taken from the log.
    """

    instance: str
    is_complete_plan: bool
    is_success: bool
    reached_goal: bool | None
    mistakes: tuple[Mistake, ...]
    is_executable: bool | None
    interaction_length: int
    n_look_arounds: int | None
    n_look_arounds_after_mistakes: int | None
    plan_length: int | None
    gold_length: int | None
    n_actions_to_goal: int | None = None
    reason: str = ""
    is_read: bool = True
    effort: RunEffort = UNKNOWN_EFFORT

    @property
    def run_class(self) -> RunClass:
        """How it ended."""
        if not self.is_read:
            return RunClass.NOT_READ
        if self.is_success:
            return RunClass.SOLVED
        if self.mistakes:
            is_finish = self.mistakes[0] is Mistake.WRONG_FINISH
            return RunClass.WRONG_FINISH if is_finish else RunClass.NOT_EXECUTABLE
        if self.is_executable is None or self.reached_goal is None:
            return RunClass.UNKNOWN
        reached = RunClass.NOT_RECOGNISED_GOAL
        return reached if self.reached_goal else RunClass.NOT_REACHED_GOAL

    @property
    def is_without_mistake(self) -> bool:
        """Whether it solved the task without mistakes."""
        return self.is_success and not self.mistakes

    @property
    def is_at_step_limit(self) -> bool:
        """Whether it failed because the limit of outputs was reached."""
        reason, most = self.effort.stopping_reason, self.effort.max_steps
        is_last = most == self.interaction_length
        return not self.is_success and (reason == "step_limit" if _is_known(reason) else is_last)

    @property
    def is_at_break_limit(self) -> bool:
        """Whether it failed because it was stopped: too many outputs in a row were not executable,
        or the goal was reached too often without being recognised."""
        reason, most = self.effort.stopping_reason, self.effort.max_steps
        is_stopped = most is not None and self.interaction_length < most
        is_limit = reason.startswith("limit_")
        return not self.is_success and (is_limit if _is_known(reason) else is_stopped)


def _is_known(stopping_reason: str) -> bool:
    """Whether it is a stopping reason of AutoPlanBench; otherwise lengths show what ended a run."""
    return stopping_reason in ("step_limit", "success") or stopping_reason.startswith("limit_")


def facts_of(run: ModelRun, outcome: RunOutcome, gold_length: int | None) -> RunFacts:
    """The facts about `run`, whose predictions have been judged, given its outcome."""
    counted = _complete_plan if run.is_complete_plan else _incremental
    facts = counted(run, outcome, gold_length)
    return replace(facts, reason=_reason(run, outcome, facts))


def _reason(run: ModelRun, outcome: RunOutcome, facts: RunFacts) -> str:
    """Why a run failed: its first mistake, or the missing goal."""
    if outcome.is_success or not outcome.is_read:
        return "" if outcome.is_success else outcome.reason
    unit = "step" if run.is_complete_plan else "output"
    attempt = run.attempts[outcome.attempt] if run.attempts else ()
    for number, prediction in enumerate(attempt, start=1):
        if prediction.response is ModelResponse.FINISHED and not prediction.is_right:
            return f"{unit} {number}: claims to have finished before the goal is reached"
        if prediction.response is ModelResponse.ACTION and prediction.is_right is False:
            why = prediction.reason or "not executable"
            return f"{unit} {number}: {prediction.text}: {why}"
    if outcome.reason:
        return outcome.reason
    match facts.run_class:
        case RunClass.NOT_EXECUTABLE:
            return "not executable"
        case RunClass.NOT_RECOGNISED_GOAL:
            return "goal reached, but the run did not end there"
        case RunClass.NOT_REACHED_GOAL:
            return "goal not reached"
    return "the log does not state a reason"


def _complete_plan(run: ModelRun, outcome: RunOutcome, gold_length: int | None) -> RunFacts:
    fails = outcome.is_executable is False and not outcome.is_success
    return RunFacts(
        run.instance,
        True,
        outcome.is_success,
        outcome.reached_goal,
        (Mistake.NOT_EXECUTABLE,) if fails else (),
        outcome.is_executable,
        len(run.attempts),
        None,
        None,
        len(run.attempts[outcome.attempt]) if outcome.is_success and run.attempts else None,
        gold_length,
        outcome.goal_step if outcome.reached_goal else None,
        is_read=outcome.is_read,
        effort=run.effort,
    )


def _incremental(run: ModelRun, outcome: RunOutcome, gold_length: int | None) -> RunFacts:
    predictions = [prediction for attempt in run.attempts for prediction in attempt]
    mistakes = list(_mistakes(predictions, outcome.is_success))
    looks = [prediction.response is ModelResponse.LOOK_AROUND for prediction in predictions]
    after = [look and before is not None for look, before in zip(looks[1:], mistakes, strict=False)]
    n_actions = sum(_is_done(prediction) for prediction in predictions)
    return RunFacts(
        run.instance,
        False,
        outcome.is_success,
        outcome.reached_goal,
        tuple(mistake for mistake in mistakes if mistake is not None),
        not any(mistake is Mistake.NOT_EXECUTABLE for mistake in mistakes),
        len(predictions),
        sum(looks),
        sum(after),
        n_actions if outcome.is_success else None,
        gold_length,
        None
        if outcome.goal_step is None or not outcome.reached_goal
        else sum(map(_is_done, predictions[: outcome.goal_step])),
        effort=run.effort,
    )


def _mistakes(predictions: Sequence[Prediction], is_success: bool) -> Iterator[Mistake | None]:
    """The mistake of each prediction, if any. If it is unknown whether a claim to have finished is
    right, only the one at the end of a successful run is."""
    for number, prediction in enumerate(predictions, start=1):
        if prediction.response is ModelResponse.FINISHED:
            is_right = prediction.is_right
            if is_right is None:
                is_right = is_success and number == len(predictions)
            yield None if is_right else Mistake.WRONG_FINISH
        elif prediction.response is ModelResponse.ACTION and prediction.is_right is False:
            yield Mistake.NOT_EXECUTABLE
        else:
            yield None


def _is_done(prediction: Prediction) -> bool:
    return prediction.response is ModelResponse.ACTION and prediction.is_right is True


# Runs executed again in domain and problem


class Played(NamedTuple):
    """A run with judged predictions, and its outcome by execution."""

    run: ModelRun
    outcome: RunOutcome


class Disagreement(NamedTuple):
    """A difference between a log and an execution: of a prediction, where `step` counts from 1
    within its attempt, or of the whole run, where `step` is None."""

    instance: str
    what: str
    logged: bool
    found: bool
    attempt: int = 1
    step: int | None = None


def play(run: ModelRun, task: Task, checkpoint: Checkpoint = NEVER) -> Played:
    """Execute `run` in `task`. Raises UndecidedError with the reason if it cannot be executed, and
    the exceptions of `checkpoint`."""
    if not is_stepwise(task, Plan()):
        raise UndecidedError(task.unsupported or "temporal runs are not executed")
    if run.is_complete_plan:
        return _complete_plans(run, task, checkpoint)
    game = Play(task, checkpoint=checkpoint)
    reached = 0 if game.is_goal_reached else None
    predictions: list[Prediction] = []
    for prediction in chain.from_iterable(run.attempts):
        predictions.append(_judged(prediction, game))
        if reached is None and game.is_goal_reached:
            reached = len(predictions)
    success = any(
        entry.response is ModelResponse.FINISHED and entry.is_right for entry in predictions
    )
    outcome = RunOutcome(success, reached is not None, goal_step=reached)
    return Played(replace(run, attempts=(tuple(predictions),)), outcome)


def disagreements(played: Played, original: ModelRun) -> Iterator[Disagreement]:
    """The differences between the log of `original` and the execution `played`, the run's first."""
    logged, name = original.logged, original.instance
    if logged is not None:
        ended = played.outcome
        for what, said, found in (
            ("solved", logged.is_success, ended.is_success),
            ("reached the goal", logged.reached_goal, ended.reached_goal),
            ("executable", logged.is_executable, ended.is_executable),
        ):
            if said is not None and found is not None and said != found:
                yield Disagreement(name, what, said, found)
    attempts = zip(original.attempts, played.run.attempts, strict=True)
    for number, (ours, theirs) in enumerate(attempts, start=1):
        # Steps that were read from sentences are not in the log.
        for step, (said_so, found_so) in enumerate(zip(ours, theirs, strict=False), start=1):
            said, found = said_so.is_right, found_so.is_right
            is_same = said_so.text == found_so.text
            if is_same and said is not None and found is not None and said != found:
                yield Disagreement(name, said_so.text, said, found, number, step)


def _judged(prediction: Prediction, game: Play) -> Prediction:
    if prediction.response is ModelResponse.FINISHED:
        return prediction._replace(is_right=game.is_goal_reached)
    if prediction.response is ModelResponse.LOOK_AROUND:
        return prediction
    if prediction.action is None:
        return prediction._replace(is_right=False, reason=prediction.reason or "not an action")
    is_done = game.take(prediction.action)
    return prediction._replace(is_right=is_done, reason="" if is_done else game.why)


def _complete_plans(run: ModelRun, task: Task, checkpoint: Checkpoint) -> Played:
    """Execute each attempt from the initial state. The outcome is that of the first valid attempt,
    else of the last. An attempt that cannot be read is not executed."""
    attempts: list[Attempt] = []
    outcome = RunOutcome(False, False, False)
    for number, given in enumerate(run.attempts):
        answer = run.answers[number] if number < len(run.answers) else None
        read = _read(given, answer, task, checkpoint, is_logged=run.logged is not None)
        if isinstance(read, str):
            judged, ended = given, RunOutcome(False, reason=read, is_read=False)
        else:
            judged, ended = _attempt(read, task, checkpoint)
        attempts.append(judged)
        if not outcome.is_success:
            outcome = ended._replace(attempt=number)
    return Played(replace(run, attempts=tuple(attempts)), outcome)


def _attempt(attempt: Attempt, task: Task, checkpoint: Checkpoint) -> tuple[Attempt, RunOutcome]:
    """Execute a plan up to the first inapplicable action; later actions are not judged."""
    game = Play(task, checkpoint=checkpoint)
    reached = 0 if game.is_goal_reached else None
    judged: list[Prediction] = []
    for prediction in attempt:
        judged.append(_judged(prediction, game))
        if not judged[-1].is_right:
            break
        if reached is None and game.is_goal_reached:
            reached = len(judged)
    is_executable = len(judged) == len(attempt) and all(entry.is_right for entry in judged)
    judged += [entry._replace(is_right=None) for entry in attempt[len(judged) :]]
    steps = tuple(Step((entry.action,)) for entry in attempt if entry.action is not None)
    # Constraints and preferences of the problem concern the whole plan.
    why = _why_invalid(task, Plan(steps), checkpoint) if is_executable else None
    ended = RunOutcome(
        is_executable and why is None,
        reached is not None,
        is_executable,
        reason=why or "",
        goal_step=reached,
    )
    return tuple(judged), ended


def _why_invalid(task: Task, plan: Plan, checkpoint: Checkpoint) -> str | None:
    trace = execute(task, plan, checkpoint=checkpoint)
    if trace.verdict is Verdict.UNDECIDED:
        raise UndecidedError(trace.undecided or "the plan is undecided")
    if trace.verdict is Verdict.VALID:
        return None
    lacks = f": {some_of(trace.unreached, 1)}" if trace.unreached else ""
    return f"{trace.reason}{lacks}"


# Answers in words, which are never executed as steps

_LONGEST: Final = 80
"""Characters that are shown of an unreadable line."""


def _read(
    attempt: Attempt, answer: str | None, task: Task, checkpoint: Checkpoint, *, is_logged: bool
) -> Attempt | str:
    """The steps of an attempt, or why they are unknown; without `answer`, as translated before."""
    if is_logged and _has_other_names(attempt, task):
        return "the plan names no object of the problem"
    arities = {action.name: len(action.parameters) for action in task.domain.actions}
    if answer is None or not _is_in_words(attempt, arities, task):
        return tuple(_without_types(prediction, arities, task) for prediction in attempt)
    read = _from_words(answer, arities, task, checkpoint)
    if not isinstance(read, str):
        return read
    return f"not read: {read if len(read) <= _LONGEST else f'{read[: _LONGEST - 1]}…'}"


def _without_types(prediction: Prediction, arities: Mapping[str, int], task: Task) -> Prediction:
    """Turn `(load package p1 truck t1)` into `(load p1 t1)` if that fits the parameters."""
    action = prediction.action
    if action is None or arities.get(action.name, len(action.args)) == len(action.args):
        return prediction
    types = (task.domain.hierarchy.names | {"object"}) - task.objects.types.keys()
    args = [each for each in action.args if each not in types]
    is_whole = len(args) == arities[action.name]
    return (
        prediction._replace(action=GroundAction((action.name, *args))) if is_whole else prediction
    )


def _is_in_words(attempt: Attempt, arities: Mapping[str, int], task: Task) -> bool:
    """Whether an answer is in words rather than steps. It is if it has no step; if it consists of
    single words that are not actions; or if a line without brackets contains a word that is not an
    object, and its first word is not an action with as many parameters."""
    actions = [prediction.action for prediction in attempt if prediction.action is not None]
    if attempt and not actions:
        return attempt[0].is_bare
    is_bare = bool(attempt) and all(prediction.is_bare for prediction in attempt)
    if is_bare and not any(action.args or action.name in arities for action in actions):
        return True
    return any(
        prediction.is_bare
        and arities.get(prediction.action.name) != len(prediction.action.args)
        and not task.objects.types.keys() >= set(prediction.action.args)
        for prediction in attempt
        if prediction.action is not None
    )


def _has_other_names(attempt: Attempt, task: Task) -> bool:
    """Whether no object of a plan is one of the problem: PlanBench's backprompting has colours."""
    named = {
        name
        for prediction in attempt
        if prediction.action is not None
        for name in prediction.action.args
    }
    return bool(named) and named.isdisjoint(task.objects.types)


def _from_words(
    answer: str, arities: Mapping[str, int], task: Task, checkpoint: Checkpoint
) -> Attempt | str:
    """The plan in an answer, or its first unreadable line."""
    facts = task.initial.static
    changing = task.changing | task.axioms.predicates

    def fits(action: GroundAction) -> bool:
        """Whether the arguments have the right types, also those stated as static facts."""
        operator = task.bind(action)
        if not isinstance(operator, GroundOperator):
            return False
        schema = operator.schema.action
        given = dict(zip((each.name for each in schema.parameters), action.args, strict=True))
        kinds = (
            part
            for part in conjuncts(schema.precondition)
            if isinstance(part, AtomicFormula) and len(part.args) == 1
        )
        return all(
            part.predicate in changing or (part.predicate, given.get(part.args[0], "")) in facts
            for part in kinds
            if part.args[0] in given
        )

    read = read_sentences(answer, Vocabulary(arities, task.objects.types.keys(), fits))
    if isinstance(read, str):
        return read
    doubtful = next((each for each in read if len(each.actions) > 1), None)
    if doubtful is not None and not _fails_however_read(read, Play(task, checkpoint=checkpoint)):
        return doubtful.text
    actions = (each.actions[0] for each in read)
    return tuple(Prediction(ModelResponse.ACTION, str(action), action) for action in actions)


def _fails_however_read(sentences: Sequence[Sentence], game: Play) -> bool:
    """Whether a plan cannot be executed up to its first doubtful sentence, whatever that means."""
    for sentence in sentences:
        if not any(map(game.take, sentence.actions)):
            return True
        if len(sentence.actions) > 1:
            return False
    return False
