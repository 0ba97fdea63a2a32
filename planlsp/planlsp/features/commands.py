"""`workspace/executeCommand`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from planlsp.convert import to_edit_of_files, to_workspace_edit
from planlsp.session.background.schedule import Priority
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of, path_of
from planlsp.session.view import View
from planlsp.wire.protocol import refusal

if TYPE_CHECKING:
    from plancore.compare.difference import Difference
    from plancore.correspondence.pairs import Pairs
    from plancore.ide.review.reference_review import ReferenceReview
    from planlsp.session.answers.mapping_edits import Matched, Matches

SET_REFERENCE = "planlsp.setReference"
REFERENCE_OF = "planlsp.referenceOf"
NAME_MATCHES = "planlsp.nameMatches"
ANSWER_MATCH = "planlsp.answerMatch"
REPAIRS = "planlsp.repairs"
TAKE_DIFFERENCE = "planlsp.takeDifference"
MARK_DIFFERENCE = "planlsp.markDifference"


def register(server: PlanServer) -> None:
    """Offer the server's commands."""

    @server.command(SET_REFERENCE)
    def set_reference(*arguments: Any) -> None:
        """`[uri, referenceUri]`: compare a document with a file; null undoes it."""
        if len(arguments) != 2 or not isinstance(arguments[0], str):
            raise refusal("expected a URI and a URI or null")
        uri, reference = arguments
        if reference is not None and not isinstance(reference, str):
            raise refusal("expected a URI as the reference")
        server.project.set_reference(uri, reference)
        server.changed()

    @server.command(REFERENCE_OF)
    async def reference_of(*arguments: Any) -> str | None:
        """`[uri]`: the URI of the file that this one is compared with, or null."""
        if len(arguments) != 1 or not isinstance(arguments[0], str):
            raise refusal("expected a URI")
        (uri,) = arguments
        view = await server.read_view(uri)
        wanted = view.references.get(key_of(uri))
        return None if wanted is None or wanted.key is None else view.uri(wanted.key)

    @server.command(NAME_MATCHES)
    async def name_matches(*arguments: Any) -> Any:
        """`[uri]`: the matches of a domain and its reference, uncertain ones first."""
        if len(arguments) != 1 or not isinstance(arguments[0], str):
            raise refusal("expected a URI")
        (uri,) = arguments
        return (await _matched(server, await server.read_view(uri), uri)).listed()

    turn = asyncio.Lock()

    @server.command(ANSWER_MATCH)
    async def answer_match(*arguments: Any) -> Any:
        """`[uri, match, answer]`: save in the mapping file that a match of the list is right
        (`yes`) or wrong (`no`), or which reference name is right. Returns the new list."""
        uri, match, answer = arguments if len(arguments) == 3 else (None, None, None)
        if not (isinstance(uri, str) and isinstance(match, dict) and isinstance(answer, str)):
            raise refusal("expected a URI, a match and an answer")
        async with turn:
            return await _answered(server, uri, match, answer)

    @server.command(REPAIRS)
    async def repairs(*arguments: Any) -> Any:
        """`[uri]`: the minimum repairs of a domain, or of the domain of a plan, each as a list of
        edits and as a workspace edit; the reason if there are none."""
        if len(arguments) != 1 or not isinstance(arguments[0], str):
            raise refusal("expected a URI")
        return await _repairs(server, arguments[0])

    @server.command(TAKE_DIFFERENCE)
    async def take_difference(*arguments: Any) -> str:
        """`[uri, name]`: edit a domain to remove a difference from its reference; `name` has the
        five texts that identify it in reports. Returns the title of the edit."""
        if len(arguments) != 2:
            raise refusal("expected a URI and a difference")
        return await _taken(server, *arguments)

    @server.command(MARK_DIFFERENCE)
    async def mark_difference(*arguments: Any) -> None:
        """`[uri, name, state]`: mark a difference as `accepted`, `reported` or `open`, in a file
        next to the domain."""
        if len(arguments) != 3:
            raise refusal("expected a URI, a difference and a state")
        await _marked(server, *arguments)


async def _repairs(server: PlanServer, uri: str) -> dict[str, Any]:
    # Imported late: rarely needed.
    from planlsp.session.answers.consequences import NoRepair
    from planlsp.session.answers.mentions import check_writable

    key, view = key_of(uri), await server.read_view(uri)
    found = await server.repairs_or_why(view, key)
    if isinstance(found, NoRepair):
        return {"repairs": [], "reason": found.reason, "isFinal": found.is_final}
    home = found.asked.domain.file.name
    domain = view.domain_in(home)
    if domain is None or not found.asked.is_of(domain):
        return {"repairs": [], "reason": "its plans are still being executed", "isFinal": False}
    check_writable(view, [home])
    offered = [
        {
            "title": found.outcome(repair),
            "edits": [*map(str, repair.edits)],
            "edit": to_edit_of_files(view, {home: found.edits(repair, domain)}),
        }
        for repair in found.result.repairs
    ]
    return {"repairs": offered, "reason": None, "isFinal": True}


