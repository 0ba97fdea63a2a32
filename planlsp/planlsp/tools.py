"""Tools for language models, which take and return texts of PDDL.

The texts of a call are written to a temporary folder and named after the arguments, so that answers
use these names and no other files interfere. A model reads a whole answer, so reports are limited,
and list what they leave out; PDDL and plans are returned in full.
"""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, NamedTuple, TypeAlias

from msgspec import Meta, Struct
from msgspec.json import schema_components

from plancore.conflict_markers import is_unsettled
from plancore.decoding import decode
from plancore.diagnostic import Diagnostic, apply_edits
from plancore.directives import without_directives
from plancore.ide.formatting.edits import format_edits
from plancore.ide.refactor import fix_all
from plancore.json_toml import DocumentError, json_value
from plancore.project import snapshot_of
from plancore.report.domain.review import DomainReview
from plancore.report.findings.data import DOCUMENT as FINDINGS
from plancore.report.problem.review import ProblemReview, review_problems
from plancore.report.registry import FormatVersion, Report, Style, render
from plancore.report.render import ndjson
from plancore.report.repair.data import DOCUMENT as REPAIR
from plancore.report.validation.data import DOCUMENT as VALIDATION
from plancore.snapshot import FileSnapshot
from plancore.spelling import hint
from plancore.workspace import Workspace, diagnostics
from planeval import api
from planeval.api.result import Result, progress_of
from planeval.planners.naming import planner_or_default
from planeval.programs.bounds import PLANNER
from planeval.schemas import schema_of
from planeval.solving.unit import solve_alone
from planfiles.bounded.limits import MIB, Limits
from planfiles.errors import UserError
from planfiles.files import read_text
from planfiles.folders import Inputs
from planfiles.models import domain_of, problem_of
from planfiles.reviews import Naming, Plans, judge, review_pair
from planlsp.batch.checking import CheckOptions, check_all
from planlsp.session.answers.finding_pages import explanation_of
from planlsp.session.settings.folder_settings import FolderSettings
from planlsp.session.settings.settings import Settings

Text: TypeAlias = Annotated[
    str, Meta(description="a text, or the path of a file below the server's root")
]
Texts: TypeAlias = Annotated[
    list[str], Meta(description="texts, or paths of files below the server's root")
]
Limit: TypeAlias = Annotated[
    int,
    Meta(ge=1, le=1000, description="the most entries of each list that are answered, 1 to 1000"),
]
_DEFAULT_LIMIT: Final = 20
_LINES: Final = 10
"""Lines of an answer for each entry allowed by its limit."""
_WIDTH: Final = 200
_OPTIONS: Final = re.compile(r"\n*^Use --.*\Z|(?<=more lines) with --[\w ]+$", re.MULTILINE)
_LONGEST: Final = 2_000
"""The most characters of a line."""
_SHOWN: Final = 100
"""The most characters of a path in a message."""
_FOLDERS: Final = 5
"""The depth of the folder with a call's texts."""


class Answer(NamedTuple):
    """The answer of a tool: a text and, for tools with an output schema, the same as data."""

    text: str
    data: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """Options of the server: the folder below which files may be read (None: no files), the time
    limit of a call in seconds, and the planner (empty: the default)."""

    root: Path | None = None
    seconds: float = 60.0
    planner: str = ""


