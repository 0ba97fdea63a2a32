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
from plancore.notation.plans.groups import CONNECTIVE, end_of_line
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
_CALLED: Final = r"[A-Za-z][\w-]*+\([\w ,-]*+\)[ \t.]*+$"
_STEP: Final = rf"(?:\(|{_CALLED})"
"""The beginning of a step in parentheses, or a call at the end of its line."""
_NUMBERED: Final = re.compile(
    rf"^([ \t]*+)\[(\d{{1,9}})\](?::[ \t]*+|(?=[ \t]))(?=[ \t]*+{_STEP})", re.MULTILINE
)
_LEVEL: Final = r"(?:DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL)"
_LOGGED: Final = re.compile(
    r"^[ \t]*+(?:\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?Z?\]?[ \t]*+"
    r"(?:[|:-][ \t]*+)?(?:[A-Za-z_][\w.:]*+[ \t]*+[|-][ \t]++){0,4}"
    rf"(?:\[?{_LEVEL}\]?[ \t:|-]++)?|{_LEVEL}:[\w.]*+:[ \t]*+|\[{_LEVEL}\]:?[ \t]*+)"
    rf"(?=(?:(?:[Ss]tep[ \t]*+)?\d{{1,9}}[.):][ \t]*+|[-*][ \t]++)?{_STEP})",
    re.MULTILINE,
)
"""The time, the name and the level of a log before a step, as Python writes them."""
_LED: Final = re.compile(
    r"^([ \t>]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)?)"
    rf"(?:(?:\[[ xX]?\]|(?:[a-z]|[ivx]{{1,5}})[.)])[ \t]++(?={_STEP})"
    rf"|{CONNECTIVE}(?:[ \t]*+[,:][ \t]*+(?={_STEP})"
    rf"|[ \t]++(?=\([^()\r\n]*+\)[ \t.,]*+(?:$|\(|{CONNECTIVE})|{_CALLED})))",
    re.IGNORECASE | re.MULTILINE,
)
"""A check box, a letter or a word such as `Then,` before a step."""
_ROMAN: Final = re.compile(rf"^[ \t]*+\([ivx]{{1,5}}\)[ \t]++(?={_STEP})", re.I | re.MULTILINE)
_JOINT: Final = rf"(?:{CONNECTIVE}(?>(?:[ \t]*+[,:])?)[ \t]*+|and[ \t]++)(?=\()"
_JOINED: Final = re.compile(
    r"^[ \t>]*+(?:(?:[-*+]|\d{1,9}[.):])[ \t]++)?\([^()\r\n]*+\)"
    rf"(?>(?:[.,]?[ \t]++{_JOINT}\([^()\r\n]*+\))+)",
    re.IGNORECASE | re.MULTILINE,
)
"""Steps on a line with words between them."""
_BETWEEN_JOINED: Final = re.compile(rf"(?<=\))([.,]?)[ \t]++{_JOINT}", re.IGNORECASE)
_AT_TIME: Final = re.compile(
    rf"^([ \t]*+(?:[-*+][ \t]++)?)(?:at[ \t]++)?(?:t[ \t]*+=|time(?:[ \t-]?step)?[ \t]*+=?)[ \t]*+"
    rf"(?=\d{{1,9}}(?:\.\d{{1,9}})?[ \t]*+:[ \t]*+{_STEP})",
    re.IGNORECASE | re.MULTILINE,
)
"""`t=0:` before a step, whose time remains."""
_OPENING_TAG: Final = re.compile(
    r"<(?:action|step|li|b|i|em|strong|code|ol|ul|p)(?:[ _-]?\d{1,9})?"
    r"(?:[ \t]++\w{1,20}=[\"']?\d{1,9}[\"']?)?[ \t]*>",
    re.IGNORECASE,
)
_CLOSING_TAG: Final = re.compile(
    r"</(?:action|step|li|b|i|em|strong|code|ol|ul|p)(?:[ _-]?\d{1,9})?[ \t]*>|<br[ \t]*/?>",
    re.IGNORECASE,
)
_INLINE_TAG: Final = re.compile(r"</?(?:b|i|em|strong|code)[ \t]*>\Z", re.IGNORECASE)
"""Tags around steps, and HTML in Markdown."""
_RESULT: Final = re.compile(r"\s*PlanGenerationResult\(")
_PRINTED_PLAN: Final = re.compile(r"\bplan=((?:Sequential|TimeTriggered)Plan\(\[)")
_SIGNS_OF_PLANS: Final = re.compile(r"[(){},\[\]]")
_TIMED_TUPLE: Final = re.compile(
    r"\(Fraction\((\d{1,40}), (\d{1,40})\), ([A-Za-z][\w-]*+(?:\([\w ,-]*+\))?), "
    r"(?:Fraction\((\d{1,40}), (\d{1,40})\)|None)\)"
)
"""A step of unified-planning's `TimeTriggeredPlan([...])`."""
_QUOTED_STEP: Final = re.compile(
    r"^([ \t]*+(?:(?:-|\d{1,9}[.):])[ \t]++)?)(['\"])([ \t]*+\([^()'\"\r\n]*+\)[ \t]*+"
    r"|[A-Za-z][\w-]*+\([\w ,-]*+\))\2(?=[ \t]*+,?+[ \t]*+$)",
    re.MULTILINE,
)
"""A step in quotation marks on a line: `- "(go a)"`."""
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
    r"\s*+((?:step|nr|no|number|index|id|#)(?>(?:[,;\t][ \t]*+[\w -]++)+)[ \t]*+[\r\n]++)?"
    r"(?>(?:\d{1,9}[,;\t][ \t]*+[A-Za-z][\w-]*+(?>(?:[,;\t][\w \t-]++)*)[ \t]*+(?:[\r\n]++|\Z))+)",
    re.IGNORECASE,
)
_ROW: Final = re.compile(r"(?<![\w-])(\d+)[,;\t]([^\r\n]*)")
"""Rows of CSV: number, action, objects. A row with the names of the columns may come first."""
_PIPES: Final = re.compile(
    r"^[ \t]*\|[^\r\n()]*\|[ \t]*\r?\n[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*\r?\n"
    r"(?:[ \t]*\|[\w \t|,-]*\|[ \t]*(?:\r?\n|\Z))+",
    re.MULTILINE,
)
_COLUMN_END: Final = re.compile(r"[|,]")
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
_QUOTED_NAMES: Final = rf"{_ARGUMENT}(?>(?:[ \t]*+,[ \t]*+{_ARGUMENT})*)"
_PYTHON_STEP: Final = re.compile(
    r"^([ \t]*+(?:(?:[-*+]|(?:step[ \t]*+)?\d{1,9}[.):])[ \t]++)?)[(\[][ \t]*+"
    rf"({_QUOTED_NAMES}(?:[ \t]*+,[ \t]*+[(\[][ \t]*+(?:{_QUOTED_NAMES}[ \t]*+,?+)?[ \t]*+[)\]])?)"
    r"([ \t]*+,?+[ \t]*+)[)\]](?=[ \t]*+,?+[ \t]*+$)",
    re.IGNORECASE | re.MULTILINE,
)
"""A tuple or list of Python on a line: `1. ('go', ['a', 'b'])`."""
_ASSIGNED: Final = re.compile(
    r"(?:\A\s*[A-Za-z_]\w*[ \t]*(?::[^=\r\n]*)?="
    r"|^[ \t]*+(?:[A-Za-z]\w{0,30}_)?(?:plan|steps|actions|solution|answer)[ \t]*[:=])\s*(?=\[)",
    re.IGNORECASE | re.MULTILINE,
)
"""A name before a list: `plan = [...]`."""
_SIGNS: Final = str.maketrans(
    "\u201c\u201d\u201e\u2018\u2019\uff08\uff09\uff0c\uff1a\u3001\uff0e", "     (),:.."
)
"""Quotation marks, and signs of Chinese texts, which have a width of their own."""
_CIRCLED: Final = re.compile(
    rf"^([ \t]*+)[\u2460-\u2473\u2776-\u277f](?=[ \t]*+{_STEP})", re.MULTILINE
)
_SYMBOL: Final = re.compile(
    r"^([ \t>]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)?)\d?[^\x00-\x7f\w\u2022\u2192\u2013\u2014]{1,8}+"
    rf"(?=[ \t]*+{_STEP})",
    re.MULTILINE,
)
"""A tick, or a digit on a key."""
_TYPED_CALL: Final = re.compile(
    r"(?<![\w-])[A-Za-z][\w-]*+\([\w-]++:[\w-]++(?>(?:,[ ]*+[\w-]++:[\w-]++)*)\)"
)
_TYPE: Final = re.compile(r":[\w-]++")
"""The types that PDDLGym prints: `go(a:place,b:place)`."""
_DASHED: Final = re.compile(
    rf"^([ \t]*+\d{{1,9}})[ \t]++[-\u2013\u2014](?=[ \t]++{_STEP})", re.MULTILINE
)
_TIGHT: Final = re.compile(rf"^([ \t]*+)\d{{1,9}}[.)](?={_STEP})", re.MULTILINE)
"""Numbers of steps in other layouts than `1. `."""
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
        text = _NUMBERED.sub(_numbered, text)
        text = _GROUNDED.sub(lambda match: re.sub(r"[\[\],]", " ", match[0]), text)
    if "(!" in text:
        text = _PRIMITIVE.sub(_blank, text)
    if "PlanItem(" in text:
        text = _of_messages(text)
    if "</" in text or "<br" in text:
        text = _CLOSING_TAG.sub(_at_tag, _OPENING_TAG.sub(_blank, text))
    result = _RESULT.match(text)
    if result:
        text = _of_result(text)
    if "(Fraction(" in text:
        text = _TIMED_TUPLE.sub(_of_time, text)
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
    if "[" in text:
        text = _ASSIGNED.sub(_blank, text)
    if not text.isascii():
        text = _CIRCLED.sub(r"\1 ", text.translate(_SIGNS))
        text = _SYMBOL.sub(lambda match: match[1].ljust(len(match[0])), text)
    if is_json(text):
        return text
    if ":" in text:
        text = _TYPED_CALL.sub(lambda match: _TYPE.sub(_blank, match[0]), text)
    text = _before_steps(text)
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


