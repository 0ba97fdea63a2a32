"""The instances below a folder, with the plans that are known for them."""

from __future__ import annotations

import os
from collections.abc import Iterator

from plancore.metrics.run_sets import in_order
from plancore.model.domain import Domain
from plancore.model.plan import Plan
from plancore.notation.plans.reader import read_plan, why_not_whole
from plancore.report.instances.review import DomainInstances, Instance, InstanceTable
from plancore.runs.instance import InstanceSize, size_of
from plancore.stop import NEVER, Checkpoint
from planeval.runs.instances import Instances, instance_of
from planfiles.companions import Links
from planfiles.files import read_text
from planfiles.folders import files_in, is_model_name, is_plan_name
from planfiles.models import load_domain, load_problem, read_file
from planfiles.trouble import FileTrouble, Trouble, reason_of


def instances_below(
    folder: str, few_shot: str | None = None, checkpoint: Checkpoint = NEVER
) -> InstanceTable:
    """The problems below `folder`, together for each folder in it, or for itself. Their domain is
    that which the editor would link them to; a plan is for the instance that its file is called
    after. `few_shot` is the instance that was shown to a model. Raises Trouble where there are no
    problems."""
    trouble: list[str] = []
    domains: list[DomainInstances] = []
    for number, group in enumerate(_groups(folder)):
        checkpoint(number, "folders")
        instances = [
            Instance(name, size, few_shot is not None and name == instance_of(few_shot))
            for name, size in _sizes(group, trouble)
        ]
        if instances:
            instances.sort(key=lambda instance: in_order(instance.name))
            name = os.path.basename(os.path.abspath(group))
            domains.append(DomainInstances(name, tuple(instances)))
    if not domains and not trouble:
        raise Trouble(f"no problem in {folder}")
    return InstanceTable(tuple(domains), tuple(trouble))


def _sizes(group: str, trouble: list[str]) -> Iterator[tuple[str, InstanceSize]]:
    """Each instance of a group with its size; `trouble` hears of what cannot be read."""
    files = files_in(group)
    plans = Instances(path for path in files if _may_be_plan(path))
    links = Links()
    domains: dict[str, Domain] = {}
    for path in files:
        if not is_model_name(os.path.basename(path)):
            continue
        try:
            file = read_file(path)
            if file.problem is None:
                continue
            domain = links.domain_of(path)
            if domain is None:
                raise Trouble(f"{path}: its domain is not known")
            if domain not in domains:
                domains[domain] = load_domain(domain, trouble.append)
            problem = load_problem(path, trouble.append, file)
            plan = _plan(plans, instance_of(path), trouble)
        except Trouble as reason:
            trouble.append(reason.message)
            continue
        yield instance_of(path), size_of(domains[domain], problem, plan)


def _plan(plans: Instances, instance: str, trouble: list[str]) -> Plan | None:
    """The plan for an instance; None without one, or where it is not known which it is."""
    path, _ = plans.file_of(instance)
    if path is None:
        return None
    plan, findings = read_plan(read_text(path))
    fault = why_not_whole(findings)
    if fault is not None and plan.steps:
        trouble.append(f"{path}: {fault.message}")
        return None
    return plan


def _may_be_plan(path: str) -> bool:
    name = os.path.basename(path)
    return is_plan_name(name) or (not is_model_name(name) and "plan" in name.lower())


def _groups(folder: str) -> list[str]:
    """The folders in `folder`; itself where problems stand in it. Raises Trouble for what is no
    folder, or cannot be read."""
    if os.path.isfile(folder):
        raise FileTrouble("read", folder, "it is no folder")
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise FileTrouble("read", folder, reason_of(error)) from None
    if any(map(is_model_name, names)):
        return [folder]
    paths = (os.path.join(folder, name) for name in names)
    return [path for path in paths if os.path.isdir(path)]
