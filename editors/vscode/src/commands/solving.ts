// A plan for a problem, by the planner of the settings or the one chosen for this workspace.

import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Reports } from '../review/reports.ts';
import { ask } from '../server/ask.ts';
import type { ServerSession } from '../server/session.ts';
import { SERVER, SOLVE, SOLVE_WITH } from './names.ts';
import { openSaved, openUnsaved } from './opening.ts';
import { entriesOfPlanners, type Planner } from './planners.ts';
import { subjectOf } from './subjects.ts';

/** Where the choice is kept: never in a file of the workspace, which could name a program. */
export const CHOSEN = 'planlsp.planner';
/** The context that ticks off the page of a plan in the walkthrough. */
const SHOWS_PLAN = 'planlsp.showsPlan';
const COPY = 'Copy Command';

export function registerSolving(session: ServerSession, reports: Reports, memory: vscode.Memento): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand(SOLVE, async (given: unknown) => {
      const problem = subjectOf(given);
      if (problem) {
        await solve(session, reports, problem, memory.get<string>(CHOSEN));
      }
    }),
    vscode.commands.registerCommand(SOLVE_WITH, async (given: unknown) => {
      const problem = subjectOf(given);
      const planner = problem && (await pickPlanner(session, problem, memory.get<string>(CHOSEN)));
      if (planner) {
        const chosen = planner.isSetting ? undefined : planner.name;
        await memory.update(CHOSEN, chosen);
        await solve(session, reports, problem, chosen);
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
  readonly isSaved: boolean;
}

/** Has a problem solved; the plan opens in the same column, and its execution beside it. */
async function solve(session: ServerSession, reports: Reports, problem: vscode.Uri, planner?: string): Promise<void> {
  const title = `Solving ${path.posix.basename(problem.path)}`;
  // The progress of the server is in the status bar, where nothing can be cancelled.
  const solved = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (_, token) => ask<Solved>(session, SERVER.solve, [problem, planner ?? null], false, token),
  );
  if (!solved || solved.outcome === 'cancelled') {
    return;
  }
  if (solved.plan === null) {
    void vscode.window.showWarningMessage(solved.message);
    return;
  }
  const { plan: text, uri, isSaved } = solved;
  const plan = isSaved && uri !== null ? await openSaved(text, vscode.Uri.parse(uri)) : await openUnsaved(text, uri);
  const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === problem.toString());
  const viewColumn = shown?.viewColumn ?? vscode.ViewColumn.Active;
  await vscode.window.showTextDocument(plan, { viewColumn, preview: false });
  void vscode.window.setStatusBarMessage(`$(check) ${solved.message}`, 10_000);
  await reports.show({ plan: plan.uri });
  void vscode.commands.executeCommand('setContext', SHOWS_PLAN, true);
}

/** The planner that the user picks; for one that is not installed, how to install it. */
async function pickPlanner(session: ServerSession, problem: vscode.Uri, chosen?: string): Promise<Planner | undefined> {
  const planners = await ask<Planner[]>(session, SERVER.planners, [problem]);
  if (!planners) {
    return undefined;
  }
  const items = entriesOfPlanners(planners, chosen).map((entry) => ({
    ...entry,
    kind: entry.planner ? vscode.QuickPickItemKind.Default : vscode.QuickPickItemKind.Separator,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: `Solve ${path.posix.basename(problem.path)}`,
    placeHolder: 'Choose a planner for this workspace',
    matchOnDetail: true,
  });
  const planner = picked?.planner;
  if (planner?.install) {
    const text = `${planner.name} is not installed. To install it for the server: ${planner.install}`;
    if ((await vscode.window.showInformationMessage(text, COPY)) === COPY) {
      await vscode.env.clipboard.writeText(planner.install);
    }
    return undefined;
  }
  return planner;
}
