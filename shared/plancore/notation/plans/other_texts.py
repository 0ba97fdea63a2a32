"""Texts that are not plans, or have no steps: what they are."""

from __future__ import annotations

import re
from typing import Final

from plancore.notation.plans.json_text import with_lines
from plancore.notation.plans.regions import answer_of

PEEK: Final = 20_000
"""The characters at the start and the end of a text by which its kind is judged."""

_COLUMNS: Final = frozenset(
    (
        *("action", "actions", "arg", "arguments", "cost", "domain", "duration", "end", "id"),
        *("index", "instance", "length", "name", "no", "nr", "number", "object", "objects"),
        *("parameters", "plan", "planner", "problem", "start", "status", "step", "steps", "time"),
    )
)
"""Column names in tables of plans and of results."""
_CELL: Final = re.compile(r"[\w.+-]+")


def is_table(text: str) -> bool:
    """Whether the text is a table: rows with the same number of values, and either column names or
    no blanks at all. Plans with commas between steps are not."""
    lines = [line for line in text[:PEEK].splitlines() if line.strip() and line[0] != ";"]
    if len(lines) < 2 or text[:PEEK].count("(") > len(lines):
        return False
    if len(lines) > 2 and len(text) > PEEK:
        lines.pop()  # the last line may be incomplete
    import csv  # late, as most plans are plain

    for separator in ",;\t":
        rows = [
            [cell.strip() for cell in row]
            for row in csv.reader(lines, delimiter=separator, skipinitialspace=True)
        ]
        n_columns = len(rows[0])
        if n_columns < 2 or any(len(row) != n_columns or not all(row) for row in rows):
            continue
        if all(map(_CELL.fullmatch, rows[0])):
            if any(cell.lower().rstrip("0123456789") in _COLUMNS for cell in rows[0]):
                return True
            cells = (cell for row in rows for cell in row)
            return separator == "," and " " not in text.strip() and all(map(_CELL.fullmatch, cells))
    return False


_NOT_SO: Final = r"(?![A-Za-z]|[\"']?[ \t]*+(?>(?:[:=][ \t]*+)?)(?:\d|false|no\b|none|null))"
"""Not `"unsolvable": false` or `time limit: 300`."""
NO_PLAN: Final = re.compile(
    rf"(?<![A-Za-z])(?:(?:unsolvable|unsatisfiable|infeasible){_NOT_SO}|not solvable\b"
    r"|no[ _-](?:(?:valid|legal|feasible|such)[ _-])?(?:solution|plan)"
    r"(?![A-Za-z]| (?:(?:is|was) )?(?:needed|required|necessary))|search (?:space )?exhausted)",
    re.IGNORECASE,
)
_UNSOLVED: Final = re.compile(
    r"\b(?:solved|solvable|success|found)[\"']?[ \t]*[:=][ \t]*(?:false|no)\b", re.IGNORECASE
)
"""A field of the result of a planner."""
_STOPPED: Final = re.compile(
    r"(?<![A-Za-z])(?:time.?out|timed out|time.limit|out.of.memory|memory.limit|killed"
    rf"|segmentation fault|sig(?:kill|xcpu|segv|abrt)){_NOT_SO}",
    re.IGNORECASE,
)
_FAILED: Final = re.compile(
    r"^Traceback \(most|^[ \t]*+at [\w.$]+\(|\b(?:Error|Exception):|command not found"
    r"|[\"'](?:status|result|outcome)[\"'][ \t]*:[ \t]*[\"'](?i:error|fail(?:ed|ure)?|unknown)\b",
    re.MULTILINE,
)
_EMPTY: Final = re.compile(
    r"\bplan[ -]?length[ \t]*+(?>(?:[:=][ \t]*+)?)0(?![\d.])|\bempty plan solves it"
    r"|\bSequentialPlan\(\[\s*\]\)|\bSequentialPlan:\s*\Z",
    re.IGNORECASE,
)
"""What planners print if the goal holds initially."""
_KINDS: Final = {
    "the log of a planner that found no plan": re.compile(
        rf"{NO_PLAN.pattern}|\bdead.?end\b|\bno applicable\b", re.IGNORECASE
    ),
    "the log of a planner that was stopped": _STOPPED,
    "the message of a program that failed": _FAILED,
    "a file of happenings": re.compile(
        r"^[ \t]*[\d.]+[ \t]*:[ \t]*(?:start|end|set)\b[ \t]*\(", re.MULTILINE
    ),
    "a log without steps": re.compile(
        r"\A\s*(?:\[[\w. -]*\][ \t]*)*\[[ \t]*(?:DEBUG|INFO|WARN|ERROR|FATAL)"
    ),
    "an HTML page": re.compile(r"\A\s*<(?:!doctype|html)", re.IGNORECASE),
    "XML": re.compile(r"\A\s*<(?:\?xml|[A-Za-z][\w:.-]*[\s>/])"),
    "JSON without steps": re.compile(r"\A\s*(?:\{\s*[\"'}]|\[\s*[\"'\[{\]])"),
}
"""The kinds of texts without steps, in the order in which they are tried."""


def states_no_plan(text: str) -> bool:
    """Whether a text without steps states that there is no plan, rather than an empty one."""
    ends = _ends(text)
    return any(stated.search(ends) for stated in (NO_PLAN, _UNSOLVED, _STOPPED, _FAILED))


def states_empty_plan(text: str) -> bool:
    """Whether a planner printed that its plan has no steps."""
    return _EMPTY.search(_ends(text)) is not None


def kind_of_text(text: str) -> str:
    """The probable kind of a text without steps, judged by its beginning and end."""
    answer = answer_of(with_lines(text))
    if answer.end < len(text):
        return "the thinking section does not end, so what follows may be a draft"
    if answer.start:
        return "the text has no steps after its thinking section"
    ends = _ends(text)
    found = next((kind for kind, pattern in _KINDS.items() if pattern.search(ends)), None)
    return f"this looks like {found}" if found else "the text has no steps"


def _ends(text: str) -> str:
    """The beginning and the end of a long text."""
    return text[:PEEK] + text[-PEEK:] if len(text) > 2 * PEEK else text
