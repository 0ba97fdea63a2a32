// Commands about the server itself, and what is said when there is none.

import * as vscode from 'vscode';
import { ABSENT, alreadyThere, NO_MACHINE } from '../server/advice.ts';
import { OWN } from '../server/places.ts';
import type { ServerSession } from '../server/session.ts';
import {
  CHOOSE_REFERENCE,
  EXECUTE_PLAN,
  INSTALL,
  OPEN_VIEWER,
  REPAIR,
  RESTART,
  REVIEW,
  SHOW_MENU,
  SHOW_OUTPUT,
  SOLVE,
  SOLVE_WITH,
} from './names.ts';

const OUTPUT = 'Show Output';
const SETTINGS = 'Open Settings';
const INSTALL_IT = 'Install';
const INSTRUCTIONS = 'How to Install';

export function registerServing(session: ServerSession, output: vscode.LogOutputChannel): vscode.Disposable {
  let isAsked = false;
  const onMachine = (act: () => Promise<void>) => () =>
    session.state.kind === 'virtual' ? void vscode.window.showInformationMessage(NO_MACHINE) : act();
  const install = async () => {
    const { state } = session;
    if (state.kind === 'running' && state.origin !== OWN) {
      void vscode.window.showInformationMessage(alreadyThere(state.version, state.origin));
      return;
    }
    const problem = await session.install();
    if (problem) {
      await tell(problem, output);
    }
  };
  const followState = session.onDidChange(async (state) => {
    if (state.kind === 'failed') {
      await tell(state.problem, output);
    }
    if (state.kind === 'virtual' && !isAsked) {
      isAsked = true;
      void vscode.window.showInformationMessage(NO_MACHINE);
    }
    // Asked once: whoever says no finds the command in the menu of the status item.
    if (state.kind === 'absent' && !isAsked) {
      isAsked = true;
      const choice = await vscode.window.showWarningMessage(ABSENT, INSTALL_IT, SETTINGS, INSTRUCTIONS);
      if (choice === INSTALL_IT) {
        await install();
      } else if (choice === SETTINGS) {
        await openSettings();
      } else if (choice === INSTRUCTIONS) {
        await openInstructions();
      }
    }
  });
  return vscode.Disposable.from(
    followState,
    vscode.commands.registerCommand(RESTART, onMachine(() => session.restart())),
    vscode.commands.registerCommand(INSTALL, onMachine(install)),
    vscode.commands.registerCommand(SHOW_OUTPUT, () => output.show()),
    vscode.commands.registerCommand(SHOW_MENU, () => showMenu(session)),
  );
}

/** What can be done now, from the status item. */
async function showMenu(session: ServerSession): Promise<void> {
  const { kind } = session.state;
  const entry = (label: string, command: string) => ({ label, command });
  const language = vscode.window.activeTextEditor?.document.languageId;
  const items = [
    ...(kind === 'running'
      ? [
          entry('$(diff) Show Review', REVIEW),
          entry('$(references) Set Reference…', CHOOSE_REFERENCE),
          ...(language === 'plan' ? [entry('$(play) Execute This Plan', EXECUTE_PLAN)] : []),
          ...(language === 'pddl'
            ? [entry('$(lightbulb-sparkle) Solve', SOLVE), entry('$(list-selection) Solve with…', SOLVE_WITH)]
            : []),
          entry('$(wrench) Repair…', REPAIR),
          entry('$(terminal) Open in Terminal Viewer', OPEN_VIEWER),
        ]
      : []),
    ...(kind === 'absent' || kind === 'failed'
      ? [entry('$(cloud-download) Install the Server…', INSTALL)]
      : []),
    entry('$(debug-restart) Restart Server', RESTART),
    entry('$(output) Show Output', SHOW_OUTPUT),
    entry('$(settings-gear) Open Settings', ''),
  ];
  const picked = await vscode.window.showQuickPick(items, { title: 'planlsp' });
  if (picked) {
    await (picked.command ? vscode.commands.executeCommand(picked.command) : openSettings());
  }
}

async function tell(problem: string, output: vscode.LogOutputChannel): Promise<void> {
  const choice = await vscode.window.showErrorMessage(problem, SETTINGS, OUTPUT);
  if (choice === SETTINGS) {
    await openSettings();
  } else if (choice === OUTPUT) {
    output.show();
  }
}

async function openSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', '@ext:planlsp.planlsp');
}

async function openInstructions(): Promise<void> {
  const id = 'planlsp.planlsp#planlsp.start';
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', id, false);
}
