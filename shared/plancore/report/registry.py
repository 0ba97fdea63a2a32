"""Kinds of reports, and the formats to write them in. To add a format: one file, and one line here.

A kind is a folder next to this file. Its `data.py` has the data for JSON, with `rows` if it can be
a table. Its `document.py` builds the document that text, Markdown and pages render, and for reports
that can be written to a file a `headline`: a summary in one line. Modules are imported on demand.
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
    "cases",
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
"""The kinds with explanations of their differences, and the modules that write them."""
EXPLAINING: Final = ("text", "side-by-side", "markdown", "html")
"""The formats that can include explanations; HTML always does."""


class Report(Protocol):
    """Anything that can be rendered: a review, an evaluation or a list of findings."""

    @property
    def kind(self) -> str:
        """One of `KINDS`."""
        ...


class FormatVersion(NamedTuple):
    """The name and version that a JSON document carries. The version is raised when a field changes
    its meaning or is removed; adding fields does not raise it."""

    format: str
    version: int


PLANDIFF: Final = FormatVersion("plandiff", 2)
"""Every comparison of two files."""


@dataclass(frozen=True, slots=True)
class Style:
    """How to write a report.

    `width` None allows lines of any length. `document` overrides the name of a JSON document.
    `link` makes links of places for a terminal. `explains` asks for the meaning of differences and
    the state before each step, `metrics` for all scores. With `to_terminal` a format that otherwise
    copies texts unchanged must escape control characters.
    """

    colour: bool = False
    width: int | None = None
    document: FormatVersion | None = None
    link: Link | None = None
    explains: bool = False
    metrics: bool = False
    to_terminal: bool = False

    @property
    def detail(self) -> Detail:
        """The optional parts that the style asks for."""
        # Imported late: a list of formats needs no documents.
        from plancore.report.document import Detail

        return (Detail.METRICS if self.metrics else Detail.DEFAULT) | (
            Detail.EXPLAINED if self.explains else Detail.DEFAULT
        )


class Format(NamedTuple):
    """A way to write reports of some kinds. `module` has `render(report, style)`; `ending` is the
    suffix of files in this format."""

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
    "cases",
)
"""The kinds of evaluations, all of which can be tables."""

FORMATS: Final = (
    Format("text", "plancore.report.render.text", "txt"),
    Format("side-by-side", "plancore.report.render.side_by_side", "side", _ALL_REVIEWS),
    Format("unified", "plancore.report.render.unified", "diff", _ALL_REVIEWS),
    Format("markdown", "plancore.report.render.markdown", "md"),
    Format("html", "plancore.report.render.html.page", "html"),
    Format("json", "plancore.report.render.json", "json"),
    Format("ndjson", "plancore.report.render.ndjson", "ndjson", _ALL_REVIEWS),
    Format(
        "csv", "plancore.report.render.csv", "csv", (*_ALL_REVIEWS, *_TABLES, "batch", "status")
    ),
    Format("tsv", "plancore.report.render.tsv", "tsv", (*_TABLES, "status")),
    Format("latex", "plancore.report.render.latex", "tex", _TABLES),
    Format("junit", "plancore.report.render.junit", "xml", (*_ALL_REVIEWS, "batch", "cases")),
    Format("sarif", "plancore.report.render.sarif", "sarif", (*_ALL_REVIEWS, "findings")),
    Format(
        "brief", "plancore.report.render.brief", "brief", (*_ALL_REVIEWS, "evaluation", "batch")
    ),
    Format("stat", "plancore.report.render.stat", "stat", (*_ALL_REVIEWS, "batch")),
    Format(
        "github", "plancore.report.render.github", "github", (*_ALL_REVIEWS, "findings", "batch")
    ),
    # For batches this has an entry for each pair, not for each finding.
    Format("ndjson", "plancore.report.batch.ndjson", "ndjson", ("batch",)),
)

PLOTTED: Final[dict[str, tuple[str, ...]]] = {
    "evaluation": ("heatmap",),
    "runs": ("heatmap",),
    "solve": ("cactus", "times"),
    "benchmark": ("curves", "boxes", "means", "heatmap", "scatter"),
}
"""The kinds of evaluations whose documents may have plots, and the names of these plots."""


def formats_of(*kinds: str) -> tuple[str, ...]:
    """The names of the formats that can write all of `kinds`."""
    return tuple(entry.name for entry in FORMATS if set(kinds) <= set(entry.kinds))


def render(report: Report, name: str = "text", style: Style = Style()) -> str:
    """`report` in the format called `name`. Raises KeyError if its kind has no such format."""
    modules = {entry.name: entry.module for entry in FORMATS if report.kind in entry.kinds}
    text: str = import_module(modules[name]).render(report, style)
    return text


def document_of(report: Report, detail: Detail | None = None) -> document.Document:
    """The report as a document, by default without optional parts."""
    from plancore.report.document import Detail

    built: document.Document = builder(report).document(report, detail or Detail.DEFAULT)
    return built


def builder(report: Report) -> ModuleType:
    """The module that builds the documents of the report's kind."""
    return part(report, "document")


def headline_of(report: Report) -> str:
    """A summary of a report in one line, for kinds that can be written to a file."""
    text: str = builder(report).headline(report)
    return text


def explained(report: Report, style: Style) -> Iterator[Line]:
    """The explanations below the lines of a report, if the style asks for them."""
    if style.explains and report.kind in _EXPLAINED:
        from plancore.report.document import block_lines

        for section in part(report, _EXPLAINED[report.kind]).sections(report):
            yield from block_lines(section)


def part(report: Report, name: str) -> ModuleType:
    """The module called `name` (such as `data` or `document`) of the report's kind."""
    return part_of(report.kind, name)


def part_of(kind: str, name: str) -> ModuleType:
    """The same for one of `KINDS`."""
    # Reviews of a change share a folder: "threeway" is about domains, "change" about other files.
    folder = "threeway" if kind == "change" else kind
    return import_module(f"plancore.report.{folder}.{name}")
