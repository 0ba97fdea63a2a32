"""Compare two files: detect their kind, and make a review of it."""

from __future__ import annotations

from dataclasses import replace
from os.path import lexists
from typing import TYPE_CHECKING, Final, NamedTuple

from plancore.kind import TextKind
from plancore.report.files import Note
from plancore.report.registry import EXPLAINING
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint
from plandiff.inputs import (
    OTHER_TEXT,
    ContentKind,
    Input,
    OtherFile,
    PddlFile,
    common_kind,
    kinds_of,
    other_text_around,
    plan_of,
    read_input,
    recognise,
    recognise_both,
    snapshot_of,
    swapped,
    why_by_lines,
)
from plandiff.options import ROWS
from planfiles import reviews
from planfiles.errors import UserError

if TYPE_CHECKING:
    from plancore.correspondence.names import Correspondence
    from plancore.correspondence.pairs import Pairs
    from plancore.report.domain.review import DomainReview
    from plancore.report.plan.review import PlanReview, PlanSide
    from plancore.report.problem.review import ProblemReview
    from plancore.report.review import PairReview, Review
    from plancore.report.text.document import TextReview
    from plancore.report.threeway.review import ChangeReview, ThreeWayReview
    from plandiff.options import Options
    from plandiff.setting import LoadedSetting


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
"""The options, by field, that apply to only some kinds of review, by kind."""

_WITHOUT_PLANS: Final = ("stat", "unified")
"""The formats without effects on plans."""

# Imports in functions are late: each kind of comparison needs only some of them.


def without_use(review: Review, options: Options) -> list[str]:
    """Remarks on options of the command line that have no effect on this review. Options in the
    environment or the config file are not included: they are meant for the kinds that use them."""
    of = review.now if review.kind == "threeway" or review.kind == "change" else review
    kind = of.kind
    some = (dest for applied in _APPLIED.values() for dest in applied)
    unused = {*some, *_OF_FOLDERS} - set(_APPLIED[kind])
    if kind == "domain" and not options.plans:
        unused.add("problem")  # it is the problem of the plans
    flags = [row.flag for row in ROWS if row.dest in unused and options.is_given(row.dest)]
    what = f"two {kind}s" if kind != "text" else "files that are compared line by line"
    said = [f"no effect on {what}: {', '.join(flags)}"] if flags else []
    if of.kind == "plan" and options.is_given("modulo_commuting"):
        from plancore.report.plan.summary import order_kept_text

        said += filter(None, [order_kept_text(of)])
    name = options.format or "text"
    if options.is_given("explain") and "explain" not in unused and name not in EXPLAINING:
        said.append(f"no effect on --format {name}: --explain")
    return said


def compare_domains(
    learned: FileSnapshot,
    reference: FileSnapshot,
    inputs: tuple[Input, Input],
    options: Options,
    checkpoint: Checkpoint,
    decided: Pairs | None,
) -> DomainReview:
    """The review of two domains, without review marks. Evidence is searched for next to the files
    of `inputs`; the user's decisions on matches, `decided`, are used for aligned domains. Raises
    UserError, and what `checkpoint` raises."""
    naming = reviews.Naming(options.align, options.mapping, options.save_mapping, options.evidence)
    paths = paths_of(inputs)
    return reviews.review_pair(learned, reference, paths, naming, options.name, checkpoint, decided)


def as_aligned(options: Options, review: DomainReview) -> Options:
    """The options with `align` set as the review decided it from the files, if it was open."""
    naming = reviews.Naming(options.align, options.mapping, options.save_mapping)
    return replace(options, align=review.is_aligned) if naming.is_open else options


def paths_of(inputs: tuple[Input, Input]) -> reviews.Paths:
    """The paths of both inputs."""
    learned, reference = inputs
    return learned.path, reference.path


def plans_of(options: Options) -> reviews.Plans:
    """The plans of the options, else those next to the files; not with `--no-evidence` or labels,
    which mean that the files are copies of others."""
    return reviews.Plans(options.plans, options.problem, options.evidence and not options.labels)


