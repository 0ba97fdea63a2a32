// Texts that the server made, opened as files.

import * as vscode from 'vscode';

/** A new file that is saved under `uri`, if at all: VS Code calls it so, and writes nothing yet. */
export async function openUnsaved(text: string, uri: string | null, language = 'plan'): Promise<vscode.TextDocument> {
  if (uri === null) {
    return vscode.workspace.openTextDocument({ language, content: text });
  }
  const untitled = vscode.Uri.parse(uri).with({ scheme: 'untitled' });
  const document = await vscode.workspace.openTextDocument(untitled);
  await replaceAll(document, text);
  return vscode.languages.setTextDocumentLanguage(document, language);
}

/** The file with that text, saved; undo brings back what it had. One that is read-only or has unsaved changes is kept:
 * the text then is in a new file, not saved. */
export async function openSaved(text: string, file: vscode.Uri): Promise<vscode.TextDocument> {
  const found = await statOf(file);
  if (!found) {
    await vscode.workspace.fs.writeFile(file, new Uint8Array());
  }
  const document = await vscode.workspace.openTextDocument(file);
  if (document.isDirty || found?.permissions === vscode.FilePermission.Readonly) {
    return openUnsaved(text, (await freeOf(file)).toString());
  }
  await replaceAll(document, text);
  await document.save();
  return document;
}

/** A name next to that of the file which neither a file nor a document has. */
async function freeOf(file: vscode.Uri): Promise<vscode.Uri> {
  for (let number = 2; ; number++) {
    const free = file.with({ path: file.path.replace(/(\.plan)?$/, `-${number}.plan`) });
    if (!(await statOf(free)) && !vscode.workspace.textDocuments.some(({ uri }) => uri.path === free.path)) {
      return free;
    }
  }
}

function statOf(file: vscode.Uri): Thenable<vscode.FileStat | undefined> {
  return vscode.workspace.fs.stat(file).then((found) => found, () => undefined);
}

async function replaceAll(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)), text);
  await vscode.workspace.applyEdit(edit);
}
