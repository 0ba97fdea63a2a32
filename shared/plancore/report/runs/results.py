"""Results files: the figures of an experiment, a name and a value on each line.

::

    results = ("Source" TAB text | name TAB value) LF …
    value   = number | "NA" | "[" [name ("," name)*] "]" | text

Lists are the values of the names in `LISTS`; `[draft]` elsewhere is a text. The names, and `NA` for
what is undefined, are those of AutoPlanBench, whose overview reads such files; ours reads those of
AutoPlanBench too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.report.lines import visible
from plancore.report.runs.review import Experiment

UNDEFINED: Final = "NA"
SOURCE: Final = "Source"
LISTS: Final = frozenset(
    (
        "successful_tasks",
        "unsuccessful_tasks",
        "successful_tasks_without_mistakes",
        "successful_tasks_with_mistakes",
        "correct_tasks",  # of AutoPlanBench, which describes it nowhere
    )
)
"""The names of the values that are lists of instances."""


def results_text(experiment: Experiment) -> str:
    """The results file of an experiment."""
    return "".join(f"{name}\t{value}\n" for name, value in _lines(experiment))


def read_results(text: str) -> tuple[dict[str, str], list[str]]:
    """The values of a results file by their names, and what is wrong with it: a line without a tab,
    and a name that stands there twice, of which the first counts."""
    values: dict[str, str] = {}
    problems: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        name, tab, value = line.partition("\t")
        if not line.strip():
            continue
        if not tab:
            problems.append(f"line {number}: there is no tab between a name and a value")
        elif name in values:
            problems.append(f"line {number}: {name!r} stands there twice")
        else:
            values[name] = value.strip()
    return values, problems


def is_results_text(text: str) -> bool:
    """Whether a text is a results file, ours or AutoPlanBench's, and no other with tabs in it."""
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
