"""Kinds of reports and formats to write them in: one file and one line here for each format.

A kind is a folder beside this file: `data.py` has its data for JSON, with `rows` where a table can
be made of it; `document.py` builds its document, which text, Markdown and pages lay out, and has of
what can be written to a file a `headline`: what it comes to, in a line. What is not asked for is
not imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from plancore.report import document
    from plancore.report.document import Detail
    from plancore.report.lines import Line, Link

KINDS: Final = (
    "domain",
    "problem",
    "plan",
    "text",
    "threeway",
    "change",
    "evaluation",
    "alignment",
    "domains",
    "plans",
    "validation",
    "blame",
    "repair",
    "learned",
    "findings",
    "runs",
    "overview",
    "instances",
    "solve",
    "model",
    "batch",
    "status",
    "benchmark",
)


_EXPLAINED: Final = {
    "domain": "meaning",
    "threeway": "explained",
    "plan": "explained",
    "change": "explained",
}
"""The kinds of which more can be said than what differs, and the modules that say it."""
EXPLAINING: Final = ("text", "side-by-side", "markdown", "html")
"""The formats that can say that, too; pages do so without being asked."""


class Report(Protocol):
    """What can be written: any review, evaluation or list of findings."""

    @property
    def kind(self) -> str:
        """One of `KINDS`."""
        ...


class FormatVersion(NamedTuple):
    """The name and version that a JSON document carries. The version is raised when a field changes
    its meaning or goes; new fields may come without."""

    format: str
    version: int


PLANDIFF: Final = FormatVersion("plandiff", 2)
"""Every comparison of two files."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a report is to be written. `width` is None where lines may be of any length; `document`
    is for JSON that is known under another name than that of its kind; `link` makes links of places
    for a terminal. `explains` asks for what differences mean and what is true before steps,
    `metrics` for all scores. What goes `to_terminal` must not move its cursor, where the format
    else keeps texts as they are."""

    colour: bool = False
    width: int | None = None
    document: FormatVersion | None = None
    link: Link | None = None
    explains: bool = False
    metrics: bool = False
    to_terminal: bool = False

    @property
    def detail(self) -> Detail:
        """How much is asked of who builds a document."""
        # Who only asks for formats has no need of documents.
        from plancore.report.document import Detail

        return (Detail.METRICS if self.metrics else Detail.DEFAULT) | (
            Detail.EXPLAINED if self.explains else Detail.DEFAULT
        )


class Format(NamedTuple):
    """A way to write reports of some kinds: the module that has `render(report, style)`. `ending`
    is that of a file with such a text."""

    name: str
    module: str
    ending: str
    kinds: tuple[str, ...] = KINDS


REVIEWS: Final = ("domain", "problem", "plan", "text")
"""The kinds that compare two files."""
_ALL_REVIEWS: Final = (*REVIEWS, "threeway", "change")
_TABLES: Final = (
    *("evaluation", "alignment", "domains", "plans", "validation", "blame", "repair"),
    *("runs", "overview", "instances", "solve", "benchmark", "learned"),
)
"""The kinds of evaluations; each can be a table."""

FORMATS: Final = (
    Format("text", "plancore.report.render.text", "txt"),
    Format("side-by-side", "plancore.report.render.side_by_side", "side", _ALL_REVIEWS),
    Format("unified", "plancore.report.render.unified", "diff", _ALL_REVIEWS),
    Format("markdown", "plancore.report.render.markdown", "md"),
    Format("html", "plancore.report.render.html.page", "html"),
    Format("json", "plancore.report.render.json", "json"),
    Format("ndjson", "plancore.report.render.ndjson", "ndjson", _ALL_REVIEWS),
    Format(
        "csv",
        "plancore.report.render.csv",
        "csv",
        (*_ALL_REVIEWS, *_TABLES, "batch", "status"),
    ),
    Format("tsv", "plancore.report.render.tsv", "tsv", (*_TABLES, "status")),
    Format("latex", "plancore.report.render.latex", "tex", _TABLES),
    Format("junit", "plancore.report.render.junit", "xml", _ALL_REVIEWS),
    Format("sarif", "plancore.report.render.sarif", "sarif", (*_ALL_REVIEWS, "findings")),
    Format("brief", "plancore.report.render.brief", "brief", _ALL_REVIEWS),
    Format("stat", "plancore.report.render.stat", "stat", REVIEWS),
    Format("brief", "plancore.report.evaluation.brief", "brief", ("evaluation",)),
    Format("github", "plancore.report.render.github", "github", (*_ALL_REVIEWS, "findings")),
    # Of what a change did this counts what became of each thing.
    Format("stat", "plancore.report.threeway.stat", "stat", ("threeway", "change")),
    # Of many pairs these have an entry for each pair, and none for each finding.
    Format("ndjson", "plancore.report.batch.ndjson", "ndjson", ("batch",)),
    Format("junit", "plancore.report.batch.junit", "xml", ("batch",)),
    Format("brief", "plancore.report.batch.brief", "brief", ("batch",)),
    Format("stat", "plancore.report.batch.stat", "stat", ("batch",)),
    Format("github", "plancore.report.batch.github", "github", ("batch",)),
)

PLOTTED: Final[dict[str, tuple[str, ...]]] = {
    "evaluation": ("heatmap",),
    "runs": ("heatmap",),
    "solve": ("cactus", "times"),
    "benchmark": ("curves", "boxes", "means", "heatmap", "scatter"),
}
"""The kinds of evaluations whose documents may have plots, and what these are called."""


def formats_of(*kinds: str) -> tuple[str, ...]:
    """The names of the formats that all of `kinds` can be written in."""
    return tuple(entry.name for entry in FORMATS if set(kinds) <= set(entry.kinds))


def render(report: Report, name: str = "text", style: Style = Style()) -> str:
    """`report` in the format called `name`; raises KeyError when its kind has none of that name."""
    modules = {entry.name: entry.module for entry in FORMATS if report.kind in entry.kinds}
    text: str = import_module(modules[name]).render(report, style)
    return text


def document_of(report: Report, detail: Detail | None = None) -> document.Document:
    """The report as a document, with so much detail, or as much as anybody needs."""
    from plancore.report.document import Detail

    built: document.Document = builder(report).document(report, detail or Detail.DEFAULT)
    return built


def builder(report: Report) -> ModuleType:
    """The module that builds the documents of the report's kind, and has its sentences."""
    return part(report, "document")


def headline_of(report: Report) -> str:
    """What a report that can be written to a file comes to, in a line."""
    text: str = builder(report).headline(report)
    return text


def explained(report: Report, style: Style) -> Iterator[Line]:
    """What stands below the lines of a report where the style asks for it."""
    if style.explains and report.kind in _EXPLAINED:
        from plancore.report.layout import block_lines

        for section in part(report, _EXPLAINED[report.kind]).sections(report):
            yield from block_lines(section)


def part(report: Report, name: str) -> ModuleType:
    """The module of the report's kind that has its `data` or `document`."""
    return part_of(report.kind, name)


def part_of(kind: str, name: str) -> ModuleType:
    """The same of one of `KINDS`."""
    # What a change did is one kind of review, known by two names: of domains, and of other files.
    folder = "threeway" if kind == "change" else kind
    return import_module(f"plancore.report.{folder}.{name}")
