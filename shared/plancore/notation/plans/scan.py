"""Detect the notation of a plan text and scan it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from plancore.model.plan import PlanFormat
from plancore.notation.plans.comma import scan_commas
from plancore.notation.plans.items import (
    Error,
    Item,
    PlanBoundary,
    Skip,
    StepText,
    boundary,
)
from plancore.notation.plans.json_text import is_json, scan_json, scan_yaml
from plancore.notation.plans.lines import scan_lines
from plancore.notation.plans.other_texts import NO_PLAN, PEEK, is_table
from plancore.notation.plans.regions import Regions, answer_of, plan_regions
from plancore.notation.plans.rewriting import as_usual, unescaped, without_escapes
from plancore.source import Span

_BEGINNING = re.compile(r"(?:\s|;[^\r\n]*)*")
_TREE = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:root|BehaviorTree)\b", re.DOTALL)
_TRAJECTORY = re.compile(
    r"(?:\s|;[^\r\n]*[\r\n])*\(\s*(?::?trajectory(?![\w-])|\(\s*:(?:init|objects|state)(?![\w-]))",
    re.IGNORECASE,
)
_DEFINITION = re.compile(r"\(\s*define\b", re.IGNORECASE)
# After prose: an answer in natural language that has a domain in it.
_NAMED_DEFINITION = re.compile(r"\(\s*define\s*\(\s*(?:domain|problem)\b", re.IGNORECASE)
_EMBEDDED: Final = re.compile(
    r"^[ \t]*+(?:[A-Za-z][\w ]{0,40}:[ \t]*+)?(?=[\[{]\s*[\"'\[{])", re.MULTILINE
)
"""The first line of JSON behind other text."""
_STEP_LINE = re.compile(
    r"^[ \t]*(?:[-*+][ \t]|[\d.]+[ \t]*[:)]?)?[ \t`*]*\([^(),\r\n]*\)[^(,{\r\n]*$", re.MULTILINE
)
_SENTENCE = re.compile(r"[.?!:][ \t]*$", re.MULTILINE)
_COMMENT = re.compile(r";[^\r\n]*")
_LOGGED = re.compile(
    r"^[ \t]*(?:\[[\w.-]+\][ \t]*)?\[[ \t]*(?:DEBUG|INFO|WARN|ERROR)", re.MULTILINE
)
_COMMA_MARK = re.compile(r"[(){},\r\n]")
_LISTED = re.compile(r"\s*(SequentialPlan\(\s*)?\[")
_LINE_BREAK = re.compile(r"(?<!\\)\\++(?=[ \t]*+(?:[\r\n]|\Z))")
"""A line break in Markdown and shells, which has no meaning in a plan."""
_SURE = re.compile(r"[({]")
_ARGUMENTS: Final = re.compile(
    r"[\"'](?:args|arguments|parameters|params|objects)[\"']\s*:", re.IGNORECASE
)
_PLAN_KEY: Final = re.compile(r"[\"'](?:sas_)?plan[\"']\s*:\s*\[", re.IGNORECASE)
_OF_PROGRAMS: Final = (
    *(PlanFormat.TIMED, PlanFormat.PDDL4J, PlanFormat.UNIFIED_PLANNING, PlanFormat.JSON),
)
"""Notations that no other text has."""
_LEADING: Final = r"\b(?:step|action|time|first|then|next|finally|and|plan)\b"
_SIGNS: Final = r"[^A-Za-z\n({\[]*+"
_LEAD = re.compile(rf"(?:[^A-Za-z]|{_LEADING})*", re.IGNORECASE)
_MAY_BE_LONE = re.compile(
    rf"^(?>(?:{_SIGNS}{_LEADING})*){_SIGNS}(?:[a-z][^\s(){{}}\[\]]*+)?{_SIGNS}[({{\[]"
    r"|\([0-9]+\)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""At most one word before the first parenthesis or bracket of a line, or a cost at its end."""
_NUMBER = re.compile(r"[0-9]")
_REST = re.compile(r"(?!\.)[^A-Za-z(;#\n]*(?:[(;#\n]|\Z)")
_BETWEEN = re.compile(r"(?:[^A-Za-z;#]|[;#][^\n]*)*")
"""The text before, after and between steps on lines of their own."""
_PRINTED = re.compile(r"Solution found|Plan (?:length|cost):")
_REFUSAL = re.compile(
    r"\s*(?:null|none|nil|n/?a|no(?:-plan)?|not|unsolvable|unsolved|unsat|impossible|infeasible"
    r"|fail(?:ed|ure)?)(?![\w-])",
    re.IGNORECASE,
)
"""The beginning of short answers without a plan."""
_AROUND: Final = 5
"""The text of a plan of one step is at most so many times as long as the step."""
_POINTER: Final = "version https://git-lfs."


def scan(text: str, *, drafts: bool = False) -> Iterator[Item]:
    """The items of `text`, in any notation, in textual order; with `drafts` also those in
    thinking sections."""
    yield from unescaped(_scan(as_usual(without_escapes(text)), drafts), text)


