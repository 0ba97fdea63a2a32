"""`textDocument/foldingRange`."""

from __future__ import annotations

from functools import partial

from lsprotocol import types

from plancore.ide.shape import folds, line_folds, outermost
from plancore.project import AnySnapshot
from plancore.stop import Checkpoint, watched_if_many
from planlsp.convert import to_position
from planlsp.session.client import ClientProfile
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of
from planlsp.session.view import View


def register(server: PlanServer) -> None:
    """The ranges that can be folded, in whole lines if the client folds only those."""

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    @server.with_view
    async def folding_range(
        view: View, params: types.FoldingRangeParams
    ) -> list[types.FoldingRange]:
        file = view.files.file(key_of(params.text_document.uri))
        if file is None:
            return []
        work = _by_lines if view.client.folds_lines_only else _by_characters
        title = f"Folding {name_of(params.text_document.uri)}"
        return await server.work.compute(partial(work, file, view.client), len(file.text), title)


def _by_lines(
    file: AnySnapshot, client: ClientProfile, checkpoint: Checkpoint
) -> list[types.FoldingRange]:
    return [
        types.FoldingRange(fold.first, fold.last, kind=_kind(fold.is_comment))
        for fold in outermost(line_folds(file, checkpoint), client.most_folds)
    ]


def _by_characters(
    file: AnySnapshot, client: ClientProfile, checkpoint: Checkpoint
) -> list[types.FoldingRange]:
    ranges, encoding = [], client.encoding
    found = outermost(folds(file, checkpoint), client.most_folds)
    for fold in watched_if_many(found, checkpoint):
        start = to_position(file.source, fold.span.start, encoding)
        end = to_position(file.source, fold.span.end, encoding)
        ranges.append(
            types.FoldingRange(
                start.line, end.line, start.character, end.character, _kind(fold.is_comment)
            )
        )
    return ranges


def _kind(is_comment: bool) -> types.FoldingRangeKind:
    return types.FoldingRangeKind.Comment if is_comment else types.FoldingRangeKind.Region
