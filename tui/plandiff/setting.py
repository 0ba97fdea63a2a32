"""Find the domain and problem to execute two plans in."""

from __future__ import annotations

import os
from typing import NamedTuple

from plancore.directives import directives
from plancore.report.files import action_places
from plancore.report.lines import visible
from plancore.report.plan.execution import Setting
from plancore.simulate.task import Task
from plancore.snapshot import one_version
from plandiff.inputs import Input
from plandiff.options import Options
from planfiles.companions import LEARNED, REFERENCE, FileLinks
from planfiles.errors import UserError
from planfiles.files import read_text
from planfiles.models import load_domain, load_problem, read_file


class LoadedSetting(NamedTuple):
    """A setting, the syntax errors of its files, which were repaired, and remarks on the choice."""

    setting: Setting
    errors: tuple[str, ...]
    remarks: tuple[str, ...] = ()


def find_setting(plans: tuple[Input, Input], options: Options) -> LoadedSetting | None:
    """The domain and problem of the options. A missing one is searched for as in the editor: for
    the plan that names files itself, else for the reference plan, else for the learned plan; for
    changed files of a working tree, in that tree.

    Returns None if no domain or no problem is found. Raises UserError if files that were given
    cannot be used.
    """
    texts = {plan.home: plan.text for plan in reversed(plans) if plan.home is not None}
    links = FileLinks(plans=texts)
    if options.domain and options.problem:
        return _loaded(options.domain, options.problem, links)
    paths = sorted(texts, key=lambda path: not directives(texts[path]))
    problem = options.problem or next(filter(None, map(links.problem_of, paths)), None)
    domain = options.domain
    if domain is None and problem and not options.problem:
        own = (
            links.domain_of_plan(path) if directives(texts[path]) else links.own_domain(path)
            for path in paths
        )
        domain = next(filter(None, own), None)
    rivals: list[str] = []
    if domain is None and problem:
        fitting = _domains_of(problem, links)
        domain, rivals = (fitting[0], fitting[1:]) if fitting else (None, [])
    if problem and domain:
        try:
            return _loaded(domain, problem, links)._replace(remarks=_remarks(domain, rivals))
        except UserError:
            # Files that were not given are ignored if they cannot be used.
            if options.domain or options.problem:
                raise
    elif options.domain:
        raise UserError("--domain needs --problem; none was found next to the plans")
    elif options.problem:
        raise UserError("--problem needs --domain; none was found next to the problem")
    return None


def _domains_of(problem: str, links: FileLinks) -> list[str]:
    """The domain of a problem first, then the other candidates; next to a reference domain, the
    reference is preferred to the learned domain."""
    chosen = links.domain_of(problem)
    if chosen is None:
        return []
    fitting = [chosen, *(path for path in links.domains_to_check(problem) if path != chosen)]
    folder, name = os.path.split(chosen)
    reference = os.path.join(folder, REFERENCE)
    if name != LEARNED or not os.path.isfile(reference):
        return fitting
    if "domain" in directives(read_text(problem)):
        return fitting  # the problem names the learned domain
    return [reference, *(path for path in fitting if path != reference)]


def _remarks(domain: str, rivals: list[str]) -> tuple[str, ...]:
    if not rivals:
        return ()
    others = visible(", ".join(rivals))
    return (f"executed in {visible(domain)}; use --domain for another, such as {others}",)


def setting_before(
    before: Input, now: Setting | None, options: Options
) -> tuple[LoadedSetting | None, str]:
    """The setting for the earlier version of the learned plan, and a remark if it differs from
    `now`, else empty.

    It is the setting of `now`, unless the options give no problem and the earlier plan has one of
    its own: then that problem, in the domain that is given or belongs to it, else in the domain of
    `now`. The setting is None if no domain or no problem is found.
    """
    same = None if now is None else LoadedSetting(now, ())
    if before.path is None or options.problem:
        return same, ""
    links = FileLinks(plans={before.path: before.text})
    problem = links.problem_of(before.path)
    if problem is None:
        return same, ""
    domain = options.domain or links.domain_of_plan(before.path) or (now.domain if now else None)
    if domain is None:
        return same, ""
    try:
        own = _loaded(domain, problem, links)
    except UserError:
        # Files that were not given are ignored if they cannot be used.
        return same, ""
    if now is None:
        return own, f"executed in {visible(domain)} and {visible(problem)}, unlike the plan now"
    task = own.setting.task
    if (task.domain, task.problem) == (now.task.domain, now.task.problem):
        return same, ""
    files = f"{visible(domain)} and {visible(problem)}"
    return own, f"executed in {files}, now in {visible(now.domain)} and {visible(now.problem)}"


def _loaded(domain: str, problem: str, links: FileLinks) -> LoadedSetting:
    errors: list[str] = []
    known = links.file(domain)
    file = one_version(known) if known else read_file(domain)
    task = Task(
        load_domain(domain, errors.append, file),
        load_problem(problem, errors.append, links.file(problem), file),
    )
    return LoadedSetting(Setting(task, domain, problem, action_places(file)), tuple(errors))
