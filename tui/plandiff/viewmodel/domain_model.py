"""The model of a review of two domains."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from copy import copy
from functools import cached_property

from plancore.compare.causes import CommonCause
from plancore.compare.changes import ACTION, Change, ChangeKind
from plancore.compare.domains import alignment_of, have_names_apart, shares_no_literal
from plancore.compare.parameters import ParameterChange
from plancore.metrics.syntactic import CountedPart
from plancore.phrases import SIDES, count_of, listed
from plancore.report.domain.actions import action_summary
from plancore.report.domain.document import differences_text, short_verdict
from plancore.report.domain.literal_rows import counted_lines
from plancore.report.domain.meaning import (
    meaning,
    meaning_of_action,
    meaning_of_declaration,
    meaning_of_parameter,
)
from plancore.report.domain.review import DomainReview
from plancore.report.domain.rows import AnyChange, DomainRows
from plancore.report.domain.words import (
    ALIGN,
    ALIGNED_FIRST,
    BY_POSITION,
    IN_ORDER,
    NAMES_APART,
    NO_LITERAL,
    action_title,
    basis,
    pairs_text,
    renamed_text,
    with_advice,
)
from plancore.report.figures import decimal
from plancore.report.files import Note
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.passages import brief
from plancore.report.rows.row import Role
from plandiff.viewmodel.differences import Differences, RowConsequences
from plandiff.viewmodel.domain_outlines import MUCH, outlines_of
from plandiff.viewmodel.model import ReviewModel
from plandiff.viewmodel.name_pairs import NamePairs
from plandiff.viewmodel.outline import Order, Outlines

_ALIGNS = "press a to match by structure"
_SUGGESTION = f"the domains share almost no names: {_ALIGNS}"
_NO_LITERAL = f"the domains share no literal: {_ALIGNS}"
_ALIGNED_FIRST = "the domains share almost no names: matched by structure (a: by name)"


class DomainModel(ReviewModel[DomainReview]):
    """The review of two domains."""

    figures_follow = True

    @cached_property
    def heading(self) -> Line:
        """Files, the verdict, the overall score, and counts of plans."""
        review, alignment = self.review, alignment_of(self.review.diff)
        is_settled = review.is_same or review.renaming is not None
        verdict = short_verdict(review) if is_settled else differences_text(review)
        # Only the text report has this detail.
        verdict = re.sub(r" \([^)]*count once[^)]*\)", "", verdict)
        first, comma, rest = verdict.partition(",")
        is_told = alignment is not None or self._has_names_apart
        marked = "" if review.reviewed is None else review.reviewed.text
        marked = re.sub(r"^\d+ differences?[:;] ", "", marked)  # the verdict has their number
        return line(
            *self._files,
            f"  {first}",
            Piece(f"{comma}{rest}", Tone.DIM),  # left out first
            f"  {marked}" if marked else "",
            f"  {self._score}",
            Piece(f" {basis(alignment)}", Tone.DIM) if is_told else "",
            *(() if self.consequences is None else self.consequences.counts),
            "" if alignment is None else Piece(f"  {pairs_text(alignment)}", Tone.DIM),
        )

    @cached_property
    def _has_names_apart(self) -> bool:
        return have_names_apart(self.review.diff.learned, self.review.diff.reference)

    @property
    def _score(self) -> str:
        """F1 over all literals, or `no literals`."""
        pooled = self.review.syntactic.micro[CountedPart.ALL]
        if not pooled.tp + pooled.fp + pooled.fn:
            return "no literals"
        said = f"F1 {decimal(pooled.f1)}"
        in_order = self.review.in_order
        if in_order is None:
            return said
        value = decimal(in_order.syntactic.micro[CountedPart.ALL].f1)
        return f"{said} {BY_POSITION} · F1 {value} {IN_ORDER}"

    @property
    def verdict(self) -> Sequence[Line]:
        """Advice on names that do not match, because other differences are of little use until they
        do; then a summary of the differences, unless the heading reports wrong plans."""
        said = [note.message for note in self.notes if _ALIGNS in note.message]
        if self.consequences is None or not self.consequences.go_wrong:
            said += _gist(self.review)
        return [line(Piece(visible(text), Tone.NOTE)) for text in said]

    @property
    def start(self) -> int | None:
        """In file order, the first literal or action that differs: rows of parameters above it are
        long and less important."""
        if self.outlines is None or self.outlines.first is not Order.FILE:
            return None
        rows, n_actions = self.rows, len(self.review.diff.actions)
        of_actions = (at for at in rows.stops if rows.action_at(at) < n_actions)
        return next((at for at in of_actions if rows.row(at).role is not Role.HEADING), None)

    @cached_property
    def consequences(self) -> RowConsequences | None:
        """The effects of all differences, if plans were judged."""
        report = self.review.blame
        return None if report is None else RowConsequences(report.blame, self.rows)

    @property
    def offers(self) -> Sequence[object]:
        """The list, pairs of names, effects on plans, and differences."""
        return self.outlines, self.pairs, self.consequences, self.differences

    @cached_property
    def differences(self) -> Differences:
        """The differences that can be marked."""
        return Differences(self.review, self.rows.difference)

    @cached_property
    def pairs(self) -> NamePairs:
        """The pairs of names of the alignment."""
        return NamePairs(self.review.diff)

    @cached_property
    def rows(self) -> DomainRows:
        """All actions, at first without scores."""
        return DomainRows(self.review, has_figures=False)

    @cached_property
    def outlines(self) -> Outlines | None:
        """The list of actions, and of differences by plans and by cause."""
        outlines = outlines_of(self.review, self.rows)
        return None if outlines is None else outlines.saying(self.differences.said_of)

    def part_at(self, row: int, /) -> str:
        """The title of the action, for rows below it."""
        number, actions = self.rows.action_at(row), self.review.diff.actions
        is_told = number >= len(actions) or self.rows.row(row).role is Role.TITLE
        return "" if is_told else action_title(actions[number])

    def context(self, row: int, /) -> str:
        """The action, and its part if it differs."""
        action = self.part_at(row)
        changes = self.rows.changes(row) if action else ()
        parts = {change.part.value for change in changes if isinstance(change, Change)}
        return " ".join(filter(None, (action, *parts)))

    def panel(self, row: int, /) -> Sequence[Line]:
        """The meanings, effects on plans and common causes of the differences in a row."""
        if not self.rows.count:
            return [line("no actions")]
        return list(self._tell(row))

    def brief(self, row: int, /) -> Sequence[Line]:
        """The first plan that fails because of the differences in a row, and their meanings."""
        if not self.rows.count:
            return self.panel(row)
        first = "" if self.consequences is None else self.consequences.first_text(row)
        changes = self.rows.changes(row)
        causes = (_cause_text(cause) for cause in self._causes_of(changes))
        texts = first, *self._meanings(row, changes), *causes
        return [line(text) for text in dict.fromkeys(texts) if text]

    def _tell(self, row: int) -> Iterator[Line]:
        changes = self.rows.changes(row)
        for text in dict.fromkeys(filter(None, self._meanings(row, changes))):
            yield line(Piece("means  ", Tone.DIM), text)
        if self.consequences is not None:
            yield from self.consequences.lines(row)
        for cause in self._causes_of(changes):
            yield line(Piece("cause  ", Tone.DIM), _cause_text(cause))

    def _causes_of(self, changes: Sequence[AnyChange]) -> Collection[CommonCause]:
        causes = (cause for change in changes for cause in self._causes.get(id(change), ()))
        return {id(cause): cause for cause in causes}.values()

    @cached_property
    def _causes(self) -> dict[int, list[CommonCause]]:
        """The common causes of each change, by its identity."""
        causes: dict[int, list[CommonCause]] = {}
        for cause in self.review.causes:
            for _, change in cause.instances:
                causes.setdefault(id(change), []).append(cause)
        return causes

    def _meanings(self, row: int, changes: Sequence[AnyChange]) -> Iterator[str]:
        number = self.rows.action_at(row)
        actions = self.review.diff.actions
        if number < len(actions) and self.rows.row(row).role is not Role.ITEM:
            yield meaning_of_action(actions[number])
        for change in changes:
            match change:
                case Change():
                    yield meaning(actions[number].shown, change)
                case ParameterChange():
                    yield meaning_of_parameter(change)
                case _:
                    yield meaning_of_declaration(change)

    def figures(self, row: int, /) -> Sequence[Line]:
        """The scores of the action at a row with its counted literals, then of the domain."""
        number = self.rows.action_at(row)
        whole = line(Piece("domain  ", Tone.DIM), brief(self.review.measured))
        if not self.rows.count:
            return [whole]
        if number == len(self.review.diff.actions):
            return [line("declarations are not scored"), whole]
        return [*action_summary(self.review, number), *counted_lines(self.review, number), whole]

    def with_figures(self, has_figures: bool) -> DomainModel:
        """The same with or without counts in the rows."""
        model = copy(self)
        model.rows = self.rows.with_figures(has_figures)
        return model

    @cached_property
    def notes(self) -> Sequence[Note]:
        """The notes of the review; advice on names that do not match names a key."""
        diff = self.review.diff
        renamed = renamed_text(diff)
        by_option = {ALIGNED_FIRST, NAMES_APART, NO_LITERAL, with_advice(renamed, ALIGN)}
        notes = [
            note._replace(message=note.message.replace(ALIGN, _ALIGNS))
            for note in self.review.notes
            if note.message not in by_option
        ]
        if self._has_names_apart:
            text = _ALIGNED_FIRST if self.review.is_aligned else _SUGGESTION
            notes.insert(0, Note(None, text))
        elif shares_no_literal(diff):
            notes.insert(0, Note(None, _NO_LITERAL))
        elif renamed:
            notes.insert(0, Note(None, with_advice(renamed, _ALIGNS)))
        if not diff.exact:
            names = ", ".join(sorted(diff.constructs))
            notes.append(Note(None, f"compared as a whole, not literal by literal: {names}"))
        return notes


_MOST = 3
"""The most names listed."""


def _gist(review: DomainReview) -> Iterator[str]:
    """The actions of one side only; then a common cause, few literals, or the worst action."""
    found = [each for each in review.differences if each.is_counted]
    alone: dict[str, list[str]] = {}
    literals: dict[str, list[str]] = {}
    for each in found:
        kind = SIDES.of_kind(each.kind)
        if each.part == ACTION and each.kind != ChangeKind.CHANGED:
            alone.setdefault(kind, []).append(each.subject)
        elif isinstance(each.change, Change):
            learned = None if each.diff is None else each.diff.learned
            name = each.subject if learned is None else learned.name
            said = f"{kind} {each.part} {each.reference or each.learned}"
            literals.setdefault(said, []).append(name)
    if alone:
        texts = (
            f"{count_of(len(names), 'action')} {kind}: {_some(names)}"
            for kind, names in alone.items()
        )
        yield "; ".join(texts)
    actions = Counter(name for names in literals.values() for name in names)
    cause = max(review.causes, key=lambda cause: cause.count, default=None)
    if cause is not None and cause.count * MUCH >= len(found):
        yield f"{cause.text} ({cause.count} of {count_of(len(found), 'difference')})"
    elif len(literals) <= _MOST:
        yield from (f"{literal} in {_some(names)}" for literal, names in literals.items())
    elif len(actions) > 1:
        ((name, count),) = actions.most_common(1)
        yield f"most differences in {name}: {count} of {len(found)}"


def _some(names: Sequence[str]) -> str:
    more = len(names) - _MOST
    return listed([*names[:_MOST], f"{more} more"] if more > 0 else names)


def _cause_text(cause: CommonCause) -> str:
    return visible(f"{cause.text} ({count_of(cause.count, 'place')})")
