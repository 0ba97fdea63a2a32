// Commands about two files: the reference, comparisons, the viewer in the terminal.

import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Executable } from 'vscode-languageclient/node';
import type { Reports } from '../review/panel.ts';
import { ask } from '../server/ask.ts';
import type { ServerSession } from '../server/session.ts';
import type { Statuses } from '../status/statuses.ts';
import { CHOOSE_REFERENCE, COMPARE_SELECTED, COMPARE_WITH, OPEN_VIEWER, REVIEW, SERVER } from './names.ts';
import { pickFile } from './pick.ts';
import { pairOf, subjectOf } from './subjects.ts';
import { viewerCommand } from './viewer.ts';

export function registerComparing(
  session: ServerSession,
  statuses: Statuses,
  reports: Reports,
): vscode.Disposable {
  /** The reference that a file has, else one that the user picks for this time. */
  const otherOf = async (subject: vscode.Uri): Promise<vscode.Uri | undefined> => {
    const reference = (await statuses.now(subject))?.reference;
    return reference ? vscode.Uri.parse(reference) : ((await pickFile(subject, `Compare ${nameOf(subject)} with`)) ?? undefined);
  };

  const commands: Record<string, (given: unknown, selected: unknown) => Promise<void>> = {
    [CHOOSE_REFERENCE]: async (given) => {
      const subject = subjectOf(given);
      const reference = subject && (await pickFile(subject, `Reference of ${nameOf(subject)}`, 'None'));
      if (subject && reference !== undefined) {
        await ask(session, SERVER.setReference, [subject, reference]);
      }
    },
    [REVIEW]: async (given) => {
      const subject = subjectOf(given);
      const hasReference = subject && (await statuses.now(subject))?.reference;
      const other = subject && (hasReference ? null : await otherOf(subject));
      if (subject && other !== undefined) {
        await reports.show({ learned: subject, reference: other });
      }
    },
    [COMPARE_WITH]: async (given) => {
      const subject = subjectOf(given);
      const other = subject && (await pickFile(subject, `Compare ${nameOf(subject)} with`));
      if (subject && other) {
        await reports.show({ learned: subject, reference: other });
      }
    },
    [COMPARE_SELECTED]: async (_, selected) => {
      const pair = pairOf(selected);
      if (pair) {
        await reports.show({ learned: pair[0], reference: pair[1] });
      }
    },
    [OPEN_VIEWER]: async (given, selected) => {
      const active = reports.active;
      const chosen = Array.isArray(selected) && selected.length === 2 ? pairOf(selected) : undefined;
      const shown = active && 'learned' in active ? active : undefined;
      const subject = chosen?.[0] ?? (given instanceof vscode.Uri ? given : shown?.learned) ?? subjectOf(given);
      const other = subject && (chosen?.[1] ?? shown?.reference ?? (await otherOf(subject)));
      if (subject && other && session.executable) {
        openTerminal(session.executable, subject, other);
      }
    },
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)),
  );
}

/** `plandiff` of the server's own installation, run without a shell: names of files stay names. */
function openTerminal(server: Executable, learned: vscode.Uri, reference: vscode.Uri): void {
  const { program, args } = viewerCommand(server.command, server.args ?? [], learned.fsPath, reference.fsPath);
  vscode.window
    .createTerminal({
      name: `plandiff ${nameOf(learned)}`,
      shellPath: program,
      shellArgs: args,
      cwd: path.dirname(learned.fsPath),
      location: vscode.TerminalLocation.Editor,
    })
    .show();
}

function nameOf(uri: vscode.Uri): string {
  return path.posix.basename(uri.path);
}