@dataclass(slots=True)
class Call:
    """A call in progress: the folder of its texts, and whether its answer is still wanted."""

    setting: Setting
    folder: str
    is_wanted: Callable[[], bool] = lambda: True
    began: float = field(default_factory=time.monotonic)

    def put(self, name: str, text: str) -> str:
        """Write `text`, or the contents of the file that it names, to a file called `name`; return
        the path. No line of it names another file. Raises UserError if the file may not or cannot
        be read."""
        path = os.path.join(self.folder, name)
        written = without_directives(self.text(name, text))
        Path(path).write_text(written, encoding="utf-8", errors="surrogatepass")
        return path

    def put_all(self, name: str, texts: Iterable[str]) -> list[str]:
        """Write several plans to numbered files; return the paths."""
        return [self.put(f"{name}-{n}.plan", text) for n, text in enumerate(texts, 1)]

    def file(self, name: str, text: str) -> FileSnapshot:
        """A snapshot called `name` of `text`, or of the file that it names; raises as `put`."""
        return FileSnapshot.of(self.text(name, text), name, checkpoint=self.watch)

    def text(self, name: str, text: str) -> str:
        """`text`, or the contents of the file that it names; raises as `put`."""
        argument = name.partition(".")[0]
        if not ("\n" in text or "(" in text or not text.strip()):
            text = self._contents(argument, text)
        if "\0" in text:
            raise UserError(f"{argument}: not a text: it has NUL characters")
        return text

    def _contents(self, argument: str, named: str) -> str:
        root, shown = self.setting.root, f"`{named[:_SHOWN]}{'…' * (len(named) > _SHOWN)}`"
        if root is None:
            raise UserError(f"{argument}: {shown} is not PDDL; files need `planlsp mcp --root`")
        try:
            # `log.txt#2` is a plan of the file `log.txt`.
            paths = [(root / part).resolve() for part in {named, named.rpartition("#")[0]}]
        except (OSError, RuntimeError, ValueError):
            raise UserError(f"{argument}: {shown} is not a path") from None
        if not all(path.is_relative_to(root.resolve()) for path in paths):
            raise UserError(f"{argument}: {shown} is not below the root of the server")
        try:
            return read_text(root / named, regular=True)
        except UserError as error:
            message = self.local(error.message).replace(named, shown[1:-1])
            raise UserError(f"{argument}: {message}") from None

    def watch(self, *_: object) -> None:
        """Raise UserError if the call was cancelled, or its time limit has passed."""
        if not self.is_wanted():
            raise UserError("cancelled")
        if time.monotonic() > self.began + self.setting.seconds:
            raise UserError(f"stopped after {self.setting.seconds:g} seconds")

    def local(self, text: str) -> str:
        """`text` with paths of files relative to the call's folder or the root."""
        for folder in (self.folder, os.path.relpath(self.folder), str(self.setting.root or "")):
            if folder:
                text = text.replace(os.path.join(folder, ""), "")
        return text

    def answer(self, text: str, data: dict[str, Any] | None, limit: int) -> Answer:
        """An answer from a report's text and data, limited to `limit` entries of each list."""
        left_out = Counter[str]()
        data = self._within(data, limit, "", left_out)
        lines = self.local(text).rstrip("\n").split("\n")
        most = limit * _LINES
        if len(lines) > most:
            left_out["lines of text"] = len(lines) - most
        kept = [line[:_LONGEST] for line in lines[:most]]
        if left_out:
            said = ", ".join(f"{number} {what}" for what, number in left_out.items())
            kept.append(f"Left out: {said}; call again with a higher limit to see them.")
        return Answer("\n".join(kept), data)

    def of_result(self, result: Result[Any], limit: int, *more: str) -> Answer:
        """An answer from an evaluation, with its problems above the text and `more` below."""
        text = "\n\n".join(filter(None, (*result.problems, _text(result.report), *more)))
        return self.answer(text, result.data, limit)

    def _within(self, value: Any, limit: int, name: str, left_out: Counter[str]) -> Any:
        if isinstance(value, str):
            return self.local(value)
        if isinstance(value, dict):
            return {key: self._within(item, limit, key, left_out) for key, item in value.items()}
        if not isinstance(value, list):
            return value
        if len(value) > limit:
            left_out[name] += len(value) - limit
        return [self._within(item, limit, name, left_out) for item in value[:limit]]


def _text(report: Report) -> str:
    """The report as a text with wide lines: models need no narrow columns, and lines must not be
    wrapped because of temporary paths, which are longer than the names in the answer."""
    text = render(report, "text", Style(width=_WIDTH)).rstrip("\n")
    return _OPTIONS.sub("", text)  # hints to options of the command line


class Tool(Struct, forbid_unknown_fields=True, kw_only=True):
    """The arguments of a tool; its docstring tells a model what the tool is for."""

    DOCUMENT: ClassVar[FormatVersion | None] = None
    """The format of the answer's data, if it has any."""

    def run(self, call: Call) -> Answer:
        """Compute the answer. Raises UserError, also if the call is cancelled or takes too
        long."""
        raise NotImplementedError


