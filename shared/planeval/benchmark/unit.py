"""Units of work of a benchmark: a learner, a domain, a rate of noise, one fold or several.

They are JSON in and JSON out. The arguments have everything, including texts and seeds, so any
process on any machine gives the same result, except for costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from msgspec import convert, to_builtins

from plancore.codec.base import Codec, Identity
from plancore.jsonable import Json
from plancore.model.domain import Domain
from plancore.report.benchmark.review import ERRORS, LEARNED, BenchmarkAttempt, Value
from plancore.report.evaluation.actions import ActionScores
from plancore.rules.check import errors_in
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER, Checkpoint
from planeval.benchmark.observed import Making, Origin, samples_of
from planeval.benchmark.solving import figures_of
from planeval.benchmark.task import Fold, SplitMethod, task_of
from planeval.domain.codec_files import codec_in
from planeval.learners.description import Learner, LearnerCost, LearnerVocabulary, Lesson, Taught
from planeval.learners.running import teach
from planeval.programs.bounds import Bounds
from planeval.programs.command import missing_script
from planeval.suite.entry import Exercise, Named, SuiteEntry, TestSet
from planeval.work.unit import Kind
from planfiles.bounded.limits import MIB, Limits
from planfiles.bounded.running import working_folder
from planfiles.errors import MachineError, UserError

KIND: Final = Kind("benchmark", version=18, module=__name__)
"""Raise its version as `Kind` says, which here includes changes of the input of learners
(`signatures`) and of the scripts in `learners.adapters`."""
UNREADABLE: Final = "unreadable"


def arguments(
    learner: Learner,
    entry: SuiteEntry,
    noise: float,
    folds: Sequence[int],
    making: Making,
    splitting: SplitMethod,
    bounds: Bounds,
    *,
    like_amlgym: bool = False,
) -> Json:
    """The arguments of a unit."""
    return {
        "learner": learner.to_json(),
        "domain": asdict(entry),
        "noise": noise,
        "folds": list(folds),
        "making": asdict(making),
        "splitting": [*splitting[:2], list(splitting.sizes), splitting.is_tested_apart],
        "bounds": list(bounds),
        "amlgym": like_amlgym,
    }


def work(unit: Json, _: Mapping[str, str], checkpoint: Checkpoint) -> Json:
    """A unit of `planeval.work`; its class is the outcome of its folds."""
    return measure(unit, checkpoint)


def measure(unit: Json, checkpoint: Checkpoint = NEVER) -> Json:
    """Learn and evaluate each fold; the result has `attempts`. Raises UserError if there is nothing
    to learn from, or the learner cannot be started."""
    parts = _Parts(unit)
    learner, task = parts.learner, parts.task
    try:
        folds = parts.splitting.of(len(task.trajectories), parts.seed)
    except ValueError as error:
        raise UserError(f"{parts.entry.name}: {error}") from None
    chosen = [folds[number] for number in parts.folds]
    numbers = parts.learner.takes_numbers
    lessons = [task.lesson(fold, parts.noise, parts.seed, with_numbers=numbers) for fold in chosen]
    taught = _taught(parts, lessons, checkpoint)
    attempts = []
    for fold, each in zip(chosen, taught, strict=True):
        outcome, reason = str(each.outcome), each.reason
        errors: tuple[str, ...] = ()
        values = dict(_costs(each))
        actions: ActionScores = {}
        if each.text is not None:
            written = written_by(each, task.domain)
            if isinstance(written, str):
                outcome, reason = UNREADABLE, written
            else:
                figures, actions = _figures(parts, written, fold, checkpoint)
                values = figures | values
                errors = written.errors
        attempts.append(
            BenchmarkAttempt(
                learner.name,
                parts.entry.name,
                parts.noise,
                fold.number,
                outcome,
                reason,
                values,
                each.text,
                errors,
                each.codec,
                each.remark,
                trajectories=len(fold.train),
                actions=actions,
            )
        )
    return {
        "class": _class(attempts),
        "attempts": to_builtins(attempts),
    }


def _class(attempts: Sequence[BenchmarkAttempt]) -> str:
    """The class of a unit: the outcome of its folds, or how many of them were learned."""
    counts = Counter(attempt.outcome for attempt in attempts)
    first, n_folds = attempts[0].outcome, len(attempts)
    if n_folds == 1:
        return first
    if len(counts) == 1:
        return f"{first} in {n_folds} folds"
    return f"{LEARNED} in {counts[LEARNED]} of {n_folds} folds"


def attempts_in(row: Mapping[str, Any]) -> list[BenchmarkAttempt]:
    """The attempts in a result of `measure`."""
    return convert(row["attempts"], list[BenchmarkAttempt])


class _Parts:
    """The decoded arguments of a unit."""

    def __init__(self, unit: Any) -> None:
        self.learner = Learner.of_json(unit["learner"])
        self.entry = _entry(unit["domain"])
        self.noise = float(unit["noise"])
        self.folds = [int(number) for number in unit["folds"]]
        making = dict(unit["making"])
        source = making.pop("source")
        self.making = Making(None if source is None else Origin(source), **making)
        self.seed = self.making.seed
        folds, test_share, sizes, is_tested_apart = unit["splitting"]
        self.splitting = SplitMethod(folds, test_share, tuple(sizes), is_tested_apart)
        bounds = Bounds(*unit["bounds"])
        self.limits = Limits(bounds.wall, bounds.memory * MIB)
        self.like_amlgym = bool(unit["amlgym"])
        self.task = task_of(self.entry, self.making)


def _entry(data: Any) -> SuiteEntry:
    return SuiteEntry(
        data["name"],
        data["domain"],
        tuple(Exercise(*each) for each in data["exercises"]),
        tuple(Named(*each) for each in data["trajectories"]),
        tuple(
            TestSet(problem, objects, tuple(states))
            for problem, objects, states in data["tested_on"]
        ),
    )


def _taught(parts: _Parts, lessons: Sequence[Lesson], checkpoint: Checkpoint) -> list[Taught]:
    """Run the learner on the lessons."""
    learner, task = parts.learner, parts.task
    lacking = missing_script(learner.command)
    if lacking is not None:
        raise MachineError(f"{learner.name}: {lacking}")
    has_all = learner.is_ours or learner.takes_numbers
    known = task.declarations if has_all else task.signatures
    with working_folder("planeval-learner-") as folder:
        return teach(learner, known, lessons, folder, parts.limits, checkpoint)


def _figures(
    parts: _Parts, written: Written, fold: Fold, checkpoint: Checkpoint
) -> tuple[dict[str, Value], ActionScores]:
    """The scores of a learned domain and of its actions, on held-out trajectories."""
    task = parts.task
    found, actions = figures_of(
        written.learned,
        task.reference,
        [task.trajectories[k] for k in fold.test],
        aligned=parts.learner.vocabulary is LearnerVocabulary.OWN,
        codec=written.codec,
        states=samples_of(parts.entry, task.domain),
        like_amlgym=parts.like_amlgym,
        checkpoint=checkpoint,
    )
    return {ERRORS: Value(written.n_errors)} | found, actions


def _costs(taught: Taught) -> Iterator[tuple[str, Value]]:
    """The costs of learning: of the learning alone, if reported, and of the call, per fold."""
    yield "learn_wall", Value(taught.wall)
    yield "learn_cpu", Value(taught.cpu)
    cost: LearnerCost = taught.cost
    for name, total in (("call_wall", cost.wall), ("call_cpu", cost.cpu)):
        yield name, Value(total / cost.folds, {"total": total, "folds": cost.folds})
    memory = None if cost.memory is None else cost.memory / MIB
    yield "call_memory", Value(memory, {"folds": cost.folds})


# Read the output of a learner for a fold: the domain, its errors, its codec.

_CODEC: Final = "its codec, OUTPUT.codec.json"
_SHOWN: Final = 3
"""The most errors of a domain that are listed; all are counted."""


@dataclass(frozen=True, slots=True)
class Written:
    """A learned domain that can be measured, despite its errors. `errors` are the diagnostics with
    severity error, such as undeclared names or wrong numbers of arguments, with their lines: at
    most three of `n_errors`, each message once. `codec` is None if it is the identity."""

    learned: FileSnapshot
    errors: tuple[str, ...]
    n_errors: int
    codec: Codec | None


def written_by(taught: Taught, reference: Domain) -> Written | str:
    """Read the output of a learner; a text is the reason why it cannot be read."""
    learned = FileSnapshot.of(taught.text or "", "learned")
    if learned.domain is None:
        return "the learner's output is not a domain"
    if learned.tree.problems:
        problem = learned.tree.problems[0]
        return f"the learner's output is not PDDL: {problem.message}"
    try:
        codec = codec_written(taught.codec, learned.domain, reference)
    except UserError as trouble:
        return trouble.message
    errors = errors_in(learned)
    # An undeclared name is an error at each use; list only the first.
    first = {error.message: error for error in reversed(errors)}
    shown = tuple(
        f"line {learned.source.line_of(error.span.start) + 1}: {error.message}"
        for error in errors
        if first[error.message] is error
    )
    return Written(learned, shown[:_SHOWN], len(errors), codec)


def codec_written(text: str | None, learned: Domain, reference: Domain) -> Codec | None:
    """The codec in the text of a learner's codec file; None without a file, and for the identity.
    Raises UserError."""
    if text is None:
        return None
    codec = codec_in(text, _CODEC, learned, reference)
    return None if isinstance(codec, Identity) else codec
