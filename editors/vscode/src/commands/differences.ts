// What a lens shows: the places that it counts.

import * as vscode from 'vscode';
import type { Location, Position } from 'vscode-languageclient/node';
import type { Reports } from '../review/reports.ts';
import type { ServerSession } from '../server/session.ts';
import { SHOW_DIFFERENCES } from './names.ts';

/** Opens the places, which the server sends in protocol terms; the review where it sends none. */
export function registerDifferences(session: ServerSession, reports: Reports): vscode.Disposable {
  return vscode.commands.registerCommand(
    SHOW_DIFFERENCES,
    async (uri: string, position: Position, locations: Location[]) => {
      const convert = session.client?.protocol2CodeConverter;
      if (!convert) {
        return;
      }
      if (locations.length === 0) {
        await reports.show({ learned: convert.asUri(uri), reference: null });
        return;
      }
      await vscode.commands.executeCommand(
        'editor.action.showReferences',
        convert.asUri(uri),
        convert.asPosition(position),
        locations.map((location) => convert.asLocation(location)),
      );
    },
  );
}
