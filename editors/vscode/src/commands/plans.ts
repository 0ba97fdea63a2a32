// Commands about plans: executed, learned from, and domains repaired so that they are what they are meant to be.

import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Reports } from '../review/reports.ts';
import { ask } from '../server/ask.ts';
import type { ServerSession } from '../server/session.ts';
import { EXECUTE_PLAN, LEARN, REPAIR, SERVER, SHOW_MODEL } from './names.ts';
import { openUnsaved } from './opening.ts';
import { changed, entriesOf, type Offered, type Repair } from './repairs.ts';
import { isFile, subjectOf } from './subjects.ts';

/** The server is asked again so many milliseconds after it had no repairs yet. */
const PAUSE = 200;

export function registerPlans(session: ServerSession, reports: Reports): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: (uri) => PREVIEWS.get(uri.toString()),
    }),
    vscode.commands.registerCommand(EXECUTE_PLAN, async (given: unknown) => {
      const plan = subjectOf(given);
      if (plan) {
        await reports.show({ plan });
      }
    }),
    vscode.commands.registerCommand(SHOW_MODEL, async (given: unknown) => {
      const model = subjectOf(given);
      if (model) {
        await reports.show({ model });
      }
    }),
    vscode.commands.registerCommand(LEARN, async (given: unknown, selected: unknown) => {
      const plan = subjectOf(given);
      const all = Array.isArray(selected) ? selected.filter(isFile) : [];
      if (plan) {
        await learn(session, all.length > 0 ? all : [plan]);
      }
    }),
    vscode.commands.registerCommand(REPAIR, async (given: unknown) => {
      const subject = subjectOf(given);
      if (subject) {
        await repair(session, subject);
      }
    }),
  );
}

const LEARNERS = [
  { label: 'LOCM', detail: 'From the steps alone; invents the predicates', learner: 'locm' },
  { label: 'SAM', detail: 'From the states, for which plans are executed; actions are as safe as the states prove', learner: 'sam' },
  { label: 'ESAM', detail: 'As SAM; also from steps that bind one object to several parameters', learner: 'esam' },
];

/** A domain learned from plans or trajectories opens next to them, not saved. */
async function learn(session: ServerSession, files: readonly vscode.Uri[]): Promise<void> {
  const from = files.length === 1 ? '1 file' : `${files.length} files`;
  const picked = await vscode.window.showQuickPick(LEARNERS, { title: `Learn a domain from ${from}` });
  const converter = session.client?.code2ProtocolConverter;
  if (!picked || !converter) {
    return;
  }
  const uris = files.map((file) => converter.asUri(file));
  const learned = await ask<{ domain: string; message: string; uri: string }>(session, SERVER.learn, [uris, picked.learner]);
  if (learned) {
    const domain = await openUnsaved(learned.domain, learned.uri, 'pddl');
    await vscode.window.showTextDocument(domain, { preview: false });
    void vscode.window.setStatusBarMessage(`$(check) ${learned.message.split('\n')[0] ?? ''}`, 10_000);
  }
}

/** Offers the smallest repairs of a domain, or of the domain of a plan; the one chosen is shown as a diff. */
async function repair(session: ServerSession, subject: vscode.Uri): Promise<void> {
  const name = path.posix.basename(subject.path);
  await vscode.workspace.openTextDocument(subject); // the server executes the plans of what is open
  const offered = await searched(session, subject, name);
  if (!offered) {
    return;
  }
  if (offered.repairs.length === 0) {
    void vscode.window.showInformationMessage(`No repair for ${name}: ${offered.reason ?? ''}.`);
    return;
  }
  const entries: (vscode.QuickPickItem & { number: number })[] = entriesOf(offered.repairs).map(({ heading, ...entry }) => ({
    ...entry,
    kind: heading ? vscode.QuickPickItemKind.Separator : vscode.QuickPickItemKind.Default,
  }));
  const picked = await vscode.window.showQuickPick(entries, {
    title: `Repair ${name}: ${offered.repairs[0]?.title ?? ''}`,
    placeHolder: 'A repair is made as a whole: choose any of its lines to preview it',
  });
  const chosen = picked && offered.repairs[picked.number];
  const edit = chosen && (await session.client?.protocol2CodeConverter.asWorkspaceEdit(chosen.edit as never));
  if (edit && (await isWanted(edit, chosen)) && !(await vscode.workspace.applyEdit(edit))) {
    void vscode.window.showWarningMessage('Cannot apply the repair: the file has changed. Try again.');
  }
}

/** What the server found, as soon as it has looked at all plans; nothing where the user does not wait. */
function searched(session: ServerSession, subject: vscode.Uri, name: string): Thenable<Offered | undefined> {
  const looking = {
    location: vscode.ProgressLocation.Notification,
    title: `Searching for minimum repairs of ${name}`,
    cancellable: true,
  };
  return vscode.window.withProgress(looking, async (_, token) => {
    let offered = await ask<Offered>(session, SERVER.repairs, [subject]);
    while (offered && !offered.isFinal && !token.isCancellationRequested) {
      await new Promise((resume) => setTimeout(resume, PAUSE));
      offered = await ask<Offered>(session, SERVER.repairs, [subject]);
    }
    return token.isCancellationRequested ? undefined : offered;
  });
}

/** The repaired texts of previews, by their addresses. */
const PREVIEWS = new Map<string, string>();
const SCHEME = 'planlsp-repair';
const APPLY = 'Apply';

/** Shows the edit as a diff, and asks whether it is to be made. */
async function isWanted(edit: vscode.WorkspaceEdit, { title, edits }: Repair): Promise<boolean> {
  for (const [uri, changes] of edit.entries()) {
    const document = await vscode.workspace.openTextDocument(uri);
    const repaired = changed(
      document.getText(),
      changes.map(({ range, newText }) => ({
        start: document.offsetAt(range.start),
        end: document.offsetAt(range.end),
        text: newText,
      })),
    );
    const preview = uri.with({ scheme: SCHEME, query: String(PREVIEWS.size) });
    PREVIEWS.set(preview.toString(), repaired);
    const name = path.posix.basename(uri.path);
    await vscode.commands.executeCommand('vscode.diff', uri, preview, `${name} ↔ repaired`, { preview: true });
  }
  const answer = await vscode.window.showInformationMessage(`${title}: ${edits.join('; ')}`, APPLY, 'Discard');
  const isPreview = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputTextDiff && input.modified.scheme === SCHEME;
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.filter(isPreview));
  await vscode.window.tabGroups.close(tabs);
  PREVIEWS.clear();
  return answer === APPLY;
}
