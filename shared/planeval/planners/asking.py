"""Run a planner on a task within limits, and read its answer and its plan."""

from __future__ import annotations

import math
import os
import re
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from plancore.stop import NEVER, Checkpoint
from planeval.planners.description import PlannerResponse, Ready
from planeval.programs.bounds import PLANNER
from planeval.programs.command import filled, missing_script
from planfiles.bounded.limits import MIB, End, Limits, RunEnd, limit_in_words, tail
from planfiles.bounded.running import refuse_short_of_room, relative_to_folder, run, working_folder
from planfiles.errors import MachineError, UserError
from planfiles.files import by_numbers, read_text

_MOST: Final = 8 * MIB
"""The maximum size of a plan in bytes, some 200,000 steps. If a planner logs to its plan file,
reading it would take minutes, beyond its limits."""
_READ: Final = 256 * 1024
"""The bytes at the end of the output that are searched for the planner's messages."""


class InputNames(NamedTuple):
    """The names of the two files in messages; a planner gets copies of the files."""

    domain: str
    problem: str


_COPIES: Final = InputNames("domain.pddl", "problem.pddl")


@dataclass(frozen=True, slots=True)
class PlannerAnswer:
    """The answer of a planner.

    `plan` is the content of the plan file, whatever the planner has reported: an anytime planner
    that reached its limit may have one. `response` applies if that text is not a plan, and `reason`
    is a line that explains it. `ended` is None if the guard of the process was killed. `reason` and
    `output` use the file names of `InputNames`.
    """

    response: PlannerResponse
    plan: str | None
    reason: str
    ended: RunEnd | None
    output: str
    further: tuple[str, ...] = ()
    """The other plans of a planner that finds several."""


