"""What differences do to plans: by what each does, then the plans and why they stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from plancore.blame.messages import consequence_text, counts_text
from plancore.blame.report import (
    Blame,
    Consequence,
    DifferenceSet,
    FalseCondition,
    PlanLetThrough,
    PlanNote,
    StoppedPlan,
    StoppingFailure,
)
from plancore.compare.difference import Difference
from plancore.phrases import count_of
from plancore.report.blame.plan_names import with_short_names
from plancore.report.blame.review import BlameReport
from plancore.report.domain.words import MARKS
from plancore.report.formats.html.elements import NOTHING, Html, element, joined, text
from plancore.report.formats.html.inline import pddl, prose
from plancore.report.formats.html.marks import sign, signed
from plancore.report.formats.html.sections import Section
from plancore.report.formats.html.tables import folded, left_out, table
from plancore.report.places import where
from plancore.report.rows.row import LEARNED, REFERENCE

T = TypeVar("T")

_MOST: Final = 500
"""So many differences, and so many plans, of a kind are told of."""


def consequence_sections(report: BlameReport, links: Mapping[str, Html]) -> list[Section]:
    """The differences and the plans; `links` lead to actions by their names."""
    return list(_Consequences(with_short_names(report), links).sections())


class _Consequences:
    def __init__(self, report: BlameReport, links: Mapping[str, Html]) -> None:
        self._report = report
        self._links = links
        self._ranked = report.blame.by_consequence()
        self._labels = {c.difference.number: k for k, c in enumerate(self._ranked, start=1)}
        self._groups = _by_group(self._ranked)
        shown = (consequence for group in self._groups.values() for consequence in group[:_MOST])
        self._shown = {consequence.difference.number for consequence in shown}

    def sections(self) -> Iterator[Section]:
        """One on the differences, one on the plans."""
        blame = self._report.blame
        if self._ranked:
            matter = sum(consequence.matters for consequence in self._ranked)
            remark = f"{matter} of {len(self._ranked)} differences change what plans do"
            yield Section(
                "consequences", "What each difference breaks", joined(self._differences()), remark
            )
        yield Section("plans", "Plans", joined(self._plans(blame)), counts_text(blame))

    def _differences(self) -> Iterator[Html]:
        for title, members in self._groups.items():
            rows = map(self._row, members[:_MOST])
            yield element("h3", title)
            yield table(rows, _NAMES, label=title, is_prose=True)
            yield left_out(len(members) - _MOST)

    def _row(self, consequence: Consequence) -> Sequence[str]:
        difference = consequence.difference
        number = self._labels[difference.number]
        action = difference.action or ""
        return (
            element("span", f"[{number}]", id=f"difference-{number}"),
            signed(MARKS[difference.kind], pddl(difference.plain_message)),
            self._links.get(action, action),
            consequence_text(consequence, self._report.blame.n_plans),
            self._place(difference),
        )

    def _place(self, difference: Difference) -> Html:
        """The side and the line of a difference; names of files stand in the heading."""
        place, side = None, LEARNED
        if difference.learned is not None:
            place = where(self._report.learned, difference.learned_place)
        if place is None and self._report.reference is not None:
            place, side = where(self._report.reference, difference.reference_place), REFERENCE
        if place is None:
            return NOTHING
        return element("small", f"{side.name}, line {place.line}", title=str(place))

    def _plans(self, blame: Blame) -> Iterator[Html]:
        yield from _listed("Stopped", blame.stopped, self._stopped)
        yield from _listed("Let through", blame.let_through, self._let_through)
        yield from _listed("Undecided", blame.undecided, _note)
        yield from _listed("Notes", blame.notes, _note)
        yield element("h3", "Coverage")
        coverage, side = blame.coverage, "learned domain" if blame.diff is None else "reference"
        literals = count_of(coverage.n_elements, "literal")
        said = f"plans exercise {coverage.n_exercised} of {literals} of the {side}"
        unused = [action.action for action in coverage.actions if not action.n_plans]
        if unused:
            said += f"; no plan has a step of {', '.join(unused)}"
        yield element("p", said)

    def _stopped(self, plan: StoppedPlan) -> Html:
        summary = f"✗ {plan.plan} {_at(plan.first.step)}: {plan.first.reason}"
        content = [self._failure(failure) for failure in plan.failures]
        if plan.remark:
            content.append(element("p", plan.remark))
        end = "valid once all of these are mended" if plan.is_repaired else "not valid even then"
        return folded(summary, element("div", *content, element("p", end), class_="inner"))

    def _failure(self, failure: StoppingFailure) -> Html:
        conditions = [element("li", _condition(condition)) for condition in failure.conditions]
        return element(
            "div",
            element("p", f"{_at(failure.step)}: {failure.reason}"),
            element("ul", *conditions, class_="conditions") if conditions else NOTHING,
            self._to_blame("to blame", failure.sets, failure.is_smallest),
        )

    def _let_through(self, plan: PlanLetThrough) -> Html:
        why = f", in the reference {_at(plan.step)}: {plan.reason}" if plan.reason else ""
        to_blame = self._to_blame("let through by", plan.sets, plan.is_smallest)
        return element("div", element("p", f"{plan.plan} is valid{why}"), to_blame)

    def _to_blame(self, verb: str, sets: tuple[DifferenceSet, ...], is_smallest: bool) -> Html:
        if not self._labels:
            return NOTHING
        if not sets:
            known = "" if is_smallest else " known"
            return element("p", f"{verb}: no set of differences{known}")
        said = joined((joined(map(self._link, numbers), " with ") for numbers in sets), " or ")
        rest = "" if is_smallest else " (not shown to be the fewest)"
        return element("p", f"{verb}: ", said, rest)

    def _link(self, number: int) -> Html:
        label = self._labels[number]
        name = text(f"[{label}]")
        return element("a", name, href=f"#difference-{label}") if number in self._shown else name


_NAMES: Final = ("", "difference", "action", "what it does", "where")


def _by_group(ranked: Iterable[Consequence]) -> dict[str, list[Consequence]]:
    """The differences by what they do, those first that do most."""
    groups: dict[str, list[Consequence]] = {}
    for consequence in ranked:
        groups.setdefault(_group(consequence), []).append(consequence)
    return groups


def _group(consequence: Consequence) -> str:
    if consequence.stops_alone or consequence.stops_together or consequence.stops_later:
        return "Stop plans"
    if consequence.matters:
        return "Let plans through"
    return "Untested" if consequence.is_untested else "Change no plan"


def _listed(title: str, plans: Sequence[T], shown: Callable[[T], Html]) -> Iterator[Html]:
    if plans:
        yield element("h3", title)
        yield from map(shown, plans[:_MOST])
        yield left_out(len(plans) - _MOST)


def _condition(condition: FalseCondition) -> Html:
    return joined((sign("✗"), " ", prose(condition.cause) or element("code", condition.text)))


def _note(note: PlanNote) -> Html:
    return element("p", f"{note.plan}: {note.text}")


def _at(step: int | None) -> str:
    return "at its end" if step is None else f"step {step}"
