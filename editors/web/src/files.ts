// The four texts: their tabs, names, and where the server finds them.

import { LSPPlugin, Workspace, type WorkspaceFile } from '@codemirror/lsp-client';
import type { ChangeSet, Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

export const TABS = ['domain', 'problem', 'plan', 'reference'] as const;
export type Tab = (typeof TABS)[number];
export type Texts = Partial<Record<Tab, string>>;

// The reference is in a folder of its own: the problem must find the domain next to it.
const URIS: Record<Tab, string> = {
  domain: 'file:///try/domain.pddl',
  problem: 'file:///try/problem.pddl',
  plan: 'file:///try/plan.plan',
  reference: 'file:///try/reference/reference.pddl',
};
const REFERENCE_PLAN = 'file:///try/reference/reference.plan';

/** What a text holds, as far as its first definition tells. */
export function kindOf(text: string): 'domain' | 'problem' | 'plan' | null {
  const code = text.replace(/;.*/g, '');
  if (!code.trim()) return null;
  const defined = /\(\s*define\s*\(\s*(domain|problem)\b/i.exec(code);
  return defined ? (defined[1]!.toLowerCase() as 'domain' | 'problem') : 'plan';
}

/** Where the server finds the text of a tab. */
export function uriOf(tab: Tab, text: string): string {
  return tab === 'reference' && kindOf(text) === 'plan' ? REFERENCE_PLAN : URIS[tab];
}

/** The tab of the file at an address; null where it is none of ours. */
export function tabOf(uri: string): Tab | null {
  if (uri === REFERENCE_PLAN) return 'reference';
  return TABS.find((tab) => URIS[tab] === uri) ?? null;
}

/** The texts of several files, in the tabs where they belong; `open` is the tab that is shown. */
export function sorted(files: { name: string; text: string }[], open: Tab, has: (tab: Tab) => boolean): Texts {
  const texts: Texts = {};
  for (const { name, text } of files) {
    const kind = kindOf(text) ?? open;
    const isSecond = kind in texts || /\breference\b/i.test(name) || (files.length === 1 && open === 'reference');
    texts[isSecond && (kind in texts || has(kind) || files.length > 1) ? 'reference' : kind] = text;
  }
  return texts;
}

class OpenFile implements WorkspaceFile {
  version = 0;
  readonly uri: string;
  readonly languageId: string;
  readonly view: EditorView;
  doc: Text;

  constructor(uri: string, view: EditorView) {
    this.uri = uri;
    this.view = view;
    this.doc = view.state.doc;
    this.languageId = uri.endsWith('.plan') ? 'plan' : 'pddl';
  }

  getView(): EditorView {
    return this.view;
  }
}

/** The files that the server knows of: those with a text. `show` opens a tab. */
export class Files extends Workspace {
  override files: OpenFile[] = [];
  show: (tab: Tab) => void = () => undefined;

  override syncFiles() {
    const updates: { file: OpenFile; prevDoc: Text; changes: ChangeSet }[] = [];
    for (const file of this.files) {
      const plugin = LSPPlugin.get(file.view);
      if (!plugin || plugin.unsyncedChanges.empty) continue;
      updates.push({ file, prevDoc: file.doc, changes: plugin.unsyncedChanges });
      file.doc = file.view.state.doc;
      file.version += 1;
      plugin.clear();
    }
    return updates;
  }

  override openFile(uri: string, _language: string, view: EditorView): void {
    const file = new OpenFile(uri, view);
    this.files.push(file);
    this.client.didOpen(file);
  }

  override closeFile(uri: string): void {
    this.files = this.files.filter((file) => file.uri !== uri);
    this.client.didClose(uri);
  }

  override displayFile(uri: string): Promise<EditorView | null> {
    const tab = tabOf(uri);
    if (tab) this.show(tab);
    return super.displayFile(uri);
  }
}
