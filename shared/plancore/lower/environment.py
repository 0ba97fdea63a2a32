"""Environments, the declarations visible at some place, and the resolution of names in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, compress
from typing import Final, TypeVar

from plancore.lower.numbers import MATHEMATICS, number
from plancore.lower.resolution import ArityMismatch, Declared, Resolution, TypeMismatch
from plancore.lower.section import AtomUse, FunctionUse, Scope, Use, Uses, ValueUse
from plancore.memo import Memo, lazy
from plancore.model.domain import (
    NUMBER,
    OBJECT,
    UNDEFINED,
    AbstractTask,
    Action,
    Function,
    Predicate,
    TypeHierarchy,
)
from plancore.model.formula import (
    Arithmetic,
    AtomicFormula,
    Expression,
    FunctionTerm,
    Term,
    TypedName,
)
from plancore.stop import NEVER, Checkpoint, watched_if_many
from plancore.syntax.nodes import Atom, List, Node

_Atoms = set[tuple[str, tuple[Term, ...]]]
"""Predicates with their arguments."""

_Named = TypeVar("_Named", TypedName, Predicate, Function, Action, AbstractTask)


class Environment:
    """The declarations of a domain, or of a problem combined with its domain's.

    If a name is declared several times the first counts. `complete` is False for a problem whose
    domain is not known: then no name is reported as undeclared. Environments are compared by
    identity, and results are cached by it.
    """

    def __init__(
        self,
        *,
        requirements: Iterable[str] = (),
        types: Iterable[TypedName] = (),
        objects: Iterable[TypedName] = (),
        predicates: Iterable[Predicate] = (),
        functions: Iterable[Function] = (),
        actions: Iterable[Action] = (),
        tasks: Iterable[AbstractTask] = (),
        complete: bool = True,
    ) -> None:
        self.requirements = frozenset(requirements)
        self.types: dict[str, TypedName] = {}
        parents: dict[str, tuple[str, ...]] = {}
        for declared in types:
            earlier = parents.get(declared.name, ())
            parents[declared.name] = earlier + tuple(t for t in declared.types if t not in earlier)
            self.types.setdefault(declared.name, declared)
        self.hierarchy = TypeHierarchy(parents)
        self.objects = _by_name(objects)
        self.predicates = _by_name(predicates)
        self.functions = _by_name(functions)
        self.has_object_fluents = any(f.returns != NUMBER for f in self.functions.values())
        self.actions = _by_name(actions)
        self.tasks = _by_name(tasks)
        self.complete = complete
        self.memo = Memo()
        self._accepted: dict[tuple[tuple[str, ...], tuple[str, ...]], bool] = {}
        self._members: dict[tuple[str, ...], frozenset[str]] = {}
        self._fitting: dict[tuple[tuple[str, tuple[str, ...]], ...], _Atoms] = {}

    def with_objects(
        self, objects: Iterable[TypedName], requirements: Iterable[str] = ()
    ) -> Environment:
        """This domain's environment with the objects of a problem added to its constants."""
        inner = Environment(complete=self.complete)
        inner.requirements = self.requirements | frozenset(requirements)
        inner.types, inner.hierarchy = self.types, self.hierarchy
        inner.predicates, inner.functions = self.predicates, self.functions
        inner.has_object_fluents = self.has_object_fluents
        inner.actions, inner.tasks = self.actions, self.tasks
        inner.objects = dict(self.objects)
        for declared in objects:
            inner.objects.setdefault(declared.name, declared)
        return inner

    def accepts(self, wanted: tuple[str, ...], offered: tuple[str, ...]) -> bool:
        """Whether an argument of types `offered` may be passed where `wanted` is required."""
        if wanted == offered or not wanted or wanted == (OBJECT,):
            return True
        key = (wanted, offered)
        answer = self._accepted.get(key)
        if answer is None:
            answer = self._accepted[key] = self.hierarchy.accepts(wanted, offered)
        return answer

    def fitting(self, variables: Mapping[str, TypedName]) -> _Atoms:
        """The atoms that are known to be correct with these variables in scope. Callers add those
        that they check: in a large domain many actions have the same parameters and share atoms."""
        key = tuple([(name, variable.types) for name, variable in variables.items()])
        atoms = self._fitting.get(key)
        if atoms is None:
            atoms = self._fitting[key] = set()
        return atoms

    def members(self, types: tuple[str, ...]) -> frozenset[str]:
        """The names of all objects of one of `types`."""
        members = self._members.get(types)
        if members is None:
            members = self._members[types] = frozenset(
                chain.from_iterable(
                    names for own, names in self.kinds.items() if self.accepts(types, own)
                )
            )
        return members

    @lazy
    def kinds(self) -> Mapping[tuple[str, ...], Sequence[str]]:
        """The names of all objects by their declared types."""
        kinds = defaultdict[tuple[str, ...], list[str]](list)
        for name, declared in self.objects.items():
            kinds[declared.types].append(name)
        return kinds


