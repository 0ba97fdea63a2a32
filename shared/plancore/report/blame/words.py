"""What a difference does to plans, in a line: for every report that tells of one."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.blame.differences import Difference
from plancore.blame.report import Blame, Consequence
from plancore.compare.changes import ACTION, PARAMETERS, ChangeKind
from plancore.phrases import count_of, in_reference


def difference_text(difference: Difference) -> str:
    """`extra precondition (lit ?x)`, `missing action fly`."""
    kind, text = difference.kind.value, difference.literal
    part = "parameter" if difference.part == PARAMETERS else difference.part
    if difference.kind is not ChangeKind.CHANGED or difference.learned is None:
        return f"{kind} {part} {text}"
    if difference.part == ACTION:
        text = f"kind {difference.learned}"
    return f"{kind} {part} {in_reference(text, difference.wanted or difference.reference or '')}"


def consequence_text(consequence: Consequence, n_plans: int) -> str:
    """`stops 14 of 40 plans, first kitchen-3.plan step 5`."""
    said = list(_said(consequence, n_plans))
    if consequence.difference.obstacle is not None:
        said.append(f"cannot be undone: {consequence.difference.obstacle}")
    if not consequence.is_proved:
        said.append("the search was given up: perhaps with others")
    return "; ".join(said)


def short_text(consequence: Consequence, of: str) -> str:
    """The same in few words: `stops 14 of 40 plans`; `of` is `40 plans`, or `40` for less room."""
    first = consequence.stops_first
    lets = consequence.lets
    said = [f"stops {first} of {of}"] if first else []
    if consequence.stops_later and not first:
        said.append(f"stops {consequence.stops_later} of {of} later")
    if lets:
        said.append(f"lets {lets} of {of} through")
    if consequence.is_untested:
        said.append("untested")
    return "; ".join(said) or "alone changes no plan"


def plans_text(n_stopped: int, n_let_through: int, of: str) -> str:
    """How many plans several differences together stop and let through, `of` as there; empty for
    none."""
    said = [f"stops {n_stopped} of {of}"] if n_stopped else []
    said += [f"lets {n_let_through} of {of} through"] if n_let_through else []
    return "; ".join(said)


def wrong_plans_text(blame: Blame) -> str:
    """`14 of 15 plans stopped`, how many of these no difference is to blame for, and how many are
    let through; empty where every plan is as it is meant to be. Where the reference accepts none of
    them nobody knows what stops plans: then that is said."""
    if blame.diff is not None and blame.n_judged and not blame.n_meant and not blame.let_through:
        return f"the reference accepts none of {count_of(blame.n_plans, 'plan')}"
    unexplained = len(blame.stopped_by_none)
    by_none = f", {unexplained} by none of the differences" if unexplained else ""
    of = f" of {count_of(blame.n_plans, 'plan')}"
    said = [f"{len(blame.stopped)}{of} stopped{by_none}"] if blame.stopped else []
    if blame.let_through:
        said.append(f"{len(blame.let_through)}{'' if said else of} let through")
    return ", ".join(said)


def translated_text(blame: Blame) -> str:
    """`translated by the pairs`, of some of the plans `12 translated by the pairs, 3 could not be`;
    empty where plans are executed in their own words."""
    if not blame.is_translated:
        return ""
    some = f"{blame.n_judged} " if blame.n_judged < blame.n_plans else ""
    rest = f", {blame.n_untranslated} could not be" if blame.n_untranslated else ""
    return f"{some}translated by the pairs{rest}"


def counts_text(blame: Blame) -> str:
    """`40 plans, translated by the pairs: 26 as they are meant to be, 14 stopped`."""
    parts = [f"{blame.n_agreeing} as they are meant to be"]
    parts += [f"{len(blame.stopped)} stopped"] if blame.stopped else []
    parts += [f"{len(blame.let_through)} let through"] if blame.let_through else []
    parts += [f"{len(blame.undecided)} undecided"] if blame.undecided else []
    plans = ", ".join(filter(None, (count_of(blame.n_plans, "plan"), translated_text(blame))))
    return f"{plans}: {', '.join(parts)}"


def _said(consequence: Consequence, n_plans: int) -> Iterator[str]:
    alone, together = consequence.stops_alone, consequence.stops_together
    if alone or together:
        yield f"{_does('stops', alone, together, n_plans)}{_first(consequence)}"
    if consequence.valid_without:
        yield f"{consequence.valid_without} valid without it"
    if consequence.stops_later:
        yield f"stops {consequence.stops_later} later, once other failures are mended"
    lets, together = consequence.lets_through, consequence.lets_through_together
    if lets or together:
        yield f"{_does('lets', lets, together, n_plans)} through that should fail"
    if not consequence.matters and not consequence.is_untested:
        yield f"alone changes no plan, in {consequence.exercised} of {count_of(n_plans, 'plan')}"
    if consequence.is_untested:
        yield "untested"


def _does(verb: str, alone: int, together: int, n_plans: int) -> str:
    """`stops 3 of 40 plans`, or with others."""
    plans = count_of(n_plans, "plan")
    if not together:
        return f"{verb} {alone} of {plans}"
    if not alone:
        return f"with others {verb} {together} of {plans}"
    return f"{verb} {alone}, and with others {together}, of {plans}"


def _first(consequence: Consequence) -> str:
    first = consequence.first
    if first is None:
        return ""
    return f", first {first.plan} {'at its end' if first.step is None else f'step {first.step}'}"
