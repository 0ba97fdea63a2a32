// The extension PDDL (jan-dolejsi.pddl): whether it is there, and what the user wants of both.

import * as vscode from 'vscode';
import type { StaticFeature } from 'vscode-languageclient/node';
import type { ServerSession } from '../server/session.ts';
import { ANSWERS, formats, isShown, QUESTION, type Choice, type Neighbour } from './sharing.ts';

const ID = 'jan-dolejsi.pddl';
const CHOICE = 'besidePddlExtension';
const ASKED = 'planlsp.askedOfPddlExtension';

/** The other extension, while it is there. */
export class PddlExtension implements vscode.Disposable {
  readonly #disposables: vscode.Disposable[] = [];
  // It takes its formatter along until the window is loaded anew, whatever its setting says then.
  readonly #formatsSinceStart = theirs('pddl', 'formatter', true);

  /** Whether a finding of ours in `document` is to be shown. */
  isShown(languageId: string | undefined, diagnostic: vscode.Diagnostic): boolean {
    const { code } = diagnostic;
    const name = typeof code === 'object' ? String(code.value) : String(code);
    const isDifference = typeof code === 'object' && /\/differences\.(md|html)$/.test(code.target.path);
    return languageId === 'plan' || isShown({ code: name, isDifference }, this.#present, choice());
  }

  /** Leaves formatting to the other one, where it does that, before the server's is registered. */
  readonly formatting: StaticFeature = {
    preInitialize: (capabilities) => {
      if (!formats(this.#present, choice())) {
        delete capabilities.documentFormattingProvider;
        delete capabilities.documentRangeFormattingProvider;
      }
    },
    fillClientCapabilities: () => undefined,
    initialize: () => undefined,
    getState: () => ({ kind: 'static' }),
    clear: () => undefined,
  };

  /** Starts the server anew when the answer changes, and asks the user once who is to do what. */
  follow(session: ServerSession, context: vscode.ExtensionContext): void {
    this.#disposables.push(
      vscode.extensions.onDidChange(() => session.state.kind === 'running' && void session.restart()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (this.#present && change.affectsConfiguration(`planlsp.${CHOICE}`)) {
          void session.restart();
        }
      }),
    );
    if (this.#present && choice() === 'ask' && !context.globalState.get<boolean>(ASKED)) {
      void context.globalState.update(ASKED, true);
      void this.#ask();
    }
  }

  dispose(): void {
    this.#disposables.forEach((disposable) => disposable.dispose());
  }

  get #present(): Neighbour | undefined {
    if (!vscode.extensions.getExtension(ID)) {
      return undefined;
    }
    const parser = theirs('pddlParser', 'executableOrService', '');
    return { formats: this.#formatsSinceStart, hasParser: parser.trim() !== '' };
  }

  async #ask(): Promise<void> {
    const answer = await vscode.window.showInformationMessage(QUESTION, ...Object.keys(ANSWERS));
    const chosen = answer && ANSWERS[answer];
    if (!chosen) {
      return;
    }
    const everywhere = vscode.ConfigurationTarget.Global;
    await vscode.workspace.getConfiguration('planlsp').update(CHOICE, chosen, everywhere);
    if (chosen === 'planlsp' && this.#formatsSinceStart) {
      await vscode.workspace.getConfiguration('pddl').update('formatter', false, everywhere);
      const reload = 'Reload Window';
      const said = 'Reload the window to turn off the formatter of PDDL (pddl.formatter).';
      if ((await vscode.window.showInformationMessage(said, reload)) === reload) {
        await vscode.commands.executeCommand('workbench.action.reloadWindow');
      }
    }
  }
}

function choice(): Choice {
  return vscode.workspace.getConfiguration('planlsp').get<Choice>(CHOICE, 'ask');
}

function theirs<Value>(section: string, name: string, otherwise: Value): Value {
  return vscode.workspace.getConfiguration(section).get<Value>(name, otherwise);
}
