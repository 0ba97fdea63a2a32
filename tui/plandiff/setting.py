"""The domain and problem that two plans are executed in."""

from __future__ import annotations

from typing import NamedTuple

from plancore.report.lines import visible
from plancore.report.places import action_places
from plancore.report.plan.execution import Setting
from plancore.report.unmerged import one_version
from plancore.simulate.task import Task
from plandiff.inputs import Input
from plandiff.options import Options
from planfiles.companions import Links
from planfiles.models import load_domain, load_problem, read_file
from planfiles.trouble import Trouble


class Loaded(NamedTuple):
    """A setting, and the syntax errors of its files, which had to be mended."""

    setting: Setting
    errors: tuple[str, ...]


def find_setting(plans: tuple[Input, Input], options: Options) -> Loaded | None:
    """The domain and problem that the options name; what they leave out is found as editors do.

    None when no domain or no problem is found. Raises Trouble for files that were named and
    cannot be used.
    """
    texts = {plan.path: plan.text for plan in plans if plan.path is not None}
    links = Links(plans=texts)
    if options.domain and options.problem:
        return _loaded(options.domain, options.problem, links)
    problem = options.problem or next(filter(None, map(links.problem_of, texts)), None)
    domain = options.domain
    if domain is None and options.problem:
        domain = links.domain_of(options.problem)
    elif domain is None and problem:
        domain = next(filter(None, map(links.domain_of_plan, texts)), None)
    if problem and domain:
        try:
            return _loaded(domain, problem, links)
        except Trouble:
            # What nobody asked for nobody has to hear about when it cannot be used.
            if options.domain or options.problem:
                raise
    elif options.domain:
        raise Trouble("--domain needs --problem: none was found beside the plans")
    elif options.problem:
        raise Trouble("--problem needs --domain: none was found beside the problem")
    return None


def setting_before(
    before: Input, now: Setting | None, options: Options
) -> tuple[Loaded | None, str]:
    """What the learned plan is executed in as it was: what it is executed in `now`, unless a
    problem of its own stands beside it and none is named. Then in this, in the domain that is named
    or belongs to it, else in the domain of `now`. Also a remark, empty where both come to the same.

    None when no domain or no problem is found.
    """
    same = None if now is None else Loaded(now, ())
    if before.path is None or options.problem:
        return same, ""
    links = Links(plans={before.path: before.text})
    problem = links.problem_of(before.path)
    if problem is None:
        return same, ""
    domain = options.domain or links.domain_of_plan(before.path) or (now.domain if now else None)
    if domain is None:
        return same, ""
    try:
        own = _loaded(domain, problem, links)
    except Trouble:
        # What nobody asked for nobody has to hear about when it cannot be used.
        return same, ""
    if now is None:
        return own, f"executed in {visible(domain)} and {visible(problem)}, unlike the plan now"
    task = own.setting.task
    if (task.domain, task.problem) == (now.task.domain, now.task.problem):
        return same, ""
    files = f"{visible(domain)} and {visible(problem)}"
    return own, f"executed in {files}, now in {visible(now.domain)} and {visible(now.problem)}"


def _loaded(domain: str, problem: str, links: Links) -> Loaded:
    errors: list[str] = []
    known = links.file(domain)
    file = one_version(known) if known else read_file(domain)
    task = Task(
        load_domain(domain, errors.append, file),
        load_problem(problem, errors.append, links.file(problem), file),
    )
    return Loaded(Setting(task, domain, problem, action_places(file)), tuple(errors))