async def _difference(
    server: PlanServer, uri: object, name: object
) -> tuple[View, str, ReferenceReview, Difference]:
    """The difference called `name` between a domain and its reference."""
    # Imported late: rarely needed.
    from plancore.report.reviewed.marks import name_of as called

    is_name = isinstance(name, list) and len(name) == 5
    if not isinstance(uri, str) or not is_name:
        raise refusal("expected a URI and the five texts that name a difference")
    key, view = key_of(uri), await server.read_view(uri)
    review = await server.review(view, key)
    if review is None:
        raise refusal(f"{name_of(uri)} is not an open domain with a reference")
    for difference in review.differences:
        if any([*called(each)] == name for each in (difference, *difference.singles)):
            return view, key, review, difference
    raise refusal("the files have changed: this difference is not there")


async def _taken(server: PlanServer, uri: object, name: object) -> str:
    view, key, review, difference = await _difference(server, uri, name)
    fix = review.fix(difference)
    if fix is None:
        raise refusal("no edit of the learned domain makes it as in the reference")
    if not server.client.applies_edits:
        raise refusal("the editor takes no edits")
    params = types.ApplyWorkspaceEditParams(to_workspace_edit(view, key, fix), fix.title)
    if not (await server.workspace_apply_edit_async(params)).applied:
        raise refusal("the editor refused the edit")
    return fix.title


async def _marked(server: PlanServer, uri: object, name: Any, state: object) -> None:
    from plancore.report.reviewed.marks import DifferenceName, ReviewState
    from planfiles.errors import UserError
    from planfiles.files import REVIEW_MARKS
    from planfiles.review_marks import write_marks

    if state not in [*ReviewState]:
        raise refusal(f"expected one of {', '.join(ReviewState)}")
    _, key, _, _ = await _difference(server, uri, name)
    path = path_of(key)
    if path is None:
        raise refusal(f"{name_of(key)} is not a file, so review marks cannot be saved")
    new = ReviewState(str(state))
    try:
        names = [DifferenceName(*name)]
        write_marks(path + REVIEW_MARKS, names, lambda mark: mark._replace(state=new))
    except UserError as error:
        raise refusal(error.message) from None


async def _matched(server: PlanServer, view: View, uri: str) -> Matched:
    """The name pairs of a domain and its reference."""
    # Imported late, here and below: rarely needed.
    from planlsp.session.answers.mapping_edits import Matched

    key = key_of(uri)
    matched = await server.work.run(
        lambda checkpoint: Matched.of(view, key, checkpoint),
        f"Matching names of {name_of(uri)}",
        Priority.REQUESTS,
    )
    if matched is None or key not in view.documents:
        raise refusal(f"{name_of(uri)} is not an open domain with a reference")
    return matched


async def _answered(server: PlanServer, uri: str, asked: dict[str, Any], answer: str) -> Matches:
    from plancore.correspondence.stated.mapping import answered
    from planlsp.session.answers.mapping_edits import stated_now

    key, view = key_of(uri), await server.read_view(uri)
    matched = await _matched(server, view, uri)
    domains = matched.question.learned, matched.question.reference
    match = matched.find(asked)
    if match is None:
        raise refusal("the names are no longer matched so; ask for the list again")
    stated = stated_now(view, key, *domains)
    if stated is None:
        raise refusal("the mapping file has errors, comments or another format: edit it yourself")
    new = answered(stated, match.kind, match.pair, answer, domains[1])
    if isinstance(new, str):
        raise refusal(new)
    after = await server.work.run(
        lambda checkpoint: matched.with_mapping(new, checkpoint),
        f"Matching names of {name_of(uri)}",
        Priority.REQUESTS,
    )
    await _save(server, view, key, new)
    return after.listed(after.changes_since(matched, match.pair))


async def _save(server: PlanServer, view: View, key: str, stated: Pairs) -> None:
    """Write the mapping file of a document, and a line in the document that names it. Files that
    are open in the client are edited there, the others on disk."""
    from planfiles.errors import FileError
    from planfiles.writing import write_text
    from planlsp.session.answers.mapping_edits import mapping_edits

    changed = mapping_edits(view, key, stated)
    if changed is None:
        raise refusal("no mapping file can be made here; name one in a line `;;!mapping: FILE`")
    shown = {each: edits for each, edits in changed.edits.items() if each in view.documents}
    if shown and not server.client.applies_edits:
        raise refusal("the editor takes no edits; name a file in a line `;;!mapping: FILE`")
    if shown:
        params = types.ApplyWorkspaceEditParams(to_edit_of_files(view, shown), "Name mapping")
        try:
            is_applied = (await server.workspace_apply_edit_async(params)).applied
        except JsonRpcException:
            is_applied = False
        if not is_applied:
            raise refusal("the editor refused the edit, so nothing was saved")
    for file in changed.edits.keys() - shown.keys():
        path = path_of(file)
        assert path is not None, "a file that is not open is on disk"
        try:
            write_text(path, changed.edits[file][-1].text)
        except FileError as error:
            raise refusal(error.message) from None
        server.indexer.touch([file])
    server.project.invalidate()
    server.changed()