def ask(
    planner: Ready,
    domain: str,
    problem: str,
    limits: Limits,
    checkpoint: Checkpoint = NEVER,
    *,
    names: InputNames = _COPIES,
) -> PlannerAnswer:
    """Run `planner` on the texts of a domain and a problem, in a temporary folder.

    The limits of time and memory are also passed to the planner, so that it can stop in an orderly
    way. Raises MachineError if it cannot be started, or if the disk is or was full; and the
    exceptions of `checkpoint`.
    """
    lacking = missing_script(planner.command)
    if lacking is not None:
        raise MachineError(f"{planner.name}: {lacking}")
    with working_folder("planeval-") as folder:
        paths = {each: folder / f"{each}.pddl" for each in names._fields}
        paths["domain"].write_text(domain, encoding="utf-8")
        paths["problem"].write_text(problem, encoding="utf-8")
        words = {each: str(path) for each, path in paths.items()}
        words["plan"] = str(folder / "plan")
        for pattern in planner.plans:
            # Some planners do not create the folder that they write to.
            (folder / pattern).parent.mkdir(exist_ok=True)
        words["time"] = str(max(1, math.ceil(limits.wall)))
        words["memory"] = str((limits.memory or PLANNER.memory * MIB) // MIB)
        try:
            command = [filled(word, words) for word in planner.command]
            # In planners written in Python, sets of strings have the same order in every run.
            settled = {**os.environ, "PYTHONHASHSEED": "0"}
            ended = run(command, folder, limits, checkpoint, environment=settled, temporary=folder)
        except MachineError:
            raise
        except UserError as error:
            return PlannerAnswer(PlannerResponse.FAILED, None, error.message, None, "")
        refuse_short_of_room(ended)
        return _answer(planner, folder, ended, limits, names)


def _answer(
    planner: Ready, folder: Path, ended: RunEnd, limits: Limits, names: InputNames
) -> PlannerAnswer:
    written = filter(None, (tail(ended.stdout, _READ), tail(ended.stderr, _READ)))
    known = {"domain.pddl": names.domain, "problem.pddl": names.problem}
    output = relative_to_folder("\n".join(written), folder, known)
    response, reason = _response(planner, ended, output, limits)
    further: tuple[str, ...] = ()
    try:
        if planner.finds_several:
            plan, *others = _every_plan(planner, folder, ended) or [None]
            further = tuple(filter(None, others))
        else:
            plan = _plan(planner, folder, ended)
    except UserError as error:
        response, plan, reason = (
            PlannerResponse.FAILED,
            None,
            relative_to_folder(error.message, folder, known),
        )
    return PlannerAnswer(response, plan, reason, ended, output, further)


def _response(
    planner: Ready, ended: RunEnd, output: str, limits: Limits
) -> tuple[PlannerResponse, str]:
    """The meaning of how the planner ended, and an explanation."""
    if ended.by is End.WALL:
        return PlannerResponse.TIMEOUT, f"no plan within {limits.wall:g} s"
    if ended.by is not End.EXITED:
        response = PlannerResponse.MEMOUT if ended.by is End.MEMORY else PlannerResponse.FAILED
        return response, limit_in_words(ended.by, limits)
    if ended.signal is not None:
        if ended.signal == getattr(signal, "SIGXCPU", None):
            return PlannerResponse.TIMEOUT, "CPU time limit reached"
        return PlannerResponse.FAILED, f"ended by {_signal(ended.signal)}{_last(output)}"
    code = ended.code or 0
    response = planner.codes.get(code, PlannerResponse.FAILED if code else PlannerResponse.GAVE_UP)
    # A status with a known meaning adds nothing to what the planner says.
    said = informative_line(output) if code in planner.codes else ""
    reason = said or f"exit status {code}{_last(output)}"
    for text, expected in planner.output:
        if text in output:
            response, reason = expected, f"output: {_line_with(text, output)}"
            break
    # Only a plan counts as a solution.
    return PlannerResponse.GAVE_UP if response is PlannerResponse.SOLVED else response, reason


def _line_with(text: str, output: str) -> str:
    """The line of the output that contains `text`; `text` itself if it spans lines."""
    lines = (each for each in output.splitlines() if text in each)
    return informative_line(next(lines, "")) or text


def _plan(planner: Ready, folder: Path, ended: RunEnd) -> str | None:
    """The text of the plan, if any, and if the output is not too much. Raises UserError."""
    if ended.by is End.OUTPUT:
        return None
    files = _plan_files(planner, folder, ended)
    # The last of `plan`, `plan.2` and `plan.10` is the best.
    return read_text(files[-1], most=_MOST) if files else None


def _every_plan(planner: Ready, folder: Path, ended: RunEnd) -> list[str | None]:
    """The texts of all plans, in order. Raises UserError if one cannot be read."""
    if ended.by is End.OUTPUT:
        return []
    return [read_text(file, most=_MOST) for file in _plan_files(planner, folder, ended)]


def _plan_files(planner: Ready, folder: Path, ended: RunEnd) -> list[str]:
    """The plan files of the planner, sorted by the numbers in their names."""
    found: list[Path] = []
    for pattern in planner.plans:
        found += [ended.stdout] if pattern == "-" else folder.glob(pattern)
    files = [path for path in found if path.is_file() and not path.is_symlink()]
    return [str(path) for path in sorted(files, key=lambda path: by_numbers(path.name))]


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _last(output: str) -> str:
    """The most informative line of the output, after a colon; empty if there is none."""
    line = informative_line(output)
    return f": {line}" if line else ""


# Find the line of the output that explains why there is no plan.

_LONGEST: Final = 200

_STAMP: Final = re.compile(r"^(?:\[t=[^\]]*\]|[\d:, -]*\b(?:INFO|WARNING|ERROR)\b:?)\s*")
"""The prefix of lines of Fast Downward and Python's logging, which differs from run to run."""

_ERROR: Final = re.compile(r"\berrors?\b", re.IGNORECASE)

_VERDICT: Final = re.compile(
    r"unsolvable|not solvable|no solution|no plan|without (?:finding )?a (?:solution|plan)"
    r"|can ?not be (?:reached|solved)|not supported|unsupported|not support"
    r"|out of memory|timed out|limit (?:has been |was )?(?:reached|exceeded)",
    re.IGNORECASE,
)

_NOISE: Final = re.compile(
    r"\b(?:time|memory)\b\s*:?\s*[\d.]+\s*\w*$|exit code|driver aborting"
    r"|remove intermediate|^please\b",
    re.IGNORECASE,
)
"""Statistics, and messages of drivers."""


_CAUSE: Final = re.compile(r"\bcan never be reached\b", re.IGNORECASE)
"""kairos's message on an unreachable goal fact, which the reasons follow."""


def informative_line(output: str) -> str:
    """The line of the output that best explains why there is no plan: the first cause, with the
    reason below it; else the last error, with the reason below it; else the last line that reports
    that there is no plan, or why; else the last line that is more than statistics; else the last
    line with letters; empty if there is none."""
    lines = [_STAMP.sub("", line.strip()) for line in output.splitlines()]
    lines = [line for line in lines if any(map(str.isalpha, line))]
    for number, line in enumerate(lines):
        if _CAUSE.search(line):
            return " ".join((line, *(lines[number + 1 : number + 2] if line[-1] == ":" else ())))
    for is_expected in (_ERROR.search, _VERDICT.search, lambda line: not _NOISE.search(line)):
        found = [number for number, line in enumerate(lines) if is_expected(line)]
        if found:
            line = lines[found[-1]]
            below = lines[found[-1] + 1 : found[-1] + 2]
            if below and below[0].lower().startswith("reason:"):
                line = f"{line} {below[0]}"
            return line[:_LONGEST]
    return lines[-1][:_LONGEST] if lines else ""


def says_no_plan(text: str) -> bool:
    """Whether the text of a plan file reports that there is no plan."""
    return _VERDICT.search(text) is not None
