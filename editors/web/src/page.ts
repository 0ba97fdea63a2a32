// The page: four texts at the left, what the server makes of them at the right.

import { LSPClient } from '@codemirror/lsp-client';
import { Compartment } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { editorOf, FEATURES } from './editor.ts';
import { Files, kindOf, sorted, TABS, type Tab, type Texts, uriOf } from './files.ts';
import { type Action, actionsAt, apply, type Finding, findings, selected } from './findings.ts';
import { fragmentOf, textsOf } from './link.ts';
import { obstacle, reason, startServer } from './server.ts';
import { Reports } from './reports.ts';
import type { Told } from './worker.ts';

declare const EXAMPLES: Record<string, Texts>;
/** What the page needs to work without a network, and a name for this version of it. */
declare const OFFLINE: { version: string; files: string[] };

const NAMES: Record<Tab, string> = { domain: 'Domain', problem: 'Problem', plan: 'Plan', reference: 'Reference' };
const FILE_NAMES: Record<Tab, string> = { domain: 'domain.pddl', problem: 'problem.pddl', plan: 'plan.plan', reference: 'reference.pddl' };

function element<K extends keyof HTMLElementTagNameMap>(id: string, _tag?: K): HTMLElementTagNameMap[K] {
  return document.getElementById(id) as HTMLElementTagNameMap[K];
}

/** What an empty tab says. */
const WANTED: Record<Tab, string> = {
  domain: 'Type or paste a domain, or drop files here.',
  problem: 'Type or paste a problem for the domain.',
  plan: 'Type or paste a plan, a step each line.',
  reference: 'Type or paste what to compare yours with.',
};

const examples = element('examples', 'select');
const status = element('status', 'output');
const list = element('findings', 'ul');
const menu = element('fixes', 'div');
const views = {} as Record<Tab, EditorView>;
const connections = {} as Record<Tab, Compartment>;
const found = new Map<string, Finding[]>();
const names: Record<Tab, string> = { ...FILE_NAMES };
let open: Tab = 'domain';
let isReady = false;
/** What the status says where nothing else is said. */
let notice = '';

const client = new LSPClient({
  rootUri: 'file:///try',
  timeout: 120_000, // the server starts meanwhile
  workspace: (owner) => new Files(owner),
  extensions: [...FEATURES, findings(onFindings)],
  initializationOptions: {},
});
const files = client.workspace as Files;
files.show = show;
const reports = new Reports(client, element('report', 'iframe'), element('report-message', 'p'));

/** Shows a tab, and its findings below it. */
function show(tab: Tab): void {
  open = tab;
  for (const each of TABS) {
    const button = element(`tab-${each}`, 'button');
    button.setAttribute('aria-selected', String(each === tab));
    button.tabIndex = each === tab ? 0 : -1;
    element(`text-${each}`).hidden = each !== tab;
  }
  element('download', 'button').textContent = `Download ${NAMES[tab].toLowerCase()}`;
  showFindings();
}

function textOf(tab: Tab): string {
  return views[tab].state.doc.toString();
}

/** The address of each tab that has a text. */
function addresses(): Partial<Record<Tab, string>> {
  return Object.fromEntries(
    TABS.filter((tab) => textOf(tab).trim()).map((tab) => [tab, uriOf(tab, textOf(tab))]),
  );
}

/** Opens in the server what has a text, under the name of its kind, and closes what has none. */
function connect(): void {
  for (const tab of TABS) {
    const wanted = addresses()[tab] ?? null;
    const now = files.files.find((file) => file.view === views[tab])?.uri ?? null;
    if (wanted === now) continue;
    if (now) found.delete(now);
    views[tab].dispatch({ effects: connections[tab].reconfigure(wanted ? client.plugin(wanted) : []) });
  }
  pair();
}

let paired = '';

