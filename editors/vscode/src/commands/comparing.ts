// Commands about two files: the reference, comparisons, the viewer in the terminal.

import * as vscode from 'vscode';
import type { Reports } from '../review/reports.ts';
import { inOrder, nameOf } from '../review/subject.ts';
import { ask } from '../server/ask.ts';
import type { ServerSession } from '../server/session.ts';
import type { Statuses } from '../status/statuses.ts';
import { answerMatches } from './matching.ts';
import { ANSWER_MATCHES, CHOOSE_REFERENCE, COMPARE_SELECTED, COMPARE_WITH, OPEN_VIEWER, REVIEW, SERVER } from './names.ts';
import { pickFile } from './pick.ts';
import { isFile, pairOf, subjectOf } from './subjects.ts';
import { openViewer } from './terminal.ts';

export function registerComparing(
  session: ServerSession,
  statuses: Statuses,
  reports: Reports,
): vscode.Disposable {
  /** The reference that a file has, else one that the user picks for this time. */
  const otherOf = async (subject: vscode.Uri): Promise<vscode.Uri | undefined> => {
    const reference = await statuses.referenceOf(subject);
    return reference ?? (await pickFile(subject, `Compare ${nameOf(subject)} with`)) ?? undefined;
  };

  const commands: Record<string, (given: unknown, selected: unknown) => Promise<void>> = {
    [CHOOSE_REFERENCE]: async (given) => {
      const subject = subjectOf(given);
      const reference = subject && (await pickFile(subject, `Reference of ${nameOf(subject)}`, 'None'));
      if (subject && reference !== undefined) {
        await ask(session, SERVER.setReference, [subject, reference]);
      }
    },
    [ANSWER_MATCHES]: async (given) => {
      const subject = subjectOf(given);
      if (subject) {
        await answerMatches(session, subject);
      }
    },
    [REVIEW]: async (given) => {
      const subject = subjectOf(given);
      const hasReference = subject && (await statuses.referenceOf(subject));
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
        await reports.show(inOrder(pair, await statuses.referenceOf(pair[1])));
      }
    },
    [OPEN_VIEWER]: async (given, selected) => {
      const chosen = Array.isArray(selected) && selected.length === 2 ? pairOf(selected) : undefined;
      // The button of a review hands over the address of its tab, which is no file.
      const active = isFile(given) ? undefined : reports.active;
      const shown = active && 'learned' in active ? active : undefined;
      const pair = chosen ? inOrder(chosen, await statuses.referenceOf(chosen[1])) : shown;
      const subject = pair?.learned ?? subjectOf(given);
      const other = subject && (pair?.reference ?? (await otherOf(subject)));
      if (subject && other && session.executable) {
        await openViewer(session.executable, subject, other);
      }
    },
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)),
  );
}
