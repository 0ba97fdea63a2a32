"""Hover of the name or keyword at an offset.

Names are spelled as in their declarations, with the comment at the declaration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, NamedTuple, assert_never

from plancore.formula.printing import formula_text, type_text, typed_list
from plancore.ide.navigation.symbols import Symbol, declaration_place, symbol_at
from plancore.ide.shape import lists
from plancore.lower.facts import fact_table
from plancore.lower.resolution import Declared
from plancore.lower.section import SectionModel
from plancore.model.domain import AbstractTask, Action, Function, Method, Predicate
from plancore.model.formula import TypedName
from plancore.model.keywords import KEYWORDS, Keyword
from plancore.model.requirements import INCLUDES, MEANING
from plancore.occurrences import BUILT_IN, NameRole, SymbolKind, occurrences_of
from plancore.phrases import some_of
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import SourceText, Span
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.nodes import Atom, Form, FormRole, List, Node
from plancore.syntax.tree import Section

_QUANTIFIERS: Final = ("forall", "exists")


def binding(variable: TypedName) -> str:
    """The kind of `variable`: a parameter of something, or bound by a quantifier.

    Just a variable if parentheses are too damaged to tell.
    """
    around = _around(variable.node) if variable.node is not None else []
    if len(around) > 1:
        *_, outer, inner = around
        if outer.head in _QUANTIFIERS:
            return f"bound by `{outer.head}`"
        # The parameters of `(at ?c ?p)` follow its name, those of an action are in a list.
        name = _item(around[0], 1) if inner.head[:1] in ("?", "") else _item(inner, 0)
        if name[:1] not in ("", ":"):
            return f"parameter of `{name}`"
    return SymbolKind.VARIABLE.value


def _around(node: Node) -> list[List]:
    """The lists around `node` in its section, outermost first."""
    root = node.form.root
    around = (part for part in lists(root, node.start) if node.start < part.end) if root else ()
    return sorted(around, key=lambda part: part.start)


def _item(node: List, index: int) -> str:
    item = node.items[index] if index < len(node.items) else None
    return item.text if type(item) is Atom else ""


class FactCounts(NamedTuple):
    """The numbers of initial facts or values, `n_stated`, and of goals, `n_wanted`."""

    n_stated: int
    n_wanted: int


def fact_counts(problem: DefinitionSnapshot, kind: SymbolKind, name: str) -> FactCounts:
    """The number of times that `problem` states and wants the predicate or function `name`."""
    roles: Counter[NameRole] = Counter()
    for section, model in problem.sections:
        if section.keyword == ":init":
            roles[NameRole.STATES] += sum(_stated(section, model, kind, name))
        elif section.keyword != ":objects":
            table = occurrences_of(section, model, section.head)
            roles.update(o.role for o in table if (o.kind, o.name) == (kind, name))
    return FactCounts(roles[NameRole.STATES], roles[NameRole.WANTS])


def _stated(section: Section, model: SectionModel, kind: SymbolKind, name: str) -> Iterator[int]:
    for form in section.item_forms:
        table = None if form.problems else fact_table(form)
        if table is not None:
            rows = table.atoms if kind is SymbolKind.PREDICATE else table.fluents
            yield len(rows.get(name, ()))
        else:
            names = occurrences_of(section, model, form)
            yield sum((o.kind, o.name, o.role) == (kind, name, NameRole.STATES) for o in names)


class KeywordAt(NamedTuple):
    """A keyword of one or two words, with its place."""

    name: str
    keyword: Keyword
    span: Span


def keyword_at(file: FileSnapshot, offset: int) -> KeywordAt | None:
    """The keyword that a cursor at `offset` touches; None if there is none.

    A name that is spelled like a keyword counts as one: look for names first.
    """
    at = file.tree.form_at(offset)
    if at is None:
        return None
    form, inside = at
    for name, span in _candidates(form, inside):
        keyword = KEYWORDS.get(name)
        if keyword is not None and span.contains(inside):
            return KeywordAt(name, keyword, span.shifted(offset - inside))
    return None


def _candidates(form: Form, inside: int) -> Iterator[tuple[str, Span]]:
    """The words of the lists around the cursor: the first two together, then each word."""
    if form.role is FormRole.DEFINE:
        word = form.text[1:].lstrip()
        yield word.lower(), Span(len(form.text) - len(word), len(form.text))
    for around in _innermost_first(form, inside):
        atoms = [item for item in around.items if type(item) is Atom]
        for first, second in pairwise(atoms[:2]):
            yield f"{first.key} {second.key}", Span(first.start, second.end)
        for atom in atoms:
            yield atom.key, Span(atom.start, atom.end)


def _innermost_first(form: Form, inside: int) -> list[List]:
    """The nonempty lists of `form` that a cursor at `inside` touches, innermost first."""
    roots = (node for node in form.nodes if type(node) is List)
    around = [part for root in roots for part in lists(root, inside) if part.items]
    return sorted(around, key=lambda part: part.end - part.start)


_MOST = 8
_MOST_LETTERS = 120


@dataclass(frozen=True, slots=True)
class Hover:
    """The content of a hover. `signature` is PDDL; `facts` are sentences; `comment` is the comment
    at the declaration; `reference` is the reference's version as written."""

    span: Span
    signature: str
    facts: tuple[str, ...]
    comment: str = ""
    reference: str = ""


