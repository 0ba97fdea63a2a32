"""Plans with one step per line, with the decorations of planners and people.

`(a b)`, `0.0: (a b) [1.5]`, `step 0: a b`, `a b (1)`, `a(b, c)`, `1. (a b)`. Other lines are
skipped, and a malformed step is an error. A bare `a b` is a step if the text around it shows so, or
if the text has no other steps.

::

    line     = lead? (label | time)? action after (glue further)* rest?
    further  = ("->" | "=>" | "→")? time? (list | call) after
    action   = list | call | bare cost | bare    after = duration | cost | nothing
    list     = "(" word+ ")", with commas between the words if between all; it may go on below
    call     = word "(" (word ((","|blank) word)*)? ")"        bare = word (blank word)*
    lead     = "-" | "*" | "+" | "•" | ">" | "1." | "2)" | "#3" | "(4)" | "| 5 |" | "**6.**" ...
    label    = ("step" | "action") ("#"? digits (":" | "." | ")" | dash) | ":")
    time     = number ":"                        cost     = "(" digits ")"
    duration = ("[" number "]" | "[" "D:" number ";" "C:" number "]") ")"?
    glue     = blanks, commas, "*", "`", "|", a full stop
    rest     = ";" comment | remark that begins with one of - – — # / = → < :

A call is only read if it is alone on its line, a cost only after a bare action or a label. `groups`
has the expressions for the parts of a line, `items` those for words and numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from plancore.model.plan import PlanFormat
from plancore.notation.plans.groups import (
    ANNOUNCED,
    ARROW,
    BLANKS,
    CALL,
    CONSTRAINTS,
    COUNT,
    DASHED,
    DECORATION,
    EMPHASIS,
    EXPLANATION,
    GLUE,
    HEADER,
    JOINED,
    LABEL,
    LEAD,
    LISTED_FACT,
    LOG,
    NAME,
    OF_HIERARCHY,
    REMARK,
    STEP_COST,
    TIME,
    UNPARTED_TIME,
    VALUE,
    WAITING,
    bare,
    before_comment,
    bracketed,
    called,
    closings,
    duration_at,
    end_of,
    end_of_line,
    item_number,
    looks_bare,
    start_of_next_line,
    unwrapped,
)
from plancore.notation.plans.items import (
    NUMBER,
    WORD,
    ActionText,
    Error,
    Item,
    PlanBoundary,
    Skip,
    StepText,
    boundary,
    number,
    plain_action,
    stated_cost,
)
from plancore.source import Span

_BLANK = r"[ \t\f\v]*"
_PLAIN = re.compile(
    rf"{_BLANK}(?:(?P<time>\d{{1,40}}(?:\.\d{{1,40}})?){_BLANK}:{_BLANK})?"
    rf"\((?P<words>(?!\?){WORD}(?: (?!\?){WORD})*)\)"
    rf"(?:{_BLANK}\[{_BLANK}(?P<duration>{NUMBER}){_BLANK}\])?{_BLANK}"
    r"(?:;(?![^\r\n]*[cC][oO][sS][tT])[^\r\n]*)?(?:\r\n|\n|\r|\Z)"
)


def scan_lines(text: str, start: int, end: int, *, bare_steps: bool = False) -> Iterator[Item]:
    """The items on the lines between two offsets; `start` must be the start of a line.

    With `bare_steps` a line of words in lower case or in capitals is a step.
    """
    lines = _Lines(text, end, bare_steps)
    at = start
    while at < end:
        plain = _PLAIN.match(text, at, end)
        if plain:
            step = _plain_step(plain)
            lines.names.add(step.actions[0].words[0])
            yield step
            at = plain.end()
            continue
        line_end = end_of_line(text, at, end)
        yield from lines.read(at, line_end)
        at = start_of_next_line(text, max(line_end, lines.reached), end)


def _plain_step(match: re.Match[str]) -> StepText:
    at, end = match.start("words") - 1, match.end("words") + 1
    action = plain_action(at, match["words"])
    time, duration = match["time"], match["duration"]
    if time is None and duration is None:
        return StepText(at, end, (action,), PlanFormat.SEQUENTIAL)
    if duration is not None:
        end = match.string.index("]", match.end("duration")) + 1
    start = at if time is None else match.start("time")
    return StepText(start, end, (action,), PlanFormat.TIMED, time=time, duration=duration)


class _Begun(NamedTuple):
    """A step that is read up to the end of its action."""

    start: int
    action: ActionText | Error
    format: PlanFormat
    time: str | None = None
    ordinal: int | None = None


class _Lines:
    """Reads the lines that are not plain steps, depending on the lines before them."""

    def __init__(self, text: str, end: int, bare_steps: bool) -> None:
        self._text = text
        self._end = end
        self._bare_steps = bare_steps
        self._printout = False  # after `SequentialPlan:` every indented line is a step
        self._numbered = False  # after `step 0: A B` FF writes `1: A B`
        self._closed = False  # after `constraints:` nothing is a step
        self._hierarchical = False  # between `==>` and `<==`
        self._explained = False  # after `Effects:` a list has facts
        self._closings: dict[int, int] = {}
        self._count: int | None = None
        """The number before the last counted step."""
        self._number: int | None = None
        """The number of the last step as a list item."""
        self.names: set[str] = set()
        """The names of the actions of earlier steps, as written or in lower case."""
        self.reached = 0
        """The offset past the last line read; a step of several lines moves it."""

    def read(self, start: int, line_end: int) -> Iterator[Item]:
        text = self._text
        self.reached = line_end
        at = end_of(BLANKS, text, start, line_end)
        line_end = at + len(text[at:line_end].rstrip())
        if at >= line_end:
            return
        is_comment = text[at] == ";"
        sure = boundary(text, at, line_end) if text[at] != "(" else None
        if sure is not None:
            yield PlanBoundary(Span(at, line_end), sure)
        if is_comment:
            yield from stated_cost(text, at, line_end)
            return
        if text.startswith(("==>", "<=="), at):
            self._hierarchical = text[at:line_end] == "==>"
            yield Skip(Span(at, line_end), "heading")
            return
        if self._hierarchical:
            yield self._of_hierarchy(at, line_end)
            return
        if self._printed(start, at, line_end):
            yield Skip(Span(at, line_end), "heading")
            return
        if self._closed:
            yield Skip(Span(at, line_end), "text")
            return
        if self._explained and LISTED_FACT.match(text, at, line_end):
            yield Skip(Span(at, line_end), "text")
            return
        self._explained = self._is_heading_of_facts(at, line_end)
        self._closings = closings(text, at, line_end)
        yield from self._step_line(at, line_end)

    def _is_heading_of_facts(self, at: int, line_end: int) -> bool:
        """Whether a list with marks follows that explains a step, in a plan with numbers."""
        is_numbered = self._numbered or self._number is not None
        heading = EXPLANATION.match(self._text, at, line_end) if is_numbered else None
        return heading is not None and ":" in heading["colon"]

    def _of_hierarchy(self, at: int, line_end: int) -> Item:
        """A line in the notation of the HTN competition: `0 move k a b`, or after the steps `root
        1` and the refinements of tasks."""
        text = self._text
        step = OF_HIERARCHY.match(text, at, line_end)
        action = bare(text, *step.span(2)) if step else None
        if step and isinstance(action, ActionText):
            number = int(step[1])
            return StepText(at, line_end, (action,), PlanFormat.INDEXED, ordinal=number)
        return Skip(Span(at, line_end), "refinement of a task")

    def _printed(self, start: int, at: int, line_end: int) -> bool:
        """Whether the line is a heading of a unified-planning printout."""
        line = self._text[at:line_end]
        if HEADER.match(line):
            self._printout, self._closed = True, False
            return True
        if self._printout and CONSTRAINTS.match(line):
            self._closed = True
            return True
        if self._printout and at == start:
            self._printout = self._closed = False
        return False

    def _step_line(self, at: int, line_end: int) -> Iterator[Item]:
        text = self._text
        body = end_of(EMPHASIS, text, end_of(DECORATION, text, at, line_end), line_end)
        decorated = body > at
        label = LABEL.match(text, body, line_end)
        ordinal: int | None = None
        if label:
            ordinal = int(label[1]) if label[1] else None
            body = label.end()
        elif not decorated:
            ordinal, body = self._counted(at, line_end)
        lead = LEAD.match(text, body, line_end)
        if lead:
            yield Skip(Span(at, lead.end(1)), "text")
            at, body, decorated = lead.end(), lead.end(), True
        if decorated and ordinal is None:
            ordinal = item_number(text, at, body)
        prefix = TIME.match(text, body, line_end)
        if not prefix:
            first = self._action(body, line_end, labelled=label is not None, decorated=decorated)
            if first is None:
                yield from self._other(at, body, line_end)
                return
            chosen = self._format(first, body, label is not None, decorated)
            self._number = item_number(text, at, body)
            begun = _Begun(at, first, chosen, None, ordinal)
            yield from self._steps(begun, line_end, decorated)
            return
        yield from self._timed(at, prefix, line_end, decorated)

    def _counted(self, at: int, line_end: int) -> tuple[int | None, int]:
        """The number before a step such as `0 (a b)`, and the offset past it. None if it does not
        follow the previous number, such as a time without its colon."""
        count = COUNT.match(self._text, at, line_end)
        if count is None or not (self._bare_steps or self._text[count.end()] == "("):
            return None, at
        number = int(count[1])
        follows = number <= 1 or number - 1 == self._count
        if not follows or self._text.find("[", at, line_end) >= 0:
            return None, at
        self._count = number
        return number, count.end()

    def _timed(
        self, at: int, prefix: re.Match[str], line_end: int, decorated: bool
    ) -> Iterator[Item]:
        text = self._text
        time, body = prefix[1], prefix.end()
        place = Span(prefix.start(), prefix.start() + len(time))
        if WAITING.match(text, body, line_end):
            yield Skip(Span(at, line_end), "waiting")
            return
        counted = time.isdigit() and (self._numbered or self._bare_steps)
        first = self._action(body, line_end, labelled=counted, decorated=True)
        if first is None:
            bare_end = before_comment(text, body, line_end)
            if number(time) is not None and looks_bare(text, body, bare_end):
                yield unwrapped(body, bare_end)
            else:
                yield Skip(Span(at, line_end), "text")
            return
        if number(time) is None:
            error = "negative-time" if time.startswith("-") else "bad-time"
            yield Error(error, place, f"expected a time, found `{time}`")
            return
        if isinstance(first, ActionText) and text[first.at] != "(" and counted:
            begun = _Begun(at, first, PlanFormat.INDEXED, None, int(time))
        else:
            chosen = PlanFormat.UNIFIED_PLANNING if self._printout else PlanFormat.TIMED
            begun = _Begun(place.start, first, chosen, time)
        yield from self._steps(begun, line_end, decorated)

    def _action(
        self, at: int, line_end: int, *, labelled: bool = False, decorated: bool = False
    ) -> ActionText | Error | None:
        """The action that starts at `at`; None if the line is not a step."""
        text = self._text
        if at >= line_end:
            return None
        if text[at] == "(" or CALL.match(text, at, line_end):
            return self._wrapped(at, line_end)
        stop = before_comment(text, at, line_end)
        log = LOG.match(text, at, stop)
        if log and (labelled or not decorated):
            return bare(text, at, log.end(1))
        brackets = text.find("[", at, stop)
        if brackets >= 0 and self._printout:
            stop = at + len(text[at:brackets].rstrip())
        stop = at + len(text[at:stop].rstrip(" \t,`*|"))
        if (labelled or self._bare_steps or self._printout) and looks_bare(text, at, stop):
            return bare(text, at, stop)
        return None

    def _wrapped(self, at: int, line_end: int) -> ActionText | Error | None:
        """The action `(a b)` or `a(b)` at `at`."""
        text = self._text
        if text[at] == "(":
            return bracketed(text, at, line_end, self._end, self._closings.get)
        call = CALL.match(text, at, line_end)
        return self._call(call, line_end) if call else None

    def _call(self, call: re.Match[str], line_end: int) -> ActionText | Error | None:
        """The action `a(b, c)` if it stands alone; in a sentence `step(s)` is a word."""
        text, opening = self._text, call.end() - 1
        close = self._closings.get(opening)
        if close is None:
            if text.find(",", opening, line_end) < 0:
                return None
        else:
            rest = end_of(GLUE, text, close + 1, line_end)
            if VALUE.match(text, rest, line_end):
                return None
            stands_alone = rest >= line_end or text[rest] in ";[" or REMARK.match(text, rest)
            if not stands_alone and not CALL.match(text, rest, line_end):
                return None
        return called(text, call.span(1), opening, self._closings.get, line_end)

    def _format(
        self, first: ActionText | Error, body: int, labelled: bool, decorated: bool
    ) -> PlanFormat:
        if labelled:
            self._numbered = True
            return PlanFormat.INDEXED
        if self._printout:
            return PlanFormat.UNIFIED_PLANNING
        if decorated:
            return PlanFormat.PROSE
        if isinstance(first, ActionText) and self._text[body] != "(":
            at_end = self._text[first.end - 1] == ")"
            if at_end:
                return PlanFormat.COMMA
            return PlanFormat.SEQUENTIAL if self._bare_steps else PlanFormat.LOG
        return PlanFormat.SEQUENTIAL

    def _steps(self, begun: _Begun, line_end: int, decorated: bool) -> Iterator[Item]:
        """The step that has begun, further steps on its line, and the text after them."""
        text = self._text
        while True:
            action = begun.action
            if isinstance(action, Error):
                yield action
                at = (action.covers or action.span).end
            else:
                if action.end > line_end:
                    line_end = self._go_below(action.end)
                step = self._finished(begun, action, line_end)
                self.names.add(action.words[0].lower())
                yield step
                at = step.end if isinstance(step, StepText) else step.span.end
            at = max(end_of(GLUE, text, at, line_end), begun.start + 1)
            if at >= line_end:
                return
            following = self._following(at, line_end)
            if following is None:
                yield from self._trailing(at, line_end, decorated)
                return
            begun = following

    def _go_below(self, at: int) -> int:
        """The end of the line on which a step of several lines ends."""
        line_end = end_of_line(self._text, at, self._end)
        self.reached = line_end
        self._closings = closings(self._text, at, line_end)
        return line_end

    def _finished(self, begun: _Begun, action: ActionText, line_end: int) -> StepText | Error:
        """The step with the cost or duration after its action."""
        start, _, chosen, time, ordinal = begun
        cost = STEP_COST.match(self._text, action.end, line_end)
        if cost and chosen in (PlanFormat.LOG, PlanFormat.INDEXED):
            return StepText(start, cost.end(), (action,), chosen, ordinal=ordinal)
        duration = duration_at(self._text, action.end, line_end)
        if isinstance(duration, Error):
            return duration
        if duration is None:
            return StepText(start, action.end, (action,), chosen, False, time, None, ordinal)
        if chosen is PlanFormat.SEQUENTIAL:
            chosen = PlanFormat.TIMED
        return StepText(
            start, duration.end, (action,), chosen, False, time, duration.value, ordinal
        )

    def _following(self, at: int, line_end: int) -> _Begun | None:
        """A further step on the same line."""
        at = end_of(ARROW, self._text, at, line_end)
        prefix = TIME.match(self._text, at, line_end)
        if prefix and number(prefix[1]) is None:
            prefix = None
        body = prefix.end() if prefix else at
        action = self._wrapped(body, line_end) if body < line_end else None
        if action is None:
            return None
        if prefix:
            return _Begun(at, action, PlanFormat.TIMED, prefix[1])
        return _Begun(at, action, PlanFormat.SEQUENTIAL)

    def _trailing(self, at: int, line_end: int, decorated: bool) -> Iterator[Item]:
        """The text after the last step of a line."""
        text, span = self._text, Span(at, line_end)
        if text[at] == ";":
            yield from stated_cost(text, at, line_end)
        elif decorated or REMARK.match(text, at):
            yield Skip(span, "remark")
        elif text[at] == ")":
            yield Error("unopened-step", span, "unmatched `)`")
        else:
            yield Error("text-after-step", span, "expected the end of the line after a step")

    def _announced(self, at: int, line_end: int) -> ActionText | None:
        """The action at the end of a line such as ``Then go up: `(up)`.``, or before a remark in a
        numbered item such as ``1. **Go up**: `(up)` - all are up``."""
        text = self._text
        close = at + len(text[at:line_end].rstrip(" \t.,*`")) - 1
        openings = [opening for opening, end in self._closings.items() if end == close]
        first = text.find("(", at, line_end)
        is_item = first > at and item_number(text, at, first) is not None
        if is_item and first in self._closings:
            behind = self._closings[first] + 1
            rest = end_of(GLUE, text, behind, line_end)
            if REMARK.match(text, rest) or "." in text[behind:rest]:
                openings.append(first)
        for opening in openings:
            before = text[max(at, opening - 3) : opening]
            if not (ANNOUNCED.search(before) or (is_item and DASHED.search(before))):
                continue
            if opening > at and not EXPLANATION.match(
                text, end_of(DECORATION, text, at, opening), opening
            ):
                action = bracketed(text, opening, line_end, self._end, self._closings.get)
                return action if isinstance(action, ActionText) else None
        return None

    def _other(self, at: int, body: int, line_end: int) -> Iterator[Item]:
        """A line without a step after its marker: prose, or a step without its `(`."""
        text = self._text
        cost = list(stated_cost(text, at, line_end))
        if cost:
            yield from cost
            return
        action = self._announced(at, line_end)
        if action:
            yield Skip(Span(at, action.at), "text")
            yield StepText(action.at, action.end, (action,), PlanFormat.PROSE)
            return
        if UNPARTED_TIME.match(text, at, line_end):
            yield Error("missing-colon", Span(at, line_end), "expected `:` after the time")
            return
        stop = before_comment(text, at, line_end)
        if looks_bare(text, body, stop) and self._is_step(at, body, stop, line_end):
            self._number = item_number(text, at, body)
            yield unwrapped(body, stop)
            return
        close = stop - 1
        if text[close] == ")" and text.find("(", at, close) < 0 and looks_bare(text, at, close):
            yield Error("unopened-step", Span(at, close + 1), "missing `(` before this step")
            return
        yield Skip(Span(at, line_end), "text")

    def _is_step(self, at: int, body: int, stop: int, line_end: int) -> bool:
        """Whether a line of words is a step without parentheses. It must begin with the name of an
        action. A list item, which may also be prose, must follow the last step, and may be any
        words if the next item is a step."""
        text = self._text
        first = NAME.match(text, body, stop)
        is_known = bool(first and (JOINED.search(first[0]) or first[0].lower() in self.names))
        number = item_number(text, at, body)
        if body == at:
            return is_known
        if number is None or self._number is None or number != self._number + 1:
            return False
        below = start_of_next_line(text, line_end, self._end)
        step = end_of(DECORATION, text, below, self._end)
        is_between = item_number(text, below, step) == number + 1 and text[step : step + 1] == "("
        return is_known or is_between
