// Where VS Code runs in a browser alone, there is no machine for the server: colours and snippets
// work, and the rest says why it does not.

import * as vscode from 'vscode';
import { FOR_PEOPLE } from './commands/names.ts';
import { NO_MACHINE } from './server/advice.ts';

const TOLD = 'planlsp.toldOfBrowser';

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const tell = () => void vscode.window.showInformationMessage(NO_MACHINE);
  const item = vscode.languages.createLanguageStatusItem('planlsp.status', [{ language: 'pddl' }, { language: 'plan' }]);
  item.name = item.text = 'planlsp: no server in a browser';
  item.detail = NO_MACHINE;
  context.subscriptions.push(
    item,
    ...FOR_PEOPLE.map((name) => vscode.commands.registerCommand(name, tell)),
  );
  if (!context.globalState.get<boolean>(TOLD)) {
    tell();
    await context.globalState.update(TOLD, true);
  }
}
