"""The effects on plans of differences from a reference, and the minimum repairs of domains.

Both have a low priority, because plans are executed many times. They are kept while the domain, its
reference, the plans and their problems stay the same.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from plancore.correspondence.pairs import NOTHING_STATED, Pairs
from plancore.directives import directives, folder
from plancore.ide.review.terms import BY_NAME, Terms
from plancore.index.index import Index
from plancore.project import (
    AnySnapshot,
    DomainLink,
    PlanInProblem,
    PlanSnapshot,
    ProblemLink,
    ProjectSnapshot,
    snapshot_of,
)
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plancore.stop import Checkpoint
from planfiles import limits
from planfiles.files import FileState
from planlsp.session.answers.tallies import listed_beside
from planlsp.session.answers.terms import question_of
from planlsp.session.background.answer_cache import AnswerCache
from planlsp.session.project import FRESH
from planlsp.session.texts.documents import DiskReader
from planlsp.session.uris import name_of, path_of
from planlsp.session.view import View

if TYPE_CHECKING:
    from plancore.ide.review.consequences import Consequences
    from plancore.ide.review.repairs import Repairs


Listing: TypeAlias = tuple[tuple[str, FileState], ...]
"""Keys of files with the files' states."""


@dataclass(frozen=True, slots=True)
class _Question:
    """A domain to judge by its plans: those in `files`, which the session has read, and those on
    disk. Plans on disk are found in the `index` or, if that does not cover the domain (None), among
    the files `listed` in its folder."""

    domain: DomainLink
    reference: DomainLink | None
    pairs: Pairs
    files: ProjectSnapshot
    index: Index | None
    listed: Listing
    disk: DiskReader

    @property
    def key(self) -> str:
        """The key of the domain's file."""
        return self.domain.file.name

    @property
    def title(self) -> str:
        """The title of the work, for the user."""
        return f"Executing the plans of {name_of(self.key)}"

    def same_as(self, other: _Question) -> bool:
        """Whether the answer must be the same; files and definitions are compared by identity."""
        return (
            self.domain.definition is other.domain.definition
            and _definition(self.reference) is _definition(other.reference)
            and self.pairs == other.pairs
            and (self.index, self.listed) == (other.index, other.listed)
            and self.files.roots == other.files.roots
            and _are_same(self._others, other._others)
        )

    @property
    def _others(self) -> dict[str, AnySnapshot]:
        """The files of the session except the domain and its reference."""
        own = {link.file.name for link in (self.domain, self.reference) if link is not None}
        return {name: file for name, file in self.files.files.items() if name not in own}

    def is_answered_by(self, known: Consequences) -> bool:
        """Whether the domains and matches are equal to those that `known` was computed from."""
        reference = None if self.reference is None else self.reference.definition.domain
        asked = known.asked
        learned = self.domain.definition.domain
        return (learned, reference, self.pairs) == (
            asked.domain.definition.domain,
            asked.reference,
            asked.pairs,
        )

    def answer(self, before: Consequences | None, checkpoint: Checkpoint) -> Consequences:
        """The effects of the differences. Raises what `checkpoint` raises."""
        # Imported late: few domains have plans.
        from plancore.ide.review.consequences import Asked, consequences

        reference = None if self.reference is None else self.reference.definition.domain
        found = self._plans(_read_before(before), checkpoint)
        plans = tuple(plan for plan in found.plans if self._is_sound(plan, checkpoint))
        asked = Asked(self.domain, reference, self.pairs, plans, found.n_more)
        return consequences(asked, before, checkpoint)

    @property
    def _has_own_words(self) -> bool:
        """Whether names are mapped, so that plans of one domain cannot be executed in the other."""
        return self.pairs != NOTHING_STATED

    def _plans(self, known: Mapping[str, AnySnapshot], checkpoint: Checkpoint) -> PlansAtHand:
        beside = [name for name, _ in self.listed]
        on_disk = beside if self.index is None else self.index
        finder = PlanFinder(self.files, on_disk, self.disk, known)
        if self._has_own_words:
            return finder.plans_of([_file(self.reference)], None, checkpoint)
        files = [_file(self.domain), _file(self.reference)]
        return finder.plans_of(files, self.domain, checkpoint)

    def _is_sound(self, plan: PlanInProblem, checkpoint: Checkpoint) -> bool:
        """Whether a plan can be executed, which is not defined for files with errors. The problem
        is checked with the reference, because the learned domain may lack declarations."""
        # Imported late, as above.
        from plancore.rules.plans.soundness import first_error, first_error_in

        checkpoint()
        if plan.problem.definition.problem.tasks or first_error_in(self.domain) is not None:
            return False
        return first_error(self.reference or self.domain, plan.problem) is None