/** Tells the server what is compared with the reference: the text of its kind. */
function pair(): void {
  const { reference } = addresses();
  const kind = kindOf(textOf('reference'));
  const wanted = ['domain', 'problem', 'plan'].map((tab) => [uriOf(tab as Tab, ''), kind === tab ? (reference ?? null) : null]);
  const now = JSON.stringify(wanted);
  if (now === paired) return;
  paired = now;
  for (const pairing of wanted) void client.request('workspace/executeCommand', { command: 'planlsp.setReference', arguments: pairing }).catch(() => undefined);
}

let later = 0;

function onEdit(): void {
  if (isReady) {
    notice = '';
    say('');
  }
  examples.value = ''; // until an example is chosen again
  window.clearTimeout(later);
  later = window.setTimeout(() => {
    keep();
    connect();
    void reports.update(addresses(), kindOf(textOf('reference')));
  }, 250);
}

function onFindings(uri: string, list: Finding[]): void {
  found.set(uri, list);
  if (!isReady) {
    isReady = true;
    say('');
    performance.mark('first-findings');
  }
  performance.mark('findings');
  showFindings();
}

/** The findings of the open tab as a list, and how many each tab has. */
function showFindings(): void {
  for (const tab of TABS) {
    const ofTab = found.get(addresses()[tab] ?? '') ?? [];
    const errors = ofTab.filter((each) => (each.severity ?? 1) === 1).length;
    const count = element(`count-${tab}`);
    count.className = !ofTab.length ? '' : errors ? 'count error' : 'count';
    const noun = document.createElement('span');
    noun.className = 'unseen';
    noun.textContent = ofTab.length === 1 ? ' finding' : ' findings';
    count.replaceChildren(...(ofTab.length ? [String(ofTab.length), noun] : []));
  }
  const uri = addresses()[open];
  const now = uri ? (found.get(uri) ?? []) : [];
  const row = rowOf(document.activeElement);
  list.replaceChildren(...now.map((finding) => item(uri!, finding)));
  if (row >= 0) focusRow(row);
  element('no-findings').hidden = !isReady || now.length > 0 || !uri;
}

function rowOf(element: Element | null): number {
  return [...list.children].findIndex((row) => row.contains(element));
}

/** Keeps the focus at the findings when they change: at those of this row, else at the last, else at the tab. */
function focusRow(row: number): void {
  const fix = list.children[Math.min(row, list.children.length - 1)]?.querySelector<HTMLElement>('.fix');
  (fix ?? element(`tab-${open}`)).focus();
}

function item(uri: string, finding: Finding): HTMLLIElement {
  const row = document.createElement('li');
  const severity = ['', 'error', 'warning', 'information', 'hint'][finding.severity ?? 1]!;
  const place = document.createElement('button');
  place.className = `place ${severity}`;
  const { line, character } = finding.range.start;
  place.textContent = `${line + 1}:${character + 1} ${severity}: ${finding.message}`;
  place.onclick = () => select(finding);
  const fix = document.createElement('button');
  fix.className = 'fix';
  fix.textContent = 'Fix…';
  fix.setAttribute('aria-label', `Fix… ${finding.message}`);
  fix.setAttribute('aria-haspopup', 'menu');
  fix.onclick = () => void offer(uri, finding.range, fix);
  row.append(place, fix);
  return row;
}

function select(finding: Finding): void {
  const view = views[open];
  const line = view.state.doc.line(Math.min(finding.range.start.line + 1, view.state.doc.lines));
  const anchor = Math.min(line.from + finding.range.start.character, line.to);
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
  view.focus();
}

