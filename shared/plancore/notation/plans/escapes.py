r"""Escapes of Markdown and of strings that got into the text of a plan.

Language models write `\(pick\_up a\)` for Markdown that nobody renders, and a line break as `\n`
where a string was printed as it is.

::

    action = "\(" word (blank word)* "\)"              a name of two characters or more first
    word   = (letter | digit | "_" | "-" | "\_" | "\-")+
    break  = ("\r" | "\n")+                           behind ")" or "]", or before "("
    text   = '"' any* '"'                             with an escape in it, on one line

Anything else behind a backslash stays as it is: mathematics and refusals are not to become steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.plan import PlanFormat, plain_layout
from plancore.notation.plans.items import ActionText, Error, Item, Note, Skip, StepText
from plancore.source import Span

_ACTION: Final = re.compile(r"\\\(([ \t]*+[^\W\d_](?:[\w-]|\\[_-])++(?:[\w \t-]|\\[_-])*+)\\\)")
_BREAK: Final = re.compile(
    r"(?:(?<=[)\]])|(?<=[)\]][ \t]))(?:\\[rn])++|(?<!\\[rn])(?:\\[rn])++(?=[ \t]*+\()"
)
_QUOTED: Final = re.compile(r'(\s*+)"([^"\r\n\\]*+\\[^"\r\n]*+)"(\s*+)')
_IN_NAME: Final = re.compile(r"\\([_-])")
_BLANKS: Final = {r"\n": " \n", r"\r": "  "}
_ESCAPE: Final = re.compile(r"\\[()rn_-]")


def without_escapes(text: str) -> str:
    """`text` with blanks and line breaks for what is escaped, each at its place.

    Escapes in names stay, for the text keeps its length; `unescaped` takes them out of the words.
    """
    if "\\" not in text:
        return text
    quoted = _QUOTED.fullmatch(text)
    if quoted:
        text = f"{quoted[1]} {quoted[2]} {quoted[3]}"
    text = _ACTION.sub(lambda match: f" ({match[1]} )", text)
    return _BREAK.sub(_blanks, text)


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
            message = f"Read without escapes such as `{escape[0]}`"
            yield Note("escaped-text", Span(*escape.span()), message, Severity.INFORMATION)
        yield item


def _no_step(item: StepText, written: str) -> Item:
    span = Span(item.start, item.end)
    if written.startswith("(", item.start):
        return Error("invalid-step", span, "A name has no backslash")
    return Skip(span, "text")


def _plain(action: ActionText) -> ActionText:
    words = tuple(_IN_NAME.sub(r"\1", word) for word in action.words)
    if words == action.words:
        return action
    # They stand where they did, with their escapes.
    return ActionText(action.at, words, action.layout or plain_layout(action.words))


def _blanks(match: re.Match[str]) -> str:
    return "".join(_BLANKS[match[0][at : at + 2]] for at in range(0, len(match[0]), 2))
