// Reports beside the text, which follow every edit.

import * as vscode from 'vscode';
import { SERVER, SWAP_SIDES } from '../commands/names.ts';
import { ask, type HasClient } from '../server/ask.ts';
import { LANGUAGES } from '../server/client_options.ts';
import type { Statuses } from '../status/statuses.ts';
import { Panel } from './panel.ts';
import { isPair, keyOf, type Act, type Subject } from './subject.ts';

/** Reports are made anew so many milliseconds after the last change. */
const PAUSE = 400;

/** What is known of the references of files. */
type References = Pick<Statuses, 'onDidChange' | 'referenceOf'>;

/** The panels of this window, one for each subject. */
export class Reports implements vscode.Disposable {
  readonly #session: HasClient;
  readonly #statuses: References;
  readonly #panels = new Set<Panel>();
  readonly #disposables: vscode.Disposable[];
  #pause: NodeJS.Timeout | undefined;

  constructor(session: HasClient, statuses: References) {
    this.#session = session;
    this.#statuses = statuses;
    this.#disposables = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (LANGUAGES.includes(document.languageId) || document.fileName.endsWith('.mapping.json')) {
          this.#changed();
        }
      }),
      statuses.onDidChange(() => this.#changed()),
      vscode.window.onDidChangeActiveColorTheme(() => this.#panels.forEach((panel) => panel.paint())),
      vscode.commands.registerCommand(SWAP_SIDES, () => this.#swap()),
    ];
  }

  /** Shows the report on `subject` beside the text; nothing where the server refuses it. */
  async show(subject: Subject): Promise<void> {
    const panel = this.#panelOf(subject);
    if (panel) {
      panel.reveal();
      await this.#make(panel);
      return;
    }
    const html = await this.#report(subject);
    if (html === undefined) {
      return;
    }
    // Reports stand in one place, however many there are.
    const neighbour = [...this.#panels].find((each) => each.isVisible);
    const made = new Panel(subject, html, neighbour?.column ?? vscode.ViewColumn.Beside);
    this.#panels.add(made);
    made.onDidClose(() => this.#panels.delete(made));
    made.onDidShow(() => void this.#make(made));
    made.onDidAsk((asked) => void this.#act(made, asked));
  }

  /** The subject of the report that is in front. */
  get active(): Subject | undefined {
    return this.#active?.subject;
  }

  dispose(): void {
    clearTimeout(this.#pause);
    [...this.#panels].forEach((panel) => panel.dispose());
    this.#disposables.forEach((disposable) => disposable.dispose());
  }

  get #active(): Panel | undefined {
    return [...this.#panels].find((panel) => panel.isActive);
  }

  #panelOf(subject: Subject): Panel | undefined {
    return [...this.#panels].find((panel) => panel.key === keyOf(subject));
  }

  #changed(): void {
    clearTimeout(this.#pause);
    if (this.#panels.size > 0) {
      this.#pause = setTimeout(() => {
        [...this.#panels].filter((panel) => panel.isVisible).forEach((panel) => void this.#make(panel));
      }, PAUSE);
    }
  }

  /** The report in front with the files the other way round, in its place. */
  async #swap(): Promise<void> {
    const panel = this.#active;
    if (!panel || !isPair(panel.subject)) {
      void vscode.window.showInformationMessage('Show a review of two files first, then swap its sides.');
      return;
    }
    const { learned, reference } = panel.subject;
    const other = reference ?? (await this.#statuses.referenceOf(learned));
    if (!other) {
      return; // it has lost its reference since the review was made
    }
    const swapped = { learned: other, reference: learned };
    const there = this.#panelOf(swapped);
    if (there) {
      there.reveal();
      return;
    }
    const html = await this.#report(swapped);
    if (html !== undefined) {
      panel.become(swapped, html);
    }
  }

  /** Takes a difference from the reference, or keeps next to the file that it is left as it is. */
  async #act(panel: Panel, { act, difference }: Act): Promise<void> {
    const { subject } = panel;
    if (!isPair(subject)) {
      return;
    }
    if (act === 'take') {
      await ask(this.#session, SERVER.takeDifference, [subject.learned, difference]);
    } else {
      await ask(this.#session, SERVER.markDifference, [subject.learned, difference, act]);
      await this.#make(panel);
    }
  }

  async #make(panel: Panel): Promise<void> {
    const { subject } = panel;
    const client = this.#session.client;
    // While a file is half written the last report stays; only who asked for one is told why.
    const html = await (client && this.#report(subject, true));
    if (html !== undefined && panel.subject === subject) {
      panel.html = html;
    }
  }

  #report(subject: Subject, quietly = false): Promise<string | undefined> {
    if (isPair(subject)) {
      const args = [subject.learned, subject.reference, 'html'];
      return ask<string>(this.#session, SERVER.compareFiles, args, quietly);
    }
    return 'plan' in subject
      ? ask<string>(this.#session, SERVER.validatePlan, [subject.plan, 'html'], quietly)
      : ask<string>(this.#session, SERVER.showModel, [subject.model, 'html'], quietly);
  }
}