def compare_problems(
    learned: FileSnapshot,
    reference: FileSnapshot,
    inputs: tuple[Input, Input],
    options: Options,
    checkpoint: Checkpoint,
) -> ProblemReview:
    """The review of two problems. Raises UserError, and what `checkpoint` raises."""
    from plancore.report.problem.review import review_problems
    from planfiles.mappings import domains_of_problems

    return review_problems(
        learned,
        reference,
        options.name,
        mapping=_renaming(options),
        find_domains=lambda: domains_of_problems(inputs[0].home, inputs[1].home),
        align=options.align,
        checkpoint=checkpoint,
    )


def compare_plans(
    learned: PlanSide,
    reference: PlanSide,
    loaded: LoadedSetting | None,
    options: Options,
    checkpoint: Checkpoint,
) -> PlanReview:
    """The review of two plans, executed in the `loaded` domain and problem, if any. Raises
    UserError, and what `checkpoint` raises."""
    from plancore.report.plan.review import review_plans

    if options.modulo_commuting and loaded is None:
        raise UserError("--modulo-commuting needs --domain and --problem; none was found")
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
    """The name mapping of `--mapping`, as far as it consists of plain renamings."""
    from plancore.correspondence.names import SAME_NAMES

    if options.mapping is None:
        return SAME_NAMES
    from plancore.correspondence.stated.applied import renaming_of
    from planfiles.mappings import NO_DOMAIN, load_mapping

    return renaming_of(load_mapping(options.mapping), NO_DOMAIN, NO_DOMAIN)


# The earlier version of a learned file.


class EarlierReview(NamedTuple):
    """The review of the earlier version of a learned file with the same reference. `remark`, which
    is also one of the review's notes, says if a plan was executed in other files than now."""

    review: PairReview
    remark: str = ""


def compare_before(
    path: str,
    now: PairReview,
    inputs: tuple[Input, Input],
    options: Options,
    checkpoint: Checkpoint,
    decided: Pairs | None = None,
) -> EarlierReview:
    """Compare the earlier version of the learned file, at `path`, with the reference of `now`. A
    plan is executed in the files that `plandiff.setting.setting_before` finds.

    Raises UserError, also for a file of another kind, and what `checkpoint` raises.
    """
    before, kind = read_input(path), ContentKind(now.kind)
    content = recognise(before, _beside(now))
    if isinstance(content, OtherFile) or kind not in (kinds_of(content) or (kind,)):
        raise UserError(f"no {kind.value} in {before.label}")
    match now.kind:
        case "domain":
            # The saved mapping is for the current learned domain.
            unsaved = replace(as_aligned(options, now), save_mapping=None)
            files = snapshot_of(content), now.reference
            return EarlierReview(
                compare_domains(*files, (before, inputs[1]), unsaved, checkpoint, decided)
            )
        case "problem":
            files = snapshot_of(content), now.reference
            sides = before, inputs[1]
            return EarlierReview(compare_problems(*files, sides, options, checkpoint))
        case "plan":
            from plandiff.setting import setting_before

            setting = None if now.execution is None else now.execution.setting
            loaded, remark = setting_before(before, setting, options)
            review = compare_plans(plan_of(content), now.reference, loaded, options, checkpoint)
            if not remark:
                return EarlierReview(review)
            notes = Note(None, f"{before.label}: {remark}"), *review.notes
            return EarlierReview(replace(review, notes=notes), remark)


def beside_before(
    now: PairReview, before: PairReview, checkpoint: Checkpoint
) -> ThreeWayReview | ChangeReview:
    """Combine both reviews into one of the change. Raises what `checkpoint` raises."""
    if now.kind == "domain":
        from plancore.report.threeway.review import three_way

        assert before.kind == "domain", "it was compared as what it is now"
        return three_way(now, before)
    from plancore.report.threeway.review import change_review

    assert before.kind != "domain", "it was compared as what it is now"
    return change_review(now, before, checkpoint)


def _beside(now: PairReview) -> PddlFile | None:
    """The learned file of a review of domains, whose sections can be reused."""
    if now.kind != "domain":
        return None
    return PddlFile(now.learned, frozenset((ContentKind.DOMAIN,)))


