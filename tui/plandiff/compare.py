"""From two files to the review of what they hold."""

from __future__ import annotations

from os.path import lexists
from typing import TYPE_CHECKING

from plancore.kind import TextKind
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint
from plandiff.content import (
    Content,
    Kind,
    OtherFile,
    PddlFile,
    PlanFile,
    common_kind,
    kinds_of,
    recognise,
    recognise_both,
    why_by_lines,
)
from planfiles.trouble import Trouble

if TYPE_CHECKING:
    from plancore.correspondence.names import Correspondence
    from plancore.correspondence.pairs import Pairs
    from plancore.report.change.review import ChangeReview
    from plancore.report.domain.review import DomainReview
    from plancore.report.plan.review import PlanReview, PlanSide
    from plancore.report.problem.review import ProblemReview
    from plancore.report.review import Review
    from plancore.report.text.review import TextReview
    from plancore.report.threeway.review import ThreeWayReview
    from plandiff.inputs import Input
    from plandiff.options import Options


def compare(
    inputs: tuple[Input, Input],
    options: Options,
    checkpoint: Checkpoint = NEVER,
    decided: Pairs | None = None,
) -> Review:
    """The review of two files; raises Trouble when they cannot be compared.

    `checkpoint` is called now and then and may end it. What a person has `decided` of pairs counts
    for aligned domains.
    """
    held = None if options.held is None else TextKind(options.held)
    first, second = recognise_both(inputs, held, checkpoint)
    why = why_by_lines(inputs, (first, second))
    kind = Kind.TEXT if why is not None else common_kind(first, second)
    if kind is Kind.TEXT:
        if options.before is not None:
            raise Trouble("--before is for domains, problems and plans, and these are none")
        return compare_lines(inputs, why or "", checkpoint)
    if kind is not Kind.DOMAIN:
        review = _compare_models(kind, first, second, inputs, options, checkpoint)
        if options.before is None:
            return review
        return _beside_before(review, kind, second, inputs, options, checkpoint)
    _check_name(first, second, kind, options.name)
    learned, reference = _snapshot(first), _snapshot(second)
    domains = _compare_domains(learned, reference, inputs, options, checkpoint, decided)
    domains = _with_marks(domains, inputs[0]) if options.marks else domains
    if options.before is None:
        return domains
    return _compare_with_before(domains, inputs[1], options, options.before, checkpoint, decided)


def compare_lines(
    inputs: tuple[Input, Input], why: str = "", checkpoint: Checkpoint = NEVER
) -> TextReview:
    """Two files line by line, whatever they hold; `why`, where that says more than that they are
    neither PDDL nor plans."""
    from plancore.report.text.review import NO_MODEL, TextFile, review_texts

    learned, reference = (TextFile(f.label, SourceText(f.text), f.data) for f in inputs)
    return review_texts(learned, reference, why or NO_MODEL, checkpoint)


def compare_to_print(
    inputs: tuple[Input, Input], options: Options, checkpoint: Checkpoint
) -> Review:
    """The review of two files as `compare` has it, with what the differences of domains do to the
    plans that the options name. Raises Trouble for plans that cannot be used, too."""
    review = compare(inputs, options, checkpoint)
    if not options.plans or review.kind not in ("domain", "threeway"):
        return review
    from plandiff.consequences import judge_named, judge_three_way

    if review.kind == "threeway":
        judged = judge_three_way(review, inputs, options, checkpoint)
        return review if judged is None else judged.review
    return judge_named(review, options, checkpoint).review


def _renaming(options: Options) -> Correspondence:
    """The names of `--mapping`, as far as they are plain renamings."""
    from plancore.correspondence.names import SAME_NAMES

    if options.mapping is None:
        return SAME_NAMES
    from plancore.correspondence.stated.applied import renaming_of
    from planfiles.mappings import NO_DOMAIN, load_mapping

    return renaming_of(load_mapping(options.mapping), NO_DOMAIN, NO_DOMAIN)


def _compare_domains(
    learned: FileSnapshot,
    reference: FileSnapshot,
    inputs: tuple[Input, Input],
    options: Options,
    checkpoint: Checkpoint,
    decided: Pairs | None,
) -> DomainReview:
    from plancore.compare.domains import BY_NAME
    from plancore.report.domain.review import review_domains

    name = options.name
    if not (options.align or options.mapping or options.save_mapping):
        return review_domains(learned, reference, name, BY_NAME)
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
    review = review_domains(learned, reference, name, compared)
    return review.with_remarks((*remarks, *evidence.remarks))


