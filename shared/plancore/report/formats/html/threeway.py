"""A learned domain beside its reference and beside what it was, as a page.

First what the last change did: what it broke, what it left wrong, what it repaired. Then the three
files side by side, in the order in which they came to be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from plancore.compare.alignment import alignment_of
from plancore.compare.three_way.items import Group, Item, Outcome
from plancore.phrases import count_of
from plancore.report.domain.basis import basis
from plancore.report.figures import decimal
from plancore.report.formats.html.basis import basis_line
from plancore.report.formats.html.blocks import block_html
from plancore.report.formats.html.elements import Html, element, joined, text
from plancore.report.formats.html.explained import explained_sections
from plancore.report.formats.html.figures import metrics_section, tiles
from plancore.report.formats.html.inline import pddl
from plancore.report.formats.html.marks import signed
from plancore.report.formats.html.reviewed import further_sections
from plancore.report.formats.html.rows import RowTables, accepted_in
from plancore.report.formats.html.sections import (
    Page,
    Section,
    error_list,
    limits_line,
    notes_section,
    review_line,
    verdict,
)
from plancore.report.formats.html.tables import folded, left_out, table
from plancore.report.heading import doubt
from plancore.report.lines import visible
from plancore.report.threeway.document import figure_table
from plancore.report.threeway.explained import sections as explained_of
from plancore.report.threeway.review import ThreeWayReview
from plancore.report.threeway.rows import ThreeWayRows
from plancore.report.threeway.words import (
    MARKS,
    SPOKEN,
    WORST_FIRST,
    change_text,
    counts,
    plans_texts,
    said_of,
    subject,
    worst_mark,
)

_MOST: Final = 1_000
"""So many items of each outcome are listed."""
_FIGURES: Final = "Figures before and now"


def page(review: ThreeWayReview) -> Page:
    """The page."""
    names = (review.learned.name, review.reference.name, review.before.learned.name)
    between = (" compared with the reference ", " and with what it was ")
    headline = joined(
        (
            element("b", names[0]),
            *(
                joined((element("small", words), element("b", name)))
                for words, name in zip(between, names[1:], strict=True)
            ),
        )
    )
    title = f"{names[0]}{between[0]}{names[1]}{between[1]}{names[2]}"
    sides = _Sides(review)
    measured = metrics_section(review.now.measured, basis(alignment_of(review.diff)))
    sections = (
        _outcomes(review, sides),
        _actions(review, sides),
        further_sections(review.now.blame, review.reviewed, sides.links),
        sides.section(),
        explained_sections(explained_of(review)),
        [Section("figures", _FIGURES, block_html(figure_table(review), _FIGURES))],
        [part._replace(remark="of the learned domain as it is") for part in measured],
        notes_section(review.notes),
    )
    return Page(title, headline, _summary(review), list(chain.from_iterable(sections)))


def _summary(review: ThreeWayReview) -> Html:
    before, now = review.literals
    ratios = {"F1": "f1", "precision": "precision", "recall": "recall"}
    figures = [
        (name, f"{decimal(getattr(before, key))} → {decimal(getattr(now, key))}")
        for name, key in ratios.items()
    ]
    means = (side.similarity.mean_over_reference for side in (review.before, review.now))
    figures.append(("similarity", " → ".join(decimal(mean.value) for mean in means)))
    figures.append(("wrong", f"{review.n_wrong_before} → {review.n_wrong_now}"))
    plans = [] if review.plans is None else plans_texts(review.plans)
    return joined(
        (
            error_list(review.notes),
            verdict(f"the change: {change_text(review)}{doubt(review.notes)}", is_doubtful=False),
            limits_line(review),
            basis_line(review.diff),
            *(element("p", text) for text in plans),
            review_line(review.reviewed),
            tiles(figures),
        )
    )


class _Sides:
    """Three columns of rows for each action that is wrong or was, then the others in a fold."""

    def __init__(self, review: ThreeWayReview) -> None:
        self._rows = ThreeWayRows(review)
        accepted = accepted_in(review.reviewed, self._rows.difference)
        self._tables = RowTables(self._rows, SPOKEN, accepted)
        self._shown: set[int] = set()
        self._content = joined(self._parts())
        names = enumerate(self._rows.titles)
        self.links: Mapping[str, Html] = {name: self.link(number) for number, name in names}

    def section(self) -> Iterator[Section]:
        """The section, if there is anything to show."""
        if self._content:
            yield Section(
                "side-by-side", "Side by side", self._content, "before, the reference, learned"
            )

    def link(self, number: int) -> Html:
        """The title of a group as a way to where it stands; the title alone where it is left
        out."""
        title = text(self._rows.titles[number])
        is_here = number in self._shown
        return element("a", title, href=f"#{_anchor(number)}") if is_here else title

    def _parts(self) -> Iterator[Html]:
        groups = self._rows.groups
        told = [k for k, group in enumerate(groups) if not group.is_unchanged]
        for n_before, number in enumerate(told):
            if n_before and not self._tables.has_room(*self._range(number)):
                yield left_out(len(told) - n_before, "actions with changes")
                break
            self._shown.add(number)
            group, title = groups[number], self._rows.titles[number]
            yield element(
                "h3",
                _signed(group, title),
                element("small", f" {counts(group.items)}"),
                id=_anchor(number),
            )
            yield self._tables.rows(*self._range(number), title)
        same = [k for k, group in enumerate(groups) if group.is_unchanged]
        if same:
            yield self._same(same)

    def _same(self, numbers: list[int]) -> Html:
        parts: list[Html] = []
        for n_before, number in enumerate(numbers):
            title = self._rows.titles[number]
            whole = self._tables.folded_rows(*self._range(number), title)
            if whole is None:
                parts.append(left_out(len(numbers) - n_before, "actions"))
                break
            self._shown.add(number)
            parts += element("h3", title, id=_anchor(number)), whole
        return folded(f"· {count_of(len(numbers), 'action')} right then and now", *parts)

    def _range(self, number: int) -> tuple[int, int]:
        """The rows of a group below its title."""
        start, end = [*self._rows.starts, self._rows.count][number : number + 2]
        return start + 1, end


def _outcomes(review: ThreeWayReview, sides: _Sides) -> Iterator[Section]:
    """What the change broke, what it left wrong, what it repaired."""
    of: dict[Outcome, list[Html]] = {outcome: [] for outcome in WORST_FIRST}
    for group in review.result.groups:
        for item in group.items:
            if item.outcome in of:
                link = sides.links.get(group.name, Html(""))
                of[item.outcome].append(_item(link, item, said_of(review, item)))
    parts = [part for outcome, entries in of.items() for part in _listed(outcome, entries)]
    if parts:
        yield Section("change", "What the change did", joined(parts), change_text(review))


def _listed(outcome: Outcome, entries: list[Html]) -> Iterator[Html]:
    if entries:
        yield element("h3", f"{outcome.value.capitalize()}: {len(entries)}")
        yield element("ul", *entries[:_MOST], class_="plain")
        yield left_out(len(entries) - _MOST)


def _item(link: Html, item: Item, told: Iterator[str]) -> Html:
    mark = MARKS[item.outcome]
    said = "; ".join(filter(None, (visible(item.how), *told)))
    what = joined((f"{item.part} ", pddl(subject(item))))
    return element(
        "li",
        signed(mark, element("code", what), spoken=item.outcome.value),
        " in ",
        link,
        f", {said}",
    )


def _actions(review: ThreeWayReview, sides: _Sides) -> Iterator[Section]:
    """How many things were wrong in each action, and are."""
    kinds = [outcome for outcome in WORST_FIRST if review.outcomes[outcome]]
    rows = []
    actions = [group for group in review.result.groups if group.is_action]
    for number, action in enumerate(actions):
        if action.is_unchanged:
            continue
        of = [item.outcome for item in action.items]
        rows.append(
            [
                _signed(action, sides.link(number)),
                f"{action.n_wrong_before} → {action.n_wrong}",
                *(str(of.count(outcome) or "–") for outcome in kinds),
            ]
        )
    if rows:
        names = ("action", "wrong then → now", *(outcome.value for outcome in kinds))
        n_right = len(actions) - len(rows)
        remark_text = f"{count_of(n_right, 'other')} right then and now" if n_right else ""
        whole = table(rows[:_MOST], names, numbers=range(1, len(names)), label="Actions")
        content = joined((whole, left_out(len(rows) - _MOST)))
        yield Section("actions", "Actions", content, remark_text)


def _signed(group: Group, content: str) -> Html:
    mark = worst_mark(group)
    return signed(mark, content, spoken=SPOKEN.get(mark.sign))


def _anchor(number: int) -> str:
    return f"action-{number + 1}"
