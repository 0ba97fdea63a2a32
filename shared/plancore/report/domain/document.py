"""The report on two domains: the verdict, the differences, then the scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from plancore.compare.changes import Aspect
from plancore.compare.declarations import Declared
from plancore.compare.domains import alignment_of
from plancore.metrics.support.confusion import Confusion
from plancore.metrics.syntactic import CountedPart
from plancore.phrases import SIDES, count_of
from plancore.report.document import Block, Detail, Document, List, Paragraph, Section
from plancore.report.domain.actions import (
    Differences,
    consequence_cells,
    counts_item,
    overview,
    score_table,
)
from plancore.report.domain.review import DomainReview
from plancore.report.domain.words import (
    BY_POSITION,
    IN_ORDER,
    MARKS,
    NAMES_APART,
    basis,
    basis_text,
    declaration_text,
    equivalent_text,
    scored_by,
)
from plancore.report.figures import decimal, similarity_with_counts
from plancore.report.files import (
    NONE_READ,
    doubt,
    error_lines,
    names_line,
    remark_lines,
    short_names,
)
from plancore.report.lines import Line, Piece, Tone, line, line_width, visible
from plancore.report.passages import measured_sections

_WIDEST: Final = 90
"""The maximum width of the line on identical domains with whole paths, and of a path in other
titles; longer paths are shortened."""
_MOST_LISTED: Final = 8
"""The maximum number of declarations, names, and actions with scores listed by default."""

_MOST_LINES: Final = 12
"""By default the maximum number of lines shown of files that cannot be read in full."""


def document(review: DomainReview, detail: Detail) -> Document:
    """The whole report: the verdict, the differences, the scores."""
    blocks: Iterable[Block] = chain(
        beginning(review, detail),
        details(review, detail),
        measured(review, detail),
        _hint(review, detail),
    )
    if Detail.EXPLAINED in detail:
        from plancore.report.domain.meaning import sections

        blocks = chain(blocks, sections(review))
    return Document("Domain", title_line(review), blocks)


def title_line(review: DomainReview) -> Line:
    """The files and the verdict."""
    ours, theirs = names_line(review.learned.name, review.reference.name)[::2]
    partial = doubt(review.notes)
    n_actions = count_of(len(review.diff.actions), "action")
    said = f" define the same domain ({n_actions})."
    is_same = review.is_same and not review.has_errors
    widths = line_width((ours,)), line_width((theirs,))
    if (sum(widths) + len(said) if is_same else max(widths)) > _WIDEST:
        names = short_names(review.learned.name, review.reference.name)
        ours, theirs = ours._replace(text=names[0]), theirs._replace(text=names[1])
    if is_same:
        return line(ours, " and ", theirs, said)
    return line(ours, " vs. ", theirs, ": ", Piece(own_verdict(review), Tone.CHANGED), partial)


def measured(review: DomainReview, detail: Detail) -> Iterator[Section]:
    """All scores, if requested."""
    if Detail.METRICS in detail:
        yield from measured_sections(review.measured, basis(alignment_of(review.diff)), detail)


def _hint(review: DomainReview, detail: Detail) -> Iterator[Section]:
    """The options that show more."""
    if review.is_same or Detail.FULL in detail:
        return
    said = [] if Detail.METRICS in detail else ["--metrics for all scores"]
    if review.renaming is not None and not review.is_aligned:
        said.insert(0, "--align to compare with this mapping")
    elif review.blame is None:
        said.append("--plans DIR to see which differences reject or accept plans")
    if said:
        yield Section("", [Paragraph([line(Piece(f"Use {', '.join(said)}.", Tone.DIM))])])


def details(review: DomainReview, detail: Detail) -> Iterator[Section]:
    """Everything between the heading and the metrics."""
    if Detail.FULL in detail:
        # Imported late: only pages show all rows.
        from plancore.report.domain.page import sections

        yield from sections(review)
        yield from _torn(review)
    else:
        yield from _details(review, detail)


def _details(review: DomainReview, detail: Detail) -> Iterator[Section]:
    has_metrics = Detail.METRICS in detail
    more = "" if detail else "--metrics"
    if has_metrics and alignment_of(review.diff) is not None:
        # Imported late: only if names were aligned.
        from plancore.report.alignment.pair_table import stands_for_sections

        yield from stands_for_sections(review.diff)
    if review.renaming is None or has_metrics:
        yield from Differences(review, more).sections()
    yield from _not_scored(review, detail)
    if has_metrics:
        yield from consequence_sections(review)
    torn = _torn(review) if has_metrics else _torn(review, _MOST_LINES)
    yield from (each._replace(more=more) for each in torn)
    if review.reviewed is not None:
        # Imported late: few reviews have marks.
        from plancore.report.reviewed.text import reviewed_sections

        yield from reviewed_sections(review.reviewed)
    if has_metrics:
        yield Section("", [overview(review)])
        differing = [row for row in review.similarity.actions if not row.action.is_same]
        if differing:
            counts = [counts_item(review, row) for row in differing]
            yield Section("Counts of the actions that differ", [List(counts)])
    elif not review.is_same and review.renaming is None:
        has_scores = review.counts.changed <= _MOST_LISTED
        table = score_table(review) if has_scores else None
        others = _others_text(review, has_unchanged=has_scores)
        rest = [Paragraph([line(others)], indent=2)] if others else []
        if table or rest:
            yield Section("", [*([table] if table else []), *rest])


def _others_text(review: DomainReview, *, has_unchanged: bool) -> str:
    """`18 unchanged, 2 missing`: the actions without a row of scores."""
    counts = review.counts
    n_unchanged = counts.same if has_unchanged else 0
    kinds = {"unchanged": n_unchanged, SIDES.missing: counts.missing, SIDES.extra: counts.extra}
    said = (f"{count} {kind}" for kind, count in kinds.items() if count)
    return ", ".join(said)


def _not_scored(review: DomainReview, detail: Detail) -> Iterator[Section]:
    """The differences of declarations, by section."""
    changes = review.diff.declarations
    if review.renaming is not None:
        changes = tuple(each for each in changes if each.what is Declared.REQUIREMENT)
    n_listed = len(changes) if Detail.METRICS in detail else _MOST_LISTED
    pieces: list[Piece] = []
    keyword: str | None = None
    for change in changes[:n_listed]:
        tone, sign = MARKS[change.kind]
        own = change.what.keyword
        text = declaration_text(change).removeprefix(own).strip()
        gap = "," if own == keyword else f"{';' * bool(pieces)} {own}".rstrip()
        does = "".join(f" ({said})" for said in consequence_cells(review, change) if said)
        pieces += [Piece(f"{gap} "), Piece(f"{sign} {text}", tone), Piece(does)]
        keyword = own
    if len(changes) > n_listed:
        pieces.append(Piece(f", and {len(changes) - n_listed} more"))
    if pieces:
        yield Section("", [Paragraph([line("Not scored:", *pieces)])])


def _torn(review: DomainReview, *most: int) -> Iterator[Section]:
    if review.is_torn:
        # Imported late: most files have no syntax errors.
        from plancore.report.line_diff import torn_sections

        yield from torn_sections(review, *most)


def consequence_sections(review: DomainReview) -> Iterator[Section]:
    """The effects of the differences on plans; nothing without plans."""
    if review.blame is not None:
        # Imported late: only where there are plans.
        from plancore.report.blame.document import section

        yield section(review.blame, Detail.METRICS, {})


def beginning(review: DomainReview, detail: Detail, *, lists_plans: bool = True) -> Iterator[Block]:
    """The heading. On a page the scores are in their own section."""
    said = [*_heading(review, lists_plans=lists_plans, is_page=Detail.FULL in detail)]
    if said:
        yield Paragraph(said)


def _heading(review: DomainReview, *, lists_plans: bool, is_page: bool) -> Iterator[Line]:
    yield from error_lines(review.notes)
    if review.limits:
        # Imported late: few reviews have limits.
        from plancore.report.limits import limit_lines

        yield from limit_lines(review)
    if not review.is_same:
        # A page has cards of the scores, but only of one way to count.
        if not is_page or review.renaming is not None or review.in_order is not None:
            yield from _score_lines(review)
        if alignment_of(review.diff) is not None:
            yield line(basis_text(review.diff).capitalize())
            yield from _mapping(review)
    yield from _plans(review, lists_plans=lists_plans)
    yield from left_out_lines(review)
    known = review.renaming is not None
    yield from remark_lines(n for n in review.notes if not known or n.message != NAMES_APART)
    if not review.is_same and not review.diff.exact:
        names = ", ".join(sorted(review.diff.constructs))
        yield line(Piece(f"note: compared as a whole, not literal by literal: {names}", Tone.NOTE))
    if not review.is_same and alignment_of(review.diff) is None:
        for kind, ours, theirs in review.diff.correspondence.renamings():
            yield line(Piece(f"renamed {kind}: {ours} for {theirs}", Tone.MOVED))


def _mapping(review: DomainReview) -> Iterator[Line]:
    """The renamed names, unless the verdict lists them."""
    names = review.diff.correspondence.renamings()
    said = [] if review.renaming else [f"{ours} → {theirs}" for _, ours, theirs in names]
    if len(said) > _MOST_LISTED:
        said[_MOST_LISTED - 1 :] = [f"and {len(said) - _MOST_LISTED + 1} more"]
    if said:
        yield line(visible(f"Name mapping: {', '.join(said)}"))


def _score_lines(review: DomainReview) -> Iterator[Line]:
    """The scores; for equivalent domains with the mapping, then without it."""
    if review.renaming is None or not review.has_counted:
        yield line(scores_text(review))
        return
    yield line("F1, precision, recall, similarity 1.000 with this mapping")
    if not review.is_aligned:
        yield line(f"{_scores(review)} {scored_by(review.renaming)}; {differences_text(review)}")


def scores_text(review: DomainReview) -> str:
    """`F1 0.848 (precision 0.824, recall 0.875), similarity 0.743`; for swapped parameters both by
    position and in the order shown."""
    own = _scores(review) + _with_possible(review)
    if review.in_order is not None:
        return f"{own} {BY_POSITION} · {_scores(review.in_order)} {IN_ORDER}"
    return own


def _with_possible(review: DomainReview) -> str:
    """`; with possible literals F1 0.857 (…)`: the second score of an annotated model."""
    parts = [p for action in review.diff.actions for p in (action.precondition, action.effect)]
    changes = [change for part in parts for change in part.changes]
    found = sum(change.aspect is Aspect.POSSIBLE for change in changes)
    more = sum(part.n_also_possible for part in parts)
    if not found + more:
        return ""
    sure = review.syntactic.micro[CountedPart.ALL]
    both = Confusion(sure.tp + found, sure.fp + more, sure.fn - found)
    f1, precision, recall = map(decimal, (both.f1, both.precision, both.recall))
    return f"; with possible literals F1 {f1} (precision {precision}, recall {recall})"


def _scores(review: DomainReview) -> str:
    pooled = review.syntactic.micro[CountedPart.ALL]
    if not pooled.tp + pooled.fp + pooled.fn:
        return "no literals to score"
    f1, precision, recall = map(decimal, (pooled.f1, pooled.precision, pooled.recall))
    similarity = decimal(review.similarity.mean_over_reference.value)
    if f1 == precision == recall:
        if f1 == similarity:
            return f"F1, precision, recall, similarity {f1}"
        return f"F1, precision and recall {f1}, similarity {similarity}"
    return f"F1 {f1} (precision {precision}, recall {recall}), similarity {similarity}"


def _plans(review: DomainReview, *, lists_plans: bool) -> Iterator[Line]:
    if review.blame is not None and not (
        review.is_same and review.blame.is_found and not review.blame.blame.undecided
    ):
        # Imported late: only where there are plans.
        from plancore.blame.report import counts_text
        from plancore.report.blame.document import plan_lines

        yield line(counts_text(review.blame.blame))
        if lists_plans:
            yield from plan_lines(review.blame)


def left_out_lines(review: DomainReview) -> Iterator[Line]:
    """The other definitions in files of the same domain: the verdict does not cover them."""
    ours, theirs = review.files
    if not review.is_same or ours.source.text == theirs.source.text:
        return
    others = [
        f"{other.kind} {visible(other.name or '')}".strip() + f" ({file.name})"
        for file in review.files
        for other in file.definitions
        if other.kind != review.kind
    ]
    if others:
        yield line(Piece(f"Not compared: {', '.join(others)}", Tone.NOTE))


def verdict_text(review: DomainReview) -> str:
    """Whether the domains are the same, else how much they differ, and the effect on plans."""
    parts = [own_verdict(review)]
    if review.blame is not None:
        # Imported late: only where there are plans.
        from plancore.blame.report import wrong_plans_text

        parts.append(wrong_plans_text(review.blame.blame))
    return "; ".join(filter(None, parts))


def own_verdict(review: DomainReview) -> str:
    """The same without plans: `the same domain`, `equivalent up to renaming (parcel → box)`, or the
    number of differences."""
    if review.is_same:
        return NONE_READ if review.has_errors else "the same domain"
    if review.renaming is not None:
        has_others = any(each.what is Declared.REQUIREMENT for each in review.diff.declarations)
        others = "; requirements differ" if has_others else ""
        return f"{equivalent_text(review.renaming, review.diff)}{others}"
    return differences_text(review)


def short_verdict(review: DomainReview) -> str:
    """The same in brief: `same domain`, `equivalent up to renaming`, `6 differences`."""
    if review.is_same:
        return NONE_READ if review.has_errors else "same domain"
    if review.renaming is not None:
        return own_verdict(review).partition(" (")[0]
    return differences_text(review).partition(" in ")[0].partition(":")[0]


def differences_text(review: DomainReview) -> str:
    """`8 differences in 4 of 6 actions`; `6 differences: 5 in 3 of 3 actions, 1 in the …`."""
    found = [each for each in review.differences if each.is_counted]
    n_names = len(review.differences) - len(found)
    if not found:
        return f"the same except for {count_of(n_names, 'name')}"
    of_actions = [{single.action for single in each.singles} - {None} for each in found]
    differing = set[str | None]().union(*of_actions)
    in_actions = f"in {len(differing)} of {count_of(len(review.diff.actions), 'action')}"
    if review.counts.extra:  # F1 does not count them
        in_actions += f" ({review.counts.extra} {SIDES.extra})"
    counts = {
        in_actions: sum(map(bool, of_actions)),
        "in the declarations": sum(not actions for actions in of_actions),
    }
    said = {where: count for where, count in counts.items() if count}
    whole = count_of(len(found), "difference")
    text = f"{whole} {''.join(said)}"
    if len(said) > 1:
        text = f"{whole}: {', '.join(f'{count} {where}' for where, count in said.items())}"
    extra = [each for each in found if each.parts and each.action is None]
    if extra:
        # Rows have one literal each, so there are more rows than differences.
        n_uses = sum(len(each.parts) - 1 for each in extra)
        predicates = count_of(len(extra), f"{SIDES.extra} predicate")
        once = "counts once" if len(extra) == 1 else "count once each"
        text += f" ({predicates}, with {count_of(n_uses, 'use')}, {once})"
    if not n_names:
        return text
    return f"{text}; {count_of(n_names, 'name')} {'differs' if n_names == 1 else 'differ'}"


def worst(review: DomainReview) -> list[str]:
    """The action least similar to the reference; none if all are the same."""
    rows = [row for row in review.similarity.actions if row.value is not None]
    row = min(rows, key=lambda row: row.value or 0, default=None)
    if review.is_same or review.renaming or row is None or row.value == 1:
        return []  # a similarity of 1 is not worth reporting
    return [visible(f"worst {row.action.name} {similarity_with_counts(row)}")]
