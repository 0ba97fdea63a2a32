"""The answer for a pair of actions in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plancore.formula.printing import typed_list
from plancore.model.ground import GroundAtom
from plancore.model.types import OBJECT
from plancore.semantics.answer import ActionSemantics, Witness
from plancore.simulate.atoms import show


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
