"""Fills docs/development/benchmark-results.md from a run of its benchmark: tables and the picture.

    python docs/benchmark.py RUN [BESIDE]

The command stands on the page; RUN is the folder of its run. Where that is not finished, it goes
on, which takes half an hour if nothing is there yet; the learners have to be installed. BESIDE is a
file with what `python -m bench.beside_amlgym` has said of the learned domains; without it what the
page says of that is left as it is. The picture needs Chromium on the PATH.

What the program makes stands where `made.py` says.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from plancore.phrases import count_of
from plancore.report.benchmark.document import cell, failure_rows, learned_text, noise_text
from plancore.report.benchmark.plots import COLUMNS, COSTS, SOLVING, FigureColumn
from plancore.report.benchmark.review import Benchmark, spread
from plancore.report.document import Table, columns
from plancore.report.render.markdown import block_markdown
from planeval import api
from planeval.commands import benchmark
from planeval.learners.naming import environment_of
from planfiles.errors import UserError

HERE: Final = Path(__file__).parent
PAGE: Final = HERE / "development" / "benchmark-results.md"
PICTURE: Final = HERE / "images" / "benchmark.png"
WINDOW: Final = (1200, 1500)
"""The size of the picture in pixels."""
_COMMAND: Final = re.compile(r"^\$ (planeval benchmark (?:.*\\\n)+.*--run RUN.*)$", re.MULTILINE)
_NOT_OF_THE_API: Final = ("format", "written_to", "shard")
_CALLED: Final = ("n-sam", "offlam", "nolam", "torch")
"""What AMLGym calls: packages whose versions the page says beside AMLGym's."""
_BRIEF: Final = (
    FigureColumn("similarity", "similarity"),
    FigureColumn("applicability_precision_macro", "applicable P"),
    FigureColumn("applicability_recall_macro", "applicable R"),
    FigureColumn("trace_consistency", "steps"),
)


def command_of(page: str) -> list[str]:
    """The words of the command on the page, without those that say where results go."""
    found = _COMMAND.search(page)
    if found is None:
        raise SystemExit("the command with `--run RUN` is not on the page")
    words = shlex.split(found[1].replace("\\\n", " "))[2:]
    for option in ("--run", "--save-learned", "-o"):
        at = words.index(option)
        del words[at : at + 2]
    return words


def given_of(words: Sequence[str]) -> dict[str, Any]:
    """The arguments of `api.benchmark` for the words of a command."""
    parser = argparse.ArgumentParser()
    benchmark.add_arguments(parser)
    given = vars(parser.parse_args(words))
    return {name: value for name, value in given.items() if name not in _NOT_OF_THE_API}


def made(report: Benchmark, sessions: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The parts of the page by their names; `sessions` are those of the manifest of the run."""
    parts = {"conditions": _conditions(report, sessions)}
    for number, noise in enumerate(report.noises):
        parts[f"table {number + 1}"] = "\n".join(_table(report, noise, (*COLUMNS, *COSTS)))
        if report.tried:
            parts[f"solving {number + 1}"] = "\n".join(_table(report, noise, SOLVING))
    parts["domains"] = "\n".join("\n".join(_by_domain(report, noise)) for noise in report.noises)
    failed = list(failure_rows(report))
    names = ["learner", "domain", "noise", "folds", "", "reason"]
    rows = _rows(names, failed, text=len(names))
    parts["not learned"] = "\n".join(rows) if failed else "Every fold was learned."
    return parts


def tables_of(beside: str) -> str:
    """The tables of what `bench.beside_amlgym` says, without what it lists of single folds."""
    rows = [line for line in beside.splitlines() if not line.startswith("- ")]
    return "\n".join(rows)


def _conditions(report: Benchmark, sessions: Sequence[Mapping[str, Any]]) -> str:
    """What was run with which limits, where and when."""
    settings, limits, machine = report.settings, report.limits, sessions[-1]["machine"]
    (length,) = set(settings["length"].values())
    installed = environment_of("amlgym").versions() or {}
    called = ", ".join(f"{name} {installed.get(name, '?')}" for name in _CALLED)
    versions = dict.fromkeys(each.version.partition(",")[0] for each in report.learners)
    tools = [f"{each} with {called}" if each.startswith("amlgym") else each for each in versions]
    rows = {
        "learners": "; ".join(tools),
        "trajectories of a domain": f"{settings['trajectories']} walks of {length} "
        f"actions, seed {settings['seed']}",
        "folds": f"{len(report.attempts)}, {settings['folds']} of each domain, learner and rate",
        "limits of a fold": f"{limits['time']:g} s, {limits['memory'] // 2**20:,} MiB",
        **_planner(report),
        "machine": f"{machine['system'].partition('-')[0]}, {machine['processor']}, "
        f"{machine['processors']} processors, Python {machine['python']}",
        "begun": sessions[0]["started"][:10],
    }
    return "\n".join(_rows(["the run", ""], list(rows.items()), text=2))


def _planner(report: Benchmark) -> dict[str, str]:
    """What solved the problems, if they were to be solved."""
    named = report.settings["planner"]
    if named is None:
        return {}
    return {"planner": f"{named}, {report.limits['planner_time']:g} s for a problem"}


def _table(report: Benchmark, noise: float, columns: Sequence[FigureColumn]) -> Iterator[str]:
    """A row for each learner over all domains: some columns of what the command prints."""
    rows = []
    for learner in report.learners:
        attempts = report.of(learner.name, noise)
        cells = [cell(attempts, column) for column in columns]
        rows.append([learner.name, learned_text(attempts), *cells])
    yield f"**{noise_text(noise)}**, {count_of(len(report.domains), 'domain')}:"
    yield from _rows(["learner", "learned", *(column.title for column in columns)], rows)


def _by_domain(report: Benchmark, noise: float) -> Iterator[str]:
    """Four figures of each learner in each domain."""
    rows = []
    for learner in report.learners:
        cells = []
        for domain in report.domains:
            attempts = report.of(learner.name, noise, domain)
            means = [spread(attempts, column.name).mean for column in _BRIEF]
            cells.append(" / ".join("–" if mean is None else f"{mean:.2f}" for mean in means))
        rows.append([learner.name, *cells])
    yield from _rows([noise_text(noise).lower(), *report.domains], rows)


def _rows(names: Sequence[str], rows: Sequence[Sequence[str]], text: int = 1) -> Iterator[str]:
    """A table as reports have it; its first columns, as many as `text`, are flush left."""
    table = Table(columns(*names, numbers=range(text, len(names))), rows)
    yield from block_markdown(table, 2)


def main(words: Sequence[str]) -> None:
    """Go on with the run, and write the page and its picture."""
    from made import filled  # beside this file
    from pictures import photograph_page

    parser = argparse.ArgumentParser()
    parser.add_argument("run", type=Path)
    parser.add_argument("beside", type=Path, nargs="?")
    options = parser.parse_args(words)
    page = PAGE.read_text(encoding="utf-8")
    given = given_of(command_of(page))
    result = api.benchmark(**given | {"run": options.run}, progress=True)
    manifest = json.loads((options.run / "manifest.json").read_text(encoding="utf-8"))
    parts = made(result.report, manifest["sessions"])
    if options.beside:
        parts["AMLGym"] = tables_of(options.beside.read_text(encoding="utf-8"))
    PAGE.write_text(filled(page, parts), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        html = Path(folder) / "benchmark.html"
        result.save(html)
        photograph_page(html.read_text(encoding="utf-8"), WINDOW, PICTURE)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (UserError, OSError) as error:
        raise SystemExit(str(error)) from None