def _by_name(items: Iterable[_Named]) -> dict[str, _Named]:
    by_name: dict[str, _Named] = {}
    for item in items:
        by_name.setdefault(item.name, item)
    return by_name


BUILT_IN: Final = MATHEMATICS.union(
    ("#t", "total-time", "total-cost", "reward", "goal-achieved"),
)
"""Functions with a predefined meaning: those of PDDL 2.1, PDDL+ and PPDDL, and the arithmetic that
ENHSP and DiNo add. All except `total-cost` need no declaration."""

_IMPLICIT: Final = BUILT_IN - {"total-cost"}


def resolve(uses: Uses, environment: Environment, checkpoint: Checkpoint = NEVER) -> Resolution:
    """Look up all names that `uses` mentions. Raises what `checkpoint` raises."""
    resolution = Resolution([], [], [], [], [], [], [], [], [])
    _Resolver(environment, resolution).run(uses, checkpoint)
    # Most forms resolve completely, and nine empty lists for each would take 3 % of the memory of a
    # large domain.
    return resolution if any(resolution) else _NOTHING


_NOTHING: Final = Resolution([], [], [], [], [], [], [], [], [])


class _Resolver:
    def __init__(self, environment: Environment, resolution: Resolution) -> None:
        self.environment = environment
        self.resolution = resolution
        self._numbers: dict[int, FunctionUse] = {}
        """Names used as numbers, by the `id` of their nodes."""

    def run(self, uses: Uses, checkpoint: Checkpoint) -> None:
        environment, resolution = self.environment, self.resolution
        predicates = environment.predicates
        applied: set[int] = set()
        scope: Scope | None = None
        fitting: set[tuple[str, tuple[Term, ...]]] = set()
        for use in watched_if_many(uses.atoms, checkpoint):
            atom = use.atom
            if use.scope is not scope:
                scope = use.scope
                fitting = environment.fitting(scope)
            words = atom.predicate, atom.args
            if words in fitting:
                continue
            declared = predicates.get(atom.predicate)
            if declared is not None:
                if _is_of_types(atom.args, declared.parameters, scope):
                    fitting.add(words)
                else:
                    self._arguments(atom.args, atom.node, declared, scope)
                continue
            if atom.predicate == "=" or not environment.complete:
                self._objects(atom.args, atom.node)
                continue
            is_applied = any(map(self._may_be_formula, atom.args))
            (resolution.operators if is_applied else resolution.predicates).append(use)
            if is_applied:
                applied.update(id(arg) for arg in atom.args)
                resolution.predicates.extend(self._undeclared_inside(use))
            self._objects(atom.args, atom.node, predicate_inside(atom, environment))
        for function_use in uses.functions:
            if id(function_use.term) not in applied:
                self._function(function_use)
        if environment.complete:
            types = environment.hierarchy.names
            objects, functions = environment.objects, environment.functions
            if not types.issuperset(uses.type_names()):
                resolution.types.extend([node for node in uses.types if node.key not in types])
            for constant in uses.constants:
                key = constant.key
                if (
                    key not in objects
                    and key not in functions
                    and not (
                        # The value of object fluents without a value (PDDL 3.1).
                        key == UNDEFINED and environment.has_object_fluents
                    )
                ):
                    resolution.objects.append(constant)
                elif key not in objects and key in functions:
                    self._arguments((), constant, functions[key], {})
        for value in uses.values:
            # If all functions are numeric, only objects can be of a wrong type.
            if environment.has_object_fluents or str in (type(value.term), type(value.value)):
                self._value(value)
        for operation, scope in uses.operations:
            self._operands(operation, scope)
        if self._numbers:
            self._names_as_numbers()
        if resolution.formulas:
            self._predicates_as_numbers(uses)
        for task, scope in uses.tasks:
            node = task.node
            head = node.items[0] if type(node) is List else None
            compound = environment.tasks.get(task.name)
            primitive = environment.actions.get(task.name)
            called = compound or primitive
            if compound is not None and primitive is not None:
                continue  # reported as declared twice
            if called is not None:
                self._arguments(task.args, node, called, scope)
            elif environment.complete and type(head) is Atom:
                resolution.tasks.append(head)

    def _function(self, use: FunctionUse) -> None:
        term = use.term
        declared = self.environment.functions.get(term.name)
        if declared is not None:
            self._arguments(term.args, term.node, declared, use.scope)
            return
        if self.environment.complete and term.name not in _IMPLICIT:
            is_formula = use.use is Use.CONDITION and self._is_formula(term)
            (self.resolution.formulas if is_formula else self.resolution.functions).append(use)
        self._objects(term.args, term.node)

    def _value(self, use: ValueUse) -> None:
        """Check the type of a value that a fluent is assigned or compared with."""
        term, value, node, is_assigned, scope = use
        environment = self.environment
        if node.head not in ("=", "assign"):
            self._number(node, term, 1, scope)
            self._number(node, value, 2, scope)
            return
        declared = environment.functions.get(term.name) if type(term) is FunctionTerm else None
        if declared is None:
            return
        wanted = declared.returns
        given: TypedName | Function | None
        if type(value) is FunctionTerm:
            given = environment.functions.get(value.name)
            types = given.returns if given else ()
        elif type(value) is str:
            given = scope.get(value) or environment.objects.get(value)
            types = given.types if given else ()
        else:
            given, types = TypedName(node.items[2].text, NUMBER), NUMBER
        if given is None or wanted == types:
            return
        is_number = NUMBER in (wanted, types)
        if not is_number and environment.accepts(wanted, types):
            return
        possible = not is_number and environment.hierarchy.overlaps(wanted, types or (OBJECT,))
        if is_assigned or not possible:
            expected = TypedName(declared.name, wanted)
            self.resolution.mismatches.append(
                TypeMismatch(node.items[2], given, expected, declared, possible, node)
            )

    def _operands(self, operation: Arithmetic, scope: Scope) -> None:
        """Check that operands are numbers. The arguments after a function without parentheses, as
        in `(* 2 fuel ?x)`, are not operands."""
        args, node = operation.args, operation.node
        assert type(node) is List
        past = 0
        calls: list[ArityMismatch] = []
        for position, part in enumerate(args, 1):
            if position < past:
                continue
            declared = self.environment.functions.get(part) if type(part) is str else None
            count = len(declared.parameters) if declared else 0
            given = args[position : position + count]
            if (
                declared
                and count
                and len(given) == count
                and all(
                    type(arg) is str and (arg in scope or arg in self.environment.objects)
                    for arg in given
                )
            ):
                words = node.items[position : position + 1 + count]
                call = List(node.form, words[0].place.start, words[-1].place.end, words)
                calls.append(ArityMismatch(call, declared, count))
                past = position + 1 + count
            else:
                self._number(node, part, position, scope)
        if calls:  # instead of those about their words alone
            heads = {id(call.node.items[0]) for call in calls}
            arity = self.resolution.arity
            arity[:] = [each for each in arity if id(each.node.items[0]) not in heads] + calls

    def _number(self, node: List, part: Expression, position: int, scope: Scope) -> None:
        """Check that an operand of a comparison by size, of a numeric change or of arithmetic is a
        number."""
        functions, objects = self.environment.functions, self.environment.objects
        given: TypedName | Function | None = None
        if type(part) is FunctionTerm:
            given = functions.get(part.name)
            types = given.returns if given else ()
        elif type(part) is str and part not in functions:
            given = scope.get(part) or objects.get(part)
            types = given.types if given else ()
            if given is None:
                at = node.items[position]
                term = FunctionTerm(part, (), at)
                self._numbers.setdefault(id(at), FunctionUse(term, Use.CONDITION, scope))
        if given is None or types == NUMBER:
            return
        wanted, declared = TypedName("", NUMBER), Function(node.head, (), NUMBER)
        self.resolution.mismatches.append(
            TypeMismatch(node.items[position], given, wanted, declared, False, node)
        )

    def _names_as_numbers(self) -> None:
        """Take undeclared objects in place of numbers for undeclared functions."""
        objects, numbers = self.resolution.objects, self._numbers
        undeclared = [numbers[id(node)] for node in objects if id(node) in numbers]
        self.resolution.functions.extend(undeclared)
        objects[:] = [node for node in objects if id(node) not in numbers]

    def _predicates_as_numbers(self, uses: Uses) -> None:
        """Take predicates in place of numbers for undeclared functions, not for formulas."""
        values = [use for use in uses.values if use.value not in ("true", "false")]
        numbers = {id(part) for use in values for part in (use.term, use.value)}
        numbers.update(id(part) for operation, _ in uses.operations for part in operation.args)
        formulas, predicates = self.resolution.formulas, self.environment.predicates
        is_number = [id(use.term) in numbers and use.term.name in predicates for use in formulas]
        self.resolution.functions.extend(compress(formulas, is_number))
        formulas[:] = [use for use, is_one in zip(formulas, is_number, strict=True) if not is_one]

    def _is_formula(self, term: Term) -> bool:
        """Whether a term is a declared predicate or a type, and not a function."""
        environment = self.environment
        return (
            type(term) is FunctionTerm
            and term.name not in environment.functions
            and (term.name in environment.predicates or term.name in environment.hierarchy.names)
        )

    def _may_be_formula(self, term: Term) -> bool:
        """Whether an argument of an undeclared predicate is a formula, not an object fluent."""
        if type(term) is not FunctionTerm or term.name in self.environment.functions:
            return False
        functions = self.environment.functions.values()
        return self._is_formula(term) or all(each.returns == NUMBER for each in functions)

    def _undeclared_inside(self, use: AtomUse) -> list[AtomUse]:
        """The undeclared predicates among the formulas that an undeclared word is applied to."""
        return [
            AtomUse(AtomicFormula(term.name, term.args, term.node), use.use, use.scope)
            for term in use.atom.args
            if type(term) is FunctionTerm and term.name
            if self._may_be_formula(term) and not self._is_formula(term)
        ]

    def _arguments(
        self, args: tuple[Term, ...], node: Node | None, declared: Declared, scope: Scope
    ) -> None:
        parameters = declared.parameters
        if type(node) is Atom and type(declared) is Function:
            node = List(node.form, node.start, node.end, [node])  # without its parentheses
        if len(args) != len(parameters):
            # The parameters of a predicate that is declared as a word are not known.
            is_word = type(declared) is Predicate and type(declared.node) is Atom
            if type(node) is List and not is_word and not any(map(self._may_be_formula, args)):
                self.resolution.arity.append(ArityMismatch(node, declared, len(args)))
            self._objects(args, node)
            return
        environment = self.environment
        for position, arg in enumerate(args):
            declaration: TypedName | Function | None
            if type(arg) is str:
                declaration = scope.get(arg)
                if declaration is None:
                    if arg[0] == "?":
                        continue
                    declaration = environment.objects.get(arg)
                    if declaration is None:
                        self._unknown_object(arg, node, position)
                        continue
                types = declaration.types
            else:
                declaration = (
                    environment.functions.get(arg.name) if type(arg) is FunctionTerm else None
                )
                if declaration is None:
                    continue
                types = declaration.returns
            wanted = parameters[position]
            # Tuples of types are shared, so most are the same object.
            if wanted.types is types or environment.accepts(wanted.types, types):
                continue
            if type(node) is not List:
                continue
            self.resolution.mismatches.append(
                TypeMismatch(
                    node.items[position + 1],
                    declaration,
                    wanted,
                    declared,
                    environment.hierarchy.overlaps(wanted.types, types or (OBJECT,)),
                    node,
                )
            )

    def _objects(
        self, args: tuple[Term, ...], node: Node | None, predicate: str | None = None
    ) -> None:
        """Look up the objects in `args`, among which `predicate` is not one."""
        for position, arg in enumerate(args):
            if type(arg) is not str or arg == predicate:
                continue
            if arg[0] != "?" and arg not in self.environment.objects:
                self._unknown_object(arg, node, position)

    def _unknown_object(self, arg: str, node: Node | None, position: int) -> None:
        if not self.environment.complete or type(node) is not List:
            return
        item = node.items[position + 1]
        if number(arg) is not None or arg in self.environment.functions:
            # A number as an argument, or a function without its parentheses.
            return
        if type(item) is Atom and item.key == arg:
            self.resolution.objects.append(item)


