// The cases of manifests (`*.ptest.json`) in the test explorer. The server reads and runs them.

import * as vscode from 'vscode';
import { SERVER } from '../commands/names.ts';
import { CHOSEN } from '../commands/solving.ts';
import { ask } from '../server/ask.ts';
import type { ServerSession } from '../server/session.ts';
import { nameOf } from './tree.ts';

const MANIFESTS = '**/*.ptest.json';
const MOST_MANIFESTS = 500;

interface Reason {
  readonly message: string;
  readonly uri: string | null;
  readonly line: number | null;
}

interface Case {
  readonly label: string;
  readonly line: number;
  readonly outcome: 'passed' | 'failed' | 'undecided' | 'skipped' | null;
  readonly reasons: readonly Reason[];
}

interface Cases {
  readonly cases: readonly Case[];
  readonly error: string | null;
}

export function registerTestCases(session: ServerSession, memory: vscode.Memento): vscode.Disposable {
  const controller = vscode.tests.createTestController('planlsp.cases', 'PDDL Test Cases');
  const watcher = vscode.workspace.createFileSystemWatcher(MANIFESTS);

  const read = async (uri: vscode.Uri) => {
    const found = await ask<Cases>(session, SERVER.test, [uri], true);
    if (!found) {
      return; // a server of another version, or none
    }
    const id = uri.toString();
    const manifest = controller.items.get(id) ?? controller.createTestItem(id, nameOf(id), uri);
    manifest.description = folderOf(vscode.workspace.asRelativePath(uri));
    manifest.error = found.error ?? undefined;
    controller.items.add(manifest);
    manifest.children.replace(
      found.cases.map(({ label, line }, number) => {
        const item = controller.createTestItem(`${number}`, label, uri);
        item.range = lineOf(line);
        item.sortText = `${number}`.padStart(6, '0');
        return item;
      }),
    );
  };

  const readAll = async () => {
    if (!session.client) {
      controller.items.replace([]);
      return;
    }
    for (const uri of await vscode.workspace.findFiles(MANIFESTS, '**/node_modules/**', MOST_MANIFESTS)) {
      await read(uri);
    }
  };

  const runCases = async (request: vscode.TestRunRequest, token: vscode.CancellationToken) => {
    const run = controller.createTestRun(request);
    const wanted = wantedOf(controller, request);
    wanted.forEach((item) => run.enqueued(item));
    for (const item of wanted) {
      if (token.isCancellationRequested) {
        break;
      }
      run.started(item);
      const asked = [item.uri, Number(item.id), memory.get<string>(CHOSEN) ?? null];
      const found = await ask<Cases>(session, SERVER.test, asked, true, token);
      if (found?.cases[0]) {
        report(run, item, found.cases[0]);
      } else if (!token.isCancellationRequested) {
        run.errored(item, new vscode.TestMessage(found?.error ?? 'The case cannot be run.'));
      }
    }
    run.end();
  };

  controller.createRunProfile('Run', vscode.TestRunProfileKind.Run, runCases, true);
  controller.refreshHandler = readAll;
  void readAll();
  return vscode.Disposable.from(
    controller,
    watcher,
    watcher.onDidCreate(read),
    watcher.onDidChange(read),
    watcher.onDidDelete((uri) => controller.items.delete(uri.toString())),
    session.onDidChange(() => void readAll()),
  );
}

function report(run: vscode.TestRun, item: vscode.TestItem, result: Case): void {
  const messages = result.reasons.map(({ message, uri, line }) => {
    const told = new vscode.TestMessage(uri && line === null ? `${nameOf(uri)}: ${message}` : message);
    if (uri && line !== null) {
      told.location = new vscode.Location(vscode.Uri.parse(uri), lineOf(line));
    } else if (item.uri && item.range) {
      told.location = new vscode.Location(item.uri, item.range);
    }
    return told;
  });
  const lines = result.reasons.map(({ message }) => `  ${message}\r\n`).join('');
  run.appendOutput(`${result.label}: ${result.outcome}\r\n${lines}`, undefined, item);
  switch (result.outcome) {
    case 'passed':
      return run.passed(item);
    case 'failed':
      return run.failed(item, messages);
    case 'undecided':
      return run.errored(item, messages);
    default:
      return run.skipped(item);
  }
}

/** The folder of a manifest below the workspace; none at its top. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

function lineOf(line: number): vscode.Range {
  return new vscode.Range(line, 0, line, 0);
}

/** The cases to run, in order. */
function wantedOf(controller: vscode.TestController, request: vscode.TestRunRequest): vscode.TestItem[] {
  const isIn = (items: readonly vscode.TestItem[] | undefined, item: vscode.TestItem) =>
    items?.some((each) => each === item || each === item.parent) ?? false;
  const cases = [...controller.items].flatMap(([, manifest]) => [...manifest.children].map(([, item]) => item));
  return cases.filter(
    (item) => (!request.include || isIn(request.include, item)) && !isIn(request.exclude, item),
  );
}
