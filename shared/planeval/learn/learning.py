"""The arguments of `planeval learn` turned into a learned domain, and the files written."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from plancore.codec.written import codec_data
from plancore.diagnostic import apply_edits
from plancore.ide.formatting.edits import format_edits
from plancore.learn.esam.learner import learn_esam
from plancore.learn.learned import Learned, UnlearnableError
from plancore.learn.locm.learner import learn_locm
from plancore.learn.sam.learner import learn_sam
from plancore.model.domain import Domain
from plancore.patch.domain_text import domain_text
from plancore.report.learned.review import LearnedReport, located
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint
from planeval.learn.examples import Example, does_anything, place_in, read_examples
from planfiles.models import load_domain
from planfiles.trouble import Trouble
from planfiles.writing import refuse_named, write_text


def report_of(options: argparse.Namespace, checkpoint: Checkpoint) -> LearnedReport:
    """Read the files that the options name, learn, and write. Raises Trouble.

    `checkpoint` gets the name of the stage and how far it is, and may end it.
    """
    errors: list[str] = []
    named = [path for path in (options.domain, options.problem, *options.files) if path]
    for path in filter(None, (options.output, options.codec_output)):
        refuse_named(path, named)

    domain = load_domain(options.domain, errors.append) if options.domain else None
    if options.distinct and options.learner != "sam":
        raise Trouble(f"--distinct is for sam, not for {options.learner}")
    if options.codec_output and domain is None:
        raise Trouble("--codec-output needs --domain, whose language is put into the learned one's")
    found = read_examples(options.files, domain, options.problem, errors.append, checkpoint)
    if options.learner != "locm":
        found = found.with_states()
    examples = found.runs
    errors += [f"{each.name}: {each.lacking}" for each in examples if each.lacking is not None]
    try:
        learned = _learned(options.learner, domain, examples, options.distinct, checkpoint)
    except UnlearnableError as error:
        place = "" if error.where is None else f"{place_in(examples, error.where)}: "
        raise Trouble(f"{place}{error.message}") from None
    if options.codec_output and learned.codec is None:
        raise Trouble(f"no codec: {learned.notes[-1].removeprefix('no codec: ')}")
    text = written(learned.domain)
    if options.output:
        write_text(options.output, text)
    if options.codec_output and learned.codec is not None:
        write_text(options.codec_output, json.dumps(codec_data(learned.codec), indent=2) + "\n")
    return LearnedReport(
        learned,
        text,
        located(learned, lambda where: place_in(examples, where)),
        options.output,
        options.codec_output,
        tuple(found.passed_over),
        tuple(errors),
    )


def written(domain: Domain) -> str:
    """The domain as PDDL, laid out as `planlsp format` does it."""
    text = domain_text(domain)
    return apply_edits(text, format_edits(FileSnapshot.of(text)))


def _learned(
    learner: str,
    domain: Domain | None,
    examples: Sequence[Example],
    distinct: bool,
    checkpoint: Checkpoint,
) -> Learned:
    trajectories = [each.trajectory for each in examples if each.trajectory is not None]
    if learner == "locm":
        executable = trajectories if domain is not None else []
        return learn_locm(domain, [each.actions for each in examples], executable, checkpoint)
    for example in examples:
        if example.trajectory is None:
            reason = (
                "SAM learns from states: a plan needs --domain, to be executed in, and a problem"
            )
            if domain is not None and not does_anything(domain):
                reason = "SAM learns from states, and the actions of --domain have no effects"
            raise Trouble(f"{example.name}: {reason}")
    if learner == "esam":
        return learn_esam(domain, trajectories, checkpoint)
    return learn_sam(domain, trajectories, checkpoint, distinct=distinct)
