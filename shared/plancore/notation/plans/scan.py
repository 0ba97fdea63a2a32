r"""Any plan text: which notation it is in, and what stands in it.

Escapes of Markdown and of strings that got into the text of a plan.

Language models write `\(pick\_up a\)` for Markdown that nobody renders, and a line break as `\n`
where a string was printed as it is.

::

    action = "\(" word (blank word)* "\)"              a name of two characters or more first
    word   = (letter | digit | "_" | "-" | "\_" | "\-")+
    break  = ("\r" | "\n")+                           behind ")" or "]", or before "("
    text   = ("data:" blank*)? '"' any* '"'           with an escape in it, on one line

Anything else behind a backslash stays as it is: mathematics and refusals are not to become steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from plancore.diagnostic import Severity
from plancore.model.plan import PlanFormat, plain_layout
from plancore.notation.plans.comma import scan_commas
from plancore.notation.plans.groups import end_of_line
from plancore.notation.plans.items import ActionText, Error, Item, ReaderNote, Skip, StepText
from plancore.notation.plans.json_text import scan_json, scan_yaml
from plancore.notation.plans.lines import scan_lines
from plancore.source import Span

_MARK = re.compile(r"\[[ \t]*(/?)[ \t]*(?:(END)[ \t]+)?PLAN[ \t]*(END)?[ \t]*\]", re.IGNORECASE)
_FENCE = re.compile(r"^[ \t>]*(?P<mark>`{3,}|~{3,})(?P<info>[^\r\n(]*)[^\r\n]*", re.MULTILINE)
"""The line of a fence. Some write the first step beside it, behind the name of the language."""


class Regions(NamedTuple):
    """The parts of a text that may hold steps, and whether anything marks them as such."""

    parts: tuple[Span, ...]
    marked: bool


def plan_regions(text: str, start: int) -> Regions:
    """The parts of `text` from `start` on in which to look for steps.

    The last part between plan marks counts, as a language model that corrects itself gives
    its answer last; without marks all fenced parts; without fences everything.
    """
    end = len(text)
    marks = list(_MARK.finditer(text, start))
    if marks:
        parts = _between_marks(marks, end)
        if parts:
            last = parts[-1]
            fenced = _fenced(text, last.start, last.end)
            return Regions(tuple(fenced) or (last,), marked=True)
    fenced = _fenced(text, start, end)
    if fenced:
        return Regions(tuple(fenced), marked=True)
    return Regions((Span(start, end),), marked=False)


def _between_marks(marks: list[re.Match[str]], end: int) -> list[Span]:
    parts: list[Span] = []
    begin: int | None = None
    for mark in marks:
        closes = bool(mark[1] or mark[2] or mark[3])
        if not closes:
            begin = mark.end()
        elif begin is not None:
            parts.append(Span(begin, mark.start()))
            begin = None
    if begin is not None:
        parts.append(Span(begin, end))
    return parts


def _fenced(text: str, start: int, end: int) -> list[Span]:
    parts: list[Span] = []
    opening: re.Match[str] | None = None
    for fence in _FENCE.finditer(text, start, end):
        if opening is None:
            closed = text.find(fence["mark"], fence.end("mark"), fence.end())
            if closed < 0:
                opening = fence
            else:
                parts.append(Span(min(fence.end("info"), closed), closed))
        elif fence["mark"].startswith(opening["mark"]):
            parts.append(_inside(opening, fence.start()))
            opening = None
    if opening is not None:
        parts.append(_inside(opening, end))
    return parts


def _inside(opening: re.Match[str], end: int) -> Span:
    beside = opening.end("info") < opening.end()
    return Span(min(opening.end("info") + (not beside), end), end)


_JSON = re.compile(r"\s*(?:\[\s*(?:\(?\s*[\"'\[{]|\]\s*\Z)|\{\s*[\"'])")
_BEGINNING = re.compile(r"(?:\s|;[^\r\n]*)*")
_TREE = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:root|BehaviorTree)\b", re.DOTALL)
_DEFINITION = re.compile(r"\(\s*define\b", re.IGNORECASE)
# Behind prose: an answer in natural language with a domain in it.
_NAMED_DEFINITION = re.compile(r"\(\s*define\s*\(\s*(?:domain|problem)\b", re.IGNORECASE)
_STEP_LINE = re.compile(r"^[ \t]*(?:[\d.]+[ \t]*:)?[ \t]*\([^(),\r\n]*\)[^(,{\r\n]*$", re.MULTILINE)
_SENTENCE = re.compile(r"[.?!:][ \t]*$", re.MULTILINE)
_COMMENT = re.compile(r";[^\r\n]*")
_LOGGED = re.compile(
    r"^[ \t]*(?:\[[\w.-]+\][ \t]*)?\[[ \t]*(?:DEBUG|INFO|WARN|ERROR)", re.MULTILINE
)
_COMMA_MARK = re.compile(r"[(){},\r\n]")
_LISTED = re.compile(r"\s*(SequentialPlan\(\s*)?\[")
_LINE_BREAK = re.compile(r"(?<!\\)\\++(?=[ \t]*+(?:[\r\n]|\Z))")
"""How Markdown and shells break a line; it means nothing in a plan."""
_SURE = re.compile(r"[({]")
_REFUSAL = re.compile(
    r"\s*(?:null|none|nil|n/?a|no(?:-plan)?|not|unsolvable|unsolved|unsat|impossible|infeasible"
    r"|fail(?:ed|ure)?)(?![\w-])",
    re.IGNORECASE,
)
"""What answers without a plan begin with, where they are not written as a sentence."""
_PEEK = 20_000
_POINTER: Final = "version https://git-lfs."


def scan(text: str) -> Iterator[Item]:
    """The items of `text`, in any notation, in the order of the text."""
    yield from unescaped(_scan(_as_usual(without_escapes(text))), text)


def _scan(text: str) -> Iterator[Item]:
    start = 1 if text.startswith("\ufeff") else 0
    text = _LINE_BREAK.sub(lambda match: " " * len(match[0]), text)
    if is_definition(text) or _TREE.match(text, start):
        kind = "behaviour tree" if text.lstrip().startswith("<") else "domain or problem"
        yield Error("not-a-plan", Span(start, len(text)), f"not a plan but a {kind}")
        return
    if text.startswith(_POINTER):
        message = "not a plan but a pointer of Git LFS; get the file with `git lfs pull`"
        yield Error("not-a-plan", Span(0, len(text)), message)
        return
    regions = _beside_definitions(text, plan_regions(text, start))
    if regions.marked and not any(_has_step(text, part) for part in regions.parts):
        regions = Regions((Span(start, len(text)),), marked=False)
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
    """Whether `text` is a plan rather than a domain or problem, by its first few steps."""
    return any(_first_steps(text))


def is_surely_plan(text: str) -> bool:
    """Whether `text` is a plan rather than anything else: lines of words alone, as lists of names
    and licences have them, do not say so, nor do items of a list or texts in JSON."""
    return any(_SURE.search(text, step.start, step.end) for step in _first_steps(text))


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
    "an HTML page": re.compile(r"\A\s*<(?:!doctype|html)", re.IGNORECASE),
    "XML": re.compile(r"\A\s*<\?xml", re.IGNORECASE),
    "JSON without steps": re.compile(r"\A\s*[{\[].*[}\]]\s*\Z", re.DOTALL),
}
"""What texts without steps are, in the order in which they are tried."""


def kind_of_text(text: str) -> str:
    """What a text without steps looks like, as far as its first and last words tell."""
    ends = text[:_PEEK] + text[-_PEEK:] if len(text) > 2 * _PEEK else text
    found = next((kind for kind, pattern in _KINDS.items() if pattern.search(ends)), None)
    return f"this looks like {found}" if found else "the text has no steps"


def around_steps(text: str) -> list[str]:
    """What stands in a plan text besides the steps: what is passed over, and what is no step."""
    items = (item for item in scan(text) if isinstance(item, Skip | Error))
    return [text[item.span.start : item.span.end].strip() for item in items]


def _first_steps(text: str) -> Iterator[StepText]:
    """The steps near the beginning; none of what defines a domain or a problem."""
    if not (is_definition(text) or _NAMED_DEFINITION.search(text, 0, _PEEK)):
        beginning = text[: _first_word(text) + _PEEK]
        if len(beginning) < len(text):
            beginning = beginning[: max(beginning.rfind("\n"), len(beginning) - _PEEK // 2)]
        yield from (item for item in scan(beginning) if isinstance(item, StepText))


def is_definition(text: str) -> bool:
    """Whether `text` starts, after comments, with `(define`, as domains and problems do."""
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
    if _JSON.match(text, start, end):
        return scan_json(text, start, end)
    in_yaml = scan_yaml(text, start, end)
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
    """The lines; where none of them is a step for certain, bare `a b` lines are steps, unless the
    text says that there is no plan."""
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
    refused = _REFUSAL.match(text, start, end) is not None
    yield from scan_lines(text, start, end, bare_steps=not refused)


def _is_comma_text(text: str, start: int, end: int) -> bool:
    """Whether commas or braces part the steps; a text with sentences or step lines is none."""
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
            if depth:  # an action that is not closed on its line: commas prove nothing then
                return False
        elif not depth:
            parted = True
            if _is_clause(part[begin : match.start()]):
                return False
            begin = match.end()
    return (parted or depth > 0) and not _is_clause(part[begin:])


def _is_clause(piece: str) -> bool:
    """Whether this is a piece of a sentence rather than a step: several words in mixed case."""
    words = piece.split()
    mixed = piece not in (piece.lower(), piece.upper())
    return len(words) > 1 and mixed and "(" not in piece


def _around(text: str, start: int, end: int) -> Iterator[Item]:
    """Text outside the marked part, without the blanks around it."""
    piece = text[start:end]
    if piece.strip():
        begin = start + len(piece) - len(piece.lstrip())
        yield Skip(Span(begin, begin + len(piece.strip())), "text")


# Notations of programs, rewritten in place: what is left out becomes blanks.

_WHERE_LOGGED: Final = re.compile(
    r"\x1b\[[0-9;?]*[A-Za-z]"
    r"|^\[[A-Za-z_][\w.]*-\d+\][ \t](?=[ \t]*(?:-[ \t]|[a-z_]+:))"
    r"|^[ \t]*(?:\[[^\]\r\n]*\]:?[ \t]*)+(?:[Pp]lan:[ \t]*)?(?=\d[\d.]*[ \t]*:[ \t]*\()",
    re.MULTILINE,
)
"""Colours of a terminal, and the node, level and time of a log before a step."""
_MESSAGE: Final = re.compile(
    r"\bPlanItem\([ \t]*time=([\d.]+),[ \t]*action=(['\"])(\([^()\r\n]*\))\2,[ \t]*"
    r"duration=([\d.]+)[ \t]*\)"
)
"""A step in a message of PlanSys2, as ROS 2 prints the answer of a service."""
_NUMBERED: Final = re.compile(r"^([ \t]*)\[(\d{1,9})\](?=[ \t]+\()", re.MULTILINE)
_ARROW: Final = re.compile(r"->|=>|\u2192")
_CHAINED: Final = re.compile(
    r"\s*[A-Za-z][\w \t-]*?(?:[ \t](?:->|=>|\u2192)[ \t]+[A-Za-z][\w \t-]*?)+\s*"
)
"""`move a b -> stop`, the only line of the text."""
_CALL: Final = r"[A-Za-z][\w-]*\([\w ,-]*\)"
_BETWEEN_CALLS: Final = re.compile(rf"(?<=\)[ \t]);(?=[ \t]*{_CALL})|(?<=\));(?=[ \t]*{_CALL})")
_BOXED: Final = re.compile(r"([\s$]*\\boxed\{)([^{}]*)(\}[\s$]*)")
_SENTENCES: Final = re.compile(r"\s*(?:[a-z][\w-]*(?:[ \t]+[\w-]+){0,6}\.[ \t]*(?:[\r\n]+|\Z)){2,}")
"""Steps that end with a full stop: lines in lower case."""
_ROWS: Final = re.compile(r"\s*(?:\d{1,9},[A-Za-z][\w-]*(?:,[\w-]+)*[ \t]*(?:[\r\n]+|\Z))+")
_ROW: Final = re.compile(r"(\d+),([^\r\n]*)")
"""Rows of CSV: number, action, objects."""
_GROUNDED: Final = re.compile(
    r"^[ \t]*\d{1,9}[ \t]*:?[ \t]*[A-Za-z_][\w-]*\[(?:[\w-]+(?:,[ \t]*[\w-]+)*)?\][ \t]*$",
    re.MULTILINE,
)
"""The name of a ground action, as panda prints it before it is translated back: `0 move[a,b]`."""
_PRIMITIVE: Final = re.compile(r"(?<=\()!!?")
"""What SHOP puts before the names of actions."""
_OBJECT: Final = re.compile(r"<[A-Za-z]\w*[ \t]+(\([^()<>\r\n]*\))[ \t]*>")
_ARGUMENT: Final = r"(?:'[^'\s,()]+'|\"[^\"\s,()]+\")"
_TUPLE: Final = re.compile(
    r"(?<![\w'\"\-])([A-Za-z][\w-]*)([ \t]*)"
    rf"\(([ \t]*{_ARGUMENT}(?:[ \t]*,[ \t]*{_ARGUMENT})*)[ \t]*,?[ \t]*\)"
    r"|(?<![\w'\"\-])([A-Za-z][\w-]*)([ \t]+)\([ \t]*\)(?=[ \t]*$)",
    re.MULTILINE,
)
"""A name and a tuple of Python: `go ('east', 'person')`."""
_ASSIGNED: Final = re.compile(r"\s*[A-Za-z_]\w*[ \t]*(?::[^=\r\n]*)?=[ \t]*(?=\[)")
_QUOTES: Final = str.maketrans("\u201c\u201d\u201e\u2018\u2019", "     ")
_EMPHASISED: Final = re.compile(
    r"^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)"
    r"((?:\*\*|`)[\w-]+(?:\*\*|`)(?:[ \t]+[`*]*[\w-]+[`*]*)*)[ \t]*$",
    re.MULTILINE,
)
_NESTED: Final = re.compile(
    r"\s*(\()(?:\s*\(!?[^()]*\)(?:[ \t]*\d+(?:\.\d+)?(?=[\s()]))?)+\s*(\))\s*"
)
_DEFINED: Final = re.compile(
    r"(\s*\(\s*define\s*\(\s*plan\b[^()]*\)(?:\s*\(\s*:(?:domain|problem)[^()]*\))*\s*"
    r"\(\s*:(?:actions|steps|plan)\b)((?:\s*\([^()]*\))+\s*)(\)\s*\)\s*)",
    re.IGNORECASE,
)
_COST_BEHIND: Final = re.compile(r"(?<=\))[ \t]*\d+(?:\.\d+)?(?=[\s()]|\Z)")


def _as_usual(text: str) -> str:
    """`text` with the notations of Python, Lisp, terminals and logs as plain steps; each character
    stays at its place."""
    if "\x1b" in text or "[" in text:
        text = _WHERE_LOGGED.sub(_blank, text)
        text = _NUMBERED.sub(lambda match: f"{match[1]} {match[2]}.", text)
        text = _GROUNDED.sub(lambda match: re.sub(r"[\[\],]", " ", match[0]), text)
    if "(!" in text:
        text = _PRIMITIVE.sub(_blank, text)
    if "PlanItem(" in text:
        text = _of_messages(text)
    if len(text) < _PEEK and _CHAINED.fullmatch(text):
        text = _ARROW.sub(lambda match: "\n".ljust(len(match[0])), text)
    if ");" in text or ") ;" in text:
        text = _BETWEEN_CALLS.sub("\n", text)
    if "&nbsp;" in text:
        text = text.replace("&nbsp;", " " * 6)
    boxed = _BOXED.fullmatch(text)
    if boxed:
        text = f"{_blanked(boxed[1])}{boxed[2]}{_blanked(boxed[3])}"
    if _SENTENCES.fullmatch(text):
        text = text.replace(".", " ")
    if _ROWS.fullmatch(text):
        text = _ROW.sub(lambda match: f"{match[1]}:{match[2].replace(',', ' ')}", text)
    if "<" in text:
        text = _OBJECT.sub(lambda match: match[1].rjust(len(match[0])), text)
    assigned = _ASSIGNED.match(text)
    if assigned:
        text = " " * assigned.end() + text[assigned.end() :]
    if not text.isascii():
        text = text.translate(_QUOTES)
    if _JSON.match(text):
        return text
    if "'" in text or '"' in text or "()" in text:
        text = _TUPLE.sub(_call, text)
    if "`" in text or "**" in text:
        text = _EMPHASISED.sub(_without_emphasis, text)
    defined = _DEFINED.fullmatch(text)
    if defined:
        return _blanked(defined[1]) + defined[2] + _blanked(defined[3])
    nested = _NESTED.fullmatch(text)
    if nested:
        inner = text[nested.end(1) : nested.start(2)]
        inner = _COST_BEHIND.sub(_blank, inner)
        text = f"{text[: nested.start(1)]} {inner} {text[nested.end(2) :]}"
    return text


def _blank(match: re.Match[str]) -> str:
    return _blanked(match[0])


def _blanked(text: str) -> str:
    return re.sub(r"[^\r\n]", " ", text)


def _of_messages(text: str) -> str:
    """The text of messages with `0.0: (a b) [2.0]` for each step and blanks between steps."""
    parts: list[str] = []
    done = 0
    for step in _MESSAGE.finditer(text):
        line = max(text.rfind("\n", done, step.start()) + 1, done)
        parts += [text[done:line], " " * (step.start(1) - line), step[1], ": "]
        parts += [step[3].rjust(step.end(3) - step.end(1) - 2), " " * (step.start(4) - step.end(3))]
        parts[-1] = f"{parts[-1][:-1]}["
        parts += [step[4], "]", " " * (step.end() - step.end(4) - 1)]
        done = step.end()
    closed = end_of_line(text, done, len(text)) if done else 0
    return "".join([*parts, " " * (closed - done), text[closed:]])


def _call(match: re.Match[str]) -> str:
    name, gap, arguments = match[1] or match[4], match[2] or match[5] or "", match[3] or ""
    plain = re.sub(r"['\"]", " ", arguments)
    # The parenthesis moves, not the name.
    return f"{name}({gap}{plain}{' ' * (len(match[0]) - len(name + gap + plain) - 2)})"


def _without_emphasis(match: re.Match[str]) -> str:
    return match[1] + re.sub(r"[`*]", " ", match[2]).ljust(len(match[0]) - len(match[1]))


_ACTION: Final = re.compile(r"\\\(([ \t]*+[^\W\d_](?:[\w-]|\\[_-])++(?:[\w \t-]|\\[_-])*+)\\\)")
_BREAK: Final = re.compile(
    r"(?:(?<=[)\]])|(?<=[)\]][ \t]))(?:\\[rn])++|(?<!\\[rn])(?:\\[rn])++(?=[ \t]*+\()"
)
_QUOTED: Final = re.compile(r'(\s*+)"([^"\r\n\\]*+\\[^"\r\n]*+)"(\s*+)')
_ECHOED: Final = re.compile(r"^([ \t]*data:[ \t]*)\"((?:[^\"\\\r\n]|\\[^\r\n])*+)\"", re.MULTILINE)
"""A text as `rostopic echo` prints it."""
_IN_NAME: Final = re.compile(r"\\([_-])")
_BLANKS: Final = {r"\n": " \n", r"\r": "  "}
_ESCAPE: Final = re.compile(r"\\[()rn_-]")


def without_escapes(text: str) -> str:
    """`text` with blanks and line breaks for what is escaped, each at its place.

    Escapes in names stay, for the text keeps its length; `unescaped` takes them out of the words.
    """
    if "\\" not in text:
        return text
    text = _ECHOED.sub(_without_quotes, text)
    quoted = _QUOTED.fullmatch(text)
    if quoted:
        text = f"{quoted[1]} {quoted[2]} {quoted[3]}"
    text = _ACTION.sub(lambda match: f" ({match[1]} )", text)
    return _BREAK.sub(_blanks, text)


def _without_quotes(match: re.Match[str]) -> str:
    """Lines with blanks for the key and quotes around them."""
    lines = re.sub(r"\\(.)", lambda each: _BLANKS.get(each[0], each[0]), match[2])
    return f"{' ' * len(match[1])} {lines} "


def unescaped(items: Iterator[Item], written: str) -> Iterator[Item]:
    """`items` with plain words, and a remark before the first step that had an escape.

    What has a backslash in a name even so is no step. `written` is the text as it was; strings of
    JSON have escapes of their own.
    """
    if "\\" not in written:
        yield from items
        return
    is_noted = False
    for item in items:
        if not isinstance(item, StepText) or item.format is PlanFormat.JSON:
            yield item
            continue
        item = item._replace(actions=tuple(_plain(action) for action in item.actions))
        if any("\\" in word for action in item.actions for word in action.words):
            yield _no_step(item, written)
            continue
        escape = _ESCAPE.search(written, max(item.start - 1, 0), item.end + 3)
        if escape is not None and not is_noted:
            is_noted = True
            message = f"escape sequences such as `{escape[0]}` are ignored"
            yield ReaderNote("escaped-text", Span(*escape.span()), message, Severity.INFORMATION)
        yield item


def _no_step(item: StepText, written: str) -> Item:
    span = Span(item.start, item.end)
    if written.startswith("(", item.start):
        return Error("invalid-step", span, "backslash in a name")
    return Skip(span, "text")


def _plain(action: ActionText) -> ActionText:
    words = tuple(_IN_NAME.sub(r"\1", word) for word in action.words)
    if words == action.words:
        return action
    # They stand where they did, with their escapes.
    return ActionText(action.at, words, action.layout or plain_layout(action.words))


def _blanks(match: re.Match[str]) -> str:
    return "".join(_BLANKS[match[0][at : at + 2]] for at in range(0, len(match[0]), 2))