def _with_marks(review: DomainReview, learned: Input) -> DomainReview:
    """The review with what a reviewer said of it, if that is kept beside the learned file."""
    if learned.marks_path is None or not lexists(learned.marks_path):
        return review
    from plandiff.marks_file import with_marks

    return with_marks(review, learned.marks_path)


def _compare_with_before(
    now: DomainReview,
    reference: Input,
    options: Options,
    path: str,
    checkpoint: Checkpoint,
    decided: Pairs | None,
) -> ThreeWayReview:
    """`now` beside the same comparison of the learned domain as it was, in the file at `path`."""
    from dataclasses import replace

    from plancore.report.threeway.review import three_way
    from plandiff.inputs import read_input

    before = read_input(path)
    content = _before(before, Kind.DOMAIN, PddlFile(now.learned, frozenset((Kind.DOMAIN,))))
    # What is saved of names is about the learned domain as it is.
    unsaved = replace(options, save_mapping=None)
    files = _snapshot(content), now.reference
    earlier = _compare_domains(*files, (before, reference), unsaved, checkpoint, decided)
    return three_way(now, earlier)


def _before(file: Input, kind: Kind, beside: Content | None = None) -> Content:
    """The content of a learned file as it was. Raises Trouble where that is of another kind."""
    content = recognise(file, beside)
    if isinstance(content, OtherFile) or kind not in (kinds_of(content) or (kind,)):
        raise Trouble(f"--before: {file.label} holds no {kind.value}")
    return content


def _beside_before(
    now: ProblemReview | PlanReview,
    kind: Kind,
    reference: Content,
    inputs: tuple[Input, Input],
    options: Options,
    checkpoint: Checkpoint,
) -> ChangeReview:
    """`now` beside the same comparison of the learned file as it was. Both plans are executed in
    one domain and problem."""
    from plancore.report.change.review import change_review
    from plandiff.inputs import read_input

    assert options.before is not None, "that is what is asked for"
    content = _before(read_input(options.before), kind)
    was = _compare_models(kind, content, reference, inputs, options, checkpoint)
    return change_review(now, was, checkpoint)


def _compare_models(
    kind: Kind,
    first: Content,
    second: Content,
    inputs: tuple[Input, Input],
    options: Options,
    checkpoint: Checkpoint,
) -> ProblemReview | PlanReview:
    """The review of two problems or plans; what belongs to plans is looked for beside `inputs`."""
    # Only what is asked for is imported.
    if kind is Kind.PLAN:
        return _compare_plans(first, second, inputs, options, checkpoint)
    from plancore.report.problem.review import review_problems

    _check_name(first, second, kind, options.name)
    files = _snapshot(first), _snapshot(second)
    names = _renaming(options)
    return review_problems(*files, options.name, mapping=names, checkpoint=checkpoint)


def _compare_plans(
    first: Content,
    second: Content,
    inputs: tuple[Input, Input],
    options: Options,
    checkpoint: Checkpoint,
) -> PlanReview:
    from dataclasses import replace

    from plancore.report.notes import Note
    from plancore.report.plan.review import review_plans
    from plandiff.setting import find_setting

    loaded = find_setting(inputs, options)
    if options.modulo_commuting and loaded is None:
        raise Trouble("--modulo-commuting needs --domain and --problem: none was found")
    review = review_plans(
        _plan(first),
        _plan(second),
        setting=loaded.setting if loaded else None,
        modulo=options.modulo_commuting,
        checkpoint=checkpoint,
    )
    errors = loaded.errors if loaded else ()
    mended = (Note(None, error, is_error=True) for error in errors)
    return replace(review, notes=(*review.notes, *mended))


def _snapshot(content: Content) -> FileSnapshot:
    return (
        content.snapshot if isinstance(content, PddlFile) else FileSnapshot.of("", _name(content))
    )


def _plan(content: Content) -> PlanSide:
    from plancore.model.plan import Plan
    from plancore.report.plan.review import PlanSide

    if isinstance(content, PlanFile):
        return PlanSide(content.name, content.source, content.plan, content.findings)
    return PlanSide(_name(content), SourceText(""), Plan(), ())


def _name(content: Content) -> str:
    return content.snapshot.name if isinstance(content, PddlFile) else content.name


def _check_name(first: Content, second: Content, kind: Kind, name: str | None) -> None:
    if name is None:
        return
    files = [content.snapshot for content in (first, second) if isinstance(content, PddlFile)]
    names = {
        definition.name
        for file in files
        for definition in file.definitions
        if definition.kind == kind
    }
    if name.lower() not in names:
        available = ", ".join(sorted(name for name in names if name))
        raise Trouble(
            f"no {kind.value} is called {name!r}; there are: {available or 'none with a name'}"
        )
