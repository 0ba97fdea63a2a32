"""The status of a run as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.status.review import Failure, Stage, Status
from plancore.report.words import rate_in_words, time_in_words

_WIDTH: Final = 30


def lines(status: Status) -> Iterator[Line]:
    """What the run is, a bar for each stage with what came of its units, and why some failed."""
    yield line(Piece(visible(f"{status.command}: {status.state}"), Tone.TITLE))
    begun = "begun" if status.sessions == 1 else f"continued (session {status.sessions})"
    yield line(visible(f"  {begun} {status.started} on {status.machine}, {status.engine}"))
    for stage in status.stages:
        yield from _stage(stage)
    if status.failures:
        yield line(Piece("without a result", Tone.TITLE))
        yield from map(_failure, status.failures)


def _stage(stage: Stage) -> Iterator[Line]:
    known = stage.units - stage.left
    filled = _WIDTH * known // max(1, stage.units)
    text = f"{stage.name} [{'#' * filled}{'.' * (_WIDTH - filled)}] {known:,}/{stage.units:,}"
    if stage.rate is not None:
        text += f", {rate_in_words(stage.rate)}"
    if stage.seconds_left is not None:
        text += f", {time_in_words(stage.seconds_left)} left"
    yield line(visible(text))
    for name, count in (("done", stage.done), ("failed", stage.failed), ("lost", stage.lost)):
        if count:
            detail = _classes(stage) if name == "done" else ""
            yield line(visible(f"  {name} {count:,}{detail}"))


def _classes(stage: Stage) -> str:
    if not stage.classes:
        return ""
    by_count = sorted(stage.classes.items(), key=lambda entry: (-entry[1], entry[0]))
    return ": " + ", ".join(f"{name or 'no class'} {count:,}" for name, count in by_count)


def _failure(failure: Failure) -> Line:
    names = ", ".join(failure.names)
    more = ", …" if failure.count > len(failure.names) else ""
    head = f"  {failure.count:,} {failure.state}: {failure.reason}"
    return line(visible(f"{head} ({names}{more})" if names else head))