/** Lists what can be done at a place; `from` has the focus again afterwards. */
async function offer(uri: string, range: Finding['range'], from: HTMLElement): Promise<void> {
  const row = rowOf(from);
  const actions = await actionsAt(client, uri, range).catch((problem: unknown): Action[] => {
    say(String(problem));
    return [];
  });
  const close = () => {
    menu.hidden = true;
    menu.replaceChildren();
    if (from.isConnected) from.focus();
    else focusRow(row);
  };
  const choices = actions.map((action) => {
    const button = document.createElement('button');
    button.role = 'menuitem';
    button.textContent = action.title;
    button.onclick = () => {
      close();
      void apply(client, action).catch((problem: unknown) => say(String(problem)));
    };
    return button;
  });
  if (!choices.length) {
    say('Nothing can be fixed here automatically.');
    return;
  }
  menu.replaceChildren(...choices);
  menu.hidden = false;
  const box = from.getBoundingClientRect();
  const top = Math.min(box.bottom, window.innerHeight - menu.offsetHeight - 8);
  menu.style.top = `${Math.max(8, top) + window.scrollY}px`;
  menu.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - menu.offsetWidth - 8))}px`;
  menu.onkeydown = (event) => {
    const at = choices.indexOf(document.activeElement as HTMLButtonElement);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: choices.length - 1 };
    if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (!(event.key in steps)) return;
    else choices.at(steps[event.key]! % choices.length)!.focus();
    event.preventDefault();
  };
  choices[0]!.focus();
}

function say(message: string): void {
  status.textContent = message || notice;
}

/** Puts texts into their tabs; what is not among them becomes empty if `all` are given. */
function take(texts: Texts, all: boolean): void {
  for (const tab of TABS) {
    const text = texts[tab] ?? (all ? '' : null);
    if (text === null || text === textOf(tab)) continue;
    views[tab].dispatch({ changes: { from: 0, to: views[tab].state.doc.length, insert: text } });
  }
  connect();
  void reports.update(addresses(), kindOf(textOf('reference')));
  if (all) void reports.show(textOf('plan').trim() && !textOf('reference').trim() ? 'plan' : 'review');
}

function takeExample(name: string): void {
  Object.assign(names, FILE_NAMES);
  take(EXAMPLES[name] ?? {}, true);
  examples.value = name;
}

interface Kept {
  link: string;
  example: string;
  names: Record<Tab, string>;
  texts: Texts;
}

/** Keeps the texts in this tab of the browser, so that they are here after a reload. */
function keep(): void {
  const texts = Object.fromEntries(TABS.map((tab) => [tab, textOf(tab)])) as Texts;
  try {
    sessionStorage.setItem('texts', JSON.stringify({ link: location.hash, example: examples.value, names, texts } satisfies Kept));
  } catch {
    // Texts of many megabytes, or a browser that keeps nothing.
  }
}

/** Takes what was kept under the same link; returns whether there was anything. */
function takeKept(): boolean {
  try {
    const kept = JSON.parse(sessionStorage.getItem('texts') ?? 'null') as Kept | null;
    if (kept?.link !== location.hash) return false;
    Object.assign(names, kept.names);
    take(kept.texts, true);
    examples.value = kept.example;
    return true;
  } catch {
    return false;
  }
}

/** Takes what the tab had before a reload, else the texts of the link, else the first example. */
async function takeFirst(): Promise<void> {
  if (takeKept() || (location.hash.startsWith('#t=') && (await takeFragment()))) return;
  takeExample(Object.keys(EXAMPLES)[0] ?? '');
}

async function takeFiles(given: Iterable<File>): Promise<void> {
  const read: { name: string; text: string }[] = [];
  for (const file of given) {
    if (file.size > 5_000_000) say(`${file.name} is larger than 5 MB, which this page does not read.`);
    else read.push({ name: file.name, text: await file.text() });
  }
  const texts = sorted(read, open, (tab) => textOf(tab).trim() !== '');
  for (const tab of TABS) {
    const file = read.find(({ text }) => text === texts[tab]);
    if (file) names[tab] = file.name;
  }
  // The rest of an example does not belong to another domain.
  take(texts, examples.value !== '' && 'domain' in texts);
  const first = TABS.find((tab) => tab in texts);
  if (first) show(first);
}

function download(): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([textOf(open)], { type: 'text/plain' }));
  link.download = names[open];
  link.click();
  URL.revokeObjectURL(link.href);
}

async function copyLink(): Promise<void> {
  const texts = Object.fromEntries(TABS.map((tab) => [tab, textOf(tab)]).filter(([, text]) => text));
  const fragment = await fragmentOf(texts);
  history.replaceState(null, '', fragment);
  try {
    await navigator.clipboard.writeText(location.href);
    say('The link is copied. It contains the texts; nothing was sent.');
  } catch {
    say('The address of the page is the link. It contains the texts; nothing was sent.');
  }
}

async function takeFragment(): Promise<boolean> {
  try {
    const texts = await textsOf(location.hash);
    if (texts) take(texts as Texts, true);
    return texts !== null;
  } catch {
    notice = 'The link is damaged: its texts cannot be read.';
    say('');
    return false;
  }
}

function onTold(told: Told): void {
  if ('failed' in told) {
    say(told.failed);
    status.className = 'failed';
    reports.stop();
    document.body.dataset.state = 'failed';
    return;
  }
  document.body.dataset.state = told.stage;
  performance.mark(told.stage);
  if (isReady) return;
  const words = { python: 'Loading Python…', server: 'Starting the server…', ready: 'Checking…' };
  say(words[told.stage]);
  if (told.stage === 'ready') void keepOffline();
}

/** Keeps what was loaded, so that the page opens without a network next time. */
async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return;
  try {
    await navigator.serviceWorker.register('offline.js');
    const { active } = await navigator.serviceWorker.ready;
    const kept = new MessageChannel();
    kept.port1.onmessage = () => void (document.body.dataset.offline = 'ready');
    active?.postMessage({ ...OFFLINE, files: [...OFFLINE.files, import.meta.url] }, [kept.port2]);
  } catch {
    // Some browsers refuse it in private windows; the page works, but not without a network.
  }
}

function tabKeys(bar: HTMLElement, choose: (name: string) => void): void {
  bar.addEventListener('keydown', (event) => {
    const tabs = [...bar.querySelectorAll<HTMLElement>('[role=tab]')];
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    if (at < 0 || !(event.key in steps)) return;
    event.preventDefault();
    const next = tabs.at(steps[event.key]! % tabs.length)!;
    choose(next.dataset.name!);
    next.focus();
  });
}

async function begin(): Promise<void> {
  for (const tab of TABS) {
    connections[tab] = new Compartment();
    views[tab] = editorOf(element(`text-${tab}`), NAMES[tab], '', [
      connections[tab].of([]),
      placeholder(WANTED[tab]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onEdit();
      }),
      keymap.of([{ key: 'Mod-.', run: (view) => (void offer(addresses()[tab] ?? '', selected(view), view.contentDOM), true) }]),
    ]);
    element(`tab-${tab}`).onclick = () => show(tab);
  }
  tabKeys(element('tabs'), (name) => show(name as Tab));
  tabKeys(element('report-tabs'), (name) => void reports.show(name));
  for (const button of document.querySelectorAll<HTMLElement>('#report-tabs [role=tab]')) {
    button.onclick = () => void reports.show(button.dataset.name!);
  }
  const own = Object.assign(new Option('Your texts', ''), { hidden: true });
  examples.append(own, ...Object.keys(EXAMPLES).map((name) => new Option(name)));
  examples.onchange = () => {
    history.replaceState(null, '', location.pathname + location.search);
    takeExample(examples.value);
    show('domain');
  };
  window.addEventListener('pagehide', keep);
  const chooser = element('files', 'input');
  element('open', 'button').onclick = () => chooser.click();
  chooser.onchange = () => void takeFiles(chooser.files ?? []).then(() => void (chooser.value = ''));
  element('download', 'button').onclick = download;
  element('link', 'button').onclick = () => void copyLink();
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    void takeFiles(event.dataTransfer.files);
  }, true);
  menu.addEventListener('focusout', (event) => {
    if (!menu.contains(event.relatedTarget as Node | null)) menu.hidden = true;
  });
  window.addEventListener('hashchange', () => void takeFragment());
  show('domain');

  const why = obstacle();
  if (why) {
    onTold({ failed: why });
    await takeFirst();
    return;
  }
  try {
    client.connect(startServer(onTold));
  } catch (problem) {
    onTold({ failed: reason(String(problem)) });
  }
  await takeFirst();
}

void begin();