class Check(Tool):
    """Find the mistakes in a domain, a problem or a plan: syntax, types, undeclared names, what
    can never be true, and whether the plan is valid. Each diagnostic has its line and column, and
    a code that `explain` explains. Give the files that belong together in one call."""

    DOCUMENT = FINDINGS
    domain: Text = ""
    problem: Text = ""
    plan: Text = ""
    limit: Limit = _DEFAULT_LIMIT

    def run(self, call: Call) -> Answer:
        names = {"domain.pddl": self.domain, "problem.pddl": self.problem, "plan.plan": self.plan}
        paths = [call.put(name, text) for name, text in names.items() if text.strip()]
        if not paths:
            raise UserError("give a domain, a problem or a plan")
        # References are for the tool `compare`.
        settings = FolderSettings(Settings(severities={"unusable-reference": None}))
        options = CheckOptions(settings, (call.folder,))
        with progress_of(call.watch) as progress:
            report = check_all(Inputs(tuple(paths), ()), options, 1, progress)
        if not report.files:
            raise UserError("\n".join(report.trouble))
        text = "\n".join((*report.trouble, _text(report)))
        return call.answer(text, json_value(render(report, "json", Style())), self.limit)


class Fix(Tool):
    """Apply the safe fixes of all diagnostics of a domain, or of a problem with its domain, and
    answer the text; with `unsafe`, also a fix of each error that may not be what was meant. `check`
    reports the errors that have no fix."""

    text: Text
    domain: Text = ""
    unsafe: bool = False

    def run(self, call: Call) -> Answer:
        files = Workspace()
        if self.domain:
            files.set_text("domain.pddl", call.text("domain.pddl", self.domain))
        file = call.file("text.pddl", self.text)

        def check(changed: FileSnapshot) -> Iterable[Diagnostic]:
            call.watch()
            files.set_text(changed.name, changed.text)
            return diagnostics(files.snapshot, changed.name, checkpoint=call.watch)

        fix = fix_all(file, check, unsafe=self.unsafe)
        return Answer(apply_edits(file.text, fix.edits) if fix else file.text)


class Format(Tool):
    """Format PDDL. Only white space changes; definitions with syntax errors
    stay as they are."""

    text: Text

    def run(self, call: Call) -> Answer:
        text = call.text("text.pddl", self.text)
        if is_unsettled(text):
            raise UserError("text: unresolved merge conflict")
        file = snapshot_of(text, "text.pddl", checkpoint=call.watch)
        return Answer(apply_edits(text, format_edits(file, checkpoint=call.watch)))


class Validate(Tool):
    """Execute plans: whether each is valid and, where it is not, the step that fails, what that
    step needs, and which earlier step deleted it."""

    DOCUMENT = VALIDATION
    domain: Text
    problem: Text
    plans: Texts
    limit: Limit = _DEFAULT_LIMIT

    def run(self, call: Call) -> Answer:
        files = [call.put("domain.pddl", self.domain), call.put("problem.pddl", self.problem)]
        if not self.plans:
            raise UserError("plans: give at least one")
        plans = call.put_all("plan", self.plans)
        return call.of_result(api.validate(*files, *plans, jobs=1, progress=call.watch), self.limit)


class Compare(Tool):
    """Compare a domain with the one that it should be, or a problem: which preconditions and
    effects are missing, extra or changed, and scores. With a problem and plans, what each
    difference does to the plans."""

    DOCUMENT = ndjson.DOCUMENT
    learned: Text
    reference: Text
    problem: Text = ""
    plans: Texts = []
    limit: Limit = _DEFAULT_LIMIT

    def run(self, call: Call) -> Answer:
        learned = call.file("learned.pddl", self.learned)
        reference = call.file("reference.pddl", self.reference)
        kind, other = _kind_of("learned", learned), _kind_of("reference", reference)
        if kind != other:
            both = f"learned defines a {kind}, reference a {other}"
            raise UserError(f"{both}: give two of one kind")
        if self.plans and not self.problem:
            raise UserError("plans: give their problem as well")
        with progress_of(call.watch) as progress:
            review: DomainReview | ProblemReview
            if kind == "problem":
                review = review_problems(learned, reference, checkpoint=progress.checkpoint)
            else:
                review = review_pair(
                    learned, reference, (None, None), Naming(), checkpoint=progress.checkpoint
                )
                if self.plans:
                    problem = call.put("problem.pddl", self.problem)
                    plans = Plans(call.put_all("plan", self.plans), problem, found=False)
                    judged = judge(review, (None, None), plans, progress.checkpoint)
                    review = judged.review if judged else review
        lines = ndjson.render(review, Style()).splitlines()
        head, *findings = map(json_value, lines)
        return call.answer(_text(review), {"head": head, "findings": findings}, self.limit)