def _before_steps(text: str) -> str:
    """The text without what stands before steps on a line: parts of logs, letters and words."""
    text = _LOGGED.sub(_blank, text)
    text = _TIGHT.sub(lambda match: f"{match[1]}-".ljust(len(match[0])), text)
    text = _DASHED.sub(lambda match: f"{match[1]}.".ljust(len(match[0])), text)
    text = _AT_TIME.sub(lambda match: match[1].ljust(len(match[0])), text)
    text = _LED.sub(lambda match: match[1].ljust(len(match[0])), text)
    if "(ii)" in text.lower():
        text = _ROMAN.sub(_blank, text)
    text = _JOINED.sub(_parted, text)
    if "'" in text or '"' in text:
        text = _QUOTED_STEP.sub(lambda match: f"{match[1]} {match[3]} ", text)
    return text


def _parted(match: re.Match[str]) -> str:
    return _BETWEEN_JOINED.sub(lambda each: f"{each[1]}\n".ljust(len(each[0])), match[0])


def _numbered(match: re.Match[str]) -> str:
    return f"{match[1]} {match[2]}.".ljust(len(match[0]))


def _at_tag(match: re.Match[str]) -> str:
    """Blanks for a closing tag; a new line, unless it is about the looks of words."""
    return ("" if _INLINE_TAG.match(match[0]) else "\n").ljust(len(match[0]))


