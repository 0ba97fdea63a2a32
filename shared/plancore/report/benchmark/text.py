"""A benchmark as tables for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from plancore.metrics.attempts import GIVEN
from plancore.report.benchmark.columns import LEGEND, Column, groups
from plancore.report.benchmark.review import ERRORS, Attempt, Benchmark, spread
from plancore.report.conditions import limits_text, machine_text
from plancore.report.figures import UNDEFINED
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.table import head, table
from plancore.report.words import count_of

WITH_ERRORS: Final = "Learned with errors"
OF_ERRORS: Final = "figures are of what can be read in spite of them"
ERROR_COLUMNS: Final = ("learner", "domain", "noise", "folds", "errors", "the first of them")


def lines(benchmark: Benchmark) -> Iterator[Line]:
    """A table for each rate of noise, then for each domain, and what was not learned."""
    yield line(Piece(headline(benchmark), Tone.TITLE))
    if benchmark.planned:
        yield line(visible(followed_text(benchmark)))
    for noise in benchmark.noises:
        yield ()
        yield line(Piece(noise_text(noise), Tone.TITLE))
        yield from _learners(benchmark, noise, None)
    yield ()
    yield from (line(Piece(text, Tone.DIM)) for text in LEGEND)
    if len(benchmark.domains) > 1:
        for noise in benchmark.noises:
            for domain in benchmark.domains:
                yield ()
                title = f"{visible(domain)}, {noise_text(noise).lower()}"
                yield line(Piece(title, Tone.TITLE))
                yield from _learners(benchmark, noise, domain)
    lacking = list(plan_rows(benchmark))
    if lacking:
        yield ()
        yield line(Piece("Without a trajectory", Tone.TITLE))
        yield from table([head("domain", "problem", "planner", "", "reason"), *lacking])
    failed = list(failure_rows(benchmark))
    if failed:
        yield ()
        yield line(Piece("Not learned", Tone.TITLE))
        yield from table([head("learner", "domain", "noise", "folds", "", "reason"), *failed])
    wrong = list(error_rows(benchmark))
    if wrong:
        yield ()
        yield line(Piece(WITH_ERRORS, Tone.TITLE))
        yield from table([head(*ERROR_COLUMNS), *wrong])
        yield line(Piece(OF_ERRORS, Tone.DIM))
    remarks = [each for each in benchmark.learners if each.version or each.remark]
    if remarks:
        yield ()
        yield line(Piece("Learners", Tone.TITLE))
        yield from table([[each.name, visible(each.version), each.remark] for each in remarks])
    held = list(conditions(benchmark))
    if held:
        yield ()
        yield from (line(Piece(visible(text), Tone.DIM)) for text in held)


def headline(benchmark: Benchmark) -> str:
    """What was done, in one line: counts, and behind a semicolon each what did not come to a
    result, or not to a whole one."""
    counts = [
        count_of(len(benchmark.learners), "learner"),
        count_of(len(benchmark.domains), "domain"),
        count_of(len(benchmark.attempts), "fold"),
    ]
    lost = sum(each.is_lost for each in benchmark.failures)
    failed, lacking = len(benchmark.failures) - lost, len(benchmark.without_trajectory)
    remarks = [f"{failed} not learned"] if failed else []
    remarks += [f"{lost} lost"] if lost else []
    remarks += [f"{len(benchmark.with_errors)} with errors"] if benchmark.with_errors else []
    if lacking:
        of = count_of(len(benchmark.planned), "problem")
        remarks.append(f"{lacking} of {of} without a trajectory")
    return "; ".join((", ".join(counts), *remarks))


def followed_text(benchmark: Benchmark) -> str:
    """Whose plans trajectories follow."""
    planned = benchmark.planned
    followed = Counter(each.planner for each in planned if each.reason is None)
    counts = [f"{n} by {name}" for name, n in followed.items() if name != GIVEN]
    counts += [f"{followed[GIVEN]} given"] if followed[GIVEN] else []
    return f"along plans: {', '.join(counts) or 'none'}"


def noise_text(noise: float) -> str:
    """A rate of noise as a title."""
    return f"Noise {noise:g}" if noise else "Without noise"


def conditions(benchmark: Benchmark) -> Iterator[str]:
    """What the figures hold for."""
    limits = benchmark.limits
    if limits:
        yield f"Limits of a fold: {limits_text(limits['time'], limits['memory'])}"
        if limits["planner_time"] is not None:
            yield f"Limit of a planner: {limits['planner_time']:g} s on the clock for each problem"
    if benchmark.machine:
        yield f"Machine: {machine_text(benchmark.machine)}"


def settings_rows(benchmark: Benchmark) -> Iterator[tuple[str, str]]:
    """The settings, each with what it is."""
    for name, value in benchmark.settings.items():
        if isinstance(value, Mapping):
            value = _of_domains(value)
        yield name.replace("_", " "), UNDEFINED if value is None else str(value)


def _of_domains(values: Mapping[str, object]) -> str:
    """What all domains have, or what each has."""
    distinct = set(values.values())
    if len(distinct) == 1:
        return str(*distinct)
    return ", ".join(f"{name} {value}" for name, value in values.items())


def cell(attempts: Sequence[Attempt], column: Column) -> str:
    """The mean of a figure with its deviation."""
    figures = spread(attempts, column.name)
    if figures.mean is None:
        return UNDEFINED
    mark = "*" if figures.n < len(attempts) else ""
    decimals = 3 if column.is_share else _decimals(figures.mean)
    text = f"{figures.mean:.{decimals}f}{mark}"
    if column.is_share and figures.deviation is not None:
        text += f" ±{figures.deviation:.2f}".replace("±0.", "±.")
    return text


def learned_text(attempts: Sequence[Attempt]) -> str:
    """How many of the folds that came to a result were learned."""
    n_tried = sum(not each.is_lost for each in attempts)
    return f"{sum(each.has_learned for each in attempts)}/{n_tried}"


def plan_rows(benchmark: Benchmark) -> Iterator[list[str]]:
    """The problems that there is no trajectory of, and why."""
    for each in benchmark.without_trajectory:
        names = map(visible, (each.domain, each.problem, each.planner))
        yield [*names, each.outcome.replace("_", " "), visible(each.reason or "")]


def failure_rows(benchmark: Benchmark) -> Iterator[list[str]]:
    """What was not learned and why, folds with one reason together."""
    groups: dict[tuple[str, str, float, str, str], list[int]] = {}
    for each in benchmark.failures:
        key = (each.learner, each.domain, each.noise, each.outcome, each.reason or "")
        groups.setdefault(key, []).append(each.fold)
    for (learner, domain, noise, outcome, reason), folds in groups.items():
        numbers = " ".join(str(fold + 1) for fold in folds)
        yield [learner, domain, f"{noise:g}", numbers, outcome, visible(reason)]


def error_rows(benchmark: Benchmark) -> Iterator[list[str]]:
    """The learned domains that have errors of their own, folds with the same ones together: how
    many there are, and the first of them."""
    groups: dict[tuple[str, str, float, int, tuple[str, ...]], list[int]] = {}
    for each in benchmark.with_errors:
        count = int(each.values[ERRORS].value or 0)
        key = (each.learner, each.domain, each.noise, count, each.errors)
        groups.setdefault(key, []).append(each.fold)
    for (learner, domain, noise, count, errors), folds in groups.items():
        numbers = " ".join(str(fold + 1) for fold in folds)
        told = "; ".join((*errors, *(["…"] if count > len(errors) else [])))
        yield [learner, domain, f"{noise:g}", numbers, str(count), visible(told)]


def _learners(benchmark: Benchmark, noise: float, domain: str | None) -> list[Line]:
    """A row for each learner, in a domain or in all."""
    together = groups(benchmark.metrics)
    columns = list(chain.from_iterable(together))
    rows = [head("learner", *(column.title for column in columns), "learned")]
    for learner in benchmark.learners:
        attempts = benchmark.of(learner.name, noise, domain)
        if attempts:
            cells = [cell(attempts, column) for column in columns]
            rows.append([learner.name, *cells, learned_text(attempts)])
    *others, costs = map(len, together)
    return table(rows, right=range(1, len(columns) + 2), together=(*others, costs + 1))


def _decimals(value: float) -> int:
    """As many as a cost needs: seconds of a learner may be thousandths."""
    if value >= 10:
        return 0
    return 2 if value >= 0.1 else 3
