// Where VS Code runs in a browser alone, the server runs there as well, in a web worker: the web build of the
// extension brings it along in `web/`. Where it is absent, colours and snippets work, and the rest says why it does not.

import * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions } from 'vscode-languageclient/browser';
import { createExample } from './commands/example.ts';
import { CHOOSE_REFERENCE, COMPARE_WITH, CREATE_EXAMPLE, EXECUTE_PLAN, FOR_PEOPLE, REVIEW, SERVER, SHOW_DIFFERENCES, SWAP_SIDES } from './commands/names.ts';
import { subjectOf } from './commands/subjects.ts';
import { Reports } from './review/reports.ts';
import { nameOf } from './review/subject.ts';
import { NO_MACHINE } from './server/advice.ts';
import { ask } from './server/ask.ts';
import { LANGUAGES } from './server/client_options.ts';
import { filesOf, type Parts, ServerWorker } from './server/worker.ts';

const TOLD = 'planlsp.toldOfBrowser';
const NOT_HERE = 'This command needs planlsp on a machine: open the folder in VS Code on the desktop, over SSH or in a container.';
const SOURCES = /\.(pddl|hddl|ppddl|plan|soln|solution)$|^planlsp\.toml$/i;
/** Files that are handed to the server, and bytes of one. */
const MOST = 500;
const LARGEST = 1_000_000;

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const item = vscode.languages.createLanguageStatusItem('planlsp.status', [{ language: 'pddl' }, { language: 'plan' }]);
  item.name = 'planlsp';
  context.subscriptions.push(item);
  const folder = vscode.Uri.joinPath(context.extensionUri, 'web');
  const parts = await partsIn(folder);
  if (!parts) {
    await withoutServer(context, item);
    return;
  }
  item.text = 'planlsp: the server starts';
  item.busy = true;
  const content = filesOf(parts).map(async (name) => [name, await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, name))] as const);
  const worker = new ServerWorker(parts, new Map(await Promise.all(content)));
  const places = new Places();
  await handOver(worker, places, context);
  const options: LanguageClientOptions = {
    documentSelector: LANGUAGES.map((language) => ({ language })),
    synchronize: { configurationSection: 'planlsp' },
    uriConverters: { code2Protocol: (uri) => places.toServer(uri), protocol2Code: (text) => places.fromServer(text) },
  };
  client = new LanguageClient('planlsp', 'planlsp', worker as never, options);
  context.subscriptions.push(worker);
  registerCommands(context, client);
  try {
    await client.start();
    await vscode.commands.executeCommand('setContext', 'planlsp.running', true);
    item.text = 'planlsp: the server runs in the browser';
  } catch (problem) {
    item.text = 'planlsp: the server could not start';
    item.detail = String(problem);
    item.severity = vscode.LanguageStatusSeverity.Error;
  }
  item.busy = false;
}

export function deactivate(): Promise<void> | undefined {
  return client?.stop();
}

/** Where the parts of the server are; null in a build of the extension without it. */
async function partsIn(folder: vscode.Uri): Promise<Parts | null> {
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, 'parts.json'));
    return JSON.parse(new TextDecoder().decode(bytes)) as Parts;
  } catch {
    return null;
  }
}

async function withoutServer(context: vscode.ExtensionContext, item: vscode.LanguageStatusItem): Promise<void> {
  const tell = () => void vscode.window.showInformationMessage(NO_MACHINE);
  item.text = 'planlsp: no server in a browser';
  item.detail = NO_MACHINE;
  context.subscriptions.push(...FOR_PEOPLE.map((name) => vscode.commands.registerCommand(name, tell)));
  if (!context.globalState.get<boolean>(TOLD)) {
    tell();
    await context.globalState.update(TOLD, true);
  }
}

/** The server knows files of a disk alone: what is elsewhere has the same path there. */
class Places {
  readonly #known = new Map<string, vscode.Uri>();

  toServer(uri: vscode.Uri): string {
    if (uri.scheme === 'untitled') {
      return uri.toString();
    }
    const text = vscode.Uri.from({ scheme: 'file', path: uri.path }).toString();
    this.#known.set(text, uri);
    return text;
  }

