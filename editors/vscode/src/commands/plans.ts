// Commands about plans: executed, and domains repaired so that they are what they are meant to be.

import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Reports } from '../review/reports.ts';
import { EXECUTE_PLAN, REPAIR } from './names.ts';
import { entryOf } from './repairs.ts';
import { subjectOf } from './subjects.ts';

/** The kind of the server's code actions that repair a domain. */
const REPAIRS = vscode.CodeActionKind.QuickFix.append('repair');

/** So many of the offers are worked out at once. */
const MOST_RESOLVED = 10;

export function registerPlans(reports: Reports): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand(EXECUTE_PLAN, async (given: unknown) => {
      const plan = subjectOf(given);
      if (plan) {
        await reports.show({ plan });
      }
    }),
    vscode.commands.registerCommand(REPAIR, async (given: unknown) => {
      const subject = subjectOf(given);
      if (subject) {
        await repair(subject);
      }
    }),
  );
}

/** Offers the smallest repairs of a domain, or of the domain of a plan, and makes the one chosen. */
async function repair(subject: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(subject);
  const everywhere = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  const looking = {
    location: vscode.ProgressLocation.Window,
    title: 'Searching for minimum repairs',
  };
  const offered = await vscode.window.withProgress(looking, () =>
    vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      subject,
      everywhere,
      REPAIRS.value,
      MOST_RESOLVED,
    ),
  );
  const name = path.posix.basename(subject.path);
  if (offered.length === 0) {
    void vscode.window.showInformationMessage(
      `No repair for ${name}: all its plans have the expected result, it has no plans, ` +
        'or the search is still running.',
    );
    return;
  }
  const items = offered.map((action) => ({ ...entryOf(action.title), action }));
  const picked = await vscode.window.showQuickPick(items, {
    title: `Repair ${name}`,
    placeHolder: 'Minimum repairs: each gives every plan the expected result',
  });
  const edit = picked?.action.edit;
  if (edit && !(await vscode.workspace.applyEdit(edit))) {
    void vscode.window.showWarningMessage('Cannot apply the repair: the file has changed. Try again.');
  }
}
