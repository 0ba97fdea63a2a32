"""Sections with named slots: actions of every kind, axioms, tasks and methods.

::

    action  = "(" kind name slot* ")"            slot    = keyword value
    kind    = ":action" | ":durative-action" | ":process" | ":event"
    axiom   = "(" (":derived" | ":axiom") "(" name typed-list ")" c ")"
            | "(" (":derived" | ":axiom") slot* ")", one of them `:context` or `:implies`
    task    = "(" ":task" name slot* ")"         method  = "(" ":method" name slot* ")"
    network = "(" ":htn" slot* ")"

The value of `:parameters` and `:vars` is `"(" typed-list ")"`, of `:precondition`, `:condition`,
`:context`, `:duration` and `:constraints` a condition, of `:effect` an effect, of `:implies` an
atom of variables, of `:task` a `use` without a label, of `:subtasks` and `:ordered-subtasks`
`tasks`, of `:ordering` an `ordering` (see `networks`); the others are not read. Slots are in any
order, each at most once. Misspelt keywords, keywords without `:` before a list, and several
formulas in place of one are accepted, with a finding.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.enclosure import (
    called,
    conjunction,
    in_parentheses,
    past_name,
    start_of,
    stray_item,
    unwrapped,
    with_blank,
)
from plancore.lower.foreign import infix_formula
from plancore.lower.formulas import FormulaReader
from plancore.lower.section import AtomUse, Scope, SectionModel, Use, Uses, report_meant
from plancore.lower.terms import CONNECTIVES
from plancore.lower.times import check_slots, check_times, has_times, read_duration
from plancore.lower.variables import agents_of, end_of_names, read_names, variables
from plancore.model.domain import (
    AbstractTask,
    Action,
    ActionKind,
    Axiom,
    Method,
    UnparsedKind,
    UnparsedSection,
)
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.model.formula import TRUE, AtomicFormula, Formula, TypedName
from plancore.spelling import nearest
from plancore.syntax.builder import SLOTS_OF_ACTIONS, SYNONYMS
from plancore.syntax.nodes import Atom, List, Node, Place

_KINDS: Final = {f":{kind}": kind for kind in ActionKind}
_MEANT: Final = {
    **dict.fromkeys(
        (":preconditions", ":precond", ":preconds", ":pre", ":requires"), ":precondition"
    ),
    **dict.fromkeys((":effects", ":eff", ":post", ":postcondition", ":postconditions"), ":effect"),
    **dict.fromkeys((":result", ":results", ":outcome", ":add-effect"), ":effect"),
    **dict.fromkeys((":orders", ":constraint-ordering"), ":ordering"),
    **dict.fromkeys((":params", ":param", ":args", ":arguments", ":variables"), ":parameters"),
}
"""Keywords that no planner supports, with the intended ones."""

_ACTION_SLOTS: Final = (
    ":parameters",
    ":precondition",
    ":effect",
    ":duration",
    ":condition",
    ":vars",
    ":observe",
    ":agent",
    ":poss-precondition",
    ":poss-effect",
)
_NOT_COMPARED: Final = {
    ":vars": "types of `:vars` are not compared",
    ":observe": "`:observe` is not analysed",
    ":agent": "`:agent` is not analysed",
    ":poss-precondition": "`:poss-precondition` is only possible: it is not executed",
    ":poss-effect": "`:poss-effect` is only possible: it is not executed",
}
_METHOD_SLOTS: Final = (
    ":parameters",
    ":task",
    ":precondition",
    ":subtasks",
    ":ordered-subtasks",
    ":ordering",
    ":constraints",
    ":causal-links",
    ":effect",
)
_CONDITIONS: Final = (":precondition", ":condition")
_FORMULAS: Final = (":precondition", ":condition", ":effect", ":context")
_TASKS: Final = (":task", ":subtasks", ":ordered-subtasks")
_AXIOM_SLOTS: Final = (":vars", ":parameters", ":context", ":implies")


def action(model: SectionModel, root: List) -> None:
    """`(:action …)`, `(:durative-action …)`, `(:process …)`, `(:event …)`."""
    uses = model.uses
    kind = _KINDS[model.keyword]
    name, slots = _named_slots(root, uses, _ACTION_SLOTS)
    if kind is ActionKind.ACTION and ":duration" in slots and has_times(slots):
        kind = ActionKind.DURATIVE
        keyword, meant = root.items[0], ":durative-action"
        message = f"`:duration` in `{keyword.text}`; write `{meant}`"
        fix = PlaceFix(f"Change to `{meant}`", (PlaceEdit(keyword.place, meant),), safe=True)
        uses.report("unknown-keyword", keyword.place, message, fix)
    parameters, scope = _parameters(slots, uses)
    declared = agents_of(root, uses) if ":agent" in slots else ()
    if declared:
        uses.lists = [names for names in uses.lists if names is not parameters]
        uses.lists.append((*declared, *parameters))
        agents = tuple(each for each in declared if each.name not in scope)
        if agents:
            del slots[":agent"]
        # Agents come before the parameters, as in plans.
        parameters = (*agents, *parameters)
        scope.update((each.name, each) for each in agents)
        uses.binders.append((agents, "parameter"))
    if not slots.keys().isdisjoint(_NOT_COMPARED):
        _tell_what_is_not_compared(root, uses, has_agents=bool(declared))
        model.kept = tuple(
            UnparsedSection(UnparsedKind.SLOT, f"{name.key if name else ''} {slot}", slots[slot])
            for slot in _NOT_COMPARED
            if slot in slots
        )
    if ":observe" in slots:
        read_names(slots[":observe"], scope, uses)
    if kind is ActionKind.DURATIVE:
        uses.feature(":durative-actions", root.items[0])
    elif kind is not ActionKind.ACTION:
        uses.feature(":time", root.items[0])
    read = FormulaReader(uses)
    read.kind = kind
    durative = kind is ActionKind.DURATIVE
    if not slots.keys().isdisjoint(_CONDITIONS[:1] if durative else (":condition", ":duration")):
        check_slots(kind, root, slots, uses)
    condition = slots.get(":condition") or slots.get(":precondition")
    effect = slots.get(":effect")
    duration = slots.get(":duration")
    possible = slots.get(":poss-precondition"), slots.get(":poss-effect")
    lowered = Action(
        name.key if name else "",
        parameters,
        read.condition(condition, scope) if condition else TRUE,
        read.effect(effect, scope) if effect else TRUE,
        read_duration(duration, root, scope, FormulaReader(uses)) if duration or durative else None,
        kind,
        root,
        name,
        slots.get(":parameters"),
        condition,
        effect,
        read.condition(possible[0], scope) if possible[0] else TRUE,
        read.effect(possible[1], scope) if possible[1] else TRUE,
    )
    if kind not in (ActionKind.ACTION, ActionKind.EVENT) or read.clocks:
        check_times(lowered, read.clocks, uses)
    model.actions = (lowered,)


def axiom(model: SectionModel, root: List) -> None:
    """`(:derived (p ?x - t) φ)`, and `(:axiom :vars (…) :context φ :implies (p …))` of PDDL 1.2."""
    uses = model.uses
    uses.feature(":derived-predicates", root.items[0])
    read = FormulaReader(uses)
    read.kind = "derived"
    items = root.items
    if len(items) == 3 and type(items[1]) is List and items[1].head:
        head = items[1]
        lists = () if head.words else [item for item in head.items if type(item) is List]
        if head.head in CONNECTIVES or any(item.head != "either" for item in lists):
            place = head.items[0].place
            uses.report("malformed-section", place, "expected one atom, such as `(p ?x)`")
            return
        parameters = variables(head, uses, "a parameter", 1)
        scope = {parameter.name: parameter for parameter in parameters}
        uses.lists.append(parameters)
        # Every parameter of the head counts as used, as it is part of the derived atom.
        uses.used.update(id(parameter) for parameter in parameters)
        body = read.condition(items[2], scope)
        _derive(model, head, parameters, body, root, scope)
        return
    if any(type(item) is Atom and item.key in (":context", ":implies") for item in items):
        slots = _slots(root, uses, 1, _AXIOM_SLOTS)
        _, scope = _parameters(slots, uses)
        context = slots.get(":context")
        implied = slots.get(":implies")
        body = read.condition(context, scope) if context else TRUE
        if type(implied) is List and implied.head:
            arguments = [item.key for item in implied.items[1:] if type(item) is Atom]
            for key in arguments:
                if key in scope:
                    uses.used.add(id(scope[key]))
            _derive(
                model,
                implied,
                tuple(scope.get(key, TypedName(key)) for key in arguments),
                body,
                root,
                scope,
            )
        return
    uses.report("malformed-section", items[0].place, "expected `(:derived (p ?x) condition)`")


def task(model: SectionModel, root: List) -> None:
    """`(:task t :parameters (…))` of HDDL."""
    from plancore.lower.networks import listed_tasks

    uses = model.uses
    uses.feature(":hierarchy", root.items[0])
    model.tasks = listed_tasks(root, uses)
    if model.tasks:
        return
    name, slots = _named_slots(root, uses, _METHOD_SLOTS)
    parameters, _ = _parameters(slots, uses)
    # A task has no body that could use its parameters.
    uses.binders.clear()
    key = name.key if name else ""
    model.tasks = (AbstractTask(key, parameters, root, name),)
    model.kept = (UnparsedSection(UnparsedKind.TASK, key, root),)


def _report_effects(root: List, slots: dict[str, Node], uses: Uses) -> None:
    for item in root.items if ":effect" in slots else ():
        if type(item) is Atom and item.key == ":effect":
            message = "`:effect` is only allowed in an action"
            uses.report("unknown-keyword", item.place, message, mistake=message)


def method(model: SectionModel, root: List) -> None:
    """`(:method m :parameters (…) :task (…) :subtasks …)` of HDDL."""
    # Imported late, as in `network`: few domains have methods.
    from plancore.lower.networks import subtasks_of, task_use

    uses = model.uses
    uses.feature(":hierarchy", root.items[0])
    name, slots = _named_slots(root, uses, _METHOD_SLOTS)
    parameters, scope = _parameters(slots, uses)
    read = FormulaReader(uses)
    _report_effects(root, slots, uses)
    precondition = slots.get(":precondition")
    of = slots.get(":task")
    if of is None and all(type(item) is not Atom or item.key != ":task" for item in root.items):
        message = "missing `:task`; write `:task (…)`, the task that the method decomposes"
        uses.report("missing-value", root.items[0].place, message)
    elif type(of) is Atom:
        message = f"expected the task in parentheses; write `({of.text} …)`"
        uses.report("malformed-formula", of.place, message)
    model.methods = (
        Method(
            name.key if name else "",
            parameters,
            task_use(of, "", scope, uses) if type(of) is List and of.head else None,
            read.condition(precondition, scope) if precondition else TRUE,
            subtasks_of(slots, scope, read),
            root,
            name,
        ),
    )
    model.kept = (UnparsedSection(UnparsedKind.METHOD, name.key if name else "", root),)


def network(model: SectionModel, root: List) -> None:
    """`(:htn :parameters (…) :subtasks … :ordering …)` of an HDDL problem."""
    from plancore.lower.networks import subtasks_of

    uses = model.uses
    uses.feature(":hierarchy", root.items[0])
    slots = _slots(root, uses, 1, _METHOD_SLOTS)
    _, scope = _parameters(slots, uses)
    model.task_uses = subtasks_of(slots, scope, FormulaReader(uses))
    model.kept = (UnparsedSection(UnparsedKind.SECTION, model.keyword, root),)


def _name(root: List, uses: Uses) -> Atom | None:
    items = root.items
    if len(items) > 1 and type(items[1]) is Atom and items[1].key[0] != ":":
        return items[1]
    second = items[1] if len(items) > 1 else None
    if type(second) is List and len(second.words) == 1 and second.head[0] not in "?:":
        name = second.items[0]
        fix = PlaceFix("Remove the parentheses", (PlaceEdit(second.place, name.text),), safe=True)
        message = f"expected the name without parentheses; write `{name.text}`"
        uses.report("missing-name", second.place, message, fix)
        return name if type(name) is Atom else None
    uses.report("missing-name", items[0].place, f"missing name after `{items[0].text}`")
    return None


def _named_slots(
    root: List, uses: Uses, allowed: Collection[str]
) -> tuple[Atom | None, dict[str, Node]]:
    """The name of a section, if it has one, and the slots after it."""
    name = _name(root, uses)
    if name is not None and ":" in name.key:
        name, root = with_blank(name, root, uses, allowed)
    return name, _slots(root, uses, past_name(root.items, uses, allowed) if name else 1, allowed)


def _slots(root: List, uses: Uses, start: int, allowed: Collection[str]) -> dict[str, Node]:
    """The value of each slot keyword; other items between them are reported."""
    slots: dict[str, Node] = {}
    items = root.items
    index, count = start, len(items)
    stray = False
    slot = ""
    while index < count:
        item = items[index]
        index += 1
        if type(item) is Atom and item.key in allowed:
            slot, stray = item.key, False
        elif type(item) is Atom and _is_keyword(item, items[index : index + 1], allowed):
            stray = False
            following = items[index] if index < count else None
            if following is not None and following.text[0] == '"':
                place = item.place._replace(end=following.place.end)
                fix = PlaceFix(f"Remove `{item.text}`", (PlaceEdit(place, ""),))
                message = f"unknown keyword `{item.text}`; a comment begins with `;`"
                uses.report("unknown-keyword", item.place, message, fix, mistake=message)
                slot, index = "", index + 1
                continue
            slot = _slot(item, uses, allowed)
        elif (
            index == start + 1
            and ":parameters" in allowed
            and type(item) is List
            and item.head[:1] == "?"
        ):
            blank = "" if item.form.text[item.start - 1].isspace() else " "
            edit = PlaceEdit(Place(item.form, item.start, item.start), f"{blank}:parameters ")
            fix = PlaceFix("Insert `:parameters`", (edit,), safe=True)
            message = "missing `:parameters` before the list of parameters"
            uses.report("missing-parameters", start_of(item), message, fix, mistake=message)
            slots[":parameters"] = item
            continue
        elif type(item) is List and item.head in SLOTS_OF_ACTIONS and len(item.items) > 1:
            index -= 1
            items = [*items[:index], *unwrapped(item, uses), *items[index + 1 :]]
            count = len(items)
            continue
        else:
            if not stray:
                formulas = _formulas(items, index - 2) if slot in _FORMULAS else []
                if len(formulas) > 1:
                    slots[slot] = conjunction(formulas, uses, f"one formula after `{slot}`")
                else:
                    stray_item(item, items[index - 2], slot, root, uses)
            # Items after the first stray one have the same cause.
            stray = True
            continue
        value: Node | None = items[index] if index < count else None
        if value is None or (type(value) is Atom and value.key[0] == ":"):
            uses.report("missing-value", item.place, f"missing value after `{item.text}`")
            continue
        if slot == ":duration" and type(value) is Atom and value.key in ("=", "<=", ">="):
            words = items[index : index + 3]
            if len(words) > 1 and words[1].text.lower() != "?duration":  # as in `= 5`
                value = List(root.form, value.start, words[1].place.end, words[:2])
            else:
                value = in_parentheses(words, uses, "a constraint")
                index += 1
        elif type(value) is Atom and index + 1 < count and _is_surplus(value, items[index + 1]):
            edit = PlaceEdit(value.place, "")
            fix = PlaceFix(f"Remove `{value.text}`", (edit,), safe=True)
            message = f"surplus `{value.text}` after `{item.text}`"
            uses.report("stray-text", value.place, message, fix, mistake=message)
            index += 1
            value = items[index]
        if slot == ":agent" and type(value) is Atom:
            index = end_of_names(items, index)
            slots.setdefault(slot, value)
            continue
        if slot == ":parameters" and type(value) is Atom and value.key[0] == "?":
            end = end_of_names(items, index)
            value, index = in_parentheses(items[index:end], uses), end - 2
        if slot in _FORMULAS:
            infix = infix_formula(items, index, effect=slot == ":effect")
            if infix is not None:
                value, index = infix, end_of_names(items, index) - 2
            elif type(value) is Atom:
                value = called(items, index, uses)
        elif slot in _TASKS and type(value) is Atom:
            value = called(items, index, uses)
        index += 1 if value is items[index] else 2
        if slot in slots:
            uses.report("duplicate-slot", item.place, f"duplicate `{item.text}`")
        elif slot:
            slots[slot] = value
    return slots


def _is_keyword(word: Atom, following: Sequence[Node], allowed: Collection[str]) -> bool:
    """Whether a word is in place of a keyword: it has a `:`, also at its end, or lacks it before a
    list."""
    if word.key[0] == ":":
        return True
    keyword = f":{word.key}"
    is_known = word.key[-1] == ":" or SYNONYMS.get(keyword, keyword) in allowed
    return is_known and any(type(node) is List for node in following)


def _is_surplus(value: Atom, following: Node) -> bool:
    """Whether a sign or a string is between a keyword and its value."""
    return value.key in ("=", ":", ":=", "->") or (value.key[0] == '"' and type(following) is List)


def _formulas(items: Sequence[Node], first: int) -> list[List]:
    """The value of a slot and the formulas after it, up to the next keyword. Empty if there is
    anything else, or if the value is a conjunction."""
    formulas: list[List] = []
    for item in items[first:]:
        if type(item) is Atom and item.key[0] == ":":
            break
        if type(item) is not List or item.head[:1] in ("", "?", ":"):
            return []
        formulas.append(item)
    # A formula after a conjunction was meant to be part of it.
    return [] if formulas and formulas[0].head == "and" else formulas


def _slot(item: Atom, uses: Uses, allowed: Collection[str]) -> str:
    """The slot that an unknown keyword stands for; empty if there is none. Misspelt keywords are
    reported and accepted."""
    key = SYNONYMS.get(item.key, item.key)
    if key in allowed:
        return key
    bare = f":{key.strip(':')}"
    plain = SYNONYMS.get(bare, bare)
    meant = _MEANT.get(plain) or (plain if plain in allowed else nearest(key, allowed))
    message = f"unknown keyword `{item.text}`"
    if meant is None or meant not in allowed:
        if ":effect" in allowed and key.startswith((":add", ":del")):
            message = "lists of added and deleted atoms; write `:effect (and (p …) (not (q …)))`"
        uses.report("unknown-keyword", item.place, message, mistake=message)
        return ""
    report_meant(uses, item, meant, "keyword")
    return meant


def _tell_what_is_not_compared(root: List, uses: Uses, *, has_agents: bool) -> None:
    for item in root.items:
        is_read = has_agents and item.text.lower() == ":agent"
        if type(item) is Atom and item.key in _NOT_COMPARED and not is_read:
            message = _NOT_COMPARED[item.key]
            uses.report("not-analysed", item.place, message, severity=Severity.HINT)


def _parameters(slots: dict[str, Node], uses: Uses) -> tuple[tuple[TypedName, ...], Scope]:
    """The parameters, and the scope of the variables in `:parameters` and `:vars`."""
    scope: Scope = {}
    parameters: tuple[TypedName, ...] = ()
    for slot, kind in ((":parameters", "parameter"), (":vars", "variable")):
        if slot not in slots:
            continue
        node = slots[slot]
        names: tuple[TypedName, ...] = ()
        if type(node) is List:
            names = variables(node, uses, "a parameter")
        else:
            uses.report("malformed-typed-list", node.place, "expected `(…)`")
        uses.lists.append(names)
        uses.binders.append((names, kind))
        for name in names:
            scope.setdefault(name.name, name)
            if name.name[0] != "?":  # the missing `?` is reported at the declaration
                scope.setdefault(f"?{name.name}", name)
        if slot == ":parameters":
            parameters = names
    return parameters, scope


def _derive(
    model: SectionModel,
    head: List,
    parameters: tuple[TypedName, ...],
    body: Formula,
    root: List,
    scope: Scope,
) -> None:
    model.axioms = (Axiom(head.head, parameters, body, root),)
    from_head = tuple(parameter.name for parameter in parameters)
    nodes = [parameter.node for parameter in parameters if parameter.node is not None]
    head = List(head.form, head.start, head.end, [head.items[0], *nodes])
    atom = AtomicFormula(head.head, from_head, head)
    model.uses.atoms.append(AtomUse(atom, Use.DERIVED, scope))
