"""The parts of a file whose tokens can be worked out, and kept, each by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, NamedTuple

from plancore.ide.navigation.symbols import environment_of
from plancore.ide.tokens.plans import plan_tokens
from plancore.ide.tokens.token import Token
from plancore.ide.tokens.words import comment, word
from plancore.lower.environment import Environment
from plancore.lower.section import SectionModel
from plancore.occurrences import BUILT_IN, Occurrence, occurrences_of, plain_facts
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.syntax.builder import TOKEN
from plancore.syntax.nodes import Form, FormRole
from plancore.syntax.tree import Section

_COMMENT: Final = re.compile(r";[^\n\r]*")
_NOWHERE: Final = Span(0, 0)


class TokenPart(NamedTuple):
    """Some characters of a file; offsets of its tokens count from the first of them.

    What `tokens` gives depends on the text of `form` and on `grounds`; without a form it is for
    this snapshot alone.
    """

    span: Span
    tokens: Callable[[], Iterable[Token]]
    form: Form | None = None
    grounds: tuple[object, ...] = ()


def grounds(project: ProjectSnapshot, file: AnySnapshot) -> tuple[Environment, ...]:
    """What the tokens of `file` rest on beside its text: the same objects, the same tokens."""
    if isinstance(file, PlanSnapshot):
        return ()
    return tuple(environment_of(project, file, part)[1] for part in file.definitions)


def parts(project: ProjectSnapshot, file: AnySnapshot) -> Iterator[TokenPart]:
    """The parts of `file` in the order of the text; what stands between them has no tokens."""
    if isinstance(file, PlanSnapshot):
        yield TokenPart(Span(0, len(file.text)), partial(plan_tokens, file))
        return
    homes = {
        form: home
        for definition in file.definitions
        for form, home in _forms(project, file, definition)
    }
    at = 0
    for form, start in zip(file.tree.forms, file.tree.starts, strict=True):
        yield from _between(file.text, at, start)
        at = start + len(form.text)
        if form in homes:
            yield homes[form]._replace(span=Span(start, at))
    yield from _between(file.text, at, len(file.text))


def _between(text: str, start: int, end: int) -> Iterator[TokenPart]:
    """The comments between two forms."""
    for match in _COMMENT.finditer(text, start, end):
        tokens = tuple(comment(text, *match.span()))
        yield TokenPart(Span(*match.span()), partial(_shifted, tokens, -match.start()))


def _shifted(tokens: Iterable[Token], by: int) -> Iterator[Token]:
    return (token._replace(start=token.start + by, end=token.end + by) for token in tokens)


def _forms(
    project: ProjectSnapshot, file: FileSnapshot, definition: DefinitionSnapshot
) -> Iterator[tuple[Form, TokenPart]]:
    """The forms of `definition` that have tokens; their parts do not know yet where they stand."""
    _, environment = environment_of(project, file, definition)
    define = definition.definition.define
    if define is not None:
        yield define, TokenPart(_NOWHERE, partial(_tokens, define, (), environment), define)
    for section, model in definition.sections:
        for form in section.forms:
            if form.role is FormRole.ITEMS and section.keyword == ":init":
                work = partial(_fact_tokens, section, model, form, environment)
                yield form, TokenPart(_NOWHERE, work, form, (environment,))
            else:
                work = partial(_section_tokens, section, model, form, environment)
                yield form, TokenPart(_NOWHERE, work, form, (environment, model.uses))


def _fact_tokens(
    section: Section, model: SectionModel, form: Form, environment: Environment
) -> Iterator[Token]:
    # Not kept: of a large problem nobody but us may ever ask for the names in most pieces.
    names = plain_facts(form)
    if names is None:
        return _section_tokens(section, model, form, environment)
    return _tokens(form, names, environment)


def _section_tokens(
    section: Section, model: SectionModel, form: Form, environment: Environment
) -> Iterator[Token]:
    return _tokens(form, occurrences_of(section, model, form), environment)


def _tokens(form: Form, names: Iterable[Occurrence], environment: Environment) -> Iterator[Token]:
    """Every word and comment of `form`, of which `names` are known to be names."""
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
            start = name.end  # of `?x-` the name is `?x`
        token = word(text[start:end].lower(), start, end) if start < end else None
        if token is not None:
            yield token


def _name(name: Occurrence, environment: Environment) -> Token:
    kind = name.kind_in(environment)
    is_built_in = BUILT_IN.get(name.name) is kind
    return Token(name.start, name.end, kind, name.role, is_built_in)
