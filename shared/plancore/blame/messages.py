"""What differences do to plans, in a line: the same in editors, reports and the viewer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from plancore.blame.report import Blame, Consequence
from plancore.compare.difference import NO_EFFECT, UNTESTED, Difference
from plancore.phrases import count_of


def consequence_text(consequence: Consequence, n_plans: int) -> str:
    """`stops 14 of 40 plans, first kitchen-3.plan step 5`."""
    said = list(_said(consequence, n_plans))
    if consequence.difference.obstacle is not None:
        said.append(f"cannot be undone: {consequence.difference.obstacle}")
    if not consequence.is_proved:
        said.append("the search was given up: perhaps with others")
    return "; ".join(said)


def short_text(blame: Blame, numbers: Collection[int], of: str, *, says_alone: bool = True) -> str:
    """What these differences do to plans: `stops 14 of 40 plans, 2 of them together with others`.
    `of` is `40 plans`; where there is little room it is `40`, and nothing `says_alone` whether they
    do it by themselves."""
    stopped, let_through = blame.stopped_by(numbers), blame.let_through_by(numbers)
    later = () if stopped else blame.stopped_later_by(numbers)
    parts: list[str] = []
    for does, sets in (
        (f"stops {len(stopped)} of {of}", [plan.first.sets for plan in stopped]),
        (f"stops {len(later)} of {of} later", [()] * len(later)),
        (f"lets {len(let_through)} of {of} through", [plan.sets for plan in let_through]),
    ):
        if sets:
            has_others = says_alone and any(sets)
            parts.append(f"{does}{_with_others(sets, numbers) if has_others else ''}")
    consequences = [blame.consequences[number] for number in numbers]
    if parts and says_alone and not all(consequence.is_proved for consequence in consequences):
        parts.append("perhaps more together with others")
    if all(consequence.is_untested for consequence in consequences):
        parts.append(UNTESTED)
    return "; ".join(parts) or NO_EFFECT


def _with_others(sets: Sequence[Iterable[Sequence[int]]], numbers: Collection[int]) -> str:
    """How many of the plans it takes other differences for, by the sets to blame of each."""
    whole = {*numbers}
    n_more = sum(not any(whole.issuperset(one) for one in of_plan) for of_plan in sets)
    if not n_more:
        return ""
    others = "together with others"
    return f" {others}" if n_more == len(sets) else f", {n_more} of them {others}"


def with_consequences(
    differences: Iterable[Difference], blame: Blame, of: str
) -> tuple[Difference, ...]:
    """The differences with what each does to the plans of `blame`, whose numbers are theirs; those
    that several single ones are, with what each of these does, too."""
    ranks = {c.difference.number: rank for rank, c in enumerate(blame.by_consequence())}

    def with_consequence(difference: Difference) -> Difference:
        singles = difference.judged_singles
        numbers = [single.number for single in singles if single.number in ranks]
        if not numbers:
            return difference
        text, rank = short_text(blame, numbers, of), min(ranks[number] for number in numbers)
        parts = tuple(map(with_consequence, difference.parts))
        return replace(difference, consequence=text, rank=rank, parts=parts)

    return tuple(map(with_consequence, differences))


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
