"""Texts that are not plans, or have no steps: what they are."""

from __future__ import annotations

import re
from typing import Final

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


_KINDS: Final = {
    "the log of a planner that found no plan": re.compile(
        r"\b(?:unsolvable|no (?:solution|plan)|not solvable|search (?:space )?exhausted"
        r"|dead.?end|no applicable)\b",
        re.IGNORECASE,
    ),
    "the log of a planner that was stopped": re.compile(
        r"\b(?:time.?out|timed out|time limit|out of memory|memory limit|killed|segmentation fault"
        r"|sig(?:kill|xcpu|segv|abrt))\b",
        re.IGNORECASE,
    ),
    "the message of a program that failed": re.compile(
        r"^Traceback \(most|^\s*at [\w.$]+\(|\b(?:Error|Exception):|command not found", re.MULTILINE
    ),
    "a file of happenings": re.compile(
        r"^[ \t]*[\d.]+[ \t]*:[ \t]*(?:start|end|set)\b[ \t]*\(", re.MULTILINE
    ),
    "an HTML page": re.compile(r"\A\s*<(?:!doctype|html)", re.IGNORECASE),
    "XML": re.compile(r"\A\s*<\?xml", re.IGNORECASE),
    "JSON without steps": re.compile(r"\A\s*[{\[].*[}\]]\s*\Z", re.DOTALL),
}
"""The kinds of texts without steps, in the order in which they are tried."""


def kind_of_text(text: str) -> str:
    """The probable kind of a text without steps, judged by its beginning and end."""
    answer = answer_of(text)
    if answer.end < len(text):
        return "the thinking section does not end, so what follows may be a draft"
    if answer.start:
        return "the text has no steps after its thinking section"
    ends = text[:PEEK] + text[-PEEK:] if len(text) > 2 * PEEK else text
    found = next((kind for kind, pattern in _KINDS.items() if pattern.search(ends)), None)
    return f"this looks like {found}" if found else "the text has no steps"