def _kind_of(argument: str, file: FileSnapshot) -> str:
    """The kind of definition in `file`; raises UserError if there is none."""
    if file.domain:
        return "domain"
    if file.problem:
        return "problem"
    raise UserError(f"{argument}: defines neither a domain nor a problem")


class Repair(Tool):
    """Find the fewest edits of preconditions and effects after which all `plans` are valid and
    all `invalid_plans` are not, as a patch of the domain. Among repairs of one size, those nearer
    to a reference come first."""

    DOCUMENT = REPAIR
    domain: Text
    problem: Text
    plans: Texts = []
    invalid_plans: Texts = []
    reference: Text = ""
    limit: Limit = _DEFAULT_LIMIT

    def run(self, call: Call) -> Answer:
        if not (self.plans or self.invalid_plans):
            raise UserError("give plans or invalid_plans")
        reference = call.put("reference.pddl", self.reference) if self.reference else None
        result = api.repair(
            call.put("domain.pddl", self.domain),
            problem=call.put("problem.pddl", self.problem),
            plans=call.put_all("plan", self.plans),
            not_plans=call.put_all("invalid-plan", self.invalid_plans),
            reference=reference,
            progress=call.watch,
        )
        return call.of_result(result, self.limit, result.patch)


class Solve(Tool):
    """Solve a problem with a planner. The plan is executed before it is answered; without one, the
    answer says why."""

    domain: Text
    problem: Text
    seconds: Annotated[float, Meta(gt=0, description="the seconds that the planner may take")] = 10

    def run(self, call: Call) -> Answer:
        domain = call.file("domain.pddl", self.domain)
        problem = call.file("problem.pddl", self.problem)
        domain_of(domain)
        problem_of(problem)
        seconds = min(self.seconds, call.setting.seconds)
        limits = Limits(seconds, memory=PLANNER.memory * MIB)
        with progress_of(call.watch) as progress:
            planner = planner_or_default(call.setting.planner or None, "", progress.checkpoint)
            solution = solve_alone(domain, problem, planner, limits, progress.checkpoint)
        return Answer(call.local(f"{solution.in_words()}\n{solution.plan or ''}").rstrip("\n"))


class Explain(Tool):
    """What a code such as `undeclared-object` means, with an example and what to write instead."""

    code: Annotated[str, Meta(description="the code of a diagnostic or of a difference")]

    def run(self, _: Call) -> Answer:
        return Answer(explanation_of(self.code))


TOOLS: Final[dict[str, type[Tool]]] = {
    tool.__name__.lower(): tool
    for tool in (Check, Fix, Format, Validate, Compare, Repair, Solve, Explain)
}


def input_schema(tool: type[Tool]) -> dict[str, Any]:
    """The JSON schema of a tool's arguments."""
    _, components = schema_components([tool])
    schema: dict[str, Any] = components[tool.__name__]
    return {key: value for key, value in schema.items() if key not in ("title", "description")}


def output_schema(tool: type[Tool]) -> dict[str, Any] | None:
    """The JSON schema of a tool's data; None if it returns only a text."""
    if tool.DOCUMENT is None:
        return None
    schema = schema_of(tool.DOCUMENT)
    parts = schema["$defs"]
    if "head" not in parts:
        return {"type": "object", "$ref": schema["$ref"], "$defs": parts}
    findings = {"type": "array", "items": {"$ref": "#/$defs/line"}}
    members = {"head": {"$ref": "#/$defs/head"}, "findings": findings}
    return {"type": "object", "properties": members, "required": [*members], "$defs": parts}


def answer(
    name: str,
    arguments: object,
    setting: Setting,
    is_wanted: Callable[[], bool] = lambda: True,
) -> Answer:
    """Call the tool `name`. Raises UserError for invalid arguments or unreadable files, and if the
    call takes too long or is cancelled."""
    tool = TOOLS.get(name)
    if tool is None:
        raise UserError(f"unknown tool `{name}`; {hint(name, TOOLS)}")
    try:
        asked = decode(arguments, tool)
    except DocumentError as error:
        raise UserError(error.message) from None
    with tempfile.TemporaryDirectory(prefix="planlsp-") as folder:
        # Related files are also searched for in folders above, which must not contain other files.
        inner = os.path.join(os.path.realpath(folder), *["texts"] * _FOLDERS)
        os.makedirs(inner)
        call = Call(setting, inner, is_wanted)
        try:
            return asked.run(call)
        except UserError as error:
            raise UserError(call.local(error.message)) from None
