"""The items that a scanner finds in a plan text, in textual order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from plancore.diagnostic import Severity
from plancore.model.plan import PlanFormat
from plancore.source import Span


class ActionText(NamedTuple):
    """An action as written.

    `words` are its name and arguments. `layout` is relative to `at`: the end of the action, then
    start and end of each word; None for `(a b c)` with one blank between words.
    """

    at: int
    words: tuple[str, ...]
    layout: tuple[int, ...] | None

    @property
    def end(self) -> int:
        """The offset past the action."""
        if self.layout is not None:
            return self.at + self.layout[0]
        return self.at + len(self.words) + sum(map(len, self.words)) + 1


class StepText(NamedTuple):
    """A step as written. `time` and `duration` are texts that `number` can read, `ordinal` is the
    number of the step or of its list item."""

    start: int
    end: int
    actions: tuple[ActionText, ...]
    format: PlanFormat
    concurrent: bool = False
    time: str | None = None
    duration: str | None = None
    ordinal: int | None = None


class Skip(NamedTuple):
    """Text that is not a step and does not look like a malformed one."""

    span: Span
    reason: str


SEVERAL_PLANS: Final = "several-plans"
"""The code of the note that a text has several plans, and which one is read."""

CODES: Final = frozenset(
    {
        "bad-duration",
        "bad-time",
        "empty-concurrent-step",
        "empty-step",
        "escaped-text",
        "invalid-json",
        "invalid-step",
        "missing-colon",
        "missing-comma",
        "missing-parentheses",
        "negative-duration",
        "negative-time",
        "nested-braces",
        "nested-parenthesis",
        "no-plan-found",
        "not-a-plan",
        "not-an-action",
        SEVERAL_PLANS,
        "skipped-text",
        "text-after-step",
        "unclosed-brace",
        "unclosed-step",
        "unopened-brace",
        "unopened-step",
        "variable-in-plan",
    }
)
"""The codes of all errors and notes of plan readers."""


class Error(NamedTuple):
    """A malformed step or list of steps, which gives no step.

    `covers` is the unreadable part, if it is larger than `span`, the place of the error.
    """

    code: str
    span: Span
    message: str
    covers: Span | None = None


class ReaderNote(NamedTuple):
    """A note about something unusual that does not affect the steps."""

    code: str
    span: Span
    message: str
    severity: Severity = Severity.WARNING


class StatedCost(NamedTuple):
    """The cost stated in the text."""

    span: Span
    value: str


class PlanBoundary(NamedTuple):
    """A place where another plan may begin in a text with several plans. `sure` is False if it is
    only suggested, such as by a line of dashes."""

    span: Span
    sure: bool = True


Item: TypeAlias = StepText | Skip | Error | ReaderNote | StatedCost | PlanBoundary


# Words and numbers of plan texts.

WORD = r"[^\s(){}\[\],;:\"'`]+"
"""A name or an object. PDDL allows fewer characters; names are checked against the domain later."""

NUMBER = r"(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][+-]?\d{1,2})?"
"""A time, duration or cost. Longer numbers are refused, because they are slow to process."""

_WORD = re.compile(WORD)
_NUMBER = re.compile(NUMBER)
_COST = re.compile(rf"\bcost\b\s*[=:]\s*({NUMBER})", re.IGNORECASE)
_WHICH = (
    r"(?:[ \t]*+(?:(?:number|no\.?|nr\.?|#)[ \t]*+)?\d{1,9}(?:[ \t]*+(?:of|/)[ \t]*+\d{1,9})?"
    r"|[ \t]++(?:[a-z]|one|two|three|four|five|[ivx]{1,5})(?![a-z]))"
)
_KIND = (
    r"(?:(?:an?|the|my|first|second|third|final|last|next|corrected|revised|updated|fixed|improved"
    r"|alternative|original|optimal|another|shorter|cheaper|better|new|valid|full|complete|other"
    r"|different|correct|working|right|actual|simpler|faster|longer|feasible|executable"
    r"|\d{1,9}(?:st|nd|rd|th))[ \t]++)"
)
_BEFORE = (
    r"(?:[^\r\n.!,:;()]{0,80}[.!,][ \t]++){0,6}"
    r"(?:(?:here|this|below|that)(?:'s|[ \t]++(?:is|comes))?[ \t]++)?"
)
_BEHIND = (
    r"(?>(?:[ \t]++(?:is|would[ \t]+be|could[ \t]+be|as[ \t]+follows))?)"
    r"(?>(?:[ \t]*+(?:\([^()\r\n]{0,80}\)|[*_]*+[ \t]*+[–—-][ \t][^\r\n()]{0,80}))?)"
    r"[ \t]*+[*_\]>=%/~-]*+[ \t]*+:?+[ \t]*+[*_=~-]*+[ \t]*+$"
)
"""The parts of headings such as `Sorry, here is the corrected plan 2 (3 steps):`."""
_BOUNDARY = re.compile(
    r"[;\s]*+(?:\[[^\]\r\n]*\][ \t]*+(?=\S))*"
    r"(?:(?:total|plan|makespan|best)?[ \t]*cost[ \t]*(?:[=:]|\d)"
    r"|(?:(?:plan[ \t-]*+)?length|quality)[ \t]*+(?>(?:[:=][ \t]*+)?)\d"
    r"|(?:nr\.?|no\.?|number)[ \t]+of[ \t]+(?:steps|actions)\b"
    r"|(?:steps|actions)[ \t]*+[:=][ \t]*+\d++(?![ \t]*+(?:to\b|and\b|[\u2013-]))"
    r"|\d{1,9}[ \t]+(?:steps|actions)[ \t]*$"
    r"|solution[ \t]++(?:found|(?:number|no\.?|#)?[ \t]*+:?[ \t]*+\d+)"
    r"|(?:(?:an?|new|best|better|improved|another|valid)[ \t]+)*"
    r"plan[ \t]+(?:found|length|cost|quality)\b"
    r"|(?:(?:new|best|better|improved|another|rescheduled|found)[ \t]+)+(?:legal[ \t]+)?plan\b"
    r"|(?:ff:[ \t]*)?found[ \t]+(?:legal[ \t]+)?plan\b"
    r"|plan[ \t]*+(?:number|no\.?|#)?[ \t]*+\d++[ \t]*+:"
    rf"|[\[<#*>_=~%/ \t-]*+{_BEFORE}(?:(?>{_KIND}*)"
    rf"(?:(?:plan|solution|attempt|option|answer|alternative)(?>{_WHICH}?)"
    rf"|(?:candidate|version|variant|try|iteration){_WHICH})|(?>{_KIND}+)one){_BEHIND}"
    r"|[=#*>_ \t-]*+[\w./-]{0,80}?(?:(?:plan|sol(?:utio)?n?)[\w-]{0,40}\.\d{1,9}"
    r"|\.(?:plan|sol|soln|solution))[ \t<=:*-]*+$"
    r"|(?:or|alternatively|otherwise)[ \t]*[,:]?[ \t]*$"
    r"|[#*_ \t-]*+(?:(?:the|my|first)[ \t]++)?"
    r"(?:draft|final|revised|revision|corrected|correction|fixed|updated)[ \t]*+[*_]*+:[*_ \t]*+$"
    r"|(?:sequential|time[ \t-]?triggered|partial[ \t-]?order)[ \t-]?plan[ \t]*:[ \t]*$"
    r"|(?:begin|end)[ \t]+plan\b|metric[ \t]*(?:value|[(:=])|make[ \t]?span\b|plan-length\b|==>)",
    re.IGNORECASE,
)
"""Lines that planners print before or after a plan, and headings of plans. Costs of single steps
are on the lines of the steps."""
_DIVIDER = re.compile(r"[;\s]*[-=*_~#]{3,}[ \t]*$")
_RATIO = re.compile(r"(\d{1,40})/(\d{1,40})")


@lru_cache(maxsize=8192)  # most of an edited plan is unchanged
def number(text: str) -> Fraction | None:
    """The exact value of `1`, `1.50`, `1e-3` or `3/2`; None for anything else."""
    if _NUMBER.fullmatch(text):
        whole, _, part = text.partition(".")
        digits = whole + part
        if digits.isdecimal():  # the usual case, and much faster
            return Fraction(int(digits), 10 ** len(part))
        return Fraction(text)
    ratio = _RATIO.fullmatch(text)
    if ratio and int(ratio[2]):
        return Fraction(int(ratio[1]), int(ratio[2]))
    return None


@lru_cache(maxsize=8192)
def decimals(text: str | None) -> int:
    """The number of digits after the decimal point, at least 0."""
    mantissa, _, exponent = (text or "").lower().partition("e")
    return max(len(mantissa.partition(".")[2]) - int(exponent or 0), 0) if "." in mantissa else 0


def stated_cost(text: str, start: int, end: int) -> Iterator[StatedCost]:
    """The cost in a comment or a line of a log, if there is one."""
    cost = _COST.search(text, start, end)
    if cost:
        yield StatedCost(Span(start, end), cost[1])


def boundary(text: str, start: int, end: int) -> bool | None:
    """Whether a line that is not a step certainly begins or ends a plan; False for a divider such
    as a line of dashes, which may also separate parts of one plan; None for any other line."""
    if _BOUNDARY.match(text, start, end):
        return True
    return False if _DIVIDER.match(text, start, end) else None


def words_in(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Start and end of each word between two offsets, whatever separates the words."""
    for match in _WORD.finditer(text, start, end):
        yield match.span()


def plain_action(at: int, words: str) -> ActionText:
    """The action written `(a b c)` at `at`; `words` is `a b c` with one blank between words."""
    return ActionText(at, tuple(words.split(" ")), None)


def action_at(text: str, start: int, end: int, words: list[tuple[int, int]]) -> ActionText:
    """The action between two offsets with its words at the given places."""
    layout = [end - start]
    for word_start, word_end in words:
        layout += (word_start - start, word_end - start)
    return ActionText(start, tuple(text[a:b] for a, b in words), _shared(tuple(layout)))


@lru_cache(maxsize=4096)
def _shared(layout: tuple[int, ...]) -> tuple[int, ...]:
    # Sharing equal layouts between actions keeps plans small.
    return layout