def predicate_inside(atom: AtomicFormula, environment: Environment) -> str | None:
    """The argument that is the predicate or the action of an atom with an undeclared head, as in
    `(?x on ?y)` and `(s1 move a b)`; None if there is none."""
    names = [
        arg
        for arg in atom.args
        if type(arg) is str and arg[0] != "?" and arg not in environment.objects
        if arg not in environment.hierarchy.names or arg in environment.predicates
    ]
    for name in names:
        if name in environment.predicates or name in environment.actions:
            return name
    is_argument = atom.predicate[:1] == "?" or atom.predicate in environment.objects
    if not is_argument or not names or number(names[0]) is not None:
        return None
    # Of two arguments the predicate is between them, even if the last one is not declared.
    is_between = len(atom.args) == 2 and names[0] == atom.args[0]
    return names[0] if len(names) == 1 or is_between else None


def _is_of_types(args: tuple[Term, ...], parameters: tuple[TypedName, ...], scope: Scope) -> bool:
    """Whether the arguments are variables of exactly the required types, as nearly all are."""
    if len(args) != len(parameters):
        return False
    for arg, parameter in zip(args, parameters, strict=True):
        bound = scope.get(arg) if type(arg) is str else None
        if bound is None or bound.types is not parameter.types:
            return False
    return True
