// The viewer, opened in a terminal.

import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Executable } from 'vscode-languageclient/node';
import { nameOf } from '../review/subject.ts';
import { themeNow } from '../review/theme.ts';
import { colourVariables, viewerCommand } from './viewer.ts';

const MANAGE_TRUST = 'Manage Trust';
const SAVE = 'Save';

/**
 * Opens `plandiff` of the server's own installation on two files, or tells why it cannot. It is run
 * without a shell: names of files stay names.
 */
export async function openViewer(server: Executable, learned: vscode.Uri, reference: vscode.Uri): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    // VS Code would ask, too, and leave an empty tab to who says no.
    const said = 'The terminal viewer is disabled in untrusted folders, because it runs a program in a terminal.';
    if ((await vscode.window.showInformationMessage(said, MANAGE_TRUST)) === MANAGE_TRUST) {
      await vscode.commands.executeCommand('workbench.trust.manage');
    }
    return;
  }
  const elsewhere = [learned, reference].find(({ scheme }) => scheme !== 'file');
  if (elsewhere) {
    void vscode.window.showInformationMessage(`Save ${nameOf(elsewhere)} first: the terminal viewer reads files from disk.`);
    return;
  }
  const { program, args } = viewerCommand(server.command, server.args ?? [], learned.fsPath, reference.fsPath);
  const terminal = vscode.window.createTerminal({
    name: `plandiff ${nameOf(learned)}`,
    shellPath: program,
    shellArgs: args,
    cwd: path.dirname(learned.fsPath),
    env: colourVariables(themeNow().isDark),
    location: vscode.TerminalLocation.Editor,
  });
  terminal.show();
  // Shown before it runs, it gets no keys.
  await terminal.processId;
  terminal.show();
  await offerToSave([learned, reference]);
}

/** The viewer shows what is on disk, and looks again once that changes. */
async function offerToSave(files: readonly vscode.Uri[]): Promise<void> {
  const shown = new Set(files.map(String));
  const unsaved = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && shown.has(uri.toString()));
  if (unsaved.length === 0) {
    return;
  }
  const names = unsaved.map(({ uri }) => nameOf(uri)).join(' and ');
  const said = `The terminal viewer shows saved files, and ${names} has unsaved changes.`;
  if ((await vscode.window.showInformationMessage(said, SAVE)) === SAVE) {
    await Promise.all(unsaved.map((document) => document.save()));
  }
}
