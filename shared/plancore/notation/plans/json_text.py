"""Plans in JSON: an array of strings, of arrays or of objects, alone or inside a reply.

A reply is an object that holds the plan under a name such as `plan` or `sas_plan`. As in printed
Python values, strings may be in single quotes, and tuples are read as arrays.

::

    reply  = plan | {PLAN: reply} | {ANSWER: reply} | [{ANSWER: reply}+]
    plan   = [step*] | [{PLAN: [step*]}] | text
    step   = text | [name+] | [name, [argument*]] | [(text | object | [name+])+] | object
    object = {NAME: name, ARGS: args} | {NAME: text} | {NAME: {NAME: name}, ARGS: args}
           | {NAME: {NAME: name, ARGS: args}}, each also with START: number, "duration": number
    args   = argument | [(argument | {"value": argument})*] | {any: argument}
    PLAN   = plan, steps, actions, items ... of planners and models
    ANSWER = result, output, response, choices, message, content ... of planners and models
    NAME   = name, action, operator, op, step    ARGS = args, arguments, parameters, params, objects
    START  = start, time, start_time, start-time, dispatch_time

A `text` is a string with a step or with a plan, which may have text around it as in a file of its
own. A `name` is a string of one word, an `argument` that or a number. A step in brackets is one
action or, in the last form, several concurrent ones. Several values, each on a line of its own, are
steps (JSON Lines); other records are not one plan. Keys are case-insensitive, unknown keys are
ignored; missing and surplus `,` and `:` are accepted.

The same structures are read in the block style of YAML, as ROS prints messages: a line for each
`key: value` and each `- item`, nested by indentation; `---` separates documents, which are steps or
plans.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

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
from plancore.notation.plans.values import Value, parse, parse_lines
from plancore.notation.plans.yaml_text import documents_of
from plancore.source import Span

Reader = Callable[[str], Iterator[Item]]
"""Reads the text of an answer, as a text of its own."""

_BEGINNING: Final = re.compile(r"\s*(?:\[\s*(?:\(?\s*[\"'\[{]|\]\s*\Z)|[{(]\s*[\"'])")
_ESCAPE = re.compile(r"\\((?>(?:\\\\)*))(u[0-9a-fA-F]{4}|[^\\])|(?>(?:\\\\)+)", re.DOTALL)
"""An escape, or a run of escaped backslashes, in which the next escape may be nested."""
_PLAN_KEYS = (
    *(
        "plan",
        "steps",
        "actions",
        "items",
        "sas_plan",
        "plan_text",
        "final_plan",
        "action_sequence",
    ),
)
_PART_KEYS = ("step", "time", "t", "timestep", "index", "number", "phase", "stage", "day", "round")
"""The keys of a number or name of a part of a plan."""
_ANSWER_KEYS = (
    *("result", "output", "response", "plans", "solution", "answer", "final_answer", "output_text"),
    *("completion", "generated_text", "generation", "content", "text", "value", "message", "parts"),
    *("choices", "candidates", "messages", "conversation", "conversations", "body"),
)
"""Where planning services and language models put their answer. Their thoughts are elsewhere."""
_ARGUMENT: Final = re.compile(r"[^\s,]++")
_MORE: Final = re.compile(r"[\[{]\s*+[\"'\[{]")
"""The beginning of another value."""
_STEP_KEY: Final = re.compile(r"(?:(?:step|action)[ _-]?)?\d{1,9}")
_PARTED: Final = ("content", "parts")
"""Where a message is in parts."""
_ROLE_KEYS = ("role", "from")
_ROLES: Final = ("assistant", "model", "gpt", "ai", "bot")
_THOUGHTS: Final = ("thinking", "reasoning", "thought", "redacted_thinking")
_SIGNS: Final = {"n": "\n", "r": "\r", "t": " ", '"': '"', "'": "'", "/": "/"}
_STRINGS_IN_STRINGS: Final = 2
_DEEPEST: Final = 20
"""The maximum nesting of a reply; a deeper one has no plan."""
_NAME_KEYS = ("name", "action", "operator", "op", "step")
_ARGS_KEYS = ("args", "arguments", "parameters", "params", "objects")
_START_KEYS = ("start", "time", "start_time", "start-time", "dispatch_time")
_YAML_STEP: Final = re.compile(
    r"^[ \t]*(?:-[ \t]+)*\{?[ \t]*['\"]?(?:name|action|operator)['\"]?[ \t]*:[ \t]*[^\s\[{]",
    re.MULTILINE,
)
_YAML_ITEM: Final = re.compile(r"^(?:[ \t]*-(?:[ \t]|$)|---)", re.MULTILINE)


def is_json(text: str, start: int = 0, end: int | None = None) -> bool:
    """Whether a part of `text` begins like a plan in JSON."""
    return _BEGINNING.match(text, start, len(text) if end is None else end) is not None


def with_lines(text: str) -> str:
    """`text` with the lines of its strings as lines, if it is JSON; all offsets stay the same."""
    if not is_json(text):
        return text
    for _ in range(_STRINGS_IN_STRINGS):
        text = _ESCAPE.sub(_blank_escape, text).replace('"', "\n")
    return text


def scan_json(text: str, start: int, end: int, read: Reader) -> Iterator[Item]:
    """The steps of the JSON between two offsets: a value, or a step on each line. `read` reads the
    text of an answer."""
    value, fault = parse(text, start, end)
    lines = parse_lines(text, start, end) if fault is not None else []
    if len(lines) > 1:
        if not all(_is_step(text, line) for line in lines):
            message = f"not a plan but JSON Lines with {len(lines)} records; give one of them"
            yield Error("not-a-plan", Span(lines[0].start, lines[-1].end), message)
            return
        value, fault = Value("[", lines[0].start, lines[-1].end, lines), None
    elif value is not None and text[value.start] == "(" and _is_step(text, value):
        value = Value("[", value.start, value.end, [value])
    if value is not None:
        yield from _plan(text, value, read)
    if fault is not None and value is not None and _is_below(text, value, fault.span):
        yield Skip(fault.span, "text")
    elif fault is not None:
        yield fault


def _is_below(text: str, value: Value, rest: Span) -> bool:
    """Whether the text behind a value is not JSON and begins on a line of its own."""
    between = text[value.end : rest.start]
    is_line = "\n" in between and not between.strip()
    return is_line and text[rest.start] not in "[{]},\"'" and not _MORE.search(text, *rest)


def _is_step(text: str, value: Value) -> bool:
    """Whether a value on a line is a step: `{"action": "go"}` or `["go", "a"]`."""
    if value.kind == "{":
        is_named = value.get(*_NAME_KEYS) is not None
        return is_named and value.get(*_PLAN_KEYS, *_ANSWER_KEYS) is None
    first = value.items[0] if value.items else value
    return first.kind == '"' and not _is_whole_step(text, first)


def scan_yaml(text: str, start: int, end: int, read: Reader) -> Iterator[Item] | None:
    """The steps of the YAML between two offsets; None if it is not YAML with steps."""
    if not any(text.find(name, start, end) >= 0 for name in ("name", "action", "operator")):
        return None
    if not (_YAML_STEP.search(text, start, end) and _YAML_ITEM.search(text, start, end)):
        return None
    documents = documents_of(text, start, end)
    if not documents:
        return None
    first = documents[0]
    is_step = first.get(*_NAME_KEYS) is not None and first.get(*_PLAN_KEYS) is None
    if len(documents) == 1 and not is_step:
        return _plan(text, first, read)
    names = ["plans"] if _are_plans(documents) else ["plan"]
    inner = Value("[", documents[0].start, documents[-1].end, documents)
    return _plan(text, Value("{", inner.start, inner.end, [inner], names), read)


def _plan(text: str, value: Value, read: Reader) -> Iterator[Item]:
    several = value.get("plans", "solutions") if value.kind == "{" else None
    if value.kind == "[" and value.items and all(item.get(*_PLAN_KEYS) for item in value.items):
        several = None if _are_parts(value.items) else value
    if several is not None and several.kind == "[" and _are_plans(several.items):
        for each in several.items:
            yield PlanBoundary(Span(each.start, each.start))
            yield from _cost_beside(text, each)
            yield from _plan(text, each, read)
        return
    answers = _answers(text, value, "", _DEEPEST)
    if not answers:
        yield Skip(Span(value.start, value.end), "no plan")
        return
    for answer in answers:
        first = answer[0]
        if len(answers) > 1:
            yield PlanBoundary(Span(first.start, first.start))
        if first.start > value.start and (first.items or first.kind == '"'):
            yield Skip(Span(value.start, first.start), "text")
        for part in answer:
            if part.kind == '"':
                yield from _text(text, part, read)
            for item in part.items:
                yield from _step(text, item)


def _are_parts(values: list[Value]) -> bool:
    """Whether lists of steps are parts of one plan, with numbers or names."""
    return all(value.get(*_PART_KEYS) is not None for value in values)


def _are_plans(values: list[Value]) -> bool:
    """Whether each value is a plan, not a step."""
    return bool(values) and all(
        value.get(*_PLAN_KEYS) is not None or _is_list_of_steps(value) for value in values
    )


def _is_list_of_steps(value: Value) -> bool:
    return value.kind == "[" and any(item.kind in "[{" for item in value.items)


def _cost_beside(text: str, value: Value) -> Iterator[StatedCost]:
    """The cost next to a plan."""
    cost = value.get("cost") if value.kind == "{" else None
    if cost is not None and number(text[cost.start : cost.end]) is not None:
        yield StatedCost(Span(cost.start, cost.end), text[cost.start : cost.end])


def _answers(text: str, value: Value, name: str, depth: int) -> list[list[Value]]:
    """The alternative answers in the value under a name in a reply, each as its parts: arrays of
    steps and strings. Of a conversation the last message of the model. Objects in a list are
    alternatives, unless the list is a plan or a message, or they are numbered."""
    if value.kind == "{":
        if value.keys and all(map(_STEP_KEY.fullmatch, value.keys)):
            return [[Value("[", value.start, value.end, value.items)]]
        for key in (*_PLAN_KEYS, *_ANSWER_KEYS) if depth else ():
            inner = value.get(key)
            if inner is not None and inner.kind != "a":
                found = _answers(text, inner, key, depth - 1)
                if found:
                    return found
        return []
    if value.kind != "[" or not value.items or any(each.kind != "{" for each in value.items):
        return [[value]] if value.kind in '["' else []
    named = value.items[0].get(*_NAME_KEYS)
    if named is not None and named.kind != "a":
        return [[value]]
    messages = [each for each in value.items if each.get(*_ROLE_KEYS) is not None]
    if messages:
        said = [each for each in messages if _word(text, each.get(*_ROLE_KEYS)) in _ROLES]
        return _answers(text, said[-1], name, depth - 1) if said and depth else []
    spoken = [each for each in value.items if not _is_thought(text, each)]
    answers = [
        answer for each in spoken if depth for answer in _answers(text, each, name, depth - 1)
    ]
    if answers and (name in (*_PARTED, *_PLAN_KEYS) or _are_parts(spoken)):
        return [[part for answer in answers for part in answer]]
    return answers or [[value]]


def _is_thought(text: str, value: Value) -> bool:
    """Whether a part of a message is a draft."""
    return (
        _word(text, value.get("thought")) == "true" or _word(text, value.get("type")) in _THOUGHTS
    )


def _word(text: str, value: Value | None) -> str:
    """A string or word in lower case; empty without one."""
    return "" if value is None else text[slice(*_inside(text, value))].lower()


def _step(text: str, value: Value) -> Iterator[Item]:
    if value.kind == '"':
        yield from _string(text, value)
    elif value.kind == "{":
        yield from _object(text, value)
    elif value.kind == "[":
        yield from _array(text, value)
    else:
        yield _no_action(value)


def _inside(text: str, value: Value) -> tuple[int, int]:
    """Start and end of the contents of a string or word; in YAML strings may have no quotes."""
    quoted = value.kind == '"' and text[value.start] in "\"'"
    return value.start + quoted, value.end - quoted


def _text(text: str, value: Value, read: Reader) -> Iterator[Item]:
    """A string with an answer: a plan, with or without text around it."""
    start, end = _inside(text, value)
    inner = _ESCAPE.sub(_blank_escape, text[start:end])
    if not inner.strip():
        yield from _string(text, value)
    for item in read(inner):
        if isinstance(item, Skip):
            yield item._replace(span=item.span.shifted(start))
        else:
            yield _shifted(item, start)


def _string(text: str, value: Value) -> Iterator[Item]:
    """A string with one step, or with several on its lines."""
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
    """The characters of an escape, with blanks for the rest of it, beside the words of a plan. An
    escaped letter stays as it is, because a word has no blanks."""
    written, backslashes, escaped = match[0], match[1], match[2]
    if escaped is None:
        return ("\\" * (len(written) // 2)).rjust(len(written))
    sign = chr(int(escaped[1:], 16)) if len(escaped) > 1 else _SIGNS.get(escaped, "")
    if backslashes or not sign or sign.isalnum():
        kept = escaped if backslashes else f"\\{escaped}"
        sign = sign if sign and not sign.isalnum() else kept
        return ("\\" * (len(backslashes) // 2) + sign).rjust(len(written))
    before = match.string[max(match.start() - 2, 0) : match.start()]
    is_behind_word = before[-1:].isalnum() and not before.startswith("\\")
    follows = sign in ">)]}" or (sign == '"' and is_behind_word)
    return sign.ljust(len(written)) if follows else sign.rjust(len(written))


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


def _array(text: str, value: Value) -> Iterator[Item]:
    """`["move", "a", "b"]`, `["move", ["a", "b"]]`, or an array of concurrent actions."""
    name, args = value.items if len(value.items) == 2 else (value, value)
    is_call = name.kind == '"' and args.kind == "[" and not _is_whole_step(text, name)
    if is_call and all(item.kind in '"a' for item in args.items):
        yield _from_words(text, value, [name, *args.items])
        return
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


def _flat(text: str, value: Value) -> Iterator[Item]:
    """`["move", "a", "b"]` among concurrent actions."""
    if value.items and all(item.kind == '"' for item in value.items):
        yield _from_words(text, value, value.items)
    else:
        yield _no_action(value)


def _is_whole_step(text: str, value: Value) -> bool:
    inner = text[slice(*_inside(text, value))].strip()
    return "(" in inner or " " in inner


def _object(text: str, value: Value) -> Iterator[Item]:
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
        arguments = args.items if args.kind in "[{" else _words(text, args)
        arguments = [(each.kind == "{" and each.get("value")) or each for each in arguments]
        step = _from_words(text, value, [name, *arguments])
        yield _with_times(text, value, step) if isinstance(step, StepText) else step
        return
    for item in _string(text, name):
        yield _with_times(text, value, item) if isinstance(item, StepText) else item


def _words(text: str, value: Value) -> list[Value]:
    """The arguments in a string: `"a b"`, `"a, b"`."""
    start, end = _inside(text, value)
    return [Value("a", *word.span()) for word in _ARGUMENT.finditer(text, start, end)]


def _with_times(text: str, value: Value, step: StepText) -> Item:
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


def _from_words(text: str, value: Value, words: list[Value]) -> Item:
    places: list[tuple[int, int]] = []
    for word in words:
        place = _inside(text, word)
        if word.kind in "[{" or bare(text, *place) is None or " " in text[slice(*place)]:
            return Error("invalid-step", Span(word.start, word.end), "expected a name")
        places.append(place)
    return _step_text(value, action_at(text, value.start, value.end, places))


def _step_text(value: Value, action: ActionText | Error) -> Item:
    if isinstance(action, Error):
        return action
    return StepText(value.start, value.end, (action,), PlanFormat.JSON)


def _no_action(value: Value) -> Error:
    return Error("not-an-action", Span(value.start, value.end), "expected an action")
