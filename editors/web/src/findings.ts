// Findings and fixes: what the server finds is marked in the text and listed below it, each with its fixes.

import { type LSPClient, type LSPClientExtension, LSPPlugin } from '@codemirror/lsp-client';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

interface Position {
  line: number;
  character: number;
}
interface Range {
  start: Position;
  end: Position;
}
export interface Finding {
  range: Range;
  severity?: 1 | 2 | 3 | 4;
  code?: string;
  message: string;
}
interface Edit {
  range: Range;
  newText: string;
}
interface WorkspaceEdit {
  changes?: Record<string, Edit[]>;
}
export interface Action {
  title: string;
  kind?: string;
  isPreferred?: boolean;
  edit?: WorkspaceEdit;
  data?: unknown;
}

const SEVERITIES = { 1: 'error', 2: 'warning', 3: 'info', 4: 'hint' } as const;

/** Sends each change at once, and takes what is found; `changed` learns of it, file by file. */
export function findings(changed: (uri: string, found: Finding[]) => void): LSPClientExtension {
  return {
    clientCapabilities: {
      textDocument: {
        publishDiagnostics: { versionSupport: true, tagSupport: { valueSet: [1, 2] } },
        codeAction: {
          codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'source', 'refactor'] } },
          isPreferredSupport: true,
          dataSupport: true,
          resolveSupport: { properties: ['edit'] },
        },
      },
    },
    notificationHandlers: {
      'textDocument/publishDiagnostics': (client, params: { uri: string; version?: number; diagnostics: Finding[] }) => {
        const file = client.workspace.getFile(params.uri);
        if (!file) return changed(params.uri, []), true;
        if (params.version != null && params.version !== file.version) return true; // of a text before
        const view = file.getView();
        const plugin = view && LSPPlugin.get(view);
        if (!view || !plugin) return true;
        const marked = params.diagnostics.map((found): Diagnostic => {
          const at = (place: Position) => plugin.unsyncedChanges.mapPos(plugin.fromPosition(place, plugin.syncedDoc));
          const severity = SEVERITIES[found.severity ?? 1];
          const [from, to] = [at(found.range.start), at(found.range.end)];
          return { from, to, severity, message: found.message, source: found.code ?? '' };
        });
        view.dispatch(setDiagnostics(view.state, marked));
        changed(params.uri, params.diagnostics);
        return true;
      },
    },
    editorExtension: ViewPlugin.fromClass(
      class {
        update(update: ViewUpdate) {
          if (update.docChanged) queueMicrotask(() => LSPPlugin.get(update.view)?.client.sync());
        }
      },
    ),
  };
}

/** What the server offers to do at a range of a file, fixes first. */
export async function actionsAt(client: LSPClient, uri: string, range: Range, only?: string[]): Promise<Action[]> {
  client.sync();
  const context = { diagnostics: [], triggerKind: 1, ...(only ? { only } : {}) };
  const found = await client.request<unknown, Action[] | null>('textDocument/codeAction', {
    textDocument: { uri },
    range,
    context,
  });
  return found ?? [];
}

/** Applies an action to the open texts; undone like what is typed. */
export async function apply(client: LSPClient, action: Action): Promise<void> {
  const whole = action.edit ? action : await client.request<Action, Action>('codeAction/resolve', action);
  for (const [uri, edits] of Object.entries(whole.edit?.changes ?? {})) {
    const view = client.workspace.getFile(uri)?.getView();
    const plugin = view && LSPPlugin.get(view);
    if (!view || !plugin) continue;
    view.dispatch({
      changes: edits.map(({ range, newText }) => ({
        from: plugin.fromPosition(range.start),
        to: plugin.fromPosition(range.end),
        insert: newText,
      })),
      userEvent: 'input.fix',
    });
  }
}

/** The range of the selection, as LSP counts. */
export function selected(view: EditorView): Range {
  const { from, to } = view.state.selection.main;
  const place = (offset: number): Position => {
    const line = view.state.doc.lineAt(offset);
    return { line: line.number - 1, character: offset - line.from };
  };
  return { start: place(from), end: place(to) };
}
