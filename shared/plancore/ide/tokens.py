"""Semantic tokens: the kind of each word of a text. A file has parts whose tokens are computed and
cached independently."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import partial
from itertools import count
from typing import Final, NamedTuple

from plancore import occurrences
from plancore.directives import directive_words
from plancore.ide.navigation.symbols import environment_of
from plancore.lower.environment import Environment
from plancore.lower.numbers import number
from plancore.lower.section import SectionModel
from plancore.model.keywords import WORDS
from plancore.model.plan import Step
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint, watched
from plancore.syntax.builder import TOKEN
from plancore.syntax.nodes import Form, FormRole
from plancore.syntax.tree import Section


class WordKind(StrEnum):
    """The kind of a word that is not a name."""

    KEYWORD = "keyword"
    OPERATOR = "operator"
    """An operator that is not a word: `=`, `<`, `-`."""
    NUMBER = "number"
    STRING = "string"
    COMMENT = "comment"
    DIRECTIVE = "directive"
    """`reference:` of `;;!reference: path`, whose path is a string."""


class ColouredWord(NamedTuple):
    """A token on one line, from `start` to `end`.

    `role` is the role of a name; `is_built_in` is whether PDDL declares it.
    """

    start: int
    end: int
    kind: occurrences.SymbolKind | WordKind
    role: occurrences.NameRole | None = None
    is_built_in: bool = False


def word(key: str, start: int, end: int) -> ColouredWord | None:
    """The token of `key`, in lower case, outside occurrence tables; None if unknown."""
    built_in = occurrences.BUILT_IN.get(key)
    if built_in is not None:
        return ColouredWord(start, end, built_in, is_built_in=True)
    kind = _kind(key)
    return None if kind is None else ColouredWord(start, end, kind)


def _kind(key: str) -> WordKind | occurrences.SymbolKind | None:
    first = key[0]
    if first == ":":
        return WordKind.KEYWORD
    if first == "?":
        return occurrences.SymbolKind.VARIABLE
    if first == '"':
        return WordKind.STRING
    if key in WORDS:
        is_word = any(map(str.isalpha, key))
        return WordKind.KEYWORD if is_word else WordKind.OPERATOR
    return None if number(key) is None else WordKind.NUMBER


def comment(text: str, start: int, end: int) -> Iterator[ColouredWord]:
    """The tokens of a comment; of a directive, its name and its path are separate tokens."""
    end = start + len(text[start:end].rstrip())
    words = directive_words(text, start)
    if words is None:
        yield ColouredWord(start, end, WordKind.COMMENT)
        return
    name, path = words
    yield ColouredWord(start, name.start, WordKind.COMMENT)
    yield ColouredWord(name.start, name.end + 1, WordKind.DIRECTIVE)
    yield ColouredWord(*path, WordKind.STRING)


_STEPS: Final = 256
"""Number of steps in one part of a plan."""
_BETWEEN: Final = re.compile(r";[^\n\r]*|(?<![\w.])[+-]?\d+(?:\.\d+)?(?![\w.])")


def _plan_parts(file: PlanSnapshot) -> Iterator[TokenPart]:
    """Parts of `_STEPS` steps, each with the text before the first of them."""
    steps = file.plan.steps
    starts = [0, *(step.at for step in steps[_STEPS::_STEPS]), len(file.text)]
    for first, span in zip(count(0, _STEPS), map(Span, starts, starts[1:]), strict=False):
        yield TokenPart(span, partial(_plan_tokens, file, steps[first : first + _STEPS], span))


def _plan_tokens(file: PlanSnapshot, steps: Iterable[Step], span: Span) -> Iterator[ColouredWord]:
    """The tokens of a span of `file` with `steps`, relative to its start. Prose has none."""
    return _shifted(_in_steps(file, steps, span), -span.start)


def _in_steps(file: PlanSnapshot, steps: Iterable[Step], span: Span) -> Iterator[ColouredWord]:
    at = span.start
    for step in steps:
        yield from _within_plan(file, at, step.span.start)
        at = step.span.start
        for name in occurrences.plan_occurrences((step,)):
            yield from _within_plan(file, at, name.start, in_step=True)
            yield ColouredWord(name.start, name.end, name.kind, name.role)
            at = name.end
        yield from _within_plan(file, at, step.span.end, in_step=True)
        at = step.span.end
    yield from _within_plan(file, at, span.end)


def _within_plan(
    file: PlanSnapshot, start: int, end: int, *, in_step: bool = False
) -> Iterator[ColouredWord]:
    """The comments between two names; in a step also the numbers."""
    text = file.text
    for match in _BETWEEN.finditer(text, start, end):
        if text[match.start()] != ";":
            if in_step:
                yield ColouredWord(*match.span(), WordKind.NUMBER)
        elif not _is_skipped(file, match.start()):
            yield from comment(text, *match.span())


def _is_skipped(file: PlanSnapshot, at: int) -> bool:
    """Whether an offset is in prose or a malformed step."""
    skipped = file.plan.skipped
    index = bisect_right(skipped, at, key=lambda part: part.span.start) - 1
    return index >= 0 and at < skipped[index].span.end


_COMMENT: Final = re.compile(r";[^\n\r]*")
_NOWHERE: Final = Span(0, 0)


class TokenPart(NamedTuple):
    """A part of a file; offsets of its tokens are relative to its start.

    The result of `tokens` depends on the text of `form` and on `grounds`; without a form it is only
    valid for this snapshot.
    """

    span: Span
    tokens: Callable[[], Iterable[ColouredWord]]
    form: Form | None = None
    grounds: tuple[object, ...] = ()


def grounds(project: ProjectSnapshot, file: AnySnapshot) -> tuple[Environment, ...]:
    """What the tokens of `file` depend on besides its text: same objects, same tokens."""
    if isinstance(file, PlanSnapshot):
        return ()
    return tuple(environment_of(project, file, part)[1] for part in file.definitions)


def parts(
    project: ProjectSnapshot, file: AnySnapshot, checkpoint: Checkpoint = NEVER
) -> Iterator[TokenPart]:
    """The parts of `file`, in text order; text between them has no tokens."""
    if isinstance(file, PlanSnapshot):
        for part in _plan_parts(file):
            checkpoint()
            yield part
        return
    homes = {
        form: home
        for definition in file.definitions
        for form, home in _forms(project, file, definition, checkpoint)
    }
    at = 0
    for form, start in zip(file.tree.forms, file.tree.starts, strict=True):
        checkpoint()
        yield from _between(file.text, at, start)
        at = start + len(form.text)
        if form in homes:
            part = homes[form]
            tokens = partial(_watched, part.tokens, checkpoint)
            yield part._replace(span=Span(start, at), tokens=tokens)
    yield from _between(file.text, at, len(file.text))


def _watched(
    tokens: Callable[[], Iterable[ColouredWord]], checkpoint: Checkpoint
) -> Iterator[ColouredWord]:
    return watched(tokens(), checkpoint)


def _between(text: str, start: int, end: int) -> Iterator[TokenPart]:
    """The comments between two forms."""
    for match in _COMMENT.finditer(text, start, end):
        tokens = tuple(comment(text, *match.span()))
        yield TokenPart(Span(*match.span()), partial(_shifted, tokens, -match.start()))


def _shifted(tokens: Iterable[ColouredWord], by: int) -> Iterator[ColouredWord]:
    return (token._replace(start=token.start + by, end=token.end + by) for token in tokens)


def _forms(
    project: ProjectSnapshot,
    file: FileSnapshot,
    definition: DefinitionSnapshot,
    checkpoint: Checkpoint,
) -> Iterator[tuple[Form, TokenPart]]:
    """The forms of `definition` that have tokens; their parts are not placed yet."""
    _, environment = environment_of(project, file, definition)
    define = definition.definition.define
    if define is not None:
        yield define, TokenPart(_NOWHERE, partial(_tokens, define, (), environment), define)
    for section, model in definition.sections:
        for form in section.forms:
            if form.role is FormRole.ITEMS and section.keyword == ":init":
                work = partial(_fact_tokens, section, model, form, environment, checkpoint)
                yield form, TokenPart(_NOWHERE, work, form, (environment,))
            else:
                work = partial(_section_tokens, section, model, form, environment, checkpoint)
                yield form, TokenPart(_NOWHERE, work, form, (environment, model.uses))


def _fact_tokens(
    section: Section,
    model: SectionModel,
    form: Form,
    environment: Environment,
    checkpoint: Checkpoint,
) -> Iterator[ColouredWord]:
    # Not cached: most pieces of a large problem are never needed again.
    names = occurrences.plain_facts(form)
    if names is None:
        return _section_tokens(section, model, form, environment, checkpoint)
    return _tokens(form, names, environment)


def _section_tokens(
    section: Section,
    model: SectionModel,
    form: Form,
    environment: Environment,
    checkpoint: Checkpoint,
) -> Iterator[ColouredWord]:
    names = occurrences.occurrences_of(section, model, form, checkpoint)
    return _tokens(form, names, environment)


def _tokens(
    form: Form, names: Iterable[occurrences.Occurrence], environment: Environment
) -> Iterator[ColouredWord]:
    text = form.text
    at = {name.start: name for name in names}
    for match in TOKEN.finditer(text):
        start, end = match.span()
        first = text[start]
        if first in "()":
            continue
        if first == ";":
            yield from comment(text, start, end)
            continue
        name = at.get(start)
        if name is not None:
            yield _name(name, environment)
            start = name.end  # the name in `?x-` is `?x`
        token = word(text[start:end].lower(), start, end) if start < end else None
        if token is not None:
            yield token


def _name(name: occurrences.Occurrence, environment: Environment) -> ColouredWord:
    kind = name.kind_in(environment)
    is_built_in = occurrences.BUILT_IN.get(name.name) is kind
    return ColouredWord(name.start, name.end, kind, name.role, is_built_in)