  fromServer(text: string): vscode.Uri {
    const uri = vscode.Uri.parse(text);
    const [first] = vscode.workspace.workspaceFolders ?? [];
    return this.#known.get(uri.toString()) ?? (uri.scheme === 'file' && first ? first.uri.with({ path: uri.path }) : uri);
  }
}

/** Gives the server the files of the workspace, and what becomes of them. */
async function handOver(worker: ServerWorker, places: Places, context: vscode.ExtensionContext): Promise<void> {
  const give = async (uri: vscode.Uri) => {
    const text = await read(uri);
    places.toServer(uri);
    worker.write(uri.path, text);
  };
  let left = MOST;
  const visit = async (folder: vscode.Uri): Promise<void> => {
    for (const [name, type] of await vscode.workspace.fs.readDirectory(folder).then((found) => found, () => [])) {
      const uri = vscode.Uri.joinPath(folder, name);
      if (type === vscode.FileType.Directory && !name.startsWith('.') && left > 0) {
        await visit(uri);
      } else if (SOURCES.test(name) && left-- > 0) {
        await give(uri);
      }
    }
  };
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    await visit(uri);
  }
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  const changed = (uri: vscode.Uri) => (SOURCES.test(nameOf(uri)) ? void give(uri) : undefined);
  watcher.onDidCreate(changed);
  watcher.onDidChange(changed);
  watcher.onDidDelete((uri) => worker.write(uri.path, null));
  context.subscriptions.push(watcher);
}

async function read(uri: vscode.Uri): Promise<Uint8Array | null> {
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    return bytes.length > LARGEST ? null : bytes;
  } catch {
    return null;
  }
}

function registerCommands(context: vscode.ExtensionContext, server: LanguageClient): void {
  const holder = { client: server };
  const referenceOf = async (uri: vscode.Uri) => {
    const found = await ask<string | null>(holder, 'planlsp.referenceOf', [uri], true);
    return found ? server.protocol2CodeConverter.asUri(found) : undefined;
  };
  const reports = new Reports(holder, { onDidChange: new vscode.EventEmitter<void>().event, referenceOf } as never);
  const pick = async (subject: vscode.Uri, title: string): Promise<vscode.Uri | undefined> => {
    const found = await vscode.workspace.findFiles('**/*.{pddl,hddl,plan,soln,solution}', null, MOST);
    const others = found.filter((uri) => uri.toString() !== subject.toString());
    const chosen = await vscode.window.showQuickPick(
      others.map((uri) => ({ label: nameOf(uri), description: vscode.workspace.asRelativePath(uri), uri })),
      { title },
    );
    return chosen?.uri;
  };
  const commands: Record<string, (given: unknown) => Promise<void>> = {
    [REVIEW]: async (given) => {
      const learned = subjectOf(given);
      if (!learned) return;
      const reference = (await referenceOf(learned)) ? null : await pick(learned, `Compare ${nameOf(learned)} with`);
      if (reference !== undefined) await reports.show({ learned, reference });
    },
    [COMPARE_WITH]: async (given) => {
      const learned = subjectOf(given);
      const reference = learned && (await pick(learned, `Compare ${nameOf(learned)} with`));
      if (learned && reference) await reports.show({ learned, reference });
    },
    [CHOOSE_REFERENCE]: async (given) => {
      const subject = subjectOf(given);
      const reference = subject && (await pick(subject, `Reference of ${nameOf(subject)}`));
      if (subject && reference) await ask(holder, SERVER.setReference, [subject, reference]);
    },
    [EXECUTE_PLAN]: async (given) => {
      const plan = subjectOf(given);
      if (plan) await reports.show({ plan });
    },
    [CREATE_EXAMPLE]: () => createExample(context.extensionUri),
  };
  commands[SHOW_DIFFERENCES] = commands[REVIEW]!;
  const tell = async () => void vscode.window.showInformationMessage(NOT_HERE);
  const others = FOR_PEOPLE.filter((name) => !(name in commands) && name !== SWAP_SIDES);
  context.subscriptions.push(
    reports,
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)),
    ...others.map((name) => vscode.commands.registerCommand(name, tell)),
  );
}
