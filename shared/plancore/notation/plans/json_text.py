"""Plans in JSON: an array of strings, of arrays or of objects, alone or inside a reply.

A reply is an object that holds the plan under a name such as `plan` or `sas_plan`. As in printed
Python values, strings may be in single quotes, and tuples are read as arrays.

::

    reply  = plan | {PLAN: reply} | {REPLY: reply}
    plan   = [step*] | [{PLAN: [step*]}] | text
    step   = text | [name+] | [(text | object | [name+])+] | object
    object = {NAME: name, ARGS: args} | {NAME: text} | {NAME: {NAME: name}, ARGS: args}
           | {NAME: {NAME: name, ARGS: args}}, each also with START: number, "duration": number
    args   = argument | [(argument | {"value": argument})*] | {any: argument}
    PLAN   = plan, steps, actions, items, sas_plan, plan_text
    REPLY = result, output, response, plans
    NAME   = name, action, operator, op, step    ARGS = args, arguments, parameters, params, objects
    START  = start, time, start_time, start-time, dispatch_time

A `text` is a string with a step or with the lines of a plan; it cannot be the whole input, as
`scan` only reads JSON that begins with `[` or `{`. A `name` is a string of one word, an `argument`
that or a number. The first form of a step in brackets is one action, the second several concurrent
ones. Keys are case-insensitive, unknown keys are ignored; missing and surplus `,` and `:` are
accepted.

The same structures are read in the block style of YAML, as ROS prints messages: a line for each
`key: value` and each `- item`, nested by indentation; `---` separates documents, which are steps or
plans.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from plancore.model.plan import PlanFormat
from plancore.notation.plans.groups import bare
from plancore.notation.plans.items import (
    ActionText,
    Error,
    Item,
    PlanBoundary,
    Skip,
    StatedCost,
    StepText,
    action_at,
    number,
)
from plancore.notation.plans.lines import scan_lines
from plancore.source import Span

_BEGINNING: Final = re.compile(r"\s*(?:\[\s*(?:\(?\s*[\"'\[{]|\]\s*\Z)|\{\s*[\"'])")
_TOKEN = re.compile(
    r"\s*(?:(?P<mark>[\[\](){}:,])"
    r"|(?P<quote>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')"
    r"|(?P<atom>[^\s\[\](){}:,\"']+))",
    re.DOTALL,
)
_TUPLE_MARKS = {"(": "[", ")": "]"}
_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)", re.DOTALL)
_PLAN_KEYS = ("plan", "steps", "actions", "items", "sas_plan", "plan_text")
_REPLY_KEYS = ("result", "output", "response", "plans", *_PLAN_KEYS)
_NAME_KEYS = ("name", "action", "operator", "op", "step")
_ARGS_KEYS = ("args", "arguments", "parameters", "params", "objects")
_START_KEYS = ("start", "time", "start_time", "start-time", "dispatch_time")
_YAML_KEY: Final = re.compile(r"([\w-]+|\"[\w-]+\"|'[\w-]+')[ \t]*:(?=[ \t]|\Z)[ \t]*")
_YAML_STEP: Final = re.compile(
    r"^[ \t]*(?:-[ \t]+)*\{?[ \t]*['\"]?(?:name|action|operator)['\"]?[ \t]*:[ \t]*[^\s\[{]",
    re.MULTILINE,
)
_YAML_ITEM: Final = re.compile(r"^(?:[ \t]*-(?:[ \t]|$)|---)", re.MULTILINE)
_YAML_LINE: Final = re.compile(r"[ \t]*(?:-(?=[ \t]|\Z)[ \t]*)*")
_LINE: Final = re.compile(r"[^\r\n]+")
_COMMENT_OF_YAML: Final = re.compile(r"(?:^|(?<=[ \t]))#.*")
_DEEPEST: Final = 50
"""The maximum nesting of YAML; deeper texts are not plans."""


@dataclass(slots=True)
class _Value:
    """A JSON value: `kind` is `[`, `{`, `"`, or `a` for a number or a word."""

    kind: str
    start: int
    end: int
    items: list[_Value] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def get(self, *names: str) -> _Value | None:
        """The member of an object under the first of `names` that it has."""
        for name in names:
            if name in self.keys:
                return self.items[self.keys.index(name)]
        return None


def is_json(text: str, start: int = 0, end: int | None = None) -> bool:
    """Whether a part of `text` begins like a plan in JSON."""
    return _BEGINNING.match(text, start, len(text) if end is None else end) is not None


def scan_json(text: str, start: int, end: int) -> Iterator[Item]:
    """The steps of the JSON value between two offsets."""
    value, fault = _parse(text, start, end)
    if value is not None:
        yield from _plan(text, value)
    if fault is not None:
        yield fault


def scan_yaml(text: str, start: int, end: int) -> Iterator[Item] | None:
    """The steps of the YAML between two offsets; None if it is not YAML with steps."""
    if not any(text.find(name, start, end) >= 0 for name in ("name", "action", "operator")):
        return None
    if not (_YAML_STEP.search(text, start, end) and _YAML_ITEM.search(text, start, end)):
        return None
    documents = _documents(text, start, end)
    if not documents:
        return None
    first = documents[0]
    is_step = first.get(*_NAME_KEYS) is not None and first.get(*_PLAN_KEYS) is None
    if len(documents) == 1 and not is_step:
        return _plan(text, first)
    names = ["plans"] if _are_plans(documents) else ["plan"]
    inner = _Value("[", documents[0].start, documents[-1].end, documents)
    return _plan(text, _Value("{", inner.start, inner.end, [inner], names))


def _plan(text: str, value: _Value) -> Iterator[Item]:
    several = value.get("plans", "solutions") if value.kind == "{" else None
    if value.kind == "[" and value.items and all(item.get(*_PLAN_KEYS) for item in value.items):
        several = value
    if several is not None and several.kind == "[" and _are_plans(several.items):
        for each in several.items:
            yield PlanBoundary(Span(each.start, each.start))
            yield from _cost_beside(text, each)
            yield from _plan(text, each)
        return
    plan = _find_plan(value)
    if plan is None:
        yield Skip(Span(value.start, value.end), "no plan")
        return
    if plan.start > value.start and (plan.items or plan.kind == '"'):
        yield Skip(Span(value.start, plan.start), "text")
    if plan.kind == '"':
        yield from _string(text, plan)
    for item in plan.items:
        yield from _step(text, item)


def _are_plans(values: list[_Value]) -> bool:
    """Whether each value is a plan, not a step."""
    return bool(values) and all(
        value.get(*_PLAN_KEYS) is not None or _is_list_of_steps(value) for value in values
    )


def _is_list_of_steps(value: _Value) -> bool:
    return value.kind == "[" and any(item.kind in "[{" for item in value.items)


def _cost_beside(text: str, value: _Value) -> Iterator[StatedCost]:
    """The cost next to a plan."""
    cost = value.get("cost") if value.kind == "{" else None
    if cost is not None and number(text[cost.start : cost.end]) is not None:
        yield StatedCost(Span(cost.start, cost.end), text[cost.start : cost.end])


def _find_plan(value: _Value) -> _Value | None:
    """The array or string with the plan, searched under the known keys."""
    while value.kind == "{":
        inner = value.get(*_PLAN_KEYS) or value.get(*_REPLY_KEYS)
        if inner is None:
            return None
        value = inner
    if value.kind == "[" and len(value.items) == 1 and value.items[0].kind == "{":
        wrapped = value.items[0].get(*_PLAN_KEYS)
        if wrapped is not None and wrapped.kind == "[":
            return wrapped
    return value if value.kind in '["' else None


def _step(text: str, value: _Value) -> Iterator[Item]:
    if value.kind == '"':
        yield from _string(text, value)
    elif value.kind == "{":
        yield from _object(text, value)
    elif value.kind == "[":
        yield from _array(text, value)
    else:
        yield _no_action(value)


def _inside(text: str, value: _Value) -> tuple[int, int]:
    """Start and end of the contents of a string or word; in YAML strings may have no quotes."""
    quoted = value.kind == '"' and text[value.start] in "\"'"
    return value.start + quoted, value.end - quoted


def _string(text: str, value: _Value) -> Iterator[Item]:
    """A string with one step, or the text of a whole plan."""
    start, end = _inside(text, value)
    inner = _ESCAPE.sub(_blank_escape, text[start:end])
    stripped = inner.strip()
    if not stripped:
        yield Error("empty-step", Span(value.start, value.end), "missing action name in this step")
        return
    begin = len(inner) - len(inner.lstrip())
    sentence = stripped[-1] in ".?!"
    whole = None if sentence else bare(inner, begin, begin + len(stripped))
    if isinstance(whole, ActionText):
        yield _step_text(value, whole._replace(at=whole.at + start))
        return
    for item in scan_lines(inner, 0, len(inner), bare_steps=True):
        yield _shifted(item, start)


def _blank_escape(match: re.Match[str]) -> str:
    """A replacement of the same length for an escape between the words of a plan."""
    return {r"\n": " \n", r"\r": " \r", r"\t": "  "}.get(match[0], match[0])


def _shifted(item: Item, by: int) -> Item:
    """An item of the text in a string, with offsets in the whole text."""
    if isinstance(item, StepText):
        actions = tuple(action._replace(at=action.at + by) for action in item.actions)
        start, end = item.start + by, item.end + by
        return item._replace(start=start, end=end, actions=actions, format=PlanFormat.JSON)
    span = item.span.shifted(by)
    if isinstance(item, Skip):
        return Error("invalid-step", span, "expected an action")
    return item._replace(span=span)


def _array(text: str, value: _Value) -> Iterator[Item]:
    """`["move", "a", "b"]`, or an array of concurrent actions."""
    strings = all(item.kind == '"' for item in value.items)
    if strings and value.items and not any(_is_whole_step(text, item) for item in value.items):
        yield _from_words(text, value, value.items)
        return
    actions: list[ActionText] = []
    for item in value.items:
        for part in _step(text, item) if item.kind != "[" else _flat(text, item):
            if not isinstance(part, StepText):
                yield part
                return
            actions += part.actions
    if actions:
        yield StepText(value.start, value.end, tuple(actions), PlanFormat.JSON, concurrent=True)
    else:
        yield Error("empty-step", Span(value.start, value.end), "missing action name in this step")


def _flat(text: str, value: _Value) -> Iterator[Item]:
    """`["move", "a", "b"]` among concurrent actions."""
    if value.items and all(item.kind == '"' for item in value.items):
        yield _from_words(text, value, value.items)
    else:
        yield _no_action(value)


def _is_whole_step(text: str, value: _Value) -> bool:
    inner = text[slice(*_inside(text, value))].strip()
    return "(" in inner or " " in inner


def _object(text: str, value: _Value) -> Iterator[Item]:
    """`{"name": "move", "args": ["a", "b"]}`, optionally with `start` and `duration`."""
    name = value.get(*_NAME_KEYS)
    args = value.get(*_ARGS_KEYS)
    if name is not None and name.kind == "{":
        args = name.get(*_ARGS_KEYS) or args
        name = name.get(*_NAME_KEYS)
    if name is None or name.kind != '"':
        yield _no_action(value)
        return
    if args is not None:
        arguments = args.items if args.kind in "[{" else [args]
        arguments = [(each.kind == "{" and each.get("value")) or each for each in arguments]
        step = _from_words(text, value, [name, *arguments])
        yield _with_times(text, value, step) if isinstance(step, StepText) else step
        return
    for item in _string(text, name):
        yield _with_times(text, value, item) if isinstance(item, StepText) else item


def _with_times(text: str, value: _Value, step: StepText) -> Item:
    times: list[str | None] = []
    for names in (_START_KEYS, ("duration",)):
        member = value.get(*names)
        written = None if member is None else text[member.start : member.end].strip("\"'")
        if written == "null":
            written = None
        if written is not None and member is not None and number(written) is None:
            code = "bad-duration" if times else "bad-time"
            return Error(
                code, Span(member.start, member.end), f"expected a number, found `{written}`"
            )
        times.append(written)
    start, duration = times
    return step._replace(
        start=value.start,
        end=value.end,
        time=step.time if start is None else start,
        duration=step.duration if duration is None else duration,
    )


def _from_words(text: str, value: _Value, words: list[_Value]) -> Item:
    places: list[tuple[int, int]] = []
    for word in words:
        place = _inside(text, word)
        if word.kind in "[{" or bare(text, *place) is None or " " in text[slice(*place)]:
            return Error("invalid-step", Span(word.start, word.end), "expected a name")
        places.append(place)
    return _step_text(value, action_at(text, value.start, value.end, places))


def _step_text(value: _Value, action: ActionText | Error) -> Item:
    if isinstance(action, Error):
        return action
    return StepText(value.start, value.end, (action,), PlanFormat.JSON)


def _no_action(value: _Value) -> Error:
    return Error("not-an-action", Span(value.start, value.end), "expected an action")


class _Piece(NamedTuple):
    """A dash of YAML, or the text after the dashes of a line, with its column."""

    column: int
    start: int
    end: int
    is_dash: bool


def _documents(text: str, start: int, end: int) -> list[_Value] | None:
    """The documents of a YAML text; None if it is not YAML in block style."""
    documents: list[_Value] = []
    pieces: list[_Piece] = []
    for line in (*_LINE.finditer(text, start, end), None):
        if line is None or line[0].startswith("---"):
            if pieces:
                document = _Blocks(text, pieces).document()
                if document is None:
                    return None
                documents.append(document)
            pieces = []
            continue
        words = _COMMENT_OF_YAML.sub("", line[0]).rstrip()
        behind = _YAML_LINE.match(words)
        at = behind.end() if behind else 0
        dashes = [index for index, letter in enumerate(words[:at]) if letter == "-"]
        pieces += [_Piece(i, line.start() + i, line.start() + i + 1, True) for i in dashes]
        if len(words) > at:
            pieces.append(_Piece(at, line.start() + at, line.start() + len(words), False))
    return documents


class _Blocks:
    """Reads a YAML document from its pieces."""

    def __init__(self, text: str, pieces: list[_Piece]) -> None:
        self._text = text
        self._pieces = pieces
        self._next = 0

    def document(self) -> _Value | None:
        """The value of all pieces; None if they are not a document."""
        value = self._block(_DEEPEST)
        return value if self._next == len(self._pieces) else None

    def _block(self, depth: int) -> _Value | None:
        """The value that begins with the next piece."""
        first = self._pieces[self._next]
        key = None if first.is_dash else _YAML_KEY.match(self._text, first.start, first.end)
        if not depth or not (first.is_dash or key):
            self._next += bool(depth)
            return self._scalar(first.start, first.end) if depth else None
        value = _Value("[" if first.is_dash else "{", first.start, first.end)
        while self._next < len(self._pieces):
            piece = self._pieces[self._next]
            if piece.column != first.column or piece.is_dash != first.is_dash:
                break
            place = piece.end
            if not piece.is_dash:
                key = _YAML_KEY.match(self._text, piece.start, piece.end)
                if key is None or key[1].strip("\"'").lower() in value.keys:
                    return None
                value.keys.append(key[1].strip("\"'").lower())
                place = key.end()
            self._next += 1
            item = self._item(piece, place, depth)
            if item is None:
                return None
            value.items.append(item)
            value.end = max(value.end, item.end)
        return value

    def _item(self, piece: _Piece, place: int, depth: int) -> _Value | None:
        """The value after a dash or a key, on the same line or below."""
        if place < piece.end:
            return self._scalar(place, piece.end)
        if self._next < len(self._pieces):
            below = self._pieces[self._next]
            is_list_of_key = below.is_dash and not piece.is_dash
            if below.column > piece.column or (is_list_of_key and below.column == piece.column):
                return self._block(depth - 1)
        return _Value("a", piece.end, piece.end)

    def _scalar(self, start: int, end: int) -> _Value | None:
        if self._text[start] in "[{\"'":
            value, fault = _parse(self._text, start, end)
            return None if fault or value is None else self._with_words(value)
        return self._with_words(_Value("a", start, end))

    def _with_words(self, value: _Value) -> _Value:
        """Turn words into strings, which need no quotes in YAML."""
        todo = [value]
        for each in todo:
            if each.kind == "a" and number(self._text[each.start : each.end]) is None:
                each.kind = '"'
            todo += each.items
        return value


def _parse(text: str, start: int, end: int) -> tuple[_Value | None, Error | None]:
    """The value between two offsets, partial after an error, and the error."""
    root: _Value | None = None
    stack: list[_Value] = []
    key: str | None = None
    at = start
    while at < end and (root is None or stack):
        token = _TOKEN.match(text, at, end)
        if token is None:
            break
        at = token.end()
        mark = _TUPLE_MARKS.get(token["mark"], token["mark"])
        if mark in ("]", "}"):
            if not stack or (stack[-1].kind == "[") != (mark == "]"):
                break
            stack.pop().end = at
            continue
        if mark in (",", ":"):
            continue
        place = token.start("mark") if mark else token.start("quote")
        kind = mark or '"'
        if token["atom"]:
            place, kind = token.start("atom"), "a"
        if stack and stack[-1].kind == "{" and key is None:
            key = text[place:at].strip("\"'").lower()
            continue
        value = _Value(kind, place, at)
        if stack:
            stack[-1].items.append(value)
            if stack[-1].kind == "{":
                stack[-1].keys.append(key or "")
                key = None
        else:
            root = value
        if mark:
            stack.append(value)
    for left in stack:
        left.end = at
    rest = text[at:end]
    filled = rest.strip()
    if stack and not filled:
        unclosed = Span(stack[-1].start, at)
        return root, Error("invalid-json", unclosed, "unclosed array or object")
    if root is None or stack or filled:
        first = at + len(rest) - len(rest.lstrip())
        where = Span(first, first + len(filled))
        return root, Error("invalid-json", where, "invalid JSON")
    return root, None
