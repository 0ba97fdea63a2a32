// A domain and a problem to begin with.

import * as vscode from 'vscode';

const FOLDER = 'boxes';
const FILES = ['domain.pddl', 'problem.pddl'];
const OPEN_FOLDER = 'Open Folder';

/** Writes the example of the extension into the open folder, unless it is there, and opens it beside. */
export async function createExample(extension: vscode.Uri): Promise<void> {
  const [open] = vscode.workspace.workspaceFolders ?? [];
  if (!open) {
    const text = 'The example is written into the open folder, and no folder is open.';
    if ((await vscode.window.showInformationMessage(text, OPEN_FOLDER)) === OPEN_FOLDER) {
      await vscode.commands.executeCommand('workbench.action.files.openFolder');
    }
    return;
  }
  let viewColumn = vscode.ViewColumn.Beside;
  for (const name of FILES) {
    const file = vscode.Uri.joinPath(open.uri, FOLDER, name);
    const isThere = await vscode.workspace.fs.stat(file).then(() => true, () => false);
    if (!isThere) {
      await vscode.workspace.fs.writeFile(file, await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, 'example', name)));
    }
    const editor: vscode.TextEditor = await vscode.window.showTextDocument(file, { viewColumn, preview: false });
    viewColumn = editor.viewColumn ?? viewColumn;
  }
}