def _scan(text: str, drafts: bool) -> Iterator[Item]:
    start = 1 if text.startswith("\ufeff") else 0
    text = _LINE_BREAK.sub(lambda match: " " * len(match[0]), text)
    if is_definition(text) or _TREE.match(text, start) or _TRAJECTORY.match(text, start):
        kind = "behaviour tree" if text.lstrip().startswith("<") else "domain or problem"
        kind = "trajectory" if _TRAJECTORY.match(text, start) else kind
        yield Error("not-a-plan", Span(start, len(text)), f"not a plan but a {kind}")
        return
    if text.startswith(_POINTER):
        message = "not a plan but a pointer of Git LFS; get the file with `git lfs pull`"
        yield Error("not-a-plan", Span(0, len(text)), message)
        return
    if is_table(text):
        yield Error("not-a-plan", Span(start, len(text)), "not a plan but a table of values")
        return
    if is_json(text, start):  # its strings may have marks, too
        yield from _scan_part(text, start, len(text))
        return
    answer = Span(start, len(text)) if drafts else answer_of(text, start)
    regions = _beside_definitions(text, plan_regions(text, *answer))
    if regions.marked and not any(_has_step(text, part) for part in regions.parts):
        regions = Regions(regions.parts if regions.final else (answer,), marked=False)
    done = start
    for part in regions.parts:
        yield from _around(text, done, part.start)
        for item in _scan_part(text, part.start, part.end):
            if regions.marked and isinstance(item, StepText):
                yield item._replace(format=PlanFormat.PROSE)
            else:
                yield item
        done = part.end
    yield from _around(text, done, len(text))


def looks_like_plan(text: str) -> bool:
    """Whether `text` is a plan rather than a domain or problem, by its first few steps, or by what
    a planner printed at its end."""
    return any(_first_steps(text)) or (len(text) > PEEK and is_printed_plan(text[-PEEK:]))


def is_surely_plan(text: str) -> bool:
    """Whether `text` is certainly a plan. Lines of words only, as in lists of names and licences,
    items of a list, and JSON are not sufficient."""
    return any(_sure_steps(text))


def is_plan_by_content(text: str) -> bool:
    """Whether `text` is a plan although its name does not say so: at least two certain steps, or
    one with little text around it. They are on lines of their own, next to each other, or numbered:
    prose, licences and programs have words in parentheses, too."""
    if _MAY_BE_LONE.search(text) is None:  # quick, as few notes have such lines
        return False
    last: StepText | None = None
    is_printed = _PRINTED.search(text) is not None
    for step, is_item in _lone_steps(text):
        if is_printed:
            return True
        if last is not None and (is_item or _BETWEEN.fullmatch(text, last.end, step.start)):
            return True
        last = step
    return last is not None and len(text.strip()) <= _AROUND * (last.end - last.start)


def is_printed_plan(text: str) -> bool:
    """Whether `text`, the end of a long log, has a plan that a planner printed."""
    return _PRINTED.search(text) is not None and is_plan_by_content(text)


def _lone_steps(text: str) -> Iterator[tuple[StepText, bool]]:
    """The certain steps on lines without other words, and whether they are numbered or in a
    notation that only plans have. A number may be followed by an explanation."""
    done, is_printed = 0, _PRINTED.search(text) is not None
    for step in _sure_steps(text):
        begin = max(text.rfind("\n", 0, step.start) + 1, done)
        lead = _LEAD.match(text, begin, step.end)
        done = step.end
        if step.format in _OF_PROGRAMS or (step.format is PlanFormat.LOG and is_printed):
            yield step, True
        elif lead is not None and lead.end() >= step.start:
            is_item = _NUMBER.search(lead[0]) is not None
            is_explained = is_item and len(step.actions[0].words) > 1  # not `1. (optional) test`
            if is_explained or _REST.match(text, step.end):
                yield step, is_item


def _sure_steps(text: str) -> Iterator[StepText]:
    """The steps with parentheses or braces, other than those of a number: `(1) install it`. In JSON
    those with parentheses, with a key for arguments, or in an array that is called a plan."""
    for step in _first_steps(text):
        action = step.actions[0]
        if step.format is PlanFormat.JSON:
            is_named = len(action.words) > 1 or text.startswith("{", step.start)
            is_called_so = is_named and _PLAN_KEY.search(text, 0, step.start)
            is_sure = is_called_so or _ARGUMENTS.search(text, step.start, step.end)
            if is_sure or _SURE.search(text, action.at, action.end):
                yield step
        elif _SURE.search(text, action.at, step.end):
            yield step


def around_steps(text: str) -> list[str]:
    """The text of a plan that is not in its steps: skipped text and malformed steps."""
    items = (item for item in scan(text) if isinstance(item, Skip | Error))
    return [text[item.span.start : item.span.end].strip() for item in items]


