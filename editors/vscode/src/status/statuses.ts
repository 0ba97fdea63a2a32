// What the server knows of the open files, asked for when it may have changed.

import * as vscode from 'vscode';
import { LANGUAGES } from '../server/client_options.ts';
import type { ServerSession } from '../server/session.ts';
import type { FileStatus } from './text.ts';

const ASK = 'planlsp/status';
const CHANGED = 'planlsp/statusChanged';

/** The last known status of each open domain, problem and plan. `onDidChange` fires with its URI. */
export class Statuses implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #session: ServerSession;
  readonly #known = new Map<string, FileStatus>();
  readonly #asking = new Map<string, number>();
  readonly #disposables: vscode.Disposable[];
  #followed: vscode.Disposable | undefined;

  constructor(session: ServerSession) {
    this.#session = session;
    this.#disposables = [
      session.onDidChange(() => this.#begin()),
      vscode.workspace.onDidOpenTextDocument((document) => void this.#ask(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => void this.#ask(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)),
    ];
  }

  known(uri: vscode.Uri): FileStatus | undefined {
    return this.#known.get(uri.toString());
  }

  /** The files of which something is known, with that. */
  all(): [vscode.Uri, FileStatus][] {
    return [...this.#known].map(([uri, status]) => [vscode.Uri.parse(uri), status]);
  }

  /** What the server knows of any file now; undefined where it cannot be asked. */
  async now(uri: vscode.Uri): Promise<FileStatus | undefined> {
    const client = this.#session.client;
    if (!client) {
      return undefined;
    }
    const textDocument = { uri: client.code2ProtocolConverter.asUri(uri) };
    // A server of another version may not know the request.
    return client.sendRequest<FileStatus>(ASK, { textDocument }).catch(() => undefined);
  }

  /** The reference of any file; undefined where it has none, or the server cannot be asked. */
  async referenceOf(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
    const reference = (await this.now(uri))?.reference;
    return reference ? vscode.Uri.parse(reference) : undefined;
  }

  dispose(): void {
    this.#followed?.dispose();
    this.#disposables.forEach((disposable) => disposable.dispose());
    this.#changed.dispose();
  }

  #begin(): void {
    this.#followed?.dispose();
    this.#followed = undefined;
    const client = this.#session.client;
    if (!client) {
      [...this.#known.keys()].forEach((uri) => this.#forget(vscode.Uri.parse(uri)));
      return;
    }
    this.#followed = client.onNotification(CHANGED, ({ uri }: { uri: string }) => {
      const changed = client.protocol2CodeConverter.asUri(uri).toString();
      const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === changed);
      if (document) {
        void this.#ask(document);
      }
    });
    vscode.workspace.textDocuments.forEach((document) => void this.#ask(document));
  }

  async #ask(document: vscode.TextDocument): Promise<void> {
    if (!LANGUAGES.includes(document.languageId) || !['file', 'untitled'].includes(document.uri.scheme)) {
      return;
    }
    const key = document.uri.toString();
    const turn = (this.#asking.get(key) ?? 0) + 1;
    this.#asking.set(key, turn);
    const status = await this.now(document.uri);
    const isLast = this.#asking.get(key) === turn && !document.isClosed;
    if (isLast && status && JSON.stringify(status) !== JSON.stringify(this.#known.get(key))) {
      this.#known.set(key, status);
      this.#changed.fire(document.uri);
    }
  }

  #forget(uri: vscode.Uri): void {
    this.#asking.delete(uri.toString());
    if (this.#known.delete(uri.toString())) {
      this.#changed.fire(uri);
    }
  }
}
