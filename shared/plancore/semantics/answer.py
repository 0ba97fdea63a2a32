"""The answer for a pair of actions, and the states that show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from plancore.formula.printing import typed_list
from plancore.model.formula import TypedName
from plancore.model.ground import GroundAtom, StateAtoms
from plancore.model.types import OBJECT
from plancore.simulate.atoms import show


class Relation(StrEnum):
    """How the learned action's applicability relates to the reference's."""

    EQUIVALENT = "equivalent"
    STRICTER = "stricter"
    """The learned action applies nowhere else, and not everywhere where the reference does."""
    LOOSER = "looser"
    """It applies wherever the reference does, and elsewhere too."""
    INCOMPARABLE = "incomparable"
    UNDECIDED = "undecided"


class WitnessKind(StrEnum):
    """The kinds of differences that a witness shows."""

    ONLY_LEARNED = "only the learned action applies"
    ONLY_REFERENCE = "only the reference's action applies"
    RESULTS_DIFFER = "the results differ"


@dataclass(frozen=True, slots=True)
class Witness:
    """A state and arguments that show a difference. Atoms that are not in `state` are false.

    The state lists no derived atoms; each model derives them by its own axioms. `differing`
    are the atoms that only one of the resulting states has. `reachable` says whether a plan from a
    given initial state leads to the state; None when no plan was found or looked for.
    """

    kind: WitnessKind
    objects: tuple[TypedName, ...]
    state: StateAtoms
    arguments: tuple[str, ...]
    differing: tuple[GroundAtom, ...] = ()
    reachable: bool | None = None
    plan: tuple[GroundAtom, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "kind": self.kind.value,
            "objects": {o.name: list(o.types) or ["object"] for o in self.objects},
            "state": [show(atom) for atom in sorted(self.state)],
            "arguments": list(self.arguments),
            "differing": [show(atom) for atom in self.differing],
            "reachable": self.reachable,
            "plan": [show(step) for step in self.plan],
        }


@dataclass(frozen=True, slots=True)
class ActionSemantics:
    """The answer for one pair of actions. `effects_agree` is None where it is not decided.

    `proved` says that both answers hold in every state of every problem, and that nothing was left
    out; `constructs` names the constructs that could not be looked into.
    """

    name: str
    precondition: Relation
    effects_agree: bool | None
    witnesses: tuple[Witness, ...]
    proved: bool
    constructs: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "precondition": self.precondition.value,
            "effects_agree": self.effects_agree,
            "proved": self.proved,
            "constructs": list(self.constructs),
            "witnesses": [witness.to_dict() for witness in self.witnesses],
        }


def same_meaning(name: str) -> ActionSemantics:
    """The answer for two actions that say the same in domains that declare the same."""
    return ActionSemantics(name, Relation.EQUIVALENT, True, (), True)


def undecided(name: str, reasons: tuple[str, ...]) -> ActionSemantics:
    """The answer for a pair that cannot be compared, for these reasons."""
    return ActionSemantics(name, Relation.UNDECIDED, None, (), False, reasons)


def verdict(answer: ActionSemantics) -> str:
    """Both answers, and whether they are proved, on one line."""
    agree = {True: "agree", False: "differ", None: "not decided"}[answer.effects_agree]
    proof = "proved" if answer.proved else "not proved"
    return f"precondition {answer.precondition.value}, effects {agree} ({proof})"


def shown_by(answer: ActionSemantics, witness: Witness, quote: str = "") -> Iterator[str]:
    """What a witness shows: arguments and state on one line, then what differs; `quote` stands
    around atoms."""
    step = f"{quote}{show((answer.name, *witness.arguments))}{quote}"
    state = _atoms(sorted(witness.state), quote) or "nothing holds"
    arguments = tuple(object_ for object_ in witness.objects if object_.name in witness.arguments)
    typed = any(argument.types not in ((), (OBJECT,)) for argument in arguments)
    types = f", {typed_list(arguments)}," if typed else ""
    yield f"{witness.kind.value} for {step}{types} in: {state}"
    if witness.differing:
        yield f"they differ in {_atoms(witness.differing, quote)}"


def _atoms(atoms: Iterable[GroundAtom], quote: str) -> str:
    text = " ".join(map(show, atoms))
    return f"{quote}{text}{quote}" if text else ""
