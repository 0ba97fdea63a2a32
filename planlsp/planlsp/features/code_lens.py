"""`textDocument/codeLens`: differences of each action from the reference, counts of valid plans,
uses of predicates, and `Solve` above problems."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from lsprotocol import types

from plancore.ide.review.terms import ComparisonMode
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from planlsp.convert import to_range
from planlsp.session.answers.reporting import SOLVE_HERE
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of
from planlsp.session.view import View

if TYPE_CHECKING:
    from plancore.report.review_lenses import Lens

# The client runs this command, because it can show locations. The server answers it only for
# clients that send it back.
SHOW_DIFFERENCES = "planlsp.showDifferences"


def register(server: PlanServer) -> None:
    """Show lenses above actions of a domain with a reference, above a domain that has plans next to
    it or is a reference itself, and above a problem that can be solved."""
    shown: dict[str, tuple[int, list[types.CodeLens]]] = {}

    async def lenses(view: View, key: str) -> list[types.CodeLens]:
        tallied, learned = await asyncio.gather(
            server.plan_tallies.tallied(view, key),
            server.learned_domains.learned(view, key, server.project.client_state),
        )
        view = latest(view, key)
        compared = await server.review(view, key)
        code_lenses = []
        domain = view.domain_in(key)
        # All imported late: few files have plans next to them, have a reference, or are one.
        # The score is the first lens above a domain: it stays visible if the line is cut off.
        if compared is not None:
            from plancore.report.review_lenses import review_lenses

            sources = {file.name: file.source for file in (compared.learned, compared.reference)}
            has_identical = view.settings_of(key).identical_lenses
            found = review_lenses(compared, has_identical=has_identical)
            code_lenses += [_code_lens(view, sources, key, lens) for lens in found]
        if domain is not None and tallied is not None:
            from plancore.report.plan_tally import tally_lens

            known = None if compared is None else compared.consequences
            lens = tally_lens(domain, tallied.tally, known)
            if lens is not None:
                sources = {name: file.source for name, file in tallied.files.files.items()}
                sources.update({} if known is None else known.sources)
                code_lenses.append(_code_lens(view, sources, key, lens))
        if domain is not None and learned is not None and learned.compared:
            from plancore.report.review_lenses import reference_lens

            modes = {view.settings_of(each.file).comparison for each in learned.domains}
            says_how = ComparisonMode.SEMANTIC in modes
            lens = reference_lens(domain, learned.domains, learned.n_more, says_how=says_how)
            if lens is not None:
                code_lenses.append(_code_lens(view, learned.sources, key, lens))
        if domain is not None and view.settings_of(key).predicate_lenses:
            from plancore.report.use_lenses import use_lenses

            sources = {key: domain.file.source}
            code_lenses += [_code_lens(view, sources, key, lens) for lens in use_lenses(domain)]
        return [*code_lenses, *_solving(view, key)]

    def latest(view: View, key: str) -> View:
        """The current view, if the document has not changed: executing plans may have taken a
        second, and Neovim does not ask again while it waits."""
        now = server.view()
        return now if now.documents.get(key) == view.documents.get(key) else view

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    @server.with_view
    async def code_lens(view: View, params: types.CodeLensParams) -> list[types.CodeLens]:
        key = key_of(params.text_document.uri)
        current = await lenses(view, key)
        document = view.documents.get(key)
        if document:
            shown[key] = (document.version, current)
        return current

    async def show_differences(
        _uri: str, _position: types.Position, places: list[types.Location]
    ) -> None:
        """Show the last location, which is in the reference, for a client that shows no list."""
        if server.client.show_document and places:
            await server.window_show_document_async(
                types.ShowDocumentParams(
                    places[-1].uri, take_focus=True, selection=places[-1].range
                )
            )

    def take_returned_commands() -> None:
        server.command(SHOW_DIFFERENCES)(show_differences)

    async def refresh(view: View) -> None:
        for key in shown.keys() - view.documents.keys():
            del shown[key]
        for key, (version, sent) in [*shown.items()]:
            # After an edit the client asks by itself; this is for all other changes.
            if view.documents[key].version == version and await lenses(view, key) != sent:
                await server.workspace_code_lens_refresh_async(None)
                return

    def follow_changes() -> None:
        if server.client.refresh_code_lenses:
            server.on_change(lambda view: server.work.spawn(refresh(view)))

    # Registered late to keep it out of the capabilities: else VS Code would send it to the server.
    server.on_start(take_returned_commands)
    server.on_client_known(follow_changes)


def _solving(view: View, key: str) -> Iterator[types.CodeLens]:
    """A lens that solves the problem, if its domain is known."""
    file = view.files.file(key)
    definition = file.first("problem") if isinstance(file, FileSnapshot) else None
    node = None if definition is None else definition.definition.name
    if not isinstance(file, FileSnapshot) or definition is None or node is None:
        return
    if view.files.domain_of(file, definition) is not None:
        range_ = to_range(file.source, file.span(node.place), view.client.encoding)
        yield types.CodeLens(range_, types.Command("Solve", SOLVE_HERE, arguments=[view.uri(key)]))


def _is_current(view: View, source: SourceText, name: str) -> bool:
    """Whether the file still has this text: a plan may have been edited since its execution."""
    now = view.files.file(name)
    return now is None or now.source is source


def _code_lens(
    view: View, sources: Mapping[str, SourceText], key: str, lens: Lens
) -> types.CodeLens:
    range_ = to_range(view.source(key), lens.span, view.client.encoding)
    places = [
        types.Location(
            view.uri(place.file),
            to_range(sources[place.file], place.span, view.client.encoding),
        )
        for place in lens.places
        if _is_current(view, sources[place.file], place.file)
    ]
    arguments = [view.uri(key), range_.start, places]
    return types.CodeLens(range_, types.Command(lens.title, SHOW_DIFFERENCES, arguments=arguments))
