// Starts the server and hands it the editor's documents. All PDDL knowledge is the server's.

import * as vscode from 'vscode';
import {
  LanguageClient,
  State,
  type LanguageClientOptions,
  type Location,
  type Position,
} from 'vscode-languageclient/node';
import {
  activeFile,
  COMPARISONS,
  pickPair,
  pickReference,
  preview,
  REPORTS,
  RESTART,
  SET_REFERENCE,
  SHOW_DIFFERENCES,
  SHOW_REVIEW,
  showDifferences,
  showReport,
} from './commands.js';
import { locateServer } from './locate.js';

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel('planlsp', { log: true });
  const restart = async () => {
    await stop();
    await start(output);
  };
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand(RESTART, restart),
    vscode.commands.registerCommand(
      SHOW_DIFFERENCES,
      (uri: string, position: Position, locations: Location[]) =>
        client && showDifferences(client, uri, position, locations),
    ),
    vscode.workspace.onDidChangeConfiguration((change) =>
      change.affectsConfiguration('planlsp.path') ? restart() : undefined,
    ),
  );
  await start(output);
}

export function deactivate(): Promise<void> {
  return stop();
}

async function start(output: vscode.LogOutputChannel): Promise<void> {
  const located = await locateServer();
  if ('problem' in located) {
    output.error(located.problem);
    reportProblem(located.problem, output);
    return;
  }
  const { command, args = [] } = located.server;
  output.info(`Starting ${[command, ...args].join(' ')}`);
  client = new LanguageClient('planlsp', 'planlsp', located.server, clientOptions(output));
  client.onDidChangeState(({ newState }) =>
    vscode.commands.executeCommand('setContext', 'planlsp.running', newState === State.Running),
  );
  try {
    await client.start();
  } catch (error) {
    reportProblem(`The planlsp server did not start: ${error}`, output);
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  // A server that failed to start cannot be stopped; disposing throws then, and says no more.
  await running?.dispose().catch(() => undefined);
}

function clientOptions(output: vscode.LogOutputChannel): LanguageClientOptions {
  return {
    documentSelector: [
      ...['pddl', 'plan'].flatMap((language) => [
        { language, scheme: 'file' },
        { language, scheme: 'untitled' },
      ]),
      // A decision on names is written here first, and counts before it is saved.
      { pattern: '**/*.mapping.json', scheme: 'file' },
    ],
    outputChannel: output,
    synchronize: { configurationSection: 'planlsp' },
    middleware: {
      // The client registers each command of the server under its own name. Called from the
      // palette, they have no arguments yet.
      executeCommand: async (command, args, next) => {
        if (command === SET_REFERENCE && args.length < 2) {
          const picked = await pickReference(args[0]);
          return picked && next(command, picked);
        }
        const isAsked = args.length === 0 && REPORTS.includes(command);
        return isAsked ? reportOn(command, (given) => next(command, given)) : next(command, args);
      },
      window: {
        showDocument: async (shown, token, next) => {
          const uri = vscode.Uri.parse(shown.uri);
          if (uri.scheme !== 'planlsp-review') {
            return next(shown, token);
          }
          await preview(uri);
          return { success: true };
        },
      },
    },
  };
}

/** Asks for what a report is about, and shows the report. */
async function reportOn(
  command: string,
  run: (args: unknown[]) => Promise<string>,
): Promise<string | undefined> {
  const files = COMPARISONS.includes(command) ? await pickPair() : [activeFile()];
  if (!files?.[0]) {
    return undefined;
  }
  const report = await run([...files, 'markdown']);
  if (command !== SHOW_REVIEW) {
    await showReport(report); // that one the server asks us to show
  }
  return report;
}

function reportProblem(problem: string, output: vscode.LogOutputChannel): void {
  const settings = 'Open Settings';
  const details = 'Show Output';
  void vscode.window.showErrorMessage(problem, settings, details).then((choice) => {
    if (choice === settings) {
      void vscode.commands.executeCommand('workbench.action.openSettings', 'planlsp.path');
    } else if (choice === details) {
      output.show();
    }
  });
}
