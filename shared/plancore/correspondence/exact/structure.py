"""Formulas as graphs that abstract from names and from the order of conjuncts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from plancore.align.isomorphism import Graph
from plancore.formula.conditions import normal_form, normal_key
from plancore.formula.elements import unwrapped
from plancore.formula.printing import AS_WRITTEN
from plancore.model import formula as logic
from plancore.model.domain import OBJECT

_UNORDERED = (logic.And, logic.Or, logic.OneOf)


class StructureGraph(Graph):
    """A graph of a domain or a problem: its declared names and its formulas.

    `fixed` gives for a kind and a name the label that its counterpart must also have; None if any
    name will do. Unless `in_place`, the graph also abstracts from the order of arguments. `places`
    has the vertices of the argument positions of each predicate and function.
    """

    def __init__(self, fixed: Callable[[str, str], str | None], *, in_place: bool = True) -> None:
        super().__init__()
        self._fixed = fixed
        self._in_place = in_place
        self.symbols: dict[tuple[str, str], int] = {}
        self.places: dict[tuple[str, str], list[int]] = {}

    def symbol(self, kind: str, name: str) -> int:
        """The vertex of a name; undeclared names are vertices as well."""
        vertex = self.symbols.get((kind, name))
        if vertex is None:
            vertex = self.vertex((kind, self._fixed(kind, name)), name)
            self.symbols[kind, name] = vertex
        return vertex

    def fix(self, fixed: Callable[[str, str], str | None]) -> None:
        """Replace `fixed` and relabel the vertices of names; the rest of the graph stays."""
        self._fixed = fixed
        for (kind, name), vertex in self.symbols.items():
            self.labels[vertex] = (kind, fixed(kind, name))

    def typed(self, vertex: int, name: logic.TypedName) -> None:
        """Connect a vertex to its types."""
        for type_name in name.types or (OBJECT,):
            self.edge(vertex, self.symbol("types", type_name), "type")

    def signature(self, kind: str, name: str, parameters: Iterable[logic.TypedName]) -> None:
        """Connect a predicate or function to the types of its parameters, by position."""
        self.symbol(kind, name)
        for position, parameter in enumerate(parameters):
            self.typed(self._place(kind, name, position), parameter)

    def applied(
        self, vertex: int, kind: str, name: str, arguments: Iterable[Any], scope: Mapping[str, int]
    ) -> None:
        """Connect an atom or a numeric term to its name and to its arguments."""
        self.edge(vertex, self.symbol(kind, name), "of")
        if self._in_place:
            self._expressions(vertex, arguments, scope)
            return
        for position, argument in enumerate(arguments):
            filled = self.vertex("argument")
            self.edge(vertex, filled, "argument")
            self.edge(filled, self._place(kind, name, position), "place")
            self.edge(filled, self.expression(argument, scope), "is")

    def formula(self, formula: logic.Formula, scope: Mapping[str, int]) -> int:
        """The vertex of `formula`; `scope` has the vertices of variables."""
        if type(formula) is logic.AtomicFormula:
            return self._atom(formula, scope)
        if type(formula) is logic.Forall or type(formula) is logic.Exists:
            return self._quantified(formula, scope)
        vertex = self.vertex((type(formula).__name__, _details(formula)))
        if type(formula) is logic.Comparison:
            self._expressions(vertex, (formula.left, formula.right), scope)
        elif type(formula) is logic.Assign:
            self._expressions(vertex, (formula.target, formula.value), scope)
        elif type(formula) is logic.Probabilistic:
            self._expressions(vertex, [chance for chance, _ in formula.outcomes], scope)
        for position, part in enumerate(logic.children(formula)):
            label = "part" if isinstance(formula, _UNORDERED) else position
            self.edge(vertex, self.formula(part, scope), label)
        return vertex

    def effect(self, effect: logic.Formula, scope: Mapping[str, int]) -> int:
        """The vertex of one effect, with the quantifiers and guards around it as a set."""
        wrappers, bare = unwrapped(effect)
        vertex = self.vertex("effect")
        guards: set[str] = set()
        for wrapper in wrappers:
            if type(wrapper) is logic.Timed:
                self.labels[vertex] = ("effect", wrapper.when)
            elif type(wrapper) is logic.Forall:
                scope = self._bound(vertex, wrapper.variables, scope)
            elif type(wrapper) is logic.When:
                naming = AS_WRITTEN.with_terms({name: f"?{v}" for name, v in scope.items()})
                for guard in logic.conjuncts(normal_form(wrapper.condition)):
                    key = normal_key(guard, naming)
                    if key not in guards:
                        guards.add(key)
                        self.edge(vertex, self.formula(guard, scope), "guard")
        self.edge(vertex, self.formula(bare, scope), "body")
        return vertex

    def expression(self, expression: Any, scope: Mapping[str, int]) -> int:
        """The vertex of a term or a numeric expression."""
        if isinstance(expression, str):
            if expression in scope:
                return scope[expression]
            return self.symbol("constants", expression)
        if isinstance(expression, logic.Number):
            return self.vertex(("number", expression.value))
        if isinstance(expression, logic.FunctionTerm):
            vertex = self.vertex("function")
            self.applied(vertex, "functions", expression.name, expression.args, scope)
            return vertex
        if isinstance(expression, logic.Arithmetic):
            vertex = self.vertex(("arithmetic", expression.operator))
            self._expressions(vertex, expression.args, scope)
            return vertex
        return self.vertex(("expression", str(expression)))

    def _atom(self, atom: logic.AtomicFormula, scope: Mapping[str, int]) -> int:
        vertex = self.vertex("atom")
        if atom.predicate == "=":
            self.labels[vertex] = "equal"
            for arg in atom.args:
                self.edge(vertex, self.expression(arg, scope), "equal")
            return vertex
        self.applied(vertex, "predicates", atom.predicate, atom.args, scope)
        return vertex

    def _place(self, kind: str, name: str, position: int) -> int:
        """The vertex of an argument position; if `in_place`, its label is the position."""
        symbol = self.symbol(kind, name)
        places = self.places.setdefault((kind, name), [])
        while len(places) <= position:
            number = len(places)
            places.append(self.vertex(("place", number if self._in_place else None), str(number)))
            self.edge(symbol, places[number], "place")
        return places[position]

    def _quantified(self, formula: logic.Forall | logic.Exists, scope: Mapping[str, int]) -> int:
        vertex = self.vertex(type(formula).__name__)
        inner = self._bound(vertex, formula.variables, scope)
        self.edge(vertex, self.formula(formula.body, inner), "body")
        return vertex

    def _bound(
        self, vertex: int, variables: Iterable[logic.TypedName], scope: Mapping[str, int]
    ) -> Mapping[str, int]:
        """The scope inside a quantifier."""
        inner = dict(scope)
        for variable in variables:
            inner[variable.name] = self.vertex("variable", variable.name)
            self.edge(vertex, inner[variable.name], "variable")
            self.typed(inner[variable.name], variable)
        return inner

    def _expressions(
        self, vertex: int, expressions: Iterable[Any], scope: Mapping[str, int]
    ) -> None:
        for position, expression in enumerate(expressions):
            self.edge(vertex, self.expression(expression, scope), position)


def _details(formula: logic.Formula) -> Hashable:
    """The fields of a formula other than its parts."""
    if isinstance(formula, (logic.And, logic.Or, logic.Not, logic.When)):
        return None
    if isinstance(formula, logic.Timed):
        return formula.when
    return tuple(
        value
        for name in ("operator", "numbers", "time", "text")
        if (value := getattr(formula, name, None)) is not None
    )
