// Reports beside the text, which follow every edit.

import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { SERVER, SWAP_SIDES } from '../commands/names.ts';
import { ask } from '../server/ask.ts';
import { LANGUAGES } from '../server/client_options.ts';
import type { ServerSession } from '../server/session.ts';
import type { Statuses } from '../status/statuses.ts';
import { webviewPage, type Theme } from './page.ts';

/** What a report is about: two files, the second being null for the reference, or a plan alone. */
export type Subject =
  | { readonly learned: vscode.Uri; readonly reference: vscode.Uri | null }
  | { readonly plan: vscode.Uri };

const VIEW = 'planlsp.review';

/** Reports are made anew so many milliseconds after the last change. */
const PAUSE = 400;

/** The panels of this window, one for each subject. */
export class Reports implements vscode.Disposable {
  readonly #session: ServerSession;
  readonly #panels = new Map<string, Panel>();
  readonly #disposables: vscode.Disposable[];
  #pause: NodeJS.Timeout | undefined;

  constructor(session: ServerSession, statuses: Statuses) {
    this.#session = session;
    this.#disposables = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (LANGUAGES.includes(document.languageId) || document.fileName.endsWith('.mapping.json')) {
          this.#changed();
        }
      }),
      statuses.onDidChange(() => this.#changed()),
      vscode.window.onDidChangeActiveColorTheme(() => this.#panels.forEach((panel) => panel.paint())),
    ];
  }

  /** Shows the report on `subject` beside the text; nothing where the server refuses it. */
  async show(subject: Subject): Promise<void> {
    const key = keyOf(subject);
    const panel = this.#panels.get(key);
    if (panel) {
      panel.reveal();
      await this.#make(panel);
      return;
    }
    const html = await this.#report(subject);
    if (html === undefined) {
      return;
    }
    const made = new Panel(subject, html);
    this.#panels.set(key, made);
    made.onDidClose(() => this.#panels.delete(key));
    made.onDidShow(() => void this.#make(made));
  }

  /** The subject of the report that is in front. */
  get active(): Subject | undefined {
    return [...this.#panels.values()].find((panel) => panel.isActive)?.subject;
  }

  dispose(): void {
    clearTimeout(this.#pause);
    [...this.#panels.values()].forEach((panel) => panel.dispose());
    this.#disposables.forEach((disposable) => disposable.dispose());
  }

  #changed(): void {
    clearTimeout(this.#pause);
    if (this.#panels.size > 0) {
      this.#pause = setTimeout(() => {
        [...this.#panels.values()].filter((panel) => panel.isVisible).forEach((panel) => void this.#make(panel));
      }, PAUSE);
    }
  }

  async #make(panel: Panel): Promise<void> {
    const client = this.#session.client;
    // While a file is half written the last report stays; only who asked for one is told why.
    const html = await (client && this.#report(panel.subject, true));
    if (html !== undefined) {
      panel.html = html;
    }
  }

  #report(subject: Subject, quietly = false): Promise<string | undefined> {
    const [command, args] =
      'plan' in subject
        ? [SERVER.validatePlan, [subject.plan, 'html']]
        : [SERVER.compareFiles, [subject.learned, subject.reference, 'html']];
    return ask<string>(this.#session, command, args, quietly);
  }
}

class Panel {
  readonly subject: Subject;
  readonly onDidClose: vscode.Event<void>;
  readonly #shown = new vscode.EventEmitter<void>();
  readonly onDidShow = this.#shown.event;
  readonly #panel: vscode.WebviewPanel;
  #html: string;

  constructor(subject: Subject, html: string) {
    this.subject = subject;
    const showOptions = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    this.#panel = vscode.window.createWebviewPanel(VIEW, titleOf(subject), showOptions, {
      enableScripts: true,
      enableFindWidget: true,
      localResourceRoots: [],
    });
    this.onDidClose = this.#panel.onDidDispose;
    this.#panel.onDidChangeViewState(({ webviewPanel }) => webviewPanel.visible && this.#shown.fire());
    this.#html = html;
    this.paint();
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  set html(html: string) {
    if (html !== this.#html) {
      this.#html = html;
      this.paint();
    }
  }

  paint(): void {
    this.#panel.webview.html = webviewPage(this.#html, theme(), randomBytes(16).toString('hex'));
  }

  reveal(): void {
    this.#panel.reveal(undefined, true);
  }

  dispose(): void {
    this.#panel.dispose();
  }
}

function theme(): Theme {
  const dark = [vscode.ColorThemeKind.Dark, vscode.ColorThemeKind.HighContrast];
  return dark.includes(vscode.window.activeColorTheme.kind) ? 'dark' : 'light';
}

function titleOf(subject: Subject): string {
  const name = (uri: vscode.Uri) => path.posix.basename(uri.path);
  if ('plan' in subject) {
    return `Execution of ${name(subject.plan)}`;
  }
  return subject.reference
    ? `${name(subject.learned)} ↔ ${name(subject.reference)}`
    : `Review of ${name(subject.learned)}`;
}

function keyOf(subject: Subject): string {
  return 'plan' in subject
    ? `plan ${subject.plan}`
    : `pair ${subject.learned} ${subject.reference ?? ''}`;
}

/** The report in front, with the files the other way round. */
export function registerSwapping(reports: Reports): vscode.Disposable {
  return vscode.commands.registerCommand(SWAP_SIDES, () => {
    const subject = reports.active;
    if (subject && 'learned' in subject && subject.reference) {
      return reports.show({ learned: subject.reference, reference: subject.learned });
    }
    void vscode.window.showInformationMessage('Only a comparison of two files that were chosen has sides to swap.');
    return undefined;
  });
}
