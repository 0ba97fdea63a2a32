"""Strong equivalence: two domains that differ in names only, with the renaming as witness.

Chrpa, Dodaro, Maratea, Mochi, Vallati (JELIA 2023): the graphs of the two models (operators and
predicates, tied by labelled literals with the binding of their arguments) are isomorphic. Here
names of types, functions and constants may differ as well, and the order of an action's
parameters; the arguments of predicates keep their places. Constructs beside literals are compared
in their normal form (see `formula.conditions` and `formula.effects`).
"""

from __future__ import annotations

from plancore.align.isomorphism import DEFAULT_BUDGET
from plancore.bridge.pddl_package import DomainLike, as_domain
from plancore.correspondence.exact.graph_match import (
    NO_NAMES,
    DomainGraphs,
    GraphMatch,
    can_be_matched,
    with_common_names,
)
from plancore.correspondence.names import Correspondence, renaming
from plancore.formula.kept import kept_meaning
from plancore.formula.naming import AS_WRITTEN
from plancore.model.domain import Domain
from plancore.model.record import record
from plancore.stop import NEVER, Checkpoint, SpentError


@record
class Equivalence:
    """Whether two domains are strongly equivalent. `holds` is None when it was not decided.

    `correspondence` is the witness: learned names to the reference's, and orders of parameters.
    """

    holds: bool | None
    correspondence: Correspondence | None = None


def strong_equivalence(
    learned: DomainLike,
    reference: DomainLike,
    *,
    budget: int = DEFAULT_BUDGET,
    checkpoint: Checkpoint = NEVER,
) -> Equivalence:
    """Decide whether the domains differ in names only, and find the renaming.

    A first try lets names that both domains have correspond to each other. `budget` bounds the
    steps of each try; when they do not suffice, the question stays undecided.
    """
    learned, reference = as_domain(learned), as_domain(reference)
    if not can_be_matched(learned, reference):
        return Equivalence(None)
    graphs = DomainGraphs(learned, reference)
    is_decided = True
    common = with_common_names(learned, reference)
    for same in (common, NO_NAMES) if any(common.values()) else (NO_NAMES,):
        try:
            match = graphs.match(same, budget=budget, checkpoint=checkpoint)
        except SpentError:
            is_decided = False
            continue
        if match is not None:
            witness = _witness(match)
            if not _keep_the_same(learned, reference, witness):
                # Another renaming may fit what is compared as written, too: nobody knows.
                return Equivalence(None)
            return Equivalence(True, witness)
    return Equivalence(False if is_decided else None)


def _keep_the_same(learned: Domain, reference: Domain, witness: Correspondence) -> bool:
    """Whether what no model has in full, such as methods, is the same under the names of a witness.

    What is compared as written says nothing of parameters in another order.
    """
    if witness.parameters and (learned.kept or reference.kept):
        return False
    naming = witness.to_reference
    ours = [(k.kind, k.name, kept_meaning(k, naming, witness.actions)) for k in learned.kept]
    theirs = [(k.kind, k.name, kept_meaning(k, AS_WRITTEN, {})) for k in reference.kept]
    return sorted(ours) == sorted(theirs)


def _witness(match: GraphMatch) -> Correspondence:
    names = match.names()
    renamed = {
        kind: {mine: yours for mine, yours in of_kind.items() if mine != yours}
        for kind, of_kind in names.items()
    }
    orders: dict[str, tuple[int, ...]] = {}
    for mine in match.ours.parameters:
        yours = names["actions"][mine]
        order = match.parameters(mine, yours)
        if order != tuple(range(len(order))):
            orders[yours] = order
    return renaming(renamed, orders)
