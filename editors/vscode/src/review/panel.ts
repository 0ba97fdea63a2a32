// A report in a tab of its own.

import * as vscode from 'vscode';
import { webviewPage } from './page.ts';
import { keyOf, titleOf, viewOf, type Subject } from './subject.ts';
import { themeNow } from './theme.ts';

export class Panel {
  readonly onDidClose: vscode.Event<void>;
  readonly #shown = new vscode.EventEmitter<void>();
  readonly onDidShow = this.#shown.event;
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
    this.#panel.webview.html = webviewPage(this.#html, themeNow(), globalThis.crypto.randomUUID());
  }

  reveal(): void {
    this.#panel.reveal(undefined, true);
  }

  dispose(): void {
    this.#panel.dispose();
  }
}