def hover(
    project: ProjectSnapshot, file: AnySnapshot, offset: int, checkpoint: Checkpoint = NEVER
) -> Hover | None:
    """The hover of the name or keyword at `offset`; None if there is neither."""
    symbol = symbol_at(project, file, offset, checkpoint)
    checkpoint()
    if isinstance(file, PlanSnapshot):
        return _in_plan(project, file, offset, symbol, checkpoint)
    return _of_keyword(file, offset) if symbol is None else hover_of(project, symbol)


def hover_of(project: ProjectSnapshot, symbol: Symbol) -> Hover:
    """The hover of a name."""
    place = declaration_place(project, symbol)
    comment = documentation(place.file.source, place.whole) if place else ""
    if symbol.kind is SymbolKind.VARIABLE:
        comment = ""  # a comment at a parameter list is about the action
    return Hover(symbol.span, _signature(symbol), tuple(_facts(project, symbol)), comment)


def _in_plan(
    project: ProjectSnapshot,
    file: PlanSnapshot,
    offset: int,
    symbol: Symbol | None,
    checkpoint: Checkpoint,
) -> Hover | None:
    """The hover of a step, and of the argument at the cursor."""
    # Imported late: domains need no execution.
    from plancore.ide.information.step_hover import step_at, step_facts

    step = step_at(file.plan, offset)
    named = None if symbol is None else hover_of(project, symbol)
    if step is None:
        return named
    facts = step_facts(project, file, step, checkpoint)
    if named is not None and step.argument is not None:
        return replace(named, facts=(*named.facts, *facts))
    comment = "" if named is None else named.comment
    return Hover(step.action.span, str(step.action), facts, comment)


def _of_keyword(file: FileSnapshot, offset: int) -> Hover | None:
    at = keyword_at(file, offset)
    if at is None:
        return None
    return Hover(at.span, at.name, (meaning_of(at.keyword),))


def meaning_of(keyword: Keyword) -> str:
    """The meaning of a keyword, and its first dialect."""
    return f"{keyword.meaning} ({keyword.since})"


def _signature(symbol: Symbol) -> str:
    declared = symbol.declaration
    match declared:
        case None:
            return symbol.name
        case Predicate() | Function() | Action() | AbstractTask() | Method():
            head = f":{declared.kind.value} " if isinstance(declared, Action) else ""
            text = " ".join(filter(None, (head + declared.name, typed_list(declared.parameters))))
            suffix = f" - {type_text(declared.returns)}" if isinstance(declared, Function) else ""
            return f"({text}){suffix}"
        case TypedName():
            return f"{declared.name} - {type_text(declared.types)}"
        case DefinitionSnapshot():
            return f"(define ({declared.kind} {declared.name}) …)"
        case _:
            assert_never(declared)


def _facts(project: ProjectSnapshot, symbol: Symbol) -> Iterator[str]:
    if symbol.kind is SymbolKind.REQUIREMENT:
        yield MEANING.get(symbol.name, "not a requirement of a published dialect")
        included = INCLUDES.get(symbol.name)
        if included:
            yield f"includes {_list(list(included))}"
        return
    if symbol.kind is SymbolKind.VARIABLE and isinstance(symbol.declaration, TypedName):
        yield binding(symbol.declaration)
        return
    is_built_in = symbol.declaration is None and symbol.name in BUILT_IN
    is_known = symbol.declaration is not None or symbol.kind is SymbolKind.PREFERENCE
    word = _word(symbol)
    yield word if is_known or is_built_in else f"undeclared {word}"
    if is_built_in:
        yield meaning_of(KEYWORDS[symbol.name])
    if symbol.kind is SymbolKind.TYPE:
        yield from _about_type(symbol)
    if symbol.kind in (SymbolKind.PREDICATE, SymbolKind.FUNCTION):
        domain = _domain_of(project, symbol)
        if domain is not None:
            yield from _uses(domain, symbol)
        if symbol.home.kind == "problem":
            yield from _mentions(symbol)


def _word(symbol: Symbol) -> str:
    """The word for its kind: PDDL calls the objects of a domain constants."""
    is_constant = symbol.kind is SymbolKind.OBJECT and symbol.home.kind == "domain"
    return "constant" if is_constant else symbol.kind.value