class _RepairQuestion(NamedTuple):
    """A search for repairs of the domain in `known`."""

    known: Consequences

    @property
    def title(self) -> str:
        return f"Searching for repairs of {name_of(self.known.asked.domain.file.name)}"

    def same_as(self, other: _RepairQuestion) -> bool:
        return self.known.asked.same_as(other.known.asked)

    def answer(self, _before: _Offered | None, checkpoint: Checkpoint) -> _Offered:
        # Imported late, as above.
        from plancore.ide.review.repairs import repairs

        return _Offered(self.known, repairs(self.known, checkpoint))


class _Offered(NamedTuple):
    """The repairs of the domain in `known`, if any."""

    known: Consequences
    repairs: Repairs | None


class NoRepair(NamedTuple):
    """Why no repair is offered: `reason` is a clause about the domain; without `is_final` there may
    be repairs later."""

    reason: str
    is_final: bool = True


class PlanConsequences:
    """The effects and repairs of each domain that is open, or has an open plan."""

    def __init__(
        self,
        kept: AnswerCache[Consequences],
        repairs: AnswerCache[_Offered],
        terms_of: Callable[[View, str], Awaitable[Terms | None]],
    ) -> None:
        """`terms_of` returns the terms of comparison of an open domain, as far as known."""
        self._kept, self._repairs, self._terms_of = kept, repairs, terms_of
        self._with: dict[str, tuple[Terms, Terms]] = {}
        self._disk = DiskReader(max_files=2 * limits.COMPANIONS)
        self._listed: dict[str, tuple[float, Listing]] = {}

    async def within(self, view: View, key: str, terms: Terms | None) -> Terms | None:
        """The terms of the document `key`, a domain or a plan, with the effects of differences as
        far as known; the same object while both are the same. Does not wait."""
        question = await self._question(view, key, terms)
        if terms is None or question is None or question.reference is None:
            self._with.pop(key, None)
            return terms
        known = self._known(question)
        if known is None or not known.asked.plans:
            return terms
        last = self._with.get(key)
        if last is None or last[0] is not terms or last[1].consequences is not known:
            last = self._with[key] = (terms, replace(terms, consequences=known))
        return last[1]

    async def repairs(
        self, view: View, key: str, terms: Terms | None, *, waits: bool
    ) -> Repairs | None:
        """The minimum repairs of the document `key`, a domain with or without a reference, or of
        the domain of a plan, as far as known. With `waits`, waits up to two seconds for them."""
        asked = await self._question(view, key, terms)
        if asked is None:
            return None
        if waits:
            await self._kept.newest(asked.key, asked)
        known = self._known(asked)
        if known is None:
            return None
        question = _RepairQuestion(known)
        if waits:
            await self._repairs.newest(asked.key, question)
        offered = self._repairs.known(asked.key, question)
        is_of_these = offered is not None and offered.known.asked.same_as(known.asked)
        return offered.repairs if offered and is_of_these else None

    async def repairs_or_why(self, view: View, key: str, terms: Terms | None) -> Repairs | NoRepair:
        """The minimum repairs, as from `repairs` with `waits`, or why there are none."""
        if key not in view.documents:
            return NoRepair("plans are executed for open files only")
        found = await self.repairs(view, key, terms, waits=True)
        if found is not None:
            return found
        asked = await self._question(view, key, terms)
        if asked is None:
            return NoRepair("plans are not executed for this file")
        known = self._known(asked)
        if known is None:
            return NoRepair("its plans are still being executed", is_final=False)
        blame = known.blame
        if not known.asked.plans:
            return NoRepair("it has no plans that can be executed")
        if not blame.stopped and not blame.let_through:
            all_of = f"all {known.n_judged} plans have" if known.n_judged != 1 else "its plan has"
            return NoRepair(f"{all_of} the expected result")
        offered = self._repairs.known(asked.key, _RepairQuestion(known))
        if offered is None:
            return NoRepair("repairs are still being searched for", is_final=False)
        return NoRepair("no repair was found within the limit of the search")

    def keep(self, view: View) -> None:
        """Forget domains that are not open and have no open plan."""
        plans = (view.files.file(key) for key in view.documents)
        domains = (view.files.setting_of(p).domain for p in plans if isinstance(p, PlanSnapshot))
        keys = {*view.documents, *(domain.file.name for domain in domains if domain)}
        self._kept.keep(keys)
        self._repairs.keep(keys)
        for kept in (self._with, self._listed):
            for key in kept.keys() - keys:
                kept.pop(key)

    def _known(self, question: _Question) -> Consequences | None:
        known = self._kept.known(question.key, question)
        if known is not None and question.is_answered_by(known):
            return known
        self._repairs.forget(question.key)  # repairs of the earlier domain
        return None

    async def _question(self, view: View, key: str, terms: Terms | None) -> _Question | None:
        """The question for the document `key`; None if it is neither a domain nor the plan of one,
        or the settings switch this off."""
        file = view.files.file(key)
        link = view.domain_in(key)
        if isinstance(file, PlanSnapshot):
            link = view.files.setting_of(file).domain
            terms = await self._terms_of_plan(view, link) if link else None
            is_first = link and link.file.first("domain") is link.definition
            link = link if is_first else None  # only the first domain of a file is compared
        if link is None or terms is None or not view.settings_of(link.file.name).consequences:
            return None
        is_covered = view.known.covers(link.file.name)
        index, listed = (view.known.on_disk, ()) if is_covered else (None, self._listing(link))
        reference = view.files.reference_of(link)
        return _Question(link, reference, terms.pairs, view.files, index, listed, self._disk)

    def _listing(self, domain: DomainLink) -> Listing:
        """The files in the domain's folder, listed at most every `FRESH` seconds, not at each
        keystroke."""
        key, now = domain.file.name, time.monotonic()
        known = self._listed.get(key)
        if known is None or now - known[0] > FRESH:
            known = self._listed[key] = (now, tuple(listed_beside(key)))
        return known[1]

    async def _terms_of_plan(self, view: View, domain: DomainLink) -> Terms | None:
        """The terms of comparison of a plan's domain; None if they are not known: names are not
        matched for domains that are not open."""
        if domain.file.name in view.documents:
            return await self._terms_of(view, domain.file.name)
        reference = view.files.reference_of(domain)
        question = question_of(view, domain.file, reference.file if reference else None)
        is_plain = question is None or question.is_by_name
        return BY_NAME if is_plain and "mapping" not in directives(domain.file.text) else None


