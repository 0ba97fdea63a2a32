"""Run logs of AutoPlanBench, versions 1 and 2: a file of JSON lines for each run.

::

    log         = header prompts entry* summary tokens?
    header      = {"task": {"task_num": number | text, …}, "incremental": bool,
                   "max_steps": number?, …}
    entry       = {"type": "Plan Model", "text": text}                 output of the model
                | {"type": TRANSLATION, "text": text | [text*], "executable": bool?}
                | {"type": any, …}                                     ignored
                | {"type": "Env Feedback", "text": text}               feedback to the model
    summary     = {"success": bool, "reached_goal": bool, "executable": bool | "NA",
                   "step_reached_goal_first": number?, "stopping_reason": text?, …}
    tokens      = {"total_time": number, "total_tokens": number?, …}
    TRANSLATION = Translation Model, RuleBased

A complete plan is translated as a list, then action by action as far as it was executed. A log
without a summary belongs to an aborted run. If a translation is not an action, the words of the
model decide whether it claims to have finished. Without feedback a wrong claim ends the run, and
the log calls it a success; it counts as one only if the goal was reached and the feedback was not
`not finished`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from plancore.model.plan import GroundAction
from plancore.model.run import (
    Attempt,
    ModelResponse,
    ModelRun,
    Prediction,
    RunEffort,
    RunOutcome,
)
from plancore.notation.runs.values import actions_of, flag_of, parsed, text_of

_MODEL: Final = "Plan Model"
_TRANSLATIONS: Final = ("Translation Model", "RuleBased")
_LOOK: Final = re.compile(r"\W*look[\s_-]*around\W*", re.IGNORECASE)
_FEEDBACK: Final = "Env Feedback"
_REFUSED: Final = re.compile(r"\bnot\s+(?:yet\s+)?finished\b", re.IGNORECASE)
_FINISHED: Final = re.compile(r"\bfinished\b|\[\s*plan end\s*\]", re.IGNORECASE)


def read_log(text: str, name: str) -> tuple[ModelRun | None, list[str]]:
    """The run of a log, and the lines that are not JSON objects.

    None if the header is missing, so that the text is not such a log. `name` is the name of the run
    if its header has no instance.
    """
    entries: list[Mapping[str, Any]] = []
    problems: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            entry, why = parsed(line)
            if isinstance(entry, dict):
                entries.append(entry)
            else:
                problems.append(f"line {number}: {why or 'expected an object'}")
    header = next((entry for entry in entries if "incremental" in entry), None)
    if header is None:
        return None, problems
    is_complete_plan = flag_of(header, "incremental") is False
    turns = list(_turns(entries))
    attempts = (
        tuple(map(_attempt, turns)) if is_complete_plan else (tuple(map(_prediction, turns)),)
    )
    task = header.get("task")
    instance = text_of(task, "task_num") if isinstance(task, dict) else ""
    summary = next((entry for entry in reversed(entries) if "success" in entry), None)
    logged = None
    if summary is not None:
        reached = flag_of(summary, "reached_goal")
        refused = bool(attempts and attempts[-1]) and (
            attempts[-1][-1].response is ModelResponse.FINISHED
            and attempts[-1][-1].is_right is False
        )
        logged = RunOutcome(
            flag_of(summary, "success") is True and reached is not False and not refused,
            reached,
            flag_of(summary, "executable"),
            goal_step=_count(summary, "step_reached_goal_first"),
        )
    run = ModelRun(
        instance or name,
        is_complete_plan,
        attempts,
        logged,
        is_broken_off=logged is None,
        effort=_effort(header, summary or {}, entries),
    )
    return run, problems


def is_log(text: str) -> bool:
    """Whether the first line of a text is the header of a log."""
    first = text.lstrip("\ufeff").lstrip().partition("\n")[0]
    if not first.startswith("{") or '"incremental"' not in first:
        return False
    header, _ = parsed(first)
    return isinstance(header, dict) and "incremental" in header


def _effort(
    header: Mapping[str, Any], summary: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]
) -> RunEffort:
    """The effort of a run; a continued run has the limits of its continuation."""
    limits = [entry for entry in entries if "continued" in entry] or [header]
    no_time: Mapping[str, Any] = {}
    took = next((entry for entry in reversed(entries) if "total_time" in entry), no_time)
    time = took.get("total_time")
    reason = text_of(summary, "stopping_reason")
    return RunEffort(
        _count(limits[-1], "max_steps"),
        "" if reason == "NA" else reason,
        float(time) if isinstance(time, int | float) and not isinstance(time, bool) else None,
        *(_count(took, f"total_{each}") for each in ("input_tokens", "output_tokens", "tokens")),
    )


def _count(entry: Mapping[str, Any], key: str) -> int | None:
    value = entry.get(key)
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if is_count else None


class _Turn:
    """An output of the model and its translations."""

    def __init__(self, output: str) -> None:
        self.output = output
        self.translations: list[Mapping[str, Any]] = []
        self.is_refused = False
        """Whether the feedback was that it had not finished."""


def _turns(entries: Sequence[Mapping[str, Any]]) -> Iterator[_Turn]:
    turn: _Turn | None = None
    for entry in entries:
        kind = entry.get("type")
        if kind == _MODEL:
            if turn is not None:
                yield turn
            turn = _Turn(text_of(entry, "text"))
        elif turn is not None and kind in _TRANSLATIONS:
            turn.translations.append(entry)
        elif turn is not None and kind == _FEEDBACK and _REFUSED.search(text_of(entry, "text")):
            turn.is_refused = True
    if turn is not None:
        yield turn


def _prediction(turn: _Turn) -> Prediction:
    """A turn of an incremental run; the last translation is the one that was executed."""
    tried: Mapping[str, Any] = turn.translations[-1] if turn.translations else {}
    text = text_of(tried, "text") or turn.output
    if _LOOK.fullmatch(text) or (not tried and _LOOK.fullmatch(turn.output)):
        return Prediction(ModelResponse.LOOK_AROUND, text)
    action = _action(text)
    if action is None and _FINISHED.search(turn.output):
        is_right = False if turn.is_refused else None
        return Prediction(ModelResponse.FINISHED, turn.output, is_right=is_right)
    executable = flag_of(tried, "executable")
    # An output that could not be translated was not executed.
    return Prediction(ModelResponse.ACTION, text, action, executable if action else False)


def _attempt(turn: _Turn) -> Attempt:
    """A complete plan: the actions in the list, and whether the tried ones were executable."""
    tried = [entry for entry in turn.translations if isinstance(entry.get("text"), str)]
    texts = next(
        (entry["text"] for entry in turn.translations if isinstance(entry.get("text"), list)),
        [text_of(entry, "text") for entry in tried],
    )
    flags = [flag_of(entry, "executable") for entry in tried]
    flags += [None] * (len(texts) - len(flags))
    return tuple(
        Prediction(ModelResponse.ACTION, str(text), _action(str(text)), flag)
        for text, flag in zip(texts, flags, strict=False)
    )


def _action(text: str) -> GroundAction | None:
    if not text.lstrip().startswith("("):
        return None
    return next(iter(actions_of(text)), None)
