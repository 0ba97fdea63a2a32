// The status item: at the right of the status bar while a domain, problem or plan is shown.

import * as path from 'node:path';
import * as vscode from 'vscode';
import { SHOW_MENU } from '../commands/names.ts';
import { LANGUAGES } from '../server/client_options.ts';
import type { ServerSession } from '../server/session.ts';
import { shown } from './text.ts';
import type { Statuses } from './statuses.ts';

const COLOURS = {
  plain: undefined,
  warning: new vscode.ThemeColor('statusBarItem.warningBackground'),
  error: new vscode.ThemeColor('statusBarItem.errorBackground'),
};

/** Shows the state of `session` and what `statuses` knows of the active file. */
export function showStatus(session: ServerSession, statuses: Statuses): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('planlsp.status', vscode.StatusBarAlignment.Right, 100);
  item.name = 'planlsp';
  item.command = SHOW_MENU;
  const update = () => {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !LANGUAGES.includes(document.languageId)) {
      item.hide();
      return;
    }
    const name = path.basename(document.uri.path);
    const { text, lines, tone } = shown(session.state, name, statuses.known(document.uri));
    item.text = text;
    item.tooltip = lines.join('\n');
    item.accessibilityInformation = { label: `planlsp: ${lines.join(' ')}` };
    item.backgroundColor = COLOURS[tone];
    item.show();
  };
  update();
  return vscode.Disposable.from(
    item,
    session.onDidChange(update),
    statuses.onDidChange(update),
    vscode.window.onDidChangeActiveTextEditor(update),
  );
}