def _definition(link: DomainLink | None) -> object:
    return None if link is None else link.definition


def _file(link: DomainLink | None) -> str:
    return "" if link is None else link.file.name


def _read_before(before: Consequences | None) -> dict[str, AnySnapshot]:
    files: dict[str, AnySnapshot] = {}
    for plan, problem in before.asked.plans if before else ():
        files[plan.name] = plan
        files[problem.file.name] = problem.file
    return files


def _are_same(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    """Whether two mappings have the same keys with the same objects."""
    return one.keys() == other.keys() and all(one[key] is other[key] for key in one)


# The plans of the workspace that a domain is judged by.

_MOST_STEPS: Final = 20_000
"""Steps of all plans together; plans after the one that reaches this are not used."""


class PlansAtHand(NamedTuple):
    """Plans in the order of their files, and the number of those left out."""

    plans: tuple[PlanInProblem, ...]
    n_more: int = 0


class _Found(NamedTuple):
    """A plan and its problem; each is a file's key if it has not been read."""

    plan: PlanSnapshot | str
    problem: ProblemLink | str


class PlanFinder:
    """Finds plans in the session and on disk: in an index or, if that is incomplete, among listed
    files. `files` are those of the session, which take precedence over the disk; `known` are files
    that were read before. Each file is read once."""

    def __init__(
        self,
        files: ProjectSnapshot,
        on_disk: Index | Sequence[str],
        disk: DiskReader,
        known: Mapping[str, AnySnapshot],
    ) -> None:
        self._files, self._on_disk, self._disk, self._known = files, on_disk, disk, known
        self._seen: dict[str, AnySnapshot | None] = {}

    def plans_of(
        self, domain_files: Collection[str], domain: DomainLink | None, checkpoint: Checkpoint
    ) -> PlansAtHand:
        """The plans for the domains in `domain_files`, and the plans in the folder of `domain` for
        problems with its name. At most `limits.COMPANIONS` are read. Raises what `checkpoint`
        raises."""
        found = dict(self._at_hand(domain_files, domain, checkpoint))
        plans: list[PlanInProblem] = []
        n_steps = n_seen = 0
        for name in sorted(found)[: limits.COMPANIONS]:
            checkpoint()
            if n_steps >= _MOST_STEPS:
                break
            n_seen += 1
            plan, problem = found[name]
            plan_file = self._plan(plan)
            problem_link = self._problem(problem)
            if plan_file is not None and problem_link is not None:
                plans.append(PlanInProblem(plan_file, problem_link))
                n_steps += len(plan_file.plan)
        return PlansAtHand(tuple(plans), len(found) - n_seen)

    def _at_hand(
        self, domain_files: Collection[str], domain: DomainLink | None, checkpoint: Checkpoint
    ) -> Iterator[tuple[str, _Found]]:
        files = self._files
        if isinstance(self._on_disk, Index):
            yield from self._indexed(self._on_disk, domain_files, domain)
        else:
            files = files.with_files(self._listed(self._on_disk, checkpoint))
        for name, file in files.files.items():
            checkpoint()
            if isinstance(file, PlanSnapshot):
                own, problem = files.setting_of(file)
                if problem is not None and (
                    (own is not None and own.file.name in domain_files)
                    or _is_beside(name, problem.definition.domain_name, domain)
                ):
                    yield name, _Found(file, problem)

    def _indexed(
        self, index: Index, domain_files: Collection[str], domain: DomainLink | None
    ) -> Iterator[tuple[str, _Found]]:
        """The plans in the index that the session has not read."""
        linked = {plan for name in domain_files for plan in index.plans_of(name)}
        beside = index.plans_in(folder(domain.file.name)) if domain else ()
        for plan in linked.union(beside):
            problem = index.problem_of_plan(plan)
            if problem is None or self._files.file(plan) is not None:
                continue
            problems = (d for d in index.files[problem].definitions if d.kind == "problem")
            if plan in linked or any(_is_beside(plan, p.domain_name, domain) for p in problems):
                yield plan, _Found(plan, problem)

    def _listed(self, names: Iterable[str], checkpoint: Checkpoint) -> dict[str, AnySnapshot]:
        """The files called `names` that the session has not read."""
        read: dict[str, AnySnapshot] = {}
        for name in names:
            checkpoint()
            file = None if self._files.file(name) else self._read(name)
            if file is not None:
                read[name] = file
        return read

    def _plan(self, plan: PlanSnapshot | str) -> PlanSnapshot | None:
        file = self._read(plan) if isinstance(plan, str) else plan
        return file if isinstance(file, PlanSnapshot) else None

    def _problem(self, problem: ProblemLink | str) -> ProblemLink | None:
        if isinstance(problem, ProblemLink):
            return problem
        file = self._files.file(problem) or self._read(problem)
        definition = file.first("problem") if isinstance(file, FileSnapshot) else None
        if definition is None or not isinstance(file, FileSnapshot):
            return None
        return ProblemLink(file, definition)

    def _read(self, name: str) -> AnySnapshot | None:
        """A file as it is on disk now; the same object as before if its text is the same."""
        if name not in self._seen:
            self._seen[name] = self._on_disk_now(name)
        return self._seen[name]

    def _on_disk_now(self, name: str) -> AnySnapshot | None:
        text = self._disk.read(path_of(name) or "")
        if not isinstance(text, SourceText):
            return None
        known = self._known.get(name)
        return known if known and known.text == text.text else snapshot_of(text.text, name)


def _is_beside(plan: str, domain_name: str, domain: DomainLink | None) -> bool:
    """Whether a plan is in the folder of `domain`, and its problem names that domain."""
    if domain is None or folder(plan) != folder(domain.file.name):
        return False
    return domain_name == domain.definition.name
