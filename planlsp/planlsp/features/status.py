"""`planlsp/status`: the state of a file, for a status line and a list of plans.

The answer has the kind of the file and its reference; for a domain with a reference the similarity,
and for a domain with plans next to it the verdict on each. A client that declares
`experimental.planlsp.statusChanged` gets the notification `planlsp/statusChanged` when its last
answer is outdated although the text is the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from plancore.jsonable import Json
from plancore.project import PlanSnapshot
from plancore.snapshot import FileSnapshot
from planlsp.convert import to_range
from planlsp.session.answers.tallies import Tallied
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of
from planlsp.session.view import View
from planlsp.wire.protocol import refusal

if TYPE_CHECKING:
    from plancore.ide.review.reference_review import ReferenceReview

STATUS: Final = "planlsp/status"
CHANGED: Final = "planlsp/statusChanged"


def register(server: PlanServer) -> None:
    """Answer the request, and notify clients that want to know of changes."""
    given: dict[str, tuple[int, Json]] = {}

    async def status_of(view: View, key: str) -> Json:
        tallied = await server.plan_tallies.tallied(view, key)
        compared = await server.review(view, key)
        return _status(view, key, compared, tallied)

    @server.feature(STATUS)
    async def status(params: Any) -> Json:
        uri = _uri_in(params)
        view = await server.read_view(uri)
        key = key_of(uri)
        answer = await status_of(view, key)
        document = view.documents.get(key)
        if document is not None:
            given[key] = (document.version, answer)
        return answer

    async def tell(view: View) -> None:
        for key in given.keys() - view.documents.keys():
            del given[key]
        for key, (version, answer) in [*given.items()]:
            # After an edit the client asks by itself; this is for all other changes.
            if view.documents[key].version == version and await status_of(view, key) != answer:
                given.pop(key, None)
                server.protocol.notify(CHANGED, {"uri": view.uri(key)})

    def follow_changes() -> None:
        if server.client.follows_status:
            server.on_change(lambda view: given and server.work.spawn(tell(view)))

    server.on_client_known(follow_changes)


def _uri_in(params: Any) -> str:
    # pygls turns parameters of custom requests into objects.
    uri = getattr(getattr(params, "textDocument", None), "uri", None)
    if not isinstance(uri, str):
        raise refusal("expected a text document")
    return uri


def _status(
    view: View, key: str, compared: ReferenceReview | None, tallied: Tallied | None
) -> Json:
    file = view.files.file(key)
    wanted = view.references.get(key)
    similarity = differences = summary = None
    if compared is not None:
        # Imported late: many files have no reference.
        from plancore.metrics.action_similarity import action_similarity
        from plancore.report.review_lenses import domain_title

        similarity = action_similarity(compared.diff).mean_over_reference.value
        differences, summary = compared.count, domain_title(compared)
    first = None
    if isinstance(file, FileSnapshot):
        first = file.first("domain") or file.first("problem")
    return {
        "kind": "plan" if isinstance(file, PlanSnapshot) else first.kind if first else None,
        "name": first.name if first else None,
        "reference": view.uri(wanted.key) if wanted and wanted.key else None,
        "similarity": None if similarity is None else float(similarity),
        "differences": differences,
        "summary": summary,
        "plans": [*_plans(view, tallied)] if tallied and view.domain_in(key) else None,
    }


def _plans(view: View, tallied: Tallied) -> Iterator[Json]:
    own = tallied.tally.own
    for name in sorted((*own.valid, *own.invalid, *own.unknown)):
        place = own.invalid.get(name)
        file = tallied.files.files[name]
        verdict = "valid" if name in own.valid else "unknown" if place is None else "invalid"
        range_ = None if place is None else to_range(file.source, place.span, view.client.encoding)
        yield {
            "uri": view.uri(name),
            "verdict": verdict,
            "reason": own.reasons.get(name),
            "range": range_
            and {
                "start": {"line": range_.start.line, "character": range_.start.character},
                "end": {"line": range_.end.line, "character": range_.end.character},
            },
        }
