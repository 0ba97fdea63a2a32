// Starts the server and hands it the editor's documents. All PDDL knowledge is the server's.

import * as vscode from 'vscode';
import { registerComparing } from './commands/comparing.ts';
import { registerDifferences } from './commands/differences.ts';
import { createExample } from './commands/example.ts';
import { CREATE_EXAMPLE } from './commands/names.ts';
import { registerPlans } from './commands/plans.ts';
import { registerServing } from './commands/serving.ts';
import { registerSolving } from './commands/solving.ts';
import { PddlExtension } from './neighbours/pddl_extension.ts';
import { registerPages } from './pages/pages.ts';
import { registerTestCases } from './plans/cases.ts';
import { registerPlanTests } from './plans/tests.ts';
import { Reports } from './review/reports.ts';
import { clientOptions } from './server/client_options.ts';
import { middleware } from './server/middleware.ts';
import { onInterpreterSelected } from './server/python_extension.ts';
import { ServerSession } from './server/session.ts';
import { showStatus } from './status/item.ts';
import { Statuses } from './status/statuses.ts';
import { followSteps } from './status/steps.ts';

let session: ServerSession | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel('planlsp', { log: true });
  const neighbour = new PddlExtension();
  const options = clientOptions(output, middleware(neighbour));
  const server = (session = new ServerSession(context, output, options, [neighbour.formatting]));
  const statuses = new Statuses(server);
  const reports = new Reports(server, statuses);
  context.subscriptions.push(
    output,
    server,
    neighbour,
    statuses,
    reports,
    showStatus(server, statuses),
    registerServing(server, output),
    registerComparing(server, statuses, reports),
    registerDifferences(server, reports),
    registerPlans(server, reports),
    registerSolving(server, reports, context.workspaceState),
    vscode.commands.registerCommand(CREATE_EXAMPLE, () => createExample(context.extensionUri)),
    registerPages(),
    registerPlanTests(statuses),
    registerTestCases(server, context.workspaceState),
    followSteps(server, statuses),
    vscode.workspace.onDidChangeConfiguration((change) =>
      change.affectsConfiguration('planlsp.path') ? server.restart() : undefined,
    ),
    // The Python environment of the workspace counts from now on, and comes first.
    vscode.workspace.onDidGrantWorkspaceTrust(() => server.restart()),
  );
  neighbour.follow(server, context);
  await server.restart();
  const selected = await onInterpreterSelected(() => void server.restart());
  if (selected) {
    context.subscriptions.push(selected);
  }
}

export function deactivate(): Promise<void> | undefined {
  return session?.stop();
}
