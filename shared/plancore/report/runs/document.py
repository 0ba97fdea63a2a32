"""Experiments as documents, and results files with the scores of an experiment.

    results = ("Source" TAB text | name TAB value) LF …
    value   = number | "NA" | "[" [name ("," name)*] "]" | text

Only the values of the names in `LISTS` are lists; `[draft]` elsewhere is a text. The names, and
`NA` for undefined values, are those of AutoPlanBench: its overview reads our files, and ours reads
its files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, Final, NamedTuple

from plancore.metrics.base import Measurements, RunSet, in_order, measure_all, number
from plancore.metrics.registry import runs as registry
from plancore.metrics.run_plan_length import factor
from plancore.phrases import count_of
from plancore.report.document import (
    Block,
    Cell,
    Detail,
    Document,
    List,
    Paragraph,
    Plots,
    Section,
    Table,
    columns,
    items,
)
from plancore.report.figures import decimal, shown
from plancore.report.lines import Piece, Tone, line, visible
from plancore.report.plots import HeatMap
from plancore.runs import Disagreement, RunClass, RunFacts

_MOST: Final = 100
"""The maximum number of experiments in the heat map."""
_MOST_LISTED: Final = 20
"""The maximum number of runs of an experiment with a row in a text."""
_N_FIRST: Final = 4
"""The number of scores that are always listed: runs, solved runs, accuracy."""
_RUN: Final = ("instance", "mistakes", "length", "plan", "gold", "plan/gold", "class", "reason")


def document(report: RunsReport, detail: Detail) -> Document:
    """One experiment after the other."""
    is_full = detail is Detail.FULL
    sections = (_experiment(each, is_full=is_full) for each in report.experiments)
    plots = _plots(report) if is_full else ()
    return Document("Runs", (), chain(sections, plots))


def headline(report: RunsReport) -> str:
    """The numbers of experiments and runs, and of runs that were left out."""
    runs = sum(len(each.read_runs) for each in report.experiments)
    unread = sum(len(each.runs) for each in report.experiments) - runs
    left_out = sum(len(each.left_out) for each in report.experiments)
    rest = f"; {unread} not read" if unread else ""
    rest += f"; {left_out} left out" if left_out else ""
    return f"{count_of(len(report.experiments), 'experiment')}, {count_of(runs, 'run')}{rest}"


def _plots(report: RunsReport) -> Iterator[Section]:
    drawn = [experiment for experiment in report.experiments if experiment.runs][:_MOST]
    counts = {each.name: Counter(run.run_class for run in each.runs) for each in drawn}
    classes = [each for each in RunClass if any(each in counted for counted in counts.values())]
    shares: dict[tuple[str, str], float | None] = {
        (name, each.value): counted[each] / counted.total()
        for name, counted in counts.items()
        for each in classes
    }
    if drawn:
        plot = HeatMap("Share of runs", list(counts), [each.value for each in classes], shares)
        note = "the share of the runs of each class"
        yield Section("How runs end", [Plots([plot])], note, "plots")


def _experiment(experiment: Experiment, *, is_full: bool) -> Section:
    title = Piece(experiment.name, Tone.TITLE)
    return Section((title,), _blocks(experiment, is_full=is_full), _basis(experiment))


def _blocks(experiment: Experiment, *, is_full: bool) -> Iterator[Block]:
    if experiment.runs:
        yield Table(columns("", ""), _figures(experiment, is_full=is_full), indent=2)
        n_more = 0 if is_full else len(experiment.runs) - _MOST_LISTED
        runs = experiment.runs
        if n_more > 0:
            solved = RunClass.SOLVED
            runs = tuple(sorted(runs, key=lambda run: run.run_class is solved)[:_MOST_LISTED])
        rows = Table(columns(*_RUN, numbers=range(1, 6)), list(map(_run, runs)), indent=2)
        more = Piece(f"{n_more} more; --format csv lists all of them", Tone.DIM)
        said = [Paragraph([line(more)], indent=2)] if n_more > 0 else []
        yield Section("", [rows, *said])
    if experiment.disagreements:
        entries = items(map(_otherwise, experiment.disagreements))
        yield Section("Execution disagrees with the logs", [List(entries)])
    rest = [
        line(f"{title}: {_file(entry)}: {entry.reason}")
        for title, entries in (
            ("left out", experiment.left_out),
            ("not executed, counted as logged", experiment.not_executed),
        )
        for entry in entries
    ]
    if experiment.n_skipped:
        rest.append(line(f"skipped: {skipped_text(experiment.n_skipped)}"))
    if rest:
        yield Paragraph(rest)


def skipped_text(count: int) -> str:
    """The files that are no logs: `2 files with PDDL definitions`."""
    return f"{count_of(count, 'file')} with PDDL definitions"


def _file(run: UnusableRun) -> str:
    """`logs/a.jsonl (instance 3)`, `results.json (entry 2)`, or the file alone if that names the
    run."""
    if run.instance.isdecimal():
        return f"{run.file} (instance {run.instance})"
    return run.file if run.instance in run.file else f"{run.file} ({run.instance})"


def _basis(experiment: Experiment) -> str:
    """Whether runs count as logged or as executed again, and how many were left out."""
    n_read = len(experiment.read_runs)
    n_unread = len(experiment.runs) - n_read
    runs = count_of(n_read, "run")
    rest = f"; {n_unread} not read" if n_unread else ""
    rest += f"; {len(experiment.left_out)} left out" if experiment.left_out else ""
    if not experiment.n_executed:
        return f"{runs}, as logged{rest}"
    if experiment.n_executed == n_read:
        return f"{runs}, executed again{rest}"
    return f"{runs}, {experiment.n_executed} of them executed again{rest}"


def _figures(experiment: Experiment, *, is_full: bool) -> list[list[Cell]]:
    """The scores; a text omits undefined and zero ones, except the first `_N_FIRST`."""
    values = [
        (figure.title, None if result is None else figure.of(result))
        for metric, result in experiment.measured
        for figure in metric.figures
    ]
    return [
        [Piece(title, Tone.DIM), shown(value)]
        for at, (title, value) in enumerate(values)
        if is_full or at < _N_FIRST or number(value)
    ]


def _run(run: RunFacts) -> list[Cell]:
    tone = Tone.PLAIN if run.run_class is RunClass.SOLVED else Tone.MISSING
    return [
        run.instance,
        str(len(run.mistakes)),
        str(run.interaction_length),
        _number(run.plan_length),
        _number(run.gold_length),
        decimal(factor(run)),
        Piece(run.run_class.value, tone),
        Piece(run.reason, Tone.DIM),
    ]


def _number(value: int | None) -> str:
    return "–" if value is None else str(value)


def _otherwise(entry: Disagreement) -> str:
    where = "" if entry.step is None else f", output {entry.step}"
    if entry.step is not None and entry.attempt > 1:
        where = f", attempt {entry.attempt}{where}"
    verdict = "yes in the log, no when executed" if entry.logged else "no in the log, yes executed"
    return f"{entry.instance}{where}: {entry.what}: {verdict}"


# Experiments: sets of runs with their measurements.


class UnusableRun(NamedTuple):
    """A run, or its execution, without a result, and why; `file` is its source."""

    instance: str
    reason: str
    file: str


@dataclass(frozen=True, slots=True)
class Experiment:
    """Runs in the order of their instances.

    `n_executed` of them were executed again, which then takes precedence over their logs;
    `disagreements` lists where the logs differ. No score includes runs that are `left_out` or whose
    answer could not be read. `problems` has a line for each file or line that could not be read;
    `n_skipped` counts files of domains and problems next to logs.
    """

    name: str
    runs: tuple[RunFacts, ...]
    n_executed: int = 0
    disagreements: tuple[Disagreement, ...] = ()
    left_out: tuple[UnusableRun, ...] = ()
    not_executed: tuple[UnusableRun, ...] = ()
    problems: tuple[str, ...] = ()
    n_skipped: int = 0
    samples: tuple[tuple[RunFacts, ...], ...] = ()
    """All runs of each instance, including those replaced by a later one."""

    @property
    def read_runs(self) -> tuple[RunFacts, ...]:
        """The runs whose answers could be read."""
        return tuple(run for run in self.runs if run.is_read)

    @property
    def measured(self) -> Measurements:
        """All metrics of runs."""
        read = self.read_runs
        samples = (tuple(run for run in runs if run.is_read) for runs in self.samples)
        case = RunSet(read, len(self.runs) - len(read), tuple(filter(None, samples)))
        return measure_all(registry.METRICS, case)

    @property
    def figures(self) -> dict[str, object]:
        """All scores, and lists of instances, by their names in AutoPlanBench; None for
        undefined."""
        figures: dict[str, object] = {}
        for metric, result in self.measured:
            figures |= metric.to_data(result) or dict.fromkeys(metric.values(None))
        return figures


@dataclass(frozen=True, slots=True)
class RunsReport:
    """Experiments in the order given."""

    kind: ClassVar[str] = "runs"

    experiments: tuple[Experiment, ...]

    @property
    def status(self) -> int:
        """The exit status: 2 if something could not be read, otherwise 0."""
        return 2 if any(experiment.problems for experiment in self.experiments) else 0


def sorted_runs(runs: Sequence[RunFacts]) -> tuple[RunFacts, ...]:
    """The runs sorted by instance."""
    return tuple(sorted(runs, key=lambda run: in_order(run.instance)))


UNDEFINED: Final = "NA"
SOURCE: Final = "Source"
LISTS: Final = frozenset(
    (
        "successful_tasks",
        "unsuccessful_tasks",
        "successful_tasks_without_mistakes",
        "successful_tasks_with_mistakes",
        "correct_tasks",  # undocumented in AutoPlanBench
    )
)
"""The names of values that are lists of instances."""


def results_text(experiment: Experiment) -> str:
    """The results file of an experiment."""
    return "".join(f"{name}\t{value}\n" for name, value in _lines(experiment))


def read_results(text: str) -> tuple[dict[str, str], list[str]]:
    """The values of a results file by name, and its errors: lines without a tab, and duplicate
    names, of which the first counts."""
    values: dict[str, str] = {}
    problems: list[str] = []
    for at, row in enumerate(text.splitlines(), start=1):
        name, tab, value = row.partition("\t")
        if not row.strip():
            continue
        if not tab:
            problems.append(f"line {at}: no tab; expected a name, a tab and a value")
        elif name in values:
            problems.append(f"line {at}: duplicate name `{name}`")
        else:
            values[name] = value.strip()
    return values, problems


def rows_text(rows: Iterable[Sequence[object]]) -> str:
    """The table of an experiment with a row for each run and tab-separated columns."""
    cells = (["" if cell is None else visible(str(cell)) for cell in row] for row in rows)
    return "".join("\t".join(row) + "\n" for row in cells)


def is_results_text(text: str) -> bool:
    """Whether a text is a results file, of planeval or AutoPlanBench, and not another tab-separated
    file."""
    return text.startswith(f"{SOURCE}\t") and "\nn_instances\t" in text


def _lines(experiment: Experiment) -> Iterator[tuple[str, str]]:
    yield SOURCE, visible(experiment.name)
    for name, value in experiment.figures.items():
        yield name, _text(value)


def _text(value: object) -> str:
    if value is None:
        return UNDEFINED
    if isinstance(value, list):
        return f"[{', '.join(visible(str(entry)) for entry in value)}]"
    return str(value)
