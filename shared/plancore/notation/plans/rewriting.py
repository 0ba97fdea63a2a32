r"""Rewrite texts of programs and language models as plain steps, in place.

Removed text becomes blanks, so that every character keeps its offset: terminal colours, logs, ROS
messages, Python tuples, Lisp lists, and escapes of Markdown and of strings.

Language models write `\(pick\_up a\)` for Markdown that is never rendered, and line breaks as `\n`
in a string that is printed without unescaping.

::

    action = "\(" word (blank word)* "\)"              a name of two characters or more first
    word   = (letter | digit | "_" | "-" | "\_" | "\-")+
    break  = ("\r" | "\n")+                           behind ")" or "]", or before "("
    text   = ("data:" blank*)? '"' any* '"'           with an escape in it, on one line

Other backslashes are kept, so that mathematics and refusals do not become steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.plan import PlanFormat, plain_layout
from plancore.notation.plans.groups import end_of_line
from plancore.notation.plans.items import ActionText, Error, Item, ReaderNote, Skip, StepText
from plancore.notation.plans.json_text import is_json
from plancore.source import Span

_WHERE_LOGGED: Final = re.compile(
    r"\x1b\[[0-9;?]*[A-Za-z]"
    r"|^\[[A-Za-z_][\w.]*-\d+\][ \t](?=[ \t]*(?:-[ \t]|[a-z_]+:))"
    r"|^[ \t]*(?:\[[^\]\r\n]*\]:?[ \t]*)+(?:[Pp]lan:[ \t]*)?(?=\d[\d.]*[ \t]*:[ \t]*\()",
    re.MULTILINE,
)
"""Terminal colours, and the node, level and time of a log before a step."""
_MESSAGE: Final = re.compile(
    r"\bPlanItem\([ \t]*time=([\d.]+),[ \t]*action=(['\"])(\([^()\r\n]*\))\2,[ \t]*"
    r"duration=([\d.]+)[ \t]*\)"
)
"""A step in a message of PlanSys2, as ROS 2 prints the response of a service."""
_NUMBERED: Final = re.compile(r"^([ \t]*)\[(\d{1,9})\](?=[ \t]+\()", re.MULTILINE)
_LONGEST_CHAIN: Final = 20_000
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
_ROWS: Final = re.compile(
    r"\s*((?:step|nr|no|number|index|id|#)(?:[,;\t][ \t]*[\w -]+)+[ \t]*[\r\n]+)?"
    r"(?:\d{1,9}[,;\t][ \t]*[A-Za-z][\w-]*(?:[,;\t][\w \t-]+)*[ \t]*(?:[\r\n]+|\Z))+",
    re.IGNORECASE,
)
_ROW: Final = re.compile(r"(?<![\w-])(\d+)[,;\t]([^\r\n]*)")
"""Rows of CSV: number, action, objects. A row with the names of the columns may come first."""
_PIPES: Final = re.compile(
    r"^[ \t]*\|[^\r\n()]*\|[ \t]*\r?\n[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*\r?\n"
    r"(?:[ \t]*\|[\w \t|-]*\|[ \t]*(?:\r?\n|\Z))+",
    re.MULTILINE,
)
_PIPED: Final = re.compile(r"^([ \t]*)\|[ \t]*(\d+)[ \t]*\|", re.MULTILINE)
"""A Markdown table without parentheses: number, action, objects."""
_GROUNDED: Final = re.compile(
    r"^[ \t]*\d{1,9}[ \t]*:?[ \t]*[A-Za-z_][\w-]*\[(?:[\w-]+(?:,[ \t]*[\w-]+)*)?\][ \t]*$",
    re.MULTILINE,
)
"""The name of a ground action, as panda prints it before translating it back: `0 move[a,b]`."""
_PRIMITIVE: Final = re.compile(r"(?<=\()!!?")
"""The prefix of action names in SHOP."""
_OBJECT: Final = re.compile(r"<[A-Za-z]\w*[ \t]+(\([^()<>\r\n]*\))[ \t]*>")
_ARGUMENT: Final = r"(?:'[^'\s,()]+'|\"[^\"\s,()]+\")"
_TUPLE: Final = re.compile(
    r"(?<![\w'\"\-])([A-Za-z][\w-]*)([ \t]*)"
    rf"\(([ \t]*{_ARGUMENT}(?:[ \t]*,[ \t]*{_ARGUMENT})*)[ \t]*,?[ \t]*\)"
    r"|(?<![\w'\"\-])([A-Za-z][\w-]*)([ \t]+)\([ \t]*\)(?=[ \t]*$)",
    re.MULTILINE,
)
"""A name and a Python tuple: `go ('east', 'person')`."""
_QUOTED_NAMES: Final = rf"{_ARGUMENT}(?:[ \t]*+,[ \t]*+{_ARGUMENT})*+"
_PYTHON_STEP: Final = re.compile(
    r"^([ \t]*+(?:(?:[-*+]|(?:step[ \t]*+)?\d{1,9}[.):])[ \t]++)?)[(\[][ \t]*+"
    rf"({_QUOTED_NAMES}(?:[ \t]*+,[ \t]*+[(\[][ \t]*+(?:{_QUOTED_NAMES}[ \t]*+,?+)?[ \t]*+[)\]])?)"
    r"([ \t]*+,?+[ \t]*+)[)\]](?=[ \t]*+,?+[ \t]*+$)",
    re.IGNORECASE | re.MULTILINE,
)
"""A tuple or list of Python on a line: `1. ('go', ['a', 'b'])`."""
_ASSIGNED: Final = re.compile(r"\s*[A-Za-z_]\w*[ \t]*(?::[^=\r\n]*)?=[ \t]*(?=\[)")
_QUOTES: Final = str.maketrans("\u201c\u201d\u201e\u2018\u2019", "     ")
_EMPHASISED: Final = re.compile(
    r"^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)"
    r"((?:\*\*|`)[\w-]+(?:\*\*|`)(?:[ \t]+[`*]*[\w-]+[`*]*)*)[ \t]*$",
    re.MULTILINE,
)
_NESTED: Final = re.compile(
    r"\s*(\((?:\s*:?(?:plan|steps|actions|solution)(?=[\s(]))?)"
    r"(?:\s*\(!?[^()]*\)(?:[ \t]*\d+(?:\.\d+)?(?=[\s()]))?)+\s*(\))\s*"
)
_DEFINED: Final = re.compile(
    r"(\s*\(\s*define\s*\(\s*plan\b[^()]*\)(?:\s*\(\s*:(?:domain|problem)[^()]*\))*\s*"
    r"\(\s*:(?:actions|steps|plan)\b)((?:\s*\([^()]*\))+\s*)(\)\s*\)\s*)",
    re.IGNORECASE,
)
_COST_BEHIND: Final = re.compile(r"(?<=\))[ \t]*\d+(?:\.\d+)?(?=[\s()]|\Z)")


def as_usual(text: str) -> str:
    """Rewrite notations of Python, Lisp, terminals and logs as plain steps with equal offsets."""
    if "\x1b" in text or "[" in text:
        text = _WHERE_LOGGED.sub(_blank, text)
        text = _NUMBERED.sub(lambda match: f"{match[1]} {match[2]}.", text)
        text = _GROUNDED.sub(lambda match: re.sub(r"[\[\],]", " ", match[0]), text)
    if "(!" in text:
        text = _PRIMITIVE.sub(_blank, text)
    if "PlanItem(" in text:
        text = _of_messages(text)
    if len(text) < _LONGEST_CHAIN and _CHAINED.fullmatch(text):
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
    rows = _ROWS.fullmatch(text)
    if rows:
        heading = rows.end(1) if rows[1] else 0
        numbered = _ROW.sub(_row, text[heading:])
        text = _blanked(text[:heading]) + numbered
    if "|-" in text or "| -" in text or "|:" in text:
        text = _PIPES.sub(_of_table, text)
    if "<" in text:
        text = _OBJECT.sub(lambda match: match[1].rjust(len(match[0])), text)
    assigned = _ASSIGNED.match(text)
    if assigned:
        text = " " * assigned.end() + text[assigned.end() :]
    if not text.isascii():
        text = text.translate(_QUOTES)
    if is_json(text):
        return text
    if "'" in text or '"' in text or "()" in text:
        text = _TUPLE.sub(_call, text)
        text = _PYTHON_STEP.sub(_of_python, text)
    if "`" in text or "**" in text:
        text = _EMPHASISED.sub(_without_emphasis, text)
    defined = _DEFINED.fullmatch(text)
    if defined:
        return _blanked(defined[1]) + defined[2] + _blanked(defined[3])
    nested = _NESTED.fullmatch(text)
    if nested:
        inner = text[nested.end(1) : nested.start(2)]
        inner = _COST_BEHIND.sub(_blank, inner)
        before = f"{text[: nested.start(1)]}{_blanked(nested[1])}"
        text = f"{before}{inner} {text[nested.end(2) :]}"
    return text


def _row(match: re.Match[str]) -> str:
    return f"{match[1]}:{re.sub('[,;]', ' ', match[2])}"


def _of_table(match: re.Match[str]) -> str:
    """The rows of a Markdown table, without its heading."""
    heading, line, rows = (*match[0].split("\n", 2), "", "")[:3]
    rows = _PIPED.sub(lambda row: f"{row[1]} {row[2]}:".ljust(len(row[0])), rows)
    return "\n".join((_blanked(heading), _blanked(line), rows.replace("|", " ")))


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


def _of_python(match: re.Match[str]) -> str:
    words = re.sub(r"['\"\[\](),]", " ", match[2])
    return f"{match[1]}({words}{' ' * (len(match[0]) - len(match[1] + words) - 2)})"


def _without_emphasis(match: re.Match[str]) -> str:
    return match[1] + re.sub(r"[`*]", " ", match[2]).ljust(len(match[0]) - len(match[1]))


_ACTION: Final = re.compile(
    r"\\\(([ \t]*+[^\W\d_](?>(?:[\w-]|\\[_-])+)(?>(?:[\w \t-]|\\[_-])*))\\\)"
)
_BREAK: Final = re.compile(
    r"(?:(?<=[)\]])|(?<=[)\]][ \t]))(?>(?:\\[rn])+)|(?<!\\[rn])(?>(?:\\[rn])+)(?=[ \t]*+\()"
)
_QUOTED: Final = re.compile(r'(\s*+)"([^"\r\n\\]*+\\[^"\r\n]*+)"(\s*+)')
_ECHOED: Final = re.compile(
    r"^([ \t]*data:[ \t]*)\"((?>(?:[^\"\\\r\n]|\\[^\r\n])*))\"", re.MULTILINE
)
"""A text as printed by `rostopic echo`."""
_IN_NAME: Final = re.compile(r"\\([_-])")
_BLANKS: Final = {r"\n": " \n", r"\r": "  "}
_ESCAPE: Final = re.compile(r"\\[()rn_-]")


def without_escapes(text: str) -> str:
    """`text` with blanks and line breaks in place of escapes. All offsets stay the same.

    Escapes in names are kept, because the length must not change; `unescaped` removes them.
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
    """The unescaped lines, with blanks in place of the key and the quotes."""
    lines = re.sub(r"\\(.)", lambda each: _BLANKS.get(each[0], each[0]), match[2])
    return f"{' ' * len(match[1])} {lines} "


def unescaped(items: Iterator[Item], written: str) -> Iterator[Item]:
    """`items` with escapes removed from words, and a note at the first escape in a step.

    A step that still has a backslash in a name is not a step. `written` is the original text; JSON
    strings have their own escapes.
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
    # The layout is that of the words with their escapes.
    return ActionText(action.at, words, action.layout or plain_layout(action.words))


def _blanks(match: re.Match[str]) -> str:
    return "".join(_BLANKS[match[0][at : at + 2]] for at in range(0, len(match[0]), 2))
