"""Evaluate a learned domain as the arguments of `planeval domain` say."""

from __future__ import annotations

import argparse
import importlib.util
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from plancore.codec.base import Codec, Identity, RenamingCodec
from plancore.correspondence.names import Correspondence
from plancore.metrics.base import Ambiguity, DomainCase, PlanCase
from plancore.model.domain import Domain
from plancore.model.problem import Case
from plancore.repair.result import SMALLEST
from plancore.report.domain.review import DomainReview
from plancore.report.evaluation.review import Evaluation, evaluate
from plancore.report.repair.document import RepairReport
from plancore.stop import Checkpoint, staged
from planeval.consequences.repair import repair_of
from planeval.domain.states import load_states, passed_over, readable_cases, sample_of_walks
from planfiles.cases import ProblemOf, not_said
from planfiles.errors import UserError
from planfiles.extras import to_get
from planfiles.files import read_text
from planfiles.models import Tell, domain_of, load_problem, read_file
from planfiles.reviews import Naming, find_plans_beside, judge_found, judged_by, review_pair

_NOT_EXECUTED: Final = (
    "states and plans are not measured: the name mapping is not a pure renaming; "
    "use planeval align to execute plans under it"
)


class Measured(NamedTuple):
    """The evaluation of a domain, and the number of unreadable plans (`n_left_out`)."""

    evaluation: Evaluation
    n_left_out: int


def evaluation_of(
    options: argparse.Namespace,
    checkpoint: Checkpoint,
    tell: Tell,
    problem_of: ProblemOf = not_said,
) -> Measured:
    """Read the files in `options` and measure. Raises UserError, and the exceptions of
    `checkpoint`, which is called with the stage and its progress.

    `tell` is called with syntax errors of problems and with the reason for each skipped plan. The
    problem of a plan is `problem_of(plan)`, or else the one in the options or the plan's folder.
    """
    # The review reports errors in the domains.
    learned, reference = read_file(options.learned), read_file(options.reference)
    ours, theirs = domain_of(learned), domain_of(reference)
    paths, evidence = (options.learned, options.reference), not options.no_evidence
    naming = Naming(options.align, options.mapping, options.save_mapping, evidence)
    review = review_pair(learned, reference, paths, naming, checkpoint=checkpoint)
    problem = load_problem(options.problem, tell) if options.problem else None
    trajectories, samples = load_states(options.states, options.problems, theirs, tell)
    review = review.with_remarks(passed_over(samples, theirs))
    if options.walks:
        if problem is None:
            raise UserError("--walks needs --problem")
        walks = sample_of_walks(theirs, problem, options.walks, options.walk_length, options.seed)
        samples.append(walks)
    names = review.diff.correspondence
    codec = load_codec(options.codec, ours, theirs, names) if options.codec else None
    if codec is None and not names.is_identity:
        codec = RenamingCodec(names)
    if codec is not None and codec.name == "identity":
        codec = None
    cases, n_left_out, notes = readable_cases(options.plans, options.problem, tell, problem_of)
    review = review.with_remarks(notes)
    found = None
    if evidence and not (options.plans or options.codec):
        found = find_plans_beside(review, paths, checkpoint)
        cases = [] if found is None else [*found.cases]
    plans = [PlanCase(case.name, case.problem, case.plan) for case in cases]
    if not names.is_renaming and not options.codec:
        if samples or trajectories or options.plans:
            review = review.with_remarks([_NOT_EXECUTED])
        samples, trajectories, plans = [], [], []
    case = DomainCase(
        diff=review.diff,
        problem=problem,
        codec=codec,
        ambiguity=Ambiguity(options.ambiguity),
        samples=samples,
        trajectories=trajectories,
        plans=plans,
        time_limit=options.optimal,
        like_amlgym=options.amlgym,
        n_walks=(options.walks or 0) if names.is_renaming or options.codec else 0,
        walk_length=options.walk_length,
        seed=options.seed,
        checkpoint=checkpoint,
    )
    repair = None
    if found is not None and not options.no_blame:
        review = judge_found(review, found, checkpoint).review
    elif cases and not options.no_blame and options.codec is None:
        review = judged_by(review, cases, checkpoint=checkpoint).review
        repair = mended(review, cases, checkpoint)
    try:
        return Measured(evaluate(review, case, repair), n_left_out)
    except ImportError:
        raise UserError(f"predictive power needs numpy: {to_get('eval')}") from None


# Codecs of the option `--codec`: from a file, or a user's own Python class.

_IDENTITY: Final = "identity"
_RENAMING: Final = "renaming"
_KNOWN: Final = (_IDENTITY, _RENAMING)
"""The built-in codecs."""

_METHODS = (
    "encode_objects",
    "encode_state",
    "decode_state",
    "encode_action",
    "decode_action",
    "encode_goal",
)


def codec_file(name: str) -> str | None:
    """The file in the value of `--codec`; None for a built-in codec."""
    if name in _KNOWN:
        return None
    path, colon, _ = name.rpartition(":")
    return path if colon and path.endswith(".py") else name


def codec_at(name: str, path: str) -> str:
    """The value of `--codec` for the same codec if its file is at `path`."""
    return path + name.removeprefix(codec_file(name) or "")


def load_codec(name: str, learned: Domain, reference: Domain, names: Correspondence) -> Codec:
    """The codec for a value of `--codec`: `identity`, `renaming` (from the mapping in use), a TOML
    or JSON file, or `FILE.py:Class`, which is executed. Raises UserError.
    """
    if name == _IDENTITY:
        return Identity()
    if name == _RENAMING:
        return RenamingCodec(names)
    path = codec_file(name)
    if path is not None and path != name:
        return _user_class(path, name.removeprefix(f"{path}:"))
    # Imported late: few codecs are in files.
    from planeval.domain.codec_files import codec_in

    return codec_in(read_text(name), name, learned, reference)


def _user_class(path: str, class_name: str) -> Codec:
    """An instance of the user's class. Its code is executed: the user named it on the command
    line."""
    if not os.path.isfile(path):
        raise UserError(f"{path}: no such file")
    spec = importlib.util.spec_from_file_location("planeval_user_codec", path)
    if spec is None or spec.loader is None:
        raise UserError(f"{path}: cannot load the module")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        codec = getattr(module, class_name)()
    except Exception as error:
        raise UserError(f"{path}: {type(error).__name__}: {error}") from None
    lacking = [method for method in _METHODS if not callable(getattr(codec, method, None))]
    if lacking:
        raise UserError(f"{path}: {class_name} has no {lacking[0]}")
    if not isinstance(getattr(codec, "name", None), str):
        raise UserError(f"{path}: {class_name} has no name")
    checked: Codec = codec
    return checked


# Minimum repairs, as part of an evaluation.


def mended(review: DomainReview, cases: Sequence[Case], checkpoint: Checkpoint) -> RepairReport:
    """The minimum repairs of the learned domain after which exactly those `cases` are valid that
    the reference accepts. `review` has been judged by them; plans that the reference cannot decide
    are left out."""
    assert review.blame is not None, "the review was judged"
    verdicts = zip(cases, review.blame.blame.meant, strict=True)
    decided = [replace(case, meant=meant) for case, meant in verdicts if meant is not None]
    checkpoint = staged("repair", checkpoint)
    result = repair_of(review.diff.learned, review.diff, decided, SMALLEST, checkpoint)
    return RepairReport(review.learned, review.reference, result)