def compare(
    inputs: tuple[Input, Input],
    options: Options,
    checkpoint: Checkpoint = NEVER,
    decided: Pairs | None = None,
) -> Review:
    """The review of two files, and of the earlier version if one is given.

    The user's decisions on matches, `decided`, are used for aligned domains. Raises UserError if
    the files cannot be compared, and what `checkpoint` raises.
    """
    now = compare_now(inputs, options, checkpoint, decided)
    if options.before is None:
        return now
    if now.kind == "text":
        raise UserError("--before is only for domains, problems and plans")
    try:
        was = compare_before(options.before, now, inputs, options, checkpoint, decided)
    except UserError as error:
        raise UserError(f"--before: {error.message}") from None
    return beside_before(now, was.review, checkpoint)


def compare_now(
    inputs: tuple[Input, Input],
    options: Options,
    checkpoint: Checkpoint = NEVER,
    decided: Pairs | None = None,
) -> PairReview | TextReview:
    """As `compare`, without an earlier version."""
    held = None if options.held is None else TextKind(options.held)
    contents = recognise_both(inputs, held, checkpoint)
    why = why_by_lines(inputs, contents)
    kind = ContentKind.TEXT if why is not None else common_kind(*contents)
    if kind is ContentKind.TEXT:
        return compare_lines(inputs, why or "", checkpoint)
    first, second = contents
    if kind is ContentKind.PLAN:
        # Imported late: not needed for domains.
        from plandiff.setting import find_setting

        plans = plan_of(first), plan_of(second)
        review = compare_plans(*plans, find_setting(inputs, options), options, checkpoint)
        if review.is_same and held is None and other_text_around(inputs):
            return compare_lines(inputs, OTHER_TEXT, checkpoint)
        return review
    files = snapshot_of(first), snapshot_of(second)
    _check_name(files, kind, options.name)
    if kind is ContentKind.PROBLEM:
        problems = compare_problems(*files, inputs, options, checkpoint)
        return problems.with_remarks(swapped(inputs))
    domains = compare_domains(*files, inputs, options, checkpoint, decided)
    domains = domains.with_remarks(swapped(inputs))
    return _with_marks(domains, inputs[0]) if options.marks else domains


def compare_lines(
    inputs: tuple[Input, Input], why: str = "", checkpoint: Checkpoint = NEVER
) -> TextReview:
    """Compare two files line by line; `why` defaults to their being neither PDDL nor plans."""
    from plancore.report.text.document import NO_MODEL, TextFile, review_texts

    learned, reference = (TextFile(f.label, SourceText(f.text), f.data) for f in inputs)
    return review_texts(learned, reference, why or NO_MODEL, checkpoint)


def compare_to_print(
    inputs: tuple[Input, Input], options: Options, checkpoint: Checkpoint
) -> Review:
    """The review of two files as from `compare`, with the effects of differences of domains on the
    plans of the options, or next to the files. Raises UserError, also for plans that cannot be
    used."""
    review = compare(inputs, options, checkpoint)
    is_told = not options.quiet and options.format not in _WITHOUT_PLANS
    if not (is_told or options.plans or options.fail_under):
        return review
    if review.kind == "threeway":
        twice = reviews.judge_three_way(review, paths_of(inputs), plans_of(options), checkpoint)
        return review if twice is None else twice.review
    if review.kind != "domain":
        return review
    judged = reviews.judge(review, paths_of(inputs), plans_of(options), checkpoint)
    return review if judged is None else judged.review


def _with_marks(review: DomainReview, learned: Input) -> DomainReview:
    """The review with the review marks next to the learned file, if there are any."""
    if learned.marks_path is None or not lexists(learned.marks_path):
        return review
    from planfiles.review_marks import with_marks

    return with_marks(review, learned.marks_path)


def _check_name(
    files: tuple[FileSnapshot, FileSnapshot], kind: ContentKind, name: str | None
) -> None:
    if name is None:
        return
    names = {
        definition.name
        for file in files
        for definition in file.definitions
        if definition.kind == kind
    }
    if name.lower() not in names:
        available = ", ".join(sorted(name for name in names if name))
        raise UserError(
            f"unknown {kind.value} {name!r}; expected one of {available or 'none with a name'}"
        )
