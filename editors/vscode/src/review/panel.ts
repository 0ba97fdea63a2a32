// A report in a tab of its own.

import * as vscode from 'vscode';
import { webviewPage } from './page.ts';
import { actIn, fileCalled, filesOf, isPair, keyOf, placeIn, titleOf, viewOf, type Act, type Subject } from './subject.ts';
import { themeNow } from './theme.ts';

/** The file of that name below a folder of the workspace, or next to one of `subjects`. */
async function fileBelow(name: string, subjects: readonly vscode.Uri[]): Promise<vscode.Uri | undefined> {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const beside = subjects.map((uri) => vscode.Uri.joinPath(uri, '..'));
  for (const folder of [...folders, ...beside]) {
    const uri = name.startsWith('/') ? folder.with({ path: name }) : vscode.Uri.joinPath(folder, name);
    const stat = await vscode.workspace.fs.stat(uri).then((found) => found, () => undefined);
    if (stat?.type === vscode.FileType.File) {
      return uri;
    }
  }
  return undefined;
}

function isOf(input: unknown, uri: vscode.Uri): boolean {
  return input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
}

export class Panel {
  readonly onDidClose: vscode.Event<void>;
  readonly #shown = new vscode.EventEmitter<void>();
  readonly onDidShow = this.#shown.event;
  readonly #asked = new vscode.EventEmitter<Act>();
  /** What is to be done with a difference of its page. */
  readonly onDidAsk = this.#asked.event;
  readonly #panel: vscode.WebviewPanel;
  #subject: Subject;
  #html: string;

  constructor(subject: Subject, html: string, column: vscode.ViewColumn) {
    this.#subject = subject;
    const showOptions = { viewColumn: column, preserveFocus: true };
    this.#panel = vscode.window.createWebviewPanel(viewOf(subject), titleOf(subject), showOptions, {
      enableScripts: true,
      enableFindWidget: true,
      localResourceRoots: [],
    });
    this.onDidClose = this.#panel.onDidDispose;
    this.#panel.onDidChangeViewState(({ webviewPanel }) => webviewPanel.visible && this.#shown.fire());
    this.#panel.webview.onDidReceiveMessage((message: unknown) => {
      const act = actIn(message);
      if (act) {
        this.#asked.fire(act);
      } else {
        void this.#openPlace(message);
      }
    });
    this.#html = html;
    this.paint();
  }

  get subject(): Subject {
    return this.#subject;
  }

  get key(): string {
    return keyOf(this.#subject);
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  get column(): vscode.ViewColumn | undefined {
    return this.#panel.viewColumn;
  }

  /** Shows another report in the same place. */
  become(subject: Subject, html: string): void {
    this.#subject = subject;
    this.#panel.title = titleOf(subject);
    this.html = html;
  }

  set html(html: string) {
    if (html !== this.#html) {
      this.#html = html;
      this.paint();
    }
  }

  paint(): void {
    const canAct = isPair(this.#subject) && this.#subject.reference === null;
    this.#panel.webview.html = webviewPage(this.#html, themeNow(), globalThis.crypto.randomUUID(), canAct);
  }

  /** Shows the text that a place of the page belongs to, beside the page. */
  async #openPlace(message: unknown): Promise<void> {
    const place = placeIn(message);
    if (!place) {
      return;
    }
    const subjects = filesOf(this.#subject);
    const shown = vscode.workspace.textDocuments.map(({ uri }) => uri);
    const uri = fileCalled(place.open, [...subjects, ...shown]) ?? (await fileBelow(place.open, subjects));
    if (!uri) {
      void vscode.window.showInformationMessage(`Cannot find ${place.open}.`);
      return;
    }
    const document = await vscode.workspace.openTextDocument(uri);
    const line = document.lineAt(Math.min(place.line, document.lineCount) - 1);
    // A character of the page may be two of the editor.
    const before = [...line.text].slice(0, place.column - 1).join('');
    const at = new vscode.Position(line.lineNumber, before.length);
    const tabs = vscode.window.tabGroups.all.filter(({ tabs }) => tabs.some(({ input }) => isOf(input, uri)));
    const viewColumn = tabs[0]?.viewColumn ?? (this.column === vscode.ViewColumn.One ? vscode.ViewColumn.Two : vscode.ViewColumn.One);
    await vscode.window.showTextDocument(document, { viewColumn, selection: new vscode.Range(at, at) });
  }

  reveal(): void {
    this.#panel.reveal(undefined, true);
  }

  dispose(): void {
    this.#panel.dispose();
  }
}