def _mentions(symbol: Symbol) -> Iterator[str]:
    """Sentences on the number of times a problem mentions a predicate or function."""
    n_stated, n_wanted = fact_counts(symbol.home, symbol.kind, symbol.name)
    if n_stated:
        yield f"stated {_times(n_stated)} in this problem"
    if n_wanted:
        yield f"required {_times(n_wanted)} by the goal"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _about_type(symbol: Symbol) -> Iterator[str]:
    hierarchy = symbol.environment.hierarchy
    above = hierarchy.ancestors(symbol.name) - {symbol.name, "object"}
    below = sorted(hierarchy.below((symbol.name,)) - {symbol.name})
    if above:
        yield f"subtype of {_list(sorted(above))}"
    if below:
        yield f"supertype of {_list(below)}"
    members = sorted(symbol.environment.members((symbol.name,)))
    if members:
        yield f"objects: {_list(members)}"


def _domain_of(project: ProjectSnapshot, symbol: Symbol) -> DefinitionSnapshot | None:
    """The domain whose uses of a predicate are listed."""
    if symbol.home.kind != "problem":
        return symbol.home
    place = declaration_place(project, symbol)
    if place is None:
        return None
    return next((d for d in place.file.definitions if d.kind == "domain"), None)


_USERS: Final[dict[NameRole, str]] = {
    NameRole.NEEDS: "required by",
    NameRole.NEEDS_FALSE: "required false by",
    NameRole.ADDS: "made true by",
    NameRole.DELETES: "made false by",
    NameRole.CHANGES: "changed by",
}


def _uses(domain: DefinitionSnapshot, symbol: Symbol) -> Iterator[str]:
    """Sentences on what needs, adds, deletes or changes a name, and on its derivation."""
    users: dict[NameRole, list[str]] = {}
    bodies: list[str] = []
    environment = domain.environment
    for section, model in domain.sections:
        operators = [action.name for action in model.actions]
        operators += [method.name for method in model.methods]
        operators += [axiom.predicate for axiom in model.axioms]
        for occurrence in occurrences_of(section, model, section.head):
            if (occurrence.kind_in(environment), occurrence.name) != (symbol.kind, symbol.name):
                continue
            users.setdefault(occurrence.role, []).extend(operators)
            if occurrence.role is NameRole.DERIVES:
                bodies += [_short(formula_text(axiom.body)) for axiom in model.axioms]
    for role, word in _USERS.items():
        names = list(dict.fromkeys(users.get(role, ())))
        if names:
            yield f"{word} {_list(names)}"
    if NameRole.DERIVES in users:
        yield f"derived from {_list(bodies)}" if bodies else "derived"


def _short(text: str) -> str:
    return text if len(text) <= _MOST_LETTERS else f"{text[:_MOST_LETTERS]}…"


def _list(names: list[str]) -> str:
    # A backquote would end the quotation; no other tool allows it in names.
    return some_of(names, _MOST, text=lambda name: f"`{name.replace('`', '´')}`")


def spelling_of(declared: Declared | TypedName) -> str:
    """The name as spelled in its declaration; `?x` for `?x- t`."""
    node = declared.node if isinstance(declared, TypedName) else declared.name_node
    return node.text[: len(declared.name)] if type(node) is Atom else declared.name


def types_as_written(file: FileSnapshot) -> dict[str, str]:
    """The spellings of types in `file` by name, as declared, else as they first occur."""
    written: dict[str, str] = {}
    declared: set[str] = set()
    for definition in file.definitions:
        for section, model in definition.sections:
            if model.keyword != ":types":
                continue
            start = file.tree.start(section.head)
            for kind, name, first, last, role, _ in occurrences_of(section, model, section.head):
                is_declared = role is NameRole.DECLARES
                if kind is SymbolKind.TYPE and (
                    name not in written or is_declared > (name in declared)
                ):
                    written[name] = file.text[start + first : start + last]
                if is_declared:
                    declared.add(name)
    return written


def documentation(source: SourceText, whole: Span) -> str:
    """The comment lines directly above the declaration `whole`, then the comment after it.

    A comment after other code does not count, nor does a directive (`;;!…`).
    """
    lines = [*_above(source, source.line_of(whole.start)), _behind(source, whole)]
    return "\n".join(line for line in lines if line)


def _above(source: SourceText, line: int) -> list[str]:
    if not source.line_text(line).lstrip().startswith("("):
        return []
    lines: list[str] = []
    while line > 0:
        line -= 1
        text = source.line_text(line).strip()
        if not text.startswith(";"):
            break
        lines.append(_comment(text))
    return lines[::-1]


def _behind(source: SourceText, whole: Span) -> str:
    end = source.line_span(source.line_of(whole.end)).end
    rest = source.text[whole.end : end].lstrip(" \t)")
    return _comment(rest) if rest.startswith(";") else ""


def _comment(text: str) -> str:
    """The words of a comment; empty for a directive or a ruler."""
    words = text.lstrip(";").strip()
    return words if words.strip("-=*#;~_ ") and not words.startswith("!") else ""
