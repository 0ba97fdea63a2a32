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

/** The file with that text, saved; undo brings back what it had. */
export async function openSaved(text: string, file: vscode.Uri): Promise<vscode.TextDocument> {
  const isThere = await vscode.workspace.fs.stat(file).then(() => true, () => false);
  if (!isThere) {
    await vscode.workspace.fs.writeFile(file, new Uint8Array());
  }
  const document = await vscode.workspace.openTextDocument(file);
  await replaceAll(document, text);
  await document.save();
  return document;
}

async function replaceAll(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)), text);
  await vscode.workspace.applyEdit(edit);
}
