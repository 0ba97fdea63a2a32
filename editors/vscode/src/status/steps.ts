// What the walkthrough ticks off: the server runs, a file was opened, and one is compared.
//
// VS Code ticks a step off when its context comes to hold, but never where that held already when the
// first page of walkthroughs, Welcome among them, was opened. So each step has two: one for who has that
// page open meanwhile, and one that is set when the page is opened afterwards.

import * as vscode from 'vscode';
import type { ServerSession } from '../server/session.ts';
import type { Statuses } from './statuses.ts';

/** How long VS Code may take from the page until it listens, in milliseconds. */
const UNTIL_IT_LISTENS = 1000;

/** Whether a tab is a page of walkthroughs: of such ones VS Code tells only the name, in its language. */
function isGuide({ input, label }: vscode.Tab): boolean {
  return input === undefined && (/^(Welcome|Walkthrough)/.test(label) || !vscode.env.language.startsWith('en'));
}

/**
 * Sets `planlsp.opened` and `planlsp.compared` for the rest of this window's life; and, after a page of
 * walkthroughs has been opened, `planlsp.ranBefore`, `planlsp.openedBefore` and `planlsp.comparedBefore`.
 */
export function followSteps(session: ServerSession, statuses: Statuses): vscode.Disposable {
  const set = new Set<string>();
  const before = new Set<string>();
  let hasGuide = false;
  const hold = (name: string) => {
    if (!set.has(name)) {
      set.add(name);
      void vscode.commands.executeCommand('setContext', name, true);
    }
  };
  const reach = (name: string) => {
    before.add(`${name}Before`);
    if (hasGuide) {
      before.forEach(hold);
    }
  };
  const lookForGuide = () => {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    if (!hasGuide && tabs.some(isGuide)) {
      setTimeout(() => {
        hasGuide = true;
        before.forEach(hold);
      }, UNTIL_IT_LISTENS);
    }
  };
  lookForGuide();
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(lookForGuide),
    session.onDidChange(({ kind }) => kind === 'running' && reach('planlsp.ran')),
    statuses.onDidChange((uri) => {
      const status = statuses.known(uri);
      for (const [name, isReached] of [
        ['planlsp.opened', status?.kind],
        ['planlsp.compared', status?.reference],
      ] as const) {
        if (isReached) {
          hold(name);
          reach(name);
        }
      }
    }),
  );
}
