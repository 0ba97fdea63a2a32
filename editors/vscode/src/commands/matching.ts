// The matches of names as questions, answered one after the other.

import * as path from 'node:path';
import * as vscode from 'vscode';
import { ask } from '../server/ask.ts';
import type { ServerSession } from '../server/session.ts';
import { entryOfMatch, type Match, type Matches } from './matches.ts';
import { SERVER } from './names.ts';

/** Lists matches until the user has enough; the server keeps each answer in the mapping file. */
export async function answerMatches(session: ServerSession, subject: vscode.Uri): Promise<void> {
  const title = `Names of ${path.posix.basename(subject.path)}`;
  let list = await ask<Matches>(session, SERVER.nameMatches, [subject]);
  while (list) {
    const items = list.matches.map((match) => ({ ...entryOfMatch(match), match }));
    const placeHolder = list.message || 'Select a match to confirm or correct it; uncertain ones are first';
    const picked = await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDetail: true });
    if (!picked) {
      return;
    }
    const answer = await answerTo(picked.match, list.names[picked.match.kind] ?? []);
    if (answer !== undefined) {
      // What is refused is told, and the list is as it was.
      list = (await ask<Matches>(session, SERVER.answerMatch, [subject, picked.match, answer])) ?? list;
    }
  }
}

/** `yes`, `no` or a reference name; undefined when the user thinks otherwise. */
async function answerTo(match: Match, names: string[]): Promise<string | undefined> {
  const others = names.map((name) => ({ label: name, description: 'in the reference', answer: `=${name}` }));
  const picked = await vscode.window.showQuickPick(
    [
      { label: 'Yes', description: 'confirm this match', answer: 'yes' },
      { label: 'No', description: 'reject it', answer: 'no' },
      { label: 'Another name', kind: vscode.QuickPickItemKind.Separator, answer: '' },
      ...others,
    ],
    { title: match.text, placeHolder: 'Is this match right?' },
  );
  return picked?.answer;
}
