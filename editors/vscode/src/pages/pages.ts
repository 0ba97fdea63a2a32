// The pages of the documentation that are installed with the server.

import * as vscode from 'vscode';
import { SHOW_PAGE } from '../commands/names.ts';
import { linkOf } from './links.ts';

/** Shows a page as a reader sees it. */
export function registerPages(): vscode.Disposable {
  return vscode.commands.registerCommand(SHOW_PAGE, (href: string) =>
    vscode.commands.executeCommand('markdown.showPreviewToSide', vscode.Uri.parse(href)),
  );
}

/** The finding, its code leading to a page that the editor can show. */
export function withPage(diagnostic: vscode.Diagnostic): vscode.Diagnostic {
  const { code } = diagnostic;
  if (typeof code === 'object') {
    diagnostic.code = { ...code, target: vscode.Uri.parse(linkOf(code.target.toString()), true) };
  }
  return diagnostic;
}
