"""The readers of sections by keyword, and the readers of sections that declare names and of those
of a problem except `:objects` and `:init`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower import operators
from plancore.lower.conditions import CONDITIONS
from plancore.lower.enclosure import conjunction, with_violations, without_calls
from plancore.lower.facts import FactReader
from plancore.lower.foreign import infix_formula
from plancore.lower.formulas import FormulaReader
from plancore.lower.numbers import number
from plancore.lower.section import FunctionUse, SectionModel, SectionReader, Use, Uses
from plancore.lower.times import report_clocks
from plancore.lower.typed_list import names_without_marks, type_names, typed_list
from plancore.lower.variables import variables
from plancore.model.domain import Function, Predicate
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.model.formula import Expression, FunctionTerm
from plancore.model.problem import PlanMetric
from plancore.spelling import nearest
from plancore.syntax.nodes import Atom, List, Node, Place


def name(model: SectionModel, root: List) -> None:
    """`(domain d)`, `(problem p)`, `(:domain d)`."""
    items = root.items
    if len(items) > 1 and type(items[1]) is Atom:
        model.name = items[1]
        if len(items) > 2:
            model.uses.report("stray-text", items[2].place, "expected `)` after the name")
        return
    model.uses.report("missing-name", items[0].place, f"missing name after `{items[0].text}`")


def requirements(model: SectionModel, root: List) -> None:
    """`(:requirements :strips …)`."""
    atoms = []
    for item in root.items[1:]:
        if type(item) is Atom:
            atoms.append(item)
            continue
        assert type(item) is List
        inner = [each for each in item.items if type(each) is Atom and each.key[0] == ":"]
        message = "expected a requirement"
        fixes: tuple[PlaceFix, ...] = ()
        if inner and len(inner) == len(item.items):
            atoms += inner
            if any(not problem.missing for problem in root.form.problems):
                continue  # `missing-parenthesis` reports it
            message += ", found a list"
            text = " ".join(each.text for each in inner)
            fixes = (PlaceFix("Remove the parentheses", (PlaceEdit(item.place, text),)),)
        model.uses.report("malformed-section", item.place, message, *fixes, mistake="lists")
    model.requirements = tuple(atoms)


def types(model: SectionModel, root: List) -> None:
    """`(:types a b - c …)`."""
    model.uses.feature(":typing", root.items[0])
    model.types = typed_list(root.items[1:], model.uses, "a type")


def constants(model: SectionModel, root: List) -> None:
    """`(:constants a b - t …)`; also `(:objects …)` in a domain."""
    model.names = names_without_marks(
        typed_list(root.items[1:], model.uses, "a constant"), model.uses
    )


def constants_of_problem(model: SectionModel, root: List) -> None:
    """`(:constants a b - t …)` in a problem; read as its objects."""
    keyword = root.items[0]
    fix = PlaceFix("Change to `:objects`", (PlaceEdit(keyword.place, ":objects"),), safe=True)
    message = "`:constants` is only allowed in a domain; write `:objects`"
    model.uses.report("misplaced-section", keyword.place, message, fix, severity=Severity.WARNING)
    constants(model, root)


def predicates(model: SectionModel, root: List) -> None:
    """`(:predicates (p ?x - t) …)`, with the `(:private …)` of multi-agent PDDL inside."""
    declared: list[Predicate] = []
    uses = model.uses
    items = root.items[1:]
    if any(type(item) is Atom for item in items):
        items = _in_parentheses(items, uses)
    stack = list(reversed(items))
    while stack:
        item = stack.pop()
        if type(item) is Atom:
            # A word is a predicate with unknown parameters, as `malformed-section` reports.
            declared.append(Predicate(item.key, (), item))
            continue
        assert type(item) is List
        head = item.head
        if head == ":private":
            stack.extend(node for node in reversed(item.items[1:]) if type(node) is List)
            continue
        parts = item.items[1:] if head == "and" else item.items if not head else []
        if parts and all(type(each) is List for each in parts):
            edits = (
                PlaceEdit(Place(item.form, item.start, parts[0].place.start), ""),
                PlaceEdit(Place(item.form, item.end - 1, item.end), ""),
            )
            fix = PlaceFix("Remove the parentheses", edits)
            message = "surplus parentheses around predicates"
            uses.report("malformed-section", _ends(item), message, fix, mistake=message)
            stack.extend(reversed(parts))
            continue
        if not head or head[0] == ":":
            uses.report("malformed-section", item.place, "expected a predicate, `(p ?x …)`")
            continue
        parameters = variables(item, uses, "a parameter", 1)
        declared.append(Predicate(head, parameters, item))
    model.predicates = tuple(declared)


WITHOUT_PARENTHESES: Final = "Write the predicates in parentheses"
"""The title of the fix of predicates that are declared without parentheses."""


def _in_parentheses(items: Sequence[Node], uses: Uses) -> list[Node]:
    """`items` with `(p ?x)` for `p(?x)` and `p ?x`, which is reported; words alone are left."""
    items = without_calls(items, uses)
    found: list[Node] = []
    at = 0
    while at < len(items):
        name, start = items[at], at
        at += 1
        if type(name) is List or name.text[0] in '?:-"':
            if type(name) is Atom and (end := _surplus_end(items, start, uses)):
                at = end
            elif type(name) is Atom:
                message = f"expected a predicate, found `{name.text}`"
                uses.report("malformed-section", name.place, message, mistake="no predicates")
            else:
                found.append(name)
            continue
        while at < len(items) and _belongs_to_list(items[at], items[at - 1]):
            at += 1
        part = items[start:at]
        if len(part) == 1:
            found.append(name)
            continue
        found.append(_enclosed(part, uses, "predicates", WITHOUT_PARENTHESES))
    return found


def _enclosed(part: Sequence[Node], uses: Uses, what: str, title: str) -> List:
    """The list of the words of a declaration, whose missing parentheses are reported."""
    name = part[0].place
    whole = List(name.form, name.start, part[-1].end, [*part])
    text = f"({' '.join(item.text for item in part)})"
    comma = whole.form.text.startswith(",", whole.end)
    edit = PlaceEdit(whole.place._replace(end=whole.end + comma), text)
    message = f"expected {what} in parentheses; write `{text}`"
    uses.report("malformed-section", name, message, PlaceFix(title, (edit,)), mistake="words")
    return whole


def _with_parameters(items: Sequence[Node], uses: Uses) -> list[Node]:
    """The items of `:functions` with `(f ?x - t)` for `f ?x - t`, which is reported."""
    found: list[Node] = []
    at = 0
    while at < len(items):
        start = at
        at += 1
        if type(items[start]) is Atom and items[start].text[0].isalpha():
            while _key(items, at)[:1] == "?":
                at += 1
                if _key(items, at) == "-" and _key(items, at + 1) not in ("", "number"):
                    at += 2
        part = items[start:at]
        title = "Write the functions in parentheses"
        found.append(_enclosed(part, uses, "functions", title) if len(part) > 1 else part[0])
    return found


def _key(items: Sequence[Node], at: int) -> str:
    """The key of the word at `at`; empty if there is none."""
    item = items[at] if at < len(items) else None
    return item.key if type(item) is Atom else ""


def _surplus_end(items: Sequence[Node], at: int, uses: Uses) -> int:
    """The index past `- boolean` or a string after a predicate, which is reported; 0 for another
    item."""
    name, after = items[at], items[at + 1] if at + 1 < len(items) else None
    end, message = at + 1, "a string is not part of PDDL; a comment begins with `;`"
    if name.text == "-":
        if type(after) is not Atom or after.key not in _TYPES_OF_FORMULAS:
            return 0
        end, message = at + 2, f"predicates have no type such as `{after.text}`"
    elif name.text[0] != '"':
        return 0
    place = name.place._replace(end=items[end - 1].place.end)
    fix = PlaceFix("Remove the stray text", (PlaceEdit(place, ""),))
    uses.report("malformed-section", place, message, fix, mistake=message)
    return end


_TYPES_OF_FORMULAS: Final = ("bool", "boolean", "predicate", "fact", "fluent", "truth")


def _belongs_to_list(item: Node, before: Node) -> bool:
    """Whether a word is a variable, a dash or a type, not a predicate."""
    if type(before) is Atom and before.key[-1] == "-":
        return True
    return type(item) is Atom and item.key[0] in "?-"


def _ends(node: List) -> Place:
    return Place(node.form, node.start, node.start + 1)


def functions(model: SectionModel, root: List) -> None:
    """`(:functions (f ?x - t) - number …)`; a type is that of all functions since the last type."""
    uses = model.uses
    declared: list[Function] = []
    pending = 0
    items = _with_parameters(without_calls(root.items[1:], uses), uses)
    index = 0
    while index < len(items):
        item = items[index]
        index += 1
        if type(item) is List and item.head == "=" and len(item.items) == 3:
            fix = PlaceFix("Remove the value", (PlaceEdit(item.place, item.items[1].text),))
            message = f"a value belongs in `:init`; write `{item.items[1].text}`"
            uses.report("malformed-section", item.place, message, fix, mistake="values")
            item = item.items[1]
        elif type(item) is List and len(item.words) == 2 and number(item.words[1]) is not None:
            name = item.items[0]
            fix = PlaceFix("Remove the value", (PlaceEdit(item.place, f"({name.text})"),))
            message = f"a value belongs in `:init`; write `({name.text})`"
            uses.report("malformed-section", item.place, message, fix, mistake="values")
            item = List(item.form, item.start, item.end, [name])
        if type(item) is List and item.head and item.head[0] != ":":
            parameters = variables(item, uses, "a parameter", 1)
            declared.append(Function(item.head, parameters, ("number",), item))
        elif type(item) is Atom and item.key in ("-", ":") and index < len(items):
            if item.key == ":":
                fix = PlaceFix("Change `:` to `-`", (PlaceEdit(item.place, "-"),), safe=True)
                message = "expected `-` before a type, found `:`"
                uses.report("malformed-section", item.place, message, fix, mistake=message)
            returns = _returns(items[index], uses)
            index += 1
            for position in range(pending, len(declared)):
                f = declared[position]
                declared[position] = Function(f.name, f.parameters, returns, f.node)
            pending = len(declared)
        elif type(item) is Atom and item.key[0] == "-" and len(item.key) > 1:
            pending = len(declared)
        elif type(item) is Atom and item.key[0] != ":" and item.key not in ("-", "number"):
            # Functions without parameters are sometimes written without parentheses.
            declared.append(Function(item.key, (), ("number",), item))
        else:
            uses.report("malformed-section", item.place, "expected a function, `(f ?x …)`")
    if any(f.name != "total-cost" and f.returns == ("number",) for f in declared):
        uses.feature(":numeric-fluents", root.items[0])
    model.functions = tuple(declared)


def _returns(node: Node, uses: Uses) -> tuple[str, ...]:
    if type(node) is Atom and node.key == "number":
        return ("number",)
    uses.feature(":object-fluents", node)
    return type_names(node, uses)


def goal(model: SectionModel, root: List) -> None:
    """`(:goal φ)`."""
    items = root.items
    if len(items) < 2:
        model.uses.report("missing-value", items[0].place, "missing goal")
        return
    infix = infix_formula(items, 1)
    value, *others = items = without_calls([] if infix else items[1:], model.uses) or items[1:]
    formulas = [item for item in items if type(item) is List]
    if infix is not None:
        value = infix
    elif others and len(formulas) == len(items):
        value = conjunction(formulas, model.uses, "one formula as goal")
    elif others and type(value) is List:
        message = "expected one formula as goal; write `(and …)` for several"
        model.uses.report("stray-text", others[0].place, message)
    model.goal_node = value
    read = FormulaReader(model.uses, Use.GOAL)
    read.kind = "goal"
    model.goal = read.condition(value, {})
    if read.clocks:
        report_clocks(read.clocks, model.uses)


def timeless(model: SectionModel, root: List) -> None:
    """`(:timeless fact*)` of PDDL 1.2: facts of a domain that hold in all its problems."""
    read = FactReader(model.uses)
    model.timeless = tuple(read.fact(item) for item in root.items[1:])


def constraints(model: SectionModel, root: List) -> None:
    """`(:constraints φ)` of a domain or a problem."""
    model.uses.feature(":constraints", root.items[0])
    if len(root.items) < 2:
        model.uses.report("missing-value", root.items[0].place, "missing constraint")
        return
    parts = [item for item in root.items[1:] if type(item) is List]
    value = root.items[1]
    if 1 < len(parts) == len(root.items) - 1:
        value = conjunction(parts, model.uses, "one constraint")
    read = FormulaReader(model.uses)
    read.kind = "constraints"
    model.constraints = read.condition(value, {})


def metric(model: SectionModel, root: List) -> None:
    """`(:metric minimize (total-cost))`."""
    items = [root.items[0], *with_violations(root.items[1:], model.uses)]
    inner = items[1] if len(items) == 2 else None
    if type(inner) is List and inner.head in ("minimize", "maximize"):
        text = inner.text[1:-1]
        fix = PlaceFix("Remove the parentheses", (PlaceEdit(inner.place, text),), safe=True)
        message = f"surplus parentheses; write `(:metric {text})`"
        model.uses.report("malformed-section", _ends(inner), message, fix)
        items = [items[0], *inner.items]
    direction = items[1] if len(items) > 1 else None
    word = direction.key if type(direction) is Atom else ""
    if type(direction) is not Atom or word not in ("minimize", "maximize"):
        meant = nearest(word, ("minimize", "maximize")) or _DIRECTIONS.get(word)
        if meant is None or type(direction) is not Atom:
            message = "expected `minimize` or `maximize` and an expression"
            if type(direction) is List and len(items) == 2:
                message = f"expected `minimize` or `maximize` before `{direction.text}`"
            model.uses.report("malformed-section", (direction or items[0]).place, message)
            return
        message = f"unknown word `{direction.text}`; did you mean `{meant}`?"
        fix = PlaceFix(f"Change to `{meant}`", (PlaceEdit(direction.place, meant),), safe=True)
        model.uses.report("malformed-section", direction.place, message, fix)
        word = meant
    if len(items) < 3:
        model.uses.report("missing-value", direction.place, "missing expression")
        return
    if len(items) > 3:
        message = "expected one expression; write `(+ …)` for a sum"
        terms = [item for item in items[2:] if type(item) is List]
        is_sum = len(terms) > 1 and all(i.text == "+" for i in items[2:] if type(i) is Atom)
        sum_of_all = f"(+ {' '.join(term.text for term in terms)})"
        place = Place(root.form, items[2].place.start, items[-1].place.end)
        fix = PlaceFix(f"Write `{sum_of_all}`", (PlaceEdit(place, sum_of_all),))
        fixes = (fix,) if is_sum else ()
        model.uses.report("malformed-section", items[3].place, message, *fixes)
    value = items[2]
    if type(value) is List and value.head in CONDITIONS:
        message = f"expected a number, found the condition `{value.text}`"
        model.uses.report("malformed-section", value.place, message)
        return
    expression: Expression
    if type(value) is Atom and value.key not in _BUILT_IN and number(value.key) is None:
        # A function without parentheses.
        expression = FunctionTerm(value.key, (), value)
        model.uses.functions.append(FunctionUse(expression, Use.METRIC, {}))
    else:
        expression = FormulaReader(model.uses, Use.METRIC).expression(value, {})
    model.metric = PlanMetric(word, expression, root)


_BUILT_IN: Final = ("total-time", "total-cost", "#t")
_DIRECTIONS: Final = {
    **dict.fromkeys(("min", "minimum", "minimization", "minimisation"), "minimize"),
    **dict.fromkeys(("max", "maximum", "maximization", "maximisation"), "maximize"),
}


DOMAIN_SECTIONS: Final[dict[str, SectionReader]] = {
    "domain": name,
    ":requirements": requirements,
    ":types": types,
    ":constants": constants,
    ":objects": constants,
    ":predicates": predicates,
    ":functions": functions,
    ":action": operators.action,
    ":durative-action": operators.action,
    ":process": operators.action,
    ":event": operators.action,
    ":derived": operators.axiom,
    ":axiom": operators.axiom,
    ":constraints": constraints,
    ":timeless": timeless,
    ":task": operators.task,
    ":method": operators.method,
}

PROBLEM_SECTIONS: Final[dict[str, SectionReader]] = {
    "problem": name,
    ":domain": name,
    ":requirements": requirements,
    ":objects": constants,
    ":constants": constants_of_problem,
    ":goal": goal,
    ":metric": metric,
    ":constraints": constraints,
    ":htn": operators.network,
}
