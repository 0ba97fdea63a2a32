// Commands about plans: searched for, executed, and domains repaired so that they are what they are meant to be.

import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Reports } from '../review/reports.ts';
import { ask } from '../server/ask.ts';
import type { ServerSession } from '../server/session.ts';
import { EXECUTE_PLAN, REPAIR, SERVER, SOLVE } from './names.ts';
import { entryOf } from './repairs.ts';
import { subjectOf } from './subjects.ts';

/** The kind of the server's code actions that repair a domain. */
const REPAIRS = vscode.CodeActionKind.QuickFix.append('repair');

/** So many of the offers are worked out at once. */
const MOST_RESOLVED = 10;

export function registerPlans(session: ServerSession, reports: Reports): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand(SOLVE, async (given: unknown) => {
      const problem = subjectOf(given);
      if (problem) {
        await solve(session, reports, problem);
      }
    }),
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

/** The answer of the server, as far as it is shown. */
interface Solved {
  readonly outcome: string;
  readonly message: string;
  readonly plan: string | null;
  readonly uri: string | null;
}

/** Has a problem solved; the plan opens beside it, not saved, and is executed. */
async function solve(session: ServerSession, reports: Reports, problem: vscode.Uri): Promise<void> {
  const solved = await ask<Solved>(session, SERVER.solve, [problem, null]);
  if (!solved || solved.outcome === 'cancelled') {
    return;
  }
  if (solved.plan === null) {
    void vscode.window.showWarningMessage(solved.message);
    return;
  }
  const plan = await openUnsaved(solved.plan, solved.uri);
  await vscode.window.showTextDocument(plan, { viewColumn: vscode.ViewColumn.Beside, preview: false });
  void vscode.window.setStatusBarMessage(`$(check) ${solved.message}`, 10_000);
  await reports.show({ plan: plan.uri });
}

/** A new plan that is saved under `uri`, if at all: VS Code calls it so, and writes nothing yet. */
async function openUnsaved(text: string, uri: string | null): Promise<vscode.TextDocument> {
  if (uri === null) {
    return vscode.workspace.openTextDocument({ language: 'plan', content: text });
  }
  const untitled = vscode.Uri.parse(uri).with({ scheme: 'untitled' });
  const document = await vscode.workspace.openTextDocument(untitled);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(untitled, document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)), text);
  await vscode.workspace.applyEdit(edit);
  return vscode.languages.setTextDocumentLanguage(document, 'plan');
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
