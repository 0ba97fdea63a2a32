"""The sizes of the instances below a folder, and the lengths of their plans."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from plancore.instances import Instances, PlansOf, stem_of
from plancore.metrics.base import in_order
from plancore.model.domain import Domain
from plancore.model.plan import Plan
from plancore.report.instances.document import DomainInstances, Instance, InstanceTable
from plancore.report.lines import visible
from plancore.simulate.size import InstanceSize, size_of
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER, Checkpoint
from planeval.runs.request import adapted_versions, is_domain_name
from planfiles.companions import FileLinks
from planfiles.errors import FileError, UserError, reason_of
from planfiles.folders import files_in, is_model_name, is_plan_name
from planfiles.models import load_domain, load_problem, read_file
from planfiles.plans import read_whole_plan
from planfiles.surroundings import name_of


def instances_below(
    folder: str, few_shot: str | None = None, checkpoint: Checkpoint = NEVER
) -> InstanceTable:
    """The problems below `folder`, grouped by the folders in it; one group if problems are in
    `folder` itself.

    Problems are linked to domains as in the editor, and plans to instances by file name. `few_shot`
    is the instance in the models' prompt, by default that in AutoPlanBench's folder
    `orig_few_shot_instance`. Instances that cannot be counted have a reason. Raises UserError if
    there are no problems.
    """
    trouble: list[str] = []
    domains: list[DomainInstances] = []
    n_seen = 0
    for group in _groups(folder):
        instances: list[Instance] = []
        found = _Group(group, trouble)
        for instance in found.instances(few_shot):
            checkpoint(n_seen, "instances")
            n_seen += 1
            instances.append(instance)
        if instances:
            instances.sort(key=lambda instance: (in_order(instance.name), instance.file))
            name = os.path.basename(os.path.abspath(group))
            domains.append(DomainInstances(name, tuple(instances), found.n_older))
    if not domains and not trouble:
        raise UserError(f"no problem in {folder}")
    return InstanceTable(tuple(domains), tuple(trouble))


class _Read(NamedTuple):
    """A domain without errors, and its file."""

    file: FileSnapshot
    domain: Domain


class _Group:
    """The instances below one folder. Errors on files are appended to `trouble`, each once."""

    def __init__(self, folder: str, trouble: list[str]) -> None:
        self._files, older, self._shown = adapted_versions(_files_in(folder))
        self.n_older = len(list(filter(_may_be_problem, older)))
        problems = [path for path in self._files if _may_be_problem(path)]
        self._instances = Instances(problems, name_of)
        self._plans = PlansOf(problems, filter(_may_be_plan, self._files), name_of)
        self._trouble = trouble
        self._links = FileLinks()
        self._domains: dict[str, _Read | str] = {}
        named = list(filter(_is_domain_file, self._files))
        # Adapted problems of AutoPlanBench may have another domain name. If the folder has a single
        # domain, they are for that one.
        self._only_domain = named[0] if self.n_older and len(named) == 1 else None

    def instances(self, few_shot: str | None) -> Iterator[Instance]:
        """The instances, each counted or with the reason why not."""
        asked = None if few_shot is None else self._instances.file_of(few_shot).file
        for path in self._files:
            if is_model_name(os.path.basename(path)):
                counted = self._counted(path)
                if counted is not None:
                    size, reason = counted
                    name = self._instances.names.get(path) or stem_of(path)
                    is_shown = stem_of(path) in self._shown if few_shot is None else path == asked
                    yield Instance(name, path, size, is_shown, _within(path, reason))

    def _counted(self, path: str) -> tuple[InstanceSize | None, str] | None:
        """The size of a file's instance, and why it or its plan is unknown; None for others."""
        try:
            file = read_file(path)
            if file.problem is None and (file.domain is not None or is_domain_name(path)):
                return None
            found = self._links.domain_of(path) if file.problem is not None else None
            found = found or self._only_domain
            domain = self._damaged_domain(path) if found is None else self._domain(found)
            known = domain.file if isinstance(domain, _Read) else None
            errors: list[str] = []
            problem = load_problem(path, errors.append, file, known)
            self._trouble += errors
            if errors:
                return None, errors[0]
            if domain is None:
                raise UserError(f"{path}: unknown domain")
            if isinstance(domain, str):
                return None, domain
            found_plan = self._plans.plan_of(path)
            unsure = f"unknown plan length: {found_plan.reason}" if found_plan.rivals else ""
            return size_of(domain.domain, problem, self._plan(found_plan.file)), unsure
        except UserError as error:
            self._trouble.append(error.message)
            # Instances of a domain that cannot be read report its error.
            return None if is_domain_name(path) else (None, error.message)

    def _domain(self, path: str) -> _Read | str:
        """The domain in a file, or its first error."""
        if path not in self._domains:
            errors: list[str] = []
            try:
                file = read_file(path)
                read = _Read(file, load_domain(path, errors.append, file))
            except UserError as error:
                errors.append(error.message)
            self._trouble += errors
            self._domains[path] = errors[0] if errors else read
        return self._domains[path]

    def _damaged_domain(self, problem: str) -> str | None:
        """The error in a file with the name of a domain, next to a problem or in the folder above.
        It may be too damaged to be linked to the problem."""
        home = os.path.dirname(problem)
        for path in self._files:
            if _is_domain_file(path) and os.path.dirname(path) in (home, os.path.dirname(home)):
                domain = self._domain(path)
                if isinstance(domain, str):
                    return domain
        return None

    def _plan(self, path: str | None) -> Plan | None:
        """The plan in a file; None if it has errors, which are reported."""
        if path is None:
            return None
        try:
            return read_whole_plan(path)
        except UserError as error:
            self._trouble.append(error.message)
            return None


def _within(path: str, message: str) -> str:
    """The message without the name of the file, for tables that show the name next to it."""
    place = visible(path)
    if message.startswith(f"{place}:"):
        return message.removeprefix(f"{place}:").lstrip()
    is_about_it = message.startswith((f"{place} ", f"cannot read {place}:"))
    return message.replace(place, "it", 1) if is_about_it else message


def _files_in(folder: str) -> list[str]:
    """The files below a folder; none if it is empty, which is not an error here."""
    try:
        return files_in(folder)
    except UserError:
        return []


def _may_be_problem(path: str) -> bool:
    return is_model_name(os.path.basename(path)) and not is_domain_name(path)


def _is_domain_file(path: str) -> bool:
    return is_model_name(os.path.basename(path)) and is_domain_name(path)


def _may_be_plan(path: str) -> bool:
    name = os.path.basename(path)
    return is_plan_name(name) or (not is_model_name(name) and "plan" in name.lower())


def _groups(folder: str) -> list[str]:
    """The folders in `folder`, or itself if it has PDDL files. Raises UserError if unreadable."""
    if os.path.isfile(folder):
        raise FileError("read", folder, "not a directory")
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise FileError("read", folder, reason_of(error)) from None
    if any(map(is_model_name, names)):
        return [folder]
    paths = (os.path.join(folder, name) for name in names if not name.startswith("."))
    return [path for path in paths if os.path.isdir(path)]
