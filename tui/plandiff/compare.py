"""From two files to the review of what they hold."""

from __future__ import annotations

from plancore.compare.domains import ALIGNED, BY_NAME
from plancore.model.plan import Plan
from plancore.report.domain.review import review_domains
from plancore.report.plan.review import PlanSide, review_plans
from plancore.report.problem.review import review_problems
from plancore.report.review import Review
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint
from plandiff.content import Content, Kind, PddlFile, PlanFile, common_kind, recognise
from plandiff.inputs import Input
from plandiff.options import Options
from plandiff.setting import find_setting
from plandiff.trouble import Trouble


def compare(
    inputs: tuple[Input, Input],
    options: Options,
    checkpoint: Checkpoint = NEVER,
) -> Review:
    """The review of two files; raises Trouble when they cannot be compared.

    `checkpoint` is called now and then and may end it.
    """
    first = recognise(inputs[0])
    checkpoint()
    second = recognise(inputs[1])
    checkpoint()
    kind = common_kind(first, second)
    match kind:
        case Kind.DOMAIN:
            _check_name(first, second, Kind.DOMAIN, options.name)
            wanted = ALIGNED if options.align else BY_NAME
            return review_domains(_snapshot(first), _snapshot(second), options.name, wanted)
        case Kind.PLAN:
            setting = find_setting((inputs[0].path, inputs[1].path), options)
            if options.modulo_commuting and setting is None:
                raise Trouble("--modulo-commuting needs --domain and --problem: none was found")
            return review_plans(
                _plan(first),
                _plan(second),
                setting=setting,
                modulo=options.modulo_commuting,
                checkpoint=checkpoint,
            )
        case Kind.PROBLEM:
            _check_name(first, second, Kind.PROBLEM, options.name)
            sides = _snapshot(first), _snapshot(second)
            return review_problems(*sides, options.name, checkpoint=checkpoint)


def _snapshot(content: Content) -> FileSnapshot:
    return (
        content.snapshot if isinstance(content, PddlFile) else FileSnapshot.of("", _name(content))
    )


def _plan(content: Content) -> PlanSide:
    if isinstance(content, PlanFile):
        return PlanSide(content.name, content.source, content.plan, content.findings)
    return PlanSide(_name(content), SourceText(""), Plan(), ())


def _name(content: Content) -> str:
    return content.snapshot.name if isinstance(content, PddlFile) else content.name


def _check_name(first: Content, second: Content, kind: Kind, name: str | None) -> None:
    if name is None:
        return
    files = [content.snapshot for content in (first, second) if isinstance(content, PddlFile)]
    names = {each.name for file in files for each in file.definitions if each.kind == kind}
    if name.lower() not in names:
        known = ", ".join(sorted(name for name in names if name))
        raise Trouble(
            f"no {kind.value} is called {name!r}; there are: {known or 'none with a name'}"
        )