def _of_result(text: str) -> str:
    """The plan in a printed result of unified-planning, or a text without signs of plans."""
    plan = _PRINTED_PLAN.search(text)
    end = text.find("])", plan.end()) if plan else -1
    if plan is None or end < 0:
        return _SIGNS_OF_PLANS.sub(" ", text)
    return f"{_blanked(text[: plan.start(1)])}{text[plan.start(1) : end + 2]}" + _blanked(
        text[end + 2 :]
    )


def _of_time(match: re.Match[str]) -> str:
    """`0/1: go(a) [5/1]` on a line of its own."""
    start, per, action, duration, per_duration = match.groups()
    lasts = "" if duration is None else f" [{duration}/{per_duration}]"
    begin = match.start(3) - match.start()
    time = f"\n{start}/{per}: ".rjust(begin)
    return f"{time}{action}{lasts}".ljust(len(match[0]) - 1) + "\n"


def _row(match: re.Match[str]) -> str:
    return f"{match[1]}:{re.sub('[,;]', ' ', match[2])}"


def _of_table(match: re.Match[str]) -> str:
    """The rows of a Markdown table, without its heading."""
    heading, line, rows = (*match[0].split("\n", 2), "", "")[:3]
    rows = _PIPED.sub(lambda row: f"{row[1]} {row[2]}:".ljust(len(row[0])), rows)
    return "\n".join((_blanked(heading), _blanked(line), _COLUMN_END.sub(" ", rows)))


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
