// What the commands do on the client's side: pick files, show differences and reports.

import * as path from 'node:path';
import * as vscode from 'vscode';
import type { LanguageClient, Location, Position } from 'vscode-languageclient/node';

export const RESTART = 'planlsp.restart';
export const SET_REFERENCE = 'planlsp.setReference';
export const SHOW_DIFFERENCES = 'planlsp.showDifferences';
export const SHOW_REVIEW = 'planlsp.showReview';

/** Commands that compare the active file with another one. */
export const COMPARISONS = ['planlsp.compareDomains', 'planlsp.comparePlans'];

/** Commands that answer with a report. */
export const REPORTS = [...COMPARISONS, SHOW_REVIEW, 'planlsp.validatePlan'];

/** A document and its reference; null takes the reference back that was set before. */
export type ReferenceChoice = [document: string, reference: string | null];

/** Asks for the reference of `document` (default: the active file); undefined when cancelled. */
export async function pickReference(document?: string): Promise<ReferenceChoice | undefined> {
  const subject = document ? vscode.Uri.parse(document) : vscode.window.activeTextEditor?.document.uri;
  if (!subject) {
    void vscode.window.showInformationMessage('Open the file first that you want to compare.');
    return undefined;
  }
  const reference = await pickFile(subject, `Reference of ${path.basename(subject.path)}`);
  return reference === undefined ? undefined : [subject.toString(), reference?.toString() ?? null];
}

/** Opens the references view on `locations`, which the server sends in protocol terms. */
export async function showDifferences(
  client: LanguageClient,
  uri: string,
  position: Position,
  locations: Location[],
): Promise<void> {
  if (locations.length === 0) {
    return; // a lens that only tells a number
  }
  const convert = client.protocol2CodeConverter;
  await vscode.commands.executeCommand(
    'editor.action.showReferences',
    convert.asUri(uri),
    convert.asPosition(position),
    locations.map((location) => convert.asLocation(location)),
  );
}

/** The active file, for a command that was called from the palette; undefined when there is none. */
export function activeFile(): string | undefined {
  const subject = vscode.window.activeTextEditor?.document.uri;
  if (!subject) {
    void vscode.window.showInformationMessage('Open the file first that this is about.');
  }
  return subject?.toString();
}

/** The active file and one that the user picks; null is the reference. Undefined when cancelled. */
export async function pickPair(): Promise<ReferenceChoice | undefined> {
  const subject = activeFile();
  if (!subject) {
    return undefined;
  }
  const file = vscode.Uri.parse(subject);
  const other = await pickFile(file, `Compare ${path.basename(file.path)} with`, 'Its reference');
  return other === undefined ? undefined : [subject, other?.toString() ?? null];
}

/** Shows a report in Markdown as a reader sees it. */
export async function showReport(report: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: report });
  await preview(document.uri);
}

/** Shows a document in Markdown as a reader sees it. */
export async function preview(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
}

interface FileItem extends vscode.QuickPickItem {
  file?: vscode.Uri;
}

/** The file that the user picks; null for `noFile`. */
async function pickFile(
  subject: vscode.Uri,
  title: string,
  noFile = 'None',
): Promise<vscode.Uri | null | undefined> {
  const found = await vscode.workspace.findFiles('**/*.{pddl,plan,soln}', undefined, 2000);
  const files: FileItem[] = found
    .filter((file) => file.toString() !== subject.toString())
    .sort((left, right) => distance(subject, left) - distance(subject, right))
    .map((file) => ({
      label: path.basename(file.path),
      description: vscode.workspace.asRelativePath(path.dirname(file.path)),
      file,
    }));
  const browse: FileItem = { label: '$(folder-opened) Browse…', alwaysShow: true };
  const none: FileItem = { label: `$(circle-slash) ${noFile}`, alwaysShow: true };
  const picked = await vscode.window.showQuickPick([...files, browse, none], {
    title,
    placeHolder: 'The file to compare with',
    matchOnDescription: true,
  });
  if (picked === none) {
    return null;
  }
  if (picked !== browse) {
    return picked?.file;
  }
  const [file] = (await vscode.window.showOpenDialog({ title })) ?? [];
  return file;
}

/** Steps between the folders of two files, so that neighbours come first. */
function distance(left: vscode.Uri, right: vscode.Uri): number {
  const steps = path.relative(path.dirname(left.path), path.dirname(right.path));
  return steps === '' ? 0 : steps.split(path.sep).length;
}
