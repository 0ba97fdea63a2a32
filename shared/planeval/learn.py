"""Learn a domain from the files in the arguments of `planeval learn`, and write it.

Examples are trajectories, and plans with the states that they visit. A file in the arguments has
trajectories or a plan. A folder may have any files: its domains and problems are those of its
plans, and files that are neither trajectories nor plans are skipped.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from plancore.codec.written import codec_data
from plancore.diagnostic import Severity, apply_edits
from plancore.ide.formatting.edits import format_edits
from plancore.kind import TextKind, kind_of_name
from plancore.learn.esam import learn_esam
from plancore.learn.learned import LearnedModel, StepNumber, UnlearnableError
from plancore.learn.locm.learner import learn_locm
from plancore.learn.sam import learn_sam
from plancore.model.domain import Domain
from plancore.model.formula import TRUE
from plancore.model.plan import GroundAtom
from plancore.model.problem import Problem
from plancore.model.trajectory import Observation, Trajectory
from plancore.notation.plans.reader import read_plan
from plancore.notation.plans.scan import looks_like_plan
from plancore.notation.trajectories.json_reader import MALFORMED
from plancore.notation.trajectories.reader import looks_like_trajectories, read_trajectories
from plancore.patch.domain_text import domain_text
from plancore.report.learned.document import LearnedReport, located
from plancore.simulate.atoms import UndecidedError, show
from plancore.simulate.successor import successor
from plancore.simulate.task import Task
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText, Span
from plancore.stop import Checkpoint
from planfiles.cases import find_plans
from planfiles.errors import FileError, UserError
from planfiles.files import NO_TEXT, read_argument
from planfiles.folders import files_in, holds_plan, plans_below
from planfiles.models import Tell, load_domain, load_problem
from planfiles.writing import refuse_named, write_text


def report_of(options: argparse.Namespace, checkpoint: Checkpoint) -> LearnedReport:
    """Read the files in `options`, learn a domain and write it. Raises UserError, and the
    exceptions of `checkpoint`, which is called with the stage and its progress."""
    errors: list[str] = []
    named = [path for path in (options.domain, options.problem, *options.files) if path]
    for path in filter(None, (options.output, options.codec_output)):
        refuse_named(path, named)

    domain = load_domain(options.domain, errors.append) if options.domain else None
    if options.distinct and options.learner != "sam":
        raise UserError(f"--distinct applies to sam, not to {options.learner}")
    if options.codec_output and domain is None:
        raise UserError("--codec-output needs --domain: the codec translates its vocabulary")
    found = read_examples(options.files, domain, options.problem, errors.append, checkpoint)
    if options.learner != "locm":
        found = found.with_states()
    examples = found.runs
    errors += [f"{each.name}: {each.lacking}" for each in examples if each.lacking is not None]
    try:
        learned = _learned(options.learner, domain, examples, options.distinct, checkpoint)
    except UnlearnableError as error:
        place = "" if error.where is None else f"{place_in(examples, error.where)}: "
        raise UserError(f"{place}{error.message}") from None
    if options.codec_output and learned.codec is None:
        raise UserError(f"no codec: {learned.notes[-1].removeprefix('no codec: ')}")
    text = written(learned.domain)
    if options.output:
        write_text(options.output, text)
    if options.codec_output and learned.codec is not None:
        write_text(options.codec_output, json.dumps(codec_data(learned.codec), indent=2) + "\n")
    return LearnedReport(
        learned,
        text,
        located(learned, lambda where: place_in(examples, where)),
        options.output,
        options.codec_output,
        tuple(found.passed_over),
        tuple(errors),
    )


def written(domain: Domain) -> str:
    """The domain as PDDL, formatted as by `planlsp format`."""
    text = domain_text(domain)
    return apply_edits(text, format_edits(FileSnapshot.of(text)))


def _learned(
    learner: str,
    domain: Domain | None,
    examples: Sequence[Example],
    distinct: bool,
    checkpoint: Checkpoint,
) -> LearnedModel:
    trajectories = [each.trajectory for each in examples if each.trajectory is not None]
    if learner == "locm":
        executable = trajectories if domain is not None else []
        return learn_locm(domain, [each.actions for each in examples], executable, checkpoint)
    for example in examples:
        if example.trajectory is None:
            reason = "SAM needs states: for plans, give --domain and a problem"
            if domain is not None and not does_anything(domain):
                reason = "SAM needs states, but the actions of --domain have no effects"
            raise UserError(f"{example.name}: {reason}")
    if learner == "esam":
        return learn_esam(domain, trajectories, checkpoint)
    return learn_sam(domain, trajectories, checkpoint, distinct=distinct)


_TRAJECTORY: Final = re.compile(
    r"[\s\ufeff]*(?:;[^\n]*\n\s*)*(?:[\[{]|\(\s*(?:[:(]|trajectory\s))", re.I
)
"""The beginning of a file of trajectories: JSON, `(:trajectory …`, FAMA's `(trajectory …`,
`((:init …`. A plan begins with an action."""


class LearningSource(NamedTuple):
    """A file to learn from; `is_named` if it is an argument itself, not a file in a folder."""

    path: str
    text: str
    is_trajectory: bool
    is_named: bool


def sources(
    paths: Sequence[str], pass_over: Callable[[str], None], tell: Tell, checkpoint: Checkpoint
) -> Iterator[LearningSource]:
    """The files of `paths` and those below folders, in order.

    `pass_over` is called with files in folders that are neither trajectories nor plans, `tell` with
    an error message for each file that cannot be read. Raises UserError for a path that cannot be
    read or is a domain or problem, and for a folder without files.
    """
    for number, path in enumerate(paths):
        checkpoint(number, "reading")
        if os.path.isdir(path):
            yield from _below(path, pass_over, tell, checkpoint)
            continue
        kind = TextKind.PLAN if holds_plan(path) else kind_of_name(path)
        if kind is TextKind.PDDL:
            raise UserError(f"{path} is a domain or problem, not a trajectory or plan")
        text = read_argument(path)
        is_trajectory = kind is not TextKind.PLAN and bool(_TRAJECTORY.match(text))
        yield LearningSource(path, text, is_trajectory, is_named=True)


def _below(
    folder: str, pass_over: Callable[[str], None], tell: Tell, checkpoint: Checkpoint
) -> Iterator[LearningSource]:
    """The trajectories and plans below a folder. Files not named like plans count as plans only if
    there is nothing else, as in `plans_below`."""
    others: list[str] = []
    found = False
    for number, path in enumerate(files_in(folder)):
        checkpoint(number, "reading")
        kind = TextKind.PLAN if holds_plan(path) else kind_of_name(path)
        text = None if kind is TextKind.PDDL else _text(path, pass_over, tell)
        if text is None:
            continue
        is_plan = kind is TextKind.PLAN
        if is_plan or looks_like_trajectories(text):
            found = True
            yield LearningSource(path, text, not is_plan, is_named=False)
        else:
            others.append(path)
    unnamed = frozenset() if found else frozenset(plans_below(folder))
    for path in others:
        text = _text(path, pass_over, tell) if path in unnamed else ""
        if text and looks_like_plan(text):
            yield LearningSource(path, text, is_trajectory=False, is_named=False)
        elif text is not None:
            pass_over(path)


def _text(path: str, pass_over: Callable[[str], None], tell: Tell) -> str | None:
    """The text of a file in a folder; None if it cannot be read, which is reported."""
    try:
        return read_argument(path)
    except FileError as error:
        if error.reason == NO_TEXT:
            pass_over(path)
        else:
            tell(error.message)
        return None


class Example(NamedTuple):
    """A plan or trajectory to learn from, in the file `name`.

    `trajectory` is None if the states are unknown, and `lacking` the reason; `spans` are the
    places of the steps in `text`. `is_named` is as in `LearningSource`.
    """

    name: str
    text: str
    actions: tuple[GroundAtom, ...]
    trajectory: Trajectory | None
    spans: tuple[Span | None, ...]
    is_named: bool = True
    lacking: str | None = None

    def place(self, step: int) -> str:
        """`FILE:LINE:COLUMN: step N (ACTION)`, for a step from 0, or the state after the last."""
        action = f" {show(self.actions[step])}" if step < len(self.actions) else ""
        span = self.spans[step] if step < len(self.spans) else None
        where = "" if span is None else f":{SourceText(self.text).label(span.start)}"
        return f"{self.name}{where}: step {step + 1}{action}"


def place_in(examples: Sequence[Example], where: StepNumber) -> str:
    """The place of a transition, as in `Example.place`."""
    return examples[where.trajectory].place(where.step)


class Examples(NamedTuple):
    """All examples, and the files in folders that were skipped (`passed_over`)."""

    runs: list[Example]
    passed_over: list[str]

    def with_states(self) -> Examples:
        """The examples for a learner that needs states. Plans in folders are skipped if their
        states are unknown and other examples have states."""
        if not any(run.trajectory is not None for run in self.runs):
            return self
        usable = [run for run in self.runs if run.is_named or run.trajectory is not None]
        more = [run.name for run in self.runs if not (run.is_named or run.trajectory is not None)]
        return Examples(usable, sorted({*self.passed_over, *more}))


def read_examples(
    paths: Sequence[str],
    domain: Domain | None,
    problem: str | None,
    tell: Tell,
    checkpoint: Checkpoint,
) -> Examples:
    """The examples in files, and in the files in folders, in order.

    Plans are executed in `domain` from `problem`, or else from the problem in their folder that
    they belong to. `tell` is called with an error message for each faulty file in a folder, which
    is skipped. Raises UserError for a faulty file in `paths`, and if no example has a step.
    """
    runs: list[Example] = []
    passed_over: list[str] = []
    for source in sources(paths, passed_over.append, tell, checkpoint):
        if _is_other_json(source):
            passed_over.append(source.path)
            continue
        try:
            found = _runs(source, domain, problem, tell)
        except UserError as error:
            if source.is_named:
                raise
            tell(error.message)
            continue
        runs += [run._replace(is_named=source.is_named) for run in found]
    if not any(run.actions for run in runs):
        raise UserError("nothing to learn from: no trajectory or plan has a step")
    return Examples(runs, sorted(passed_over))


def _is_other_json(source: LearningSource) -> bool:
    """Whether a file in a folder is well-formed JSON without trajectories."""
    if source.is_named or not source.is_trajectory or source.text.lstrip()[:1] not in ("[", "{"):
        return False
    trajectories, findings = read_trajectories(source.text)
    return not trajectories and all(finding.code != MALFORMED for finding in findings)


def _runs(
    source: LearningSource, domain: Domain | None, problem: str | None, tell: Tell
) -> list[Example]:
    """The examples in a file. Raises UserError for an error in it."""
    if source.is_trajectory:
        return list(_trajectories(source.path, source.text))
    return [_plan(source.path, source.text, domain, problem, tell)]


def _trajectories(path: str, text: str) -> Iterator[Example]:
    trajectories, findings = read_trajectories(text)
    for finding in findings:
        where = SourceText(text).label(finding.span.start)
        raise UserError(f"{path}:{where}: {finding.message}")
    for trajectory in trajectories:
        spans = tuple(observation.span for observation in trajectory.observations)
        yield Example(path, text, trajectory.actions, trajectory, spans)


def _plan(path: str, text: str, domain: Domain | None, problem: str | None, tell: Tell) -> Example:
    plan, findings = read_plan(text)
    source = SourceText(text)
    for finding in findings:
        if finding.severity is Severity.ERROR:
            raise UserError(f"{path}:{source.label(finding.span.start)}: {finding.message}")
    if plan.is_missing:
        raise UserError(f"{path} is neither a trajectory nor a plan")
    for step in plan.steps:
        if len(step.actions) != 1:
            where = source.label(step.at)
            raise UserError(f"{path}:{where}: parallel actions are not supported")
    actions = tuple(step.actions[0].key for step in plan.steps)
    spans = tuple(step.span for step in plan.steps)
    example = Example(path, text, actions, None, spans)
    if domain is None or not does_anything(domain):
        return example
    if problem is None:
        batch = find_plans([path], None)
        problem = batch.cases[0].problem if batch.cases else None
    if problem is None:
        return example._replace(lacking="no problem found for it, so its states are unknown")
    trajectory = _executed(example, domain, load_problem(problem, tell))
    return example._replace(trajectory=trajectory)


def does_anything(domain: Domain) -> bool:
    """Whether plans can be executed in `domain`: an action has an effect."""
    return any(action.effect != TRUE for action in domain.actions)


def _executed(example: Example, domain: Domain, problem: Problem) -> Trajectory:
    """Execute a plan. Raises UserError if a step is inapplicable or cannot be decided."""
    try:
        task = Task(domain, problem)
        state = frozenset(task.initial.dynamic | task.initial.static)
        states = [state]
        for number, action in enumerate(example.actions):
            after = successor(task, state, action)
            if after is None:
                raise UserError(f"{example.place(number)} is inapplicable in {problem.name}")
            state = after
            states.append(state)
    except UndecidedError as error:
        raise UserError(f"{example.name}: {error.reason}") from None
    observations = tuple(map(Observation, states))
    return Trajectory(observations, example.actions, problem.objects)
