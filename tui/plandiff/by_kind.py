"""Two domains, two problems or two plans compared as the options say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from plancore.report.registry import EXPLAINING
from plandiff.options import ROWS
from planfiles.trouble import Trouble

if TYPE_CHECKING:
    from plancore.correspondence.names import Correspondence
    from plancore.correspondence.pairs import Pairs
    from plancore.report.domain.review import DomainReview
    from plancore.report.plan.review import PlanReview, PlanSide
    from plancore.report.problem.review import ProblemReview
    from plancore.report.review import Review
    from plancore.snapshot import FileSnapshot
    from plancore.stop import Checkpoint
    from plandiff.inputs import Input
    from plandiff.options import Options
    from plandiff.setting import Loaded

_OF_FOLDERS: Final = ("sort", "filter", "jobs")
_APPLIED: Final = {
    "domain": (
        *("name", "align", "evidence", "marks", "mapping", "save_mapping"),
        *("plans", "problem", "explain"),
    ),
    "problem": ("name", "mapping"),
    "plan": ("domain", "problem", "modulo_commuting", "explain"),
    "text": (),
}
"""For each kind of review the options, by their fields, that say how it is made; no other kind has
a use for them."""

# Only what is asked for is imported.


def without_use(review: Review, options: Options) -> list[str]:
    """A line for each reason why options of the command line change nothing of what is printed of a
    comparison of such files. What is set elsewhere is meant for the kinds that it is
    for."""
    of = review.now if review.kind == "threeway" or review.kind == "change" else review
    kind = of.kind
    some = (dest for applied in _APPLIED.values() for dest in applied)
    unused = {*some, *_OF_FOLDERS} - set(_APPLIED[kind])
    if kind == "domain" and not options.plans:
        unused.add("problem")  # it is that of the plans
    flags = [row.flag for row in ROWS if row.dest in unused and options.is_given(row.dest)]
    what = f"two {kind}s" if kind != "text" else "files that are compared line by line"
    said = [f"not used for {what}: {', '.join(flags)}"] if flags else []
    if of.kind == "plan" and options.is_given("modulo_commuting"):
        from plancore.report.plan.order import order_kept_text

        said += filter(None, [order_kept_text(of)])
    name = options.format or "text"
    if options.is_given("explain") and "explain" not in unused and name not in EXPLAINING:
        said.append(f"not used for --format {name}: --explain")
    return said


def compare_domains(
    learned: FileSnapshot,
    reference: FileSnapshot,
    inputs: tuple[Input, Input],
    options: Options,
    checkpoint: Checkpoint,
    decided: Pairs | None,
) -> DomainReview:
    """The review of two domains, without what a reviewer said of it. The files of `inputs` say
    where evidence stands, and what a person has `decided` of pairs counts for aligned domains.
    Raises Trouble, and what `checkpoint` raises."""
    from plancore.compare.domains import BY_NAME
    from plancore.report.domain.review import review_domains

    name = options.name
    if not (options.align or options.mapping or options.save_mapping):
        return review_domains(learned, reference, name, BY_NAME, checkpoint)
    from planfiles.mappings import NO_DOMAIN, MappingFiles, compare_options
    from planfiles.tasks import NO_EVIDENCE, evidence_beside

    definitions = (learned.first("domain", name), reference.first("domain", name))
    ours, theirs = (definition.domain if definition else NO_DOMAIN for definition in definitions)
    files = MappingFiles(options.mapping, options.save_mapping)
    evidence = NO_EVIDENCE
    if (options.align or options.save_mapping) and options.evidence:
        evidence = evidence_beside(*(entry.path for entry in inputs))
    compared, remarks = compare_options(
        ours, theirs, files, options.align, checkpoint, evidence.tasks, decided
    )
    review = review_domains(learned, reference, name, compared, checkpoint)
    return review.with_remarks((*remarks, *evidence.remarks))


def compare_problems(
    learned: FileSnapshot, reference: FileSnapshot, options: Options, checkpoint: Checkpoint
) -> ProblemReview:
    """The review of two problems. Raises Trouble, and what `checkpoint` raises."""
    from plancore.report.problem.review import review_problems

    names = _renaming(options)
    return review_problems(learned, reference, options.name, mapping=names, checkpoint=checkpoint)


def compare_plans(
    learned: PlanSide,
    reference: PlanSide,
    loaded: Loaded | None,
    options: Options,
    checkpoint: Checkpoint,
) -> PlanReview:
    """The review of two plans, executed in what was `loaded` for them. Raises Trouble, and what
    `checkpoint` raises."""
    from dataclasses import replace

    from plancore.report.notes import Note
    from plancore.report.plan.review import review_plans

    if options.modulo_commuting and loaded is None:
        raise Trouble("--modulo-commuting needs --domain and --problem: none was found")
    review = review_plans(
        learned,
        reference,
        setting=loaded.setting if loaded else None,
        modulo=options.modulo_commuting,
        checkpoint=checkpoint,
    )
    if loaded is None:
        return review
    mended = (Note(None, error, is_error=True) for error in loaded.errors)
    remarks = (Note(None, remark) for remark in loaded.remarks)
    return replace(review, notes=(*review.notes, *mended, *remarks))


def _renaming(options: Options) -> Correspondence:
    """The names of `--mapping`, as far as they are plain renamings."""
    from plancore.correspondence.names import SAME_NAMES

    if options.mapping is None:
        return SAME_NAMES
    from plancore.correspondence.stated.applied import renaming_of
    from planfiles.mappings import NO_DOMAIN, load_mapping

    return renaming_of(load_mapping(options.mapping), NO_DOMAIN, NO_DOMAIN)
