"""A benchmark as a document: tables of means by learner and domain, and failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product

from plancore.grouping import grouped
from plancore.metrics.attempts import GIVEN, AttemptClass
from plancore.metrics.planning_time import LEAST
from plancore.phrases import count_of
from plancore.report import document as doc
from plancore.report.benchmark import plots
from plancore.report.benchmark.plots import groups
from plancore.report.benchmark.review import (
    ERRORS,
    Benchmark,
    BenchmarkAttempt,
    comparisons,
    spread,
)
from plancore.report.figures import UNDEFINED
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.solve.review import counts_text, enforced_rows, limits_text, machine_text


def document(benchmark: Benchmark, detail: doc.Detail) -> doc.Document:
    """A table for each noise rate, then for each domain, and the failures."""
    title = line(Piece(headline(benchmark), Tone.TITLE))
    blocks = _pages(benchmark) if detail is doc.Detail.FULL else _texts(benchmark)
    return doc.Document("Benchmark", title, blocks)


def _texts(benchmark: Benchmark) -> Iterator[doc.Block]:
    if benchmark.planned:
        yield doc.Paragraph([line(followed_text(benchmark))])
    for noise in benchmark.noises:
        yield doc.Section(_title(benchmark, noise), [_learners(benchmark, noise, None)])
    yield doc.Section("", [_legend(benchmark)])
    yield from _curves(benchmark)
    if len(benchmark.domains) > 1:
        for noise in benchmark.noises:
            for domain in benchmark.domains:
                title = f"{domain}, {noise_text(noise).lower()}"
                yield doc.Section(title, [_learners(benchmark, noise, domain)])
    yield from _compared(benchmark)
    yield from _lacking(benchmark)
    remarks = [(name, *told) for name, *told in _learner_rows(benchmark) if any(told)]
    if remarks:
        yield doc.Section("Learners", [doc.Table(doc.columns("", "", ""), remarks)])
    held = _dim(conditions(benchmark))
    if held.lines:
        yield doc.Section("", [held])


def _pages(benchmark: Benchmark) -> Iterator[doc.Block]:
    """The same with plots, tables of domains in folds, and all settings."""
    if benchmark.planned:
        yield doc.Paragraph([line(followed_text(benchmark))])
    is_open = len(benchmark.domains) == 1
    for noise in benchmark.noises:
        domains = [
            doc.Details(line(domain), [_learners(benchmark, noise, domain)], is_open)
            for domain in benchmark.domains
        ]
        blocks: list[doc.Block] = [_learners(benchmark, noise, None)]
        blocks += [*plots.plots_of(benchmark, noise), *domains]
        yield doc.Section(_title(benchmark, noise), blocks)
    yield doc.Section("", [_legend(benchmark)])
    yield from _curves(benchmark)
    yield from _compared(benchmark)
    yield from _lacking(benchmark)
    yield doc.Section("Learners and settings", list(_made_with(benchmark)), anchor="made-with")


def _title(benchmark: Benchmark, noise: float) -> str:
    """The noise rate of a table and, if there are several, the number of trajectories."""
    if benchmark.largest is None:
        return noise_text(noise)
    return f"{noise_text(noise)}, {count_of_trajectories(benchmark.largest)}"


def count_of_trajectories(number: int) -> str:
    """`1 trajectory`, `2 trajectories`."""
    return "1 trajectory" if number == 1 else f"{number} trajectories"


def _curves(benchmark: Benchmark) -> Iterator[doc.Section]:
    """The scores of learners by number of trajectories, if there are several."""
    if len(benchmark.sizes) < 2:
        return
    solved = [
        column for column in plots.SOLVING if column.name in benchmark.metrics and column.is_share
    ]
    shown = [*plots.COLUMNS, *solved]
    for noise in benchmark.noises:
        rows: list[list[doc.Cell]] = []
        for learner, size in product(benchmark.learners, benchmark.sizes):
            attempts = benchmark.of(learner.name, noise, trajectories=size)
            if attempts:
                cells = [_figure(cell(attempts, column)) for column in shown]
                rows.append([f"{learner.name}, {size}", *cells, learned_text(attempts)])
        names = ("learner, trajectories", *(column.title for column in shown), "learned")
        titles = doc.columns(*names, numbers=range(1, len(names)))
        together = (len(plots.LITERALS), len(plots.STATES), *([len(solved)] if solved else []), 1)
        yield doc.Section(
            f"Learning curves, {noise_text(noise).lower()}",
            [doc.Table(titles, rows, groups=together)],
        )


def _dim(texts: Iterable[str]) -> doc.Paragraph:
    return doc.Paragraph([line(Piece(text, Tone.DIM)) for text in texts])


def _legend(benchmark: Benchmark) -> doc.Paragraph:
    return _dim(plots.legend(benchmark.metrics))


def _compared(benchmark: Benchmark) -> Iterator[doc.Section]:
    """The differences between learners on a few scores, over the domains they have in common."""
    rows = [
        [
            f"{each.learner} − {each.other}",
            column.title,
            f"{each.noise:g}",
            str(each.n_domains),
            f"{each.difference:+.3f}",
            UNDEFINED if each.low is None else f"{each.low:+.3f} to {each.high:+.3f}",
            f"{each.p:.3f}",
        ]
        for column in plots.columns_named(plots.MAPPED)
        for each in comparisons(benchmark, column.name)
    ]
    if rows:
        names = ("learners", "score", "noise", "domains", "difference", "95 % interval", "p")
        note = (
            "means over domains in which both have a value; interval by bootstrap over domains; "
            "p of a paired permutation test"
        )
        yield doc.Section(
            "Differences between learners",
            [doc.Table(doc.columns(*names, numbers=range(2, 7)), rows), _dim([note])],
        )


def _lacking(benchmark: Benchmark) -> Iterator[doc.Section]:
    """The tables of failures and partial results."""
    fold = ("learner", "domain", "noise", "folds")
    for title, heads, rows, remark in (
        (
            "Without a trajectory",
            ("domain", "problem", "planner", "", "reason"),
            _plan_rows(benchmark),
            "",
        ),
        ("Not learned", (*fold, "", "reason"), failure_rows(benchmark), ""),
        (
            "Without a valid plan",
            (*fold[:3], "class", "problems", "first"),
            _unsolved_rows(benchmark),
            "",
        ),
        (
            "Learned with errors",
            (*fold, "errors", "first"),
            _error_rows(benchmark),
            "scores cover only what could be read",
        ),
        ("Unusable output of learners", (*fold, "remark"), _remark_rows(benchmark), ""),
    ):
        found = list(rows)
        if found:
            table = doc.Table(doc.columns(*heads), found)
            yield doc.Section(title, [table, _dim([remark])] if remark else [table])


def _made_with(benchmark: Benchmark) -> Iterator[doc.Block]:
    """All settings needed to repeat the benchmark."""
    yield doc.Table(doc.columns("learner", "version", ""), list(_learner_rows(benchmark)))
    yield doc.Table(doc.columns("", ""), list(_settings_rows(benchmark)))
    yield _dim(conditions(benchmark))
    enforced = benchmark.limits.get("enforced", {})
    if enforced:
        yield doc.Table(doc.columns("", ""), list(enforced_rows(enforced)))


def headline(benchmark: Benchmark) -> str:
    """A summary in one line: counts, then failures and partial results after semicolons."""
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
    remarks += _solving_remarks(benchmark)
    return "; ".join((", ".join(counts), *remarks))


def _solving_remarks(benchmark: Benchmark) -> Iterator[str]:
    """The outcomes of the problems to be solved."""
    told = counts_text(AttemptClass(each.outcome) for each in benchmark.tried)
    if told:
        yield told
    with_reference = benchmark.n_references_without_result
    if benchmark.n_without_result:
        yield f"{count_of(benchmark.n_without_result, 'problem')} without a result"
    if with_reference:
        yield f"{count_of(with_reference, 'problem')} without a result for the reference"


def followed_text(benchmark: Benchmark) -> str:
    """The planners whose plans the trajectories follow."""
    planned = benchmark.planned
    followed = Counter(each.planner for each in planned if each.reason is None)
    counts = [f"{n} by {name}" for name, n in followed.items() if name != GIVEN]
    counts += [f"{followed[GIVEN]} given"] if followed[GIVEN] else []
    return f"along plans: {', '.join(counts) or 'none'}"


def noise_text(noise: float) -> str:
    """The title of a noise rate."""
    return f"Noise {noise:g}" if noise else "Without noise"


def conditions(benchmark: Benchmark) -> Iterator[str]:
    """The conditions that the scores hold under: limits and machine."""
    yield from _of_solving(benchmark)
    limits = benchmark.limits
    if limits:
        yield f"Limits per fold: {limits_text(limits['time'], limits['memory'])}"
        if limits["planner_time"] is not None:
            told = limits_text(limits["planner_time"], limits["memory"])
            yield f"Planner limits per problem: {told}"
    if benchmark.machine:
        yield f"Machine: {machine_text(benchmark.machine)}"


def _of_solving(benchmark: Benchmark) -> Iterator[str]:
    """Caveats on the scores of problem solving."""
    tried = benchmark.tried
    n_seen = sum(each.learned_from for each in tried)
    if n_seen:
        yield (
            f"Problems to be solved: {n_seen} of {len(tried)} are not held out: other "
            "trajectories of them were learned from"
        )
    n_both, n_below = (_total(benchmark, name) for name in ("n_times", "n_below_both"))
    if n_below:
        yield (
            f"CPU ×: {n_below} of {count_of(n_both, 'ratio')} with both times below "
            f"{LEAST:g} s, which count as 1"
        )


def _total(benchmark: Benchmark, name: str) -> int:
    values = (each.values[name].value for each in benchmark.attempts if name in each.values)
    return int(sum(value for value in values if value is not None))


def _learner_rows(benchmark: Benchmark) -> Iterator[tuple[str, str, str]]:
    """Each learner with its version, its remark, and the share of atoms its codec round-trips."""
    for learner in benchmark.learners:
        carried = whole = 0.0
        for attempt in benchmark.attempts:
            if attempt.learner == learner.name and "codec_atoms" in attempt.values:
                counts = attempt.values["codec_atoms"].counts
                carried += counts.get("numerator", 0)
                whole += counts.get("denominator", 0)
        codec = (
            f"its codec round-trips {carried / whole:.3f} of the atoms of states" if whole else ""
        )
        yield (
            learner.name,
            learner.version or "unknown",
            "; ".join(filter(None, (learner.remark, codec))),
        )


def _settings_rows(benchmark: Benchmark) -> Iterator[tuple[str, str]]:
    """The names and values of the settings."""
    for name, value in benchmark.settings.items():
        if isinstance(value, Mapping):
            value = _of_domains(value)
        elif isinstance(value, bool):
            value = "yes" if value else "no"
        yield name.replace("_", " "), UNDEFINED if value is None else str(value)


def _of_domains(values: Mapping[str, object]) -> str:
    """The value that all domains share, or the value of each."""
    distinct = set(values.values())
    if len(distinct) == 1:
        return str(*distinct)
    return ", ".join(f"{name} {value}" for name, value in values.items())


def cell(attempts: Sequence[BenchmarkAttempt], column: plots.FigureColumn) -> str:
    """The mean of a score with its deviation; `*` marks a mean over fewer folds than tried."""
    figures = spread(attempts, column.name)
    if figures.mean is None:
        return UNDEFINED
    mark = "*" if figures.n < len(attempts) else ""
    decimals = 3 if column.is_share else _decimals(figures.mean)
    text = f"{figures.mean:.{decimals}f}{mark}"
    if column.is_share and figures.deviation is not None:
        text += f" ±{figures.deviation:.2f}".replace("±0.", "±.")
    return text


def _figure(text: str) -> Line:
    """A mean with its deviation dimmed, so that it is not read as a score."""
    mean, sign, deviation = text.partition("±")
    return line(mean, Piece(f"{sign}{deviation}", Tone.DIM)) if sign else line(text)


def learned_text(attempts: Sequence[BenchmarkAttempt]) -> str:
    """The number of learned folds out of all folds with a result."""
    n_tried = sum(not each.is_lost for each in attempts)
    return f"{sum(each.has_learned for each in attempts)}/{n_tried}"


def _plan_rows(benchmark: Benchmark) -> Iterator[list[str]]:
    """The problems without a trajectory, with reasons."""
    for each in benchmark.without_trajectory:
        names = (each.domain, each.problem, each.planner)
        yield [*names, each.outcome.replace("_", " "), each.reason or ""]


def failure_rows(benchmark: Benchmark) -> Iterator[list[str]]:
    """The folds that were not learned, grouped by reason."""
    return _grouped((each, each.outcome, each.reason or "") for each in benchmark.failures)


def _remark_rows(benchmark: Benchmark) -> Iterator[list[str]]:
    """Unusable output of learners, with equal remarks grouped."""
    return _grouped((each, each.remark or "") for each in benchmark.with_remarks)


def _error_rows(benchmark: Benchmark) -> Iterator[list[str]]:
    """The learned domains with errors of their own, equal ones grouped: the first errors."""
    counted = ((each, int(each.values[ERRORS].value or 0)) for each in benchmark.with_errors)
    return _grouped(
        (each, str(n), "; ".join((*each.errors, *(["…"] if n > len(each.errors) else []))))
        for each, n in counted
    )


def _grouped(told: Iterable[tuple[BenchmarkAttempt, *tuple[str, ...]]]) -> Iterator[list[str]]:
    """Learner, domain, noise and folds of attempts with the same texts, then these."""
    groups = grouped(
        ((each.learner, each.domain, f"{each.noise:g}", *texts), each.fold) for each, *texts in told
    )
    for (learner, domain, noise, *texts), folds in groups.items():
        yield [learner, domain, noise, " ".join(map(str, dict.fromkeys(folds))), *texts]


def _unsolved_rows(benchmark: Benchmark) -> Iterator[list[str]]:
    """The problems not solved, by class over all folds: their number and the first reason."""
    groups = grouped(
        ((each.learner, each.domain, each.noise, tried.outcome), (each.fold, tried))
        for each in benchmark.attempts
        for tried in each.tried
        if not tried.is_solved
    )
    for (learner, domain, noise, outcome), some in groups.items():
        fold, first = some[0]
        told = f"fold {fold}, {first.problem}: {first.reason or 'unknown reason'}"
        yield [learner, domain, f"{noise:g}", outcome.replace("_", " "), str(len(some)), told]


def _learners(benchmark: Benchmark, noise: float, domain: str | None) -> doc.Table:
    """A row for each learner, in one domain or in all."""
    together = groups(benchmark.metrics)
    shown = list(chain.from_iterable(together))
    rows: list[list[doc.Cell]] = []
    for learner in benchmark.learners:
        attempts = benchmark.of(learner.name, noise, domain)
        if attempts:
            cells = [_figure(cell(attempts, column)) for column in shown]
            rows.append([learner.name, *cells, learned_text(attempts)])
    *others, costs = map(len, together)
    names = ("learner", *(column.title for column in shown), "learned")
    figures = doc.columns(*names, numbers=range(1, len(names)))
    return doc.Table(figures, rows, groups=(*others, costs + 1))


def _decimals(value: float) -> int:
    """The number of decimals of a cost: learning may take milliseconds."""
    if value >= 10:
        return 0
    return 2 if value >= 0.1 else 3
