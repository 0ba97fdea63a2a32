"""The models of an attempt: both domains, the codec, the problem in both vocabularies, the plan.

They are read here before a planner runs: some planners report tasks that they cannot read as
unsolvable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from plancore.codec.base import Codec, RenamingCodec
from plancore.codec.plans import UnencodableError, decoded_plan, encoded, encoded_problem
from plancore.compare.domains import compare_domains
from plancore.correspondence.names import Correspondence
from plancore.formula.printing import problem_text
from plancore.metrics.attempts import PlanCheck
from plancore.model.domain import ActionKind, Domain
from plancore.model.plan import DEFAULT_TOLERANCES, Plan, PlanFormat, Step, Tolerances
from plancore.model.problem import Problem
from plancore.notation.plans.reader import read_plan
from plancore.simulate.atoms import UndecidedError
from plancore.simulate.execute import execute
from plancore.simulate.explain import why
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace, Verdict
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER, Checkpoint
from planeval.domain.request import codec_at, load_codec
from planeval.planners.asking import InputNames
from planeval.work.unit import digest_of
from planfiles.errors import UserError
from planfiles.files import read_text
from planfiles.mappings import MappingFiles, compare_options
from planfiles.models import load_domain, load_problem, read_file
from planfiles.plans import why_unread

FILES: Final = {use: f"<planeval:{use}>" for use in ("learned", "reference", "problem", "plan")}
"""Placeholders in results, which must not depend on paths; `with_names` puts files in later."""

_DECISIVE: Final = ("learned", "reference", "mapping", "codec")
"""The uses of the files that decide the pair of domains."""


class UnreadableError(Exception):
    """The domain or the problem has errors; the message is the first one, with its place."""


@dataclass(frozen=True, slots=True)
class SolvingDomain:
    """A domain: file, model, errors (undeclared constants are none: a problem may declare them)."""

    file: FileSnapshot
    domain: Domain
    errors: tuple[str, ...]

    @classmethod
    def at(cls, path: str) -> SolvingDomain:
        """The domain in a file. Raises UserError if it does not exist or is not text."""
        return cls.of(read_file(path))

    @classmethod
    def of(cls, file: FileSnapshot) -> SolvingDomain:
        """The domain in a snapshot; an empty domain with an error if there is none."""
        errors: list[str] = []
        try:
            domain = load_domain(file.name, errors.append, file)
        except UserError as trouble:
            domain = Domain("")
            errors.append(trouble.message)
        return cls(file, domain, tuple(errors))


@dataclass(frozen=True, slots=True)
class DomainPair:
    """Both domains; `codec` is None for one vocabulary, `tolerances` are for executing plans."""

    learned: SolvingDomain
    reference: SolvingDomain
    codec: Codec | None
    tolerances: Tolerances = DEFAULT_TOLERANCES


@dataclass(frozen=True, slots=True)
class PlannerTask:
    """A problem in the vocabulary of a domain: the models, and the texts for a planner."""

    domain: Domain
    problem: Problem
    domain_text: str
    problem_text: str
    names: InputNames
    """The names of the two texts in messages."""


def load_pair(files: Mapping[str, str], codec: str | None) -> DomainPair:
    """The pair of an attempt, from its files by use. `codec` is a value of `planeval domain
    --codec`, whose file is among them. The names of the domains are those of `FILES`. The last
    pairs are cached. Raises UserError."""
    some = {use: files[use] for use in _DECISIVE if use in files}
    return _pair(_Files(tuple((use, digest_of(path)) for use, path in some.items()), some), codec)


@dataclass(frozen=True, slots=True)
class _Files:
    """Files by use, equal if their contents are, whatever their paths."""

    contents: tuple[tuple[str, str], ...]
    paths: Mapping[str, str] = field(compare=False)


@lru_cache(maxsize=4)
def _pair(files: _Files, codec: str | None) -> DomainPair:
    ours, theirs = (
        SolvingDomain.of(FileSnapshot.of(read_text(files.paths[use]), FILES[use]))
        for use in ("learned", "reference")
    )
    names = _names(ours.domain, theirs.domain, files.paths.get("mapping"))
    if codec is not None and "codec" in files.paths:
        codec = codec_at(codec, files.paths["codec"])
    if codec is None and not names.is_renaming:
        raise UserError(
            "the name mapping is not a pure renaming, so plans cannot be translated; name a --codec"
        )
    if codec is None and not names.is_identity:
        return DomainPair(ours, theirs, RenamingCodec(names))
    made = load_codec(codec, ours.domain, theirs.domain, names) if codec else None
    return DomainPair(ours, theirs, None if made is None or made.name == "identity" else made)


def _names(learned: Domain, reference: Domain, mapping: str | None) -> Correspondence:
    if mapping is None:
        return Correspondence()
    options, _ = compare_options(learned, reference, MappingFiles(mapping, None), align=False)
    return compare_domains(learned, reference, options).correspondence


def reference_task(pair: DomainPair, file: FileSnapshot) -> PlannerTask:
    """The problem in a file with the reference. Raises UnreadableError."""
    return _task(pair.reference, file)


def learned_task(pair: DomainPair, file: FileSnapshot) -> PlannerTask:
    """The problem in a file with the learned domain, encoded if there is a codec. Raises
    UnreadableError, also if the problem cannot be encoded."""
    whole = reference_task(pair, file)
    if pair.codec is None:
        return _task(pair.learned, file)
    _refuse(pair.learned.errors)
    ours = pair.learned
    try:
        problem = encoded_problem(ours.domain, pair.reference.domain, whole.problem, pair.codec)
    except (UnencodableError, UndecidedError) as error:
        raise UnreadableError(f"{file.name} cannot be encoded: {error}") from None
    text = problem_text(problem)
    errors: list[str] = []
    label = f"{file.name}, encoded"
    load_problem(label, errors.append, FileSnapshot.of(text, label), ours.file)
    _refuse(errors)
    return PlannerTask(
        ours.domain, problem, ours.file.source.text, text, InputNames(ours.file.name, label)
    )


def _task(side: SolvingDomain, file: FileSnapshot) -> PlannerTask:
    _refuse(side.errors)
    errors: list[str] = []
    try:
        problem = load_problem(file.name, errors.append, file, side.file)
    except UserError as trouble:
        raise UnreadableError(trouble.message) from None
    _refuse(errors)
    names = InputNames(side.file.name, file.name)
    return PlannerTask(side.domain, problem, side.file.source.text, file.source.text, names)


def _refuse(errors: Sequence[str]) -> None:
    if errors:
        raise UnreadableError(errors[0])


# Validate plans: read them in any notation, translate them for both domains, execute them there.


class NoPlanError(Exception):
    """A text is not a plan; the message is the reason. `is_damaged` is false if it has no steps at
    all, as when a planner writes that it found no plan."""

    def __init__(self, message: str, *, is_damaged: bool) -> None:
        super().__init__(message)
        self.is_damaged = is_damaged


def plan_in(text: str, domain: Domain, checkpoint: Checkpoint = NEVER) -> Plan:
    """Read a planner's plan for `domain`. Raises NoPlanError, and the exceptions of `checkpoint`.

    Some planners write times for instantaneous actions, or parallel steps. If no action of the
    domain is durative, these become sequential steps, in the order of their times. If only some
    steps have times, there is no such order, and the plan is returned as it is for the executor to
    reject.
    """
    plan, findings = read_plan(text, checkpoint)
    fault = why_unread(text, findings)
    if fault is not None:
        raise NoPlanError(f"the plan cannot be read: {fault}", is_damaged=bool(plan.steps))
    takes_time = any(action.kind is ActionKind.DURATIVE for action in domain.actions)
    return plan if takes_time else _sequential(plan)


def _sequential(plan: Plan) -> Plan:
    if all(step.start is None and len(step.actions) == 1 for step in plan.steps):
        return plan
    if plan.timed:
        in_order = sorted(plan.steps, key=lambda step: step.start or Fraction(0))
    elif any(step.start is not None for step in plan.steps):
        return plan
    else:
        in_order = list(plan.steps)
    steps = tuple(Step((action,)) for step in in_order for action in step.actions)
    return replace(plan, steps=steps, format=PlanFormat.SEQUENTIAL)


def in_reference(
    pair: DomainPair, problem: Problem, plan: Plan, checkpoint: Checkpoint = NEVER
) -> Trace:
    """Decode a plan of the learned domain, and execute it in the reference."""
    decoded = plan if pair.codec is None else decoded_plan(plan, pair.codec)
    task = Task(pair.reference.domain, problem)
    return execute(task, decoded, checkpoint=checkpoint, tolerances=pair.tolerances)


def in_learned(
    pair: DomainPair, problem: Problem, plan: Plan, checkpoint: Checkpoint = NEVER
) -> PlanCheck:
    """Encode a plan of the reference, and execute it in the learned domain."""
    ours, theirs = pair.learned.domain, pair.reference.domain
    try:
        if pair.codec is None:
            task, own = Task(ours, problem), plan
        else:
            task, own = encoded(ours, theirs, problem, plan, pair.codec)
        trace = execute(task, own, checkpoint=checkpoint, tolerances=pair.tolerances)
        return judged(trace)
    except UndecidedError as problem_:
        return PlanCheck(Verdict.UNDECIDED, None, problem_.reason)
    except UnencodableError as problem_:
        return PlanCheck(Verdict.MALFORMED, None, str(problem_))


def judged(trace: Trace) -> PlanCheck:
    """The verdict of a trace, with a line that explains it."""
    return PlanCheck(trace.verdict, trace.failing_step, why(trace) or trace.reason)


def cost_of(trace: Trace, problem: Problem) -> Fraction | None:
    """The cost of a valid plan; None if there is none, or the metric is not minimised."""
    if trace.verdict is not Verdict.VALID or not isinstance(trace.cost, Fraction | int):
        return None
    if problem.metric is not None and problem.metric.direction != "minimize":
        return None
    return Fraction(trace.cost)
