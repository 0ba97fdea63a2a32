// What the walkthrough ticks off: a file was opened, and one is compared with a reference.

import * as vscode from 'vscode';
import type { Statuses } from './statuses.ts';

/** Sets `planlsp.opened` and `planlsp.compared` for the rest of this window's life. */
export function followSteps(statuses: Statuses): vscode.Disposable {
  const reached = new Set<string>();
  const reach = (name: string, isReached: boolean) => {
    if (isReached && !reached.has(name)) {
      reached.add(name);
      void vscode.commands.executeCommand('setContext', name, true);
    }
  };
  return statuses.onDidChange((uri) => {
    const status = statuses.known(uri);
    reach('planlsp.opened', !!status?.kind);
    reach('planlsp.compared', !!status?.reference);
  });
}
