"""`textDocument/foldingRange`."""

from __future__ import annotations

from lsprotocol import types

from plancore.ide.folding import folds, line_folds
from plancore.project import AnySnapshot
from plancore.source import Encoding
from planlsp.convert import to_position
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of
from planlsp.session.view import View


def register(server: PlanServer) -> None:
    """Say what can be folded away, by lines alone for a client that folds nothing else."""

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
        return await server.work.compute(
            lambda: work(file, view.client.encoding), len(file.text), title
        )


def _by_lines(file: AnySnapshot, _encoding: Encoding) -> list[types.FoldingRange]:
    return [
        types.FoldingRange(fold.first, fold.last, kind=_kind(fold.is_comment))
        for fold in line_folds(file)
    ]


def _by_characters(file: AnySnapshot, encoding: Encoding) -> list[types.FoldingRange]:
    ranges = []
    for fold in folds(file):
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
