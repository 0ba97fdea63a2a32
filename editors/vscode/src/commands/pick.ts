// Asks for the other file of a comparison.

import * as path from 'node:path';
import * as vscode from 'vscode';
import { byNearness } from './order.ts';

// Braces within braces are nothing that VS Code reads.
const NAMES = ['*.pddl', '*.hddl', '*.ppddl', '*.plan', '*.soln', '*.solution', '*.plan.*', '*.soln.*', '*.sol.[0-9]*', '*.solution.*', 'sas_plan*', 'plan.[0-9]*'];
const FILES = `**/{${NAMES.join(',')}}`;

/** How many files are offered; any other one can be browsed for. */
const MOST = 2000;

interface FileItem extends vscode.QuickPickItem {
  readonly file?: vscode.Uri;
}

/**
 * The file that the user picks, near ones first. `nothing`, where given, names an entry for no file,
 * which gives null. Undefined when the user thinks otherwise.
 */
export async function pickFile(
  subject: vscode.Uri,
  title: string,
  nothing?: string,
): Promise<vscode.Uri | null | undefined> {
  const found = await vscode.workspace.findFiles(FILES, undefined, MOST);
  const byPath = new Map(found.map((file) => [file.path, file]));
  const files: FileItem[] = byNearness(subject.path, [...byPath.keys()]).map((file) => ({
    label: path.posix.basename(file),
    description: vscode.workspace.asRelativePath(path.posix.dirname(file)),
    file: byPath.get(file)!,
  }));
  const browse: FileItem = { label: '$(folder-opened) Browse…', alwaysShow: true };
  const none: FileItem[] = nothing ? [{ label: `$(circle-slash) ${nothing}`, alwaysShow: true }] : [];
  const picked = await vscode.window.showQuickPick([...files, browse, ...none], {
    title,
    placeHolder: 'The file to compare with',
    matchOnDescription: true,
  });
  if (picked && picked === none[0]) {
    return null;
  }
  if (picked !== browse) {
    return picked?.file;
  }
  const [file] = (await vscode.window.showOpenDialog({ title })) ?? [];
  return file;
}
