"""The learned file as it was before its last change, compared as it is compared now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from plancore.report.notes import Note
from plandiff.by_kind import compare_domains, compare_plans, compare_problems
from plandiff.content import Kind, OtherFile, PddlFile, kinds_of, plan_of, recognise, snapshot_of
from plandiff.inputs import Input, read_input
from planfiles.trouble import Trouble

if TYPE_CHECKING:
    from plancore.correspondence.pairs import Pairs
    from plancore.report.change.review import ChangeReview
    from plancore.report.review import PairReview
    from plancore.report.threeway.review import ThreeWayReview
    from plancore.stop import Checkpoint
    from plandiff.options import Options

# Only what is asked for is imported.


class Before(NamedTuple):
    """The review of the learned file as it was beside the same reference. `remark` says where a
    plan was executed elsewhere than it is now; it is among the notes of the review, too."""

    review: PairReview
    remark: str = ""


def compare_before(
    path: str,
    now: PairReview,
    inputs: tuple[Input, Input],
    options: Options,
    checkpoint: Checkpoint,
    decided: Pairs | None = None,
) -> Before:
    """The learned file as it was, at `path`, beside the reference that `now` is about. A plan is
    executed in what `plandiff.setting.setting_before` says.

    Raises Trouble, for a file of another kind, too, and what `checkpoint` raises.
    """
    before, kind = read_input(path), Kind(now.kind)
    content = recognise(before, _beside(now))
    if isinstance(content, OtherFile) or kind not in (kinds_of(content) or (kind,)):
        raise Trouble(f"{before.label} holds no {kind.value}")
    match now.kind:
        case "domain":
            # What is saved of names is about the learned domain as it is.
            unsaved = replace(options, save_mapping=None)
            files = snapshot_of(content), now.reference
            return Before(
                compare_domains(*files, (before, inputs[1]), unsaved, checkpoint, decided)
            )
        case "problem":
            files = snapshot_of(content), now.reference
            return Before(compare_problems(*files, options, checkpoint))
        case "plan":
            from plandiff.setting import setting_before

            setting = None if now.execution is None else now.execution.setting
            loaded, remark = setting_before(before, setting, options)
            review = compare_plans(plan_of(content), now.reference, loaded, options, checkpoint)
            if not remark:
                return Before(review)
            notes = Note(None, f"{before.label}: {remark}"), *review.notes
            return Before(replace(review, notes=notes), remark)


def beside_before(
    now: PairReview, before: PairReview, checkpoint: Checkpoint
) -> ThreeWayReview | ChangeReview:
    """Both reviews as one, which says what the change did. Raises what `checkpoint` raises."""
    if now.kind == "domain":
        from plancore.report.threeway.review import three_way

        assert before.kind == "domain", "it was compared as what it is now"
        return three_way(now, before)
    from plancore.report.change.review import change_review

    assert before.kind != "domain", "it was compared as what it is now"
    return change_review(now, before, checkpoint)


def _beside(now: PairReview) -> PddlFile | None:
    """The learned file of a review of domains, whose sections need not be read twice."""
    if now.kind != "domain":
        return None
    return PddlFile(now.learned, frozenset((Kind.DOMAIN,)))
