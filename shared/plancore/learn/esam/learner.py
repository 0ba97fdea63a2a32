"""ESAM: like SAM, and learning from steps that bind one object to several parameters.

The domain has, for each action, one for arguments that all differ, and a proxy for each other way
of coinciding that trajectories show. Where no step binds an object twice it is the domain that SAM
learns. It is safe in the same sense, and under the same conditions.

The authors make proxies for every way of coinciding that resolves what is ambiguous; here one is
made only for those that were observed, of which there are never more than steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from plancore.codec.base import Codec
from plancore.codec.identity import Identity
from plancore.codec.proxies import Proxies, Proxy
from plancore.learn.esam.evidence import Evidence, Pattern
from plancore.learn.esam.proxies import distinct, entry_of, proxy_of
from plancore.learn.learned import Contradiction, Learned, LeftOut
from plancore.learn.sam.literals import repeating_shapes
from plancore.learn.sam.observed import complete_states, observe_all
from plancore.learn.signature import NO_NUMBERS, signature_of, with_actions
from plancore.model.domain import Action, Domain
from plancore.model.trajectory import Trajectory
from plancore.simulate.atoms import show
from plancore.stop import NEVER, Checkpoint

NAME: Final = "ESAM"


def learn_esam(
    domain: Domain | None, trajectories: Sequence[Trajectory], checkpoint: Checkpoint = NEVER
) -> Learned:
    """The domain that `trajectories` show, in the language of `domain` (see `signature_of`), and
    the codec that finds the proxies of an action.

    Raises UnlearnableError as `learn_sam` does.
    """
    signature = signature_of(domain, trajectories)
    states = complete_states(trajectories, signature)
    repeating = repeating_shapes(states)
    evidence = {action.name: Evidence(action, signature, repeating) for action in signature.actions}
    done = observe_all(trajectories, states, evidence, checkpoint)
    actions: list[Action] = []
    table: list[Proxy] = []
    notes: list[str] = []
    for action in signature.actions:
        observed = evidence[action.name]
        patterns = (distinct(action), *sorted(observed.patterns)) if observed.steps else ()
        for pattern in dict.fromkeys(patterns):
            proxy = proxy_of(action, pattern, observed, signature)
            if proxy is None:
                notes.append(
                    f"{action.name}: nothing safe can be said of {_worded(action, pattern)}"
                )
            else:
                actions.append(proxy)
                table.append(entry_of(action, pattern, signature))
    has_proxies = any(each.learned != each.action for each in table)
    codec: Codec = Proxies(table) if has_proxies else Identity()
    if signature.functions:
        notes.append(NO_NUMBERS)
    stands_for = {each.action for each in table}
    return Learned(
        NAME,
        with_actions(signature, actions),
        codec,
        len(trajectories),
        done,
        tuple(_left_out(signature.actions, evidence, stands_for)),
        tuple(_contradictions(evidence)),
        tuple(notes),
    )


def _worded(action: Action, pattern: Pattern) -> str:
    """`arguments with ?y = ?x`."""
    same = [f"{p} = {q}" for p, q in zip(distinct(action), pattern, strict=True) if p != q]
    return f"arguments with {', '.join(same)}" if same else "arguments that all differ"


def _left_out(
    actions: Sequence[Action], evidence: Mapping[str, Evidence], learned: set[str]
) -> Iterator[LeftOut]:
    for action in actions:
        if not evidence[action.name].steps:
            yield LeftOut(action.name, "no trajectory has it")
        elif action.name not in learned:
            yield LeftOut(action.name, "which of its literals are effects cannot be told")


def _contradictions(evidence: Mapping[str, Evidence]) -> Iterator[Contradiction]:
    for name, observed in evidence.items():
        for kind, effects in (("true", observed.added()), ("false", observed.deleted())):
            if effects.impossible:
                where, atom = effects.impossible[0]
                message = f"{show(atom)} becomes {kind}, and by other steps no literal does that"
                yield Contradiction(name, message, len(effects.impossible), where)
        if observed.strange:
            where, atom = observed.strange[0]
            message = f"{show(atom)} changes, and no literal over the parameters stands for it"
            yield Contradiction(name, message, len(observed.strange), where)
