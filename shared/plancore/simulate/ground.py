"""Action schemas and their ground actions, made on demand: no task is fully grounded."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from plancore.model.domain import Action, ActionKind
from plancore.model.formula import TRUE as TRUE_FORMULA
from plancore.model.formula import Timed
from plancore.model.formula import conjuncts as formula_conjuncts
from plancore.model.plan import GroundAction
from plancore.simulate.atoms import Objects, UndecidedError, show
from plancore.simulate.conditions import Frame, Node, check_times, conjuncts, normalise
from plancore.simulate.continuous import flows_of
from plancore.simulate.effects import EffectBlock, effect_blocks
from plancore.simulate.parts import GroundPart, SchemaPart
from plancore.simulate.queries import Test, compile_test
from plancore.simulate.spanning import SpanningEffect
from plancore.simulate.state import Env

MOMENTS = ("start", "all", "end")


class MisuseKind(StrEnum):
    """The kinds of malformed steps."""

    UNKNOWN_ACTION = "unknown-action"
    WRONG_ARITY = "wrong-arity"
    UNKNOWN_OBJECT = "unknown-object"
    WRONG_TYPE = "wrong-type"
    NO_TIME = "no-time"


@dataclass(frozen=True, slots=True)
class Misuse:
    """The reason why a step is malformed. `argument` is the index of the wrong argument, from 0;
    None if it is not about an argument."""

    kind: MisuseKind
    message: str
    argument: int | None = None


class Schema:
    """An action schema, compiled for one moment, or for the three moments of a durative action."""

    def __init__(self, action: Action, objects: Objects, derived: frozenset[str]) -> None:
        """Raises UndecidedError for unsupported conditions and effects."""
        self.action = action
        self.durative = action.kind is ActionKind.DURATIVE
        if action.kind in (ActionKind.PROCESS, ActionKind.EVENT):
            raise UndecidedError(f"({action.name} …) is a {action.kind.value}, not an action")
        frame = Frame(action.parameters, objects.functions)
        self.parts: dict[str, SchemaPart] = {}
        if self.durative:
            check_times(action.precondition)
        effects: dict[str, tuple[EffectBlock, ...]] = {
            moment: effect_blocks(action.effect, frame, moment, continuous=self.durative)
            for moment in (("start", "end") if self.durative else ("",))
        }
        self.spanning = tuple(
            SpanningEffect(block, block.since, objects)
            for block in effects.get("end", ())
            if block.since is not None
        )
        """The effects at the end with conditions at earlier times."""
        if self.spanning:
            effects["start"] += tuple(effect.reads for effect in self.spanning)
        self.durations: dict[str, tuple[tuple[Node, Test], ...]] = {}
        if self.durative:
            self.durations = _durations(action, frame, objects)
        for moment in MOMENTS if self.durative else ("",):
            bounds = tuple(node for node, _ in self.durations.get(moment, ()))
            condition = normalise(action.precondition, frame, frame.scope, moment)
            blocks = effects.get(moment, ())
            for block in blocks:
                for changed in block.adds + block.dels:
                    if changed.name in derived:
                        raise UndecidedError(f"an effect changes the derived ({changed.name} …)")
            self.parts[moment] = SchemaPart(condition, blocks, objects, derived, bounds)
        self.flows = flows_of(action.effect, frame) if self.durative else ()
        self.size = frame.size


class GroundOperator:
    """A schema with objects for its parameters: `parts` by moment, `""` if not durative."""

    __slots__ = ("args", "env", "name", "parts", "schema")

    def __init__(self, schema: Schema, args: tuple[str, ...]) -> None:
        self.schema = schema
        self.name = schema.action.name
        self.args = args
        self.env: Env = [*args, *[""] * (schema.size - len(args))]
        self.parts: dict[str, GroundPart] = {
            moment: part.ground(self.env) for moment, part in schema.parts.items()
        }

    @property
    def durative(self) -> bool:
        """Whether it is durative."""
        return self.schema.durative

    @property
    def part(self) -> GroundPart:
        """The only part of an action that is not durative. Raises UndecidedError for another."""
        if self.durative:
            raise UndecidedError(f"{self} is durative: it has no single next state")
        return self.parts[""]

    def __str__(self) -> str:
        return show((self.name, *self.args))


def misuse(action: GroundAction, schema: Action | None, objects: Objects) -> Misuse | None:
    """The reason why `action` is not an instance of `schema`; None if it is one."""
    if schema is None:
        return Misuse(MisuseKind.UNKNOWN_ACTION, f"unknown action {action.name}")
    wanted, n_args = len(schema.parameters), len(action.args)
    if wanted != n_args:
        many = "argument" if wanted == 1 else "arguments"
        message = f"{action.name} takes {wanted} {many}, got {n_args}"
        return Misuse(MisuseKind.WRONG_ARITY, message)
    for index, name in enumerate(action.args):
        if name not in objects.types:
            return Misuse(MisuseKind.UNKNOWN_OBJECT, f"unknown object {name}", index)
    for index, (name, parameter) in enumerate(zip(action.args, schema.parameters, strict=True)):
        allowed = objects.allowed(parameter.types)
        if allowed is not None and name not in allowed:
            has, asks = _types(objects.types[name]), _types(parameter.types)
            message = f"{name} is of type {has}, but {parameter.name} must be of type {asks}"
            return Misuse(MisuseKind.WRONG_TYPE, message, index)
    return None


def _types(types: tuple[str, ...]) -> str:
    return " or ".join(types) or "object"


def _durations(
    action: Action, frame: Frame, objects: Objects
) -> dict[str, tuple[tuple[Node, Test], ...]]:
    """The duration constraints checked at the start, which is the default, and at the end."""
    nodes: dict[str, list[Node]] = {"start": [], "end": []}
    for part in formula_conjuncts(action.duration or TRUE_FORMULA):
        moment = part.when if isinstance(part, Timed) else "start"
        if moment not in nodes:
            raise UndecidedError("an `over all` duration constraint is not supported")
        nodes[moment].extend(conjuncts(normalise(part, frame, frame.scope)))
    return {
        moment: tuple((node, compile_test(node, objects)) for node in conditions)
        for moment, conditions in nodes.items()
    }
