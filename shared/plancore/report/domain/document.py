"""The review of two domains : the verdict, what differs, then the figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from plancore.compare.domains import alignment_of
from plancore.phrases import count_of
from plancore.report.document import (
    Block,
    Detail,
    Document,
    List,
    Paragraph,
    Section,
    Table,
    columns,
)
from plancore.report.domain.actions import (
    Grouped,
    action_section,
    consequence_cells,
    counts_item,
    overview,
)
from plancore.report.domain.basis import basis, basis_text
from plancore.report.domain.review import DomainReview, by_consequence
from plancore.report.domain.words import (
    declaration_cells,
)
from plancore.report.figures import (
    similarity_with_counts,
)
from plancore.report.heading import names_line, remark_lines, verdict_lines
from plancore.report.kept import limit_lines
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.passages import measured_sections
from plancore.report.two_files import torn_sections


def document(review: DomainReview, detail: Detail) -> Document:
    """The whole report: what a reader has to know, what differs, then the figures."""
    measured = measured_sections(review.measured, basis(alignment_of(review.diff)), detail)
    blocks: Iterable[Block] = chain(beginning(review, detail), details(review, detail), measured)
    if Detail.EXPLAINED in detail:
        from plancore.report.domain.meaning import sections

        blocks = chain(blocks, sections(review))
    return Document("Domain", names_line(review.learned.name, review.reference.name), blocks)


def details(review: DomainReview, detail: Detail) -> Iterator[Section]:
    """What stands below the heading, without the metrics."""
    if detail is Detail.FULL:
        # Imported by what has room for all rows.
        from plancore.report.domain.page import sections

        yield from sections(review)
        yield from _torn(review)
    else:
        yield from _details(review)


def _details(review: DomainReview) -> Iterator[Section]:
    if alignment_of(review.diff) is not None:
        # The table of pairs is imported by who has some.
        from plancore.report.alignment.pair_table import stands_for_sections

        yield from stands_for_sections(review.diff)
    grouped = Grouped(review)
    yield from grouped.sections()
    for row in by_consequence(review):
        if not row.action.is_same:
            yield action_section(review, row, grouped)
    if review.diff.declarations:
        rows = [
            [*declaration_cells(review, change), *consequence_cells(review, change)]
            for change in review.diff.declarations
        ]
        table = Table(columns("", "", "", ""), rows, indent=4)
        yield Section("Declarations", [table], "in no score")
    yield from consequence_sections(review)
    yield from _torn(review)
    if review.reviewed is not None:
        # Imported by who has marks.
        from plancore.report.reviewed.text import reviewed_sections

        yield from reviewed_sections(review.reviewed)
    yield Section("", [overview(review)])
    differing = [row for row in review.similarity.actions if not row.action.is_same]
    if differing:
        counts = [counts_item(review, row) for row in differing]
        yield Section("Counts of the actions that differ", [List(counts)])


def _torn(review: DomainReview) -> Iterator[Section]:
    return torn_sections(*review.files, review.notes, is_torn=review.is_torn)


def consequence_sections(review: DomainReview) -> Iterator[Section]:
    """What the differences do to plans; nothing without plans."""
    if review.blame is not None:
        # Imported by who has plans.
        from plancore.report.blame.document import section

        yield section(review.blame, Detail.DEFAULT, {})


def beginning(review: DomainReview, detail: Detail) -> Iterator[Block]:
    """The heading; on a page also the figures that everybody looks for."""
    yield heading(review, detail)
    if detail is Detail.FULL:
        from plancore.report.domain.page import facts

        yield facts(review)


def heading(review: DomainReview, detail: Detail = Detail.DEFAULT) -> Paragraph:
    """The verdict, and what has to be known to read on; pages have names in a table."""
    renamings = () if detail is Detail.FULL else _renamings(review)
    return Paragraph([*_heading(review), *renamings])


def _heading(review: DomainReview) -> Iterator[Line]:
    tone = Tone.PLAIN if review.is_same else Tone.CHANGED
    verdict = line(Piece(verdict_text(review), tone))
    yield from verdict_lines(review.notes, verdict)
    yield from limit_lines(review)
    yield line(_counts_text(review))
    yield line(basis_text(review.diff))
    yield from remark_lines(review.notes)
    if not review.diff.exact:
        names = ", ".join(sorted(review.diff.constructs))
        yield line(Piece(f"note: compared as written, not taken apart: {names}", Tone.NOTE))


def _renamings(review: DomainReview) -> Iterator[Line]:
    if alignment_of(review.diff) is None:
        for kind, ours, theirs in review.diff.correspondence.renamings():
            yield line(Piece(f"renamed {kind}: {ours} for {theirs}", Tone.MOVED))


def verdict_text(review: DomainReview) -> str:
    """Whether the domains are the same, and if not, how far they are from it."""
    if review.is_same:
        return "the same domain"
    parts = [differences_text(review)]
    if review.blame is not None:
        # Imported by who has plans.
        from plancore.blame.report import wrong_plans_text

        parts.append(wrong_plans_text(review.blame.blame))
    return "; ".join(filter(None, parts))


def differences_text(review: DomainReview) -> str:
    """`8 differences in 4 of 6 actions`; `6 differences: 5 in 3 of 3 actions, 1 in the
    declarations`."""
    found = [each for each in review.differences if each.is_counted]
    n_names = len(review.differences) - len(found)
    if not found:
        return f"the same but for {count_of(n_names, 'name')}"
    of_actions = [{single.action for single in each.singles} - {None} for each in found]
    differing = set[str | None]().union(*of_actions)
    in_actions = f"in {len(differing)} of {count_of(len(review.diff.actions), 'action')}"
    if review.counts.extra:  # F1, which stands beside this, does not count them
        in_actions += f" ({review.counts.extra} extra)"
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
        # Rows are of single literals, and there are more of these.
        n_uses = sum(len(each.parts) - 1 for each in extra)
        predicates = count_of(len(extra), "extra predicate")
        once = "counts once" if len(extra) == 1 else "count once each"
        text += f" ({predicates}, with {count_of(n_uses, 'use')}, {once})"
    if not n_names:
        return text
    return f"{text}; {count_of(n_names, 'name')} {'differs' if n_names == 1 else 'differ'}"


def _counts_text(review: DomainReview) -> str:
    counts = review.counts
    kinds = (
        f"{counts.same} same",
        f"{counts.changed} changed",
        *([f"{counts.renamed} renamed"] if counts.renamed else []),
        f"{counts.missing} missing",
        f"{counts.extra} extra",
    )
    return f"{count_of(len(review.diff.actions), 'action')}: {', '.join(kinds)}"


def worst(review: DomainReview) -> list[str]:
    """The action that is farthest from the reference; none where all is the same."""
    rows = [row for row in review.similarity.actions if row.value is not None]
    row = min(rows, key=lambda row: row.value or 0, default=None)
    if review.is_same or row is None or row.value == 1:
        return []  # nothing is bad about a perfect one
    return [visible(f"worst {row.action.name} {similarity_with_counts(row)}")]