def _first_steps(text: str) -> Iterator[StepText]:
    """The steps near the beginning; none if the text is a domain or a problem."""
    if not (is_definition(text) or _NAMED_DEFINITION.search(text, 0, PEEK)):
        beginning = text[: _first_word(text) + PEEK]
        if len(beginning) < len(text):
            beginning = beginning[: max(beginning.rfind("\n"), len(beginning) - PEEK // 2)]
        yield from (item for item in scan(beginning, drafts=True) if isinstance(item, StepText))


def is_definition(text: str) -> bool:
    """Whether `text` starts, after comments, with `(define`, like domains and problems."""
    return _DEFINITION.match(text, _first_word(text)) is not None


def _first_word(text: str) -> int:
    beginning = _BEGINNING.match(text, 1 if text.startswith("\ufeff") else 0)
    return beginning.end() if beginning else 0


def _beside_definitions(text: str, regions: Regions) -> Regions:
    """The regions without those that repeat the domain or the problem, if any are left."""
    parts = tuple(p for p in regions.parts if not is_definition(text[p.start : p.end]))
    return regions._replace(parts=parts or regions.parts)


def _has_step(text: str, part: Span) -> bool:
    return any(isinstance(item, StepText | Error) for item in _scan_part(text, *part))


def _scan_part(text: str, start: int, end: int) -> Iterator[Item]:
    if is_json(text, start, end):
        return scan_json(text, start, end, scan)
    in_yaml = scan_yaml(text, start, end, scan)
    if in_yaml is not None:
        return in_yaml
    listed = _LISTED.match(text, start, end)
    close = text.rfind("]", start, end)
    if listed and text[close:end].strip() in ("]", "])") and _is_one(text, listed.end(), close):
        items = scan_commas(text, listed.end(), close)
        return _as_printout(items) if listed[1] else items
    if _is_comma_text(text, start, end):
        return scan_commas(text, start, end)
    return _scan_lines(text, start, end)


def _is_one(text: str, start: int, close: int) -> bool:
    """Whether the list that begins before `start` does not end before `close`."""
    first = text.find("]", start, close)
    return first < 0 or text.find("[", start, first) >= 0


def _as_printout(items: Iterator[Item]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, StepText):
            item = item._replace(format=PlanFormat.UNIFIED_PLANNING)
        yield item


def _scan_lines(text: str, start: int, end: int) -> Iterator[Item]:
    """The items of lines. If none is certainly a step, bare `a b` lines are, or JSON below other
    lines, except in a text that states that there is no plan."""
    held: list[Item] = []
    items = scan_lines(text, start, end)
    for item in items:
        held.append(item)
        if isinstance(item, StepText) or (
            isinstance(item, Error) and item.code != "missing-parentheses"
        ):
            yield from held
            yield from items
            return
    embedded = _EMBEDDED.search(text, start, end)
    if embedded:
        yield Skip(Span(start, embedded.end()), "text")
        yield from scan_json(text, embedded.end(), end, scan)
        return
    said = _COMMENT.sub("", text[start:end])
    refused = _REFUSAL.match(said) or NO_PLAN.search(said)
    yield from scan_lines(text, start, end, bare_steps=refused is None)


def _is_comma_text(text: str, start: int, end: int) -> bool:
    """Whether commas or braces separate the steps. Not if the text has sentences or step lines."""
    part = _COMMENT.sub("", text[start:end])
    if _LOGGED.search(part):
        return False
    if "," not in part and "{" not in part and "}" not in part:
        return False
    if _STEP_LINE.search(part) or _SENTENCE.search(part):
        return False
    depth = 0
    begin, parted = 0, False
    for match in _COMMA_MARK.finditer(part):
        if match[0] == "(":
            depth += 1
        elif match[0] == ")":
            depth -= depth > 0
        elif match[0] in "\r\n":
            if depth:  # an action that is not closed on its line: commas prove nothing
                return False
        elif not depth:
            parted = True
            if _is_clause(part[begin : match.start()]):
                return False
            begin = match.end()
    return (parted or depth > 0) and not _is_clause(part[begin:])


def _is_clause(piece: str) -> bool:
    """Whether this is part of a sentence rather than a step: several words in mixed case."""
    words = piece.split()
    mixed = piece not in (piece.lower(), piece.upper())
    return len(words) > 1 and mixed and "(" not in piece


def _around(text: str, start: int, end: int) -> Iterator[Item]:
    """The text outside the plan's region, without surrounding blanks."""
    piece = text[start:end]
    if piece.strip():
        at = start
        for line in piece.splitlines(keepends=True):
            begin = at + len(line) - len(line.lstrip())
            sure = boundary(text, begin, at + len(line.rstrip()))
            if sure is not None:
                yield PlanBoundary(Span(begin, at + len(line.rstrip())), sure)
            at += len(line)
        begin = start + len(piece) - len(piece.lstrip())
        yield Skip(Span(begin, begin + len(piece.strip())), "text")
