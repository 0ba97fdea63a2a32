"""The status of a run as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.phrases import rate_in_words, time_in_words
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.status.review import Failure, Stage, Status, Wait

_WIDTH: Final = 30
_WAITS: Final = 8


def lines(status: Status) -> Iterator[Line]:
    """What the run is, a bar for each stage with what came of its units, and why some failed."""
    yield line(Piece(visible(f"{status.command}: {status.state}"), Tone.TITLE))
    begun = "begun" if status.sessions == 1 else f"continued (session {status.sessions})"
    yield line(visible(f"  {begun} {status.started} on {status.machine}, {status.engine}"))
    for stage in status.stages:
        yield from _stage(stage, [wait for wait in status.waiting if wait.stage == stage.name])
    if status.failures:
        yield line(Piece("without a result", Tone.TITLE))
        yield from map(_failure, status.failures)


def _stage(stage: Stage, waiting: Sequence[Wait]) -> Iterator[Line]:
    known = stage.units - stage.left
    filled = _WIDTH * known // max(1, stage.units)
    text = f"{stage.name} [{'#' * filled}{'.' * (_WIDTH - filled)}] {known:,}/{stage.units:,} units"
    if stage.rate is not None:
        text += f", {rate_in_words(stage.rate)}"
    if stage.seconds_running is not None:
        text += f", for {time_in_words(stage.seconds_running)}"
    if stage.seconds_left is not None:
        text += f", {time_in_words(stage.seconds_left)} left"
    yield line(visible(text))
    for name, count in (("done", stage.done), ("failed", stage.failed), ("lost", stage.lost)):
        if count:
            detail = _classes(stage) if name == "done" else ""
            yield line(visible(f"  {name} {count:,}{detail}"))
            if name == "done":
                yield from _named(stage)
    for wait in waiting[:_WAITS]:
        yield line(visible(f"  waiting {time_in_words(wait.seconds)} for {wait.name}"))
    if len(waiting) > _WAITS:
        yield line(f"  and for {len(waiting) - _WAITS:,} more")


def _classes(stage: Stage) -> str:
    if not stage.classes:
        return ""
    by_count = sorted(stage.classes.items(), key=lambda entry: (-entry[1], entry[0]))
    return ": " + ", ".join(f"{_words(name)} {count:,}" for name, count in by_count)


def _named(stage: Stage) -> Iterator[Line]:
    """Which units are in a class of few."""
    for name, units in sorted(stage.named.items()):
        more = "; …" if stage.classes[name] > len(units) else ""
        yield line(visible(f"    {_words(name)}: {'; '.join(units)}{more}"))


def _words(name: str) -> str:
    """A class as other reports say it: `gave up`."""
    return name.replace("_", " ") or "no class"


def _failure(failure: Failure) -> Line:
    names = "; ".join(failure.names)  # each with commas of its own
    more = "; …" if failure.count > len(failure.names) else ""
    head = f"  {failure.count:,} {failure.state}: {failure.reason}"
    return line(visible(f"{head} ({names}{more})" if names else head))
